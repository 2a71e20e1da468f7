import { beforeAll, expect, it } from 'vitest';
import type { News } from '#contract/generated/types.gen.ts';
import { refreshNsTransfers } from '#server/ingest/ns-transfers.ts';
import { observedSet } from '#test/server/seeded-observations.ts';
import { useTestService } from '#test/server/use-test-service.ts';

// Newly listed, registered and moved by day (GET /sightline/news).

/** The newest day of the data, four days before the clock of the service. */
const newest = '2026-11-21';
const listing = (host: string, source: string, first: string, last = newest, ip = '::') => ({
  indicator: host,
  host,
  ip,
  source,
  category: 'phishing',
  first_listed: first,
  last_listed: last,
  import: 1,
});
const whois = (domain: string, created: string) => ({ domain, date: newest, created, registrar: 'Kite', import: 1 });

const service = useTestService({
  rows: {
    obs: [
      ...observedSet('NS', 'mover.example', ['ns1.a-dns.example'], ['2026-01-01', '2026-11-01']),
      ...observedSet('NS', 'mover.example', ['ns1.b-dns.test'], ['2026-11-20 23:59:59', newest]),
    ],
    listings: [
      listing('fresh.example', 'list-a', '2026-11-20'),
      listing('fresh.example', 'list-b', newest),
      listing('203.0.113.7', 'list-a', newest, newest, '::ffff:203.0.113.7'),
      // first listed in these days, but it counts no longer
      { ...listing('gone.example', 'list-a', '2026-11-19', '2026-11-19'), expires: '2026-11-19' },
      // on the never-flag list
      listing('www.own-at-night.example', 'list-a', '2026-11-20'),
      listing('192.0.2.9', 'list-a', '2026-11-20', newest, '::ffff:192.0.2.9'),
      listing('our-old.example', 'list-a', '2026-09-01'),
      listing('known.example', 'list-a', '2026-09-01'),
      listing('known.example', 'list-b', '2026-11-18'),
      listing('long-gone.example', 'list-a', '2025-01-01', '2025-01-02'),
      listing('withdrawn.example', 'list-a', '2026-09-01'),
    ],
    whois: [
      whois('young.example', `${newest} 23:00:00`),
      whois('old.example', '2019-05-05 10:00:00'),
      whois('fresh.example', '2026-11-19 10:00:00'),
    ],
  },
  now: new Date('2026-11-25T12:00:00Z'),
  env: { SIGHTLINE_NEVER_FLAG: 'own-at-night.example, 192.0.2.0/24, our-old.example' },
});
beforeAll(async () => {
  await refreshNsTransfers(service.engine, newest);
  // the row that withdraws a listing counts before it is merged with the other
  await service.engine.command({ name: 'spec', sql: 'SYSTEM STOP MERGES listings' });
  await service.add({
    listings: [{ ...listing('withdrawn.example', 'list-a', '2026-09-01'), expires: '2026-11-23' }],
  });
});

it('counts each day up to the newest of the data, and shows the listed ones that still count', async () => {
  const { status, response } = await service.get('/sightline/news?days=3');
  expect(status).toBe(200);
  const news = response as News;
  expect(news.until).toBe(newest);
  expect(news.days).toEqual([
    { day: '2026-11-19', listed: 1, registered: 1, moved: 0 },
    // with those of the never-flag list
    { day: '2026-11-20', listed: 3, registered: 0, moved: 1 },
    // another list that names fresh.example makes it no newer
    { day: newest, listed: 1, registered: 1, moved: 0 },
  ]);
  expect(news).toMatchObject({ newly_listed_hidden: 2, worst_names_hidden: 1 });
  expect(news.newly_listed?.map(({ indicator, kind }) => [indicator, kind]).toSorted()).toEqual([
    ['203.0.113.7', 'address'],
    ['fresh.example', 'domain'],
  ]);
  expect(news.newly_listed?.find(({ kind }) => kind === 'domain')).toMatchObject({
    lists: ['list-a', 'list-b'],
    categories: ['phishing'],
    first_listed: '2026-11-20',
    last_listed: newest,
    verdict: 'scored',
    tags: [expect.objectContaining({ id: 'newly-registered', label: 'newly registered' })],
  });
  // another list named it in these days, but it was known before
  expect(news.worst_names?.map(({ indicator }) => indicator)).toEqual(['known.example']);
});

it('answers with the names of large lists', async () => {
  const sql = `
    INSERT INTO listings (indicator, host, source, category, first_listed, last_listed, import)
    SELECT concat(hex(cityHash64(number)), '.example') AS indicator, indicator, 'list-a', 'malware', '2026-09-01', {newest:Date}, 1
    FROM numbers(500000)`;
  await service.engine.command({ name: 'spec', sql, params: { newest } }, { limits: 'upkeep' });
  const { status, response } = await service.get('/sightline/news');
  expect(status).toBe(200);
  expect((response as News).worst_names).toHaveLength(8);
});
