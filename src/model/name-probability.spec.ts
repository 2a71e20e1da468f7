import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameProbability } from './name-probability.ts';

describe('nameProbability', () => {
  it.each([
    'google',
    'facebook',
    'wikipedia',
    'quietbrook',
    'harborline-login',
    'stackoverflow',
    'update-telemetry',
    'bbc',
  ])('%s reads like words', (label) => expect(nameProbability(label).score).toBeLessThan(35));

  it.each(['xkqzvbtpwj', 'qwmzxkcjvh', 'ghvbnklqpz', 'a8f3k2m9x7', 'lqxtwrpzsdnv', 'mzkq7x2v9p', 'eqtxjzhwkvplf'])(
    '%s reads like machine-made text',
    (label) => expect(nameProbability(label).score).toBeGreaterThan(80),
  );

  it('separates parts at hyphens', () => {
    expect(nameProbability('log-in').pairs).toEqual([...nameProbability('log').pairs, ...nameProbability('in').pairs]);
  });

  it('says nothing about single characters', () => {
    expect(nameProbability('x')).toEqual({ pairs: [], average: 0, score: 0 });
    expect(nameProbability('')).toEqual({ pairs: [], average: 0, score: 0 });
  });

  it('stays within its range and does not know letter case', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 63 }), (label) => {
        const { pairs, average, score } = nameProbability(label);
        expect(score).toBe(nameProbability(label.toLowerCase()).score);
        expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true);
        for (const probability of [...pairs, average]) expect(probability >= 0 && probability <= 1).toBe(true);
      }),
    );
  });
});
