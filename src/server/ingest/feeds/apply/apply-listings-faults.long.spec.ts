// @module-tag long
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { factOf, listed, noDeriving, openFeedCollection, torExit } from '#test/server/feed-collection.ts';
import { naiveFeed, storedLines } from '#test/server/naive-feed.ts';
import { seededDay, seededFeed } from '#test/server/seeded-feed.ts';
import { dyingEngine } from '#test/server/test-store.ts';
import { useOpened } from '#test/server/use-opened.ts';
import type { Feed } from '#server/ingest/feeds/catalogue/feed.ts';
import { confirmFeed, retireFeed, settleFeeds } from './apply-listings.ts';
import type { FeedEntry } from '#server/ingest/feeds/read/entry.ts';

const feeds = useOpened(openFeedCollection);

describe('an update that is killed', { timeout: 900_000 }, () => {
  /** A feed of a.test and b.test whose update to a.test and c.test was killed once it was staged. */
  const killedWhenStaged = async () => {
    const feed = feeds.newFeed();
    await feeds.read(feed, '2026-07-01', listed('a.test', 'b.test'));
    for (let statement = 1, isStaged = false; !isStaged; statement += 1) {
      const engine = dyingEngine(feeds.engine, statement);
      await expect(feeds.read(feed, '2026-07-02', listed('a.test', 'c.test'), { engine })).rejects.toThrow('killed');
      isStaged = (await feeds.ledger(feed))?.state === 'staged';
    }
    return feed;
  };

  it.each([
    ['leaves the old or the new state, at whichever statement it is killed', false],
    ['leaves the old or the new state, whichever statement fails', true],
  ])('%s', async (_, isFault) => {
    const feed = feeds.newFeed();
    const naive = naiveFeed({ category: 'malware', confidence: 80 });
    const list = (day: number) => [...seededFeed({ seed: 'killed', day, subjects: 60 })];
    await feeds.read(feed, seededDay(0), list(0));
    naive.snapshot(seededDay(0), list(0));
    const outcomes = { old: 0, new: 0 };
    let isWhole = false;
    for (let day = 1, statement = 1; !isWhole; day += 1, statement += 1) {
      const before = naive.lines();
      const engine = dyingEngine(feeds.engine, statement, isFault);
      const failed = await feeds.read(feed, seededDay(day), list(day), { engine }).then(
        () => false,
        () => true,
      );
      isWhole = engine.asked() < statement;
      expect(failed, `statement ${statement}`).toBe(!isWhole);
      naive.snapshot(seededDay(day), list(day));
      expect(await settleFeeds(feeds.engine, noDeriving)).toEqual([]);
      const after = await feeds.lines(feed);
      const isNew = after.join('\n') === naive.lines().join('\n');
      outcomes[isNew ? 'new' : 'old'] += 1;
      if (!isNew) expect(after, `killed at statement ${statement}`).toEqual(before);
      expect(await feeds.staged()).toBe(0);
      expect(await feeds.ledger(feed)).toMatchObject({ state: 'done', asOf: seededDay(isNew ? day : day - 1) });
      // the next attempt brings the new state
      await feeds.read(feed, seededDay(day), list(day));
      expect(await feeds.lines(feed)).toEqual(naive.lines());
    }
    expect(outcomes.old).toBeGreaterThan(1);
    expect(outcomes.new).toBeGreaterThan(1);
  });

  it('is finished by the next reading of the same feed, too', async () => {
    const feed = await killedWhenStaged();
    await feeds.read(feed, '2026-07-03', listed('a.test', 'b.test'));
    expect(await feeds.episodes(feed)).toEqual([
      'a.test: 2026-07-01 to 2026-07-03 (2026-08-02)',
      'b.test: 2026-07-01 to 2026-07-01 (2026-07-31)',
      'b.test: 2026-07-03 to 2026-07-03 (2026-08-02)',
      'c.test: 2026-07-02 to 2026-07-02 (2026-08-01)',
    ]);
  });

  it('is not finished from a staging table that lost rows, and says so', async () => {
    const feed = await killedWhenStaged();
    const before = await feeds.lines(feed);
    await feeds.engine.command({ name: 'spec', sql: 'TRUNCATE TABLE listings_next' });
    expect(await settleFeeds(feeds.engine, noDeriving)).toEqual([
      `An update of feed:${feed.id} was cut off and is damaged: it has to be fetched again.`,
    ]);
    expect(await feeds.lines(feed)).toEqual(before);
    expect(await settleFeeds(feeds.engine, noDeriving)).toEqual([]);
    await feeds.read(feed, '2026-07-02', listed('a.test', 'c.test'));
    expect((await feeds.episodes(feed))[0]).toBe('a.test: 2026-07-01 to 2026-07-02 (2026-08-01)');
  });

  it('changes nothing when it is cancelled, or when its documents break off', async () => {
    const feed = feeds.newFeed();
    await feeds.read(feed, '2026-07-01', listed('a.test'));
    const before = await feeds.lines(feed);
    const cancelling = new AbortController();
    const reading = (function* (): Generator<FeedEntry> {
      for (let at = 0; at < 10_000; at += 1) {
        if (at === 5000) cancelling.abort(new Error('switched off'));
        yield* listed(`n${at}.test`);
      }
    })();
    const { signal } = cancelling;
    await expect(feeds.read(feed, '2026-07-02', reading, { signal })).rejects.toThrow('switched off');
    const breaking = (function* (): Generator<FeedEntry> {
      yield* listed('b.test');
      throw new Error('the archive ends early');
    })();
    await expect(feeds.read(feed, '2026-07-02', breaking)).rejects.toThrow('the archive ends early');
    expect(await feeds.lines(feed)).toEqual(before);
    expect(await feeds.staged()).toBe(0);
  });
});

