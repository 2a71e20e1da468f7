import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { formatNumber } from '#model/format.ts';
import type { ExportTarget } from '#web/exports/export-target.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { EmptyState } from '#web/kit/ui/EmptyState.tsx';
import { type MenuEntry } from '#web/kit/ui/menu-entry.ts';
import { LazyMenuPopup } from '#web/kit/ui/menu-popup-loader.ts';
import type { Cell, CellRenderers, Column } from './column.ts';
import { Grid } from './Grid.tsx';
import type { OpenMenu } from './grid-props.ts';
import { type Paging, PagingBar } from './PagingBar.tsx';
import { chosenRows, NO_SELECTION, type RowSelection } from './row-selection.ts';
import { type Density, type TableState, visibleColumnIds } from './table-state.ts';
import { TableToolbar } from './TableToolbar.tsx';
import { useGridRows } from './use-grid-rows.ts';
import { type FullValue, ValueDialog } from './ValueDialog.tsx';

const WithExportDialog = lazy(() => import('./ExportDialog.tsx'));

export interface DataTableProps<Row> {
  /** What the rows are; the accessible name of the grid. */
  caption: string;
  /** Never changed in place: a new array when anything changes. */
  rows: readonly Row[];
  /** Defined at module scope. */
  columns: readonly Column<Row>[];
  /** A key that stays with the row when others come or go. A stable function. */
  rowKey: (row: Row, index: number) => string;
  state: TableState;
  onStateChange: (state: TableState) => void;
  /** How kinds are drawn: links, badges, times in the chosen zone. A stable object. */
  renderers?: CellRenderers<Row>;
  /** Enter or a double press on a cell without a control of its own; without it the full value is shown. */
  onOpen?: (cell: Cell<Row>) => void;
  /** Entries above the table's own in the menu of a cell that has no menu itself. */
  cellMenu?: (cell: Cell<Row>) => readonly MenuEntry[];
  /** What can be done with the selected rows, in the toolbar while there are any. */
  selectionActions?: (selection: TableSelection<Row>) => ReactNode;
  onSelectionChange?: (rows: readonly Row[]) => void;
  /** Cross-lighting with a picture of the same rows. */
  highlightedKey?: string | null;
  onHighlight?: (key: string | null) => void;
  paging?: Paging;
  /** Names the export and, where the operation pages, fetches what is not loaded. Without it nothing can be exported. */
  exportTarget?: ExportTarget<Row>;
  /** The analyst's preference, where the state does not say otherwise. */
  density?: Density;
  /** CSS length; the table scrolls inside. Unless given, only a long one does. */
  maxHeight?: string;
  /** Shown when there are no rows at all: whether that is unknown, empty or clean is for the caller to say. */
  empty?: ReactNode;
  /** More controls in the toolbar. */
  children?: ReactNode;
}

/** The selected rows, with what the table itself can do with them. */
export interface TableSelection<Row> {
  readonly rows: readonly Row[];
  /** Those shown, in their order. */
  readonly columns: readonly Column<Row>[];
  /** Opens the export, which begins with the selected rows; not where nothing can be exported. */
  readonly onExport: (() => void) | undefined;
  readonly onClear: () => void;
}

/** So many rows are about a screen: the page scrolls past them, and the wheel is not caught by a second scroller. */
const unscrolledRows = 30;

const NO_RENDERERS = {};

/** The one table of the dashboard. Its state is the caller's (URL), its selection its own. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, columns, state, onStateChange, paging, exportTarget } = props;
  const gridRows = useGridRows(rows, columns, props.rowKey, state);
  const { keys, order } = gridRows;
  const [selection, setSelection] = useState<RowSelection>(NO_SELECTION);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const [fullValue, setFullValue] = useState<FullValue | null>(null);
  const [isExporting, setIsExporting] = useState(false);
  const [wantsFilterRow, setWantsFilterRow] = useState<boolean | null>(null);
  const hasFilterRow = wantsFilterRow ?? Object.keys(state.filters).length > 0;
  const density = state.density ?? props.density ?? 'compact';
  const selectedRows = useMemo(() => chosenRows(selection, rows, { keys, order }), [selection, rows, keys, order]);
  const select = (next: RowSelection) => {
    setSelection(next);
    props.onSelectionChange?.(chosenRows(next, rows, gridRows));
  };
  const onExport = exportTarget && (() => setIsExporting(true));
  const selectionActions =
    selectedRows.length > 0 && props.selectionActions
      ? props.selectionActions({
          rows: selectedRows,
          columns: visibleColumnIds(state, columns).flatMap((id) => columns.find((column) => column.id === id) ?? []),
          onExport,
          onClear: () => select(NO_SELECTION),
        })
      : undefined;
  if (rows.length === 0) return props.empty ?? <EmptyState kind="empty">There are no rows.</EmptyState>;
  return (
    <div className="@container min-w-0">
      <TableToolbar
        columns={columns}
        state={state}
        onStateChange={onStateChange}
        density={density}
        shownCount={gridRows.order.length}
        loadedCount={rows.length}
        hasMore={paging?.hasMore ?? false}
        selectedCount={selectedRows.length}
        hasFilterRow={hasFilterRow}
        onToggleFilterRow={() => setWantsFilterRow(!hasFilterRow)}
        onExport={onExport}
        selectionActions={selectionActions}
      >
        {props.children}
      </TableToolbar>
      <Grid
        caption={props.caption}
        rows={rows}
        columns={columns}
        gridRows={gridRows}
        state={state}
        onStateChange={onStateChange}
        selection={selection}
        onSelect={select}
        density={density}
        hasFilterRow={hasFilterRow}
        onShowFilters={() => setWantsFilterRow(true)}
        maxHeight={props.maxHeight ?? (gridRows.order.length > unscrolledRows ? 'min(70vh, 48rem)' : 'none')}
        renderers={props.renderers ?? NO_RENDERERS}
        highlightedKey={props.highlightedKey ?? null}
        onHighlight={props.onHighlight}
        onOpen={props.onOpen}
        onShowValue={setFullValue}
        onMenu={setMenu}
        cellMenu={props.cellMenu}
      />
      {gridRows.order.length === 0 && (
        <EmptyState
          kind="empty"
          word="No rows match the filter"
          className="my-3"
          action={
            <Button size="sm" onClick={() => onStateChange({ ...state, filters: {}, search: '' })}>
              Clear filters
            </Button>
          }
        >
          None of the {formatNumber(rows.length)} loaded rows match the filters
          {paging?.hasMore && '; rows not loaded yet may'}.
        </EmptyState>
      )}
      {paging && <PagingBar loaded={rows.length} paging={paging} />}
      {menu && (
        <Suspense fallback={null}>
          <LazyMenuPopup {...menu} onClose={() => setMenu(null)} />
        </Suspense>
      )}
      <ValueDialog value={fullValue} onClose={() => setFullValue(null)} />
      {exportTarget && isExporting && (
        <Suspense fallback={null}>
          <WithExportDialog>
            {(ExportDialog) => (
              <ExportDialog
                onClose={() => setIsExporting(false)}
                source={{
                  target: exportTarget,
                  columns,
                  shownColumnIds: visibleColumnIds(state, columns),
                  selectedRows,
                  filteredRows: gridRows.shownRows,
                  loadedRows: rows,
                  paging: paging ?? null,
                }}
              />
            )}
          </WithExportDialog>
        </Suspense>
      )}
    </div>
  );
}
