import { describe, expect, it } from 'vitest';
import { defineColumn } from './column-def.ts';
import { offeredScopes, rowsAsText, rowsOfScope, scopeTruncation } from './export-scope.ts';

const paging = { total: 250, hasMore: true };
const [one, two, three] = [{ n: 1 }, { n: 2 }, { n: 3 }];
const source = {
  selectedRows: [one],
  filteredRows: [one, two],
  loadedRows: [one, two, three],
  paging,
  target: { view: 'v', subject: 's' },
};

describe('scopes', () => {
  it('are offered only where they differ', () => {
    expect(offeredScopes(source)).toEqual(['selected', 'filtered', 'loaded']);
    expect(offeredScopes({ ...source, selectedRows: [], filteredRows: [one, two, three] })).toEqual(['loaded']);
    const fetchAll = () => Promise.resolve([]);
    const target = { ...source.target, fetchAll };
    expect(offeredScopes({ ...source, target })).toEqual(['selected', 'filtered', 'everything', 'loaded']);
    const untouched = {
      selectedRows: [],
      filteredRows: source.loadedRows,
      loadedRows: source.loadedRows,
      paging,
      target,
    };
    expect(offeredScopes(untouched)[0]).toBe('everything');
    expect(offeredScopes({ ...source, target: { ...source.target, fetchAll }, paging: null })).not.toContain(
      'everything',
    );
  });

  it('hold their rows', () => {
    expect(rowsOfScope('selected', source)).toEqual([one]);
    expect(rowsOfScope('filtered', source)).toEqual([one, two]);
    expect(rowsOfScope('everything', source)).toEqual([one, two, three]);
  });

  it.each([
    ['selected', 1, null],
    ['filtered', 2, 'Filtered from 3 rows loaded of 250.'],
    ['loaded', 3, 'Holds 3 rows of 250.'],
    ['everything', 250, null],
    ['everything', 200, 'Holds 200 rows of 250.'],
  ] as const)('%s with %i rows say %j', (scope, exported, text) => {
    expect(scopeTruncation(scope, exported, source)).toBe(text);
  });

  it('say what a table without paging does not hold yet, except of a selection', () => {
    const unanswered = { ...source, paging: null, target: { ...source.target, leftOut: '2 have no answer yet.' } };
    const scopes = ['filtered', 'loaded', 'selected'] as const;
    expect(scopes.map((scope) => scopeTruncation(scope, 1, unanswered))).toEqual([
      '2 have no answer yet.',
      '2 have no answer yet.',
      null,
    ]);
  });
});

interface Row {
  a: string;
  n: number;
}

it('rowsAsText keeps one line per row and guards formulas', () => {
  const columns = [defineColumn<Row>('text', 'a', 'A'), defineColumn<Row>('number', 'n', 'N')];
  const rows = [
    { a: 'x\ty\r\nz', n: 1 },
    { a: '=HYPERLINK("x")', n: 2 },
  ];
  expect(rowsAsText(rows, columns)).toBe('x y z\t1\n\'=HYPERLINK("x")\t2');
});
