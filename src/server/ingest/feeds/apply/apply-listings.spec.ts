import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { factOf, listed, noDeriving, openFeedCollection, torExit } from '#test/server/feed-collection.ts';
import { runs } from '#test/long.ts';
import { naiveFeed } from '#test/server/naive-feed.ts';
import { seededDay, seededFeed } from '#test/server/seeded-feed.ts';
import { useOpened } from '#test/server/use-opened.ts';
import { confirmFeed, retireFeed } from './apply-listings.ts';
import type { Feed } from '#server/ingest/feeds/catalogue/feed.ts';
import type { FactEntry, FeedEntry, ListingEntry } from '#server/ingest/feeds/read/entry.ts';

const feeds = useOpened(openFeedCollection);

describe('snapshots', { timeout: 900_000 }, () => {
  it('list a subject from the first day to the last, and once more after a gap', async () => {
    const feed = feeds.newFeed();
    await feeds.read(feed, '2026-07-01', listed('a.test', 'b.test', 'c.test'));
    await feeds.read(feed, '2026-07-02', listed('a.test', 'c.test'));
    expect(await feeds.episodes(feed)).toEqual([
      'a.test: 2026-07-01 to 2026-07-02 (2026-08-01)',
      'b.test: 2026-07-01 to 2026-07-01 (2026-07-31)',
      'c.test: 2026-07-01 to 2026-07-02 (2026-08-01)',
    ]);
    await feeds.read(feed, '2026-07-05', listed('a.test', 'b.test'));
    expect(await feeds.episodes(feed)).toEqual([
      'a.test: 2026-07-01 to 2026-07-05 (2026-08-04)',
      'b.test: 2026-07-01 to 2026-07-01 (2026-07-31)',
      'b.test: 2026-07-05 to 2026-07-05 (2026-08-04)',
      'c.test: 2026-07-01 to 2026-07-02 (2026-08-01)',
    ]);
    // nothing was heard of the list for so long that it counted no more
    await feeds.read(feed, '2026-10-01', listed('a.test', 'b.test'));
    expect((await feeds.episodes(feed)).filter((line) => line.includes('2026-10-01'))).toEqual([
      'a.test: 2026-10-01 to 2026-10-01 (2026-10-31)',
      'b.test: 2026-10-01 to 2026-10-01 (2026-10-31)',
    ]);
    expect(await feeds.ledger(feed)).toMatchObject({
      state: 'done',
      rows: 2,
      asOf: '2026-10-01',
      covers: ['listings'],
      licence: 'CC0',
    });
    expect(await feeds.staged()).toBe(0);
  });

  it('leave what naive rules leave, in every order of coming, going and changing', async () => {
    const feed = feeds.newFeed();
    const naive = naiveFeed({ category: 'malware', confidence: 80 });
    for (const day of [0, 1, 2, 2, 3, 5, 6, 7, 8, 40, 41]) {
      const entries = [...seededFeed({ seed: 'naive', day, subjects: 600 })];
      const { state, rejects } = await feeds.read(feed, seededDay(day), entries);
      expect({ state, rejects }).toMatchObject({ state: 'done', rejects: { count: 0 } });
      naive.snapshot(seededDay(day), entries);
      expect(await feeds.lines(feed), `day ${day}`).toEqual(naive.lines());
    }
  });

  it('change nothing when they are read again', async () => {
    const feed = feeds.newFeed();
    const entries = [...seededFeed({ seed: 'again', day: 3, subjects: 200 })];
    await feeds.read(feed, seededDay(3), entries);
    const before = await feeds.lines(feed);
    const parts = async () => {
      const sql = "SELECT table, name FROM system.parts WHERE active AND table IN ('listings', 'facts') ORDER BY ALL";
      return feeds.engine.query({ name: 'spec', sql });
    };
    await feeds.engine.command({ name: 'spec', sql: 'OPTIMIZE TABLE listings FINAL' });
    await feeds.engine.command({ name: 'spec', sql: 'OPTIMIZE TABLE facts FINAL' });
    const partsBefore = await parts();
    expect(await feeds.read(feed, seededDay(3), entries.reverse())).toMatchObject({ state: 'done' });
    expect(await feeds.lines(feed)).toEqual(before);
    expect(await parts()).toEqual(partsBefore);
  });

  it('of an hour later say what the day says: one episode, and a fact at least on its first day', async () => {
    const feed = feeds.newFeed();
    await feeds.read(feed, '2026-07-01', [...listed('a.test', 'b.test'), torExit('192.0.2.1'), torExit('192.0.2.2')]);
    await feeds.read(feed, '2026-07-01', [...listed('a.test', 'c.test'), torExit('192.0.2.1'), torExit('192.0.2.3')]);
    await feeds.read(feed, '2026-07-02', [...listed('a.test', 'b.test'), torExit('192.0.2.2')]);
    expect(await feeds.lines(feed)).toEqual([
      'host|a.test|a.test|malware|80|||2026-07-01|2026-07-02|2026-08-01',
      'host|b.test|b.test|malware|80|||2026-07-01|2026-07-02|2026-08-01',
      'host|c.test|c.test|malware|80|||2026-07-01|2026-07-01|2026-07-31',
      'ip|::ffff:192.0.2.1||tor_exit|||2026-07-01|2026-07-01',
      'ip|::ffff:192.0.2.2||tor_exit|||2026-07-01|2299-12-31',
      'ip|::ffff:192.0.2.3||tor_exit|||2026-07-01|2026-07-01',
    ]);
  });

  it('that have not changed are confirmed for another day, what is gone is not', async () => {
    const feed = feeds.newFeed();
    await confirmFeed(feeds.engine, feed.importId, '2026-07-01', noDeriving);
    await feeds.read(feed, '2026-07-01', listed('a.test', 'b.test'));
    await feeds.read(feed, '2026-07-02', listed('a.test'));
    await confirmFeed(feeds.engine, feed.importId, '2026-07-04', noDeriving);
    await confirmFeed(feeds.engine, feed.importId, '2026-07-03', noDeriving);
    const expected = ['a.test: 2026-07-01 to 2026-07-04 (2026-08-03)', 'b.test: 2026-07-01 to 2026-07-01 (2026-07-31)'];
    expect(await feeds.episodes(feed)).toEqual(expected);
    expect(await feeds.ledger(feed)).toMatchObject({
      state: 'done',
      rows: 1,
      asOf: '2026-07-04',
      covers: ['listings'],
    });
    await feeds.read(feed, '2026-07-05', listed('a.test'));
    expect((await feeds.episodes(feed))[0]).toBe('a.test: 2026-07-01 to 2026-07-05 (2026-08-04)');
  });
});

