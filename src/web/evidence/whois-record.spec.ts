import { describe, expect, it } from 'vitest';
import { liveAsStored, rawLines, whoisList } from './whois-record.ts';
import { changedLabels } from './whois-diff.ts';

describe('whoisList', () => {
  it.each([
    ['', []],
    ['[]', []],
    ['["35 Lantern Street","Villamar"]', ['35 Lantern Street', 'Villamar']],
    ["['35 Lantern Street', 'Villamar']", ['35 Lantern Street', 'Villamar']],
    [`["O'Hara's Mews", 'a "b"']`, ["O'Hara's Mews", 'a "b"']],
    [String.raw`['it\'s', 'back\\slash']`, ["it's", 'back\\slash']],
    ['35 Lantern Street', ['35 Lantern Street']],
    ['[1, 2]', ['[1, 2]']],
    ["['never closed", ["['never closed"]],
    ["['a' 'b']", ["['a' 'b']"]],
    ['["<svg onload=alert(1)>"]', ['<svg onload=alert(1)>']],
  ])('%j holds %j', (text, lines) => {
    expect(whoisList(text)).toEqual(lines);
  });
});

const live = {
  domain: 'acme.example',
  date_seen: '2026-11-21 12:00:00',
  registrar: 'Nameyard',
  created: '2020-01-02 03:04:05',
  updated: null,
  address: ['1 Main Street', "Floor '2'"],
  emails: 'jo@acme.example',
  nameservers: null,
  raw: { status: ['ok', 'hold'], org: null, dnssec: 'unsigned', address: [] },
};

describe('a live record', () => {
  it('converts to the form of a stored record', () => {
    const stored = liveAsStored(live);
    expect(stored).toMatchObject({ date: 20261121, emails: ['jo@acme.example'], nameservers: [], updated: '' });
    expect(changedLabels(stored, { ...stored, address: `["1 Main Street", "Floor '2'"]` })).toEqual([]);
    expect(changedLabels(stored, { ...stored, registrar: 'Bargain Bin' })).toEqual(['Registrar']);
  });

  it('has the raw answer of the registry as lines', () => {
    expect(rawLines(live.raw)).toEqual([
      ['status', ['ok', 'hold']],
      ['dnssec', ['unsigned']],
    ]);
    expect(rawLines(undefined)).toEqual([]);
  });
});
