import { describe, expect, it } from 'vitest';
import { offeredScopes, rowsAsText, rowsOfScope, scopeTruncation } from './export-scope.ts';

const paging = { total: 250, hasMore: true };
const source = {
  selectedRows: [1],
  filteredRows: [1, 2],
  loadedRows: [1, 2, 3],
  paging,
  target: { view: 'v', subject: 's' },
};

describe('scopes', () => {
  it('are offered only where they differ', () => {
    expect(offeredScopes(source)).toEqual(['selected', 'filtered', 'loaded']);
    expect(offeredScopes({ ...source, selectedRows: [], filteredRows: [1, 2, 3] })).toEqual(['loaded']);
    const fetchAll = () => Promise.resolve([]);
    expect(offeredScopes({ ...source, target: { ...source.target, fetchAll } })).toContain('everything');
    expect(offeredScopes({ ...source, target: { ...source.target, fetchAll }, paging: null })).not.toContain(
      'everything',
    );
  });

  it('hold their rows', () => {
    expect(rowsOfScope('selected', source)).toEqual([1]);
    expect(rowsOfScope('filtered', source)).toEqual([1, 2]);
    expect(rowsOfScope('everything', source)).toEqual([1, 2, 3]);
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
});

it('rowsAsText keeps one line per row and guards formulas', () => {
  const columns = [
    { id: 'a', header: 'A', kind: 'text' as const, value: (row: { a: string; n: number }) => row.a },
    { id: 'n', header: 'N', kind: 'number' as const, value: (row: { a: string; n: number }) => row.n },
  ];
  const rows = [
    { a: 'x\ty\r\nz', n: 1 },
    { a: '=HYPERLINK("x")', n: 2 },
  ];
  expect(rowsAsText(rows, columns)).toBe('x y z\t1\n\'=HYPERLINK("x")\t2');
});
