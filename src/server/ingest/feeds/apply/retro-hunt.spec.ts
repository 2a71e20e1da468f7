import { describe, expect, it } from 'vitest';
import { plusDays } from '#model/dates.ts';
import type { ListingEntry } from '#server/ingest/feeds/read/entry.ts';
import { listed, noDeriving, openFeedCollection } from '#test/server/feed-collection.ts';
import { isLongRun } from '#test/long.ts';
import { answer, logs, plainHits, retroHits } from '#test/server/retro-hits.ts';
import { dyingEngine } from '#test/server/test-store.ts';
import { useOpened } from '#test/server/use-opened.ts';
import { settleFeeds } from './apply-listings.ts';
import { removeFeed } from './remove-feed.ts';

const feeds = useOpened(openFeedCollection);

const [sample, live] = [1, 2];

function listedAddress(address: string): ListingEntry {
  return { what: 'listing', subject: { type: 'ip', address }, tags: [], reference: '' };
}

const names = Array.from({ length: 40 }, (_, at) => `n${at}.test`);
const addresses = Array.from({ length: 20 }, (_, at) => (at % 4 === 0 ? `2001:db8::${at}` : `198.51.100.${at}`));
const pick = <T>(values: readonly T[], seed: number): T => values[seed % values.length] as T;

/** Records of an import, some of them of the same names and addresses as those of others. */
function records(importId: number, size: number, more: object = {}) {
  return Array.from({ length: size }, (_, at) => {
    const seed = at * 7 + (importId % 1000) * 3;
    const address = pick(addresses, seed * 5);
    const first = plusDays('2026-06-01', seed % 40);
    const times = {
      first_seen: `${first} 08:00:00`,
      last_seen: `${plusDays(first, at % 9)} 09:00:00`,
      count: 1 + (at % 5),
    };
    if (at % 6 === 0) return answer(importId, `alias${at}.test`, 'CNAME', pick(names, seed), { ...times, ...more });
    if (at % 6 === 1) return answer(importId, pick(names, seed), 'TXT', pick(names, at), { ...times, ...more });
    return answer(importId, pick(names, seed), address.includes(':') ? 'AAAA' : 'A', address, { ...times, ...more });
  });
}

/** A list of every third or so of the names and addresses. */
function list(day: number): ListingEntry[] {
  const isListed = (_: unknown, at: number) => (at * 5 + day) % 3 === 0;
  return [...listed(...names.filter(isListed)), ...addresses.filter(isListed).map(listedAddress)];
}

describe('what a feed lists that own logs had resolved', { timeout: 900_000 }, () => {
  it('is what a plain join finds, of each update with the logs before it', async () => {
    const feed = feeds.newFeed();
    const source = `feed:${feed.id}`;
    await feeds.engine.insert('contributions', [
      ...records(2_000_001, 150),
      ...records(5, 60, { sources: sample }),
      ...records(8, 60, { sources: live }),
      // merged with the sample after 30 days
      ...records(2_000_002, 60, { sources: sample + logs }),
    ]);
    await feeds.read(feed, '2026-07-01', list(0));
    await feeds.engine.insert('contributions', records(2_000_003, 100));
    await feeds.read(feed, '2026-07-02', [...list(0), ...list(1)]);
    await feeds.read(feed, '2026-07-03', [...list(0), ...list(1)]);
    // back after a gap
    await feeds.read(feed, '2026-07-04', [...list(0).slice(0, 2), ...list(1)]);
    await feeds.read(feed, '2026-07-05', [...list(0), ...list(1)]);
    const found = await retroHits(feeds.engine, source);
    const since = { 2_000_001: '2026-07-01', 2_000_002: '2026-07-01', 2_000_003: '2026-07-02' };
    expect(found).toEqual(await plainHits(feeds.engine, source, since));
    const newOn = (day: string) => found.filter((line) => line.includes(`malware ${day} `)).length;
    const byDay = ['2026-07-01', '2026-07-02', '2026-07-03', '2026-07-05'].map(newOn);
    expect(byDay).toEqual([expect.any(Number), expect.any(Number), 0, expect.any(Number)]);
    expect(Math.min(...byDay.filter((count) => count > 0))).toBeGreaterThan(3);
    expect(byDay.filter((count) => count > 0)).toHaveLength(3);
  });

  it('counts the events of a feed once, in whatever update they come again', async () => {
    const feed = feeds.newFeed({ mode: 'events', lifetimeDays: 5 });
    const source = `feed:${feed.id}`;
    await feeds.engine.insert('contributions', [answer(2_000_010, 'www.event.test', 'A', '203.0.113.9')]);
    const event = { ...listedAddress('203.0.113.9'), first: '2026-06-05' };
    for (const day of ['2026-06-06', '2026-06-07']) await feeds.read(feed, day, [event]);
    const expected =
      '203.0.113.9 malware 2026-06-05 2000010 1 1 www.event.test 2026-06-01 10:00:00 2026-06-20 10:00:00';
    expect(await retroHits(feeds.engine, source)).toEqual([expected]);
    await removeFeed(feeds.engine, feed, { today: '2026-06-07', scoresFrom: '2026-06-07', derive: noDeriving });
    expect(await retroHits(feeds.engine, source)).toEqual([]);
  });

  it('is written once, at whichever statement the update is killed', { tags: 'long' }, async () => {
    const feed = feeds.newFeed();
    const source = `feed:${feed.id}`;
    const since = {
      2_000_001: '2000-01-01',
      2_000_002: '2000-01-01',
      2_000_003: '2000-01-01',
      2_000_010: '2000-01-01',
    };
    await feeds.read(feed, '2026-08-01', list(2));
    let isWhole = false;
    let kills = 0;
    const step = isLongRun ? 1 : 4;
    for (let day = 1, statement = 1; !isWhole; day += 1, statement += step) {
      const today = plusDays('2026-08-01', day);
      const engine = dyingEngine(feeds.engine, statement);
      await feeds.read(feed, today, list(day), { engine }).catch(() => (kills += 1));
      isWhole = engine.asked() < statement;
      await settleFeeds(feeds.engine, noDeriving);
      expect(await retroHits(feeds.engine, source), `killed at statement ${statement}`).toEqual(
        await plainHits(feeds.engine, source, since),
      );
      const [doubled] = await feeds.engine.query<{ rows: number }>({
        name: 'spec',
        sql: 'SELECT count() - uniqExact(host, source, category, listed, import) AS rows FROM retro_hunt FINAL',
      });
      expect(doubled).toEqual({ rows: 0 });
    }
    expect(kills).toBeGreaterThan(3);
  });
});
