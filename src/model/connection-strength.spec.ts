import { expect, it } from 'vitest';
import { bitsOf, groupOf, isTelling, linkWord, strengthOf } from './connection-strength.ts';

const thousand = { population: 1_000_000 };

it.each([
  ['jarm', { shared_by: 2, bits: 3, population: 20 }, true],
  ['ns-set', { ...thousand, shared_by: 366, bits: 11.4 }, true],
  ['ns-set', { ...thousand, shared_by: 20_000, bits: 5.6, sampled: 80, listed: 68 }, true],
  ['ns-set', { ...thousand, shared_by: 20_000, bits: 5.6, sampled: 80, listed: 3 }, false],
  ['favicon', { ...thousand, shared_by: 0, bits: 19.9 }, false],
  ['address', { ...thousand, shared_by: 1, bits: 0 }, false],
  ['registrar', { ...thousand, shared_by: 3, bits: 17.9 }, false],
  ['created', { ...thousand, shared_by: 3, bits: 17.9 }, false],
  ['registrar-day', { ...thousand, shared_by: 3, bits: 17.9 }, false],
  ['first-certificate', { ...thousand, shared_by: 3, bits: 17.9 }, false],
  ['registrant-email', { ...thousand, shared_by: 3, bits: 17.9 }, true],
])('%s with %j is worth following: %j', (attribute, row, isFollowed) =>
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
      ['hosting', 4],
      ['hosting', 9],
    ],
    9,
  ],
  [
    'groups add up',
    [
      ['hosting', 9],
      ['creation', 8],
      ['registrar', 5],
    ],
    22,
  ],
  [
    'a registrar, its name servers and its mail are one package',
    [
      ['registrar', 3],
      ['name servers', 7],
      ['mail', 5],
    ],
    7,
  ],
  [
    'many domains of one day at one registrar: the two together say less than their sum',
    [
      ['creation', 9],
      ['registrar', 3],
      ['registration', 10],
    ],
    10,
  ],
  [
    'a rare day of a registrar says more than the sum',
    [
      ['creation', 7],
      ['registrar', 3],
      ['registration', 15],
      ['hosting', 2],
    ],
    17,
  ],
  [
    'with name servers that tell more than the registrar, its day counts given the registrar',
    [
      ['creation', 9],
      ['registrar', 3],
      ['registration', 10],
      ['name servers', 8],
    ],
    15,
  ],
  [
    'a day and a registrar together never say less than one of them',
    [
      ['creation', 9],
      ['registrar', 3],
      ['registration', 8],
    ],
    9,
  ],
  [
    'a day of registration that differs takes 4 bits',
    [
      ['hosting', 12],
      ['creation', undefined],
    ],
    8,
  ],
  [
    'of the days of registration and of the first certificate the better counts',
    [
      ['creation', 9],
      ['first certificate', 11],
    ],
    11,
  ],
  [
    'the first certificate adds to what the day says given the registrar',
    [
      ['creation', 9],
      ['registrar', 3],
      ['registration', 10],
      ['first certificate', 8],
    ],
    11,
  ],
  [
    'a certificate that both have begins on one day',
    [
      ['certificate', 6],
      ['first certificate', 11],
    ],
    6,
  ],
  [
    'the same day of the first certificate does not make up for a day of registration that differs',
    [
      ['creation', undefined],
      ['first certificate', 11],
    ],
    7,
  ],
  [
    'other groups may differ',
    [
      ['first certificate', undefined],
      ['name servers', 14],
    ],
    14,
  ],
  [
    'other groups may differ',
    [
      ['hosting', undefined],
      ['name servers', 14],
    ],
    14,
  ],
  [
    'what differs counts only without a common value',
    [
      ['mail', undefined],
      ['mail', 15],
    ],
    15,
  ],
] as const)('the strength of a link: %s', (_, groups, bits) =>
  expect(strengthOf(groups.map(([group, each]) => ({ group, bits: each })))).toBe(bits),
);

it('one registrant may register at any time and place', () => {
  const differing = [
    { group: 'creation', bits: undefined },
    { group: 'registrar', bits: undefined },
  ] as const;
  const shared = { group: 'registrant', bits: 9 } as const;
  expect(strengthOf([...differing, shared])).toBe(1);
  expect(strengthOf([...differing, { ...shared, isSameRegistrant: true }])).toBe(9);
});

it.each([
  [14, true, 'likely'],
  [13.9, true, 'possible'],
  [10, true, 'possible'],
  [9.9, true, 'weak'],
  [30, false, 'weak'],
] as const)('%d bits, with a telling value: %j, say %s', (bits, hasTelling, word) =>
  expect(linkWord(bits, hasTelling)).toBe(word),
);

it.each([
  ['v=spf1 include:_spf.example.net -all', 'mail'],
  ['"V=SPF1 mx -all"', 'mail'],
  ['site-verification=abc', 'text'],
])('the TXT record %s is of the group %s', (value, group) => expect(groupOf({ attribute: 'txt', value })).toBe(group));
