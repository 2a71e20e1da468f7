import type { StepNode, StepNodes } from './investigation-node.ts';

/** The result of one node; null before: it is new; null after: it is gone. */
export interface NodeChange {
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

/** The nodes of an investigation and the way back. */
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

/** Does it, so that it can be undone; an action that continues (the next letter of a note) is undone together with the one before. */
export function commit(history: InvestigationHistory, patch: InvestigationPatch, goesOn = false): InvestigationHistory {
  const { nodes, done } = applied(history.nodes, patch.changes);
  if (done.length === 0) return history;
  const last = goesOn ? history.undo.at(-1) : undefined;
  const before = last ? history.undo.slice(0, -1) : history.undo;
  const changes = last ? merged(last.changes, done) : done;
  return { nodes, undo: [...before, { ...patch, changes }].slice(-rememberedAtMost), redo: [] };
}

/** Two changes of a node in a row as one. */
function merged(first: readonly NodeChange[], then: readonly NodeChange[]): readonly NodeChange[] {
  const firsts = new Map(first.map((change) => [change.id, change]));
  const others = first.filter(({ id }) => then.every((change) => change.id !== id));
  return [...others, ...then.map((change) => ({ ...change, before: (firsts.get(change.id) ?? change).before }))];
}

/** Applies what the analyst did not do here: what was seen meanwhile, what another tab did. */
export function amend(history: InvestigationHistory, changes: readonly NodeChange[]): InvestigationHistory {
  return { ...history, nodes: applied(history.nodes, changes).nodes };
}

/** Takes the latest action back; the same history when there is none. */
export function undone(history: InvestigationHistory): InvestigationHistory {
  const patch = history.undo.at(-1);
  if (!patch) return history;
  const { nodes, done } = applied(history.nodes, patch.changes.toReversed().map(reversed));
  const back = { ...patch, changes: done.toReversed().map(reversed) };
  return { nodes, undo: history.undo.slice(0, -1), redo: [...history.redo, back] };
}

/** Does again what was taken back last. */
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

/** The change on what the node is by now: only the fields that the change is about differ afterwards. */
function rebased(current: StepNode | null, { before, after }: NodeChange): StepNode | null {
  if (!after || !before) return after;
  // another tab deleted it
  if (!current) return null;
  const fields = (Object.keys(after) as (keyof StepNode)[]).filter((field) => after[field] !== before[field]);
  return fields.every((field) => current[field] === after[field])
    ? current
    : { ...current, ...Object.fromEntries(fields.map((field) => [field, after[field]])) };
}
