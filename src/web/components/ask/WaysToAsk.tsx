import { Link } from 'react-router';
import { linkClass } from '#web/ui/link-class.ts';

/** A question that teaches what an explorer is for. */
export interface WayToAsk {
  readonly says: string;
  readonly href: string;
  /** What it looks for. */
  readonly subject: string | undefined;
}

/** What stands on an explorer before its first question. */
export function WaysToAsk({ ways }: { readonly ways: readonly WayToAsk[] }) {
  return (
    <section aria-labelledby="ways-to-ask">
      <h2 id="ways-to-ask" className="mb-1 text-base font-semibold">
        Examples
      </h2>
      <ul className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 max-sm:grid-cols-1">
        {ways.map(({ says, href, subject }) => (
          <li key={says} className="col-span-full grid grid-cols-subgrid items-baseline">
            <Link to={href} className={`${linkClass} justify-self-start`}>
              {says}
            </Link>
            <code className="text-sm break-all text-muted">{subject}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
