import { describe, expect, it } from 'vitest';
import { asNumberProblem, checkRegex, listProblem, networkProblem, splitList } from './value-list.ts';

describe('splitList', () => {
  it.each([
    ['network', '192.0.2.0/24; 198.51.100.0/24,203.0.113.0/24', ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24']],
    ['asname', 'A B, C; D ;', ['A B, C', 'D']],
    ['asnum', 'AS64500 1.10;x', ['64500', '65546', 'x']],
    ['nsname', '  ', []],
  ])('%s %j is %j', (field, text, values) => expect(splitList(field, text)).toEqual(values));
});

describe('listProblem', () => {
  it.each([
    [['64500'], undefined],
    [['64500', 'x', 'y'], 'x: An AS number such as 64500, AS64500 or 1.10.'],
    [['1', '2', '3', '4'], 'At most 3 values.'],
  ])('%j: %s', (values, problem) => expect(listProblem(values, 3, asNumberProblem)).toBe(problem));
});

it.each([
  ['192.0.2.0/24', 4, true],
  ['2001:db8::/32', 4, false],
  ['2001:db8::/32', 6, true],
  ['192.0.2.0', 4, false],
] as const)('%s as an IPv%i network: %s', (value, version, isOne) =>
  expect(networkProblem(value, version) === undefined).toBe(isOne),
);

describe('checkRegex', () => {
  it.each([
    '^login-[a-z]+\\.example$',
    '^(?:a|b)$',
    '^(?i)login$',
    '^(?P<first>a+)b$',
    '^[[:alpha:]]+\\.example$',
    '^[^]a]+$',
    '^[(]{2}$',
    '^\\(\\[x$',
    '^\\\\$',
    '^a*?b+?c??$',
    '^\\d{3}$',
    '',
  ])('%s stands', (text) => expect(checkRegex(text)).toEqual({}));

  it.each([
    ['(?=a)b', 'look-around'],
    ['(?!a)b', 'look-around'],
    ['(?<=a)b', 'look-around'],
    ['(?<!a)b', 'look-around'],
    ['(a)\\1', 'back-references'],
    ['(?>a)', 'atomic'],
    ['a*+', 'repetition'],
    ['a**', 'repetition'],
    ['(a', 'A ( is not closed'],
    ['a)', 'no matching ('],
    ['[a', 'A [ is not closed'],
    ['*a', 'nothing to repeat'],
    ['a|+b', 'nothing to repeat'],
    ['a\\', 'escape'],
  ])('%s is refused: %s', (text, words) => expect(checkRegex(text).problem).toContain(words));

  it.each([
    ['login', '^ at the start and $ at the end'],
    ['^login', '$ at the end'],
    ['login$', '^ at the start'],
  ])('%s is better with %s', (text, words) => expect(checkRegex(text).advice).toContain(words));
});
