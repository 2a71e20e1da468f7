import { parseAsString, useQueryState } from 'nuqs';
import { type ComponentType, type ReactNode, useMemo, useState } from 'react';
import { formatNumber } from '#model/format.ts';
import type { CellContext, RowData } from '#web/table/column-def.ts';
import type { ExportTarget, FetchAllOptions } from '#web/exports/export-target.ts';
import type { RecordTableProps } from '#web/kit/records/RecordTable.tsx';
import type { RecordTimelineLook } from '#web/kit/records/RecordTimeline.tsx';
import { type RecordView, RecordViews, RecordViewSwitch, useRecordView } from '#web/kit/records/RecordViews.tsx';
import { type Facet, RowFacets } from '#web/kit/records/RowFacets.tsx';
import { InfoIcon } from '#web/kit/ui/icons.ts';
import type { MenuEntry } from '#web/kit/ui/menu-entry.ts';
import {
  type DescribedPanel,
  panelFrame,
  type PanelDescription,
  valueFor,
  type PerSubject,
  usePanelSetting,
} from './panel-description.tsx';
import type { PanelSetting, PanelSource } from './panel-source.tsx';
import { type PanelState, rowsOrEmpty } from './panel-state.ts';
import { Panel } from './Panel.tsx';

/** Other views of the rows, and the facets beside the table. */
interface RowViews<Row extends RowData> {
  readonly timeline?: RecordTimelineLook<Row> | undefined;
  readonly picture?: { readonly label: string; readonly draw: (rows: readonly Row[]) => ReactNode } | undefined;
  readonly defaultView?: RecordView;
  readonly facets?: readonly Facet<Row>[] | undefined;
}

interface OpenedRow<Row> {
  /** Label of the entry in the row's menu. */
  readonly label: string;
  readonly Dialog: ComponentType<{ readonly row: Row; readonly onClose: () => void }>;
}

interface ChartProps<P, Row extends RowData> {
  readonly rows: readonly Row[];
  readonly subject: P;
  /** The key of the row under the pointer, in the chart or the table. */
  readonly highlighted: string | null;
  readonly onHighlight: (key: string | null) => void;
}

/** A panel that shows the rows of one answer as a table. */
interface EvidenceDescription<P, R, Raw, Row extends RowData> extends PanelDescription<P, R> {
  /** The rows of a response; null or undefined when the response lacks them, which means unknown, not empty. */
  readonly rows: (response: R) => readonly Raw[] | null | undefined;
  /** A hook that adds data from other questions, such as scores, to the rows; the rows keep their order and number. */
  readonly useRows?: (rows: readonly Raw[], props: P) => readonly Row[];
  readonly columns: RecordTableProps<Row>['columns'] | ((props: P) => RecordTableProps<Row>['columns']);
  readonly rowKey: (row: NoInfer<Row>, index: number) => string;
  /** The sentence shown when there are no rows. */
  readonly empty: PerSubject<P, string>;
  /** A more exact word than "None" for no rows. */
  readonly emptyWord?: PerSubject<P, string>;
  /** The sentence for a response without the list. */
  readonly unknown?: PerSubject<P, string>;
  /** The total number of rows according to the response. */
  readonly total?: (response: R) => number | undefined;
  /** The total is a minimum. */
  readonly isTotalAtLeast?: (response: R) => boolean;
  /** Shown above the table. */
  readonly Chart?: ComponentType<ChartProps<P, NoInfer<Row>>>;
  /** A dialog with everything about one row, opened by Enter or from the menu of the row. */
  readonly opens?: OpenedRow<NoInfer<Row>>;
  readonly views?: (props: P, rows: readonly Row[]) => RowViews<NoInfer<Row>>;
  /** Distinguishes the URL keys of several tables on a page. */
  readonly urlPrefix: PerSubject<P, string>;
  /** The export: name of the view, name of the subject, and the facts of a row about indicators. */
  readonly exports: {
    readonly view: PerSubject<P, string>;
    readonly subject: (props: P) => string;
    readonly facts?: (row: Row, props: P) => ReturnType<NonNullable<ExportTarget<Row>['factsOf']>>;
    /** A hook for exports that fetch more than the rows hold. */
    readonly useMore?: () => Partial<ExportTarget<Row>>;
  };
}

