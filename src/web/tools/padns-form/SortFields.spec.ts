import { describe, expect, it } from 'vitest';
import { readSortTerms, writeSortTerms } from './SortFields.tsx';

describe('readSortTerms', () => {
  it.each([
    ['', ''],
    ['last_seen/desc', 'last_seen/desc'],
    ['time_last/-;rrname/+', 'last_seen/desc;query/asc'],
    ['first/ ;RDATA/DOWN', 'first_seen/asc;answer/desc'],
    ['colour/asc;query/asc', 'query/asc'],
    ['query', ''],
    ['query/asc/x', ''],
    ['constructor/asc', ''],
    ['query/asc;rrname/desc', 'query/asc'],
  ])('%j reads as %j', (text, written) => expect(writeSortTerms(readSortTerms(text))).toBe(written));
});
