import { memo, useId, useMemo, useState } from 'react';
import { formatNumber, plural } from '#model/format.ts';
import type { Column, ColumnDef, RowData } from '#web/table/column-def.ts';
import { valueTexts } from '#web/table/cell-text.ts';
import { type FilterTerm, formatFilter, parseFilter } from '#web/table/filter-expression.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { Checkbox } from '#web/kit/ui/Checkbox.tsx';
import { classNames } from '#web/kit/ui/class-names.ts';
import { ShortList } from '#web/kit/ui/ShortList.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { useRecordTable } from './use-record-table.ts';

/** A column whose values are offered as filters. */
export interface Facet<Row extends RowData> {
  readonly id: string;
  /** The label of the facet. */
  readonly label: string;
  /** The label of a value, where it differs from the value: 'AS64666 Cinderwall'. */
  readonly nameOf?: (value: string, row: Row) => string;
}

interface RowFacetsProps<Row extends RowData> {
  readonly rows: readonly Row[];
  readonly columns: readonly ColumnDef<Row>[];
  readonly urlPrefix: string;
  readonly facets: readonly Facet<Row>[];
}

/**
 * Values of the loaded rows with their counts. A press sets the column filter to the value. Folded
 * on screens where the facets would be above the table.
 */
export function RowFacets<Row extends RowData>({ rows, columns, urlPrefix, facets }: RowFacetsProps<Row>) {
  const { table } = useRecordTable({ rows, columns, rowKey: placeKey, urlPrefix });
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
          'flex-col gap-3 pt-2 max-xl:grid-cols-[repeat(auto-fill,minmax(min(10rem,100%),1fr))] xl:flex',
          isOpen ? 'max-xl:grid' : 'max-xl:hidden',
        )}
      >
        <p className="col-span-full text-sm text-muted">
          Of the {formatNumber(rows.length)} loaded {plural(rows.length, 'row')}
        </p>
        {facets.map((facet) => {
          const column = table.getColumn(facet.id);
          const filter = (column?.getFilterValue() as string | undefined) ?? '';
          return column && <FacetValues key={facet.id} facet={facet} column={column} filter={filter} rows={rows} />;
        })}
      </div>
    </div>
  );
}

interface FacetValuesProps<Row extends RowData> {
  readonly facet: Facet<Row>;
  readonly column: Column<Row>;
  /** The filter of the column, as text. */
  readonly filter: string;
  readonly rows: readonly Row[];
}

const shownAtMost = 6;

/** The index is enough as a row id, since the facets do not render rows. */
const placeKey = (_row: unknown, index: number) => String(index);

function FacetValuesView<Row extends RowData>({ facet, column, filter, rows }: FacetValuesProps<Row>) {
  const counts = column.getFacetedUniqueValues() as Map<string, number>;
  const values = useMemo(() => namedValues(counts, rows, column, facet), [counts, rows, column, facet]);
  const { label } = facet;
  const terms = parseFilter(filter, kindOf(column));
  const isWanted = (term: FilterTerm, value: string) =>
    term.type === 'equals' && !term.negated && term.value.toLowerCase() === value.toLowerCase();
  const toggle = (value: string) => {
    const others = terms.filter((term) => !isWanted(term, value));
    const next: readonly FilterTerm[] =
      others.length < terms.length ? others : [...terms, { type: 'equals', negated: false, value }];
    column.setFilterValue(formatFilter(next));
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

// memo() forgets type parameters; the cast gives them back
const FacetValues = memo(FacetValuesView) as typeof FacetValuesView;

function kindOf<Row extends RowData>({ columnDef }: Column<Row>) {
  return columnDef.meta?.kind ?? 'text';
}

/** The values of a column, the most frequent first, each with the label from its first row. */
function namedValues<Row extends RowData>(
  counts: ReadonlyMap<string, number>,
  rows: readonly Row[],
  { columnDef }: Column<Row>,
  { nameOf }: Facet<Row>,
) {
  const names = new Map<string, string>();
  if (nameOf)
    for (const row of rows)
      for (const value of valueTexts(row, columnDef as unknown as ColumnDef<Row>))
        if (!names.has(value)) names.set(value, nameOf(value, row));
  return [...counts]
    .map(([value, count]) => ({ value, count, name: names.get(value) ?? value }))
    .toSorted((a, b) => b.count - a.count || a.value.localeCompare(b.value));
}
