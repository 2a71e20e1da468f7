import { describe, expect, it } from 'vitest';
import { domainScores } from './domain-scores.ts';

const record = {
  sp_risk_score: 70,
  sp_risk_score_explain: { sp_risk_score_decider: 'listing_score' },
  listing_score: 70,
  listing_score_explain: { listings_all: 3, listings_last_90: 1, listed_recent_ago: 12 },
  domaininfo: { age: 1, age_score: 69, is_new: false, is_new_score: 0 },
  ns_reputation: { ns_reputation_max: 40, ns_reputation_score: 40, ns_srv_reputation: [{}, {}] },
  nschanges: { results_summary: { ns_entropy: 2, ns_entropy_score: 8, num_changes_all: 1, changes_last_30_days: 1 } },
};

describe('domainScores', () => {
  it('names every factor, its evidence, and the deciding one', () => {
    expect(domainScores(record).map(({ field, score, isDecider, from }) => [field, score, isDecider, from])).toEqual([
      ['ns_entropy_score', 8, false, '1 change, 1 in 30 days, entropy 2'],
      ['ns_reputation_score', 40, false, 'worst of 2 current name servers: 40'],
      ['is_new_score', 0, false, 'not registered within 24 hours'],
      ['age_score', 69, false, '1 day old; counts below 90'],
      ['listing_score', 70, true, '3 listings, last 12 days ago'],
    ]);
  });

  it.each([
    ['never listed', { listing_score: 0, listing_score_explain: {} }, 'listing_score', 'never listed'],
    [
      'listed today',
      { listing_score: 9, listing_score_explain: { listings_all: 1, listed_recent_ago: 0 } },
      'listing_score',
      '1 listing, still listed',
    ],
    [
      'no change',
      { ns_reputation: { ns_srv_reputation: [{}] }, nschanges: { results_summary: { ns_entropy_score: 0 } } },
      'ns_entropy_score',
      'no change seen',
    ],
  ])('says so when %s', (_, part, field, from) => {
    expect(domainScores(part).find((line) => line.field === field)?.from).toBe(from);
  });

  it('a factor that nothing is known for is not 0', () => {
    const once = {
      listing_score: 0,
      domaininfo: { age_score: 0, is_new_score: 0, first_seen: 20180503 },
      ns_reputation: { ns_reputation_max: 0, ns_reputation_score: 0, ns_srv_reputation: [] },
      nschanges: { results_summary: { ns_entropy_score: 0 } },
    };
    const known = domainScores(once).map(({ field, isKnown, from }) => [field, isKnown, from]);
    expect(known).toEqual([
      ['ns_entropy_score', false, ''],
      ['ns_reputation_score', false, ''],
      ['is_new_score', false, ''],
      ['age_score', false, ''],
      ['listing_score', true, ''],
    ]);
  });

  it('leaves out factors missing from the answer', () => {
    expect(domainScores({ sp_risk_score: 0 })).toEqual([]);
  });
});
