import type { Engine } from '#server/engine/engine.ts';

/** The tables of passive DNS, and the columns that identify a record in each. */
const keys: Readonly<Record<string, readonly string[]>> = {
  fwd: ['rname', 'rrtype', 'answer'],
  rev: ['rrtype', 'ip', 'arev', 'rname'],
  names: ['qname', 'rrtype'],
  txt: ['rrtype', 'answer', 'rname'],
  rrsets: ['rrtype', 'rname', 'day', 'hash'],
  rrsets_by_hash: ['rrtype', 'hash', 'rname'],
  contributions: ['rname', 'rrtype', 'answer'],
};

/** Records of one statement, which holds their keys in memory. */
const recordsAtOnce = 500_000;

/**
 * Removes the passive DNS records that were last seen before a day. A record that was seen since stays complete, with its first time
 * ever. Imports are not repeated because of removed rows. A repetition changes nothing.
 * @param before 'yyyy-mm-dd', UTC @returns how many rows were removed @throws EngineError
 */
export async function expireRecords(engine: Engine, before: string): Promise<number> {
  let removed = 0;
  for (const [table, columns] of Object.entries(keys)) {
    const [found] = await engine.query<{ rows: number }>({
      name: 'retention',
      sql: `SELECT count() AS rows FROM ${table} WHERE ${isOld}`,
      params: { before },
      settings: { max_rows_to_read: 0 },
    });
    const rows = found?.rows ?? 0;
    const parts = Math.ceil(rows / recordsAtOnce);
    for (let part = 0; part < parts; part += 1) await expirePart(engine, { table, columns, before, part, parts });
    removed += rows;
  }
  return removed;
}

// watermarks have no time
const isOld = `rrtype != 'WATERMARK' AND last_seen < toDateTime({before:Date}, 'UTC')`;

interface ExpiredPart {
  readonly table: string;
  readonly columns: readonly string[];
  readonly before: string;
  readonly part: number;
  readonly parts: number;
}

async function expirePart(engine: Engine, { table, columns, before, part, parts }: ExpiredPart): Promise<void> {
  const key = columns.join(', ');
  const inPart = `sipHash64(${key}) % {parts:UInt32} = {part:UInt32}`;
  await engine.command(
    {
      name: 'retention',
      // a record that is not merged yet has several rows, some of which may be old
      sql: `
        DELETE FROM ${table} WHERE ${isOld} AND ${inPart} AND (${key}) NOT IN (
          SELECT ${key} FROM ${table}
          WHERE last_seen >= toDateTime({before:Date}, 'UTC')
            AND (${key}) IN (SELECT ${key} FROM ${table} WHERE ${isOld} AND ${inPart})
        )`,
      params: { before, part, parts },
      settings: { lightweight_deletes_sync: 1, allow_nondeterministic_mutations: 1, max_rows_to_read: 0 },
    },
    { limits: 'upkeep' },
  );
}
