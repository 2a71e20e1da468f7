import { classNames } from '#web/kit/ui/class-names.ts';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';

interface TwinColumn {
  header: string;
  isNumber?: boolean;
  isIndicator?: boolean;
}

interface TwinTableProps {
  label: string;
  columns: readonly TwinColumn[];
  /** Texts in the order of the columns; the first names the row. */
  rows: readonly (readonly string[])[];
  maxHeightPx: number;
  /** Takes exactly this height, so that switching to the table moves nothing. */
  isFixedHeight?: boolean;
}

/** The data of a picture as a plain table, in the room of the picture. */
export function TwinTable({ label, columns, rows, maxHeightPx, isFixedHeight = false }: TwinTableProps) {
  const cellClass = (index: number) =>
    classNames(
      'px-row-pad whitespace-nowrap',
      columns[index]?.isNumber ? 'text-end' : 'text-start',
      columns[index]?.isIndicator && 'font-mono',
    );
  return (
    <div
      // A box that scrolls must be reachable by Tab.
      tabIndex={0}
      role="region"
      data-scroll=""
      aria-label={`${label} as a table`}
      className="overflow-auto rounded-lg border border-border"
      style={isFixedHeight ? { height: maxHeightPx } : { maxHeight: maxHeightPx }}
    >
      <table className="w-full border-separate border-spacing-0">
        <thead>
          <tr>
            {columns.map(({ header }, index) => (
              <th
                key={header}
                scope="col"
                className={classNames(
                  'sticky top-0 h-row border-b border-border-strong bg-raised font-medium text-muted',
                  cellClass(index),
                )}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, place) => (
            <tr key={place} className="h-row">
              {cells.map((cell, index) =>
                index === 0 ? (
                  <th
                    key={index}
                    scope="row"
                    className={classNames('border-b border-border font-normal', cellClass(index))}
                  >
                    <VisibleText text={cell} />
                  </th>
                ) : (
                  <td key={index} className={classNames('border-b border-border', cellClass(index))}>
                    <VisibleText text={cell} />
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
