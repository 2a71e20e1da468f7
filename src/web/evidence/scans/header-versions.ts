import { ownValue } from '#model/own-value.ts';
import type { HeadersRow } from './scan-rows.ts';

export interface HeaderLine {
  readonly name: string;
  readonly value: string;
  /** Against the version before; everything of the first version is the same as itself. */
  readonly change: 'added' | 'removed' | 'changed' | 'same';
  /** What a changed header said before. */
  readonly earlier?: string;
}

/** Headers that stayed the same from scan to scan. */
export interface HeaderVersion {
  /** Days of the first and the latest scan that saw them, yyyymmdd. */
  readonly first: number | undefined;
  readonly latest: number | undefined;
  readonly scanCount: number;
  readonly lines: readonly HeaderLine[];
}

type Headers = Readonly<Record<string, string>>;

/** The scans of one address, newest first, as versions: each says what it changed of the one before it in time. */
export function headerVersions(scans: readonly Pick<HeadersRow, 'date' | 'headers'>[]): readonly HeaderVersion[] {
  const runs: (typeof scans)[number][][] = [];
  for (const scan of scans) {
    const run = runs.at(-1);
    if (run && sameHeaders(run[0]?.headers, scan.headers)) run.push(scan);
    else runs.push([scan]);
  }
  return runs.map((run, index) => ({
    first: run.at(-1)?.date,
    latest: run[0]?.date,
    scanCount: run.length,
    lines: headerLines(run[0]?.headers ?? {}, runs[index + 1]?.[0]?.headers),
  }));
}

function headerLines(headers: Headers, earlier: Headers | undefined): readonly HeaderLine[] {
  const here = Object.entries(headers).map(([name, value]): HeaderLine => {
    if (!earlier) return { name, value, change: 'same' };
    const before = ownValue(earlier, name);
    if (before === undefined) return { name, value, change: 'added' };
    return before === value ? { name, value, change: 'same' } : { name, value, change: 'changed', earlier: before };
  });
  const gone = Object.entries(earlier ?? {}).filter(([name]) => !Object.hasOwn(headers, name));
  return [...here, ...gone.map(([name, value]): HeaderLine => ({ name, value, change: 'removed' }))];
}

/** The same names and values, in whatever order the store gives them. */
function sameHeaders(a: Headers = {}, b: Headers = {}): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && a[name] === b[name]);
}
