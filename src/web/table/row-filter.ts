import type { ColumnFiltersState } from '@tanstack/react-table';
import { timeText } from '#model/dates.ts';
import { cellText } from './cell-text.ts';
import type { CellValue, ColumnDef, RowData } from './column-def.ts';
import { type Comparison, type FilterTerm, parseFilter } from './filter-expression.ts';
import { perColumn, rowCache } from './row-cache.ts';

type Test = (index: number) => boolean;

const lowerTexts = perColumn((rows, column) =>
  rows.map((row) => cellText(column.accessorFn(row), column.meta.kind).toLowerCase()),
);

const values = perColumn<readonly CellValue[]>((rows, column) => rows.map((row) => column.accessorFn(row)));

const COMPARE: Record<Comparison, <T extends string | number>(a: T, b: T) => boolean> = {
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
};

function containsTest<Row extends RowData>(rows: readonly Row[], column: ColumnDef<Row>, wanted: string): Test {
  const [texts, needle] = [lowerTexts(rows, column), wanted.toLowerCase()];
  return (index) => texts[index]!.includes(needle);
}

/** True for the whole text of the cell, or one value of a list. */
function equalsTest<Row extends RowData>(rows: readonly Row[], column: ColumnDef<Row>, wanted: string): Test {
  const [texts, cells, needle] = [lowerTexts(rows, column), values(rows, column), wanted.toLowerCase()];
  return (index) => {
    if (texts[index] === needle) return true;
    const cell = cells[index];
    return Array.isArray(cell) && (cell as readonly CellValue[]).some((each) => String(each).toLowerCase() === needle);
  };
}

function compareTest<Row extends RowData>(
  rows: readonly Row[],
  column: ColumnDef<Row>,
  comparison: Comparison,
  bound: string,
): Test {
  const compare = COMPARE[comparison];
  if (column.meta.kind === 'time') {
    const texts = lowerTexts(rows, column);
    // an empty or unknown time is neither earlier nor later
    return (index) => /^\d/.test(texts[index]!) && compare(texts[index]!.slice(0, bound.length), bound);
  }
  const cells = values(rows, column);
  const limit = Number(bound);
  return (index) => {
    const cell = cells[index];
    return typeof cell === 'number' && compare(cell, limit);
  };
}

function termTest<Row extends RowData>(rows: readonly Row[], column: ColumnDef<Row>, term: FilterTerm): Test {
  // exports and logs write 2026-01-31T10:00:00Z
  const value = column.meta.kind === 'time' ? timeText(term.value) : term.value;
  switch (term.type) {
    case 'compare':
      return compareTest(rows, column, term.comparison, value);
    case 'equals':
      return equalsTest(rows, column, value);
    default:
      return containsTest(rows, column, value);
  }
}

/** The tests of one column. Values without ! are alternatives, so they form one test. */
function columnTests<Row extends RowData>(rows: readonly Row[], column: ColumnDef<Row>, expression: string): Test[] {
  const terms = parseFilter(expression, column.meta.kind);
  const wanted = terms.filter((term) => term.type !== 'compare' && !term.negated).map((t) => termTest(rows, column, t));
  const others = terms
    .filter((term) => term.type === 'compare' || term.negated)
    .map((term) => {
      const test = termTest(rows, column, term);
      return term.type === 'compare' ? test : (index: number) => !test(index);
    });
  return wanted.length === 0 ? others : [(index) => wanted.some((test) => test(index)), ...others];
}

/** All cells of all rows as one lower-case text: searching it once is several times faster than searching each row. */
interface RowTexts {
  readonly text: string;
  /** Where each row starts, and at the end the length of the text. */
  readonly starts: Uint32Array;
}

const cachedTexts = rowCache<RowTexts>();

/** The separator cannot be typed, so no match runs over the border of a cell. */
function rowTexts<Row extends RowData>(rows: readonly Row[], columns: readonly ColumnDef<Row>[]): RowTexts {
  return cachedTexts(rows, columns, () => {
    const starts = new Uint32Array(rows.length + 1);
    const parts = rows.map((row, index) => {
      let text = '';
      for (const column of columns) text += `${cellText(column.accessorFn(row), column.meta.kind)}\u0001`;
      const lower = text.toLowerCase();
      starts[index + 1] = starts[index]! + lower.length;
      return lower;
    });
    return { text: parts.join(''), starts };
  });
}

function rowsWith({ text, starts }: RowTexts, word: string): readonly number[] {
  const found: number[] = [];
  let row = 0;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, starts[row])) {
    while (starts[row + 1]! <= at) row += 1;
    found.push(row);
    row += 1;
    if (row === starts.length - 1) break;
  }
  return found;
}

/** The places of the rows that contain every word; null when there is none to search for. */
function searchRows<Row extends RowData>(
  rows: readonly Row[],
  columns: readonly ColumnDef<Row>[],
  search: string,
): readonly number[] | null {
  const [first, ...others] = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (first === undefined) return null;
  const texts = rowTexts(rows, columns);
  const { text, starts } = texts;
  return others.reduce(
    (left, word) => left.filter((row) => text.slice(starts[row], starts[row + 1]).includes(word)),
    rowsWith(texts, first),
  );
}

/** The places of the rows that pass all filters and the search, in the order of the rows; null when all of them do. */
export function filterIndexes<Row extends RowData>(
  rows: readonly Row[],
  columns: readonly ColumnDef<Row>[],
  columnFilters: ColumnFiltersState,
  search: string,
): readonly number[] | null {
  const tests = columnFilters.flatMap(({ id, value }) => {
    const column = columns.find((candidate) => candidate.id === id);
    return column ? columnTests(rows, column, String(value)) : [];
  });
  const found = searchRows(rows, columns, search);
  if (tests.length === 0 && !found) return null;
  // one loop for each test: at 100,000 rows a list of tests for each row takes twice as long
  const passing = tests.reduce((left, test) => left.filter(test), found ?? rows.map((_, index) => index));
  return passing.length === rows.length ? null : passing;
}

/** Reads every cell once ahead of the first keystroke: at 100,000 rows this is most of the work of a first filter. */
export function warmFilter<Row extends RowData>(rows: readonly Row[], columns: readonly ColumnDef<Row>[]): void {
  rowTexts(rows, columns);
}
