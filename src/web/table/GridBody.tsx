import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';
import { formatNumber } from '#model/format.ts';
import { useIsPrinting } from '#web/kit/ui/use-is-printing.ts';
import type { RowData } from './column-def.ts';
import type { GridPlace } from './grid-walk.ts';
import { GridRow } from './GridRow.tsx';
import type { GridRow as TableRow, Table } from './table-features.ts';

/** Up to here every row is in the document, so that the browser's own find works; above, only what is on screen. */
const MAX_PLAIN_ROWS = 200;

/** More are for an export. */
const MAX_PRINTED_ROWS = 1000;

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

function BodyRow<Row extends RowData>({ table, row, position, place, ...props }: BodyRowProps<Row>) {
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

function PlainBody<Row extends RowData>({ atMost, ...props }: GridBodyProps<Row> & { atMost: number }) {
  return (
    <tbody>
      {props.table
        .getRowModel()
        .rows.slice(0, atMost)
        .map((row, position) => (
          <BodyRow key={row.id} {...props} row={row} position={position} />
        ))}
    </tbody>
  );
}

/** Room of the rows that are not drawn. */
function Gap({ heightPx, columns }: { heightPx: number; columns: number }) {
  return heightPx > 0 ? (
    <tr aria-hidden style={{ height: heightPx }}>
      <td colSpan={columns} className="p-0" />
    </tr>
  ) : null;
}

function VirtualBody<Row extends RowData>(props: GridBodyProps<Row>) {
  const { table, rowHeightPx, scrollRef } = props;
  const { rows } = table.getRowModel();
  const activeIndex = props.place.row - 1;
  const virtualizer = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    count: rows.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => rowHeightPx,
    overscan: 8,
    initialRect: { width: 0, height: 800 },
    // The focused row stays in the document however far one scrolls away, or the focus would be lost.
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      if (activeIndex < 0 || drawn.includes(activeIndex)) return drawn;
      return [...drawn, activeIndex].toSorted((a, b) => a - b);
    },
  });
  const items = virtualizer.getVirtualItems();
  const columns = table.getVisibleLeafColumns().length + 1;
  const gapBefore = (place: number) => (items[place]?.start ?? 0) - (items[place - 1]?.end ?? 0);
  return (
    <tbody>
      {items.flatMap((item, place) => {
        const row = rows[item.index]!;
        return [
          <Gap key={`gap-${item.index}`} heightPx={gapBefore(place)} columns={columns} />,
          <BodyRow key={row.id} {...props} row={row} position={item.index} />,
        ];
      })}
      <Gap heightPx={virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)} columns={columns} />
    </tbody>
  );
}

function PrintedBody<Row extends RowData>(props: GridBodyProps<Row>) {
  const { table } = props;
  const rest = table.getRowModel().rows.length - MAX_PRINTED_ROWS;
  return (
    <>
      <PlainBody {...props} atMost={MAX_PRINTED_ROWS} />
      {rest > 0 && (
        <tfoot>
          <tr>
            <td />
            <td colSpan={table.getVisibleLeafColumns().length} className="px-row-pad py-1">
              and {formatNumber(rest)} more rows, which are not printed
            </td>
          </tr>
        </tfoot>
      )}
    </>
  );
}

export function GridBody<Row extends RowData>(props: GridBodyProps<Row>) {
  if (useIsPrinting()) return <PrintedBody {...props} />;
  // The key remounts the virtual body for another row height.
  return props.table.getRowModel().rows.length > MAX_PLAIN_ROWS ? (
    <VirtualBody key={props.rowHeightPx} {...props} />
  ) : (
    <PlainBody {...props} atMost={MAX_PLAIN_ROWS} />
  );
}
