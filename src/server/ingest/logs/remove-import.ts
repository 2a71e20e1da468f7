import type { Engine } from '#server/engine/engine.ts';
import { recordImport, type LedgerLine } from '#server/ingest/ledger.ts';
import type { ObservationJournal } from '#server/ingest/journal/observation-journal.ts';
import { removeObservations } from '#server/ingest/journal/removal.ts';
import { removeEvidence } from './kept-evidence.ts';

/** An import can be taken out for this many days; then its contributions become one with those of others (2-passive-dns.sql). */
const removableDays = 29;

/** What would leave the collection with an import. */
export interface Removal {
  /** Records that only this import contributed to, and those that others contributed to as well. */
  readonly records_removed: number;
  readonly records_reduced: number;
  /** Names of which no record is left, and a few of them. */
  readonly names_removed: number;
  readonly names: readonly string[];
  /** Certificates that only this import brought. */
  readonly certificates_removed: number;
  /** Rows of evidence about hosts. */
  readonly host_rows: number;
  /** 'yyyy-mm-dd hh:mm:ss'; '' without records. */
  readonly from: string;
  readonly to: string;
}

/** @throws EngineError */
export async function previewRemoval(engine: Engine, importIds: readonly number[]): Promise<Removal> {
  const read = async <Row>(sql: string): Promise<Row> => {
    const [row] = await engine.query<Row>({ name: 'removal', sql, params: { importIds } }, { limits: 'upkeep' });
    if (row === undefined) throw new Error('a SELECT without GROUP BY answers one row');
    return row;
  };
  const own = 'import IN {importIds:Array(UInt32)}';
  const records = await read<Pick<Removal, 'records_removed' | 'records_reduced' | 'from' | 'to'> & { seen: number }>(`
    SELECT countIf(is_only) AS records_removed, countIf(NOT is_only) AS records_reduced, toUInt8(count() > 0) AS seen,
      toString(min(begun)) AS from, toString(max(ended)) AS to
    FROM (
      SELECT min(${own}) AS is_only, minIf(first_seen, ${own}) AS begun, maxIf(last_seen, ${own}) AS ended FROM contributions
      WHERE rrtype != 'WATERMARK' AND (rname, rrtype, answer) IN (SELECT rname, rrtype, answer FROM contributions WHERE ${own})
      GROUP BY rname, rrtype, answer
    )`);
  const names = await read<Pick<Removal, 'names_removed' | 'names'>>(`
    SELECT count() AS names_removed, groupArray(5)(reverse(rname)) AS names
    FROM (
      SELECT rname FROM contributions
      WHERE rrtype NOT IN ('WATERMARK', 'PTR4', 'PTR6') AND rname IN (SELECT rname FROM contributions WHERE ${own})
      GROUP BY rname HAVING min(${own}) ORDER BY rname
    )`);
  const evidence = await read<Pick<Removal, 'certificates_removed' | 'host_rows'>>(`
    SELECT
      (SELECT count() FROM (
        SELECT key FROM kept_evidence WHERE target = 'certificates'
          AND key IN (SELECT key FROM kept_evidence WHERE target = 'certificates' AND ${own})
        GROUP BY key HAVING min(${own}))) AS certificates_removed,
      (SELECT count() FROM kept_evidence FINAL WHERE target != 'certificates' AND ${own}) AS host_rows`);
  const { seen, ...counts } = records;
  return { ...counts, ...(seen === 0 && { from: '', to: '' }), ...names, ...evidence };
}

/** Why imports cannot be taken out, in words; undefined when they can. @throws EngineError */
export async function whyNotRemovable(engine: Engine, importIds: readonly number[]): Promise<string | undefined> {
  const [line] = await engine.query<{ lines: number; old: number }>({
    name: 'removal',
    sql: `SELECT count() AS lines, toUInt8(min(at) < now() - INTERVAL ${removableDays} DAY) AS old FROM imports WHERE import IN {importIds:Array(UInt32)}`,
    params: { importIds },
  });
  if (!line || line.lines === 0) return 'The collection holds nothing of this import.';
  if (line.old === 1) return `An import can be removed for ${removableDays} days, and this one is older.`;
  return undefined;
}

export interface RemovalTools {
  readonly engine: Engine;
  readonly journal: ObservationJournal;
  /** Ends what is being written to the imports: pushes that arrive from now on get another one. */
  readonly retire: (importIds: readonly number[]) => Promise<void>;
}

/**
 * Takes imports out of the collection, as if they had never come; data that is derived from them is still owed. A removal that was
 * killed is repeated as a whole. The ledger forgets the digests first: the same file, or the next push of the same source, is a new
 * import. @throws EngineError
 */
export async function removeImports(
  { engine, journal, retire }: RemovalTools,
  lines: readonly LedgerLine[],
): Promise<void> {
  const importIds = lines.map(({ id }) => id);
  const run = (sql: string) => engine.command({ name: 'removal', sql, params: { importIds } }, { limits: 'upkeep' });
  const note = async (state: 'removing' | 'removed') => {
    for (const line of lines) await recordImport(engine, { ...line, digest: '', covers: [] }, state, 0);
  };
  const own = 'import IN {importIds:Array(UInt32)}';
  await note('removing');
  await retire(importIds);
  await run(`DELETE FROM imports WHERE ${own} AND state NOT IN ('removing', 'removed')`);
  for (const table of ['pushes', 'rejects', 'retro_hunt']) await run(`DELETE FROM ${table} WHERE ${own}`);
  await removeEvidence(engine, importIds);
  await removeObservations(engine, importIds, (work) => journal.alone(work));
  journal.forget(importIds);
  await note('removed');
}

/** Ends removals whose derived data is up to date. @throws EngineError */
export async function forgetRemoved(engine: Engine): Promise<void> {
  await engine.command(
    {
      name: 'removal',
      sql: `DELETE FROM imports WHERE import IN (SELECT import FROM imports WHERE state = 'removed')`,
    },
    { limits: 'upkeep' },
  );
}
