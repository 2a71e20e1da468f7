import { coverageLabels, type CoverageKind } from '#model/fact-kind.ts';
import { isHostName, type IndicatorKind } from '#model/indicator-kind.ts';
import { parseCidr } from '#model/cidr.ts';
import { isInternal, isReserved } from '#model/reserved-space.ts';
import type { Engine } from '#server/engine/engine.ts';
import { isMapped } from './address-key.ts';
import { readOnce } from './read-once.ts';

/** A loaded source that covers a kind of fact. */
interface CoveringSource {
  readonly source: string;
  readonly title: string;
  /** The day its data covers, 'yyyy-mm-dd'. */
  readonly as_of: string;
  readonly rows: number;
}

/** A list with a listing that still counts. */
type CurrentList = Omit<CoveringSource, 'rows'>;

interface CoveredKind {
  readonly kind: CoverageKind;
  readonly tracked: boolean;
  /** Newest data first. */
  readonly sources: readonly CoveringSource[];
}

/** The kinds of fact that the loaded sources cover, and the titles of the sources. */
export interface Coverage {
  readonly kinds: readonly CoveredKind[];
  isTracked(kind: CoverageKind): boolean;
  /** Whether a source covers one of these kinds for the subject: a real source or, for a subject of the sample collection, the sample. */
  isCovered(kind: IndicatorKind, value: string, ...facts: readonly CoverageKind[]): boolean;
  /** Whether the subject belongs to the sample collection, and the sample is loaded. */
  isOfSample(kind: IndicatorKind, value: string): boolean;
  /**
   * Whether a current list could name the subject, or a subject of the kind `listed` that belongs to it: a real list or, for a subject of
   * the sample collection, one of the sample. An AS or a subnet is judged by its addresses and the names on them: any list could name one.
   */
  isListable(kind: IndicatorKind, value: string, listed?: IndicatorKind): boolean;
  /**
   * The current lists that name subjects of this kind, newest data first: of an address also those of ranges, of a subnet only those of
   * ranges, of an AS only those of AS numbers. Those of the sample name its own subjects only.
   */
  listsNaming(kind: IndicatorKind, value: string): readonly CurrentList[];
  /** The title of a source; its id when the source is unknown. */
  titleOf(source: string): string;
  /** The day the newest data of a source covers, 'yyyy-mm-dd'; null when the ledger does not name it. */
  asOf(source: string): string | null;
  /** The source that an import belongs to. */
  sourceOf(importId: number): string | undefined;
}

interface LedgerRow {
  readonly import: number;
  readonly source: string;
  readonly sample: number;
  readonly rows: number;
  readonly asOf: string;
  readonly covers: readonly string[];
}

interface CoverageOptions {
  readonly engine: Engine;
  /** Returns the titles of sources by id. */
  readonly titles: () => Promise<(source: string) => string>;
  readonly now: () => Date;
}

/** Only finished imports of real sources count: the sample collection and live look-ups cover nothing. */
export function coverageReader({ engine, titles, now }: CoverageOptions): () => Promise<Coverage> {
  return readOnce({
    engine,
    now,
    async read(today) {
      const [rows, listed, titleOf] = await Promise.all([readLedger(engine), readListed(engine, today), titles()]);
      return coverageOf(rows, listed, titleOf);
    },
  });
}

/** The latest line of every finished import; the marks of the first load and of what is derived are not sources. */
function readLedger(engine: Engine): Promise<LedgerRow[]> {
  return engine.query<LedgerRow>({
    name: 'coverage',
    sql: `
      SELECT import, source, sample, rows, toString(as_of) AS asOf, covers
      FROM imports WHERE state = 'done' AND kind NOT IN ('first-load', 'scores', 'ns-transfers')
      ORDER BY at DESC, import, rows DESC LIMIT 1 BY import`,
    settings: { max_threads: 1 },
  });
}

/** What a current list names, 1 or 0. */
interface ListedKinds {
  readonly source: string;
  /** 1: it is of the sample, and names its own subjects only. */
  readonly sample: number;
  readonly names: number;
  readonly ipv4: number;
  readonly ipv6: number;
  readonly ranges4: number;
  readonly ranges6: number;
  readonly asns: number;
}

