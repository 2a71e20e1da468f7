import type { ReactNode } from 'react';
import { PagingBar } from '#web/table/PagingBar.tsx';
import type { Paging } from '#web/table/paging.ts';
import { RecordTable, type RecordTableProps } from './RecordTable.tsx';
import { RecordTimeline, type RecordTimelineLook } from './RecordTimeline.tsx';
import type { RecordView } from './use-record-view.ts';

type RecordViewsProps<Row> = RecordTableProps<Row> & {
  readonly view: RecordView;
  readonly urlPrefix: string;
  readonly paging: Paging;
  readonly timeline?: RecordTimelineLook<Row> | undefined;
  readonly picture?: ((rows: readonly Row[]) => ReactNode) | undefined;
};

/** Loaded records in the view that was chosen, see useRecordView. The filters of the table hold for the timeline, too. */
export function RecordViews<Row>({ view, timeline, picture, ...table }: RecordViewsProps<Row>) {
  const { caption, rows, columns, rowKey, urlPrefix, paging } = table;
  if (view === 'timeline' && timeline)
    return (
      <>
        <RecordTimeline title={caption} {...{ rows, columns, rowKey, urlPrefix }} {...timeline} />
        <PagingBar loaded={rows.length} paging={paging} />
      </>
    );
  if (view === 'picture' && picture)
    return (
      <>
        {picture(rows)}
        {paging.hasMore && <PagingBar loaded={rows.length} paging={paging} />}
      </>
    );
  return <RecordTable {...table} />;
}
