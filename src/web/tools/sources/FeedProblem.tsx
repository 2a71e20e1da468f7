import type { ReactNode } from 'react';
import { failureText } from '#web/api/failure.ts';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { ExternalIcon } from '#web/kit/ui/icons.ts';

/** Why a request to the service failed; empty without an error. */
export function FeedProblem({ error }: { readonly error: unknown }) {
  if (!error) return null;
  return (
    <p role="alert" className="text-danger">
      {failureText(error)}
    </p>
  );
}

/** A link to a page of a publisher, in a new tab and without a referrer; plain text if the address is not http(s). */
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