describe('entries that the publisher has ended', { timeout: 300_000 }, () => {
  const entry = (name: string, more: Partial<ListingEntry>) =>
    listed(`${name}.test`).map((each): ListingEntry => ({ ...each, ...more }));
  const list = (revoked: boolean) => [
    ...entry('expired', { first: '2020-10-01', last: '2020-10-01', until: '2020-12-01' }),
    ...entry('ends', { first: '2026-06-30', last: '2026-06-30', until: '2026-07-20' }),
    ...entry('far', { first: '2026-06-30', last: '2026-06-30', until: '2027-06-30' }),
    ...entry('revoked', { first: '2026-07-01', last: '2026-07-01', ...(revoked && { until: '2026-06-30' }) }),
    ...(revoked ? entry('never', { first: '2026-07-02', last: '2026-07-02', until: '2026-07-01' }) : []),
  ];

  it('an expired or revoked entry of a snapshot is not listed', async () => {
    const feed = feeds.newFeed();
    for (const _ of ['once', 'twice']) {
      await feeds.read(feed, '2026-07-01', list(false));
      expect(await feeds.episodes(feed)).toEqual([
        'ends.test: 2026-06-30 to 2026-07-01 (2026-07-20)',
        'expired.test: 2020-10-01 to 2020-12-01 (2020-12-01)',
        'far.test: 2026-06-30 to 2026-07-01 (2026-07-31)',
        'revoked.test: 2026-07-01 to 2026-07-01 (2026-07-31)',
      ]);
    }
    await confirmFeed(feeds.engine, feed.importId, '2026-07-02', noDeriving);
    for (const _ of ['once', 'twice']) {
      await feeds.read(feed, '2026-07-03', list(true));
      expect(await feeds.episodes(feed)).toEqual([
        'ends.test: 2026-06-30 to 2026-07-03 (2026-07-20)',
        'expired.test: 2020-10-01 to 2020-12-01 (2020-12-01)',
        'far.test: 2026-06-30 to 2026-07-03 (2026-08-02)',
        'revoked.test: 2026-07-01 to 2026-07-02 (2026-06-30)',
      ]);
    }
  });

  it('an expired or revoked event is not listed', async () => {
    const feed = feeds.newFeed({ mode: 'events', lifetimeDays: 90 });
    for (const _ of ['once', 'twice']) {
      await feeds.read(feed, '2026-07-01', list(false));
      expect(await feeds.episodes(feed)).toEqual([
        'ends.test: 2026-06-30 to 2026-06-30 (2026-07-20)',
        'expired.test: 2020-10-01 to 2020-12-01 (2020-12-01)',
        'far.test: 2026-06-30 to 2026-06-30 (2026-09-28)',
        'revoked.test: 2026-07-01 to 2026-07-01 (2026-09-29)',
      ]);
    }
    await feeds.read(feed, '2026-07-03', list(true));
    expect((await feeds.episodes(feed)).slice(3)).toEqual(['revoked.test: 2026-07-01 to 2026-07-01 (2026-06-30)']);
  });
});

