// @module-tag long
import { beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '#server/ingest/feeds/catalogue/catalogue.ts';
import { fedSubjects as has, publishCatalogue } from '#test/server/feed-documents.ts';
import { type FeedStage, useFeedStage } from '#test/server/feed-stage.ts';

// The feeds of the catalogue, in the syntax of their publishers, from the click to the records; one collection for all.

const day = new Date().toISOString().slice(0, 10);
const stage = useFeedStage(() => ({ start: new Date(`${day}T12:00:00Z`), hasScores: true }));
beforeAll(() => publishCatalogue(stage.publisher, day));

const others = catalogue.filter(({ recommended }) => !recommended);

describe('the recommended set', () => {
  it('loads with one click', { timeout: 240_000 }, async () => {
    const { response } = await stage.post('/sightline/sources/recommended');
    const recommended = catalogue.filter((feed) => feed.recommended).map(({ id }) => id);
    const { feeds } = response as Awaited<ReturnType<FeedStage['sources']>>;
    expect(feeds.filter(({ enabled }) => enabled).map(({ id }) => id)).toEqual(recommended);
    for (const id of recommended)
      expect(await stage.settled(id), id).toMatchObject({
        state: 'ok',
        error: null,
        as_of: expect.stringMatching(/^20\d\d-/) as string,
      });
    // scores follow once for all of them, not once for each
    const [scores] = await stage.service().engine.query<{ done: number; latest: string }>({
      name: 'spec',
      sql: `SELECT countIf(state = 'done') AS done, argMax(state, at) AS latest FROM imports WHERE kind = 'scores'`,
    });
    expect(scores?.latest).toBe('done');
    expect(scores?.done).toBeLessThan(recommended.length / 2);
  });
});

describe('the others', () => {
  it('are switched on together', async () => {
    for (const { id } of others) {
      const { status } = await stage.post(`/sightline/sources/${id}`, { enabled: 1, accept_terms: 1, key: 'a-key' });
      expect(status).toBe(200);
    }
  });

  it.each(others.map(({ id }) => id))('%s loads once its terms are accepted and its key is given', async (id) => {
    expect(await stage.settled(id)).toMatchObject({ state: 'ok', error: null, has_key: true });
  });
});

describe('every feed', () => {
  it('has rows, and none is rejected', async () => {
    const { feeds } = await stage.sources();
    const on = feeds.filter(({ enabled }) => enabled);
    expect(on.map(({ id }) => id)).toEqual(catalogue.map(({ id }) => id));
    const strange = on.filter(({ rows, rejects }) => {
      const { listings = 0, facts = 0, routing = 0 } = rows ?? {};
      return listings + facts + routing === 0 || rejects?.count !== 0;
    });
    expect(strange.map(({ id, rows, rejects }) => ({ id, rows, rejects }))).toEqual([]);
  });

  it.each(catalogue.map(({ id }) => id))('%s is not modified the next time', async (id) => {
    expect(await stage.fetch(id)).toMatchObject({ state: 'unchanged', error: null });
  });

  it('is covered, with its own name, in the collection', async () => {
    const { response } = await stage.get('/sightline/collection');
    const names = (response as { sources: { source: string }[] }).sources.map(({ source }) => source);
    expect(names).toEqual(expect.arrayContaining(catalogue.map(({ id }) => `feed:${id}`)));
  });
});

describe('what the feeds say', () => {
  const info = async (path: string) => (await stage.get(`/explore/${path}`)).response as Record<string, never>;
  const address = async (ip: string) =>
    (await info(`ipv4/ipv4info/${ip}`))['ip2asn']?.[0] as Record<string, unknown> | undefined;

  it.each<[string, string, object]>([
    ['a Tor exit', has.torExit, { ip_is_tor_exit_node: true }],
    ['a sinkhole', has.sinkhole, { sinkhole_info: { known_sinkhole_ip: true } }],
    ['a resolver', has.benignAddress, { benign_info: { known_benign: true }, sp_risk_score: 0 }],
    ['an address of a listed range', has.c2Address, { listing_score: expect.any(Number) }],
  ])('answers for %s', async (_, ip, expected) => {
    expect(await address(ip)).toMatchObject(expected);
  });

  it('answers with the origin of the routing table, and with the allocation of the registries', async () => {
    expect(await address('192.0.2.10')).toMatchObject({
      asn: 64500,
      subnet: '192.0.2.0/24',
      asn_allocation_date: 20190304,
      subnet_allocation_date: 20190304,
    });
  });

  it('answers for names', async () => {
    const domain = async (name: string) => (await info(`enrich/domain/${name}`))['domain_urls']?.['results_summary'];
    expect(await domain(has.shortener)).toMatchObject({ is_url_shortener: true });
    expect(await domain(has.dynamicDns)).toMatchObject({ is_dynamic_domain: true });
  });
});
