import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyNodes, anySubject } from '#test/web/any-investigation.ts';
import {
  addition,
  branchRemoval,
  merging,
  nodeOf,
  noteChange,
  pinChange,
  verdictChange,
} from './investigation-edits.ts';
import { amend, commit, historyOf, redone, undone, type InvestigationHistory } from './investigation-history.ts';
import type { StepNode, StepNodes } from './investigation-node.ts';

const mapOf = (nodes: readonly StepNode[]): StepNodes => new Map(nodes.map((node) => [node.id, node]));
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
  it('takes every action back in turn and does it again, whatever was done', () => {
    fc.assert(
      fc.property(anyNodes(), fc.array(anyAction, { maxLength: 12 }), (nodes, actions) => {
        const start = historyOf(mapOf(nodes));
        const states = actions.reduce<InvestigationHistory[]>(
          (all, action) => [...all, doAction(all.at(-1)!, action)],
          [start],
        );
        const end = states.at(-1)!;
        const back = repeat(end.undo.length, undone, end);
        expect(mapOf([...back.nodes.values()].sort(byId))).toEqual(mapOf([...start.nodes.values()].sort(byId)));
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

  it('keeps a verdict that came meanwhile when a note is taken back', () => {
    const noted = commit(historyOf(mapOf([node])), noteChange(node, 'look here'));
    const seen = amend(
      noted,
      verdictChange(noted.nodes.get(node.id)!, { state: 'scored', score: 90, decider: 'x', at: 2 }).changes,
    );
    expect(undone(seen).nodes.get(node.id)).toMatchObject({ note: '', verdict: { score: 90 } });
    expect(redone(undone(seen)).nodes.get(node.id)).toMatchObject({ note: 'look here', verdict: { score: 90 } });
  });

  it('does not bring back by a note what another tab deleted', () => {
    const noted = commit(historyOf(mapOf([node])), noteChange(node, 'look here'));
    const gone = amend(noted, branchRemoval(noted.nodes, node.id).changes);
    expect(undone(gone).nodes.size).toBe(0);
  });

  it('takes a note back whole, however many letters it has', () => {
    const typed = ['l', 'lo', 'look'].reduce(
      (history, text, place) => commit(history, noteChange(history.nodes.get(node.id)!, text), place > 0),
      commit(historyOf(mapOf([node])), pinChange(node, true)),
    );
    expect(typed.undo).toHaveLength(2);
    expect(undone(typed).nodes.get(node.id)).toMatchObject({ note: '', isPinned: true });
    expect(redone(undone(typed)).nodes.get(node.id)?.note).toBe('look');
  });

  it('forgets what was taken back once something else is done', () => {
    const noted = commit(historyOf(mapOf([node])), noteChange(node, 'one'));
    const other = commit(undone(noted), pinChange(node, true));
    expect(redone(other)).toBe(other);
  });

  it('holds what changes nothing for no action', () => {
    const start = historyOf(mapOf([node]));
    expect(commit(start, pinChange(node, false))).toBe(start);
    expect(undone(start)).toBe(start);
  });
});

function byId(a: StepNode, b: StepNode): number {
  return a.id < b.id ? -1 : 1;
}
