import { Link } from 'react-router';
import { paths } from '#web/url/paths.ts';

/** The sight of the favicon and the name; leads home. */
export function ProductMark() {
  return (
    <Link to={paths.home()} className="flex h-7 shrink-0 items-center gap-2 rounded-md text-md font-semibold text-text">
      <svg
        aria-hidden="true"
        viewBox="0 0 32 32"
        className="size-5 fill-none stroke-accent stroke-[2.5] [stroke-linecap:round]"
      >
        <circle cx="16" cy="16" r="9" />
        <path d="M16 2v6M16 24v6M2 16h6M24 16h6" />
        <circle cx="16" cy="16" r="2" className="fill-accent" />
      </svg>
      Sightline
    </Link>
  );
}
