import { timeText } from '#model/wire-time.ts';
import { CopyIcon, FilterIcon, TableIcon } from '#web/kit/ui/icons.ts';
import type { MenuEntry } from '#web/kit/ui/menu-entry.ts';
import type { Cell, CellValue, ColumnKind } from './column.ts';

/** What the table can do with a cell, as a menu. For indicators, the link's own menu takes these in. */
export function cellMenuEntries<Row>({ actions, column, text }: Cell<Row>): readonly MenuEntry[] {
  const value = text === '' ? 'empty cells' : 'this value';
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
          detail: column.header,
          onAction: actions.filterByValue,
        },
        {
          kind: 'action',
          id: 'exclude',
          label: `Hide ${value}`,
          icon: FilterIcon,
          detail: column.header,
          onAction: actions.excludeValue,
        },
        {
          kind: 'action',
          id: 'copy-cell',
          label: 'Copy cell',
          icon: CopyIcon,
          shortcut: 'C',
          onAction: actions.copyCell,
        },
        {
          kind: 'action',
          id: 'copy-row',
          label: 'Copy row',
          icon: CopyIcon,
          shortcut: 'Shift C',
          onAction: actions.copyRow,
        },
        { kind: 'action', id: 'show', label: 'Show full value', icon: TableIcon, onAction: actions.showValue },
      ],
    },
  ];
}

function partText(value: string | number, kind: ColumnKind): string {
  return kind === 'time' ? timeText(value) : String(value);
}

/** The canonical text of a cell; '' when it holds no value. */
export function cellText(value: CellValue, kind: ColumnKind): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'object') return value.map((part) => partText(part, kind)).join(', ');
  return partText(value, kind);
}
