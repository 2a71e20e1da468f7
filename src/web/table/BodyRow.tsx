import type { RefObject } from 'react';
import type { RowData } from './column-def.ts';
import type { GridPlace } from './grid-walk.ts';
import { GridRow } from './GridRow.tsx';
import type { GridRow as TableRow, Table } from './table-features.ts';

export interface GridBodyProps<Row extends RowData> {
  table: Table<Row>;
  place: GridPlace;
  /** Rows of the header, which come first in aria-rowindex. */
  headerRows: number;
  rowHeightPx: number;
  scrollRef: RefObject<HTMLElement | null>;
  highlightedKey: string | null;
}

interface BodyRowProps<Row extends RowData> extends GridBodyProps<Row> {
  row: TableRow<Row>;
  /** Place among the rows shown. */
  position: number;
}

/** A row of the grid, with what of the table's state it is drawn from. */
export function BodyRow<Row extends RowData>({ table, row, position, place, ...props }: BodyRowProps<Row>) {
  return (
    <GridRow
      row={row}
      place={position + 1}
      ariaRowIndex={position + 1 + props.headerRows}
      columns={table.getVisibleLeafColumns()}
      activeColumn={place.row === position + 1 ? place.column : null}
      isSelected={row.getIsSelected()}
      isHighlighted={props.highlightedKey === row.id}
    />
  );
}
