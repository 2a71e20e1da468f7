import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';
import { formatNumber } from '#model/format.ts';
import { useIsPrinting } from '#web/kit/ui/use-is-printing.ts';
import type { Cell, CellActions, CellRenderers, Column } from './column.ts';
import type { GridPlace } from './grid-walk.ts';
import { GridRow } from './GridRow.tsx';
import type { RowSelection } from './row-selection.ts';

/** Up to here every row is in the document, so that the browser's own find works; above, only what is on screen. */
const MAX_PLAIN_ROWS = 200;

/** More are for an export. */
const MAX_PRINTED_ROWS = 1000;

export interface GridBodyProps<Row> {
  rows: readonly Row[];
  order: readonly number[];
  keys: readonly string[];
  columns: readonly Column<Row>[];
  place: GridPlace;
  /** Rows of the header, which come first in aria-rowindex. */
  headerRows: number;
  rowHeightPx: number;
  scrollRef: RefObject<HTMLElement | null>;
  selection: RowSelection;
  highlightedKey: string | null;
  renderers: CellRenderers<Row>;
  actionsOf: (cell: Omit<Cell<Row>, 'actions'>) => CellActions;
  onSelect: (rowKey: string, isRange: boolean) => void;
}

function BodyRow<Row>({ position, ...props }: GridBodyProps<Row> & { position: number }) {
  const index = props.order[position]!;
  const rowKey = props.keys[index]!;
  return (
    <GridRow
      row={props.rows[index]!}
      rowKey={rowKey}
      place={position + 1}
      ariaRowIndex={position + 1 + props.headerRows}
      columns={props.columns}
      activeColumn={props.place.row === position + 1 ? props.place.column : null}
      isSelected={props.selection.keys.has(rowKey)}
      isHighlighted={props.highlightedKey === rowKey}
      renderers={props.renderers}
      actionsOf={props.actionsOf}
      onSelect={props.onSelect}
    />
  );
}

function PlainBody<Row>(props: GridBodyProps<Row>) {
  return (
    <tbody>
      {props.order.map((index, position) => (
        <BodyRow key={props.keys[index]} {...props} position={position} />
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

function VirtualBody<Row>(props: GridBodyProps<Row>) {
  const { order, keys, rowHeightPx, scrollRef } = props;
  const activeIndex = props.place.row - 1;
  const virtualizer = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    count: order.length,
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
  const gapBefore = (place: number) => (items[place]?.start ?? 0) - (items[place - 1]?.end ?? 0);
  return (
    <tbody>
      {items.flatMap((item, place) => [
        <Gap key={`gap-${item.index}`} heightPx={gapBefore(place)} columns={props.columns.length + 1} />,
        <BodyRow key={keys[order[item.index]!]} {...props} position={item.index} />,
      ])}
      <Gap heightPx={virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)} columns={props.columns.length + 1} />
    </tbody>
  );
}

function PrintedBody<Row>(props: GridBodyProps<Row>) {
  const { order, columns } = props;
  const rest = order.length - MAX_PRINTED_ROWS;
  return (
    <>
      <PlainBody {...props} order={order.slice(0, MAX_PRINTED_ROWS)} />
      {rest > 0 && (
        <tfoot>
          <tr>
            <td />
            <td colSpan={columns.length} className="px-row-pad py-1">
              and {formatNumber(rest)} more rows, which are not printed
            </td>
          </tr>
        </tfoot>
      )}
    </>
  );
}

export function GridBody<Row>(props: GridBodyProps<Row>) {
  if (useIsPrinting()) return <PrintedBody {...props} />;
  // The key remounts the virtual body for another row height.
  return props.order.length > MAX_PLAIN_ROWS ? (
    <VirtualBody key={props.rowHeightPx} {...props} />
  ) : (
    <PlainBody {...props} />
  );
}
