import { describe, expect, it } from 'vitest';
import { loadedStatement, truncationStatement } from './PagingBar.tsx';

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
