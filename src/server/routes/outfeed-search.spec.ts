import { beforeAll, expect, it } from 'vitest';
import type { Outfeed, OutfeedPreview, Outfeeds } from '#contract/generated/types.gen.ts';
import { key } from '#test/server/collection.ts';
import { useTestService } from '#test/server/use-test-service.ts';
import { observation } from '#test/server/seeded-observations.ts';

const span = ['2026-11-01', '2026-11-20'] as const;
const bulk = Array.from({ length: 1200 }, (_, at) => observation('A', `n${at}.bulk.example`, '203.0.113.50', span));
const service = useTestService({
  rows: {
    obs: [
      ...bulk,
      observation('A', 'one.kit.example', '203.0.113.7', span),
      observation('AAAA', 'one.kit.example', '2001:db8::7', span),
      observation('A', '_two.kit.example', '10.0.0.7', span),
      observation('CNAME', 'three.kit.example', 'shared.cdn.example', span),
    ],
  },
});
let origin: string;
beforeAll(async () => {
  origin = await service.listen();
});

const kit = { holds: 'search', request: '/explore/padns/lookup/query/any/*.kit.example' };
const feedOf = async (name: string) =>
  ((await service.get('/sightline/outfeeds')).response as Outfeeds).feeds?.find(
    (each) => each.name === name,
  ) as Outfeed;

/** Publishes a feed, which renews the others as well. */
async function publish(name: string, definition: object): Promise<void> {
  const { status, body } = await service.post('/sightline/outfeeds', { name, ...definition });
  expect({ status, error: body['error'] }).toEqual({ status: 200, error: null });
  await expect.poll(async () => (await feedOf(name)).state, { timeout: 30_000 }).toBe('renewed');
}

async function linesOf(name: string, ending = ''): Promise<string[]> {
  const answer = await fetch(`${origin}/feeds/${name}${ending}`, { headers: { 'x-api-key': key } });
  return (await answer.text()).split('\n').filter((line) => line !== '' && !/^[#;]/.test(line));
}

it('holds the names and addresses of a search, and neither aliases nor what no feed may hold', async () => {
  await publish('kit', kit);
  expect(await linesOf('kit')).toEqual(['2001:db8::7', '203.0.113.7', 'one.kit.example', 'three.kit.example']);
  expect((await feedOf('kit')).left_out).toEqual([
    { reason: 'addresses of internal networks', count: 1 },
    { reason: 'names that no host can have', count: 1 },
  ]);
  expect(await linesOf('kit', '.rpz')).toContain('*.one.kit.example IN CNAME .');
});

it('follows what the search finds after an import', async () => {
  await service.add({
    obs: [observation('A', 'four.kit.example', '203.0.113.9', span)],
    imports: [{ import: 7, source: 'log:one', kind: 'log', state: 'done' }],
  });
  await publish('names', { ...kit, kind: 'domain' });
  const names = ['four.kit.example', 'one.kit.example', 'three.kit.example'];
  expect(await linesOf('names')).toEqual(names);
  expect(await linesOf('kit')).toEqual(expect.arrayContaining(['203.0.113.9', ...names]));
});

it('holds all pages of a search, of which a preview compares some', async () => {
  const { response } = await service.get(
    `/sightline/outfeeds/preview?holds=search&kind=domain&request=${encodeURIComponent('/explore/padns/lookup/answer/a/203.0.113.50')}`,
  );
  expect(response as OutfeedPreview).toMatchObject({ domains: 1200, is_estimate: true });
  await publish('bulk', { holds: 'search', request: '/explore/padns/lookup/answer/a/203.0.113.50' });
  expect(await linesOf('bulk')).toHaveLength(1201);
});

it('holds who shares a value', async () => {
  await publish('shared', { holds: 'search', request: '/connections?with=address:203.0.113.7' });
  expect(await linesOf('shared')).toEqual(['one.kit.example']);
});

it.each(['', '/explore/domain/domaininfo/kit.example', '/explore/padns/lookup/query/a/ä', '/connections?with=none'])(
  'refuses %j',
  async (request) => {
    const { status, body } = await service.post('/sightline/outfeeds', { name: 'wrong', holds: 'search', request });
    expect([status, body['error']]).toMatchObject([400, { code: expect.any(String) }]);
  },
);
