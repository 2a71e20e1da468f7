import { useMemo } from 'react';
import { formatNumber } from '#model/format.ts';
import type { TimelineItem, TimelineWords } from '#web/charts/timeline-layout.ts';
import type { ColumnDef, RowData } from '#web/table/column-def.ts';
import { Skeleton } from '#web/kit/ui/Skeleton.tsx';
import { useRecordTable } from './use-record-table.ts';
import { lazyPart } from '#web/kit/ui/lazy-part.tsx';

// loaded when the picture is first requested
const DiversityTimeline = lazyPart(async () => (await import('#web/charts/DiversityTimeline.tsx')).DiversityTimeline);

/** The description of a timeline for records of one kind. */
export interface RecordTimelineLook<Row> {
  /** The records as bars; a stable function. Records without times have no bar. */
  readonly itemsOf: (rows: readonly Row[]) => readonly TimelineItem[];
  readonly words: TimelineWords;
  /** Called on Enter or a click on a bar without a link. */
  readonly onOpen?: (item: TimelineItem) => void;
}

interface RecordTimelineProps<Row extends RowData> extends RecordTimelineLook<Row> {
  readonly title: string;
  readonly rows: readonly Row[];
  /** The columns of the table, whose filters apply to the timeline too. */
  readonly columns: readonly ColumnDef<Row>[];
  readonly rowKey: (row: Row, index: number) => string;
  readonly urlPrefix: string;
}

/** The rows that pass the table's filters in the URL, as bars over time. */
export function RecordTimeline<Row extends RowData>(props: RecordTimelineProps<Row>) {
  const { title, rows, columns, rowKey, urlPrefix, itemsOf, words, onOpen } = props;
  const { table } = useRecordTable({ rows, columns, rowKey, urlPrefix });
  const shownRows = table.getRowModel().rows;
  const items = useMemo(() => itemsOf(shownRows.map(({ original }) => original)), [itemsOf, shownRows]);
  return (
    <>
      {shownRows.length < rows.length && (
        <p className="mb-2 text-sm text-muted">
          The table’s filters apply: {formatNumber(shownRows.length)} of {formatNumber(rows.length)} loaded records.
        </p>
      )}
      <DiversityTimeline
        fallback={<Skeleton shape="block" heightPx={480} />}
        label={title}
        urlPrefix={urlPrefix}
        items={items}
        words={words}
        maxHeightPx={560}
        hasTableBeside
        onOpen={onOpen}
      />
    </>
  );
}
