import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { BodyRow, type GridBodyProps } from './GridRow.tsx';
import type { RowData } from './column-def.ts';

/** Space in place of rows that are not drawn. */
function Gap({ heightPx, columns }: { heightPx: number; columns: number }) {
  return heightPx > 0 ? (
    <tr aria-hidden style={{ height: heightPx }}>
      <td colSpan={columns} className="p-0" />
    </tr>
  ) : null;
}

/** Draws the visible rows only; loaded for long tables. */
export function VirtualBody<Row extends RowData>(props: GridBodyProps<Row>) {
  const { table, rowHeightPx, scrollRef } = props;
  const { rows } = table.getRowModel();
  const activeIndex = props.place.row - 1;
  const virtualizer = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    count: rows.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => rowHeightPx,
    overscan: 8,
    initialRect: { width: 0, height: 800 },
    // The focused row stays in the document while scrolled away, or the focus would be lost.
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
