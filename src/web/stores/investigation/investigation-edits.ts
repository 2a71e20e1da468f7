import { formatCount } from '#model/format.ts';
import type { InvestigationPatch } from './investigation-history.ts';
import type { SeenVerdict, StepNode, StepNodes } from './investigation-node.ts';
import { stepHref, stepTitle, type StepSubject } from './investigation-subject.ts';

/*
 * What an analyst can do to an investigation, each as a patch that can be undone. All pure: ids and times come from outside.
 */

/** The nodes below each node, oldest first; under null the beginnings, which include those whose parent is gone. */
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

/** The child that is about the subject already. */
export function childAbout(nodes: StepNodes, parent: string | null, subject: StepSubject): StepNode | undefined {
  const href = stepHref(subject);
  return childIndex(nodes)
    .get(parent)
    ?.find((node) => stepHref(node.subject) === href);
}

/** The node itself or the nearest above it that is about the subject: who goes there goes back. */
export function ancestorAbout(nodes: StepNodes, from: string | null, subject: StepSubject): StepNode | undefined {
  const href = stepHref(subject);
  return lineOf(nodes, from).find((node) => stepHref(node.subject) === href);
}

/** The node and all above it, nearest first. */
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
  // grows while it is walked
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

/** Takes a node away with everything below it. */
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
 * Brings the nodes of another investigation in. A node that both have keeps what either says: both notes, the pin, the later verdict.
 * One that has only its id in common gets another, made by `newId`.
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
