import { expect, it, test } from 'vitest';
import { coverageLabel, everyWords, recordedWords, rowWords, sizeWords } from './feed-words.ts';

test.each([
  ['2026-11-28T06:30:00Z', '30 minutes ago'],
  ['2026-11-28T00:00:00Z', '7 hours ago'],
  ['2026-11-24T20:00:00Z', '4 days ago'],
  ['2026-11-24T00:00:00Z', '4 days ago'],
  ['2025-10-01T12:00:00Z', '13 months ago'],
])('data of %s was recorded %s at 2026-11-28 07:00', (at, words) =>
  expect(recordedWords(Date.parse(at) / 1000, Date.parse('2026-11-28T07:00:00Z') / 1000)).toBe(words),
);

test.each([
  [300, 'every 5 min'],
  [3600, 'hourly'],
  [5400, 'every 90 min'],
  [21_600, 'every 6 h'],
  [86_400, 'daily'],
  [604_800, 'weekly'],
  [2_592_000, 'every 30 d'],
  [90, 'every 2 min'],
])('%i seconds are %s', (seconds, words) => expect(everyWords(seconds)).toBe(words));

test.each([
  [0, 'size not known'],
  [40, '40 B'],
  [1500, '1.5 kB'],
  [820_000, '820 kB'],
  [1_440_000, '1.4 MB'],
  [85_300_000, '85 MB'],
  [1_200_000_000, '1.2 GB'],
])('%i bytes are %s', (bytes, words) => expect(sizeWords(bytes)).toBe(words));

it('counts what a feed holds', () => {
  expect(rowWords({ rows: { listings: 2310, facts: 1, routing: 0 } })).toBe('2,310 listings, 1 fact');
  expect(rowWords({ rows: { listings: 0, facts: 0, routing: 0 } })).toBe('no rows');
});

it('shows a kind of coverage that it does not know by its own name', () => {
  expect(coverageLabel('tor_exit')).toBe('Tor exit node');
  expect(coverageLabel('mail_relay')).toBe('mail relay');
});
