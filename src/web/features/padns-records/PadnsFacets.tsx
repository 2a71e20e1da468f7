import { useId, useMemo, useState } from 'react';
import { useTableUrl } from '#web/components/records/RecordTable.tsx';
import { cellText } from '#web/table/cell-menu.ts';
import type { Column } from '#web/table/column.ts';
import { type FilterTerm, formatFilter, parseFilter } from '#web/table/filter-expression.ts';
import { withFilter } from '#web/table/table-state.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { ShortList } from '#web/ui/ShortList.tsx';
import { VisibleText } from '#web/ui/VisibleText.tsx';
import type { PadnsRow } from './padns-row.ts';

interface PadnsFacetsProps {
  readonly rows: readonly PadnsRow[];
  readonly columns: readonly Column<PadnsRow>[];
  readonly urlPrefix: string;
  /** The columns whose values are offered, with what they are called here. */
  readonly facets: readonly { readonly id: string; readonly label: string }[];
}

/**
 * Values of the loaded rows with their counts: a press filters the table by them, as the filter of the column does. Folded
 * where they would stand above the table.
 */
export function PadnsFacets({ rows, columns, urlPrefix, facets }: PadnsFacetsProps) {
  const [state, setState] = useTableUrl(columns, urlPrefix);
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <div className="shrink-0 xl:w-48" data-no-print="">
      <span className="xl:hidden">
        <Button size="sm" aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Hide facets' : 'Show facets'}
        </Button>
      </span>
      <div
        id={id}
        role="group"
        aria-label="Facets"
        className={classNames(
          'flex-col gap-3 pt-2 max-xl:grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] xl:flex',
          isOpen ? 'max-xl:grid' : 'max-xl:hidden',
        )}
      >
        <p className="col-span-full text-sm text-muted">
          Of the {rows.length.toLocaleString('en')} loaded {rows.length === 1 ? 'row' : 'rows'}
        </p>
        {facets.map(({ id, label }) => {
          const column = columns.find((each) => each.id === id);
          return (
            column && (
              <Facet
                key={id}
                label={label}
                column={column}
                rows={rows}
                expression={state.filters[id] ?? ''}
                onFilter={(expression) => setState({ ...state, filters: withFilter(state.filters, id, expression) })}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

interface FacetProps {
  readonly label: string;
  readonly column: Column<PadnsRow>;
  readonly rows: readonly PadnsRow[];
  /** The filter of the column. */
  readonly expression: string;
  readonly onFilter: (expression: string) => void;
}

const shownAtMost = 6;

function Facet({ label, column, rows, expression, onFilter }: FacetProps) {
  const values = useMemo(() => countValues(rows, column), [rows, column]);
  const terms = parseFilter(expression, column.kind);
  const isWanted = (term: FilterTerm, value: string) =>
    term.type === 'equals' && !term.negated && term.value.toLowerCase() === value.toLowerCase();
  const toggle = (value: string) => {
    const others = terms.filter((term) => !isWanted(term, value));
    const next: readonly FilterTerm[] =
      others.length < terms.length ? others : [...terms, { type: 'equals', negated: false, value }];
    onFilter(formatFilter(next));
  };
  if (values.length === 0) return null;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-0.5 text-sm font-semibold">{label}</legend>
      <ShortList label={label} items={values} itemKey={({ value }) => value} shownAtMost={shownAtMost}>
        {({ value, count, name }) => (
          <Checkbox
            isChecked={terms.some((term) => isWanted(term, value))}
            onChange={() => toggle(value)}
            className="w-full justify-start! text-sm"
          >
            <span className="min-w-0 flex-1 truncate">
              <VisibleText text={name} />
            </span>
            <span className="text-muted tabular-nums">{count.toLocaleString('en')}</span>
          </Checkbox>
        )}
      </ShortList>
    </fieldset>
  );
}

/** The values of a column, the most frequent first; an AS with its name. */
function countValues(rows: readonly PadnsRow[], { id, kind, value: valueOf }: Column<PadnsRow>) {
  const found = new Map<string, { value: string; count: number; name: string }>();
  for (const row of rows) {
    const value = cellText(valueOf(row), kind);
    if (value === '') continue;
    const name = id === 'asn' ? `AS${value} ${row.ofAnswer?.origin?.asname ?? ''}` : value;
    found.set(value, { value, name, count: (found.get(value)?.count ?? 0) + 1 });
  }
  return [...found.values()].toSorted((a, b) => b.count - a.count || a.value.localeCompare(b.value));
}
