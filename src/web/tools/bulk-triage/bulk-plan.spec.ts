import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { extractIndicators } from '#model/extract-indicators.ts';
import {
  askedValue,
  bulkInput,
  chunkSize,
  limitLines,
  operationsOf,
  planTasks,
  progressWords,
  RateMeter,
  splitTask,
  tenthPassed,
  TRIAGED_KINDS,
} from './bulk-plan.ts';

const entriesOf = fc.array(
  fc.constantFrom(...TRIAGED_KINDS).map((kind) => ({ kind, value: kind === 'subnet' ? '192.0.2.0/24' : kind })),
  { maxLength: 700 },
);

it('asks every operation of its kind about every entry once, in chunks as large as it takes, in the order of the input', () =>
  fc.assert(
    fc.property(entriesOf, (entries) => {
      const tasks = planTasks(entries);
      const asked = tasks.flatMap(({ operationId, indexes }) => indexes.map((index) => `${operationId} ${index}`));
      const wanted = entries.flatMap((entry, index) => operationsOf(entry).map((each) => `${each} ${index}`));
      expect(asked.toSorted()).toEqual(wanted.toSorted());
      for (const { operationId, indexes } of tasks) {
        expect(indexes.length).toBeLessThanOrEqual(chunkSize(operationId));
        expect(indexes).toEqual(indexes.toSorted((a, b) => a - b));
      }
      const starts = tasks.map(({ indexes }) => indexes[0]);
      expect(starts).toEqual(starts.toSorted((a, b) => a! - b!));
    }),
    { numRuns: 30 },
  ));

it('leaves out what is answered', () => {
  const entries = [
    { kind: 'domain', value: 'a.example' },
    { kind: 'domain', value: 'b.example' },
    { kind: 'asn', value: '64500' },
  ] as const;
  expect(planTasks(entries, (operationId, index) => operationId === 'domainInfoBulk' && index === 1)).toEqual([
    { operationId: 'domainInfoBulk', indexes: [1] },
  ]);
});

test.each([
  ['203.0.113.0/25', ['subnetReputation 203.0.113.0/25', 'ipv4InfoBulk 203.0.113.0']],
  ['2001:db8:900::/48', ['ipv6InfoBulk 2001:db8:900::']],
])('asks about %s as a subnet, and about its first address who announces it', (value, asked) => {
  const entry = { kind: 'subnet', value } as const;
  expect(operationsOf(entry).map((each) => `${each} ${askedValue(each, entry)}`)).toEqual(asked);
});

it('halves a task, down to one value', () => {
  expect(splitTask({ operationId: 'asnSubnetsBulk', indexes: [1, 4, 9] })).toEqual([
    { operationId: 'asnSubnetsBulk', indexes: [1, 4] },
    { operationId: 'asnSubnetsBulk', indexes: [9] },
  ]);
  expect(splitTask({ operationId: 'asnSubnetsBulk', indexes: [1] })).toBeNull();
});

it('tells the rate of the last ten seconds', () => {
  const rate = new RateMeter();
  expect(rate.note(0, 0)).toBeNull();
  expect(rate.note(100, 1000)).toBe(100);
  for (let second = 2; second <= 30; second += 1) rate.note(100 + second * 10, second * 1000);
  expect(Math.round(rate.note(410, 31_000) ?? 0)).toBe(10);
  expect(rate.note(0, 32_000)).toBeNull();
});

test.each([
  [{ total: 50_000, settled: 12_300, ratePerSecond: 410 }, '12,300 of 50,000 · 410 a second · about 2 min left'],
  [{ total: 200, settled: 100, ratePerSecond: 40 }, '100 of 200 · 40 a second · about 3 s left'],
  [{ total: 200, settled: 200, ratePerSecond: 40 }, '200 of 200'],
  [{ total: 200, settled: 0, ratePerSecond: null }, '0 of 200'],
])('%j', (progress, words) => expect(progressWords(progress)).toBe(words));

test.each([
  [0, 9, 100, null],
  [9, 10, 100, 10],
  [10, 19, 100, null],
  [19, 55, 100, 50],
  [90, 100, 100, null],
  [0, 0, 0, null],
])('from %i to %i of %i', (before, after, total, tenth) => expect(tenthPassed(before, after, total)).toBe(tenth));

it('drops nothing: every different line of a list is asked about or refused, in its order', () => {
  const line = fc.oneof(
    fc.ipV4(),
    fc.ipV4().map((ip) => `${ip}/24`),
    fc.domain().map((name) => `a.${name}`),
    fc.integer({ min: 1, max: 60_000 }).map((asn) => `AS${asn}`),
    fc.constantFrom('nothing here', '999.1.1.1', 'a1'.repeat(20)),
  );
  fc.assert(
    fc.property(fc.uniqueArray(line, { maxLength: 60 }), (lines) => {
      const { entries, refused } = bulkInput(extractIndicators(lines.join('\n')));
      const places = entries.map((entry) => entry.line);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      const refusedLines = refused.map((entry) => entry.line);
      expect(refusedLines).toEqual(refusedLines.toSorted((a, b) => a - b));
      const covered = new Set([...places, ...refusedLines]);
      // two subnets that differ in their host bits only are one
      const shared = refused.length + entries.length;
      expect(covered.size).toBe(shared);
      if (!lines.some((each) => each.includes('/'))) expect(shared).toBe(lines.length);
    }),
    { numRuns: 50 },
  );
});

it('says of what is not looked up in bulk what it is', () =>
  expect(bulkInput(extractIndicators(`evil.example\n${'a1'.repeat(20)}\n999.1.1.1`)).refused).toEqual([
    {
      line: 2,
      text: 'a1'.repeat(20),
      reason: 'SHA-1 hashes are not looked up in bulk: open this one separately.',
      indicator: { kind: 'certificate-sha1', value: 'a1'.repeat(20) },
    },
    { line: 3, text: '999.1.1.1', reason: expect.stringContaining('not between 0 and 255') as string },
  ]));

it.each([
  ['a\nb\nc', 5, 'a\nb\nc', 0],
  ['a\nb\nc', 3, 'a\nb\nc', 0],
  ['a\nb\nc', 2, 'a\nb', 1],
  ['a\nb\n\n', 2, 'a\nb', 0],
])('%j keeps at most %i lines', (text, atMost, kept, leftOut) =>
  expect(limitLines(text, atMost)).toEqual({ text: kept, leftOut }),
);
