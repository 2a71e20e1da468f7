import { expect, it } from 'vitest';
import { useTestStore } from '#test/server/test-store.ts';
import { laggingTables, writeObservations, type Observation } from './journal/observations.ts';
import { expireRecords } from './retention.ts';

const store = useTestStore();

const seen = (rrname: string, from: string, to: string, more: Partial<Observation> = {}): Observation => {
  const times = { first_seen: `${from} 12:00:00`, last_seen: `${to} 12:00:00` };
  return { rrtype: 'A', rrname, rdata: '198.51.100.7', count: 2, ttl: 60, sources: 4, ...times, ...more };
};
const names = async (table: string, column = 'rname'): Promise<readonly string[]> => {
  const name = column === 'qname' ? 'qname' : 'reverse(rname)';
  const sql = `SELECT DISTINCT ${name} AS name FROM ${table} WHERE rrtype != 'WATERMARK' ORDER BY name`;
  return (await store.engine.query<{ name: string }>({ name: 'spec', sql })).map((row) => row.name);
};

it('removes what was last seen before the day, in every table, and keeps the rest whole', async () => {
  const set = { rrtype: 'NS', rdata: 'ns.kept.test', rrset: ['ns.kept.test'] };
  const text = { rrtype: 'TXT', rdata: 'v=spf1' };
  await writeObservations(
    store.engine,
    [
      seen('old.test', '2024-01-01', '2024-12-31'),
      seen('old.test', '2024-01-01', '2024-12-31', set),
      seen('old.test', '2024-01-01', '2024-12-31', text),
      seen('kept.test', '2024-01-01', '2024-02-01'),
      seen('edge.test', '2024-01-01', '2025-01-01'),
    ],
    { import: 100, sequence: 1 },
  );
  // the same record again, in a part of its own
  await writeObservations(store.engine, [seen('kept.test', '2025-03-01', '2025-03-02')], { import: 100, sequence: 2 });
  expect(await expireRecords(store.engine, '2025-01-01')).toBeGreaterThan(0);

  for (const table of ['fwd', 'rev']) expect(await names(table)).toEqual(['edge.test', 'kept.test']);
  expect(await names('names', 'qname')).toEqual(['edge.test', 'kept.test']);
  for (const table of ['txt', 'rrsets', 'rrsets_by_hash']) expect(await names(table)).toEqual([]);
  const [kept] = await store.engine.query<object>({
    name: 'spec',
    sql: `SELECT toString(min(first_seen)) AS first, sum(count) AS count FROM fwd WHERE rname = reverse('kept.test')`,
  });
  expect(kept).toEqual({ first: '2024-01-01 12:00:00', count: 4 });
  expect(await laggingTables(store.engine, 100)).toEqual([]);
});

it('changes nothing when it is repeated, or when nothing is old', async () => {
  await expireRecords(store.engine, '2025-01-01');
  expect(await names('fwd')).toEqual(['edge.test', 'kept.test']);
  expect(await expireRecords(store.engine, '2020-01-01')).toBe(0);
});
