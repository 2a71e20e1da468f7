import type { ColumnKind } from './column-def.ts';

/*
 * The filter of one column is one line of text that can be typed, linked and built by "filter by this value":
 *
 *   a, b        contains a or b            (no case)
 *   =a          is exactly a               ="" is empty
 *   !a, !=a     does not contain, is not
 *   >5, <=10    number, score and time columns: compare; time by the digits given (<=2026-01 includes all of January)
 *   "a, b"      quotes keep commas, spaces and signs; a doubled quote is a quote
 *
 * A row passes when one of the wanted values fits (or none is given), all bounds hold and no unwanted value fits.
 */

export type Comparison = '>' | '>=' | '<' | '<=';

export type FilterTerm =
  | { type: 'contains' | 'equals'; negated: boolean; value: string }
  | { type: 'compare'; comparison: Comparison; value: string };

// Optional !, optional =, then a quoted or a bare value up to the next comma.
const TERM = /\s*(!?)(=?)\s*(?:"((?:[^"]|"")*)"\s*|([^,]*))(?:,|$)/gy;
const COMPARE = /^(>=|<=|>|<)\s*(.*)$/;
// A bound as the table writes numbers: >1,000
const GROUPED_BOUND = /[<>]=?\s*\d{1,3}(?:,\d{3})+(?!\d)/g;

function bareTerm(value: string, kind: ColumnKind, negated: boolean, exact: boolean): FilterTerm | null {
  const compares = kind === 'number' || kind === 'score' || kind === 'time';
  const match = compares && !negated && !exact ? COMPARE.exec(value) : null;
  if (!match) return value === '' ? null : { type: exact ? 'equals' : 'contains', negated, value };
  const bound = match[2] ?? '';
  const isHalfTyped = bound === '' || (kind !== 'time' && Number.isNaN(Number(bound)));
  return isHalfTyped ? null : { type: 'compare', comparison: match[1] as Comparison, value: bound };
}

/** The terms of an expression. Half-typed terms (`>`, `!`) are left out, so that typing never empties the table. */
export function parseFilter(expression: string, kind: ColumnKind): readonly FilterTerm[] {
  const terms: FilterTerm[] = [];
  const isNumber = kind === 'number' || kind === 'score';
  const plain = isNumber ? expression.replace(GROUPED_BOUND, (bound) => bound.replaceAll(',', '')) : expression;
  for (const [whole, not, equals, quoted, bare] of plain.matchAll(TERM)) {
    if (whole === '') break;
    const negated = not === '!';
    const exact = equals === '=';
    if (quoted === undefined) {
      const term = bareTerm((bare ?? '').trim(), kind, negated, exact);
      if (term) terms.push(term);
    } else if (quoted !== '' || exact) {
      terms.push({ type: exact ? 'equals' : 'contains', negated, value: quoted.replaceAll('""', '"') });
    }
  }
  return terms;
}

function formatValue(value: string): string {
  const isPlain = value !== '' && !/^[!=<>"]|[,"]|^\s|\s$/.test(value);
  return isPlain ? value : `"${value.replaceAll('"', '""')}"`;
}

/** The expression of terms: `parseFilter(formatFilter(terms))` gives the terms again. */
export function formatFilter(terms: readonly FilterTerm[]): string {
  return terms
    .map((term) =>
      term.type === 'compare'
        ? `${term.comparison}${term.value}`
        : `${term.negated ? '!' : ''}${term.type === 'equals' ? '=' : ''}${formatValue(term.value)}`,
    )
    .join(', ');
}

/** The expression narrowed to exactly this value: it replaces the wanted values and keeps bounds and exclusions. */
export function filterByValue(expression: string, kind: ColumnKind, value: string): string {
  const kept = parseFilter(expression, kind).filter((term) => term.type === 'compare' || term.negated);
  const withoutItself = kept.filter((term) => term.value !== value);
  return formatFilter([...withoutItself, { type: 'equals', negated: false, value }]);
}

/** The expression with this value left out as well. */
export function excludeValue(expression: string, kind: ColumnKind, value: string): string {
  const kept = parseFilter(expression, kind).filter((term) => term.type !== 'equals' || term.value !== value);
  return formatFilter([...kept, { type: 'equals', negated: true, value }]);
}
