import { describe, expect, it } from 'vitest';
import {
  cutOffWords,
  evidenceIn,
  factWords,
  isTracked,
  kindLabel,
  listingStatus,
  endedWords,
  listNames,
  notTrackedWords,
  perSource,
} from './evidence-words.ts';

const today = '2026-11-22';

describe('whether a kind is tracked', () => {
  it('follows not_tracked, and is undefined without it', () => {
    expect(isTracked({ not_tracked: ['vpn'] }, 'vpn')).toBe(false);
    expect(isTracked({ not_tracked: ['vpn'] }, 'tor_exit')).toBe(true);
    expect(isTracked({ not_tracked: [] }, 'listings')).toBe(true);
    expect(isTracked({}, 'listings')).toBeUndefined();
  });

  it('takes one of several kinds that say the same', () => {
    expect(isTracked({ not_tracked: ['expired'] }, 'expired', 'expiry')).toBe(true);
    expect(isTracked({ not_tracked: ['expired', 'expiry'] }, 'expired', 'expiry')).toBe(false);
  });

  it('is put in words', () => {
    expect(notTrackedWords({ not_tracked: ['tor_exit', 'vpn', 'listings'] })).toBe(
      'Tor exit node, VPN or datacenter, Listings',
    );
    expect(notTrackedWords({ not_tracked: ['tor_exit', 'vpn', 'listings'] }, 1)).toBe('Tor exit node, 2 more');
    expect(notTrackedWords({ not_tracked: ['tor_exit', 'vpn'], facts: [{ kind: 'vpn' }] })).toBe('Tor exit node');
    const allocation = { not_tracked: ['as_allocation'] };
    expect(notTrackedWords({ ...allocation, asn_allocation_date: 20_241_228 })).toBe('');
    expect(notTrackedWords({ ...allocation, asn_allocation_date: 'UNKNOWN' })).toBe('AS allocation date');
    expect(notTrackedWords({ not_tracked: [] })).toBe('');
    expect(notTrackedWords({})).toBe('');
    expect(kindLabel('kind_of_another_service')).toBe('Kind of another service');
    expect(kindLabel('constructor')).toBe('Constructor');
  });
});

describe('a fact', () => {
  const fact = { kind: 'known_benign', title: 'Resolvers', value: 'Example Inc.', tags: ['dns'], as_of: '2026-11-20' };

  it('is shown with its subject, source and day', () => {
    expect(factWords({ ...fact, subject: '192.0.2.0/24' }, '192.0.2.1')).toBe(
      'Known benign: Example Inc., dns, 192.0.2.0/24, per Resolvers of 2026-11-20',
    );
    expect(factWords({ ...fact, subject: '192.0.2.1' }, '192.0.2.1')).not.toContain('192.0.2.1');
  });

  it('has a source even where no day or no name of it is known', () => {
    expect(perSource({ title: 'Resolvers', as_of: null })).toBe('per Resolvers');
    expect(perSource({ source: 'feed:x' })).toBe('per feed:x');
    expect(perSource({})).toBe('per an unnamed source');
  });
});

describe('listings', () => {
  it.each([
    [{ is_open: true, expires: '2026-12-22' }, 'On the list'],
    [{ is_open: false, last_listed: '2026-11-10', expires: today }, 'Counts until 2026-11-22'],
    [{ is_open: false, last_listed: '2026-10-01', expires: '2026-11-21' }, 'Ended 2026-10-01'],
    [{}, 'Ended'],
  ])('%j', (listing, words) => expect(listingStatus(listing, today)).toBe(words));

  const listings = [
    { title: 'A', category: 'malware' },
    { title: 'A', category: 'malware' },
    { title: 'A', category: 'c2' },
    { source: 'feed:b', category: 'spam' },
  ];

  it('are named by their lists, each once', () => {
    expect(listNames({ listings })).toBe('A (malware), A (C2), feed:b (spam)');
    expect(listNames({ listings }, 1)).toBe('A (malware), 2 more');
    expect(listNames({})).toBe('');
    const shared = listings.map((each, index) => ({ ...each, on_shared_host: index > 0 }));
    expect(listNames({ listings: shared })).toBe(
      'A (malware), A (C2), URLs on a shared host, feed:b (spam), URLs on a shared host',
    );
  });

  it('say that a subject is not listed now, and which list named it last', () => {
    const ended = [
      { title: 'A', category: 'malware', last_listed: '2026-01-02', is_open: false },
      { title: 'B', category: 'spam', last_listed: '2026-03-01', is_open: false },
    ];
    expect(endedWords({ listings: ended })).toBe('Not listed now; last on B (spam) on 2026-03-01');
    expect(endedWords({ listings: [...ended, { title: 'C', is_open: true }] })).toBeNull();
    expect(endedWords({ listings: [] })).toBeNull();
  });

  it('say when there are more than the record gives', () => {
    expect(cutOffWords({ listings, listings_total: 130 })).toBe('The latest 4 of 130 listings.');
    expect(cutOffWords({ listings, listings_total: 4 })).toBeNull();
  });
});

describe('evidenceIn', () => {
  const record = { not_tracked: [], listings: [] };

  it.each([
    [{ ip2asn: [record] }],
    [{ domaininfo: record }],
    [{ asn_reputation: [record] }],
    [{ subnet_reputation: record }],
    [{ ns_server_reputation: [record] }],
    [{ response: { ip2asn: [{ error: 'Not found' }, record] } }],
  ])('finds the record in %j', (answer) => expect(evidenceIn(answer)).toBe(record));

  it.each([
    [undefined],
    [null],
    ['text'],
    [{ ip2asn: [null] }],
    [{ ip2asn: [{ ip: '192.0.2.1' }] }],
    [{ records: [record] }],
  ])('finds none in %j', (answer) => expect(evidenceIn(answer)).toBeNull());
});
