import { describe, expect, it } from 'vitest';
import {
  addressVerdictState,
  domainVerdictState,
  readVerdictState,
  riskScoreState,
  reputationVerdictState,
  VERDICT_LOOKS,
  VERDICT_STATES,
  type VerdictState,
} from './verdict.ts';

const domain = { is_expired: false, is_parked: false, is_sinkholed: false, isObserved: true, sp_risk_score: 0 };
const address = { known_benign: false, known_sinkhole_ip: false, isObserved: true, sp_risk_score: 0 };

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
  ])('review D1: %s for %j', (state, evidence) => expect(domainVerdictState({ ...domain, ...evidence })).toBe(state));
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
  ])('review D2: %s for %j', (state, evidence) => expect(addressVerdictState({ ...address, ...evidence })).toBe(state));
});

describe('reputationVerdictState', () => {
  it.each<[VerdictState, Parameters<typeof reputationVerdictState>[0]]>([
    ['scored', { reputation: 0, base: 12 }],
    ['scored', { reputation: 7, base: undefined }],
    ['unknown', { reputation: 0, base: 0 }],
    ['scored', { reputation: 100, base: 5, listed: 5 }],
    // lists name what no one has seen active: with feeds and without observations
    ['unknown', { reputation: 100, base: 0, listed: 1 }],
    ['unknown', { reputation: 100, base: 2, listed: 40 }],
    // 0 of how many the answer does not say
    ['unknown', { reputation: 0, base: undefined }],
    ['unknown', { reputation: undefined, base: undefined }],
    ['sinkholed', { reputation: 100, base: 5, isSinkhole: true }],
  ])('review D2: %s for %j', (state, evidence) => expect(reputationVerdictState(evidence)).toBe(state));
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
  [undefined, { score: 0 }],
  [undefined, { score: 0, decider: '', verdict: 'something new' }],
  [undefined, { score: 0, decider: 'constructor' }],
])('review D2: a bare risk score is %s for %j', (state, record) => expect(riskScoreState(record)).toBe(state));

it('review D1: no two states share their word, and none looks like a score', () => {
  const looks = Object.values(VERDICT_LOOKS);
  expect(new Set(looks.map(({ word }) => word)).size).toBe(looks.length);
  expect(looks.map(({ symbol }) => symbol).filter((symbol) => '○◔◑◕●'.includes(symbol))).toEqual([]);
});
