import { Link } from 'react-router';
import { indicatorClass, quietLinkClass } from '#web/kit/ui/class-names.ts';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { useAsOf, withAsOf } from '#web/url/as-of.ts';
import { paths } from '#web/url/paths.ts';

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

/** Searches for what a host has in common with others, as parameters of the scan explorer. */

/** A5 looks for a part of a line `name: value`, at most so long. */
const longestText = 1000;

export function headerPivot(name: string, value: string): Readonly<Record<string, string>> {
  return { what: 'headers', header_search: `${name}: ${value}`.slice(0, longestText) };
}

/** A7: the whole path of a directory, the bare name of a file. A name with `*` is not a pattern: it is asked as an expression. */
export function filePivot(path: string): Readonly<Record<string, string>> {
  const name = path.endsWith('/') ? path : path.slice(path.lastIndexOf('/') + 1);
  return name.includes('*')
    ? { what: 'opendir', filename_regex: `^${name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$` }
    : { what: 'opendir', filename: name };
}
