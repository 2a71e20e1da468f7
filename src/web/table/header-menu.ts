import { ColumnsIcon, FilterIcon, SortDownIcon, SortUpIcon } from '#web/ui/icons.ts';
import type { MenuAction, MenuEntry } from '#web/ui/menu-entry.ts';
import type { Column } from './column.ts';
import { chosenColumns, moveColumn, type TableState, visibleColumnIds } from './table-state.ts';

export const RESIZE_STEP_PX = 16;

interface HeaderMenuContext<Row> {
  columns: readonly Column<Row>[];
  state: TableState;
  onStateChange: (state: TableState) => void;
  resizeBy: (columnId: string, pixels: number) => void;
  onShowFilters: () => void;
  /** After the column is gone from the table. */
  onHidden: () => void;
}

/** What can be done with a column, for those who do not drag: everything the header offers to the mouse, and more. */
export function headerMenuEntries<Row>(column: Column<Row>, context: HeaderMenuContext<Row>): readonly MenuEntry[] {
  const { columns, state, onStateChange, resizeBy } = context;
  const { id } = column;
  const shown = visibleColumnIds(state, columns);
  const others = state.sort.filter((term) => term.column !== id);
  const choose = (ids: readonly string[]) => onStateChange({ ...state, columns: chosenColumns(ids, columns) });
  const hide = () => {
    choose(shown.filter((other) => other !== id));
    context.onHidden();
  };
  const action = (key: string, label: string, onAction: () => void, rest?: Partial<MenuAction>): MenuAction => ({
    kind: 'action',
    id: key,
    label,
    onAction,
    ...rest,
  });
  const sortBy = (desc: boolean, kept: TableState['sort']) => () =>
    onStateChange({ ...state, sort: [...kept, { column: id, desc }] });
  return [
    {
      kind: 'group',
      id: 'sort',
      label: 'Sort',
      entries: [
        action('up', 'Ascending', sortBy(false, []), { icon: SortUpIcon, shortcut: 'Enter' }),
        action('down', 'Descending', sortBy(true, []), { icon: SortDownIcon }),
        ...(others.length > 0
          ? [action('add', 'Then by this column', sortBy(false, others), { shortcut: 'Shift Enter' })]
          : []),
        action('unsort', 'Not by this column', () => onStateChange({ ...state, sort: others })),
      ],
    },
    {
      kind: 'group',
      id: 'column',
      label: 'Column',
      entries: [
        action('filter', 'Filter…', context.onShowFilters, { icon: FilterIcon }),
        action('hide', 'Hide', hide, { icon: ColumnsIcon, isDisabled: shown.length === 1 }),
        action('forward', 'Move left', () => choose(moveColumn(shown, id, -1)), { shortcut: 'Ctrl ←' }),
        action('back', 'Move right', () => choose(moveColumn(shown, id, 1)), { shortcut: 'Ctrl →' }),
        action('wider', 'Wider', () => resizeBy(id, 4 * RESIZE_STEP_PX), { shortcut: 'Shift →' }),
        action('narrower', 'Narrower', () => resizeBy(id, -4 * RESIZE_STEP_PX), { shortcut: 'Shift ←' }),
      ],
    },
  ];
}
