import type { ReactNode } from 'react';
import { ExternalIcon } from '#web/ui/icons.ts';
import { linkClass } from '#web/ui/link-class.ts';

/** A link to a page of a publisher, in a new tab that does not learn where it was opened from; plain text without an address. */
export function OutLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  if (!/^https?:\/\//.test(href)) return children;
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className={`${linkClass} inline-flex items-baseline gap-1`}
    >
      {children}
      <span className="self-center">
        <ExternalIcon />
      </span>
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}
