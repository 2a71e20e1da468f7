import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyNodes } from '#test/web/any-investigation.ts';
import { branchOf, branchRemoval, childIndex, merging, nodeOf } from './investigation-edits.ts';
import { commit, historyOf } from './investigation-history.ts';
import { newInvestigationId, investigationIdPattern, type StepNode, type StepNodes } from './investigation-node.ts';
import { stepHref } from './investigation-subject.ts';

const mapOf = (nodes: readonly StepNode[]): StepNodes => new Map(nodes.map((node) => [node.id, node]));
const about = (id: string, value: string, more: Partial<StepNode> = {}) =>
  nodeOf({ id, parent: null, subject: { is: 'subject', kind: 'domain', value }, via: 'entry', at: 1, ...more });

describe('a branch', () => {
  it('is deleted whole and nothing else with it', () => {
    fc.assert(
      fc.property(anyNodes(), fc.nat(), (list, place) => {
        const nodes = mapOf(list);
        const top = list[place % Math.max(list.length, 1)];
        if (!top) return;
        const branch = new Set(branchOf(nodes, top.id).map(({ id }) => id));
        const left = commit(historyOf(nodes), branchRemoval(nodes, top.id)).nodes;
        expect(left.size).toBe(nodes.size - branch.size);
        for (const { parent } of left.values()) expect(parent === null || left.has(parent)).toBe(true);
      }),
    );
  });

  it('ends where nodes go round in a circle', () => {
    const nodes = mapOf([about('a', 'a.example', { parent: 'b' }), about('b', 'b.example', { parent: 'a' })]);
    expect(branchOf(nodes, 'a')).toHaveLength(2);
  });
});

it('a node whose parent is gone is a beginning', () => {
  const index = childIndex(mapOf([about('a', 'a.example', { parent: 'gone' })]));
  expect(index.get(null)).toHaveLength(1);
});

describe('merging', () => {
  const merged = (own: readonly StepNode[], others: readonly StepNode[]) =>
    commit(
      historyOf(mapOf(own)),
      merging(mapOf(own), others, () => newInvestigationId()),
    ).nodes;

  it('loses nothing of either side', () => {
    fc.assert(
      fc.property(anyNodes(), anyNodes(), (own, others) => {
        const nodes = [...merged(own, others).values()];
        for (const one of [...own, ...others])
          expect(
            nodes.some(
              ({ subject, note, isPinned }) =>
                stepHref(subject) === stepHref(one.subject) && note.includes(one.note) && (isPinned || !one.isPinned),
            ),
          ).toBe(true);
      }),
    );
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(anyNodes(), (others) => {
        const once = merged([], others);
        expect(merged([...once.values()], others)).toEqual(once);
      }),
    );
  });

  it('keeps both notes and the later verdict', () => {
    const mine = about('node0001', 'a.example', {
      note: 'mine',
      verdict: { state: 'scored', score: 1, decider: '', at: 1 },
    });
    const theirs = about('node0001', 'a.example', {
      note: 'theirs',
      verdict: { state: 'scored', score: 9, decider: '', at: 2 },
    });
    expect(merged([mine], [theirs]).get('node0001')).toMatchObject({ note: 'mine\n\ntheirs', verdict: { score: 9 } });
  });

  it('gives another id to what is about something else, and to what hangs on it', () => {
    const theirs = [about('node0001', 'b.example'), about('node0002', 'c.example', { parent: 'node0001' })];
    const nodes = merged([about('node0001', 'a.example')], theirs);
    const [b] = [...nodes.values()].filter(({ subject }) => stepHref(subject) === '/domain/b.example');
    expect(b?.id).toMatch(investigationIdPattern);
    expect(nodes.get('node0002')?.parent).toBe(b?.id);
  });
});

it('ids sort in the order in which they were made', () => {
  const ids = Array.from({ length: 50 }, () => newInvestigationId());
  expect(new Set(ids).size).toBe(50);
  for (const id of ids) expect(id).toMatch(investigationIdPattern);
});
