import { expect, it } from 'vitest';
import { epochSecondsToTimestamp } from '#model/dates.ts';
import { footerOf } from './current-dns.tsx';

const now = epochSecondsToTimestamp(Date.now() / 1000);
const addresses = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ type: 'A', answer: `192.0.2.${place}`, last_seen: now }));

it.each([
  [999, null, 'Records of the name itself, seen in the last 30 days.'],
  [1000, null, 'Only the first 1,000 records were read, type by type: others may exist.'],
  [999, '2026-01-01', ''],
  [1000, '2026-01-01', 'Only the first 1,000 records were read'],
])('says of %i records as of %s what is not shown', (count, asOf, words) => {
  const footer = footerOf(addresses(count), asOf);
  expect(footer).toContain(words);
  expect(footer.includes('Only the first')).toBe(count === 1000);
});