describe('feeds beside one another', { timeout: 900_000 }, () => {
  /** Everything in the collection that is not of these feeds. */
  const others = async (mine: readonly Feed[]) => {
    const sources = mine.map(({ id }) => `feed:${id}`);
    return feeds.engine.query({
      name: 'spec',
      sql: `
        SELECT (SELECT (count(), sum(cityHash64(*))) FROM listings FINAL WHERE source NOT IN {sources:Array(String)}) AS listings,
          (SELECT (count(), sum(cityHash64(*))) FROM facts FINAL WHERE source NOT IN {sources:Array(String)}) AS facts`,
      params: { sources },
    });
  };

  it('touch no row of another source', async () => {
    const own = [feeds.newFeed(), feeds.newFeed({ mode: 'events' })] as const;
    const list = (day: number) => [...seededFeed({ seed: 'others', day, subjects: 100 })];
    // another feed that says exactly the same, and rows that no feed wrote
    await feeds.read(feeds.newFeed(), seededDay(0), list(0));
    const row = { indicator: 'd8.test', host: 'd8.test', ip: '::', category: 'malware', source: 'sample' };
    await feeds.engine.insert('listings', [
      { ...row, first_listed: '2026-05-01', last_listed: '2026-05-02', import: 5 },
    ]);
    const before = await others(own);
    for (const feed of own) {
      for (const day of [0, 1, 2]) await feeds.read(feed, seededDay(day), list(day));
      await confirmFeed(feeds.engine, feed.importId, seededDay(3), noDeriving);
      await retireFeed(feeds.engine, feed.importId, seededDay(4), noDeriving);
    }
    expect(await others(own)).toEqual(before);
  });

  it('keep what each of them says of one address, in whatever order they are read', async () => {
    const address = '203.0.113.77';
    const subject = { type: 'ip', address } as const;
    const range = { type: 'range', first: '203.0.113.64', last: '203.0.113.95', text: '203.0.113.64/27' } as const;
    const four = [
      { feed: feeds.newFeed(), entry: torExit(address), fact: 'ip||tor_exit|' },
      { feed: feeds.newFeed(), entry: factOf('ptr', subject, { value: 'h.test' }), fact: 'ip||ptr|h.test' },
      { feed: feeds.newFeed(), entry: factOf('sinkhole', range), fact: 'range|203.0.113.64/27|sinkhole|' },
      {
        feed: feeds.newFeed(),
        entry: factOf('known_benign', subject, { value: 'Actor' }),
        fact: 'ip||known_benign|Actor',
      },
    ];
    const factsOfAddress = async () => {
      const rows = await feeds.engine.query<{ line: string }>({
        name: 'spec',
        sql: `
          SELECT concatWithSeparator('|', toString(subject_type), key, kind, value) AS line FROM facts FINAL
          WHERE first <= toIPv6({address:String}) AND last >= toIPv6({address:String}) AND valid_to >= toDate32('2299-12-31')`,
        params: { address },
      });
      return rows.map(({ line }) => line).sort();
    };
    let day = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
        fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 5 }),
        async (order, again) => {
          // the address goes from every list, and comes back in any order
          for (const { feed, fact } of four)
            await feeds.read(feed, seededDay((day += 1)), [torExit(`198.51.100.${fact.length}`)]);
          const said = new Set<string>();
          for (const at of [...order, ...again]) {
            const { feed, entry, fact } = four[at] as (typeof four)[number];
            await feeds.read(feed, seededDay((day += 1)), [entry]);
            expect(await factsOfAddress()).toEqual([...said.add(fact)].sort());
          }
        },
      ),
      { numRuns: 5 },
    );
  });
});

