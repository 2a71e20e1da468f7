/** A link: accent and a quiet underline, since colour alone does not set it apart in running text (WCAG 1.4.1). */
export const linkClass = 'text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-accent';

/** A link in a list or table where the place already says "link": text colour until hover. Not beside other text. */
export const quietLinkClass = 'text-text decoration-border-strong underline-offset-2 hover:text-accent hover:underline';

/** An indicator (address, domain, hash): monospace, selectable, breaks anywhere instead of widening its column. */
export const indicatorClass = 'font-mono text-[0.95em] break-all select-text';
