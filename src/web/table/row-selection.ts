/** The chosen rows by key, and the row from which a range would be drawn. */
export interface RowSelection {
  keys: ReadonlySet<string>;
  anchor: string | null;
}

export const NO_SELECTION: RowSelection = { keys: new Set(), anchor: null };

export function toggleRow(selection: RowSelection, key: string): RowSelection {
  const keys = new Set(selection.keys);
  if (!keys.delete(key)) keys.add(key);
  return { keys, anchor: key };
}

/** Everything from the anchor to this row, in the order on screen, added to the selection. */
export function selectRange(selection: RowSelection, key: string, shownKeys: readonly string[]): RowSelection {
  const from = selection.anchor === null ? -1 : shownKeys.indexOf(selection.anchor);
  const to = shownKeys.indexOf(key);
  if (from < 0 || to < 0) return toggleRow(selection, key);
  const range = shownKeys.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { keys: new Set([...selection.keys, ...range]), anchor: key };
}

/** Chooses all shown rows, or lets them go when all of them are chosen; what filters hide stays as it was. */
export function toggleAll(selection: RowSelection, shownKeys: readonly string[]): RowSelection {
  const keys = new Set(selection.keys);
  const isComplete = shownKeys.every((key) => keys.has(key));
  for (const key of shownKeys) {
    if (isComplete) keys.delete(key);
    else keys.add(key);
  }
  return { keys, anchor: null };
}

/**
 * The chosen rows in the order on screen; those that filters hide follow in the order they came.
 * @param order places in `rows` of what is shown
 */
export function chosenRows<Row>(
  { keys: chosen }: RowSelection,
  rows: readonly Row[],
  { keys, order }: { readonly keys: readonly string[]; readonly order: readonly number[] },
): readonly Row[] {
  if (chosen.size === 0) return [];
  const places = new Set(order.filter((index) => chosen.has(keys[index]!)));
  keys.forEach((key, index) => {
    if (chosen.has(key)) places.add(index);
  });
  return [...places].map((index) => rows[index]!);
}

export type SelectionExtent = 'none' | 'some' | 'all';

export function selectionExtent(selection: RowSelection, shownKeys: readonly string[]): SelectionExtent {
  if (selection.keys.size === 0) return 'none';
  const count = shownKeys.reduce((sum, key) => sum + (selection.keys.has(key) ? 1 : 0), 0);
  return count === 0 ? 'none' : count === shownKeys.length ? 'all' : 'some';
}
