import { parseAsStringLiteral, useQueryState } from 'nuqs';
import type { ReactNode } from 'react';
import { formatNumber } from '#model/format.ts';
import type { RowData } from '#web/table/column-def.ts';
import { type Paging, PagingBar } from '#web/table/PagingBar.tsx';
import { TableIcon, TimelineIcon, TreeIcon } from '#web/kit/ui/icons.ts';
import { SegmentedControl } from '#web/kit/ui/RadioGroup.tsx';
import { RecordTable, type RecordTableProps } from './RecordTable.tsx';
import { RecordTimeline, type RecordTimelineLook } from './RecordTimeline.tsx';

type RecordViewsProps<Row extends RowData> = RecordTableProps<Row> & {
  readonly view: RecordView;
  readonly urlPrefix: string;
  readonly paging: Paging | undefined;
  readonly timeline?: RecordTimelineLook<Row> | undefined;
  readonly picture?: ((rows: readonly Row[]) => ReactNode) | undefined;
};

/** Loaded records in the chosen view, see useRecordView. The table's filters apply to the timeline too. */
export function RecordViews<Row extends RowData>({ view, timeline, picture, ...table }: RecordViewsProps<Row>) {
  const { caption, rows, columns, rowKey, urlPrefix, paging } = table;
  if (view === 'timeline' && timeline)
    return (
      <>
        {paging?.hasMore && (
          <p className="mb-2 text-sm text-warning">
            Only the {formatNumber(rows.length)} loaded records are drawn; more are available below.
          </p>
        )}
        <RecordTimeline
          title={caption}
          rows={rows}
          columns={columns}
          rowKey={rowKey}
          urlPrefix={urlPrefix}
          {...timeline}
        />
        {paging && <PagingBar loaded={rows.length} paging={paging} />}
      </>
    );
  if (view === 'picture' && picture)
    return (
      <>
        {picture(rows)}
        {paging?.hasMore && <PagingBar loaded={rows.length} paging={paging} />}
      </>
    );
  return <RecordTable {...table} />;
}

interface RecordViewSwitchProps {
  /** The title of the panel. */
  readonly title: string;
  readonly view: RecordView;
  readonly possible: readonly RecordView[];
  readonly onChoose: (view: RecordView) => void;
  /** The label of the picture. */
  readonly pictureLabel?: string | undefined;
}

/** Table, timeline or another picture of the same records. */
export function RecordViewSwitch({ title, view, possible, onChoose, pictureLabel = 'Picture' }: RecordViewSwitchProps) {
  const looks = {
    table: { label: 'Table', icon: TableIcon },
    timeline: { label: 'Timeline', icon: TimelineIcon },
    picture: { label: pictureLabel, icon: TreeIcon },
  };
  return (
    <SegmentedControl
      label={`View of ${title}`}
      value={view}
      choices={possible.map((value) => ({ value, ...looks[value] }))}
      onChange={onChoose}
    />
  );
}

const recordViews = ['table', 'timeline', 'picture'] as const;
/** The views of loaded records; a picture is specific to a kind of records, such as a tree of files. */
export type RecordView = (typeof recordViews)[number];

/** The view of a panel's records, kept in the URL; a view that these records lack falls back to the default. */
export function useRecordView(
  urlPrefix: string,
  possible: readonly RecordView[],
  usual: RecordView = 'table',
): [view: RecordView, choose: (view: RecordView) => void] {
  const [chosen, setChosen] = useQueryState(`${urlPrefix}view`, parseAsStringLiteral(recordViews));
  const view = chosen !== null && possible.includes(chosen) ? chosen : usual;
  return [view, (next) => void setChosen(next === usual ? null : next)];
}
