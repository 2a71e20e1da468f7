import { expect, it } from 'vitest';
import { readText, reasonsOf } from '#server/testing/feed-document.ts';
import { readSpamhausDrop } from './spamhaus-drop.ts';

const metadata =
  '{"type":"metadata","timestamp":1790072042,"size":104461,"records":2,"copyright":"(c) 2026 The Spamhaus Project SLU","terms":"https://www.spamhaus.org/drop/terms/"}\n';

it('reads ranges with their SBL record, and the day of the metadata', async () => {
  const text = `{"cidr":"192.0.2.0/24","sblid":"SBL256894","rir":"apnic"}\n{"cidr":"2001:db8::\\/29","sblid":"SBL301771","rir":"ripencc"}\n${metadata}`;
  const { entries, asOf } = await readText(readSpamhausDrop, text);
  expect(asOf).toBe('2026-09-22');
  expect(entries).toMatchObject([
    {
      what: 'listing',
      subject: { type: 'range', text: '192.0.2.0/24', first: '192.0.2.0', last: '192.0.2.255' },
      reference: 'https://check.spamhaus.org/sbl/query/SBL256894',
    },
    { what: 'listing', subject: { type: 'range', text: '2001:db8::/29' } },
  ]);
});

it('reads AS numbers with their names', async () => {
  const text = `{"asn":64500,"rir":"ripencc","domain":"a.example","cc":"US","asname":"EXAMPLE"}\n${metadata}`;
  const { entries } = await readText(readSpamhausDrop, text);
  expect(entries).toEqual([
    { what: 'listing', subject: { type: 'asn', asn: 64_500 }, tags: ['EXAMPLE'], reference: '' },
  ]);
});

it('rejects what is neither', async () => {
  const text = `not json\n[1]\n{"rir":"arin"}\n{"cidr":"192.0.2.0"}\n{"asn":0}\n${'['.repeat(4000)}\n`;
  expect(reasonsOf(await readText(readSpamhausDrop, text))).toEqual([
    'Not a JSON object.',
    'Not a JSON object.',
    'Neither a range nor an AS number in it.',
    'Not a range of addresses: it needs an address and a prefix length.',
    'Not an AS number.',
    'Not a JSON object.',
  ]);
});
