import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoDateToDate } from '#model/dates.ts';
import { canonicalDomain } from '#model/domain-name.ts';
import { coverageLabels, factKinds, type FactSubjectType } from '#model/fact-kind.ts';
import { canonicalIp } from '#model/ip-address.ts';
import { readText } from '#test/server/feed-document.ts';
import { feedReaders } from '#server/ingest/feeds/read/readers.ts';
import { catalogue } from './catalogue.ts';
import type { FeedEntry, FeedSubject } from '#server/ingest/feeds/read/entry.ts';
import type { ReaderName, ReaderOptions } from './feed.ts';
import { acceptOf } from '#server/ingest/feeds/fetch/fetch-documents.ts';

describe('the catalogue', () => {
  it('has ids and numbers of its own for every feed', () => {
    const numbers = catalogue.map(({ importId }) => importId);
    expect(new Set(numbers).size).toBe(catalogue.length);
    expect(numbers.every((number) => number >= 20 && number <= 99)).toBe(true);
    expect(new Set(catalogue.map(({ id }) => id)).size).toBe(catalogue.length);
    for (const { id } of catalogue) expect(id).toMatch(/^[a-z0-9-]+$/);
  });

  it.each(catalogue.map((feed) => [feed.id, feed] as const))('%s is complete', (_, feed) => {
    expect(feed.urls.length).toBeGreaterThan(0);
    for (const url of [...feed.urls, feed.licenceUrl]) expect(new URL(url).protocol).toBe('https:');
    expect(feed.everySeconds).toBeGreaterThanOrEqual(feed.minIntervalSeconds);
    expect(feed.minIntervalSeconds).toBeGreaterThan(0);
    // a feed of events needs to know when an entry stops counting
    expect(feed.mode === 'events').toBe(feed.lifetimeDays !== undefined);
    expect(feed.category !== '').toBe(feed.fills.includes('listings'));
    for (const text of [feed.title, feed.publisher, feed.licence, feed.attribution]) expect(text).not.toBe('');
    if (feed.recommended) expect([feed.auth, feed.terms, feed.free]).toEqual([undefined, '', true]);
  });

  it.each([
    // hosting companies own many of the ranges, many of the resolvers are badly secured routers, and anybody may use a CDN
    ['warninglists-vpn', ['vpn'], 'VPN or datacenter'],
    ['warninglists-resolvers', ['open_resolver'], 'Public DNS resolver'],
    ['warninglists-cdn', ['cdn'], 'Shared CDN address'],
  ] as const)('%s says what its own text says', (id, fills, label) => {
    const feed = catalogue.find((each) => each.id === id);
    expect(feed?.fills).toEqual(fills);
    expect(coverageLabels[fills[0]]).toBe(label);
  });

  it('asks TAXII servers for their own media type', () => {
    expect(acceptOf({ reader: 'taxii' })).toBe('application/taxii+json;version=2.1');
    expect(acceptOf({ reader: 'csv' })).toBe('*/*');
  });
});

const names: readonly ReaderName[] = [
  ...new Set<ReaderName>([
    ...catalogue.map(({ reader }) => reader),
    'hosts',
    'json',
    'ndjson',
    'misp',
    'stix',
    'taxii',
  ]),
];

