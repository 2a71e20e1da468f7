import { expect, it } from 'vitest';
import { addressRisk, domainRisk } from './score-formulas.ts';
import { factorLabel, scoreFactor } from './score-factors.ts';

const addressScores = {
  listing_score: 0,
  malscore: 0,
  ip_reputation_score: 0,
  range_listing_score: 0,
  subnet_reputation_score: 0,
  asn_listing_score: 0,
  asn_reputation_score: 0,
  asn_rank_score: 0,
  asn_takedown_reputation_score: 0,
};
const domainScores = {
  listing_score: 0,
  ns_reputation_score: 0,
  ns_entropy_score: 0,
  is_new_score: 0,
  age_score: 0,
};

it('review D6: everything that can decide has a name and a sentence, none of them a field name', () => {
  const inUse = { is_expired: false, is_parked: false, is_sinkholed: false };
  const ordinary = { known_benign: false, known_sinkhole_ip: false };
  const deciders = [
    ...Object.keys(addressScores).map((name) => addressRisk({ ...addressScores, [name]: 9 }, ordinary)),
    ...Object.keys(ordinary).map((name) => addressRisk(addressScores, { ...ordinary, [name]: true })),
    ...Object.keys(domainScores).map((name) => domainRisk({ ...domainScores, [name]: 9 }, inUse)),
    ...Object.keys(inUse).map((name) => domainRisk(domainScores, { ...inUse, [name]: true })),
  ].map(({ sp_risk_score_decider }) => sp_risk_score_decider);
  for (const decider of deciders) {
    expect(factorLabel(decider)).not.toMatch(/_|^$/);
    expect(scoreFactor(decider).sentence).not.toContain('_');
  }
});

it('review D6: spells out a factor that only another deployment knows', () => {
  expect(scoreFactor('some_new_score')).toEqual({ label: 'Some new', sentence: 'Some new.' });
  expect(factorLabel('')).toBe('');
  expect(factorLabel(undefined)).toBe('');
});
