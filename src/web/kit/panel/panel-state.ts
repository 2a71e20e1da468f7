import type { ReactNode } from 'react';

/** The state of an answer about a subject. Unknown, not tracked and empty are different states and look different. */
export type PanelState<Data> =
  | {
      /** unknown: no data in the collection · untracked: not covered by a loaded source · empty: none found. */
      readonly is: 'unknown' | 'untracked' | 'empty';
      /** The meaning in this panel, in a plain sentence. */
      readonly message: ReactNode;
      /** A more exact word than the default of the state: "Not listed". */
      readonly word?: string;
    }
  | {
      readonly is: 'data';
      readonly data: Data;
      /** The number of records on screen. */
      readonly count?: number;
      /** The total according to the service. */
      readonly total?: number;
      /** The total is a minimum. */
      readonly isTotalAtLeast?: boolean;
    };

/** The state with a part of its data, which may be missing. */
export function partOf<Data, Part>(state: PanelState<Data>, read: (data: Data) => PanelState<Part>): PanelState<Part> {
  return state.is === 'data' ? read(state.data) : state;
}

/**
 * Rows, or the empty state with its sentence. An answer without the list is unknown, not empty.
 * @param paging the total according to the service; null when it gives none (yet)
 */
export function rowsOrEmpty<Row>(
  rows: readonly Row[] | undefined,
  message: string,
  paging: { readonly total: number | null; readonly isTotalAtLeast?: boolean; readonly hasMore?: boolean } = {
    total: null,
  },
): PanelState<readonly Row[]> {
  if (!rows) return { is: 'unknown', word: 'Not given', message: 'The answer does not include this.' };
  if (rows.length === 0) return { is: 'empty', message };
  const { hasMore = false, total = null, isTotalAtLeast = false } = paging;
  const data = { is: 'data', data: rows, count: rows.length } as const;
  if (total !== null) return { ...data, total, isTotalAtLeast };
  return hasMore ? { ...data, total: rows.length + 1, isTotalAtLeast: true } : data;
}
