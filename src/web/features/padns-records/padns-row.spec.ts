import { describe, expect, it } from 'vitest';
import { padnsRow, padnsRowKey } from './padns-row.ts';

describe('padnsRow', () => {
  it('takes a record of the own format as it is', () => {
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

  it('keeps what an unsanctioned asset has beside it', () => {
    expect(padnsRow({ query: 'a.example', asn: 64_500, domain: 'example' })).toMatchObject({
      asn: 64_500,
      domain: 'example',
    });
  });

  it('leaves what is missing empty', () => {
    expect(padnsRow({})).toMatchObject({ query: '', type: '', answer: '', first_seen: '', last_seen: '' });
  });
});

describe('padnsRowKey', () => {
  it('differs by type, name and answer', () => {
    const row = padnsRow({ query: 'a.example', type: 'A', answer: '192.0.2.1' });
    expect(new Set([row, { ...row, type: 'AAAA' }, { ...row, query: 'b.example' }].map(padnsRowKey)).size).toBe(3);
  });
});
