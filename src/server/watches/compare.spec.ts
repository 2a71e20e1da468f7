import { expect, it } from 'vitest';
import { applyChanges, compare, type Entry, type Kept } from './compare.ts';

const entry = (key: string, value = ''): Entry => ({ key, value, subject: `subject of ${key}`, since: null });
const baseOf = (...entries: readonly Entry[]) => new Map<string, Kept>(entries.map((each) => [each.key, each]));

it('tells what appeared, is gone and changed, and nothing of the rest', () => {
  const before = baseOf(entry('a'), entry('b', 'low'), entry('c'));
  const changes = compare({ name: 'Part' }, before, [entry('a'), entry('b', 'high'), entry('d', 'new')]);
  expect(changes).toEqual([
    { change: 'changed', part: 'Part', key: 'b', before: 'low', after: 'high', subject: 'subject of b' },
    { change: 'appeared', part: 'Part', key: 'd', before: '', after: 'new', subject: 'subject of d' },
    { change: 'gone', part: 'Part', key: 'c', before: '', after: '', subject: 'subject of c' },
  ]);
});

it('tells only what appeared of an answer with the strongest records', () => {
  const before = baseOf(entry('a'), entry('b', 'low'));
  const changes = compare({ name: 'Part', isOnlyNew: true }, before, [entry('b', 'high'), entry('c')]);
  expect(changes.map(({ change, key }) => `${change} ${key}`)).toEqual(['appeared c']);
});

it('tells nothing of a part that was never read', () => {
  expect(compare({ name: 'Part' }, undefined, [entry('a')])).toEqual([]);
});

it('reaches the state that was read by applying the changes', () => {
  const before = baseOf(entry('a'), entry('b', 'low'), entry('c'));
  const now = [entry('a'), entry('b', 'high'), entry('d', 'new')];
  const after = applyChanges(new Map([['Part', before]]), compare({ name: 'Part' }, before, now)).get('Part');
  expect(compare({ name: 'Part' }, after, now)).toEqual([]);
  expect([...(after?.keys() ?? [])].toSorted()).toEqual(['a', 'b', 'd']);
});
