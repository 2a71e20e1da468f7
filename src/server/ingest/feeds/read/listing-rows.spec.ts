import { describe, expect, it } from 'vitest';
import type { FactEntry, FeedSubject, ListingEntry } from './entry.ts';
import { factRows, listingRows } from './listing-rows.ts';

const defaults = { category: 'malware', confidence: 80 } as const;
const listing = (subject: FeedSubject, more: Partial<ListingEntry> = {}): ListingEntry => ({
  what: 'listing',
  subject,
  tags: [],
  reference: '',
  ...more,
});
const fact = (kind: FactEntry['kind'], subject: FeedSubject, more: Partial<FactEntry> = {}): FactEntry => ({
  what: 'fact',
  kind,
  subject,
  value: '',
  tags: [],
  ...more,
});
const range = (first: string, last: string): FeedSubject => ({ type: 'range', first, last, text: `${first}-${last}` });

describe('the rows of a listing', () => {
  const unsaid = { category: 'malware', confidence: 80, first_listed: '1970-01-01', last_listed: '1970-01-01' };
  it.each<[FeedSubject, object[]]>([
    [{ type: 'ip', address: '192.0.2.7' }, [{ indicator: '192.0.2.7', host: '192.0.2.7', ip: '::ffff:192.0.2.7' }]],
    [{ type: 'ip', address: '2001:db8::7' }, [{ indicator: '2001:db8::7', host: '2001:db8::7', ip: '2001:db8::7' }]],
    [{ type: 'domain', name: 'bad.example' }, [{ indicator: 'bad.example', host: 'bad.example' }]],
    [
      { type: 'url', url: 'http://bad.example/a?b', host: 'bad.example' },
      [{ indicator: 'http://bad.example/a?b', host: 'bad.example' }],
    ],
    [
      { type: 'url', url: 'http://192.0.2.7:8080/', host: '192.0.2.7' },
      [{ indicator: 'http://192.0.2.7:8080/', host: '192.0.2.7', ip: '::ffff:192.0.2.7' }],
    ],
    [{ type: 'asn', asn: 64500 }, [{ kind: 'asn', indicator: 'AS64500', host: 'AS64500' }]],
    [{ type: 'hash', value: 'ab'.repeat(16) }, [{ kind: 'hash', indicator: 'ab'.repeat(16), host: 'ab'.repeat(16) }]],
    [
      range('198.51.100.0', '198.51.100.255'),
      [{ kind: 'range', indicator: '198.51.100.0/24', host: '198.51.100.0/24' }],
    ],
    [range('2001:db8::', '2001:db8:0:ffff:ffff:ffff:ffff:ffff'), [{ kind: 'range', host: '2001:db8::/48' }]],
    // one address is not a range, and what a publisher calls one range stays one thing that is listed
    [range('192.0.2.7', '192.0.2.7'), [{ indicator: '192.0.2.7', host: '192.0.2.7', ip: '::ffff:192.0.2.7' }]],
    [
      range('192.0.2.2', '192.0.2.4'),
      [
        { kind: 'range', indicator: '192.0.2.2-192.0.2.4', host: '192.0.2.2/31' },
        { indicator: '192.0.2.2-192.0.2.4', host: '192.0.2.4', ip: '::ffff:192.0.2.4' },
      ],
    ],
  ])('%j', (subject, rows) => {
    expect(listingRows(listing(subject), defaults)).toEqual(
      rows.map((row) => expect.objectContaining({ ...unsaid, ...row }) as unknown),
    );
  });

  it('says what the entry says rather than what the feed says', () => {
    const more = { category: 'c2', confidence: 5, tags: ['Emotet'], reference: 'https://x.test/1' } as const;
    const [row] = listingRows(listing({ type: 'domain', name: 'a.test' }, { ...more, first: '2026-01-02' }), defaults);
    expect(row).toMatchObject({ ...more, first_listed: '2026-01-02', last_listed: '2026-01-02' });
  });

  it.each([
    [{ first: '2026-01-02', last: '2026-01-05' }, '2026-01-02', '2026-01-05'],
    [{ last: '2026-01-05' }, '2026-01-05', '2026-01-05'],
    [{ first: '2026-01-05', last: '2026-01-02' }, '2026-01-05', '2026-01-05'],
  ])('dates %j', (days, first_listed, last_listed) => {
    const rows = listingRows(listing({ type: 'domain', name: 'a.test' }, days), defaults);
    expect(rows).toMatchObject([{ first_listed, last_listed }]);
  });

  it('cuts what is too long, and stores no broken Unicode', () => {
    const tags = [...Array.from({ length: 50 }, (_, at) => `tag${at}`), 'x'.repeat(5000), '', 'tag1'];
    const [row] = listingRows(
      listing({ type: 'domain', name: 'a.test' }, { tags: ['\ud800', ...tags], reference: 'y'.repeat(9999) }),
      defaults,
    ) as [{ tags: string[]; reference: string }];
    expect(row.tags).toHaveLength(32);
    expect(row.tags[0]).toBe('\ufffd');
    expect(row.reference).toHaveLength(2000);
  });

  it.each([
    [range('192.0.2.9', '192.0.2.1'), 'ends before it begins'],
    [range('192.0.2.9', '2001:db8::'), 'not two addresses of one kind'],
    [range('64.0.0.0', '127.255.255.255'), 'large part of the internet'],
    [range('2000::', '3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'), 'large part of the internet'],
  ])('refuses %j', (subject, reason) => {
    expect(listingRows(listing(subject), defaults)).toContain(reason);
  });

  it.each<[FeedSubject, string]>([
    ...[
      '127.0.0.1',
      '10.1.2.3',
      '169.254.169.254',
      '224.0.0.1',
      '255.255.255.255',
      '100.64.0.1',
      '::1',
      'fe80::1',
      'ff02::1',
    ].map((address): [FeedSubject, string] => [{ type: 'ip', address }, 'special-use address space']),
    [range('10.0.0.0', '10.255.255.255'), 'special-use address space'],
    [range('239.0.0.0', '239.0.0.9'), 'special-use address space'],
    [{ type: 'url', url: 'http://192.168.1.1/a', host: '192.168.1.1' }, 'special-use address space'],
    [{ type: 'domain', name: 'localhost.localdomain' }, 'a name of a local network'],
    [{ type: 'url', url: 'http://printer.lan/', host: 'printer.lan' }, 'a name of a local network'],
    ...['com', 'co.uk', 'github.io', 'duckdns.org'].map((name): [FeedSubject, string] => [
      { type: 'domain', name },
      'a public suffix',
    ]),
  ])('refuses %j', (subject, reason) => {
    expect(listingRows(listing(subject), defaults)).toContain(reason);
  });

  it.each<FeedSubject>([
    { type: 'ip', address: '8.8.8.8' },
    { type: 'domain', name: 'evil.github.io' },
    { type: 'domain', name: 'evil.duckdns.org' },
    { type: 'domain', name: `${'a'.repeat(56)}.onion` },
    { type: 'url', url: 'https://github.io/a', host: 'github.io' },
  ])('lists %j', (subject) => {
    expect(listingRows(listing(subject), defaults)).toHaveLength(1);
  });
});

