import { describe, expect, it } from 'vitest';
import type { SourceFeed } from '#contract/generated/types.gen.ts';
import { type Feed, readFeeds } from './feed.ts';
import { fetchHindrance } from './FeedControls.tsx';
import { freshnessOf } from './FreshnessLine.tsx';
import { endedFeeds, isAnyBusy } from './use-sources.ts';

const now = Date.UTC(2026, 10, 22, 12) / 1000;
const hour = 3600;

/** A feed that is on, fetched every six hours and loaded an hour ago. */
function feed(changes: SourceFeed = {}): Feed {
  const ago = (seconds: number) => new Date((now - seconds) * 1000).toISOString();
  const [read] = readFeeds({
    feeds: [
      {
        id: 'urlhaus',
        title: 'URLhaus',
        publisher: 'abuse.ch',
        url: 'https://lists.example/urlhaus.csv',
        enabled: true,
        state: 'ok',
        every_seconds: 6 * hour,
        min_interval_seconds: 2 * hour,
        last_fetch: ago(hour),
        last_success: ago(hour),
        as_of: '2026-11-22',
        ...changes,
      },
    ],
  });
  if (!read) throw new Error('a feed with an id is read');
  return read;
}

describe('the line of freshness', () => {
  it('counts the feeds that are on, and names the age of the oldest', () => {
    const oldest = feed({ id: 'tor', last_success: '2026-11-22T09:00:00.000Z' });
    const off = feed({ id: 'cins', enabled: false, state: 'off', last_success: '2020-01-01T00:00:00Z' });
    expect(freshnessOf([feed(), feed({ id: 'b', state: 'unchanged' }), oldest, off], now)).toEqual({
      is: 'current',
      text: 'Feeds: 3 of 3 current, oldest 3 h',
      warnings: [],
    });
  });

  it('says that none is on, also when one was before', () => {
    expect(freshnessOf([], now).is).toBe('none');
    expect(freshnessOf([feed({ enabled: false, state: 'off' })], now).is).toBe('none');
  });

  it('takes one that has not had its turn for loading, not for a warning', () => {
    const first = feed({ id: 'new', state: 'waiting', last_success: null, last_fetch: null });
    expect(freshnessOf([feed(), first], now)).toMatchObject({
      is: 'loading',
      text: 'Feeds: 1 of 2 current, oldest 1 h, 1 loading',
    });
  });

  it('names what failed, is suspect or late, in this order', () => {
    const { is, text, warnings } = freshnessOf(
      [
        feed({ id: 'late', title: 'Tranco', last_success: '2026-11-20T12:00:00Z' }),
        feed({ id: 'suspect', title: 'DROP', state: 'suspect', as_of: '2026-11-19' }),
        feed({ id: 'failed', state: 'failed', last_success: '2026-11-20T08:00:00Z' }),
        feed({ id: 'never', title: 'OpenPhish', state: 'failed', last_success: null }),
        feed({ id: 'fine' }),
      ],
      now,
    );
    expect(is).toBe('warning');
    expect(text).toBe('Feeds: 1 of 5 current, oldest 1 h');
    expect(warnings.map((warning) => warning.text)).toEqual([
      'URLhaus has failed since 2026-11-20',
      'OpenPhish has failed and was never loaded',
      'DROP is suspect: the data of 2026-11-19 stays in use',
      'Tranco is 2 d old',
    ]);
  });

  it('calls a feed late only after two missed fetches, and one of a drop folder never', () => {
    const old = (hours: number, rest: SourceFeed = {}) =>
      feed({ last_success: new Date((now - hours * hour) * 1000).toISOString(), ...rest });
    expect(freshnessOf([old(13)], now).is).toBe('current');
    expect(freshnessOf([old(14)], now).is).toBe('warning');
    expect(freshnessOf([old(400, { url: '' })], now).is).toBe('current');
    expect(freshnessOf([old(400, { state: 'reading' })], now).is).toBe('current');
  });
});

describe('why a feed cannot be fetched now', () => {
  const circumstances = { now, timeZone: 'UTC', isOffline: false };

  it('names the publisher, the interval and the time when it is over', () => {
    expect(fetchHindrance(feed(), circumstances)).toBe(
      'abuse.ch allows one fetch in 2 h. Possible again at 2026-11-22 13:00 UTC.',
    );
    expect(fetchHindrance(feed(), { ...circumstances, timeZone: 'Europe/Berlin' })).toContain('14:00 UTC+1');
    expect(fetchHindrance(feed(), { ...circumstances, now: now + hour })).toBeUndefined();
  });

  it('lets a drop folder be read at any time, also offline', () => {
    expect(fetchHindrance(feed({ url: '' }), circumstances)).toBeUndefined();
    expect(fetchHindrance(feed(), { ...circumstances, isOffline: true })).toBeUndefined();
  });

  it('says that a feed is off, or is being loaded', () => {
    expect(fetchHindrance(feed({ enabled: false, state: 'off' }), circumstances)).toBe('Switch it on first.');
    expect(fetchHindrance(feed({ state: 'writing' }), circumstances)).toBe('It is being loaded right now.');
  });
});

it('tells which feeds ended since the last look, however they ended', () => {
  const off = { id: 'd', enabled: false } as const;
  const before = [
    feed({ id: 'a', state: 'reading' }),
    feed({ id: 'b', state: 'fetching' }),
    feed({ id: 'c' }),
    feed({ ...off, state: 'waiting' }),
  ];
  const after = [
    feed({ id: 'a' }),
    feed({ id: 'b', state: 'failed' }),
    feed({ id: 'c' }),
    feed({ ...off, state: 'off' }),
  ];
  expect(endedFeeds(before, after).map(({ id }) => id)).toEqual(['a', 'b', 'd']);
  expect(endedFeeds(undefined, after)).toEqual([]);
  expect(endedFeeds(after, before)).toEqual([]);
});

it('follows a feed that was just switched on, whatever the clock of this machine says, and not one that is held back', () => {
  const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
  const isFollowed = (changes: SourceFeed) =>
    isAnyBusy({
      feeds: [{ id: 'tor', url: 'https://lists.example/', state: 'waiting', min_interval_seconds: 7200, ...changes }],
    });
  for (const skew of [-hour, 0, hour]) {
    expect(isFollowed({ last_fetch: null, next_fetch: at(skew) })).toBe(true);
    expect(isFollowed({ last_fetch: at(skew - 3 * hour), next_fetch: at(skew) })).toBe(true);
    expect(isFollowed({ last_fetch: at(skew), next_fetch: at(skew + 2 * hour) })).toBe(false);
  }
});
