import type { ReactNode } from 'react';

/** What an answer says about its subject. Unknown, not tracked, empty and clean are different answers and look different. */
export type PanelState<Data> =
  | {
      /** unknown: the collection holds nothing about this · untracked: no loaded source could tell · empty: it was looked for and there is none · clean: looked at, nothing speaks against it. */
      readonly is: 'unknown' | 'untracked' | 'empty' | 'clean';
      /** What that means here, in a plain sentence. */
      readonly message: ReactNode;
      /** A more exact word than that of the kind: "Not listed". */
      readonly word?: string;
    }
  | {
      readonly is: 'data';
      readonly data: Data;
      /** How many records there are on screen. */
      readonly count?: number;
      /** How many the service says exist. */
      readonly total?: number;
      /** There may be more than the total. */
      readonly isTotalAtLeast?: boolean;
    };

/**
 * Rows, or the empty state with its sentence. An answer without the list at all is unknown, not empty.
 * @param paging how many the service says exist; a total of null where it does not say, or not yet
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