/** A list without a listing that still counts is not current. */
function readListed(engine: Engine, today: string): Promise<ListedKinds[]> {
  const isRange = `kind = 'range' AND position(host, ':')`;
  return engine.query<ListedKinds>({
    name: 'coverage',
    sql: `
      SELECT toString(source) AS source, toUInt8(import IN (SELECT import FROM imports WHERE sample = 1)) AS sample,
        max(kind = 'host' AND ip = toIPv6('::')) AS names,
        max(kind = 'host' AND ${isMapped('ip')}) AS ipv4,
        max(kind = 'host' AND ip != toIPv6('::') AND NOT ${isMapped('ip')}) AS ipv6,
        max(${isRange} = 0) AS ranges4, max(${isRange} > 0) AS ranges6, max(kind = 'asn') AS asns
      FROM listings WHERE expires >= {today:Date} GROUP BY source, sample`,
    params: { today },
    settings: { max_threads: 1 },
  });
}

function coverageOf(
  rows: readonly LedgerRow[],
  listed: readonly ListedKinds[],
  titleOf: (source: string) => string,
): Coverage {
  const real = rows.filter(({ sample, source }) => sample === 0 && source !== 'live');
  const covered = (Object.keys(coverageLabels) as CoverageKind[]).map((kind): CoveredKind => {
    const sources = real.filter(({ covers }) => covers.includes(kind)).map((row) => coveringSource(row, titleOf));
    return { kind, tracked: sources.length > 0, sources: sources.sort(newestFirst) };
  });
  const hasSample = rows.some(({ sample }) => sample === 1);
  const tracked = new Set(covered.filter((each) => each.tracked).map(({ kind }) => kind));
  const days = new Map(rows.toReversed().map(({ source, asOf }) => [source, asOf]));
  const sourceByImport = new Map(rows.map((row) => [row.import, row.source]));
  const isOfSample: Coverage['isOfSample'] = (kind, value) => hasSample && isReserved(kind, value);
  // of a list that was switched off, rows that count no longer may not be merged yet
  const ended = new Set(real.filter(({ covers }) => !covers.includes('listings')).map(({ source }) => source));
  const lists = listed.filter(({ source }) => !ended.has(source));
  const realLists = lists.filter(({ sample }) => sample === 0);
  return {
    kinds: covered,
    isTracked: (kind) => tracked.has(kind),
    isCovered: (kind, value, ...facts) => facts.some((each) => tracked.has(each)) || isOfSample(kind, value),
    isOfSample,
    isListable: (kind, value, of = kind) =>
      !isInternal(kind, value) && (realLists.some((list) => isListed(list, of)) || isOfSample(kind, value)),
    listsNaming: (kind, value) => {
      if (isInternal(kind, value)) return [];
      const naming = isOfSample(kind, value) ? lists : realLists;
      const sources = new Set(naming.flatMap((list) => (isNamed(list, kind, value) ? [list.source] : [])));
      return [...sources]
        .map((source) => ({ source, title: titleOf(source), as_of: days.get(source) ?? '' }))
        .sort(newestFirst);
    },
    titleOf,
    asOf: (source) => days.get(source) ?? null,
    sourceOf: (importId) => sourceByImport.get(importId),
  };
}

/** Whether a list says something about subjects of a kind: an AS or a subnet is judged by its addresses and the names on them. */
function isListed(list: ListedKinds, kind: IndicatorKind): boolean {
  if (isHostName(kind)) return list.names === 1;
  const [v4, v6] = [list.ipv4 + list.ranges4 > 0, list.ipv6 + list.ranges6 > 0];
  if (kind === 'ipv4') return v4;
  return kind === 'ipv6' ? v6 : list.names === 1 || v4 || v6;
}

/** Whether a list names subjects of a kind themselves. */
function isNamed(list: ListedKinds, kind: IndicatorKind, value: string): boolean {
  if (kind === 'asn') return list.asns === 1;
  if (kind === 'subnet') return (parseCidr(value)?.network.version === 6 ? list.ranges6 : list.ranges4) === 1;
  return isListed(list, kind);
}

function coveringSource({ source, asOf, rows }: LedgerRow, titleOf: (source: string) => string): CoveringSource {
  return { source, title: titleOf(source), as_of: asOf, rows };
}

function newestFirst(a: CurrentList, b: CurrentList): number {
  return b.as_of.localeCompare(a.as_of) || a.title.localeCompare(b.title);
}
