import fc from 'fast-check';
import { expect, it } from 'vitest';
import { extractIndicators } from '#model/extract-indicators.ts';
import { bulkInput, limitLines } from './bulk-entry.ts';

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

it('says of what cannot be asked in bulk what it is', () =>
  expect(bulkInput(extractIndicators('evil.example\n198.51.100.0/24\n999.1.1.1')).refused).toEqual([
    {
      line: 2,
      text: '198.51.100.0/24',
      reason: 'No bulk operation takes subnets: open this one by itself.',
      indicator: { kind: 'subnet', value: '198.51.100.0/24' },
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
