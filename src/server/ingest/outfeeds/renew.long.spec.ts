// @module-tag long
import { expect, it } from 'vitest';
import { judgementReader } from '#server/queries/judgements.ts';
import { useTestService } from '#test/server/use-test-service.ts';
import { renewOutfeeds } from './renew.ts';

const now = new Date('2026-11-25T12:00:00Z');
const service = useTestService({ now });
const names = 900_000;

it('publishes all names of large lists, and takes them back when they are withdrawn', async () => {
  const { engine } = service;
  const run = (sql: string) => engine.command({ name: 'spec', sql }, { limits: 'upkeep' });
  const feed = { name: 'all', holds: 'listing', kind: 'domain', band: 'high', tlp: 'clear', created: 1 };
  await engine.insert('service_outfeeds', [feed]);
  const renew = async (today: string) => {
    await renewOutfeeds(engine, {
      now,
      today,
      scoreOf: () => Promise.resolve(new Map()),
      found: () => Promise.resolve([]),
      judgements: judgementReader({ engine, now: () => now, configured: [] }),
    });
    return engine.query<{ state: string; error: string; domains: number }>({
      name: 'spec',
      sql: 'SELECT state, error, domains FROM service_outfeed_runs FINAL',
    });
  };
  await run(`
    INSERT INTO listings (indicator, host, source, category, first_listed, last_listed, import)
    SELECT concat(lower(hex(cityHash64(number))), '.com') AS indicator, indicator, 'list-a', 'malware', '2026-11-01', '2026-11-25', 1
    FROM numbers(${names})`);
  expect(await renew('2026-11-25')).toEqual([{ state: 'renewed', error: '', domains: names }]);
  const [times] = await engine.query<{ different: number }>({
    name: 'spec',
    sql: 'SELECT uniqExact(added) AS different FROM service_outfeed_entries',
  });
  expect(times?.different).toBe(names);
  await run("INSERT INTO listings SELECT * REPLACE (toDate32('2026-11-24') AS expires) FROM listings FINAL");
  expect(await renew('2026-11-26')).toEqual([{ state: 'renewed', error: '', domains: 0 }]);
}, 300_000);
