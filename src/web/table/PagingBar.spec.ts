import { describe, expect, it } from 'vitest';
import { isComplete, loadedStatement, truncationStatement } from './PagingBar.tsx';

describe('loadedStatement', () => {
  it.each([
    [100, { total: 358_961, isTotalAtLeast: true, hasMore: true }, '100 rows loaded of 358,961 or more'],
    [100, { total: 250, hasMore: true }, '100 rows loaded of 250'],
    [100, { total: null, hasMore: true }, '100 rows loaded, more available'],
    [100, { total: 101, isTotalAtLeast: true, hasMore: true }, '100 rows loaded, more available'],
    [100, { total: 100, isTotalAtLeast: true, hasMore: true }, '100 rows loaded, more available'],
    [1, { total: 1, hasMore: false }, '1 row'],
    [7, { total: null, hasMore: false }, '7 rows'],
  ])('%i of %j', (loaded, paging, text) => {
    expect(loadedStatement(loaded, paging)).toBe(text);
  });
});

it.each([
  ['all rows are loaded', 7, { total: null, hasMore: false }, true],
  ['the last of the total is loaded', 100, { total: 100, hasMore: false }, true],
  ['more rows can be loaded', 100, { total: null, hasMore: true }, false],
  ['the service holds more than it gives', 100, { total: 250, hasMore: false }, false],
  ['the last page failed', 7, { total: 7, hasMore: false, failure: 'Timeout' }, false],
])('repeats no count below a table when %s', (_, loaded, paging, isWhole) => {
  expect(isComplete(loaded, paging)).toBe(isWhole);
});

describe('truncationStatement', () => {
  it.each([
    [100, { total: 358_961, isTotalAtLeast: true, hasMore: true }, 'Holds 100 rows of 358,961 or more.'],
    [1, { total: 2, hasMore: false }, 'Holds 1 row of 2.'],
    [100, { total: null, hasMore: true }, 'Holds 100 rows; more are available.'],
    [100, { total: 100, hasMore: false }, null],
    [0, { total: null, hasMore: false }, null],
  ])('%i of %j', (exported, paging, text) => {
    expect(truncationStatement(exported, paging)).toBe(text);
  });
});
