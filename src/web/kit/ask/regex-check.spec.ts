import { describe, expect, it } from 'vitest';
import { checkRegex } from './regex-check.ts';

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