it('facts about a changing use of an address run out without a newer snapshot', async () => {
  const feed = feeds.newFeed({ fills: ['tor_exit'] });
  await feeds.read(feed, '2026-07-01', [torExit('192.0.2.1'), torExit('192.0.2.2')]);
  const lines = (one: string, other: string) => [
    `ip|::ffff:192.0.2.1||tor_exit|||2026-07-01|${one}`,
    `ip|::ffff:192.0.2.2||tor_exit|||2026-07-01|${other}`,
  ];
  expect(await feeds.lines(feed)).toEqual(lines('2026-07-08', '2026-07-08'));
  await feeds.read(feed, '2026-07-02', [torExit('192.0.2.1')]);
  expect(await feeds.lines(feed)).toEqual(lines('2026-07-09', '2026-07-01'));
  await confirmFeed(feeds.engine, feed.importId, '2026-07-05', noDeriving);
  expect(await feeds.lines(feed)).toEqual(lines('2026-07-12', '2026-07-01'));
  // nothing was heard for longer than the facts are believed
  await feeds.read(feed, '2026-08-01', [torExit('192.0.2.1')]);
  expect(await feeds.lines(feed)).toEqual([
    ...lines('2026-07-12', '2026-07-01').slice(0, 1),
    'ip|::ffff:192.0.2.1||tor_exit|||2026-08-01|2026-08-08',
    ...lines('2026-07-12', '2026-07-01').slice(1),
  ]);
});

describe('the guard against a list that shrinks', { timeout: 300_000 }, () => {
  const ten = listed(...Array.from({ length: 10 }, (_, at) => `n${at}.test`));
  it('keeps the last good state when a list is empty, cannot be read, or lost more than half of its entries', async () => {
    const feed = feeds.newFeed();
    await feeds.read(feed, '2026-07-01', ten);
    const before = await feeds.lines(feed);
    const suspects: readonly [FeedEntry[], reason: string][] = [
      [[], 'The list is empty.'],
      [[{ what: 'reject', line: '<html>', reason: 'x' }], 'The list is empty.'],
      [ten.slice(0, 4), 'The list has 4 entries, less than half of the 10 before.'],
      [[...ten.slice(0, 4), ...ten.slice(0, 4)], 'The list has 4 entries'],
    ];
    for (const [entries, reason] of suspects) {
      const outcome = await feeds.read(feed, '2026-07-02', entries);
      expect(outcome).toMatchObject({ state: 'suspect', reason: expect.stringContaining(reason) as string });
      expect(await feeds.lines(feed), reason).toEqual(before);
      expect(await feeds.staged()).toBe(0);
      expect(await feeds.ledger(feed)).toMatchObject({ state: 'done', rows: 10, asOf: '2026-07-01' });
    }
    // the list before the accident goes on without a gap
    await feeds.read(feed, '2026-07-03', ten);
    expect((await feeds.episodes(feed))[0]).toBe('n0.test: 2026-07-01 to 2026-07-03 (2026-08-02)');
  });

  it('lets half of the entries pass, and less after the feed was switched off and on again', async () => {
    const feed = feeds.newFeed();
    await feeds.read(feed, '2026-07-01', ten);
    expect(await feeds.read(feed, '2026-07-02', ten.slice(0, 5))).toMatchObject({
      state: 'done',
      rows: { listings: 5 },
    });
    expect(await feeds.read(feed, '2026-07-03', ten.slice(0, 2))).toMatchObject({ state: 'suspect' });
    await retireFeed(feeds.engine, feed.importId, '2026-07-03', noDeriving);
    expect(await feeds.read(feed, '2026-07-03', ten.slice(0, 2))).toMatchObject({ state: 'done' });
  });

  it('refuses a snapshot that is older than the last one', async () => {
    const feed = feeds.newFeed();
    await feeds.read(feed, '2026-07-02', ten);
    const reason = 'The list is of 2026-07-01, older than what was read before (2026-07-02).';
    expect(await feeds.read(feed, '2026-07-01', ten)).toMatchObject({ state: 'suspect', reason });
  });

  it('does not count what is new in a feed of events', async () => {
    const feed = feeds.newFeed({ mode: 'events' });
    await feeds.read(feed, '2026-07-01', ten);
    expect(await feeds.read(feed, '2026-07-02', ten.slice(0, 1))).toMatchObject({ state: 'done' });
    expect(await feeds.read(feed, '2026-07-02', [])).toMatchObject({ state: 'suspect' });
    expect(await feeds.read(feed, '2026-07-02', [], { isIncremental: true })).toMatchObject({ state: 'done' });
  });
});

