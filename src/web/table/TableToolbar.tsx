import type { ReactNode } from 'react';
import { formatNumber, plural } from '#model/format.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { Checkbox } from '#web/kit/ui/Checkbox.tsx';
import { classNames } from '#web/kit/ui/class-names.ts';
import { IconButton } from '#web/kit/ui/IconButton.tsx';
import { ColumnsIcon, DownIcon, DownloadIcon, FilterIcon, SearchIcon, UpIcon } from '#web/kit/ui/icons.ts';
import { Popover } from '#web/kit/ui/Popover.tsx';
import { SegmentedControl } from '#web/kit/ui/RadioGroup.tsx';
import { TextField } from '#web/kit/ui/Field.tsx';
import { areColumnsChosen, type Density, headerText, moveColumn, resetColumns, showAllColumns } from './table-url.ts';
import type { RowData } from './column-def.ts';
import type { Table } from './table-features.ts';

export interface TableToolbarProps<Row extends RowData> {
  table: Table<Row>;
  density: Density;
  /** Set by the analyst for this table. */
  isDensityChosen: boolean;
  onDensityChange: (density: Density) => void;
  /** More rows exist than are loaded. */
  hasMore: boolean;
  selectedCount: number;
  hasFilterRow: boolean;
  onToggleFilterRow: () => void;
  onExport: (() => void) | undefined;
  /** Actions for the selected rows, in place of the controls at the end, so that nothing moves. */
  selectionActions: ReactNode | undefined;
  children: ReactNode;
}

const DENSITIES = [
  { value: 'compact', label: 'Compact' },
  { value: 'comfortable', label: 'Comfortable' },
] as const;

/** Shown only where it differs from the number above the table; screen readers hear each change. */
function Counts<Row extends RowData>({ table, selectedCount }: TableToolbarProps<Row>) {
  const loadedCount = table.options.data.length;
  const shownCount = table.getRowModel().rows.length;
  const shown =
    shownCount === loadedCount
      ? formatNumber(loadedCount)
      : `${formatNumber(shownCount)} of ${formatNumber(loadedCount)}`;
  return (
    <p
      className={classNames('text-sm text-muted', shownCount === loadedCount && selectedCount === 0 && 'sr-only')}
      role="status"
    >
      {shown} {plural(loadedCount, 'row')}
      {/* on a phone the line has no room for it beside the actions */}
      {selectedCount > 0 && <span className="max-sm:sr-only">, {formatNumber(selectedCount)} selected</span>}
    </p>
  );
}

/** Search, filters, columns, row height and export of one table. */
export function TableToolbar<Row extends RowData>(props: TableToolbarProps<Row>) {
  const { table, hasFilterRow } = props;
  const filterCount = table.atoms.columnFilters.get().length;
  const search = searchOf(table);
  const isNarrowed = filterCount > 0 || search !== '';
  return (
    <div
      className={classNames(
        'flex flex-wrap items-center gap-2 py-2 print:py-0',
        props.selectionActions !== undefined && raisedClass,
      )}
    >
      <TextField
        label="Search this table"
        isLabelHidden
        type="search"
        placeholder="Search this table"
        icon={<SearchIcon />}
        value={search}
        onChange={table.setGlobalFilter}
        isIndicator
        className="w-full sm:w-56"
      />
      <Button size="sm" aria-pressed={hasFilterRow} onClick={props.onToggleFilterRow}>
        <FilterIcon />
        Filters{filterCount > 0 && ` (${filterCount})`}
      </Button>
      {isNarrowed && (
        <Button size="sm" variant="quiet" onClick={() => clearFilters(table)}>
          Clear filters
        </Button>
      )}
      <Counts {...props} />
      <div className="ml-auto flex flex-wrap items-center gap-2">
        {props.children}
        {props.selectionActions ?? <TableControls {...props} />}
      </div>
    </div>
  );
}

/** With rows selected the toolbar stays in sight while the page scrolls. */
const raisedClass = 'sm:sticky sm:top-12 sm:z-10 bg-surface';

