import { describe, expect, it } from 'vitest';
import { stixPattern } from '#model/stix-bundle.ts';
import { stixObservable } from '#model/stix-object.ts';
import {
  announcedFacts,
  asnFacts,
  certificateFacts,
  listedFacts,
  listingStatement,
  ownListings,
  recordFacts,
  resolvesFacts,
  seenFacts,
} from './row-facts.ts';

const times = { first_seen: '2026-01-31 10:00:00', last_seen: '2026-02-01 10:00:00' };
const span = { first: 1_769_853_600, last: 1_769_940_000 };

describe('recordFacts', () => {
  it.each([
    ['A', 'a.example', '192.0.2.1', { kind: 'domain', value: 'a.example' }, { kind: 'ipv4', value: '192.0.2.1' }],
    ['mx', 'a.example', '10 m.example', { kind: 'domain', value: 'a.example' }, { kind: 'domain', value: 'm.example' }],
    ['TXT', 'a.example', 'b.example', { kind: 'domain', value: 'a.example' }, null],
    [
      'PTR',
      '1.2.0.192.in-addr.arpa',
      'a.example',
      { kind: 'ipv4', value: '192.0.2.1' },
      { kind: 'domain', value: 'a.example' },
    ],
    ['CNAME', '*.example', 'a.example', null, { kind: 'domain', value: 'a.example' }],
  ])('%s %s %s', (type, query, answer, name, target) => {
    expect(recordFacts({ query, type, answer, ...times, count: 3 })).toEqual([
      { is: 'record', rrname: query, rrtype: type.toUpperCase(), rdata: answer, name, target, span, count: 3 },
    ]);
  });

  it('names the record of an address as the DNS does', () => {
    expect(recordFacts({ query: '192.0.2.1', type: 'PTR4', answer: 'a.example' })).toMatchObject([
      { rrname: '1.2.0.192.in-addr.arpa', rrtype: 'PTR', name: { value: '192.0.2.1' }, target: { value: 'a.example' } },
    ]);
  });

  it('says nothing of a record that names nothing', () => {
    expect(recordFacts({ query: 'localhost', type: 'TXT', answer: 'x' })).toEqual([]);
    expect(recordFacts({})).toEqual([]);
  });
});

describe('other rows', () => {
  it('are seen, with their verdict', () => {
    expect(seenFacts('a.example', { score: 80, first: 20_260_131 })).toEqual([
      {
        is: 'seen',
        what: { kind: 'domain', value: 'a.example' },
        span: { first: 1_769_817_600, last: 1_769_817_600 },
        score: 80,
      },
    ]);
    expect(seenFacts('no name', {})).toEqual([]);
    expect(seenFacts(undefined)).toEqual([]);
  });

  it('name an AS, which 0 does not', () => {
    expect(asnFacts(64_500, 'EXAMPLE')).toEqual([
      { is: 'seen', what: { kind: 'asn', number: 64_500, name: 'EXAMPLE' }, span: undefined },
    ]);
    expect(asnFacts(0, '')).toEqual([]);
    expect(announcedFacts({ address: '192.0.2.0/24', asn: 0 })).toMatchObject([{ is: 'seen' }]);
    expect(announcedFacts({ address: '192.0.2.0/24', asn: 'AS64500', asname: 'E' })).toMatchObject([
      { is: 'announced', by: { number: 64_500, name: 'E' } },
    ]);
  });

  it('point to an address', () => {
    expect(resolvesFacts('a.example', '192.0.2.1', { first: times.first_seen, last: times.last_seen })).toMatchObject([
      { is: 'resolves', span },
    ]);
    expect(resolvesFacts('a.example', '', {})).toEqual([]);
  });

  it('are certificates by their fingerprint', () => {
    const row = {
      fingerprint_sha1: 'AA:'.repeat(19) + 'AA',
      not_before: '2026-01-31T10:00:00',
      issuer_common_name: 'CA',
    };
    expect(certificateFacts(row)).toMatchObject([
      { what: { sha1: 'aa'.repeat(20), notBefore: span.first, issuer: 'CA' } },
    ]);
    expect(certificateFacts({ fingerprint_sha1: 'x' })).toEqual([]);
    expect(certificateFacts({ fingerprint_sha1: '', fingerprint_sha256: '' })).toEqual([]);
  });

  it('have exactly the digests of a certificate that are known', () => {
    const [fact] = certificateFacts({ fingerprint_sha1: '', fingerprint_md5: '', fingerprint_sha256: 'cd'.repeat(32) });
    const what = fact?.is === 'seen' && fact.what;
    if (!what) throw new Error('the certificate is missing');
    expect(stixObservable(what)).toMatchObject({ hashes: { 'SHA-256': 'cd'.repeat(32) } });
    expect(JSON.stringify(stixObservable(what))).not.toMatch(/SHA-1|MD5/);
    expect(stixPattern(what)).toBe(`[x509-certificate:hashes.'SHA-256' = '${'cd'.repeat(32)}']`);
  });
});

