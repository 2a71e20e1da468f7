import { flexRender } from '@tanstack/react-table';
import type { ColumnDef, RowData } from '#web/table/column-def.ts';
import { useDataTable } from '#web/table/use-data-table.ts';

interface DrawnCellProps<Row extends RowData> {
  readonly column: ColumnDef<Row> | undefined;
  readonly row: Row;
}

/** What a table draws in the cell of a row. */
export function DrawnCell<Row extends RowData>({ column, row }: DrawnCellProps<Row>) {
  const table = useDataTable({ data: [row], columns: column ? [column] : [] });
  const [cell] = table.getRowModel().rows[0]?.getAllCells() ?? [];
  return cell && flexRender(cell.column.columnDef.cell, cell.getContext());
}
