import { classNames } from '#web/ui/class-names.ts';
import { controlClass } from '#web/ui/Field.tsx';
import type { Column } from './column.ts';
import type { TableState } from './table-state.ts';

interface FilterRowProps<Row> {
  columns: readonly Column<Row>[];
  filters: TableState['filters'];
  onFilter: (columnId: string, expression: string) => void;
}

const HINTS: Record<Column<never>['kind'], string> = {
  text: 'a, !b, =c',
  indicator: 'a, !b, =c',
  flag: 'yes, no',
  number: '>5, <=10',
  score: '>=70',
  time: '>=2026-01',
};

/** One field per column, in line with it. The fields are tab stops of their own, beside the walk through the cells. */
export function FilterRow<Row>({ columns, filters, onFilter }: FilterRowProps<Row>) {
  return (
    <tr aria-rowindex={2} className="rest-cell-head h-9 after:top-(--row)">
      <td className="sticky top-(--row) z-2 border-b border-border-strong bg-raised" />
      {columns.map((column, index) => (
        <td
          key={column.id}
          className={classNames(
            'sticky top-(--row) border-b border-border-strong bg-raised px-1 py-0',
            index === 0 ? 'left-0 z-3 border-r border-r-border' : 'z-2',
          )}
        >
          <input
            type="search"
            aria-label={`Filter ${column.header}`}
            value={filters[column.id] ?? ''}
            placeholder={HINTS[column.kind]}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            onChange={(event) => onFilter(column.id, event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape' && filters[column.id]) {
                event.stopPropagation();
                onFilter(column.id, '');
              }
            }}
            className={classNames(controlClass, 'font-mono text-sm')}
          />
        </td>
      ))}
    </tr>
  );
}
