import { usePreferences } from '#web/stores/preferences.ts';
import type { RowData } from '#web/table/column-def.ts';
import { DataTable, type DataTableProps, type TableSelection } from '#web/table/DataTable.tsx';
import { useIsNarrow, useNarrowColumns } from './narrow-columns.ts';
import { useTeamColumn } from './team-column.tsx';
import type { SelectionActions as SelectionActionsView } from './SelectionActions.tsx';
import { type RecordTableOptions, useRecordTable } from './use-record-table.ts';
import { lazyPart } from '#web/kit/ui/lazy-part.tsx';

export type RecordTableProps<Row extends RowData> = RecordTableOptions<Row> &
  Omit<DataTableProps<Row>, 'table' | 'exportColumns' | 'density' | 'isDensityChosen' | 'onDensityChange'>;

// loaded when a row is selected; lazyPart forgets type parameters, so the cast gives them back
const SelectionActions = lazyPart(
  async () => (await import('./SelectionActions.tsx')).SelectionActions,
) as unknown as typeof SelectionActionsView;

/** The table for records of the interface, with its state in the URL. Columns: record-columns.tsx. */
export function RecordTable<Row extends RowData>(props: RecordTableProps<Row>) {
  const { rows, columns: own, rowKey, urlPrefix, state, onRowSelectionChange, ...rest } = props;
  const wideColumns = useTeamColumn(rows, own);
  const columns = useNarrowColumns(wideColumns);
  const { table, density, setDensity } = useRecordTable({
    rows,
    columns,
    rowKey,
    urlPrefix,
    ...(onRowSelectionChange && { state, onRowSelectionChange }),
  });
  const preferences = usePreferences();
  // on a phone a name may take two lines
  const isNarrow = useIsNarrow();
  const preferred = isNarrow ? 'comfortable' : preferences.density;
  return (
    <DataTable
      // a view that follows the selection has its own actions
      {...(!onRowSelectionChange && {
        selectionActions: (selection: TableSelection<Row>) => <SelectionActions {...selection} />,
      })}
      {...rest}
      table={table}
      exportColumns={wideColumns}
      density={density ?? preferred}
      isDensityChosen={density !== null}
      onDensityChange={setDensity}
    />
  );
}
