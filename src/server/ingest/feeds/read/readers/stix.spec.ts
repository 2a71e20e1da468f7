import { describe, expect, it, test } from 'vitest';
import { readText, reasonsOf } from '#test/server/feed-document.ts';
import { readStix } from './stix.ts';

const indicator = (pattern: string, more: object = {}) => ({
  type: 'indicator',
  spec_version: '2.1',
  id: 'indicator--8e2e2d2b-17d4-4cbf-938f-98ee46b3cd3f',
  created: '2026-11-01T10:00:00.000Z',
  modified: '2026-11-20T10:00:00.000Z',
  indicator_types: ['malicious-activity'],
  name: 'Poison Ivy',
  pattern,
  pattern_type: 'stix',
  valid_from: '2026-11-02T00:00:00Z',
  ...more,
});
const bundle = (...objects: readonly object[]) => JSON.stringify({ type: 'bundle', id: 'bundle--1', objects });

describe('a bundle', () => {
  it('gives a listing for each indicator', async () => {
    const text = bundle(
      { type: 'malware', id: 'malware--1', name: 'x' },
      indicator("[domain-name:value = 'evil.example']", {
        confidence: 80,
        external_references: [{ source_name: 'a' }, { source_name: 'b', url: 'https://publisher.test/1' }],
      }),
    );
    const { entries, asOf, more } = await readText(readStix, text);
    expect([asOf, more]).toEqual(['2026-11-20', []]);
    expect(entries).toEqual([
      {
        what: 'listing',
        subject: { type: 'domain', name: 'evil.example' },
        tags: ['Poison Ivy', 'malicious-activity'],
        reference: 'https://publisher.test/1',
        category: 'malware',
        confidence: 80,
        first: '2026-11-02',
        last: '2026-11-20',
      },
    ]);
  });

  it('says until when an indicator counts: valid_until, or the day before it was revoked', async () => {
    const pattern = "[ipv4-addr:value = '192.0.2.1']";
    const { entries } = await readText(
      readStix,
      bundle(
        indicator(pattern, { valid_until: '2026-12-01T00:00:00Z' }),
        indicator(pattern, { valid_until: '2026-12-01T12:00:00Z' }),
        indicator(pattern, { revoked: true }),
      ),
    );
    expect(entries.map((entry) => 'until' in entry && entry.until)).toEqual(['2026-11-30', '2026-12-01', '2026-11-19']);
  });
});

test('an indicator marked as benign is not listed', async () => {
  const pattern = "[domain-name:value = 'good.example']";
  const benign = [{ indicator_types: ['benign'] }, { indicator_types: undefined, labels: ['Benign'] }];
  for (const more of benign)
    expect(reasonsOf(await readText(readStix, bundle(indicator(pattern, more))))).toEqual([
      'The publisher marks the indicator as benign, so it is not listed.',
    ]);
});

test.each<[string, object[]]>([
  ["[ipv4-addr:value = '192.0.2.1']", [{ type: 'ip', address: '192.0.2.1' }]],
  ["[ipv4-addr:value ISSUBSET '192.0.2.0/24']", [{ type: 'range', text: '192.0.2.0/24' }]],
  ["[ipv6-addr:value = '2001:db8::1']", [{ type: 'ip', address: '2001:db8::1' }]],
  ["[url:value = 'http://evil.example/it\\'s']", [{ type: 'url', url: "http://evil.example/it's" }]],
  [`[file:hashes.'SHA-256' = '${'a'.repeat(64)}']`, [{ type: 'hash', value: 'a'.repeat(64) }]],
  [`[file:hashes.MD5='${'b'.repeat(32)}']`, [{ type: 'hash', value: 'b'.repeat(32) }]],
  [`[x509-certificate:hashes.'SHA-1' = '${'c'.repeat(40)}']`, [{ type: 'certificate', value: 'c'.repeat(40) }]],
  ['[autonomous-system:number = 64500]', [{ type: 'asn', asn: 64_500 }]],
  ["[network-traffic:dst_ref.value = '192.0.2.9']", [{ type: 'ip', address: '192.0.2.9' }]],
  [
    "[domain-name:value = 'a.example' OR domain-name:value = 'b.example'] OR [domain-name:value IN ('c.example', 'd.example')]",
    ['a', 'b', 'c', 'd'].map((label) => ({ type: 'domain', name: `${label}.example` })),
  ],
  [
    "[network-traffic:dst_ref.type = 'ipv4-addr' AND network-traffic:dst_ref.value = '198.51.100.3']",
    [{ type: 'ip', address: '198.51.100.3' }],
  ],
  [
    "[(network-traffic:dst_ref.type = 'ipv6-addr' AND network-traffic:dst_ref.value = '2001:db8::1') AND network-traffic:dst_port = 443]",
    [{ type: 'ip', address: '2001:db8::1' }],
  ],
  [
    `[file:name = 'a.exe' AND (file:hashes.MD5 = '${'b'.repeat(32)}' AND file:hashes.'SHA-1' = '${'c'.repeat(40)}')]`,
    [
      { type: 'hash', value: 'b'.repeat(32) },
      { type: 'hash', value: 'c'.repeat(40) },
    ],
  ],
])('the pattern %s', async (pattern, subjects) => {
  const { entries } = await readText(readStix, bundle(indicator(pattern)));
  expect(entries.map((entry) => 'subject' in entry && entry.subject)).toMatchObject(subjects);
});

