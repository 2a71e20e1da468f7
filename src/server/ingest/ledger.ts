import type { CoverageKind } from '#model/fact-kind.ts';
import type { Engine } from '#server/engine/engine.ts';

/**
 * Ids below 100 belong to the service: these, 2 to 5 and 9 for its packaged sources (`Source.importId`) and 20 to 99 for the feeds of the
 * catalogue. Own feeds are numbered from 1,000, logs from 1,000,000.
 */
export const importIds = {
  firstLoad: 1,
  scores: 6,
  nsTransfers: 7,
  live: 8,
} as const;

/** The kind of the sample collection. */
export const sampleKind = 'sample';

/** The description of an import. Days are 'yyyy-mm-dd'. */
export interface ImportRecord {
  readonly id: number;
  readonly source: string;
  readonly kind: string;
  /** Identifies the data: the same digest means the same data. */
  readonly digest: string;
  readonly licence: string;
  /** The day of the data. */
  readonly asOf: string;
  /** Kinds of data that the import covers; none unless given. */
  readonly covers?: readonly CoverageKind[];
}

export interface ImportState {
  /** Feeds are started, staged, applied, then done; other imports are started, then done. */
  readonly state: 'started' | 'staged' | 'applied' | 'done' | 'removing' | 'removed';
  readonly asOf: string;
}

/** A line of the ledger. */
export interface LedgerLine extends ImportRecord {
  readonly state: ImportState['state'];
  readonly rows: number;
}

/** Notes that an import begins; it counts for nothing before its `done` line. */
export function beginImport(engine: Engine, record: ImportRecord): Promise<void> {
  return recordImport(engine, record, 'started', 0);
}

/** Makes the next first load empty the collection and load it again. */
export function restartFirstLoad(engine: Engine, today: string): Promise<void> {
  return beginImport(engine, firstLoadRecord(today));
}

/** The description of the first load. @param today 'yyyy-mm-dd' */
export function firstLoadRecord(today: string): ImportRecord {
  const head = { source: 'first-load', kind: 'first-load', digest: '', licence: '' };
  return { id: importIds.firstLoad, ...head, asOf: today };
}

/** Notes that an import is complete. @param rows what an analyst would count: ranges, listings, records */
export function finishImport(engine: Engine, record: ImportRecord, rows: number): Promise<void> {
  return recordImport(engine, record, 'done', rows);
}

/** Adds a line to the ledger; the newest line of an import gives its state, also when the clock was set back since the last. */
export async function recordImport(
  engine: Engine,
  record: ImportRecord,
  state: ImportState['state'],
  rows: number,
): Promise<void> {
  const { id, source, kind, digest, licence, asOf, covers = [] } = record;
  const sample = Number(kind === sampleKind);
  const row = { import: id, source, kind, digest, state, rows, sample, licence, as_of: asOf, covers };
  const [next] = await engine.query<{ readonly at: string }>({
    name: 'ledger',
    sql: `
      SELECT toString(i.at + INTERVAL 1 MICROSECOND) AS at FROM imports AS i
      WHERE import = {id:UInt32} AND i.at >= now64(6) ORDER BY i.at DESC LIMIT 1`,
    params: { id },
  });
  return engine.insert('imports', [{ ...row, ...next }]);
}

/** The state of an import; null when the ledger does not contain it. */
export async function importState(engine: Engine, id: number): Promise<ImportState | null> {
  const rows = await engine.query<ImportState>({
    name: 'ledger',
    sql: `
      SELECT state, toString(as_of) AS asOf
      FROM imports WHERE import = {id:UInt32} ORDER BY at DESC, state DESC, as_of DESC LIMIT 1`,
    params: { id },
  });
  return rows[0] ?? null;
}

/** The number of the newest import of this data, 0 without one, and the highest number of all. Cheaper than the lines of a long ledger. */
export async function importNumbers(
  engine: Engine,
  { kind, digest }: Pick<ImportRecord, 'kind' | 'digest'>,
): Promise<{ readonly same: number; readonly highest: number }> {
  const [numbers] = await engine.query<{ same: number; highest: number }>({
    name: 'ledger',
    sql: `
      SELECT argMaxIf(import, at, kind = {kind:String} AND digest = {digest:String}) AS same, max(import) AS highest
      FROM imports`,
    params: { kind, digest },
  });
  return numbers ?? { same: 0, highest: 0 };
}

/** The newest line of each import, or its newest one in that state. */
export function latestImports(engine: Engine, state?: ImportState['state']): Promise<LedgerLine[]> {
  return engine.query({
    name: 'ledger',
    sql: newestLines("{state:String} IN ('', toString(state))"),
    params: { state: state ?? '' },
  });
}

/** The newest line of each import whose newest line has one of these digests. */
export function importsOfDigests(
  engine: Engine,
  kind: string,
  digests: readonly string[],
): Promise<readonly LedgerLine[]> {
  const having = 'kind = {kind:String} AND digest IN {digests:Array(String)}';
  const lines = newestLines(`import IN (SELECT import FROM imports WHERE ${having})`);
  return engine.query({ name: 'ledger', sql: `SELECT * FROM (${lines}) WHERE ${having}`, params: { kind, digests } });
}

function newestLines(condition: string): string {
  return `
    SELECT import AS id, source, kind, digest, state, rows, licence, toString(as_of) AS asOf, covers
    FROM imports WHERE ${condition}
    ORDER BY at DESC, state DESC, as_of DESC LIMIT 1 BY import`;
}
