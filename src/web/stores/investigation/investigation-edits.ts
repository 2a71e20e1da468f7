import { formatCount } from '#model/format.ts';
import {
  type SeenVerdict,
  stepHref,
  type StepNode,
  type StepNodes,
  type StepSubject,
  stepTitle,
} from './investigation-node.ts';

/*
 * The actions of an analyst in an investigation, each as a patch that can be undone. Pure functions: the caller passes ids and times.
 */

/** The children of each node, oldest first; under null the roots, including nodes whose parent was deleted. */
export function childIndex(nodes: StepNodes): ReadonlyMap<string | null, readonly StepNode[]> {
  const index = new Map<string | null, StepNode[]>();
  for (const node of [...nodes.values()].sort(byTime)) {
    const parent = node.parent !== null && nodes.has(node.parent) ? node.parent : null;
    const siblings = index.get(parent);
    if (siblings) siblings.push(node);
    else index.set(parent, [node]);
  }
  return index;
}

export function byTime(a: StepNode, b: StepNode): number {
  return a.at - b.at || (a.id < b.id ? -1 : 1);
}

/** The child with this subject. */
export function childAbout(nodes: StepNodes, parent: string | null, subject: StepSubject): StepNode | undefined {
  const href = stepHref(subject);
  return childIndex(nodes)
    .get(parent)
    ?.find((node) => stepHref(node.subject) === href);
}

/** The node itself or its nearest ancestor with this subject: a visit there is a step back. */
export function ancestorAbout(nodes: StepNodes, from: string | null, subject: StepSubject): StepNode | undefined {
  const href = stepHref(subject);
  return lineOf(nodes, from).find((node) => stepHref(node.subject) === href);
}

/** The node and its ancestors, nearest first. */
export function lineOf(nodes: StepNodes, from: string | null): readonly StepNode[] {
  const line: StepNode[] = [];
  for (let id = from; id !== null;) {
    const node = nodes.get(id);
    if (!node || line.includes(node)) break;
    line.push(node);
    id = node.parent;
  }
  return line;
}

/** The node and everything below it. */
export function branchOf(nodes: StepNodes, id: string): readonly StepNode[] {
  const top = nodes.get(id);
  if (!top) return [];
  const index = childIndex(nodes);
  const branch: StepNode[] = [top];
  const seen = new Set([id]);
  // the loop extends the array
  for (const { id: above } of branch)
    for (const node of index.get(above) ?? []) {
      if (seen.has(node.id)) continue;
      seen.add(node.id);
      branch.push(node);
    }
  return branch;
}

type NewNode = Pick<StepNode, 'id' | 'parent' | 'subject' | 'via' | 'at'> & Partial<StepNode>;

export function nodeOf(fields: NewNode): StepNode {
  return { note: '', isPinned: false, verdict: null, ...fields };
}

export function addition(words: string, added: readonly StepNode[]): InvestigationPatch {
  return { words, changes: added.map((node) => ({ id: node.id, before: null, after: node })) };
}

export function noteChange(node: StepNode, note: string): InvestigationPatch {
  return edit(`Note on ${stepTitle(node.subject)}`, node, { note });
}

export function pinChange(node: StepNode, isPinned: boolean): InvestigationPatch {
  return edit(`${isPinned ? 'Pin' : 'Unpin'} ${stepTitle(node.subject)}`, node, { isPinned });
}

export function verdictChange(node: StepNode, verdict: SeenVerdict): InvestigationPatch {
  return edit(`Verdict about ${stepTitle(node.subject)}`, node, { verdict });
}

/** Deletes a node with everything below it. */
export function branchRemoval(nodes: StepNodes, id: string): InvestigationPatch {
  const branch = branchOf(nodes, id);
  const [top] = branch;
  const below = branch.length > 1 ? ` and ${branch.length - 1} below it` : '';
  return {
    words: `Delete ${top ? stepTitle(top.subject) : ''}${below}`,
    changes: branch.map((node) => ({ id: node.id, before: node, after: null })),
  };
}

/**
 * Imports the nodes of another investigation. A node that both have keeps both notes, either pin and the later verdict.
 * A node with the same id but another subject gets a new id from `newId`.
 */
export function merging(nodes: StepNodes, others: readonly StepNode[], newId: () => string): InvestigationPatch {
  const renamed = new Map<string, string>();
  for (const { id, subject } of others) {
    const own = nodes.get(id);
    if (own && stepHref(own.subject) !== stepHref(subject)) renamed.set(id, newId());
  }
  const here = (id: string) => renamed.get(id) ?? id;
  const changes = others.map((other) => {
    const id = here(other.id);
    const own = nodes.get(id) ?? null;
    const parent = other.parent === null ? null : here(other.parent);
    return { id, before: own, after: own ? joined(own, other) : { ...other, id, parent } };
  });
  return { words: `Import of ${formatCount(others.length, 'step')}`, changes };
}