describe('events', { timeout: 900_000 }, () => {
  const event = (name: string, first?: string, last?: string): ListingEntry => ({
    what: 'listing',
    subject: { type: 'domain', name },
    tags: [],
    reference: '',
    ...(first && { first: `2026-${first}` }),
    ...(last && { last: `2026-${last}` }),
  });

  const cases: readonly [what: string, lists: [day: string, ListingEntry[]][], episodes: string[]][] = [
    [
      'count for their lifetime after the last day',
      [['07-20', [event('a.test', '07-01', '07-05')]]],
      ['a.test: 2026-07-01 to 2026-07-05 (2026-07-15)'],
    ],
    [
      'are of their only day',
      [['07-20', [event('a.test', '07-01')]]],
      ['a.test: 2026-07-01 to 2026-07-01 (2026-07-11)'],
    ],
    [
      'are of the day of the feed when they have none',
      [['07-20', [event('a.test')]]],
      ['a.test: 2026-07-20 to 2026-07-20 (2026-07-30)'],
    ],
    [
      'go on while they still count',
      [
        ['07-01', [event('a.test')]],
        ['07-12', [event('a.test')]],
        ['07-13', [event('b.test')]],
      ],
      ['a.test: 2026-07-01 to 2026-07-12 (2026-07-22)', 'b.test: 2026-07-13 to 2026-07-13 (2026-07-23)'],
    ],
    [
      'begin a new episode after they have ended',
      [
        ['07-01', [event('a.test')]],
        ['07-13', [event('a.test')]],
      ],
      ['a.test: 2026-07-01 to 2026-07-01 (2026-07-11)', 'a.test: 2026-07-13 to 2026-07-13 (2026-07-23)'],
    ],
    [
      'that overlap in one list are one',
      [
        [
          '07-30',
          [event('a.test', '07-09'), event('a.test', '07-01'), event('a.test', '07-25'), event('a.test', '07-19')],
        ],
      ],
      ['a.test: 2026-07-01 to 2026-07-25 (2026-08-04)'],
    ],
    [
      'that are older than what is there stand before it',
      [
        ['07-30', [event('a.test', '07-30')]],
        ['07-31', [event('a.test', '07-01')]],
      ],
      ['a.test: 2026-07-01 to 2026-07-01 (2026-07-11)', 'a.test: 2026-07-30 to 2026-07-30 (2026-08-09)'],
    ],
    [
      'that reach into what is there end before it, and do not shorten it',
      [
        ['07-30', [event('a.test', '07-20', '07-30')]],
        ['07-31', [event('a.test', '07-15', '07-22')]],
      ],
      ['a.test: 2026-07-15 to 2026-07-19 (2026-07-19)', 'a.test: 2026-07-20 to 2026-07-30 (2026-08-09)'],
    ],
    [
      'that fill a gap between two others leave neither a gap nor a day that counts twice',
      [
        ['07-30', [event('a.test', '07-01'), event('a.test', '07-20')]],
        ['07-31', [event('a.test', '07-08', '07-25')]],
      ],
      ['a.test: 2026-07-01 to 2026-07-19 (2026-07-19)', 'a.test: 2026-07-20 to 2026-07-25 (2026-08-04)'],
    ],
  ];

  it('count and end by their days, each on its own', async () => {
    const feed = feeds.newFeed({ mode: 'events', lifetimeDays: 10 });
    // each case has names of its own in the lists of all
    const own = (text: string, place: number) => text.replace('.test', `.case${place}.test`);
    const events = cases.flatMap(([, lists], place) =>
      lists.flatMap(([day, list]) =>
        list.map(({ subject, ...more }): [string, ListingEntry] => {
          if (subject.type !== 'domain') throw new TypeError('an event of no domain');
          return [day, { ...more, subject: { ...subject, name: own(subject.name, place) } }];
        }),
      ),
    );
    const days = [...new Set(events.map(([day]) => day))].sort();
    for (const time of ['once', 'twice']) {
      for (const day of days)
        await feeds.read(
          feed,
          `2026-${day}`,
          events.filter((each) => each[0] === day).map(([, entry]) => entry),
        );
      const found = await feeds.episodes(feed);
      for (const [place, [what, , expected]] of cases.entries())
        expect(
          found.filter((line) => line.includes(`.case${place}.test`)),
          `${what}, read ${time}`,
        ).toEqual(expected.map((line) => own(line, place)));
    }
  });

  it('cover the same days in whatever order their lists come', { tags: 'long' }, async () => {
    const coveredDays = async (feed: Feed) => {
      const covered = new Map<string, Set<string>>();
      for (const line of await feeds.episodes(feed)) {
        const [, host = '', first = '', expires = ''] = /^(\S+): (\S+) to \S+ \((\S+)\)$/.exec(line) ?? [];
        const days = covered.get(host) ?? new Set();
        for (let at = Date.parse(first); at <= Date.parse(expires); at += 86_400_000) days.add(String(at));
        covered.set(host, days);
      }
      return [...covered].map(([host, days]) => `${host} ${[...days].sort().join()}`).sort();
    };
    const anyEvent = fc.tuple(
      fc.integer({ min: 0, max: 30 }),
      fc.integer({ min: 1, max: 28 }),
      fc.integer({ min: 0, max: 40 }),
    );
    const anyList = fc.array(anyEvent, { minLength: 20, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(fc.array(anyList, { minLength: 3, maxLength: 3 }), async (given) => {
        const lists = given.map((list) =>
          list.map(([name, day, length]) => {
            const first = Date.UTC(2026, 4, day);
            const text = (at: number) => new Date(at).toISOString().slice(5, 10);
            return event(`n${name}.test`, text(first), text(first + length * 86_400_000));
          }),
        );
        const [one, other] = [0, 1].map(() => feeds.newFeed({ mode: 'events', lifetimeDays: 3 })) as [Feed, Feed];
        for (const list of lists) await feeds.read(one, '2026-07-30', list);
        for (const list of [...lists].reverse()) await feeds.read(other, '2026-07-30', list);
        expect(await coveredDays(one)).toEqual(await coveredDays(other));
      }),
      { numRuns: runs(1, 10) },
    );
  });

  it('that are facts hold until their last day, or for their lifetime', async () => {
    const feed = feeds.newFeed({ mode: 'events', lifetimeDays: 10, fills: ['tor_exit'] });
    const exit = (days: Partial<FactEntry>) => factOf('tor_exit', { type: 'ip', address: '192.0.2.9' }, days);
    await feeds.read(feed, '2026-07-01', [exit({ from: '2026-06-28', until: '2026-06-30' })]);
    await feeds.read(feed, '2026-07-01', [exit({ from: '2026-07-01' })]);
    await feeds.read(feed, '2026-08-01', [exit({})]);
    expect(await feeds.lines(feed)).toEqual([
      'ip|::ffff:192.0.2.9||tor_exit|||2026-06-28|2026-07-11',
      'ip|::ffff:192.0.2.9||tor_exit|||2026-08-01|2026-08-11',
    ]);
  });
});
