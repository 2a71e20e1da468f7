import { describe, expect, it } from 'vitest';
import { changedLabels, whoisDiff } from './whois-diff.ts';

const old = {
  registrar: 'Nightowl Names',
  updated: '2026-11-01 00:00:00',
  nameservers: ['ns1.a.example', 'ns2.a.example'],
  address: '["PO Box 40"]',
  org: '',
};

describe('whoisDiff', () => {
  it('finds changes regardless of list order and address format', () => {
    const now = {
      ...old,
      registrar: 'Bargain Bin Domains',
      updated: '2026-11-20 00:00:00',
      nameservers: ['ns2.a.example', 'ns1.a.example'],
      address: "['PO Box 40']",
      org: 'Privacy Bureau',
    };
    const changed = whoisDiff(now, old).filter(({ isChanged }) => isChanged);
    expect(changed.map(({ field, earlier, values }) => [field, earlier, values])).toEqual([
      ['registrar', ['Nightowl Names'], ['Bargain Bin Domains']],
      ['updated', ['2026-11-01 00:00:00'], ['2026-11-20 00:00:00']],
      ['org', [], ['Privacy Bureau']],
    ]);
    expect(changedLabels(now, old)).toEqual(['Registrar', 'Organization']);
  });

  it('marks nothing as changed without an earlier record', () => {
    expect(whoisDiff(old, undefined).some(({ isChanged }) => isChanged)).toBe(false);
  });
});