/** Fields and words of the formats, so that generated text gets past their first checks. */
const word = fc.oneof(
  fc.constantFrom(
    '192.0.2.1',
    '2001:DB8::1',
    '192.0.2.0/24',
    '0.0.0.0/0',
    'Evil.Example.',
    'AS64500',
    '64500',
    '0',
    '-1',
  ),
  fc.constantFrom(
    'http://a.example/x',
    'hxxp://b[.]example',
    'a'.repeat(40),
    'ipv4',
    'asn',
    'ExitAddress',
    '2026-11-22',
  ),
  fc.constantFrom(
    '{"cidr":"192.0.2.0/24"}',
    '{"objects":[]}',
    '{"list":["192.0.2.1"]}',
    '[',
    '"',
    '""',
    "'",
    '\0',
    '\ufffd',
  ),
  fc.constantFrom('url', 'ioc_value', 'dst_ip', 'SHA1', '#', '1', '0.0.0.0', '99999999999999999999'),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const line = fc
  .tuple(fc.array(word, { maxLength: 9 }), fc.constantFrom('|', '\t', ',', ' ', ', ', '":"'))
  .map(([words, delimiter]) => words.join(delimiter));
const lines = fc.array(line, { maxLength: 12 }).map((all) => all.join('\n'));
const json = fc.oneof(
  fc.json({ maxDepth: 4 }),
  fc
    .jsonValue({ maxDepth: 3 })
    .map((value) => JSON.stringify({ list: value, objects: value, Event: value, type: 'cidr' })),
  fc
    .array(
      fc.record({
        type: fc.constant('indicator'),
        pattern: fc.oneof(word, fc.string()),
        valid_until: word,
        revoked: fc.boolean(),
      }),
    )
    .map((objects) => JSON.stringify({ objects, more: true, next: 'x' })),
  fc
    .array(
      fc.record({
        type: fc.constantFrom('ip-dst', 'domain', 'url', 'domain|ip', 'AS', 'md5'),
        value: word,
        to_ids: fc.constant(true),
      }),
    )
    .map((Attribute) => JSON.stringify({ Event: { Attribute, date: '2026-11-22' } })),
);

describe.each(names)('the reader %s', (name) => {
  const options: ReaderOptions =
    name === 'warninglist'
      ? { fact: { kind: 'known_benign', value: '' } }
      : { mapping: { indicator: name.endsWith('json') ? '[].a' : '1', first: '2', tags: '3' }, since: '2026-01-01' };

  it('takes any text and gives sound entries only', () =>
    fc.assert(
      fc.asyncProperty(fc.oneof(lines, json), async (text) => {
        const { entries, asOf } = await readText(feedReaders[name], text, options);
        expect(asOf === null || isoDateToDate(asOf) !== null).toBe(true);
        for (const entry of entries) expect(faultOf(entry)).toBeNull();
      }),
      { numRuns: 150 },
    ));

  it('takes a line of a megabyte and JSON of any depth', async () => {
    for (const text of [
      'x'.repeat(1_000_000),
      '['.repeat(200_000),
      '"'.repeat(100_001),
      '|'.repeat(500_000),
      '\0\n'.repeat(1000),
    ]) {
      const { entries } = await readText(feedReaders[name], text, options);
      for (const entry of entries) expect(faultOf(entry)).toBeNull();
    }
  });
});

/** What is wrong with an entry; null when nothing is. */
function faultOf(entry: FeedEntry): string | null {
  switch (entry.what) {
    case 'reject':
      return entry.reason !== '' && entry.line.length <= 200 ? null : 'a reject without a reason, or too long';
    case 'listing':
      return subjectFault(entry.subject) ?? daysFault(entry.first, entry.last, entry.until);
    case 'fact': {
      const subjects: readonly FactSubjectType[] = factKinds[entry.kind].subjects;
      const isPossible = subjects.some((type) => type === entry.subject.type);
      return isPossible ? (subjectFault(entry.subject) ?? daysFault(entry.from, entry.until)) : 'an impossible fact';
    }
    case 'origin':
      return canonicalIp(entry.first) === entry.first && canonicalIp(entry.last) === entry.last ? null : 'a range';
    case 'announcement':
      return entry.asns.length > 0 && entry.prefix.includes('/') ? null : 'an announcement';
    case 'allocation':
      return daysFault(entry.date === '' ? undefined : entry.date);
  }
}

function daysFault(...days: readonly (string | undefined)[]): string | null {
  return days.every((day) => day === undefined || isoDateToDate(day) !== null) ? null : 'a day';
}

function subjectFault(subject: FeedSubject): string | null {
  const isHost = (text: string) => canonicalIp(text) === text || canonicalDomain(text) === text;
  switch (subject.type) {
    case 'ip':
      return canonicalIp(subject.address) === subject.address ? null : 'an address';
    case 'range':
      return [subject.first, subject.last].every((end) => canonicalIp(end) === end) ? null : 'a range';
    case 'asn':
      return subject.asn > 0 && subject.asn < 2 ** 32 ? null : 'an AS number';
    case 'domain':
    case 'name_server':
      return canonicalDomain(subject.name) === subject.name ? null : 'a name';
    case 'url':
      return isHost(subject.host) && /^[a-z][a-z0-9+.-]*:\/\/\S+$/.test(subject.url) ? null : `a URL: ${subject.url}`;
    default:
      return /^[0-9a-f]+$/.test(subject.value) ? null : 'a fingerprint';
  }
}
