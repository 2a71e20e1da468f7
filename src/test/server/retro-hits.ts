import { reverseName } from '#model/domain-name.ts';
import type { Engine } from '#server/engine/engine.ts';

/** The bit of own logs in the sources of a record. */
export const logs = 4;
const none = { rrset: [], day: 0, ttl: 60, wmseq: 1 };

/** A row of `contributions`: what an import of logs contributed to one record. */
export function answer(importId: number, name: string, rrtype: string, value: string, more: object = {}) {
  return {
    rname: reverseName(name),
    rrtype,
    answer: value,
    import: importId,
    ...none,
    first_seen: '2026-06-01 10:00:00',
    last_seen: '2026-06-20 10:00:00',
    count: 1,
    sources: logs,
    ...more,
  };
}

/** What the retro-hunt noted of a source, a line for each row. */
export async function retroHits(engine: Engine, source: string): Promise<string[]> {
  const rows = await engine.query<{ line: string }>({
    name: 'spec',
    sql: `
      SELECT concatWithSeparator(' ', host, category, toString(listed), toString(import), toString(count), toString(names),
        arrayStringConcat(examples, ','), toString(first_seen), toString(last_seen)) AS line
      FROM retro_hunt FINAL WHERE source = {source:String} ORDER BY line`,
    params: { source },
  });
  return rows.map(({ line }) => line);
}

/** The same by a plain join of all listings with all records. @param since of each import: the first day of listings that came after it */
export async function plainHits(
  engine: Engine,
  source: string,
  since: Readonly<Record<number, string>>,
): Promise<string[]> {
  const known = Object.entries(since).map(([id, day]) => `(c.import = ${id} AND l.first_listed >= '${day}')`);
  const rows = await engine.query<{ line: string }>({
    name: 'spec',
    sql: `
      SELECT concatWithSeparator(' ', host, category, toString(first_listed), toString(import), toString(sum(count)),
        toString(uniqExact(rname)), arrayStringConcat(arraySlice(arraySort(groupUniqArray(reverse(rname))), 1, 5), ','),
        toString(min(first_seen)), toString(max(last_seen))) AS line
      FROM (SELECT DISTINCT host, category, first_listed FROM listings FINAL WHERE kind = 'host' AND source = {source:String}) AS l
      CROSS JOIN (SELECT * FROM contributions WHERE sources IN (4, 5, 6, 7)) AS c
      WHERE (${known.join(' OR ')})
        AND (reverse(c.rname) = l.host AND c.rrtype NOT IN ('PTR4', 'PTR6')
          OR c.answer = l.host AND c.rrtype IN ('A', 'AAAA', 'CNAME'))
      GROUP BY host, category, first_listed, import ORDER BY line`,
    params: { source },
  });
  return rows.map(({ line }) => line);
}
