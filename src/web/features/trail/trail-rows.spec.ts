import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { anyNodes } from '#web/stores/trail/testing/any-trail.ts';
import { nodeOf } from '#web/stores/trail/trail-edits.ts';
import type { TrailNode } from '#web/stores/trail/trail-node.ts';
import { matches, treeKey, trailRows } from './trail-rows.ts';

const mapOf = (nodes: readonly TrailNode[]) => new Map(nodes.map((node) => [node.id, node]));
const about = (id: string, parent: string | null, value: string, more: Partial<TrailNode> = {}) =>
  nodeOf({ id, parent, subject: { is: 'subject', kind: 'domain', value }, via: 'pivot', at: 1, ...more });
// a -> b -> c, a -> d
const nodes = mapOf([
  about('a', null, 'a.example'),
  about('b', 'a', 'b.example', { isPinned: true }),
  about('c', 'b', 'c.example', { note: 'Seen in mail' }),
  about('d', 'a', 'd.example'),
]);
const ids = (rows: ReturnType<typeof trailRows>) => rows.map(({ node }) => node.id).join('');

describe('trailRows', () => {
  it('shows every node once, with its place among its siblings', () => {
    fc.assert(
      fc.property(anyNodes(), (list) => {
        const rows = trailRows(mapOf(list), new Set());
        expect(rows.map(({ node }) => node.id).sort()).toEqual(list.map(({ id }) => id).sort());
        for (const { place, of } of rows) expect(place >= 1 && place <= of).toBe(true);
      }),
    );
  });

  it('leaves out what is below a folded node', () => {
    expect(ids(trailRows(nodes, new Set()))).toBe('abcd');
    expect(ids(trailRows(nodes, new Set(['b'])))).toBe('abd');
    expect(ids(trailRows(nodes, new Set(['a'])))).toBe('a');
  });

  it('shows what is looked for with all above it, folded or not', () => {
    const rows = trailRows(nodes, new Set(['a']), { text: 'MAIL seen', isMarkedOnly: false });
    expect(rows.map(({ node, isContext }) => [node.id, isContext])).toEqual([
      ['a', true],
      ['b', true],
      ['c', false],
    ]);
    expect(matches(nodes, { text: '', isMarkedOnly: true })).toEqual(new Set(['b', 'c']));
  });
});

describe('treeKey', () => {
  const rows = trailRows(nodes, new Set(['b']));
  test.each([
    ['ArrowDown', 'a', { to: 'b' }],
    ['ArrowDown', 'd', { to: 'd' }],
    ['ArrowUp', 'a', { to: 'a' }],
    ['End', 'a', { to: 'd' }],
    ['Home', 'd', { to: 'a' }],
    ['ArrowRight', 'a', { to: 'b' }],
    ['ArrowRight', 'b', { fold: 'open' }],
    ['ArrowRight', 'd', {}],
    ['ArrowLeft', 'a', { fold: 'close' }],
    ['ArrowLeft', 'b', { to: 'a' }],
    ['x', 'a', null],
  ])('%s on %s', (key, current, step) => expect(treeKey(key, rows, current)).toEqual(step));
});
