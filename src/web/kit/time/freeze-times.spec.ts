import { describe, expect, it } from 'vitest';
import { fixedTimes, freezeTime, frozenQuery, frozenUrl } from './freeze-times.ts';

const now = Date.UTC(2026, 10, 21, 11, 0, 0) / 1000;

describe('freezeTime', () => {
  it.each([
    ['first_seen_after', '-30d', '2026-10-22'],
    ['last_seen_before', '-1w', '2026-11-14'],
    ['first_seen_before', '-2m', '2026-09-21'],
    ['last_seen_after', '-12h', String(now - 12 * 3600)],
    ['last_seen_after', '-3600', String(now - 3600)],
    ['as_of', '-1d', String(now - 86_400)],
    ['a.first_seen_after', '-30d', '2026-10-22'],
    ['first_seen_after', '2026-01-01', '2026-01-01'],
    ['first_seen_after', '1769817600', '1769817600'],
    ['first_seen_after', '-soon', '-soon'],
    ['skip', '-30', '-30'],
    ['cert_date_min', '-12h', '2026-11-20'],
    ['change_date_before', '-1w', '2026-11-14'],
    ['sort', '-last_seen', '-last_seen'],
    ['seen', '7d', '2026-11-14'],
    ['seen', '24h', '2026-11-20'],
    ['seen', 'any', 'any'],
    ['moves.days', '30', '2026-10-22'],
    ['window', '180', '2026-05-25'],
    ['window', '36500', '36500'],
    ['days', '2026-10-22', '2026-10-22'],
    ['t.f.days', '30', '30'],
  ])('%s=%s becomes %s', (name, value, frozen) => {
    expect(freezeTime(name, value, now)).toBe(frozen);
  });
});

describe('frozenUrl', () => {
  it('freezes the times, keeps the rest and leaves the hash behind', () => {
    const href = 'https://dash.example/search/padns?qname=a.example&first_seen_after=-30d&sort=-count#key=secret';
    expect(frozenUrl(href, now)).toBe(
      'https://dash.example/search/padns?qname=a.example&first_seen_after=2026-10-22&sort=-count',
    );
  });

  it('names the periods that a view uses by default, each from its first day', () => {
    const implied = [
      { parameter: 'seen', value: 'any' },
      { parameter: 'moves.days', value: '90' },
      { parameter: 'days.to', value: '2026-11-21' },
    ];
    const href = 'https://dash.example/ns/ns1.a.example?tab=transfers';
    expect(frozenUrl(href, now, implied)).toBe(`${href}&moves.days=2026-08-23&days.to=2026-11-21`);
    expect(fixedTimes(frozenUrl(href, now, implied), href)).toEqual(['2026-08-23', '2026-11-21']);
    expect(frozenUrl(`${href}&moves.days=7`, now, implied)).toContain('moves.days=2026-11-14');
  });
});

describe('frozenQuery', () => {
  it('leaves everything but texts unchanged', () => {
    expect(frozenQuery({ limit: 100, sort: ['last_seen/-'], last_seen_after: '-7d' }, now)).toEqual({
      limit: 100,
      sort: ['last_seen/-'],
      last_seen_after: '2026-11-14',
    });
  });
});
