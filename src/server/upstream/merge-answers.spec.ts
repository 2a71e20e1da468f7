import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyOf, mergeByAddress, mergeLists } from './merge-answers.ts';
import { operationRules } from './operation-rules.ts';

const rule = operationRules.padnsForward.list!;
const seen = (day: number) => `2026-01-${String(day).padStart(2, '0')} 00:00:00`;
const row = (answer: string, first: number, last: number, count: number, more: object = {}) => ({
  query: 'www.evil.test',
  type: 'A',
  answer,
  count,
  first_seen: seen(first),
  last_seen: seen(last),
  ...more,
});

describe('two lists of records', () => {
  it('are one by name, type and answer: the earliest and the latest time, and no sum of counts', () => {
    const merged = mergeLists(rule, [row('192.0.2.1', 5, 9, 3, { sources: ['logs'] })], [row('192.0.2.1', 2, 7, 40)]);
    expect(merged).toEqual([
      row('192.0.2.1', 2, 9, 40, {
        counts: { own: 3, upstream: 40 },
        own_sources: ['logs'],
        sources: ['own', 'upstream'],
      }),
    ]);
  });

  it('compare names without letter case and last dot, and TXT records as they are', () => {
    const name = { query: 'WWW.evil.test.' };
    expect(mergeLists(rule, [row('192.0.2.1', 1, 2, 1)], [row('192.0.2.1', 1, 2, 1, name)])).toHaveLength(1);
    const text = { type: 'TXT' };
    expect(mergeLists(rule, [row('Key=A', 1, 2, 1, text)], [row('key=a', 1, 2, 1, text)])).toHaveLength(2);
  });

  it('keep fields that only one side has, and ours where both differ', () => {
    const [merged] = mergeLists(
      rule,
      [row('a', 1, 2, 1, { ttl: 60 })],
      [row('a', 1, 2, 1, { ttl: 300, nshash: 'f00d' })],
    );
    expect(merged).toMatchObject({ ttl: 60, nshash: 'f00d' });
  });

  it('follow the sort that was asked for', () => {
    const own = [row('b', 1, 9, 1)];
    const upstream = [row('a', 3, 5, 1), row('c', 2, 9, 1)];
    const answers = (sort?: string[]) => mergeLists(rule, own, upstream, sort).map(({ answer }) => answer);
    expect(answers()).toEqual(['b', 'c', 'a']);
    expect(answers(['first_seen/-'])).toEqual(['a', 'c', 'b']);
    expect(answers(['last/desc', 'rdata/down'])).toEqual(['c', 'b', 'a']);
    expect(answers(['Answer/+'])).toEqual(['a', 'b', 'c']);
  });
});

const records = fc.array(
  fc.record({
    query: fc.constantFrom('a.test', 'A.test', 'b.test'),
    type: fc.constantFrom('A', 'NS'),
    answer: fc.constantFrom('192.0.2.1', '192.0.2.2', 'ns.test'),
    count: fc.nat(9),
    first: fc.integer({ min: 1, max: 14 }),
    last: fc.integer({ min: 15, max: 28 }),
  }),
  { maxLength: 12 },
);
type Drawn = (typeof records extends fc.Arbitrary<infer T> ? T : never)[number];
const drawn = ({ first, last, ...rest }: Drawn) => ({ ...rest, first_seen: seen(first), last_seen: seen(last) });

it('merges as a plain merge does', () => {
  fc.assert(
    fc.property(records, records, (one, other) => {
      const [own, upstream] = [one.map(drawn), other.map(drawn)];
      const merged = mergeLists(rule, own, upstream);
      const all = [...own, ...upstream];
      const keys = [...new Set(all.map((each) => keyOf(rule, each)))];
      expect(merged.map((each) => keyOf(rule, each)).sort()).toEqual(keys.sort());
      for (const each of merged) {
        const key = keyOf(rule, each);
        const of = (list: readonly object[]) => list.filter((other) => keyOf(rule, { ...other }) === key) as typeof all;
        const [ours, theirs] = [of(own), of(upstream)];
        // an own list holds a record once; should it not, the last stands
        const counted = [...ours.slice(-1), ...theirs];
        expect(each['first_seen']).toBe(counted.map((row) => row.first_seen).sort()[0]);
        expect(each['last_seen']).toBe(
          counted
            .map((row) => row.last_seen)
            .sort()
            .at(-1),
        );
        expect(each['count']).toBe(Math.max(...counted.map(({ count }) => count)));
        expect(each['sources']).toEqual([
          ...(ours.length > 0 ? ['own'] : []),
          ...(theirs.length > 0 ? ['upstream'] : []),
        ]);
      }
      const times = merged.map((each) => String(each['last_seen']));
      expect(times).toEqual([...times].sort().reverse());
    }),
  );
});

it('merges scans by address, and open directories by day', () => {
  const jarm = operationRules.scanJarm.list!;
  const scan = (hash: string, first: number, last: number) => ({
    jarm_hash: hash,
    first_seen: first,
    last_seen: last,
    server_banner: null,
  });
  expect(
    mergeByAddress(
      jarm,
      [{ '192.0.2.1': [scan('aa', 20260105, 20260109)] }],
      [
        { '192.0.2.1': [scan('aa', 20260101, 20260107), scan('bb', 20260101, 20260102)] },
        { '192.0.2.2': [scan('cc', 20260101, 20260102)] },
      ],
    ),
  ).toEqual([
    {
      '192.0.2.1': [
        { ...scan('aa', 20260101, 20260109), sources: ['own', 'upstream'] },
        { ...scan('bb', 20260101, 20260102), sources: ['upstream'] },
      ],
    },
    { '192.0.2.2': [{ ...scan('cc', 20260101, 20260102), sources: ['upstream'] }] },
  ]);
  const opendir = operationRules.scanOpenDirectories.list!;
  const file = (filename: string) => ({ filename, filesize: 1, modified: '2026-01-01 00:00:00' });
  expect(
    mergeByAddress(
      opendir,
      [{ '192.0.2.1': { '2026-01-02': [file('a')] } }],
      [{ '192.0.2.1': { '2026-01-02': [file('b')], '2026-01-03': [file('a')] } }],
    ),
  ).toEqual([
    {
      '192.0.2.1': {
        '2026-01-03': [{ ...file('a'), sources: ['upstream'] }],
        '2026-01-02': [
          { ...file('a'), sources: ['own'] },
          { ...file('b'), sources: ['upstream'] },
        ],
      },
    },
  ]);
});
