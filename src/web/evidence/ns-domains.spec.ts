import { describe, expect, it } from 'vitest';
import type { IndicatorScore } from '#web/api/indicator-score.ts';
import { nsDomains, serverSets } from './ns-domains.ts';

const records = [
  { query: 'a.example', nshash: 'one', last_seen: '2026-01-01 00:00:00' },
  { query: 'b.example', nshash: 'two', last_seen: '2026-01-02 00:00:00' },
  { query: 'c.example', nshash: 'two', last_seen: '2026-01-01 00:00:00' },
  { query: 'd.example' },
];

const none = { state: 'scored', score: 0 } as const;
const unknown = { state: 'unknown', score: null } as const;

describe('nsDomains', () => {
  it('distinguishes a missing score from a pending one and an unanswered one', () => {
    const scores = new Map<string, IndicatorScore>([
      ['a.example', none],
      ['b.example', unknown],
    ]);
    const domains = nsDomains(records, scores, true);
    expect(domains.map(({ sp_risk_score }) => sp_risk_score)).toEqual([0, null, undefined, undefined]);
    expect(domains.map(({ isScoreAsked }) => isScoreAsked)).toEqual([false, false, true, true]);
    expect(nsDomains(records, new Map(), false).some(({ isScoreAsked }) => isScoreAsked)).toBe(false);
  });
});

describe('serverSets', () => {
  it('counts the domains of each set and keeps its worst score and latest day', () => {
    const scores = new Map<string, IndicatorScore>([
      ['a.example', none],
      ['b.example', unknown],
      ['c.example', { state: 'scored', score: 80 }],
    ]);
    expect(serverSets(nsDomains(records, scores, false))).toEqual([
      { nshash: 'two', domains: 2, worst: 80, last_seen: '2026-01-02 00:00:00' },
      { nshash: 'one', domains: 1, worst: 0, last_seen: '2026-01-01 00:00:00' },
    ]);
  });

  it('has no worst score before scores arrive', () => {
    expect(serverSets(nsDomains(records, new Map(), true))[0]).toMatchObject({ worst: null });
  });
});
