import type { ReactNode } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { DownloadIcon, FilterIcon, SearchIcon } from '#web/ui/icons.ts';
import { SegmentedControl } from '#web/ui/RadioGroup.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import type { Column } from './column.ts';
import { ColumnChooser } from './ColumnChooser.tsx';
import type { Density, TableState } from './table-state.ts';

interface TableToolbarProps<Row> {
  columns: readonly Column<Row>[];
  state: TableState;
  onStateChange: (state: TableState) => void;
  density: Density;
  shownCount: number;
  loadedCount: number;
  selectedCount: number;
  hasFilterRow: boolean;
  onToggleFilterRow: () => void;
  onExport: (() => void) | undefined;
  children: ReactNode;
}

const DENSITIES = [
  { value: 'compact', label: 'Compact' },
  { value: 'comfortable', label: 'Comfortable' },
] as const;

const count = (value: number) => value.toLocaleString('en');

function Counts({
  shownCount,
  loadedCount,
  selectedCount,
}: Pick<TableToolbarProps<never>, 'shownCount' | 'loadedCount' | 'selectedCount'>) {
  const shown = shownCount === loadedCount ? count(loadedCount) : `${count(shownCount)} of ${count(loadedCount)}`;
  return (
    <p className="text-sm text-muted" role="status">
      {shown} {loadedCount === 1 ? 'row' : 'rows'}
      {selectedCount > 0 && `, ${count(selectedCount)} selected`}
    </p>
  );
}

/** Search, filters, columns, density and export of one table. */
export function TableToolbar<Row>(props: TableToolbarProps<Row>) {
  const { columns, state, onStateChange, hasFilterRow } = props;
  const filterCount = Object.keys(state.filters).length;
  const isNarrowed = filterCount > 0 || state.search !== '';
  return (
    <div className="flex flex-wrap items-center gap-2 py-2 print:py-0">
      <TextField
        label="Search this table"
        isLabelHidden
        type="search"
        placeholder="Search this table"
        icon={<SearchIcon />}
        value={state.search}
        onChange={(search) => onStateChange({ ...state, search })}
        isIndicator
        className="w-full sm:w-56"
      />
      <Button size="sm" aria-pressed={hasFilterRow} onClick={props.onToggleFilterRow}>
        <FilterIcon />
        Filters{filterCount > 0 && ` (${filterCount})`}
      </Button>
      {isNarrowed && (
        <Button size="sm" variant="quiet" onClick={() => onStateChange({ ...state, filters: {}, search: '' })}>
          Clear filters
        </Button>
      )}
      <Counts {...props} />
      <div className="ml-auto flex flex-wrap items-center gap-2">
        {props.children}
        {/* on a phone only in the settings: its line is worth more to the rows */}
        <span className="inline-flex max-sm:hidden">
          <SegmentedControl
            label="Row height"
            value={props.density}
            choices={DENSITIES}
            onChange={(density) => onStateChange({ ...state, density })}
          />
        </span>
        <ColumnChooser
          columns={columns}
          chosen={state.columns}
          onChoose={(chosen) => onStateChange({ ...state, columns: chosen })}
        />
        {props.onExport && (
          <Button size="sm" onClick={props.onExport}>
            <DownloadIcon />
            Export
          </Button>
        )}
      </div>
    </div>
  );
}
