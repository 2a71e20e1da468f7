import { describe, expect, it } from 'vitest';
import { readText, reasonsOf } from '#test/server/feed-document.ts';
import { readCsv } from './csv.ts';

const phishtank = { indicator: 'url', first: 'submission_time', tags: 'target', reference: 'phish_detail_url' };

describe('CSV', () => {
  it('reads PhishTank by the names of its columns', async () => {
    const text = `phish_id,url,phish_detail_url,submission_time,verified,verification_time,online,target
1,"https://evil.example/a,b/login",http://www.phishtank.com/phish_detail.php?phish_id=1,2026-11-20T15:15:47+00:00,yes,2026-11-20T15:37:31+00:00,yes,1st National Example Bank
2,http://192.0.2.9/x,http://www.phishtank.com/phish_detail.php?phish_id=2,2026-11-21T00:15:00+00:00,yes,,yes,Other
`;
    const { entries } = await readText(readCsv, text, { mapping: phishtank });
    expect(entries).toEqual([
      {
        what: 'listing',
        subject: { type: 'url', url: 'https://evil.example/a,b/login', host: 'evil.example' },
        tags: ['1st National Example Bank'],
        reference: 'http://www.phishtank.com/phish_detail.php?phish_id=1',
        first: '2026-11-20',
      },
      expect.objectContaining({ first: '2026-11-21', tags: ['Other'] }),
    ]);
  });

  it('reads columns by number, with a header or without one', async () => {
    const mapping = { indicator: '2', first: '1', last: '3', category: '4' };
    const data = '2026-11-20;evil.example;1795305600;C2 server\n';
    const listing = {
      what: 'listing',
      subject: { type: 'domain', name: 'evil.example' },
      tags: [],
      reference: '',
      category: 'c2',
      first: '2026-11-20',
      last: '2026-11-22',
    };
    for (const text of [data, `first;indicator;last;kind\n${data}`])
      expect((await readText(readCsv, text, { mapping, delimiter: ';' })).entries).toEqual([listing]);
  });

  it('reads a tabulator between fields, and the first column without a mapping', async () => {
    const { entries } = await readText(readCsv, '192.0.2.1\tx\n192.0.2.2\ty\n', { delimiter: 'tab' });
    expect(entries).toMatchObject([{ subject: { address: '192.0.2.1' } }, { subject: { address: '192.0.2.2' } }]);
  });

  it('keeps a quoted field together over several lines', async () => {
    const text = 'note,ip\n"one\n# two, ""three""",192.0.2.1\nfour,192.0.2.2\n';
    const { entries } = await readText(readCsv, text, { mapping: { indicator: 'IP', tags: 'note' } });
    expect(entries).toMatchObject([
      { subject: { address: '192.0.2.1' }, tags: ['one\n# two', '"three"'] },
      { subject: { address: '192.0.2.2' }, tags: ['four'] },
    ]);
  });

  it('loses one record to a quote that is not closed, not the file', async () => {
    const lines = Array.from({ length: 100 }, (_, at) => `192.0.2.${at + 1},x`);
    lines[10] = '192.0.2.11,5" disk';
    lines[20] = '"192.0.2.21,x';
    const read = await readText(readCsv, `ip,note\n${lines.join('\n')}\n`, { mapping: { indicator: 'ip' } });
    const found = read.entries.filter(({ what }) => what === 'listing').length;
    expect(found).toBeGreaterThanOrEqual(89);
    const unclosed = await readText(readCsv, `ip,note\n"192.0.2.1,x\n${lines.slice(30).join('\n')}\n`, {
      mapping: { indicator: 'ip' },
    });
    expect(unclosed.entries.filter(({ what }) => what === 'listing')).toHaveLength(70);
    expect(reasonsOf(unclosed)).toEqual(['A quote in this line is not closed.']);
  });

  it('rejects records without an indicator and files without the column', async () => {
    const mapping = { indicator: 'ip' };
    expect(reasonsOf(await readText(readCsv, 'ip,x\nnowhere,1\n,2\n', { mapping }))).toEqual([
      'Not a domain: it has one label only.',
      'Empty.',
    ]);
    expect(reasonsOf(await readText(readCsv, 'address,x\n192.0.2.1,1\n', { mapping }))).toEqual([
      'There is no column “ip”. Columns: address, x',
    ]);
    expect((await readText(readCsv, '', { mapping })).entries).toEqual([]);
  });
});

it('rejects a date that cannot be read, and keeps an entry without one', async () => {
  const lines = [
    'host,seen',
    'us.example,12/22/2023 6:58',
    'iso.example,2023-12-22 06:58:00',
    'none.example,-',
    'empty.example,',
  ];
  const mapping = { indicator: 'host', first: 'seen' };
  const read = await readText(readCsv, lines.join('\n'), { mapping });
  expect(reasonsOf(read)).toEqual(['The date cannot be read. Dates are written as 2026-11-22.']);
  expect(read.entries.filter(({ what }) => what === 'listing')).toMatchObject([
    { subject: { name: 'iso.example' }, first: '2023-12-22' },
    { subject: { name: 'none.example' } },
    { subject: { name: 'empty.example' } },
  ]);
});
