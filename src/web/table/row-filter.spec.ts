import { describe, expect, it } from 'vitest';
import { defineColumn } from './column-def.ts';
import { filterIndexes } from './row-filter.ts';

interface Row {
  query: string;
  count: number | null;
  seen: string | null;
}

const columns = [
  defineColumn<Row>('indicator', 'query', 'Query'),
  defineColumn<Row>('number', 'count', 'Count'),
  defineColumn<Row>('time', 'seen', 'Seen', { meta: { isHidden: true } }),
];

const rows: Row[] = [
  { query: 'Mail.example', count: 5, seen: '2026-01-31 23:59:59' },
  { query: 'www.example', count: 50, seen: '2026-02-01 00:00:00' },
  { query: 'www.test', count: null, seen: null },
];

const left = (filters: Record<string, string>, search = '') => {
  const columnFilters = Object.entries(filters).map(([id, value]) => ({ id, value }));
  return filterIndexes(rows, columns, columnFilters, search) ?? [0, 1, 2];
};

describe('filterIndexes', () => {
  it.each([
    [{}, [0, 1, 2]],
    [{ query: 'EXAMPLE' }, [0, 1]],
    [{ query: 'mail, test' }, [0, 2]],
    [{ query: '=www.example' }, [1]],
    [{ query: '=www' }, []],
    [{ query: 'www, !test' }, [1]],
    [{ query: '!=www.example, !=www.test' }, [0]],
    [{ count: '>5' }, [1]],
    [{ count: '>=5, <50' }, [0]],
    [{ count: '<1,000, >5' }, [1]],
    [{ count: '>1,000' }, []],
    [{ count: '=""' }, [2]],
    [{ count: '!=""' }, [0, 1]],
    [{ count: '=5' }, [0]],
    [{ seen: '<=2026-01' }, [0]],
    [{ seen: '<=2026-01-31' }, [0]],
    [{ seen: '>2026-01-31' }, [1]],
    [{ seen: '2026-02' }, [1]],
    [{ seen: '>=2026-01-31T23:59:59Z' }, [0, 1]],
    [{ seen: '<2026-01-31T12:00' }, []],
    [{ seen: '=2026-02-01T00:00:00Z' }, [1]],
    [{ nothing: 'x' }, [0, 1, 2]],
    [{ query: 'www', count: '50' }, [1]],
  ])('%j', (filters, indexes) => {
    expect(left(filters as Record<string, string>)).toEqual(indexes);
  });

  it('takes an unknown time for neither earlier nor later', () => {
    const allocated = ['2026-01-31', 'UNKNOWN', null].map((seen) => ({ query: 'AS64500', count: 1, seen }));
    const kept = (value: string) => filterIndexes(allocated, columns, [{ id: 'seen', value }], '');
    expect(kept('>2020')).toEqual([0]);
    expect(kept('<2027')).toEqual([0]);
  });

  it('searches every column, also hidden ones, for all words', () => {
    expect(left({}, 'EXAMPLE')).toEqual([0, 1]);
    expect(left({}, 'www 2026')).toEqual([1]);
    expect(left({}, '  ')).toEqual([0, 1, 2]);
    expect(left({ query: 'mail' }, '5')).toEqual([0]);
  });
});
