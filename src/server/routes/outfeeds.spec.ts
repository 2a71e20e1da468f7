import { beforeAll, describe, expect, it } from 'vitest';
import { v5 } from 'uuid';
import type { Outfeed, Outfeeds } from '#contract/generated/types.gen.ts';
import { renewOutfeeds, type RenewOptions } from '#server/ingest/outfeeds/renew.ts';
import { judgementReader } from '#server/queries/judgements.ts';
import { coverageReader } from '#server/queries/coverage.ts';
import { readTime } from '#server/serializers/outfeed-stix.ts';
import { key } from '#test/server/collection.ts';
import { useTestService } from '#test/server/use-test-service.ts';
import { facts, findings, hostile, listing, listings, today } from '#test/server/outfeed-rows.ts';
import { TaxiiClient } from '#test/server/taxii-client.ts';
import { riskScorer } from './member-scores.ts';

const keys = {
  feed: 'a-key-of-a-firewall',
  reader: 'a-key-of-a-reader',
  ingest: 'a-key-of-a-shipper',
  assistant: 'a-key-of-an-assistant',
};

const service = useTestService({
  env: {
    SIGHTLINE_API_KEYS: [key, ...Object.entries(keys).map(([role, each]) => `my-${role}:${role}:${each}`)].join(','),
  },
});
let origin: string;
beforeAll(async () => {
  await service.add({
    listings,
    facts,
    findings,
    imports: [{ import: 7, source: 'feed:one', kind: 'feed', state: 'done', as_of: today, covers: ['listings'] }],
  });
  origin = await service.listen();
}, 120_000);

const publish = async (definition: object) => {
  const { status, response } = await service.post('/sightline/outfeeds', definition);
  expect(status).toBe(200);
  const { name } = definition as { name: string };
  await expect.poll(async () => (await feedOf(name)).state, { timeout: 30_000 }).toBe('renewed');
  return response as Outfeeds;
};
const feedOf = async (name: string) => {
  const { response } = await service.get('/sightline/outfeeds');
  return (response as Required<Outfeeds>).feeds.find((each) => each.name === name) as Required<Outfeed>;
};
const read = (path: string, headers: Record<string, string> = { 'x-api-key': keys.feed }) =>
  fetch(`${origin}${path}`, { headers });
const text = async (path: string) => {
  const answer = await read(path);
  expect(answer.status).toBe(200);
  return answer.text();
};
const linesOf = (body: string, comment = '#') =>
  body.split('\n').filter((line) => line !== '' && !line.startsWith(comment));

/** Changes the listings as an import does, and renews the feeds. */
let imports = 100;
async function change(
  added: readonly object[],
  gone: readonly string[] = [],
  options: Partial<RenewOptions> = {},
): Promise<void> {
  imports += 1;
  for (const host of gone)
    await service.engine.command({
      name: 'spec',
      sql: 'DELETE FROM listings WHERE host = {host:String}',
      params: { host },
    });
  await service.add({
    listings: added,
    imports: [{ import: imports, source: 'feed:one', kind: 'feed', state: 'done' }],
  });
  const { engine } = service;
  const now = () => new Date();
  const coverage = coverageReader({ engine, titles: async () => (id) => id, now });
  const judgements = judgementReader({ engine, now, configured: [] });
  const scoreOf = riskScorer({ engine, now, coverage });
  const found = async () => [];
  await renewOutfeeds(engine, { now: now(), today, scoreOf, found, judgements, ...options });
}

