import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#test/long.ts';
import { requiredLiteral } from './padns-forward.ts';

describe('requiredLiteral', () => {
  it.each([
    ['^login-[a-z]+\\.example$', 'login-', '.example'],
    ['acme', '', 'acme'],
    ['^acme', 'acme', 'acme'],
    ['^acmes?', 'acme', 'acme'],
    ['^ac+me', 'ac', 'ac'],
    ['^a*bc', '', 'bc'],
    ['^ab{0}cde', 'a', 'cde'],
    ['(acme)?shop', '', 'shop'],
    ['^[[:alpha:]]mail', '', 'mail'],
    ['a[]x]bcd', '', 'bcd'],
    ['^www\\.a.c', 'www.a', 'www.a'],
    ['acme|shop', '', ''],
    ['(?i)acme', '', ''],
    ['\\Qa.b\\E', '', ''],
    ['a\\07b', '', ''],
    ['x\\x{41}yz', '', 'yz'],
    ['\\pNabc', '', 'abc'],
    ['ACME', '', ''],
    ['.*', '', ''],
    ['', '', ''],
  ])('%s needs %j at its start and %j somewhere', (pattern, prefix, infix) => {
    expect(requiredLiteral(pattern)).toEqual({ prefix, infix });
  });

  it('never loses a match', { tags: 'long' }, () => {
    const atom = fc.oneof(
      fc.constantFrom('a', 'b', '-', '\\.', '.', '[ab]', '[^a]', '[[]', '\\w', 'ab', '(ab)', '(a)'),
      fc.constantFrom('\\b', '^', '$'),
    );
    const quantifier = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{0,1}', '+?', '*?');
    const piece = fc.tuple(atom, quantifier).map(([head, tail]) => (/^(\\b|\^|\$)$/.test(head) ? head : head + tail));
    const pattern = fc
      .tuple(fc.constantFrom('', '^'), fc.array(piece, { maxLength: 6 }))
      .map(([head, pieces]) => head + pieces.join(''));
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '-', '.', '['), maxLength: 8 });
    fc.assert(
      fc.property(pattern, text, (regex, name) => {
        if (!new RegExp(regex.replaceAll('[[]', '\\[')).test(name)) return;
        const { prefix, infix } = requiredLiteral(regex);
        expect(name.startsWith(prefix)).toBe(true);
        expect(name.includes(infix)).toBe(true);
      }),
      { numRuns: runs(2500, 25000) },
    );
  });
});
