import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyNodes, anySubject, nodesById } from '#test/web/any-investigation.ts';
import {
  addition,
  amend,
  branchOf,
  branchRemoval,
  childIndex,
  commit,
  historyOf,
  type InvestigationHistory,
  merging,
  nodeOf,
  noteChange,
  pinChange,
  redone,
  undone,
  verdictChange,
} from './investigation-edits.ts';
import {
  investigationIdPattern,
  newInvestigationId,
  stepHref,
  type StepNode,
  type StepNodes,
} from './investigation-node.ts';

const about = (id: string, value: string, more: Partial<StepNode> = {}) =>
  nodeOf({ id, parent: null, subject: { is: 'subject', kind: 'domain', value }, via: 'entry', at: 1, ...more });

describe('a branch', () => {
  it('is deleted whole and nothing else with it', () => {
    fc.assert(
      fc.property(anyNodes(), fc.nat(), (list, place) => {
        const nodes = nodesById(list);
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
    const nodes = nodesById([about('a', 'a.example', { parent: 'b' }), about('b', 'b.example', { parent: 'a' })]);
    expect(branchOf(nodes, 'a')).toHaveLength(2);
  });
});

it('a node whose parent is gone is a beginning', () => {
  const index = childIndex(nodesById([about('a', 'a.example', { parent: 'gone' })]));
  expect(index.get(null)).toHaveLength(1);
});

describe('merging', () => {
  const merged = (own: readonly StepNode[], others: readonly StepNode[]) =>
    commit(
      historyOf(nodesById(own)),
      merging(nodesById(own), others, () => newInvestigationId()),
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

const repeat = (
  times: number,
  work: (history: InvestigationHistory) => InvestigationHistory,
  history: InvestigationHistory,
) => Array.from({ length: times }).reduce<InvestigationHistory>((each) => work(each), history);

const pick = (nodes: StepNodes, place: number) => [...nodes.values()][place % Math.max(nodes.size, 1)];
let fresh = 0;

/** An action on whatever is there: [what, where, text, subject]. */
const anyAction = fc.tuple(
  fc.constantFrom('add', 'note', 'pin', 'delete', 'merge'),
  fc.nat(),
  fc.string(),
  anySubject,
  anyNodes(4),
);

type Action = typeof anyAction extends fc.Arbitrary<infer T> ? T : never;

function doAction(history: InvestigationHistory, [what, place, text, subject, others]: Action) {
  const node = pick(history.nodes, place);
  if (what === 'add' || !node) {
    const id = `fresh${(fresh += 1)}x`;
    const added = nodeOf({ id, parent: node?.id ?? null, subject, via: 'pivot', at: fresh });
    return commit(history, addition('add', [added]));
  }
  if (what === 'note') return commit(history, noteChange(node, text));
  if (what === 'pin') return commit(history, pinChange(node, !node.isPinned));
  if (what === 'merge')
    return commit(
      history,
      merging(history.nodes, others, () => `other${(fresh += 1)}x`),
    );
  return commit(history, branchRemoval(history.nodes, node.id));
}

describe('history', () => {
  it('undoes and redoes any sequence of actions', () => {
    fc.assert(
      fc.property(anyNodes(), fc.array(anyAction, { maxLength: 12 }), (nodes, actions) => {
        const start = historyOf(nodesById(nodes));
        const states = actions.reduce<InvestigationHistory[]>(
          (all, action) => [...all, doAction(all.at(-1)!, action)],
          [start],
        );
        const end = states.at(-1)!;
        const back = repeat(end.undo.length, undone, end);
        expect(nodesById([...back.nodes.values()].sort(byId))).toEqual(nodesById([...start.nodes.values()].sort(byId)));
        expect(back.undo).toEqual([]);
        const again = repeat(end.undo.length, redone, back);
        expect([...again.nodes.values()].sort(byId)).toEqual([...end.nodes.values()].sort(byId));
      }),
    );
  });

  const node = nodeOf({
    id: 'node0001',
    parent: null,
    subject: { is: 'subject', kind: 'domain', value: 'a.example' },
    via: 'entry',
    at: 1,
  });

  it('keeps a verdict that was seen before a note is undone', () => {
    const noted = commit(historyOf(nodesById([node])), noteChange(node, 'look here'));
    const seen = amend(
      noted,
      verdictChange(noted.nodes.get(node.id)!, { state: 'scored', score: 90, decider: 'x', at: 2 }).changes,
    );
    expect(undone(seen).nodes.get(node.id)).toMatchObject({ note: '', verdict: { score: 90 } });
    expect(redone(undone(seen)).nodes.get(node.id)).toMatchObject({ note: 'look here', verdict: { score: 90 } });
  });

  it('does not restore a node that another tab deleted when a note is undone', () => {
    const noted = commit(historyOf(nodesById([node])), noteChange(node, 'look here'));
    const gone = amend(noted, branchRemoval(noted.nodes, node.id).changes);
    expect(undone(gone).nodes.size).toBe(0);
  });

  it('undoes a note as a whole, however many letters it has', () => {
    const typed = ['l', 'lo', 'look'].reduce(
      (history, text, place) => commit(history, noteChange(history.nodes.get(node.id)!, text), place > 0),
      commit(historyOf(nodesById([node])), pinChange(node, true)),
    );
    expect(typed.undo).toHaveLength(2);
    expect(undone(typed).nodes.get(node.id)).toMatchObject({ note: '', isPinned: true });
    expect(redone(undone(typed)).nodes.get(node.id)?.note).toBe('look');
  });

  it('clears redo after another action', () => {
    const noted = commit(historyOf(nodesById([node])), noteChange(node, 'one'));
    const other = commit(undone(noted), pinChange(node, true));
    expect(redone(other)).toBe(other);
  });

  it('ignores an action without changes', () => {
    const start = historyOf(nodesById([node]));
    expect(commit(start, pinChange(node, false))).toBe(start);
    expect(undone(start)).toBe(start);
  });
});

function byId(a: StepNode, b: StepNode): number {
  return a.id < b.id ? -1 : 1;
}
