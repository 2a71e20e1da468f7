import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { anyNodes, nodesById } from '#test/web/any-investigation.ts';
import { nodeOf } from '#web/stores/investigation/investigation-edits.ts';
import type { StepNode } from '#web/stores/investigation/investigation-node.ts';
import { matches, treeKey, investigationRows } from './investigation-rows.ts';

const about = (id: string, parent: string | null, value: string, more: Partial<StepNode> = {}) =>
  nodeOf({ id, parent, subject: { is: 'subject', kind: 'domain', value }, via: 'pivot', at: 1, ...more });
// a -> b -> c, a -> d
const nodes = nodesById([
  about('a', null, 'a.example'),
  about('b', 'a', 'b.example', { isPinned: true }),
  about('c', 'b', 'c.example', { note: 'Seen in mail' }),
  // emptied, but for the line break
  about('d', 'a', 'd.example', { note: '\n' }),
]);
const ids = (rows: ReturnType<typeof investigationRows>) => rows.map(({ node }) => node.id).join('');

describe('investigationRows', () => {
  it('shows every node once, with its place among its siblings', () => {
    fc.assert(
      fc.property(anyNodes(), (list) => {
        const rows = investigationRows(nodesById(list), new Set());
        expect(rows.map(({ node }) => node.id).sort()).toEqual(list.map(({ id }) => id).sort());
        for (const { place, of } of rows) expect(place >= 1 && place <= of).toBe(true);
      }),
    );
  });

  it('leaves out what is below a folded node', () => {
    expect(ids(investigationRows(nodes, new Set()))).toBe('abcd');
    expect(ids(investigationRows(nodes, new Set(['b'])))).toBe('abd');
    expect(ids(investigationRows(nodes, new Set(['a'])))).toBe('a');
  });

  it('shows what is looked for with all above it, folded or not', () => {
    const rows = investigationRows(nodes, new Set(['a']), { text: 'MAIL seen', isMarkedOnly: false });
    expect(rows.map(({ node, isContext }) => [node.id, isContext])).toEqual([
      ['a', true],
      ['b', true],
      ['c', false],
    ]);
    expect(matches(nodes, { text: '', isMarkedOnly: true })).toEqual(new Set(['b', 'c']));
  });
});

describe('treeKey', () => {
  const rows = investigationRows(nodes, new Set(['b']));
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
