import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { classifyWildcard, escapeLike, hasWildcard, matchesWildcard, type WildcardClass } from './wildcard.ts';

const pattern = fc.stringMatching(/^[ab.*%_\\]{0,8}$/);
const text = fc.stringMatching(/^[ab.%_\\]{0,10}$/);

/** The pattern as a regular expression: slow on hostile input, but plainly right. */
function reference(wildcard: string, candidate: string): boolean {
  const source = wildcard
    .split('*')
    .map((piece) => piece.replace(/[\\.%_]/g, '\\$&'))
    .join('.*');
  return new RegExp(`^${source}$`, 's').test(candidate);
}

/** LIKE as ClickHouse reads it: % any run, _ one character, backslash escapes. */
function like(likePattern: string, candidate: string): boolean {
  const source = likePattern.replace(/\\([\\%_])|[%_]|[.*+?^${}()|[\]\\]/g, (match, escaped: string | undefined) => {
    if (escaped !== undefined) return escaped === '\\' ? '\\\\' : escaped;
    return match === '%' ? '.*' : match === '_' ? '.' : `\\${match}`;
  });
  return new RegExp(`^${source}$`, 's').test(candidate);
}

function answers(question: WildcardClass, candidate: string): boolean {
  if (question.kind === 'exact') return candidate === question.text;
  if (question.kind === 'suffix') return candidate.endsWith(question.suffix);
  if (question.kind === 'prefix') return candidate.startsWith(question.prefix);
  const { prefix, suffix } = question;
  return candidate.startsWith(prefix) && candidate.endsWith(suffix) && like(question.like, candidate);
}

describe('classifyWildcard', () => {
  test.each<[string, WildcardClass]>([
    ['example.test', { kind: 'exact', text: 'example.test' }],
    ['*.example.test', { kind: 'suffix', suffix: '.example.test' }],
    ['**.example.test', { kind: 'suffix', suffix: '.example.test' }],
    ['mail*', { kind: 'prefix', prefix: 'mail' }],
    ['*', { kind: 'prefix', prefix: '' }],
    ['***', { kind: 'prefix', prefix: '' }],
    ['', { kind: 'exact', text: '' }],
    ['*paypal*', { kind: 'like', like: '%paypal%', prefix: '', suffix: '' }],
    ['mail*.example.test', { kind: 'like', like: 'mail%.example.test', prefix: 'mail', suffix: '.example.test' }],
    ['*_dmarc*100%\\*', { kind: 'like', like: '%\\_dmarc%100\\%\\\\%', prefix: '', suffix: '' }],
  ])('%s', (wildcard, expected) => expect(classifyWildcard(wildcard)).toEqual(expected));

  it('asks a question with the same answer as the pattern', () => {
    fc.assert(
      fc.property(pattern, text, (wildcard, candidate) => {
        expect(answers(classifyWildcard(wildcard), candidate)).toBe(matchesWildcard(wildcard, candidate));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('matchesWildcard', () => {
  test.each([
    ['*.example.test', 'www.example.test', true],
    ['*.example.test', 'example.test', false],
    ['a*a', 'a', false],
    ['a*a', 'aa', true],
    ['*ab*ab*', 'ab', false],
    ['*ab*ab*', 'xabyabz', true],
    ['*', '', true],
  ])('%s on %s: %s', (wildcard, candidate, expected) => expect(matchesWildcard(wildcard, candidate)).toBe(expected));

  it('agrees with a regular expression', () => {
    fc.assert(
      fc.property(pattern, text, (wildcard, candidate) => {
        expect(matchesWildcard(wildcard, candidate)).toBe(reference(wildcard, candidate));
      }),
      { numRuns: 2000 },
    );
  });
});

test('escapeLike matches the text itself and nothing else', () => {
  fc.assert(fc.property(text, text, (a, b) => like(escapeLike(a), b) === (a === b)));
});

test.each([
  ['a*', true],
  ['a', false],
])('hasWildcard(%s) is %s', (value, expected) => expect(hasWildcard(value)).toBe(expected));
