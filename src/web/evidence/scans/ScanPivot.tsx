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

/** A value seen in scans, linked to the other hosts that have it. */
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

/** Searches for hosts that share an attribute, as parameters of the scan explorer. */

/** A5 matches a part of a `name: value` line, at most this many characters. */
const longestText = 1000;

export function headerPivot(name: string, value: string): Readonly<Record<string, string>> {
  return { what: 'headers', header_search: `${name}: ${value}`.slice(0, longestText) };
}

/** A7: the full path of a directory, the bare name of a file. A name with `*` is sent as an expression: it is not a pattern. */
export function filePivot(path: string): Readonly<Record<string, string>> {
  const name = path.endsWith('/') ? path : path.slice(path.lastIndexOf('/') + 1);
  return name.includes('*')
    ? { what: 'opendir', filename_regex: `^${name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$` }
    : { what: 'opendir', filename: name };
}
