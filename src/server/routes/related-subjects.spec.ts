import { expect, it } from 'vitest';
import type { Connections } from '#contract/generated/types.gen.ts';
import { reverseName } from '#model/domain-name.ts';
import { hostedNames } from '#server/queries/connection-candidates.ts';
import { useTestService } from '#test/server/use-test-service.ts';

const times = { first_seen: 1_790_000_000, last_seen: 1_790_000_000, count: 1, ttl: 60, sources: 1 };
const record = (rrtype: string, rrname: string, rdata: string) => ({
  rrtype,
  rrname,
  rdata,
  rrset: [rdata],
  ...times,
});

// one.test and other.test share an address, and a mail server with more others than are named; other.test has many mail servers besides
const service = useTestService({
  rows: {
    obs: [
      ...Array.from({ length: 400 }, (_, at) => record('MX', `d${at}.test`, 'mx.crowd.test')),
      ...Array.from({ length: 1200 }, (_, at) => record('MX', `e${at}.test`, `mx.e${at}.test`)),
      ...Array.from({ length: 40 }, (_, at) => record('MX', 'other.test', `a${at}.other.test`)),
      ...['one.test', 'other.test'].flatMap((name) => [
        record('MX', name, 'mx.crowd.test'),
        record('A', name, '192.0.2.1'),
      ]),
      ...Array.from({ length: 40_000 }, (_, at) => record('A', `f${at}.test`, '198.51.100.7')),
    ],
    whois: ['one.test', 'other.test'].map((domain) => ({ domain, date: '2026-01-01', registrar: 'only registrar' })),
  },
});

it('names a value that a related subject has besides many others, though it is not among the named members', async () => {
  const { response } = await service.get('/connections/domain/one.test');
  const { related } = response as Required<Connections>;
  expect(related.map(({ subject }) => subject)).toEqual(['other.test']);
  expect(related[0]?.shares?.map(({ attribute, value }) => [attribute, value])).toEqual([
    ['address', '192.0.2.1'],
    ['mx', 'mx.crowd.test'],
  ]);
});

it('a registrar that every domain has weighs nothing, and does not count as different', async () => {
  const { response } = await service.get('/connections/domain/one.test');
  const [link] = (response as Required<Connections>).related;
  const [address = NaN, mx = NaN] = link?.shares?.map(({ bits }) => bits) ?? [];
  expect(link?.bits).toBeCloseTo(address + mx, 0);
});

it('follows the same names of an address that many point to, however they came', async () => {
  const names = Array.from({ length: 40 }, (_, at) => `n${String(at).padStart(2, '0')}.test`);
  // with the last ones first, in parts of the table that are not merged yet
  for (const from of [20, 10, 0])
    await service.engine.insert(
      'obs',
      names.slice(from, from + 20).map((name) => record('A', name, '203.0.113.9')),
    );
  const found = await service.engine.query(hostedNames(['203.0.113.9']));
  expect(found.map(({ rname }) => rname).toSorted()).toEqual(names.map(reverseName).toSorted().slice(0, 20));
});
