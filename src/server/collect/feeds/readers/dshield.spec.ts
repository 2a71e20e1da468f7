import { expect, it } from 'vitest';
import { readText, reasonsOf } from '#server/testing/feed-document.ts';
import { readDshield } from './dshield.ts';

it('reads ranges below comments and a header', async () => {
  const text = `#
#   DShield.org Recommended Block List
#    (c) 2026 DShield.org
#    updated: 2026-11-21T20:45:40
#
#    Columns (tab delimited):
Start\tEnd\tNetmask\tAttacks\tName\tCountry\temail
198.51.100.0\t198.51.100.255\t24\t2076\tSomeNet\tUS\tabuse@example.com
203.0.113.0\t203.0.113.255\t24\t1550\t\t\t
nonsense
`;
  const read = await readText(readDshield, text);
  expect(read.asOf).toBe('2026-11-21');
  expect(read.entries.slice(0, 2)).toMatchObject([
    { subject: { type: 'range', text: '198.51.100.0/24' }, tags: ['2076 targets scanned'] },
    { subject: { type: 'range', text: '203.0.113.0/24' }, tags: ['1550 targets scanned'] },
  ]);
  expect(reasonsOf(read)).toEqual(['The first two fields are not the ends of a range.']);
});
