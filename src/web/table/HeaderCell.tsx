import { classNames } from '#web/ui/class-names.ts';
import { SortDownIcon, SortUpIcon } from '#web/ui/icons.ts';
import { columnAlign } from './column.ts';
import type { TableState } from './table-state.ts';
import type { ShownColumn } from './use-column-model.ts';

interface HeaderCellProps<Row> {
  shown: ShownColumn<Row>;
  /** Column of the grid. */
  place: number;
  sort: TableState['sort'];
  isActive: boolean;
  isFiltered: boolean;
  onSort: (columnId: string, isAdded: boolean) => void;
}

const ARIA_SORT = { none: 'none', up: 'ascending', down: 'descending' } as const;

/** A column's header: press sorts, with Shift added to the sort; the border at its end is dragged to resize. */
export function HeaderCell<Row>({ shown, place, sort, isActive, isFiltered, onSort }: HeaderCellProps<Row>) {
  const { column } = shown;
  const position = sort.findIndex((term) => term.column === column.id);
  const direction = position < 0 ? 'none' : sort[position]?.desc ? 'down' : 'up';
  const SortMark = direction === 'up' ? SortUpIcon : SortDownIcon;
  return (
    <th
      scope="col"
      data-column={place}
      aria-sort={ARIA_SORT[direction]}
      className={classNames(
        'sticky top-0 h-row border-b border-border-strong bg-raised p-0 text-start font-medium text-muted',
        place === 1 ? 'left-0 z-3 border-r border-r-border' : 'z-2',
      )}
    >
      <button
        type="button"
        data-print=""
        tabIndex={isActive ? 0 : -1}
        title={column.description}
        onClick={(event) => onSort(column.id, event.shiftKey)}
        className={classNames(
          'flex h-row w-full items-center gap-1 overflow-hidden px-row-pad hover:text-text',
          'focus-visible:outline-2! focus-visible:-outline-offset-2 focus-visible:outline-focus',
          columnAlign(column) === 'end' && 'justify-end',
          (direction !== 'none' || isFiltered) && 'text-text',
        )}
      >
        <span className="truncate">{column.header}</span>
        {direction !== 'none' && (
          <span className="inline-flex items-center text-accent">
            <SortMark />
            {sort.length > 1 && <span className="text-xs">{position + 1}</span>}
          </span>
        )}
      </button>
      <span
        aria-hidden
        data-resize={column.id}
        {...shown.resizeHandlers}
        className={classNames(
          'absolute inset-y-0 right-0 z-1 w-2 cursor-col-resize touch-none',
          'after:absolute after:inset-y-1 after:right-0 after:w-px after:bg-border-strong hover:after:w-0.5 hover:after:bg-accent',
          shown.isResizing && 'after:w-0.5 after:bg-accent',
        )}
      />
    </th>
  );
}
