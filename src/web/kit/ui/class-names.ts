/** Joins class names, skipping false and missing values: `classNames('row', isOpen && 'open')`. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

/** A link: accent colour and a quiet underline, since colour alone is not enough in running text (WCAG 1.4.1). */
export const linkClass = 'text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-accent';

/** A link in a list or table where it is obviously a link: text colour until hover. Not for running text. */
export const quietLinkClass = 'text-text decoration-border-strong underline-offset-2 hover:text-accent hover:underline';

/** An indicator (address, domain, hash): monospace, selectable, wraps anywhere instead of widening its column. */
export const indicatorClass = 'font-mono text-[0.95em] wrap-anywhere select-text';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'sm' | 'md';

const base =
  'inline-flex max-w-full shrink-0 select-none items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap ' +
  // enlarged text on a phone wraps
  'max-xs:whitespace-normal ' +
  'aria-disabled:cursor-not-allowed aria-disabled:opacity-60';

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-accent text-on-accent not-aria-disabled:hover:bg-accent-hover',
  secondary:
    'border-border-strong bg-raised text-text not-aria-disabled:hover:bg-hover aria-expanded:bg-hover aria-pressed:bg-selected',
  quiet:
    'border-transparent text-muted not-aria-disabled:hover:bg-hover not-aria-disabled:hover:text-text ' +
    'aria-expanded:bg-hover aria-expanded:text-text aria-pressed:bg-selected aria-pressed:text-text',
  danger:
    'border-danger bg-transparent text-danger not-aria-disabled:hover:bg-danger not-aria-disabled:hover:text-on-danger',
};

// at least the 24 px target size; larger for coarse pointers
const sizes: Record<ButtonSize, { text: string; icon: string }> = {
  sm: {
    text: 'h-6 px-2 text-sm pointer-coarse:h-8 max-xs:h-auto max-xs:min-h-6 max-xs:pointer-coarse:min-h-8',
    icon: 'size-6 pointer-coarse:size-8',
  },
  md: {
    text: 'h-7 px-2.5 text-base pointer-coarse:h-9 max-xs:h-auto max-xs:min-h-7 max-xs:pointer-coarse:min-h-9',
    icon: 'size-7 pointer-coarse:size-9',
  },
};

/** The look of a button, also for a router link styled as a button or a file input's label. */
export function buttonClass(variant: ButtonVariant = 'secondary', size: ButtonSize = 'md', isIconOnly = false): string {
  return classNames(base, variants[variant], isIconOnly ? sizes[size].icon : sizes[size].text);
}