function joined(own: StepNode, other: StepNode): StepNode {
  const note = own.note.includes(other.note)
    ? own.note
    : other.note.includes(own.note)
      ? other.note
      : `${own.note}\n\n${other.note}`;
  const isLater = (other.verdict?.at ?? 0) > (own.verdict?.at ?? 0);
  return {
    ...own,
    note,
    isPinned: own.isPinned || other.isPinned,
    verdict: isLater ? other.verdict : own.verdict,
  };
}

function edit(words: string, node: StepNode, fields: Partial<StepNode>): InvestigationPatch {
  return { words, changes: [{ id: node.id, before: node, after: { ...node, ...fields } }] };
}

/** A change of one node: `before` is null for a new node, `after` for a deleted one. */
interface NodeChange {
  readonly id: string;
  readonly before: StepNode | null;
  readonly after: StepNode | null;
}

/** One action of the analyst, undone as a whole. */
export interface InvestigationPatch {
  /** "Delete evil.example and 3 below it" */
  readonly words: string;
  readonly changes: readonly NodeChange[];
}

/** The nodes of an investigation with its undo and redo stacks. */
export interface InvestigationHistory {
  readonly nodes: StepNodes;
  /** Oldest first. */
  readonly undo: readonly InvestigationPatch[];
  readonly redo: readonly InvestigationPatch[];
}

const rememberedAtMost = 500;

export function historyOf(nodes: StepNodes): InvestigationHistory {
  return { nodes, undo: [], redo: [] };
}

/** Applies a patch that can be undone. With `goesOn` (the next letter of a note), it is undone together with the patch before. */
export function commit(history: InvestigationHistory, patch: InvestigationPatch, goesOn = false): InvestigationHistory {
  const { nodes, done } = applied(history.nodes, patch.changes);
  if (done.length === 0) return history;
  const last = goesOn ? history.undo.at(-1) : undefined;
  const before = last ? history.undo.slice(0, -1) : history.undo;
  const changes = last ? merged(last.changes, done) : done;
  return { nodes, undo: [...before, { ...patch, changes }].slice(-rememberedAtMost), redo: [] };
}

/** Joins successive changes of the same nodes. */
function merged(first: readonly NodeChange[], then: readonly NodeChange[]): readonly NodeChange[] {
  const firsts = new Map(first.map((change) => [change.id, change]));
  const others = first.filter(({ id }) => then.every((change) => change.id !== id));
  return [...others, ...then.map((change) => ({ ...change, before: (firsts.get(change.id) ?? change).before }))];
}

/** Applies changes that undo skips: a verdict that was seen, an action in another tab. */
export function amend(history: InvestigationHistory, changes: readonly NodeChange[]): InvestigationHistory {
  return { ...history, nodes: applied(history.nodes, changes).nodes };
}

/** Undoes the latest action; the same history when there is none. */
export function undone(history: InvestigationHistory): InvestigationHistory {
  const patch = history.undo.at(-1);
  if (!patch) return history;
  const { nodes, done } = applied(history.nodes, patch.changes.toReversed().map(reversed));
  const back = { ...patch, changes: done.toReversed().map(reversed) };
  return { nodes, undo: history.undo.slice(0, -1), redo: [...history.redo, back] };
}

/** Redoes the action that was undone last. */
export function redone(history: InvestigationHistory): InvestigationHistory {
  const patch = history.redo.at(-1);
  if (!patch) return history;
  const { nodes, done } = applied(history.nodes, patch.changes);
  return { nodes, undo: [...history.undo, { ...patch, changes: done }], redo: history.redo.slice(0, -1) };
}

function reversed({ id, before, after }: NodeChange): NodeChange {
  return { id, before: after, after: before };
}

function applied(before: StepNodes, changes: readonly NodeChange[]): { nodes: StepNodes; done: NodeChange[] } {
  const nodes = new Map(before);
  const done: NodeChange[] = [];
  for (const change of changes) {
    const current = nodes.get(change.id) ?? null;
    const next = rebased(current, change);
    if (next === current) continue;
    if (next) nodes.set(change.id, next);
    else nodes.delete(change.id);
    done.push({ id: change.id, before: current, after: next });
  }
  return { nodes: done.length > 0 ? nodes : before, done };
}

/** Applies a change to the current state of the node: sets only the fields that the change set. */
function rebased(current: StepNode | null, { before, after }: NodeChange): StepNode | null {
  if (!after || !before) return after;
  // another tab deleted it
  if (!current) return null;
  const fields = (Object.keys(after) as (keyof StepNode)[]).filter((field) => after[field] !== before[field]);
  return fields.every((field) => current[field] === after[field])
    ? current
    : { ...current, ...Object.fromEntries(fields.map((field) => [field, after[field]])) };
}