/**
 * Makes a panel from the source of its rows and the description of its table. Adds states, menu, API request, as-of note,
 * views and exports.
 */
export function defineEvidence<P extends object, R, Raw extends RowData, Row extends RowData = Raw>(
  source: PanelSource<P, R>,
  description: EvidenceDescription<P, R, Raw, Row>,
): DescribedPanel<P, R, EvidenceDescription<P, R, Raw, Row>> {
  const { useRows = sameRows<Raw, Row>, choice, Controls, isShown, Chart, opens, rowKey, exports } = description;
  const { useMore = nothingMore } = exports;
  const rowsOf = (response: R) => description.rows(response) ?? none;

  function Shown(props: P) {
    const { setting, control } = usePanelSetting(choice);
    const caption = valueFor(description.caption ?? description.title, props, setting);
    const { answer, pages, idle } = source.useSource({ props, setting, title: caption, rowsOf });
    const listed = useMemo(
      () => (answer.response === undefined ? undefined : description.rows(answer.response)),
      [answer.response],
    );
    const { fetchAll, parquet } = pages ?? {};
    const rows = useRows((pages?.rows as readonly Raw[] | undefined) ?? listed ?? none, props);
    const more = useMore();
    const [highlighted, setHighlighted] = useState<string | null>(null);
    const urlPrefix = valueFor(description.urlPrefix, props, setting);
    const { timeline, picture, facets, defaultView } = description.views?.(props, rows) ?? {};
    const possible = viewsOf(timeline, picture);
    const isEmpty = answer.response !== undefined && rows.length === 0;
    const [view, setView] = useRecordView(urlPrefix, possible, defaultView);
    const [opened, setOpened] = useQueryState(`${urlPrefix}open`, parseAsString);
    const openedRow = opens && rows.find((row, index) => rowKey(row, index) === opened);
    const open = ({ row }: CellContext<Row>) => void setOpened(rowKey(row.original, row.index));
    const openBar = ({ key }: { readonly key: string }) => void setOpened(key);
    const frame = panelFrame(description, props, setting, answer.response);
    const leftOut = answer.response === undefined ? null : leftOutWords(description, answer.response, rows.length);
    const columns = typeof description.columns === 'function' ? description.columns(props) : description.columns;
    return (
      <Panel
        {...frame}
        answer={answer}
        read={(response) =>
          listed
            ? listState(description, response, rows, { props, setting, paging: pages?.paging })
            : unknownState<P, Row>(description, props, setting)
        }
        idle={idle}
        actions={
          <>
            {control}
            {Controls && <Controls {...props} />}
            {possible.length > 1 && !isEmpty && (
              <RecordViewSwitch
                title={frame.title}
                view={view}
                possible={possible}
                onChoose={setView}
                pictureLabel={picture?.label}
              />
            )}
          </>
        }
      >
        {(shown) => (
          <div className="flex gap-x-4 gap-y-2 max-xl:flex-col">
            {facets && <RowFacets rows={shown} columns={columns} urlPrefix={urlPrefix} facets={facets} />}
            <div className="min-w-0 flex-1">
              {Chart && (
                <div className="mb-3">
                  <Chart rows={shown} subject={props} highlighted={highlighted} onHighlight={setHighlighted} />
                </div>
              )}
              <RecordViews<Row>
                view={view}
                caption={caption}
                rows={shown}
                columns={columns}
                rowKey={rowKey}
                urlPrefix={urlPrefix}
                paging={pages?.paging}
                timeline={timeline && opens ? { ...timeline, onOpen: openBar } : timeline}
                picture={picture?.draw}
                {...(opens && { onOpen: open, cellMenu: (cell) => [openEntry(opens.label, () => open(cell))] })}
                {...(Chart && { highlightedKey: highlighted, onHighlight: setHighlighted })}
                exportTarget={exportTargetOf(exports, { props, setting, rows, fetchAll, parquet, more, leftOut })}
              />
              {opens && openedRow && <opens.Dialog row={openedRow} onClose={() => void setOpened(null)} />}
            </div>
          </div>
        )}
      </Panel>
    );
  }
  const Evidence = (props: P) => (isShown && !isShown(props) ? null : <Shown {...props} />);
  return Object.assign(Evidence, { description, source });
}

