import { lazy, Suspense } from 'react';
import { formatNumber } from '#model/format.ts';
import { arrive } from '#web/api/prefetch.ts';
import { useIsPrinting } from '#web/kit/ui/use-is-printing.ts';
import { BodyRow, type GridBodyProps } from './GridRow.tsx';
import type { RowData } from './column-def.ts';
import type { VirtualBody as VirtualBodyView } from './VirtualBody.tsx';

/** Up to this number every row is in the document, so that the browser's find works; above it, only visible rows. */
const MAX_PLAIN_ROWS = 200;

/** More are for an export. */
const MAX_PRINTED_ROWS = 1000;

// lazy() forgets type parameters; the cast gives them back
const VirtualBody = lazy(async () => ({
  default: (await arrive(() => import('./VirtualBody.tsx'))).VirtualBody,
})) as unknown as typeof VirtualBodyView;

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
  const firstRows = <PlainBody {...props} atMost={MAX_PLAIN_ROWS} />;
  if (props.table.getRowModel().rows.length <= MAX_PLAIN_ROWS) return firstRows;
  return (
    <Suspense fallback={firstRows}>
      {/* the key remounts it for another row height */}
      <VirtualBody key={props.rowHeightPx} {...props} />
    </Suspense>
  );
}