describe('a block list', () => {
  it('holds what is listed, and counts what it leaves out', async () => {
    const { sources, detectors, can_manage } = await publish({ name: 'all', holds: 'listing' });
    expect(sources?.map(({ id }) => id)).toEqual(['feed:one', 'feed:two']);
    expect([can_manage, detectors?.length]).toEqual([true, 8]);
    const { left_out, domains, addresses, serial, changed_at, tlp } = await feedOf('all');
    expect(Object.fromEntries(left_out.map(({ reason, count }) => [reason, count]))).toEqual({
      'names that no host can have': hostile.length,
      'domains below which others have names': 2,
      'addresses of internal networks': 4,
      'networks that are too large': 2,
      'names of internal networks': 1,
      'known benign': 1,
      'URLs on shared hosts': 1,
    });
    expect([domains, addresses, tlp]).toEqual([5, 7, 'amber']);
    expect(serial).toBe(Math.floor((readTime(changed_at ?? '') ?? 0) / 1e6));
  });

  it('is text, CSV, a hosts file and a zone', async () => {
    const names = ['bad-one.example', 'evil.example', 'fading.example', 'phish.example', 'www.evil.example'];
    const addresses = [
      '198.51.100.0/25',
      '2001:db8:0:0:1::',
      '2001:db8:1:2:3:4:5:6',
      '2001:db8:40::/48',
      '2001:db8::7',
    ];
    const values = [...names, ...addresses, '203.0.113.7', '203.0.113.9'].toSorted();
    const plain = await text('/feeds/all');
    expect(linesOf(plain)).toEqual(values);
    expect(plain).toContain(`${hostile.length} names that no host can have`);
    expect(await text('/feeds/all.txt')).toBe(plain);
    const hosts = await text('/feeds/all.hosts');
    expect(linesOf(hosts)).toEqual(names.map((name) => `0.0.0.0 ${name}`));
    expect(hosts).toContain('# Left out of this format: 7 addresses and networks\n');
    const [head, ...records] = (await text('/feeds/all.csv')).split('\r\n');
    expect(head).toBe('value,type,added,confidence,labels');
    expect(records.at(-1)).toBe('');
    expect(records.find((line) => line.startsWith('phish'))).toMatch(
      /^phish\.example,domain,\d{4}-.+Z,80,feed:two;phishing$/,
    );
    expect(records).toHaveLength(values.length + 1);
    const zone = linesOf(await text('/feeds/all.rpz'), ';');
    const { serial } = await feedOf('all');
    expect(zone.slice(0, 3)).toEqual([
      '$TTL 300',
      `@ IN SOA localhost. hostmaster.localhost. ${serial} 300 60 604800 60`,
      '@ IN NS localhost.',
    ]);
    const owners = [
      ...names.flatMap((name) => [name, `*.${name}`]),
      '25.0.100.51.198.rpz-ip',
      '128.zz.1.0.0.db8.2001.rpz-ip',
      '128.6.5.4.3.2.1.db8.2001.rpz-ip',
      '48.zz.40.db8.2001.rpz-ip',
      '128.7.zz.db8.2001.rpz-ip',
      '32.7.113.0.203.rpz-ip',
      '32.9.113.0.203.rpz-ip',
    ];
    expect(zone.slice(3).toSorted()).toEqual(owners.map((owner) => `${owner} IN CNAME .`).toSorted());
  });

  it('holds a category, a source, a kind, a band of the score, or findings', async () => {
    await publish({ name: 'phishing', holds: 'listing', category: 'phishing', kind: 'domain' });
    expect(linesOf(await text('/feeds/phishing'))).toEqual(['fading.example', 'phish.example']);
    await publish({ name: 'two', holds: 'listing', source: 'feed:two' });
    expect(linesOf(await text('/feeds/two'))).toEqual(['203.0.113.9', 'phish.example']);
    await publish({ name: 'critical', holds: 'score', kind: 'domain', category: 'phishing', band: 'critical' });
    expect(linesOf(await text('/feeds/critical'))).toEqual(['phish.example']);
    expect((await feedOf('critical')).left_out).toEqual([]);
    await publish({ name: 'flux', holds: 'finding', detector: 'fast-flux' });
    expect(linesOf(await text('/feeds/flux'))).toEqual(['198.51.100.128/26', '203.0.113.99', 'flux.example']);
    expect((await feedOf('flux')).left_out).toEqual([{ reason: 'AS numbers', count: 1 }]);
  });

  it('holds what the team judged bad or tagged, as long as it does', async () => {
    const judge = (kind: string, subjects: readonly string[], more: object = {}) =>
      service.post('/sightline/judgements', { subjects, kind, reason: 'seen', ...more });
    await judge('bad', ['kit.evil.example', '203.0.113.64/26', 'AS64500', 'top.example']);
    await judge('tag', ['203.0.113.80', 'taken.evil.example'], { text: 'red team' });
    await judge('tag', ['other.example'], { text: 'blue team' });
    expect((await publish({ name: 'bad', holds: 'judged' })).tags).toEqual(['blue team', 'red team']);
    expect(linesOf(await text('/feeds/bad'))).toEqual(['203.0.113.64/26', 'kit.evil.example']);
    expect((await feedOf('bad')).left_out).toEqual([
      { reason: 'AS numbers', count: 1 },
      { reason: 'known benign', count: 1 },
    ]);
    await publish({ name: 'tagged', holds: 'judged', tag: 'red team' });
    expect(linesOf(await text('/feeds/tagged'))).toEqual(['203.0.113.80', 'taken.evil.example']);
    expect(await text('/feeds/tagged.csv')).toMatch(/^203\.0\.113\.80,address,[^,]+,,red team\r$/m);
    expect(await text('/feeds/tagged.rpz')).toMatch(/^taken\.evil\.example IN CNAME \.$/m);
    const taken = { subjects: ['taken.evil.example'], kind: 'tag', text: 'red team' };
    await service.post('/sightline/judgements/take-back', taken);
    await change([]);
    expect(linesOf(await text('/feeds/tagged'))).toEqual(['203.0.113.80']);
    expect((await service.post('/sightline/outfeeds', { name: 'x', holds: 'judged', tag: ' a' })).status).toBe(400);
    await service.post('/sightline/judgements/take-back', {
      subjects: ['top.example', 'kit.evil.example'],
      kind: 'bad',
    });
  });

  it('is previewed', async () => {
    const preview = async (query: string) => (await service.get(`/sightline/outfeeds/preview?${query}`)).response;
    const phishing = { domains: 2, addresses: 0, is_estimate: false, left_out: [] };
    expect(await preview('holds=listing&category=phishing')).toMatchObject(phishing);
    const critical = await preview('holds=score&category=phishing&band=critical');
    expect(critical).toEqual({ ...phishing, domains: 1, examples: ['phish.example'] });
    expect(await preview('holds=finding&kind=address')).toMatchObject({ domains: 0, addresses: 2 });
  });

  it('answers 304 until it changes', async () => {
    const first = await read('/feeds/all.rpz');
    const [etag = '', modified = ''] = [first.headers.get('etag') ?? '', first.headers.get('last-modified') ?? ''];
    const zone = await first.text();
    const again = (headers: Record<string, string>) => read('/feeds/all.rpz', { 'x-api-key': keys.feed, ...headers });
    expect((await again({ 'if-none-match': etag })).status).toBe(304);
    expect((await again({ 'if-none-match': `"x", ${etag}` })).status).toBe(304);
    expect((await again({ 'if-modified-since': modified })).status).toBe(304);
    // the tag decides alone, and another format has another one
    expect((await again({ 'if-none-match': '"x"', 'if-modified-since': modified })).status).toBe(200);
    expect((await read('/feeds/all.txt', { 'x-api-key': keys.feed, 'if-none-match': etag })).status).toBe(200);

    const { serial } = await feedOf('all');
    await change([listing('fresh.example')], ['bad-one.example']);
    const changed = await again({ 'if-none-match': etag, 'if-modified-since': modified });
    const other = linesOf(await changed.text(), ';');
    const before = linesOf(zone, ';');
    expect(other.filter((line) => !before.includes(line)).slice(1)).toEqual([
      'fresh.example IN CNAME .',
      '*.fresh.example IN CNAME .',
    ]);
    expect(other.join('\n')).not.toContain('bad-one');
    expect((await feedOf('all')).serial).toBeGreaterThan(serial ?? Infinity);
  });

  it('keeps its serial while nothing changes, and its state over a restart', async () => {
    const [{ serial }, tag] = [await feedOf('all'), (await read('/feeds/all')).headers.get('etag')];
    await change([]);
    await service.restart();
    expect((await feedOf('all')).serial).toBe(serial);
    expect((await read('/feeds/all')).headers.get('etag')).toBe(tag);
  });

  it('keeps its entries when a renewal fails, and says why until one succeeds', async () => {
    const before = await text('/feeds/critical');
    const later = { now: new Date(Date.now() + 7_200_000) };
    const scoreOf = () => Promise.reject(new Error('out of memory'));
    const fresh = listing('fresh-phish.example', { category: 'phishing' });
    await change([fresh], [], { scoreOf });
    // within the hour it is not asked
    expect(await feedOf('critical')).toMatchObject({ state: 'renewed' });
    await change([], [], { ...later, scoreOf });
    expect(await feedOf('critical')).toMatchObject({ state: 'failed', error: 'out of memory', domains: 1 });
    expect(await text('/feeds/critical')).toBe(before);
    await change([]);
    expect(await feedOf('critical')).toMatchObject({ state: 'renewed', error: null, domains: 2 });
    expect(linesOf(await text('/feeds/critical'))).toEqual(['fresh-phish.example', 'phish.example']);
  });

  it('leaves out what is on the never-flag list, and what would block it', async () => {
    const [before, { serial }] = [linesOf(await text('/feeds/all')), await feedOf('all')];
    const ours = { subjects: ['mail.www.evil.example', '198.51.100.9', '2001:db8::7'], kind: 'never-flag' };
    expect((await service.post('/sightline/judgements', { ...ours, reason: 'ours' })).status).toBe(200);
    await change([]);
    const gone = ['198.51.100.0/25', '2001:db8::7', 'evil.example', 'www.evil.example'];
    expect(linesOf(await text('/feeds/all'))).toEqual(before.filter((line) => !gone.includes(line)));
    expect((await feedOf('all')).left_out).toContainEqual({ reason: 'on the never-flag list', count: gone.length });
    expect((await feedOf('all')).serial).toBeGreaterThan(serial ?? Infinity);
    await service.post('/sightline/judgements/take-back', ours);
    await change([]);
    expect(linesOf(await text('/feeds/all'))).toEqual(before);
  });

  it('is read with a key of its own, in the ways that programs send one', async () => {
    const status = async (path: string, headers: Record<string, string>) => (await read(path, headers)).status;
    const basic = { authorization: `Basic ${Buffer.from(`any:${keys.feed}`).toString('base64')}` };
    for (const path of ['/feeds/all', '/taxii2/'])
      expect([
        await status(path, {}),
        await status(path, { 'x-api-key': 'wrong' }),
        await status(path, basic),
        await status(path, { authorization: `Bearer ${keys.feed}` }),
        await status(path, { 'x-api-key': keys.reader }),
        await status(path, { 'x-api-key': keys.ingest }),
        await status(path, { 'x-api-key': keys.assistant }),
      ]).toEqual([401, 401, 200, 200, 200, 403, 403]);
    expect((await read('/feeds/all', {})).headers.get('www-authenticate')).toBe(
      'Basic realm="Sightline", charset="UTF-8"',
    );
    expect((await service.get('/sightline/outfeeds', { key: keys.feed })).status).toBe(403);
    expect((await service.post('/sightline/outfeeds', {}, { key: keys.reader })).status).toBe(403);
  });

  it('is not there under another name, and not ready before its first renewal', async () => {
    for (const path of ['/feeds/none', '/feeds/all.zip', '/feeds/all.rpz.txt', '/feeds/..%2fall', '/feeds/__proto__'])
      expect((await read(path)).status).toBe(404);
    const row = { name: 'new', holds: 'listing', kind: 'both', band: 'high', tlp: 'red', created: 1 };
    await service.add({ service_outfeeds: [row] });
    const answer = await read('/feeds/new');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10']);
    expect((await service.post('/sightline/outfeeds/new/remove', undefined)).status).toBe(200);
    expect((await read('/feeds/new')).status).toBe(404);
    expect((await service.post('/sightline/outfeeds/new/remove', undefined)).status).toBe(404);
  });

  it('needs a good name, one of its own, and a known detector', async () => {
    const post = async (body: object) => (await service.post('/sightline/outfeeds', body)).status;
    expect(await post({ name: 'all', holds: 'listing' })).toBe(409);
    for (const name of ['A', 'a.b', 'a/b', '-a', 'a b', '']) expect(await post({ name, holds: 'listing' })).toBe(400);
    expect(await post({ name: 'ok', holds: 'finding', detector: 'none' })).toBe(400);
    expect(await post({ name: 'ok', holds: 'listing', source: 'a\nlocalhost. A 127.0.0.1' })).toBe(400);
  });
});

