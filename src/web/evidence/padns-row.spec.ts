import { describe, expect, it } from 'vitest';
import { padnsItems, padnsRow, padnsRowKey } from './padns-row.ts';

describe('padnsRow', () => {
  it('keeps a record of Sightline JSON unchanged', () => {
    const row = padnsRow({
      query: 'a.example',
      type: 'ns',
      answer: 'ns1.example',
      first_seen: '2026-01-02 03:04:05',
      last_seen: '2026-02-03 04:05:06',
      count: 7,
      ttl: 3600,
      nshash: 'abc',
    });
    expect(row).toEqual({
      query: 'a.example',
      type: 'NS',
      answer: 'ns1.example',
      first_seen: '2026-01-02 03:04:05',
      last_seen: '2026-02-03 04:05:06',
      count: 7,
      ttl: 3600,
      hash: 'abc',
    });
  });

  it.each([
    ['one text', 'v=spf1', 'v=spf1'],
    ['a list of texts', ['192.0.2.1', '192.0.2.2'], '192.0.2.1 192.0.2.2'],
  ])('takes a record of the common output format with %s', (_, rdata, answer) => {
    const row = padnsRow({ rrname: 'a.example', rrtype: 'A', rdata, time_first: 0, time_last: 86_400, count: 2 });
    expect(row).toMatchObject({
      query: 'a.example',
      type: 'A',
      answer,
      first_seen: '1970-01-01 00:00:00',
      last_seen: '1970-01-02 00:00:00',
    });
  });

  it('keeps the extra fields of an unsanctioned asset', () => {
    expect(padnsRow({ query: 'a.example', asn: 64_500, domain: 'example' })).toMatchObject({
      asn: 64_500,
      domain: 'example',
    });
  });

  it('leaves missing fields empty', () => {
    expect(padnsRow({})).toMatchObject({ query: '', type: '', answer: '', first_seen: '', last_seen: '' });
  });
});

describe('padnsRowKey', () => {
  it('differs by type, name and answer', () => {
    const row = padnsRow({ query: 'a.example', type: 'A', answer: '192.0.2.1' });
    expect(new Set([row, { ...row, type: 'AAAA' }, { ...row, query: 'b.example' }].map(padnsRowKey)).size).toBe(3);
  });
});

const record = {
  query: 'a.example',
  type: 'A',
  answer: '192.0.2.1',
  first_seen: '1970-01-01 00:00:10',
  last_seen: '1970-01-01 00:00:20',
  count: 3,
};

describe('padnsItems', () => {
  it('draws a record from its first to its last time, in the colour of its type', () => {
    expect(padnsItems([padnsRow(record)])).toEqual([
      {
        key: 'A a.example 192.0.2.1',
        label: '192.0.2.1',
        group: 'A',
        groupLabel: 'records',
        start: 10,
        end: 20,
        title: 'a.example',
        count: 3,
      },
    ]);
  });

  it('labels bars by name where all have the same answer', () => {
    const items = padnsItems([padnsRow(record), padnsRow({ ...record, query: 'b.example' })]);
    expect(items.map(({ label, title }) => [label, title])).toEqual([
      ['a.example', '192.0.2.1'],
      ['b.example', '192.0.2.1'],
    ]);
  });

  it('cuts long answers and leaves out records without times', () => {
    const items = padnsItems([padnsRow({ ...record, answer: 'x'.repeat(65_000) }), padnsRow({ query: 'a.example' })]);
    expect(items.map(({ label }) => label.length)).toEqual([61]);
  });
});
