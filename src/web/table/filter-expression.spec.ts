import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excludeValue, filterByValue, type FilterTerm, formatFilter, parseFilter } from './filter-expression.ts';

const contains = (value: string, negated = false): FilterTerm => ({ type: 'contains', negated, value });
const equals = (value: string, negated = false): FilterTerm => ({ type: 'equals', negated, value });

describe('parseFilter', () => {
  it.each([
    ['', []],
    ['192.0.2', [contains('192.0.2')]],
    ['a, b ,c', [contains('a'), contains('b'), contains('c')]],
    ['=a', [equals('a')]],
    ['!a', [contains('a', true)]],
    ['!=a, != b', [equals('a', true), equals('b', true)]],
    ['=""', [equals('')]],
    ['!=""', [equals('', true)]],
    ['="a, ""b"""', [equals('a, "b"')]],
    ['"!x"', [contains('!x')]],
    ['v=spf1 include:x', [contains('v=spf1 include:x')]],
    ['>5', [contains('>5')]],
    ['!, =, , !=', []],
    ['"a" b', [contains('"a" b')]],
  ])('%j', (expression, terms) => {
    expect(parseFilter(expression, 'text')).toEqual(terms);
  });

  it('reads comparisons in number, score and time columns', () => {
    expect(parseFilter('>5, <= 10', 'number')).toEqual([
      { type: 'compare', comparison: '>', value: '5' },
      { type: 'compare', comparison: '<=', value: '10' },
    ]);
    expect(parseFilter('>=2026-01', 'time')).toEqual([{ type: 'compare', comparison: '>=', value: '2026-01' }]);
    expect(parseFilter('>, >x', 'score')).toEqual([]);
  });

  it('reads again what formatFilter wrote', () => {
    const value = fc.string({ unit: 'grapheme', minLength: 1 });
    const anyTerm: fc.Arbitrary<FilterTerm> = fc.oneof(
      fc.record({ type: fc.constant('contains' as const), negated: fc.boolean(), value }),
      fc.record({
        type: fc.constant('equals' as const),
        negated: fc.boolean(),
        value: fc.oneof(value, fc.constant('')),
      }),
      fc.record({
        type: fc.constant('compare' as const),
        comparison: fc.constantFrom('>' as const, '>=' as const, '<' as const, '<=' as const),
        value: fc.integer().map(String),
      }),
    );
    fc.assert(
      fc.property(fc.array(anyTerm), (terms) => {
        expect(parseFilter(formatFilter(terms), 'number')).toEqual(terms);
      }),
    );
  });

  it('never throws on any text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void parseFilter(text, 'time')));
  });
});

describe('filterByValue and excludeValue', () => {
  it('narrows to one value and keeps the bounds and the exclusions', () => {
    expect(filterByValue('a, !b, >5', 'number', '7')).toBe('!b, >5, =7');
  });

  it('excludes one value after the other, once each', () => {
    expect(excludeValue(excludeValue('', 'text', 'a'), 'text', 'b, c')).toBe('!=a, !="b, c"');
    expect(excludeValue('!=a', 'text', 'a')).toBe('!=a');
  });

  it('turns a filter on a value into its exclusion and back', () => {
    expect(excludeValue('=a', 'text', 'a')).toBe('!=a');
    expect(filterByValue('!=a', 'text', 'a')).toBe('=a');
  });
});
