import { childIndex, lineOf } from '#web/stores/investigation/investigation-edits.ts';
import { isMarked, type StepNode, type StepNodes, stepTitle } from '#web/stores/investigation/investigation-node.ts';
import { verdictWords } from './investigation-words.ts';

/** A line of the tree that is on screen. */
export interface InvestigationRow {
  readonly node: StepNode;
  /** 1 for beginnings. */
  readonly level: number;
  /** Its place among its siblings, from 1, and how many they are. */
  readonly place: number;
  readonly of: number;
  readonly hasChildren: boolean;
  readonly isOpen: boolean;
  /** Shown only as an ancestor of a match. */
  readonly isContext: boolean;
}

export interface InvestigationFilter {
  /** Words in title, note or decider, ignoring case. */
  readonly text: string;
  /** Pinned or with a note. */
  readonly isMarkedOnly: boolean;
}

const noFilter: InvestigationFilter = { text: '', isMarkedOnly: false };

export function isFiltering({ text, isMarkedOnly }: InvestigationFilter): boolean {
  return text.trim() !== '' || isMarkedOnly;
}

/** The rows of the tree from top to bottom. Matches are shown with their ancestors, folded or not. */
export function investigationRows(
  nodes: StepNodes,
  closed: ReadonlySet<string>,
  filter = noFilter,
): readonly InvestigationRow[] {
  const wanted = isFiltering(filter) ? matches(nodes, filter) : null;
  const shown = wanted && new Set([...wanted].flatMap((id) => lineOf(nodes, id).map((node) => node.id)));
  const index = childIndex(nodes);
  const rows: InvestigationRow[] = [];
  const walk = (parent: string | null, level: number) => {
    const siblings = (index.get(parent) ?? []).filter(({ id }) => shown?.has(id) ?? true);
    siblings.forEach((node, place) => {
      const hasChildren = (index.get(node.id) ?? []).some(({ id }) => shown?.has(id) ?? true);
      const isOpen = hasChildren && (wanted !== null || !closed.has(node.id));
      const isContext = wanted !== null && !wanted.has(node.id);
      rows.push({ node, level, place: place + 1, of: siblings.length, hasChildren, isOpen, isContext });
      if (isOpen) walk(node.id, level + 1);
    });
  };
  walk(null, 1);
  return rows;
}

/** The nodes that match the filter. */
export function matches(nodes: StepNodes, { text, isMarkedOnly }: InvestigationFilter): ReadonlySet<string> {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const isMatch = (node: StepNode) => {
    const { subject, note, verdict } = node;
    const content = `${stepTitle(subject)} ${note} ${verdict ? verdictWords({ verdict }) : ''}`.toLowerCase();
    return (!isMarkedOnly || isMarked(node)) && words.every((word) => content.includes(word));
  };
  return new Set([...nodes.values()].filter(isMatch).map(({ id }) => id));
}

/** The row that a key moves to and whether it folds or unfolds; null for keys without a function in a tree (WAI-ARIA, tree view). */
export function treeKey(
  key: string,
  rows: readonly InvestigationRow[],
  current: string | null,
): { readonly to?: string; readonly fold?: 'open' | 'close' } | null {
  const at = rows.findIndex(({ node }) => node.id === current);
  const row = rows[at];
  const to = (place: number) => {
    const target = rows[Math.min(Math.max(place, 0), rows.length - 1)];
    return target ? { to: target.node.id } : {};
  };
  const toParent = (place: number) => (place === -1 ? {} : to(place));
  switch (key) {
    case 'ArrowDown':
      return to(at + 1);
    case 'ArrowUp':
      return to(at - 1);
    case 'Home':
      return to(0);
    case 'End':
      return to(rows.length - 1);
    case 'ArrowRight':
      if (!row?.hasChildren) return {};
      return row.isOpen ? to(at + 1) : { fold: 'open' };
    case 'ArrowLeft':
      if (row?.isOpen) return { fold: 'close' };
      return toParent(rows.findIndex(({ node }) => node.id === row?.node.parent));
    default:
      return null;
  }
}