function viewsOf(timeline: unknown, picture: unknown): readonly RecordView[] {
  return ['table', ...(timeline ? (['timeline'] as const) : []), ...(picture ? (['picture'] as const) : [])];
}

interface ExportedRows<P, Row extends RowData> {
  readonly props: P;
  readonly setting: PanelSetting;
  /** The rows on screen. */
  readonly rows: readonly Row[];
  readonly fetchAll: ((options: FetchAllOptions) => Promise<readonly unknown[]>) | undefined;
  readonly parquet: ExportTarget<Row>['parquet'] | undefined;
  readonly more: Partial<ExportTarget<Row>>;
  readonly leftOut: string | null;
}

/** What a table does not hold of the total in its response. */
function leftOutWords<P, R, Raw, Row extends RowData>(
  { total: totalOf, isTotalAtLeast }: EvidenceDescription<P, R, Raw, Row>,
  response: R,
  held: number,
): string | null {
  const total = totalOf?.(response) ?? 0;
  const orMore = isTotalAtLeast?.(response) ? ' or more' : '';
  return total > held ? `The table holds ${formatNumber(held)} of ${formatNumber(total)}${orMore} rows.` : null;
}

function exportTargetOf<P, R, Raw, Row extends RowData>(
  { view, subject, facts }: EvidenceDescription<P, R, Raw, Row>['exports'],
  { props, setting, rows, fetchAll, parquet, more, leftOut }: ExportedRows<P, Row>,
): ExportTarget<Row> {
  return {
    view: valueFor(view, props, setting),
    subject: subject(props),
    leftOut,
    ...(facts && { factsOf: (row: Row) => facts(row, props) }),
    // rows on screen keep their added data
    ...(fetchAll && {
      fetchAll: async (options) => {
        const all = (await fetchAll(options)) as readonly Row[];
        return [...rows, ...all.slice(rows.length)];
      },
    }),
    ...(parquet && { parquet }),
    ...more,
  };
}

interface RowSetting<P> {
  readonly props: P;
  readonly setting: PanelSetting;
  readonly paging: Parameters<typeof rowsOrEmpty>[2];
}

/** The state of a table without rows in its response. */
function unknownState<P, Row>(
  { unknown }: { readonly unknown?: PerSubject<P, string> },
  props: P,
  setting: PanelSetting,
): PanelState<readonly Row[]> {
  return unknown === undefined
    ? rowsOrEmpty<Row>(undefined, '')
    : { is: 'unknown', message: valueFor(unknown, props, setting) };
}

/** The state of a table: empty with its sentence, or the rows. */
function listState<P, R, Raw, Row extends RowData>(
  { total: totalOf, isTotalAtLeast, empty, emptyWord }: EvidenceDescription<P, R, Raw, Row>,
  response: R,
  rows: readonly Row[],
  { props, setting, paging }: RowSetting<P>,
): PanelState<readonly Row[]> {
  const total = totalOf?.(response);
  const counts = total === undefined ? paging : { total, isTotalAtLeast: isTotalAtLeast?.(response) ?? false };
  const state = rowsOrEmpty(rows, valueFor(empty, props, setting), counts);
  return state.is === 'empty' && emptyWord !== undefined
    ? { ...state, word: valueFor(emptyWord, props, setting) }
    : state;
}

function openEntry(label: string, onAction: () => void): MenuEntry {
  return { kind: 'action', id: 'open-row', label, icon: InfoIcon, onAction };
}

function sameRows<Raw, Row>(rows: readonly Raw[]): readonly Row[] {
  return rows as readonly unknown[] as readonly Row[];
}

const none: readonly never[] = [];

const nothingMore = () => ({});