function searchOf<Row extends RowData>(table: Table<Row>): string {
  return (table.atoms.globalFilter.get() as string | undefined) ?? '';
}

/** Clears the filters of all columns and the search. */
export function clearFilters<Row extends RowData>(table: Table<Row>): void {
  table.setColumnFilters([]);
  table.setGlobalFilter('');
}

/** The controls of the table: columns and row height, export. */
function TableControls<Row extends RowData>(props: TableToolbarProps<Row>) {
  return (
    <>
      <ColumnChooser {...props} />
      {props.onExport && (
        <Button size="sm" onClick={props.onExport}>
          <DownloadIcon />
          Export
        </Button>
      )}
    </>
  );
}

/** Up to this many rows need no search, filter or column choice. The menu of a header has the rest. */
const fewRows = 5;

/** Whether a table that the analyst left alone is small enough for the line below it. */
export function needsNoToolbar<Row extends RowData>({
  table,
  hasMore,
  hasFilterRow,
  isDensityChosen,
}: TableToolbarProps<Row>): boolean {
  const isNarrowed = table.atoms.columnFilters.get().length > 0 || searchOf(table) !== '';
  const isChanged = isNarrowed || hasFilterRow || areColumnsChosen(table) || isDensityChosen;
  return table.options.data.length <= fewRows && !hasMore && !isChanged;
}

/** The line below a small table: its selection, and its export. */
export function SmallToolbar<Row extends RowData>(props: TableToolbarProps<Row>) {
  return (
    <div className="-mb-1 flex min-h-9 flex-wrap items-center gap-2 pt-1 print:hidden">
      <Counts {...props} />
      <div className="ml-auto flex flex-wrap items-center gap-2">
        {props.children}
        {props.selectionActions ??
          (props.onExport && (
            <Button size="sm" variant="quiet" onClick={props.onExport}>
              <DownloadIcon />
              Export
            </Button>
          ))}
      </div>
    </div>
  );
}

/** The choice and order of the columns, and the height of the rows. */
function ColumnChooser<Row extends RowData>({ table, density, onDensityChange }: TableToolbarProps<Row>) {
  const shown = table.getVisibleLeafColumns();
  return (
    <Popover
      label="Columns"
      align="end"
      className="w-72 p-2"
      trigger={(props) => (
        <Button size="sm" {...props}>
          <ColumnsIcon />
          Columns
        </Button>
      )}
    >
      {() => (
        <>
          <ul className="flex flex-col">
            {table.getAllLeafColumns().map((column) => {
              const header = headerText(column);
              const place = shown.indexOf(column);
              return (
                <li key={column.id} className="flex items-center gap-1">
                  <Checkbox
                    isChecked={place >= 0}
                    isDisabled={place >= 0 && shown.length === 1}
                    onChange={(isChecked) => column.toggleVisibility(isChecked)}
                    className="min-w-0 flex-1 justify-start!"
                  >
                    <span className="truncate">{header}</span>
                  </Checkbox>
                  {place >= 0 && (
                    <>
                      <IconButton
                        icon={UpIcon}
                        size="sm"
                        label={`Move ${header} forward`}
                        disabledReason={place === 0 ? 'Already the first column' : undefined}
                        onClick={() => moveColumn(table, column.id, -1)}
                      />
                      <IconButton
                        icon={DownIcon}
                        size="sm"
                        label={`Move ${header} back`}
                        disabledReason={place === shown.length - 1 ? 'Already the last column' : undefined}
                        onClick={() => moveColumn(table, column.id, 1)}
                      />
                    </>
                  )}
                </li>
              );
            })}
          </ul>
          <div className="mt-2 flex gap-2 border-t border-border pt-2">
            <Button size="sm" variant="quiet" onClick={() => showAllColumns(table)}>
              Show all
            </Button>
            <Button size="sm" variant="quiet" onClick={() => resetColumns(table)}>
              Reset
            </Button>
          </div>
          <div className="mt-2 border-t border-border pt-2">
            <SegmentedControl label="Row height" value={density} choices={DENSITIES} onChange={onDensityChange} />
          </div>
        </>
      )}
    </Popover>
  );
}
