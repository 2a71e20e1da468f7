import type { CoverageKind } from '#model/fact-kind.ts';
import type { Engine } from '#server/engine/engine.ts';

/**
 * Ids below 100 belong to the service itself: those here, and 2 to 5 to the sources that come with it (`Source.importId`).
 * Feeds come after them, own feeds count up from 1,000, and logs from 1,000,000.
 */
export const importIds = {
  firstLoad: 1,
  scores: 6,
  nsTransfers: 7,
  live: 8,
} as const;

/** What an import says about itself, before and after. Days are 'yyyy-mm-dd'. */
export interface ImportRecord {
  readonly id: number;
  readonly source: string;
  readonly kind: string;
  /** Names exactly what was read: the same digest twice is the same data. */
  readonly digest: string;
  readonly licence: string;
  readonly sample: boolean;
  /** The day the data speaks of. */
  readonly asOf: string;
  /** The day the sample collection counts back from; other imports have none. */
  readonly anchor?: string;
  /** What the import speaks for; nothing unless given. */
  readonly covers?: readonly CoverageKind[];
}

export interface ImportState {
  /** Feeds pass through all four; other imports are started, then done. */
  readonly state: 'started' | 'staged' | 'applied' | 'done';
  readonly digest: string;
  readonly asOf: string;
  readonly anchor: string;
}

/** A line of the ledger. */
export interface LedgerLine extends ImportRecord {
  readonly state: ImportState['state'];
  readonly rows: number;
}

/** Says that an import begins; until its `done` line is there, it counts for nothing. */
export function beginImport(engine: Engine, record: ImportRecord): Promise<void> {
  return recordImport(engine, record, 'started', 0);
}

/** Makes the next first load empty the collection and begin again. */
export function restartFirstLoad(engine: Engine, today: string): Promise<void> {
  return beginImport(engine, firstLoadRecord(today));
}

/** @param today 'yyyy-mm-dd' */
export function firstLoadRecord(today: string): ImportRecord {
  const head = { source: 'first-load', kind: 'first-load', digest: '', licence: '', sample: false };
  return { id: importIds.firstLoad, ...head, asOf: today };
}

/** Says that everything of an import has arrived; `rows` counts what the analyst would count (ranges, listings, records). */
export function finishImport(engine: Engine, record: ImportRecord, rows: number): Promise<void> {
  return recordImport(engine, record, 'done', rows);
}

/** Adds a line to the ledger: the newest one of an import says how far it is. */
export function recordImport(
  engine: Engine,
  record: ImportRecord,
  state: ImportState['state'],
  rows: number,
): Promise<void> {
  const { id, source, kind, digest, licence, asOf, anchor, covers = [] } = record;
  const sample = Number(record.sample);
  const row = { import: id, source, kind, digest, state, rows, sample, licence, as_of: asOf, covers };
  return engine.insert('imports', [{ ...row, ...(anchor && { anchor }) }]);
}

/** How far an import got the last time it ran; null when the ledger does not name it. */
export async function importState(engine: Engine, id: number): Promise<ImportState | null> {
  const rows = await engine.query<ImportState>({
    name: 'ledger',
    sql: `
      SELECT state, digest, toString(as_of) AS asOf, toString(anchor) AS anchor
      FROM imports WHERE import = {id:UInt32} ORDER BY at DESC, state DESC, as_of DESC LIMIT 1`,
    params: { id },
  });
  return rows[0] ?? null;
}

/** The newest line of each import, or its newest one in that state. */
export async function latestImports(engine: Engine, state?: ImportState['state']): Promise<LedgerLine[]> {
  const lines = await engine.query<Omit<LedgerLine, 'sample'> & { sample: number }>({
    name: 'ledger',
    sql: `
      SELECT import AS id, source, kind, digest, state, rows, sample, licence, toString(as_of) AS asOf, covers
      FROM imports WHERE {state:String} IN ('', toString(state))
      ORDER BY at DESC, state DESC, as_of DESC LIMIT 1 BY import`,
    params: { state: state ?? '' },
  });
  return lines.map((line) => ({ ...line, sample: line.sample === 1 }));
}
