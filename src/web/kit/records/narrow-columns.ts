import { useMemo, useSyncExternalStore } from 'react';
import type { ColumnDef, RowData } from '#web/table/column-def.ts';

/** In a narrow window the columns that a table is opened for come first, since the others are off-screen. */
export function useNarrowColumns<Row extends RowData>(columns: readonly ColumnDef<Row>[]): readonly ColumnDef<Row>[] {
  const isNarrow = useIsNarrow();
  return useMemo(() => (isNarrow ? narrowColumns(columns) : columns), [isNarrow, columns]);
}

/** The first indicator, the scores and other key columns, then the rest. Unchanged where nothing is a score or key. */
export function narrowColumns<Row extends RowData>(columns: readonly ColumnDef<Row>[]): readonly ColumnDef<Row>[] {
  const isKey = ({ meta }: ColumnDef<Row>) => !meta.isHidden && (meta.kind === 'score' || Boolean(meta.isKey));
  if (!columns.some(isKey)) return columns;
  const subject = columns.find(({ meta }) => meta.kind === 'indicator' && !meta.isHidden);
  const first = new Set([...(subject ? [subject] : []), ...columns.filter(isKey)]);
  return [...first, ...columns.filter((column) => !first.has(column))];
}

/** Whether the window is as narrow as that of a phone. */
export function useIsNarrow(): boolean {
  // the specs render tables without a browser
  return useSyncExternalStore(subscribe, isNarrowNow, () => false);
}

/** Below the `sm` of the style sheet. */
const query = '(width < 40rem)';

const isNarrowNow = () => matchMedia(query).matches;

function subscribe(listener: () => void) {
  const media = matchMedia(query);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}
