import { useMemo } from 'react';
import { DiversityTimeline } from '#web/charts/DiversityTimeline.tsx';
import { useTableUrl } from '#web/components/use-table-url.ts';
import type { Column } from '#web/table/column.ts';
import { useGridRows } from '#web/table/use-grid-rows.ts';
import { padnsItems } from './padns-items.ts';
import { padnsRowKey, type PadnsRow } from './padns-row.ts';

interface PadnsTimelineProps {
  readonly title: string;
  readonly rows: readonly PadnsRow[];
  /** Those of the table, whose filters hold here. */
  readonly columns: readonly Column<PadnsRow>[];
  readonly urlPrefix: string;
}

const words = { item: ['record', 'records'], group: ['type', 'types'] } as const;

/** The rows that the table shows, by its filters in the URL, as bars over time. */
export function PadnsTimeline({ title, rows, columns, urlPrefix }: PadnsTimelineProps) {
  const [state] = useTableUrl(columns, urlPrefix);
  const { shownRows } = useGridRows(rows, columns, padnsRowKey, state);
  const items = useMemo(() => padnsItems(shownRows), [shownRows]);
  return (
    <>
      {shownRows.length < rows.length && (
        <p className="mb-2 text-sm text-muted">
          The filters of the table hold here: {shownRows.length.toLocaleString('en')} of{' '}
          {rows.length.toLocaleString('en')} loaded records.
        </p>
      )}
      <DiversityTimeline label={title} items={items} words={words} maxHeightPx={560} hasTableBeside />
    </>
  );
}
