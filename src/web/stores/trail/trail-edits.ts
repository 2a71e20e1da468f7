import type { TrailPatch } from './trail-history.ts';
import type { SeenVerdict, TrailNode, TrailNodes } from './trail-node.ts';
import { trailHref, trailTitle, type TrailSubject } from './trail-subject.ts';

/*
 * What an analyst can do to a trail, each as a patch that can be undone. All pure: ids and times come from outside.
 */

/** The nodes below each node, oldest first; under null the beginnings, which include those whose parent is gone. */
export function childIndex(nodes: TrailNodes): ReadonlyMap<string | null, readonly TrailNode[]> {
  const index = new Map<string | null, TrailNode[]>();
  for (const node of [...nodes.values()].sort(byTime)) {
    const parent = node.parent !== null && nodes.has(node.parent) ? node.parent : null;
    const siblings = index.get(parent);
    if (siblings) siblings.push(node);
    else index.set(parent, [node]);
  }
  return index;
}

export function byTime(a: TrailNode, b: TrailNode): number {
  return a.at - b.at || (a.id < b.id ? -1 : 1);
}

/** The child that is about the subject already. */
export function childAbout(nodes: TrailNodes, parent: string | null, subject: TrailSubject): TrailNode | undefined {
  const href = trailHref(subject);
  return childIndex(nodes)
    .get(parent)
    ?.find((node) => trailHref(node.subject) === href);
}

/** The node itself or the nearest above it that is about the subject: who goes there goes back. */
export function ancestorAbout(nodes: TrailNodes, from: string | null, subject: TrailSubject): TrailNode | undefined {
  const href = trailHref(subject);
  return lineOf(nodes, from).find((node) => trailHref(node.subject) === href);
}

/** The node and all above it, nearest first. */
export function lineOf(nodes: TrailNodes, from: string | null): readonly TrailNode[] {
  const line: TrailNode[] = [];
  for (let id = from; id !== null;) {
    const node = nodes.get(id);
    if (!node || line.includes(node)) break;
    line.push(node);
    id = node.parent;
  }
  return line;
}

/** The node and everything below it. */
export function branchOf(nodes: TrailNodes, id: string): readonly TrailNode[] {
  const top = nodes.get(id);
  if (!top) return [];
  const index = childIndex(nodes);
  const branch: TrailNode[] = [top];
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

type NewNode = Pick<TrailNode, 'id' | 'parent' | 'subject' | 'via' | 'at'> & Partial<TrailNode>;

export function nodeOf(fields: NewNode): TrailNode {
  return { note: '', isPinned: false, verdict: null, ...fields };
}

export function addition(words: string, added: readonly TrailNode[]): TrailPatch {
  return { words, changes: added.map((node) => ({ id: node.id, before: null, after: node })) };
}

export function noteChange(node: TrailNode, note: string): TrailPatch {
  return edit(`Note on ${trailTitle(node.subject)}`, node, { note });
}

export function pinChange(node: TrailNode, isPinned: boolean): TrailPatch {
  return edit(`${isPinned ? 'Pin' : 'Unpin'} ${trailTitle(node.subject)}`, node, { isPinned });
}

export function verdictChange(node: TrailNode, verdict: SeenVerdict): TrailPatch {
  return edit(`Verdict about ${trailTitle(node.subject)}`, node, { verdict });
}

/** Takes a node away with everything below it. */
export function branchRemoval(nodes: TrailNodes, id: string): TrailPatch {
  const branch = branchOf(nodes, id);
  const [top] = branch;
  const below = branch.length > 1 ? ` and ${branch.length - 1} below it` : '';
  return {
    words: `Delete ${top ? trailTitle(top.subject) : ''}${below}`,
    changes: branch.map((node) => ({ id: node.id, before: node, after: null })),
  };
}

/**
 * Brings the nodes of another trail in. A node that both have keeps what either says: both notes, the pin, the later verdict.
 * One that has only its id in common gets another, made by `newId`.
 */
export function merging(nodes: TrailNodes, others: readonly TrailNode[], newId: () => string): TrailPatch {
  const renamed = new Map<string, string>();
  for (const { id, subject } of others) {
    const own = nodes.get(id);
    if (own && trailHref(own.subject) !== trailHref(subject)) renamed.set(id, newId());
  }
  const here = (id: string) => renamed.get(id) ?? id;
  const changes = others.map((other) => {
    const id = here(other.id);
    const own = nodes.get(id) ?? null;
    const parent = other.parent === null ? null : here(other.parent);
    return { id, before: own, after: own ? joined(own, other) : { ...other, id, parent } };
  });
  return { words: `Import of ${others.length} ${others.length === 1 ? 'step' : 'steps'}`, changes };
}

function joined(own: TrailNode, other: TrailNode): TrailNode {
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

function edit(words: string, node: TrailNode, fields: Partial<TrailNode>): TrailPatch {
  return { words, changes: [{ id: node.id, before: node, after: { ...node, ...fields } }] };
}
