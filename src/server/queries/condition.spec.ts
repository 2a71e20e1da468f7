import { expect, it } from 'vitest';
import { allOf, anyOf, condition, mergeParams, not } from './condition.ts';

const named = condition('name = {name:String}', { name: 'a.test' });

it('joins parts and their parameters', () => {
  const recent = condition('day > {since:Date}', { since: '2026-01-01' });
  expect(allOf([named, not(recent)])).toEqual({
    sql: '(name = {name:String}) AND (NOT (day > {since:Date}))',
    params: { name: 'a.test', since: '2026-01-01' },
  });
  expect(anyOf([named, recent]).sql).toBe('(name = {name:String}) OR (day > {since:Date})');
  expect([allOf([]).sql, anyOf([]).sql]).toEqual(['true', 'false']);
});

it('takes one condition twice, and refuses two values for one placeholder', () => {
  expect(mergeParams({ keys: ['a'], limit: 1 }, { keys: ['a'] })).toEqual({ keys: ['a'], limit: 1 });
  const other = condition('other = {name:String}', { name: 'b.test' });
  expect(() => allOf([named, other])).toThrow('two values for the placeholder name');
  expect(() => anyOf([named, other])).toThrow('two values for the placeholder name');
});
