import { copyText } from '#web/kit/ui/copy-text.ts';
import { CopyIcon, FilterIcon, TableIcon } from '#web/kit/ui/icons.ts';
import type { MenuEntry } from '#web/kit/ui/menu-entry.ts';
import { cellText, textOf } from './cell-text.ts';
import { headerText } from './table-url.ts';
import type { CellContext, ColumnDef, RowData } from './column-def.ts';
import { rowsAsText } from './export-scope.ts';
import { excludeValue, filterByValue } from './filter-expression.ts';
import type { Table } from './table-features.ts';
import type { TableView } from './table-view.ts';

/** The menu entries of the table for a cell. For indicators they are part of the link's menu. */
export function cellMenuEntries<Row extends RowData>(cell: CellContext<Row>, view: TableView): readonly MenuEntry[] {
  const value = textOf(cell) === '' ? 'empty cells' : 'this value';
  return [
    {
      kind: 'group',
      id: 'table',
      label: 'This table',
      entries: [
        {
          kind: 'action',
          id: 'filter',
          label: `Show only ${value}`,
          icon: FilterIcon,
          detail: headerText(cell.column),
          onAction: () => refilter(cell, filterByValue, view),
        },
        {
          kind: 'action',
          id: 'exclude',
          label: `Hide ${value}`,
          icon: FilterIcon,
          detail: headerText(cell.column),
          onAction: () => refilter(cell, excludeValue, view),
        },
        {
          kind: 'action',
          id: 'copy-cell',
          label: 'Copy cell',
          icon: CopyIcon,
          shortcut: 'C',
          onAction: () => copyCell(cell),
        },
        {
          kind: 'action',
          id: 'copy-row',
          label: 'Copy row',
          icon: CopyIcon,
          shortcut: 'Shift C',
          onAction: () => void copyText(rowsAsText([cell.row.original], visibleDefs(cell.table)), 'Row'),
        },
        {
          kind: 'action',
          id: 'show',
          label: 'Show full value and row',
          icon: TableIcon,
          onAction: () => showValue(cell, view),
        },
      ],
    },
  ];
}

/** The definitions of the columns shown, in their order. */
export function visibleDefs<Row extends RowData>(table: Table<Row>): readonly ColumnDef<Row>[] {
  return table.getVisibleLeafColumns().map(({ columnDef }) => columnDef as unknown as ColumnDef<Row>);
}

export function copyCell<Row extends RowData>(cell: CellContext<Row>): void {
  void copyText(textOf(cell), headerText(cell.column));
}

export function showValue<Row extends RowData>(cell: CellContext<Row>, view: TableView): void {
  const { id } = cell.column;
  const others = cell.table.getAllLeafColumns().flatMap((column) => {
    const { columnDef } = column;
    const text = cellText(cell.row.getValue(column.id), columnDef.meta?.kind ?? 'text');
    return column.id === id || text === '' ? [] : [{ id: column.id, header: headerText(column), text }];
  });
  view.showValue({ header: headerText(cell.column), text: textOf(cell), others });
}

function refilter<Row extends RowData>(
  cell: CellContext<Row>,
  change: typeof filterByValue,
  { keepFocus }: TableView,
): void {
  const { kind = 'text' } = cell.column.columnDef.meta ?? {};
  cell.column.setFilterValue((expression: string | undefined) => change(expression ?? '', kind, textOf(cell)));
  keepFocus();
}
