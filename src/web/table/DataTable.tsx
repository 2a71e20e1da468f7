import { type ReactNode, useState } from 'react';
import { formatNumber } from '#model/format.ts';
import type { ExportTarget } from '#web/exports/export-target.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { EmptyState } from '#web/kit/ui/EmptyState.tsx';
import type { MenuEntry } from '#web/kit/ui/menu-entry.ts';
import { LazyMenuPopup } from '#web/kit/ui/MenuButton.tsx';
import { visibleDefs } from './cell-menu.ts';
import type { CellContext, ColumnDef, RowData } from './column-def.ts';
import { Grid } from './Grid.tsx';
import type { OpenMenu } from './grid-actions.ts';
import { isComplete, type Paging, PagingBar } from './PagingBar.tsx';
import { type GridRow, selectedRows, type Table } from './table-features.ts';
import { exportedColumnIds, type Density } from './table-url.ts';
import { clearFilters, needsNoToolbar, SmallToolbar, TableToolbar, type TableToolbarProps } from './TableToolbar.tsx';
import { type FullValue, ValueDialog } from './ValueDialog.tsx';
import { lazyPart } from '#web/kit/ui/lazy-part.tsx';
import type { ExportDialog as ExportDialogView } from './ExportDialog.tsx';

// lazyPart forgets type parameters; the cast gives them back
const ExportDialog = lazyPart(
  async () => (await import('./ExportDialog.tsx')).ExportDialog,
) as unknown as typeof ExportDialogView;

export interface DataTableProps<Row extends RowData> {
  /** The accessible name of the grid: what its rows are. */
  caption: string;
  /** Of useDataTable. */
  table: Table<Row>;
  /** The columns in the order of exported files, which is that of a wide window; an order chosen by the analyst holds for both. */
  exportColumns: readonly ColumnDef<Row>[];
  density: Density;
  /** True if the analyst set it for this table. */
  isDensityChosen: boolean;
  onDensityChange: (density: Density) => void;
  /** Called on Enter or double click in a cell without a control; by default the full value is shown. */
  onOpen?: (cell: CellContext<Row>) => void;
  /** Entries above the table's own in the menu of a cell that has no menu itself. */
  cellMenu?: (cell: CellContext<Row>) => readonly MenuEntry[];
  /** Actions for the selected rows, in the toolbar while there are any. */
  selectionActions?: (selection: TableSelection<Row>) => ReactNode;
  /** Highlighting shared with a picture of the same rows. */
  highlightedKey?: string | null;
  onHighlight?: (key: string | null) => void;
  paging?: Paging;
  /** Names the export and, for paged operations, fetches rows that are not loaded. Without it there is no export. */
  exportTarget?: ExportTarget<Row>;
  /** Shown without rows; the caller says whether that means unknown or empty. */
  empty?: ReactNode;
  /** More controls in the toolbar. */
  children?: ReactNode;
}

/** The selected rows, with the actions of the table. */
export interface TableSelection<Row extends RowData> {
  readonly rows: readonly Row[];
  /** Those shown, in their order. */
  readonly columns: readonly ColumnDef<Row>[];
  /** Opens the export for the selected rows; undefined without an export. */
  readonly onExport: (() => void) | undefined;
  readonly onClear: () => void;
}

/** Up to this many rows, about a screen, the table does not scroll itself, so that the wheel scrolls the page. */
const unscrolledRows = 30;

/** The one table of the dashboard, drawn from TanStack's state. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { table, paging, exportTarget } = props;
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const [fullValue, setFullValue] = useState<FullValue | null>(null);
  const [isExporting, setIsExporting] = useState(false);
  const [wantsFilterRow, setWantsFilterRow] = useState<boolean | null>(null);
  const rows = table.options.data;
  const shownRows = table.getRowModel().rows;
  const hasFilterRow = wantsFilterRow ?? table.atoms.columnFilters.get().length > 0;
  const selected = selectedRows(table);
  const onExport = exportTarget && (() => setIsExporting(true));
  const selectionActions =
    selected.length > 0 && props.selectionActions
      ? props.selectionActions({
          rows: originals(selected),
          columns: visibleDefs(table),
          onExport,
          onClear: () => table.resetRowSelection(true),
        })
      : undefined;
  if (rows.length === 0) return props.empty ?? <EmptyState kind="empty">There are no rows.</EmptyState>;
  const toolbar: TableToolbarProps<Row> = {
    table,
    density: props.density,
    isDensityChosen: props.isDensityChosen,
    onDensityChange: props.onDensityChange,
    hasMore: paging?.hasMore ?? false,
    selectedCount: selected.length,
    hasFilterRow,
    onToggleFilterRow: () => setWantsFilterRow(!hasFilterRow),
    onExport,
    selectionActions,
    children: props.children,
  };
  const isSmall = needsNoToolbar(toolbar);
  return (
    <div className="@container min-w-0">
      {!isSmall && <TableToolbar {...toolbar} />}
      <Grid
        caption={props.caption}
        table={table}
        density={props.density}
        hasFilterRow={hasFilterRow}
        onShowFilters={() => setWantsFilterRow(true)}
        maxHeight={shownRows.length > unscrolledRows ? 'min(70vh, 48rem)' : 'none'}
        highlightedKey={props.highlightedKey ?? null}
        onHighlight={props.onHighlight}
        onOpen={props.onOpen}
        onShowValue={setFullValue}
        onMenu={setMenu}
        cellMenu={props.cellMenu}
      />
      {shownRows.length === 0 && (
        <EmptyState
          kind="empty"
          word="No rows match the filter"
          className="my-3"
          action={
            <Button size="sm" onClick={() => clearFilters(table)}>
              Clear filters
            </Button>
          }
        >
          None of the {formatNumber(rows.length)} loaded rows match the filters
          {paging?.hasMore && '; rows not loaded yet may'}.
        </EmptyState>
      )}
      {isSmall && <SmallToolbar {...toolbar} />}
      {paging && !isComplete(rows.length, paging) && <PagingBar loaded={rows.length} paging={paging} />}
      {menu && <LazyMenuPopup {...menu} onClose={() => setMenu(null)} />}
      <ValueDialog value={fullValue} onClose={() => setFullValue(null)} />
      {exportTarget && isExporting && (
        <ExportDialog
          onClose={() => setIsExporting(false)}
          source={{
            target: exportTarget,
            columns: props.exportColumns,
            shownColumnIds: exportedColumnIds(table, props.exportColumns),
            selectedRows: originals(selected),
            filteredRows: originals(shownRows),
            loadedRows: rows,
            paging: paging ?? null,
          }}
        />
      )}
    </div>
  );
}

function originals<Row extends RowData>(rows: readonly GridRow<Row>[]): readonly Row[] {
  return rows.map(({ original }) => original);
}
