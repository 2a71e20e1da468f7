import { describe, expect, it } from 'vitest';
import { diversityItems, diversitySentence, diversitySummary } from './diversity-rows.ts';

const entry = {
  ip: '192.0.2.1',
  asn: '64500',
  asname: 'A',
  first_seen: '2026-01-01 00:00:00',
  last_seen: '2026-01-02 00:00:00',
};
const one = { host: 'a.example', ip_diversity_all: 1, ip_diversity_groups: 1, asn_diversity: 1, timeline: [entry] };

describe('diversitySummary', () => {
  it('flattens the timelines of all hosts and takes the counts of the most diverse host', () => {
    const summary = diversitySummary({
      records: [one, { ...one, host: 'b.example', ip_diversity_all: 9, ip_diversity_groups: 4 }],
    });
    expect(summary).toMatchObject({ hosts: 2, addresses: 9, groups: 4, asns: 1 });
    expect(summary?.rows.map(({ host, asn }) => [host, asn])).toEqual([
      ['a.example', 64500],
      ['b.example', 64500],
    ]);
  });

  it('mixes no counts of different hosts', () => {
    const spread = { ...one, host: 'b.example', ip_diversity_all: 5, ip_diversity_groups: 5, asn_diversity: 5 };
    const records = [{ ...one, ip_diversity_all: 10 }, spread];
    expect(diversitySummary({ records })).toMatchObject({ addresses: 10, groups: 1, asns: 1 });
  });

  it.each([
    ['no record', []],
    ['a record of nothing', [{ host: 'a.example', ip_diversity_all: 0, ip_diversity_groups: 0 }]],
  ])('is nothing for %s', (_, records) => {
    expect(diversitySummary({ records })).toBeNull();
  });

  it('has the earlier observations when DNS returns nothing now', () => {
    const records = [{ ...one, ip_diversity_all: 0, ip_diversity_groups: 0, asn_diversity: 0, scope: 'live' }];
    expect(diversitySummary({ records })).toMatchObject({ addresses: 0, live: 0, rows: [{ ip: '192.0.2.1' }] });
  });

  it('accepts a timeline without ASNs', () => {
    const record = { host: 'a.example', ip_diversity_all: 2, ip_diversity_groups: 1, timeline: [{ ip: '192.0.2.1' }] };
    expect(diversitySummary({ records: [record] })).toMatchObject({
      addresses: 2,
      asns: undefined,
      rows: [{ asn: 0, asname: '' }],
    });
  });
});

describe('diversitySentence', () => {
  it.each([
    [
      { hosts: 1, addresses: 167, groups: 77, asns: 11 },
      '167 addresses in 77 networks of 11 autonomous systems, seen in the last 30 days.',
    ],
    [{ hosts: 1, addresses: 1, groups: 1, asns: undefined }, '1 address in 1 network, seen in the last 30 days.'],
    [
      { hosts: 3, addresses: 2, groups: 1, asns: 1 },
      '3 hosts; the most diverse has 2 addresses in 1 network of 1 autonomous system, seen in the last 30 days.',
    ],
  ])('%j reads %s', (summary, sentence) => {
    expect(diversitySentence({ ...summary, live: undefined, rows: [] }, 30)).toBe(sentence);
  });

  it.each([
    [
      { live: 2, addresses: 168, groups: 77, asns: 11 },
      'DNS returns 2 addresses now; 168 addresses in 77 networks of 11 autonomous systems, seen in the last 30 days.',
    ],
    [
      { live: 0, addresses: 1, groups: 1, asns: 1 },
      'DNS returns no address now; 1 address in 1 network of 1 autonomous system, seen in the last 30 days.',
    ],
  ])('%j reads %s', (summary, sentence) => {
    expect(diversitySentence({ ...summary, hosts: 1, rows: [] }, 30)).toBe(sentence);
  });

  it('counts the listed rows, and adds the current DNS answer', () => {
    const record = { ...one, ip_diversity_live: 0, scope: 'live' };
    expect(diversitySummary({ records: [record] })).toMatchObject({ live: 0, addresses: 1, groups: 1, asns: 1 });
  });
});

const row = {
  host: 'a.example',
  ip: '192.0.2.1',
  asn: 64500,
  asname: 'A',
  first_seen: '1970-01-01 00:00:10',
  last_seen: '1970-01-01 00:00:20',
};

describe('diversityItems', () => {
  it('draws a row from its first to its last time, in the colour of its AS', () => {
    expect(diversityItems([row], false)).toEqual([
      {
        key: 'a.example 192.0.2.1 1970-01-01 00:00:10',
        label: '192.0.2.1',
        group: 'AS64500',
        groupLabel: 'A',
        start: 10,
        end: 20,
        path: '/ip/192.0.2.1',
        groupPath: '/asn/64500',
      },
    ]);
  });

  it('names the host when there are several, and marks unannounced addresses', () => {
    const [item] = diversityItems([{ ...row, asn: 0 }], true);
    expect(item).toMatchObject({ title: 'a.example', group: 'no AS' });
    expect(item).not.toHaveProperty('groupPath');
  });

  it('leaves out rows without a time', () => {
    expect(diversityItems([{ ...row, first_seen: '' }], false)).toEqual([]);
  });
});