describe('listings', () => {
  const listing = {
    title: 'List A',
    category: 'malware',
    subject: '192.0.2.0/24',
    first_listed: '2026-01-31',
    last_listed: '2026-02-01',
    tags: ['Emotet'],
    reference: 'https://list.example/1',
  };

  it('are about what the list names, with the days it was there and the list itself', () => {
    expect(listedFacts(listing)).toEqual([
      {
        is: 'seen',
        what: { kind: 'ipv4', value: '192.0.2.0/24' },
        span: { first: 1_769_817_600, last: 1_769_904_000 },
        statements: [
          {
            source: 'List A',
            text: 'Listed by List A: malware, 2026-01-31 to 2026-02-01, Emotet',
            reference: 'https://list.example/1',
          },
        ],
      },
    ]);
    expect(listedFacts({ ...listing, subject: 'AS64500' })).toMatchObject([{ what: { kind: 'asn', number: 64_500 } }]);
    expect(listedFacts({ ...listing, subject: 'http://a.example/x' })).toMatchObject([{ what: { kind: 'url' } }]);
    expect(listedFacts({ ...listing, subject: 'no subject' })).toEqual([]);
  });

  it('name the range or AS when they are told of an address in it, and that they do not count', () => {
    expect(listingStatement({ ...listing, known_benign: true }, '192.0.2.1').text).toBe(
      'Listed by List A: 192.0.2.0/24, malware, 2026-01-31 to 2026-02-01, Emotet, not counted',
    );
  });

  it('say that a URL is on a shared host', () => {
    expect(listingStatement({ ...listing, on_shared_host: true }, '192.0.2.1').text).toMatch(
      /, a URL on a shared host$/,
    );
  });

  it('keep no reference that is no address of the web', () => {
    expect(listingStatement({ ...listing, reference: 'javascript:alert(1)' }, '')).not.toHaveProperty('reference');
    expect(listingStatement({ source: 'feed:x' }, '')).toMatchObject({ source: 'feed:x' });
  });
});

it.each([
  ['the value itself', { subject: 'www.evil.test', is_open: true }, true],
  ['the domain that it belongs to', { subject: 'evil.test', is_open: true }, true],
  ['until it expires', { subject: 'evil.test', expires: '2026-11-21' }, true],
  ['no longer', { subject: 'evil.test', expires: '2026-11-20' }, false],
  ['a host below it', { subject: 'a.www.evil.test', is_open: true }, false],
  ['a URL on it', { subject: 'http://www.evil.test/a', is_open: true }, false],
  ['as known benign', { subject: 'evil.test', is_open: true, known_benign: true }, false],
])('a listing of %s is evidence of its own: %j', (_what, listing, isOwn) => {
  const given = { title: 'List A', category: 'malware', first_listed: '2026-01-11', ...listing };
  const own = { list: 'List A', category: 'malware', since: Date.UTC(2026, 0, 11) / 1000, reference: undefined };
  expect(ownListings([given], 'www.evil.test', '2026-11-21')).toEqual(isOwn ? [own] : []);
});

it('name the deciding factor in words', () => {
  expect(seenFacts('a.example', { score: 80, reason: 'ns_reputation_score' })).toMatchObject([
    { reason: 'From its name servers' },
  ]);
  expect(seenFacts('a.example', { reason: 'Sinkholed' })).toMatchObject([{ reason: 'Sinkholed' }]);
});
