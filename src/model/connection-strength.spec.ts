import { expect, it } from 'vitest';
import { bitsOf, isTelling, linkWord, strengthOf } from './connection-strength.ts';

const thousand = { population: 1_000_000 };

it.each([
  ['jarm', { shared_by: 2, bits: 3, population: 20 }, true],
  ['ns-set', { ...thousand, shared_by: 366, bits: 11.4 }, true],
  ['ns-set', { ...thousand, shared_by: 20_000, bits: 5.6, sampled: 80, listed: 68 }, true],
  ['ns-set', { ...thousand, shared_by: 20_000, bits: 5.6, sampled: 80, listed: 3 }, false],
  ['favicon', { ...thousand, shared_by: 0, bits: 19.9 }, false],
  ['registrar', { ...thousand, shared_by: 3, bits: 17.9 }, false],
  ['created', { ...thousand, shared_by: 3, bits: 17.9 }, false],
  ['registrant-email', { ...thousand, shared_by: 3, bits: 17.9 }, true],
])('review E12: %s with %j is worth following: %j', (attribute, row, isFollowed) =>
  expect(isTelling(attribute, row)).toBe(isFollowed),
);

it.each([
  [200, 1000, 2.3],
  [200, 20_000_000, 16.6],
  [1, 1024, 10],
  [5, 5, 0],
  [5, 0, 0],
])('%d of %d subjects with a value make %d bits', (sharing, population, bits) =>
  expect(bitsOf(sharing, population)).toBeCloseTo(bits, 1),
);

it.each([
  [
    'one group counts its best value once',
    [
      ['name servers', 4],
      ['name servers', 9],
    ],
    9,
    'weak',
  ],
  [
    'groups add up',
    [
      ['hosting', 9],
      ['creation', 8],
      ['registrar', 5],
    ],
    22,
    'likely',
  ],
  [
    'a day of registration that differs takes 4 bits',
    [
      ['hosting', 12],
      ['creation', undefined],
    ],
    8,
    'weak',
  ],
  [
    'other groups may differ',
    [
      ['hosting', undefined],
      ['name servers', 14],
    ],
    14,
    'possible',
  ],
  [
    'what differs counts only without a common value',
    [
      ['mail', undefined],
      ['mail', 15],
    ],
    15,
    'possible',
  ],
] as const)('the strength of a link: %s', (_, groups, bits, word) => {
  const strength = strengthOf(groups.map(([group, each]) => ({ group, bits: each })));
  expect([strength, linkWord(strength)]).toEqual([bits, word]);
});
