import { describe, expect, it } from 'vitest';
import { daysAgo, now, rows } from '#test/server/addresses-collection.ts';
import { useTestService } from '#test/server/use-test-service.ts';

const service = useTestService({ rows, now });

describe('asnLookup', () => {
  const acme = { asn: 64500, asname: 'ACME Acme Networks' };
  const bullet = { asn: 64501, asname: 'BULLET Bulletproof Hosting' };
  const quiet = { asn: 64502, asname: 'Quiet Käse Hosting' };
  const named = { asn: 64503, asname: 'Named Only' };

  it.each([
    ['asname=acme', [acme]],
    ['asname=networks', []],
    ['asname_starts_with=Quiet%20k', [quiet]],
    ['asname_starts_with=hosting', []],
    ['asname_contains=HOSTING', [bullet, quiet]],
    ['asname_contains=K%C3%84SE', [quiet]],
    ['asname_contains=%25', []],
    ['asnum=64503', [named]],
    ['asnum=64599', []],
    ['asnum=64501&asname_contains=hosting', [bullet]],
    ['asnum=64500&asname_contains=hosting', []],
    ['asname=b&asname_starts_with=bu', [bullet]],
    ['asname=&format=json', [acme, bullet, quiet, named]],
  ])('%s', async (query, records) => {
    expect((await service.get(`/explore/asn/lookup?${query}`)).response).toEqual({
      records,
      results_total: records.length,
      truncated: false,
    });
  });
});

describe('collection', () => {
  it('names the sources and counts what is held', async () => {
    const { response } = await service.get('/sightline/collection');
    expect(response.sources).toEqual([
      {
        source: 'my-list',
        kind: 'listings',
        sample: true,
        rows: 11,
        loaded_at: `${daysAgo(1)} 10:00:00`,
        as_of: daysAgo(2),
        licence: 'own',
      },
    ]);
    expect(response.totals).toMatchObject({ asns: 4, prefixes: 7, listings: 11, certificates: 2 });
  });
});

it('the first call after a start loads the dictionaries that look-ups of addresses need', async () => {
  await service.engine.reopen?.();
  await service.restart();
  const sql = `SELECT name FROM system.dictionaries
               WHERE status = 'LOADED' AND name IN ('as_names', 'country_of', 'origin_as') ORDER BY name`;
  const loaded = () => service.engine.query({ name: 'spec', sql });
  expect(await loaded()).toEqual([]);
  expect((await service.get('/sightline/sources')).status).toBe(200);
  await expect.poll(loaded).toEqual([{ name: 'as_names' }, { name: 'country_of' }, { name: 'origin_as' }]);
});