describe('a feed that is switched off', { timeout: 300_000 }, () => {
  it('counts for nothing from that day on, keeps its history, and goes on when it is switched on again', async () => {
    const feed = feeds.newFeed();
    await retireFeed(feeds.engine, feed.importId, '2026-07-01', noDeriving);
    expect(await feeds.ledger(feed)).toBeUndefined();
    await feeds.read(feed, '2026-07-01', [...listed('a.test', 'b.test'), torExit('192.0.2.1')]);
    await feeds.read(feed, '2026-07-02', [...listed('a.test', 'c.test'), torExit('192.0.2.1'), torExit('192.0.2.2')]);
    await retireFeed(feeds.engine, feed.importId, '2026-07-02', noDeriving);
    const ended = [
      'host|a.test|a.test|malware|80|||2026-07-01|2026-07-02|2026-07-01',
      'host|b.test|b.test|malware|80|||2026-07-01|2026-07-01|2026-07-01',
      'host|c.test|c.test|malware|80|||2026-07-02|2026-07-02|2026-07-01',
      'ip|::ffff:192.0.2.1||tor_exit|||2026-07-01|2026-07-01',
      'ip|::ffff:192.0.2.2||tor_exit|||2026-07-02|2026-07-01',
    ];
    expect(await feeds.lines(feed)).toEqual(ended);
    expect(await feeds.ledger(feed)).toMatchObject({ state: 'done', rows: 0, covers: [], asOf: '2026-07-02' });
    await retireFeed(feeds.engine, feed.importId, '2026-07-05', noDeriving);
    expect(await feeds.lines(feed)).toEqual(ended);
    // on the same day nothing was missed, weeks later there is a gap
    await feeds.read(feed, '2026-07-02', [...listed('a.test'), torExit('192.0.2.2')]);
    await retireFeed(feeds.engine, feed.importId, '2026-07-03', noDeriving);
    await feeds.read(feed, '2026-07-20', [...listed('a.test'), torExit('192.0.2.2')]);
    expect(await feeds.lines(feed)).toEqual([
      'host|a.test|a.test|malware|80|||2026-07-01|2026-07-02|2026-07-02',
      'host|a.test|a.test|malware|80|||2026-07-20|2026-07-20|2026-08-19',
      'host|b.test|b.test|malware|80|||2026-07-01|2026-07-01|2026-07-01',
      'host|c.test|c.test|malware|80|||2026-07-02|2026-07-02|2026-07-01',
      'ip|::ffff:192.0.2.1||tor_exit|||2026-07-01|2026-07-01',
      'ip|::ffff:192.0.2.2||tor_exit|||2026-07-02|2026-07-02',
      'ip|::ffff:192.0.2.2||tor_exit|||2026-07-20|2299-12-31',
    ]);
    expect(await feeds.ledger(feed)).toMatchObject({ state: 'done', rows: 2, covers: ['listings'] });
    expect(await storedLines(feeds.engine, 'feed:none')).toEqual([]);
  });
});
