import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addressRisk,
  ageScore,
  asnListingScore,
  asnRankScore,
  asnReputationScore,
  asnTakedownReputationScore,
  confidence,
  domainRisk,
  flagScore,
  ipReputationScore,
  isNewDomain,
  listingScore,
  nsEntropy,
  nsEntropyScore,
  nsReputationScore,
  rangeListingScore,
  subnetReputationScore,
  type ListingHistory,
} from './score-formulas.ts';
import { inUse, ordinary, quietAddress, quietDomain } from '#test/model/quiet-scores.ts';

const history = (ago: number, recent: number): ListingHistory => ({
  listed_first: 20260101,
  listed_first_ago: ago,
  listed_recent: 20260101,
  listed_recent_ago: ago,
  listed_span: 0,
  listings_all: Math.max(1, recent),
  listings_last_7: 0,
  listings_last_30: 0,
  listings_last_90: recent,
  listings_last_180: recent,
  listings_last_365: recent,
  lists_all: 1,
  lists_open: 0,
});

describe('listingScore', () => {
  it.each([
    [0, 3, 100],
    [7, 3, 100],
    [8, 3, 85],
    [30, 3, 85],
    [31, 3, 60],
    [90, 3, 60],
    [91, 0, 25],
    [180, 0, 25],
    [181, 0, 11],
    [365, 0, 11],
    [366, 0, 4],
    [5, 1, 80],
    [5, 2, 90],
    [5, 40, 100],
  ])('%i days ago, %i in 90 days: %i', (ago, recent, score) => {
    expect(listingScore(history(ago, recent))).toBe(score);
  });

  it('is 0 for what was never listed', () => {
    expect(listingScore(null)).toBe(0);
  });
});

describe('scores of a neighbourhood', () => {
  it.each([
    [0, 0],
    [4, 0.4],
    [10, 1],
    [5000, 1],
  ])('confidence of %i active addresses is %f', (active, expected) => {
    expect(confidence(active)).toBe(expected);
  });

  it('weigh less than the ratio, less for few addresses, and never more than Medium', () => {
    expect([subnetReputationScore(100, 10), subnetReputationScore(75, 8)]).toEqual([49, 39]);
    expect([asnReputationScore(100, 10), asnReputationScore(50, 8)]).toEqual([49, 8]);
    expect([asnRankScore(100, 10), asnRankScore(60, 8)]).toEqual([49, 12]);
    expect([asnTakedownReputationScore(100), asnTakedownReputationScore(7)]).toEqual([10, 1]);
  });
});

describe('scores of a domain', () => {
  it('age: younger is higher, nothing from 90 days on', () => {
    expect([0, 45, 89, 90, 5000, -3].map(ageScore)).toEqual([70, 35, 1, 0, 0, 70]);
  });

  it('is_new: the last 24 hours, never the future', () => {
    expect([0, 86_400, 86_401, -1].map(isNewDomain)).toEqual([true, true, false, false]);
    expect([true, false].map(flagScore)).toEqual([100, 0]);
  });

  it('ns_entropy: more and newer changes weigh more', () => {
    expect([[], [0], [60], [0, 60, 120], [3650]].map(nsEntropy)).toEqual([0, 10, 5, 18, 0]);
    expect([0, 18, 25, 300].map(nsEntropyScore)).toEqual([0, 7, 10, 10]);
    expect([12, 50, 63, 100].map(nsReputationScore)).toEqual([3, 20, 34, 49]);
  });
});

describe('domainRisk', () => {
  it('is decided by nothing when everything is 0', () => {
    expect(domainRisk(quietDomain, inUse)).toEqual({ sp_risk_score: 0, sp_risk_score_decider: '' });
  });

  it.each(Object.keys(quietDomain))('%s decides when it is highest', (name) => {
    const scores = { ...quietDomain, age_score: 2, [name]: 40 };
    expect(domainRisk(scores, inUse)).toEqual({ sp_risk_score: 40, sp_risk_score_decider: name });
  });

  it.each(Object.keys(inUse))('is 0 when %s, and says so', (name) => {
    expect(domainRisk({ ...quietDomain, listing_score: 100 }, { ...inUse, [name]: true })).toEqual({
      sp_risk_score: 0,
      sp_risk_score_decider: name,
    });
  });
});

it('an address on which all names are listed is bad, and worse with more of them', () => {
  expect([1, 2, 3, 40].map((names) => ipReputationScore(100, names))).toEqual([45, 68, 90, 90]);
  expect([ipReputationScore(50, 4), ipReputationScore(1, 5), ipReputationScore(0, 0)]).toEqual([45, 1, 0]);
});

describe('addressRisk', () => {
  it.each(Object.keys(quietAddress))('%s decides when it is highest', (name) => {
    const scores = { ...quietAddress, asn_rank_score: 2, [name]: 40 };
    expect(addressRisk(scores, ordinary)).toEqual({ sp_risk_score: 40, sp_risk_score_decider: name });
  });

  it('lets the more specific of equal scores decide', () => {
    const scores = { ...quietAddress, asn_reputation_score: 40, subnet_reputation_score: 40 };
    expect(addressRisk(scores, ordinary).sp_risk_score_decider).toBe('subnet_reputation_score');
  });

  it.each(Object.keys(ordinary))('is 0 for %s, and says so', (name) => {
    expect(addressRisk({ ...quietAddress, listing_score: 100 }, { ...ordinary, [name]: true })).toEqual({
      sp_risk_score: 0,
      sp_risk_score_decider: name,
    });
  });
});

it('a listed network counts for less than a listing of the address itself, an AS for less than a range', () => {
  expect([rangeListingScore(null), asnListingScore(null)]).toEqual([0, 0]);
  expect([rangeListingScore(history(0, 3)), asnListingScore(history(0, 3))]).toEqual([90, 49]);
  expect([rangeListingScore(history(20, 1)), asnListingScore(history(20, 1))]).toEqual([61, 41]);
});

it('every score is a whole number from 0 to 100', () => {
  const percent = fc.integer({ min: 0, max: 100 });
  fc.assert(
    fc.property(percent, fc.nat(), fc.nat(10_000), fc.array(fc.nat(5000)), (ratio, active, days, changes) => {
      const scores = [
        subnetReputationScore(ratio, active),
        asnReputationScore(ratio, active),
        rangeListingScore(history(days, changes.length)),
        asnListingScore(history(days, changes.length)),
        asnRankScore(ratio, active),
        asnTakedownReputationScore(ratio),
        listingScore(history(days, changes.length)),
        ageScore(days),
        nsEntropyScore(nsEntropy(changes)),
      ];
      return scores.every((score) => Number.isInteger(score) && score >= 0 && score <= 100);
    }),
  );
});