describe('TAXII 2.1', () => {
  const client = () => new TaxiiClient(origin, keys.feed);

  it('answers every object once while entries come and go, revocations included', async () => {
    await publish({ name: 'paged', holds: 'listing', category: 'spam', tlp: 'green' });
    const name = (at: number) => `spam-${String(at).padStart(3, '0')}.example`;
    const spam = (at: number) => listing(name(at), { category: 'spam', source: 'feed:spam' });
    await change(Array.from({ length: 40 }, (_, at) => spam(at)));
    await change([], [name(3), name(4)]);
    const collection = await client().collection('paged');
    const dates: string[] = [];
    let page = 0;
    const all = await client().objects(collection, { limit: '7' }, async (headers, objects) => {
      dates.push(headers.get('x-taxii-date-added-first') ?? '', headers.get('x-taxii-date-added-last') ?? '');
      expect(objects.length).toBeLessThanOrEqual(7);
      page += 1;
      // one that was on the first page, one that is on the last, and a new one
      if (page === 2) await change([spam(40)], [name(0), name(39)]);
    });
    expect(dates).toEqual(dates.toSorted());
    const versions = all.map(({ id, modified }) => `${id} ${modified}`);
    expect(new Set(versions).size).toBe(versions.length);
    const state = new Map(all.map((each) => [each['name'] as string, each.revoked === true]));
    expect(Object.fromEntries(state)).toEqual(
      Object.fromEntries(Array.from({ length: 41 }, (_, at) => [name(at), [0, 3, 4, 39].includes(at)])),
    );
    expect(all).toHaveLength(42);

    const later = await client().objects(collection, { added_after: dates.at(-1) ?? '' });
    expect(later).toEqual([]);
    await change([spam(3)]);
    const [again, ...none] = await client().objects(collection, { added_after: dates.at(-1) ?? '' });
    // a revoked object stays revoked: a second stay is another object
    expect([again?.['name'], again?.revoked, none]).toEqual([name(3), undefined, []]);
    expect(all.map(({ id }) => id)).not.toContain(again?.id);
  });

  it('gives indicators of STIX 2.1', async () => {
    const collection = await client().collection('paged');
    const [indicator] = await client().objects(collection, { limit: '1' });
    const { objects: [entry] = [] } = (
      await client().get<{ objects: { id: string; date_added: string }[] }>(`${collection}manifest/?limit=1`)
    ).body;
    const added = readTime(entry?.date_added ?? '') ?? 0;
    const time = new Date(added / 1000).toISOString();
    expect(indicator).toEqual({
      type: 'indicator',
      spec_version: '2.1',
      created: time,
      modified: time,
      valid_from: time,
      id: `indicator--${v5(`paged spam-001.example ${added}`, '83467552-6111-44e7-a503-0096a01de7cd')}`,
      name: 'spam-001.example',
      pattern: "[domain-name:value = 'spam-001.example']",
      pattern_type: 'stix',
      indicator_types: ['malicious-activity'],
      confidence: 80,
      labels: ['feed:spam', 'spam'],
      object_marking_refs: ['marking-definition--bab4a63c-aed9-4cf5-a766-dfca5abac2bb'],
    });
    const patterns = (await client().objects(await client().collection('all'))).map(({ pattern }) => pattern);
    expect(patterns).toContain("[ipv4-addr:value ISSUBSET '198.51.100.0/25']");
    expect(patterns).toContain("[ipv6-addr:value = '2001:db8::7']");
  });

  it('filters by id, type and version, and answers one object and its versions', async () => {
    const collection = await client().collection('paged');
    const all = await client().objects(collection);
    const revoked = all.find(({ name }) => name === 'spam-004.example');
    const id = revoked?.id ?? '';
    expect(revoked).toMatchObject({ revoked: true, valid_until: revoked?.modified });
    const objects = (query: Record<string, string>) => client().objects(collection, query);
    expect(await objects({ 'match[id]': `${id},${all[0]?.id}` })).toHaveLength(2);
    expect(await objects({ 'match[id]': 'indicator--00000000-0000-4000-8000-000000000000' })).toEqual([]);
    expect(await objects({ 'match[type]': 'malware' })).toEqual([]);
    expect(await objects({ 'match[type]': 'malware,indicator' })).toHaveLength(all.length);
    expect(await objects({ 'match[spec_version]': '2.0' })).toEqual([]);
    const first = { ...revoked, modified: revoked?.created };
    const { valid_until: _, revoked: __, ...earlier } = first as Record<string, unknown>;
    expect(await objects({ 'match[id]': id, 'match[version]': 'first' })).toEqual([earlier]);
    expect(await objects({ 'match[id]': id, 'match[version]': 'all' })).toEqual([earlier, revoked]);
    expect(await objects({ 'match[id]': id, 'match[version]': revoked?.created ?? '' })).toEqual([earlier]);
    const one = await client().get<{ objects: object[] }>(`${collection}objects/${id}/`);
    expect(one.body.objects).toEqual([revoked]);
    const { body } = await client().get(`${collection}objects/${id}/versions/`);
    expect(body).toEqual({ versions: [revoked?.created, revoked?.modified] });
  });

  it('refuses in its own words', async () => {
    const collection = await client().collection('paged');
    const status = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await read(path, { 'x-api-key': keys.feed, ...headers });
      const body = (await answer.json()) as { title: string; http_status: string };
      expect(answer.headers.get('content-type')).toBe('application/taxii+json;version=2.1');
      expect(body).toMatchObject({ title: expect.any(String), http_status: String(answer.status) });
      return answer.status;
    };
    const path = collection;
    expect(await status('/taxii2/', { accept: 'application/taxii+json;version=2.0' })).toBe(406);
    expect(await status('/taxii2/', { 'x-api-key': 'wrong' })).toBe(401);
    expect(await status('/taxii2/feeds/collections/none/')).toBe(404);
    expect(await status(`${path}objects/indicator--00000000-0000-4000-8000-000000000000/`)).toBe(404);
    for (const query of ['limit=0', 'limit=x', 'next=x', 'added_after=yesterday', 'match[version]=x'])
      expect(await status(`${path}objects/?${query}`)).toBe(400);
  });

  it('forgets a removed feed, and gives one of the same name another collection', async () => {
    const before = await client().collection('two');
    await service.post('/sightline/outfeeds/two/remove', undefined);
    expect((await read('/feeds/two')).status).toBe(404);
    await expect(client().get(before)).rejects.toThrow('404');
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await publish({ name: 'two', holds: 'listing', source: 'feed:two' });
    expect(await client().collection('two')).not.toBe(before);
  });
});
