import { describe, expect, it } from 'vitest';
import { liveAsStored, rawLines } from './live-record.ts';
import { changedLabels } from './whois-diff.ts';

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
  it('is laid beside a stored one', () => {
    const stored = liveAsStored(live);
    expect(stored).toMatchObject({ date: 20261121, emails: ['jo@acme.example'], nameservers: [], updated: '' });
    expect(changedLabels(stored, { ...stored, address: `["1 Main Street", "Floor '2'"]` })).toEqual([]);
    expect(changedLabels(stored, { ...stored, registrar: 'Bargain Bin' })).toEqual(['Registrar']);
  });

  it('has the words of the registry as lines', () => {
    expect(rawLines(live.raw)).toEqual([
      ['status', ['ok', 'hold']],
      ['dnssec', ['unsigned']],
    ]);
    expect(rawLines(undefined)).toEqual([]);
  });
});
