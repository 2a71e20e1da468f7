import { useId, useMemo, useState } from 'react';
import { formatNumber, plural } from '#model/format.ts';
import { cellText } from '#web/table/cell-menu.ts';
import type { CellValue, Column, ColumnKind } from '#web/table/column.ts';
import { type FilterTerm, formatFilter, parseFilter } from '#web/table/filter-expression.ts';
import { withFilter } from '#web/table/table-state.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { Checkbox } from '#web/kit/ui/Checkbox.tsx';
import { classNames } from '#web/kit/ui/class-names.ts';
import { ShortList } from '#web/kit/ui/ShortList.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { useTableUrl } from './RecordTable.tsx';

/** A column whose values are offered. */
export interface Facet<Row> {
  readonly id: string;
  /** What it is called here. */
  readonly label: string;
  /** What a value is called, where that takes more than the value: 'AS64666 Cinderwall'. */
  readonly nameOf?: (value: string, row: Row) => string;
}

interface RowFacetsProps<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly urlPrefix: string;
  readonly facets: readonly Facet<Row>[];
}

/**
 * Values of the loaded rows with their counts: a press filters the table by them, as the filter of the column does. Folded
 * where they would be above the table.
 */
export function RowFacets<Row>({ rows, columns, urlPrefix, facets }: RowFacetsProps<Row>) {
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
          Of the {formatNumber(rows.length)} loaded {plural(rows.length, 'row')}
        </p>
        {facets.map((facet) => {
          const column = columns.find((each) => each.id === facet.id);
          return (
            column && (
              <FacetValues
                key={facet.id}
                facet={facet}
                column={column}
                rows={rows}
                expression={state.filters[facet.id] ?? ''}
                onFilter={(expression) =>
                  setState({ ...state, filters: withFilter(state.filters, facet.id, expression) })
                }
              />
            )
          );
        })}
      </div>
    </div>
  );
}

interface FacetValuesProps<Row> {
  readonly facet: Facet<Row>;
  readonly column: Column<Row>;
  readonly rows: readonly Row[];
  /** The filter of the column. */
  readonly expression: string;
  readonly onFilter: (expression: string) => void;
}

const shownAtMost = 6;

function FacetValues<Row>({ facet, column, rows, expression, onFilter }: FacetValuesProps<Row>) {
  const values = useMemo(() => countValues(rows, column, facet), [rows, column, facet]);
  const { label } = facet;
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
            <span className="text-muted tabular-nums">{formatNumber(count)}</span>
          </Checkbox>
        )}
      </ShortList>
    </fieldset>
  );
}

/** The values of a column, the most frequent first; those of a list one by one. */
function countValues<Row>(rows: readonly Row[], { kind, value: valueOf }: Column<Row>, { nameOf }: Facet<Row>) {
  const found = new Map<string, { value: string; count: number; name: string }>();
  for (const row of rows)
    for (const value of cellTexts(valueOf(row), kind)) {
      const name = found.get(value)?.name ?? nameOf?.(value, row) ?? value;
      found.set(value, { value, name, count: (found.get(value)?.count ?? 0) + 1 });
    }
  return [...found.values()].toSorted((a, b) => b.count - a.count || a.value.localeCompare(b.value));
}

function cellTexts(value: CellValue, kind: ColumnKind): string[] {
  const values = Array.isArray(value) ? (value as readonly CellValue[]) : [value];
  return values.map((each) => cellText(each, kind)).filter((text) => text !== '');
}
