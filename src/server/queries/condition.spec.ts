import { beforeAll, expect, it } from 'vitest';
import { useTestService } from '#test/server/use-test-service.ts';
import { allOf, anyOf, type AsnChoice, chosenAsns, condition, mergeParams, not } from './condition.ts';

const named = condition('name = {name:String}', { name: 'a.test' });

it('joins parts and their parameters', () => {
  const recent = condition('day > {since:Date}', { since: '2026-01-01' });
  expect(allOf([named, not(recent)])).toEqual({
    sql: '(name = {name:String}) AND (NOT (day > {since:Date}))',
    params: { name: 'a.test', since: '2026-01-01' },
  });
  expect(anyOf([named, recent]).sql).toBe('(name = {name:String}) OR (day > {since:Date})');
  expect([allOf([]).sql, anyOf([]).sql]).toEqual(['true', 'false']);
});

it('takes one condition twice, and refuses two values for one placeholder', () => {
  expect(mergeParams({ keys: ['a'], limit: 1 }, { keys: ['a'] })).toEqual({ keys: ['a'], limit: 1 });
  const other = condition('other = {name:String}', { name: 'b.test' });
  expect(() => allOf([named, other])).toThrow('two values for the placeholder name');
  expect(() => anyOf([named, other])).toThrow('two values for the placeholder name');
});

const service = useTestService();
beforeAll(async () => {
  // as many names as there are in the routing data
  const sql = `INSERT INTO asns (asn, asname, import) SELECT number, concat('Network ', toString(number), ' of an operator'), 1 FROM numbers(90000)`;
  await service.engine.command({ name: 'spec', sql });
});

const found = async (choice: Partial<AsnChoice>): Promise<number[]> => {
  const { sql, params } = chosenAsns({ numbers: [], beginnings: [], contains: [], ...choice });
  const query = { name: 'spec', sql: `SELECT asn FROM (${sql}) ORDER BY asn`, params };
  const rows = await service.engine.query<{ asn: number }>({ ...query, settings: { max_memory_usage: 100_000_000 } });
  return rows.map(({ asn }) => asn);
};

it('choosing ASNs by long or many texts takes little memory', async () => {
  const long = 'n'.repeat(15_000);
  expect(await found({ beginnings: [long], contains: [long] })).toEqual([]);
  const texts = Array.from({ length: 100 }, (_, index) => `k ${index}0000 of`);
  expect(await found({ contains: texts, beginnings: texts })).toEqual([
    10000, 20000, 30000, 40000, 50000, 60000, 70000, 80000,
  ]);
});

it('chooses by number, beginning and part together, in any letter case', async () => {
  expect(await found({ numbers: [7] })).toEqual([7]);
  expect(await found({ numbers: [7], beginnings: ['NETWORK 12345 '], contains: ['K 54321 OF'] })).toEqual([
    7, 12345, 54321,
  ]);
  expect(await found({ beginnings: ['etwork'] })).toEqual([]);
});

it('the interface refuses an AS name that is too long', async () => {
  const path = `/explore/padns/lookup/both/a/*/_?asname_starts_with=${'n'.repeat(15_000)}`;
  const { status, body } = await service.get(path);
  expect(status).toBe(400);
  expect(body['error']).toMatchObject({
    parameter: 'asname_starts_with',
    message: expect.stringContaining('at most 200 characters'),
  });
});
