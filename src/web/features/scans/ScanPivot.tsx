import { Link } from 'react-router';
import { useAsOf, withAsOf } from '#web/url/as-of.ts';
import { paths } from '#web/url/paths.ts';
import { indicatorClass, quietLinkClass } from '#web/ui/link-class.ts';
import { VisibleText } from '#web/ui/VisibleText.tsx';

interface ScanPivotProps {
  /** Foreign text: a file name, a header value. */
  readonly text: string;
  /** Parameters of the scan explorer. */
  readonly query: Readonly<Record<string, string>>;
  /** What the link does, after the text: "hosts that list this file". */
  readonly what: string;
}

const longestShown = 300;

/** A value that scans saw, as text that leads to the other hosts that have it. */
export function ScanPivot({ text, query, what }: ScanPivotProps) {
  const [asOf] = useAsOf();
  const shown = text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
  return (
    <Link
      to={withAsOf(paths.scans(query), asOf)}
      title={what}
      draggable={false}
      className={`${indicatorClass} ${quietLinkClass}`}
    >
      <VisibleText text={shown} foldAt={Number.POSITIVE_INFINITY} />
    </Link>
  );
}
