/** A link in running text: underlined on hover, always told apart from text by the accent. */
export const linkClass = 'text-accent underline-offset-2 hover:underline';

/** A link in a list or table where the place already says "link": text colour until hover. */
export const quietLinkClass = 'text-text decoration-border-strong underline-offset-2 hover:text-accent hover:underline';

/** An indicator (address, domain, hash): monospace, selectable, breaks anywhere instead of widening its column. */
export const indicatorClass = 'font-mono text-[0.95em] break-all select-text';
