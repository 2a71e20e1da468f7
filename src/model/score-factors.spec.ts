import { expect, it } from 'vitest';
import { addressRisk, domainRisk } from './score-formulas.ts';
import { factorLabel, scoreFactor } from './score-factors.ts';
import { inUse, ordinary, quietAddress, quietDomain } from '#test/model/quiet-scores.ts';

it('everything that can decide has a name and a sentence, none of them a field name', () => {
  const deciders = [
    ...Object.keys(quietAddress).map((name) => addressRisk({ ...quietAddress, [name]: 9 }, ordinary)),
    ...Object.keys(ordinary).map((name) => addressRisk(quietAddress, { ...ordinary, [name]: true })),
    ...Object.keys(quietDomain).map((name) => domainRisk({ ...quietDomain, [name]: 9 }, inUse)),
    ...Object.keys(inUse).map((name) => domainRisk(quietDomain, { ...inUse, [name]: true })),
  ].map(({ sp_risk_score_decider }) => sp_risk_score_decider);
  for (const decider of deciders) {
    expect(factorLabel(decider)).not.toMatch(/_|^$/);
    expect(scoreFactor(decider).sentence).not.toContain('_');
  }
});

it('spells out a factor that only another deployment knows', () => {
  expect(scoreFactor('some_new_score')).toEqual({ label: 'Some new', sentence: 'Some new.' });
  expect(factorLabel('')).toBe('');
  expect(factorLabel(undefined)).toBe('');
});