test.each([
  [
    "[domain-name:value = 'a.example' AND url:value = 'http://a.example/x']",
    'A pattern with several values that must occur together is not evidence about a single value.',
  ],
  [
    "[domain-name:value = 'a.example'] FOLLOWEDBY [domain-name:value = 'b.example']",
    'A pattern with several values that must occur together is not evidence about a single value.',
  ],
  ["[domain-name:value = 'a.example'", 'The pattern is not a simple comparison.'],
  ['('.repeat(19_000), 'The pattern is not a simple comparison.'],
  ["[domain-name:value IN ('a.example' 'b.example')]", 'The pattern is not a simple comparison.'],
  [
    `[${"(url:value = 'a' OR url:value = 'b') AND ".repeat(40)}url:value = 'c']`,
    'The pattern is not a simple comparison.',
  ],
  ["[domain-name:value MATCHES '^a']", 'The pattern is not a simple comparison.'],
  ["[domain-name:value != 'a.example']", 'The pattern is not a simple comparison.'],
  ["[email-addr:value = 'a@b.example']", 'The property email-addr:value is not supported.'],
  ["[domain-name:value = 'unclosed]", 'The pattern is not a simple comparison.'],
  ["[domain-name:value = 'nowhere']", 'Not a domain: it has one label only.'],
  ['', 'The pattern is not a simple comparison.'],
  [`[${'a'.repeat(30_000)}`, 'The pattern is longer than 20000 characters.'],
])('says why the pattern %.60s is not read', async (pattern, reason) =>
  expect(reasonsOf(await readText(readStix, bundle(indicator(pattern))))).toEqual([reason]),
);

test('a pattern of another language is refused', async () =>
  expect(reasonsOf(await readText(readStix, bundle(indicator('rule x {}', { pattern_type: 'yara' }))))).toEqual([
    'The pattern is not in STIX, but in another language.',
  ]));

describe('a page of a TAXII collection', () => {
  const page = 'https://taxii.test/api/collections/1/objects/?added_after=2026-11-01T00:00:00Z';

  it('leads to the next page', async () => {
    const text = JSON.stringify({ more: true, next: 'a b', objects: [indicator("[domain-name:value = 'a.example']")] });
    const { entries, more } = await readText(readStix, text, {}, page);
    expect(entries).toHaveLength(1);
    expect(more).toEqual([
      'https://taxii.test/api/collections/1/objects/?added_after=2026-11-01T00%3A00%3A00Z&next=a+b',
    ]);
    // a server that names the same page again does not lead around in circles
    expect((await readText(readStix, text, {}, more[0])).more).toEqual([]);
  });

  it('leads on from a number, and by the header when the server names no page', async () => {
    const read = (body: object, name = page, header?: string) =>
      readText(readStix, JSON.stringify({ more: true, objects: [], ...body }), {}, name, header);
    expect((await read({ next: 50 })).more).toEqual([`${page.replaceAll('00:', '00%3A')}&next=50`]);
    const header = '2026-11-20T10:00:00.000Z';
    const { more, entries } = await read({}, `${page}&next=50`, header);
    expect(more).toEqual([page.replace(/=.*/, `=${encodeURIComponent(header)}`)]);
    expect(entries).toEqual([]);
    for (const stuck of [await read({}), await read({}, more[0], header)]) {
      expect(stuck.more).toEqual([]);
      expect(reasonsOf(stuck)).toEqual([
        'The collection has more pages, but this page does not say where the next one is.',
      ]);
    }
  });

  it('ends where there is no more', async () => {
    for (const text of ['{}', '{"more": false}', '{"more": false, "next": "1", "objects": []}'])
      expect(await readText(readStix, text, {}, page)).toMatchObject({ entries: [], more: [] });
  });
});

test('what is no bundle is refused', async () => {
  expect(reasonsOf(await readText(readStix, '[]'))).toEqual([
    'Not a STIX bundle or TAXII page: the document is not a JSON object.',
  ]);
  expect(reasonsOf(await readText(readStix, '{"title":"Unauthorized"}'))).toEqual([
    'Not a STIX bundle or TAXII page: it needs “objects”.',
  ]);
});