describe('the rows of a fact', () => {
  it.each<[FactEntry, object[]]>([
    [
      fact('tor_exit', { type: 'ip', address: '192.0.2.7' }),
      [{ subject_type: 'ip', first: '::ffff:192.0.2.7', last: '::ffff:192.0.2.7', kind: 'tor_exit' }],
    ],
    [
      fact('sinkhole', range('192.0.2.2', '192.0.2.4'), { tags: ['one'] }),
      [
        {
          subject_type: 'range',
          first: '::ffff:192.0.2.2',
          last: '::ffff:192.0.2.3',
          key: '192.0.2.2/31',
          tags: ['one'],
        },
        { subject_type: 'ip', first: '::ffff:192.0.2.4', last: '::ffff:192.0.2.4' },
      ],
    ],
    [fact('vpn', { type: 'asn', asn: 64500 }), [{ subject_type: 'asn', key: '64500' }]],
    [
      fact('expired', { type: 'domain', name: 'a.test' }, { from: '2026-03-01' }),
      [{ subject_type: 'domain', key: 'a.test', valid_from: '2026-03-01', valid_to: '2299-12-31' }],
    ],
    [
      fact('parking', { type: 'name_server', name: 'ns.test' }, { until: '2026-03-01' }),
      [{ subject_type: 'name_server', key: 'ns.test', valid_from: '1970-01-01', valid_to: '2026-03-01' }],
    ],
    // the whole of IPv6 documentation space may be known benign
    [
      fact('known_benign', range('2000::', '3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'), { value: 'Everybody' }),
      [{ key: '2000::/3', value: 'Everybody' }],
    ],
  ])('%j', (entry, rows) => {
    expect(factRows(entry)).toEqual(rows.map((row) => expect.objectContaining(row) as unknown));
  });

  it.each([
    [fact('ptr', { type: 'domain', name: 'a.test' }), '"Reverse DNS name" does not apply to a domain'],
    [fact('tor_exit', { type: 'url', url: 'http://a.test/', host: 'a.test' }), 'does not apply to a URL'],
    [fact('vpn', range('192.0.2.9', '192.0.2.1')), 'ends before it begins'],
  ])('refuses %j', (entry, reason) => {
    expect(factRows(entry)).toContain(reason);
  });
});
