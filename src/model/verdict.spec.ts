import { describe, expect, it } from 'vitest';
import {
  addressChecks,
  addressVerdictState,
  checkedWords,
  domainChecks,
  isAddressJudged,
  isDomainJudged,
  missingDomainWords,
  domainVerdictState,
  readVerdictState,
  riskScoreState,
  reputationVerdictState,
  VERDICT_LOOKS,
  VERDICT_STATES,
  type VerdictState,
} from './verdict.ts';

const known = { isInternal: false, isJudged: true, sp_risk_score: 0 };
const domain = { is_expired: false, is_parked: false, is_sinkholed: false, isObserved: true, ...known };
const address = { known_benign: false, known_sinkhole_ip: false, isObserved: true, ...known };

describe('domainVerdictState', () => {
  it.each<[VerdictState, Partial<Parameters<typeof domainVerdictState>[0]>]>([
    ['scored', {}],
    ['scored', { sp_risk_score: 90 }],
    ['unknown', { isObserved: false }],
    ['unknown', { isObserved: false, sp_risk_score: undefined }],
    ['sinkholed', { is_sinkholed: true }],
    ['sinkholed', { is_sinkholed: true, is_expired: true, is_parked: true }],
    ['sinkholed', { is_sinkholed: true, sp_risk_score: 90 }],
    ['expired', { is_expired: true, is_parked: true }],
    ['parked', { is_parked: true }],
    ['scored', { is_parked: true, sp_risk_score: 90 }],
    ['insufficient', { isJudged: false }],
    ['scored', { isJudged: false, sp_risk_score: 4 }],
    ['internal', { isInternal: true }],
    ['internal', { isInternal: true, isObserved: false }],
  ])('%s for %j', (state, evidence) => expect(domainVerdictState({ ...domain, ...evidence })).toBe(state));
});

describe('addressVerdictState', () => {
  it.each<[VerdictState, Partial<Parameters<typeof addressVerdictState>[0]>]>([
    ['scored', {}],
    ['scored', { sp_risk_score: 90 }],
    ['unknown', { isObserved: false }],
    ['unknown', { isObserved: false, sp_risk_score: 4 }],
    ['sinkholed', { known_sinkhole_ip: true, known_benign: true }],
    ['known_benign', { known_benign: true }],
    ['known_benign', { known_benign: true, isObserved: false }],
    ['scored', { known_benign: true, sp_risk_score: 90 }],
    ['insufficient', { isJudged: false }],
    ['internal', { isInternal: true, isObserved: false }],
    ['internal', { isInternal: true, sp_risk_score: 30 }],
  ])('%s for %j', (state, evidence) => expect(addressVerdictState({ ...address, ...evidence })).toBe(state));
});

describe('reputationVerdictState', () => {
  it.each<[VerdictState, Parameters<typeof reputationVerdictState>[0]]>([
    ['scored', { reputation: 0, base: 12 }],
    ['scored', { reputation: 7, base: undefined }],
    ['insufficient', { reputation: 0, base: 0 }],
    ['insufficient', { reputation: 0, base: 12, isListable: false }],
    ['scored', { reputation: 8, base: 12, isListable: false }],
    ['internal', { reputation: 0, base: 12, isInternal: true }],
    ['scored', { reputation: 100, base: 5, listed: 5 }],
    // lists name what no one has seen active: with feeds and without observations
    ['insufficient', { reputation: 100, base: 0, listed: 1 }],
    ['insufficient', { reputation: 100, base: 2, listed: 40 }],
    // 0 of how many the answer does not say
    ['insufficient', { reputation: 0, base: undefined }],
    ['unknown', { reputation: undefined, base: undefined }],
    ['sinkholed', { reputation: 100, base: 5, isSinkhole: true }],
  ])('%s for %j', (state, evidence) => expect(reputationVerdictState(evidence)).toBe(state));
});

it('reads a state of the wire, and nothing else', () => {
  for (const state of VERDICT_STATES) expect(readVerdictState(state)).toBe(state);
  for (const other of ['Scored', 'clean', '', null, undefined, 0]) expect(readVerdictState(other)).toBeUndefined();
});

it.each<[VerdictState | undefined, Parameters<typeof riskScoreState>[0]]>([
  ['unknown', { score: 0, verdict: 'unknown' }],
  ['scored', { score: 0, verdict: 'scored' }],
  ['sinkholed', { score: 0, decider: 'is_sinkholed' }],
  ['known_benign', { score: 0, decider: 'known_benign' }],
  ['scored', { score: 60, decider: 'listing_score' }],
  ['unknown', { score: undefined }],
  ['internal', { score: undefined, verdict: 'internal' }],
  [undefined, { score: 0 }],
  [undefined, { score: 0, decider: '', verdict: 'something new' }],
  [undefined, { score: 0, decider: 'constructor' }],
])('a bare risk score is %s for %j', (state, record) => expect(riskScoreState(record)).toBe(state));

it('no two states share their word, and none looks like a score', () => {
  const looks = Object.values(VERDICT_LOOKS);
  expect(new Set(looks.map(({ word }) => word)).size).toBe(looks.length);
  expect(looks.map(({ symbol }) => symbol).filter((symbol) => '○◔◑◕●'.includes(symbol))).toEqual([]);
});

describe('what was checked of a domain', () => {
  it.each([
    [true, true, true, true, 'checked listings, its age, its name servers and how often they changed', ''],
    [true, false, true, true, 'checked listings, its name servers and how often they changed', 'its age is not known'],
    [true, true, false, true, 'checked listings and its age', 'its name servers are not known'],
    [true, false, false, false, 'checked listings', 'its age and name servers are not known'],
    // without a list, name servers have a reputation of 0 whatever they serve
    [false, true, true, false, 'checked its age and how often they changed', ''],
    [false, false, false, false, '', 'its age and name servers are not known'],
  ])('list %s, age %s, name servers %s', (isListable, isAgeKnown, hasNameServers, isJudged, words, missing) => {
    const checked = domainChecks({ isListable, isAgeKnown, hasNameServers });
    expect([isDomainJudged(checked), checkedWords(checked), missingDomainWords(checked)]).toEqual([
      isJudged,
      words,
      missing,
    ]);
  });
});

describe('what was checked of an address', () => {
  const all = {
    isListable: true,
    areNamesListable: true,
    hasNames: true,
    isAnnounced: true,
    subnetActive: 20,
    asnActive: 300,
  };
  it.each([
    [{}, true, true, 'checked listings, the names on it, its subnet and its autonomous system'],
    [{ hasNames: false }, true, true, 'checked listings, its subnet and its autonomous system'],
    [{ hasNames: false }, false, false, 'checked listings, its subnet and its autonomous system'],
    [{ subnetActive: 0, asnActive: 0 }, true, true, 'checked listings and the names on it'],
    // a list of names alone says something about the names on it, and about its neighbours
    [{ isListable: false }, true, false, 'checked the names on it, its subnet and its autonomous system'],
    [{ areNamesListable: false }, true, true, 'checked listings, its subnet and its autonomous system'],
    [{ isListable: false, areNamesListable: false }, true, false, ''],
  ])('%j, in use %s', (knowledge, isInUse, isJudged, words) => {
    const checked = addressChecks({ ...all, ...knowledge });
    expect([isAddressJudged(checked, isInUse), checkedWords(checked)]).toEqual([isJudged, words]);
  });
});
