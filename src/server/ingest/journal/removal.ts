import { type Engine, type Shard, shardsOf } from '#server/engine/engine.ts';
import { observationTables, rowsOfView, type ObservationTable } from './observations.ts';

// Every table of passive DNS is what the contributions of all imports add up to (schema/2-passive-dns.sql). Imports are taken out by
// writing the names that it contributed to again, from the contributions of the others.

const pointerOwner = 'toFixedString(unhex(rname), 16)';
/** The column rrset of `obs`, from that of `contributions`. */
const setOf = `if(rrtype IN ('NS', 'MX') AND empty(rrset), [answer], rrset)`;
/** The column rrname of `obs`, from the column rname of the tables. */
export const ownerOf = `multiIf(rrtype = 'PTR4', replaceOne(IPv6NumToString(${pointerOwner}), '::ffff:', ''), rrtype = 'PTR6', IPv6NumToString(${pointerOwner}), reverse(rname))`;

/**
 * Takes what imports contributed out of the passive DNS tables, as if they had never come. Look-ups of its names miss records for the
 * seconds in which a table is written again. The contributions go last, so that a removal that was killed is repeated as a whole.
 * @param alone runs work while no observations are written @throws EngineError
 */
export async function removeObservations(
  engine: Engine,
  importIds: readonly number[],
  alone: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<void> {
  const tables = Object.keys(observationTables) as ObservationTable[];
  for (const table of tables.filter((each) => each !== 'contributions'))
    await alone(async () => {
      await Promise.all(shardsOf(engine).map((store) => rewriteTable(store, table, importIds)));
    });
  await Promise.all(
    shardsOf(engine).map((store) =>
      run(
        store,
        `DELETE FROM ${store.localTable('contributions')} WHERE import IN {importIds:Array(UInt32)}`,
        importIds,
      ),
    ),
  );
}

/** Types that tables of few types hold: the names of the others need not be looked up in them. */
const typesIn: Partial<Readonly<Record<ObservationTable, string>>> = {
  txt: "AND rrtype NOT IN ('A', 'AAAA', 'CNAME', 'NS', 'MX', 'PTR4', 'PTR6')",
  rrsets: "AND rrtype IN ('WATERMARK', 'NS', 'MX')",
  rrsets_by_hash: "AND rrtype IN ('WATERMARK', 'NS', 'MX')",
};

/** Deletes the rows of the names that the imports contributed to, and writes what the other imports contributed to them. */
async function rewriteTable(store: Shard, table: ObservationTable, importIds: readonly number[]): Promise<void> {
  // a replica may still lack rows that another one has acknowledged
  await store.settle([table, 'contributions']);
  const contributions = store.localTable('contributions');
  const name = observationTables[table];
  const types = typesIn[table] ?? '';
  const owner = name === 'qname' ? ownerOf : 'rname';
  const touched = `SELECT ${owner}, rrtype FROM ${contributions} WHERE import IN {importIds:Array(UInt32)} ${types}`;
  await run(store, `DELETE FROM ${store.localTable(table)} WHERE (${name}, rrtype) IN (${touched})`, importIds);
  const left = `(
    SELECT rrtype, ${ownerOf} AS rrname, answer AS rdata, ${setOf} AS rrset, first_seen, last_seen, count, ttl, sources, wmseq FROM ${contributions}
    WHERE import NOT IN {importIds:Array(UInt32)}
      AND (rname, rrtype) IN (SELECT rname, rrtype FROM ${contributions} WHERE import IN {importIds:Array(UInt32)} ${types})
  ) AS obs`;
  await run(store, `INSERT INTO ${store.localTable(table)} ${await rowsOfView(store, table, left)}`, importIds);
}

function run({ engine }: Shard, sql: string, importIds: readonly number[]): Promise<void> {
  return engine.command({ name: 'removal', sql, params: { importIds } }, { limits: 'upkeep' });
}
