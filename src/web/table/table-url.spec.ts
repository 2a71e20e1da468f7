import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnChoice, decodeTable, encodeTable, type TableChoices, tableKeys } from './table-url.ts';

const columns = [{ id: 'query' }, { id: 'answer' }, { id: 'last_seen' }, { id: 'ttl', meta: { isHidden: true } }];
const ids = columns.map(({ id }) => id);

const untouched: TableChoices = {
  sorting: [],
  columnFilters: [],
  globalFilter: '',
  columnSizing: {},
  density: null,
  columnOrder: ['query', 'answer', 'last_seen', 'ttl'],
  columnVisibility: { ttl: false },
  columnPinning: { start: ['query'], end: [] },
};

describe('encodeTable', () => {
  it('writes short texts, and nothing for defaults', () => {
    const params = encodeTable(
      {
        sorting: [
          { id: 'last_seen', desc: true },
          { id: 'query', desc: false },
        ],
        columnFilters: [{ id: 'answer', value: '192.0.2' }],
        globalFilter: 'mail',
        ...columnChoice(['query', 'answer'], columns),
        columnSizing: { query: 220 },
        density: 'comfortable',
      },
      columns,
      'a.',
    );
    expect(params).toEqual({
      'a.sort': '-last_seen,query',
      'a.q': 'mail',
      'a.cols': 'query,answer',
      'a.w': 'query:220',
      'a.density': 'comfortable',
      'a.f.query': null,
      'a.f.answer': '192.0.2',
      'a.f.last_seen': null,
      'a.f.ttl': null,
    });
    expect(Object.keys(params)).toEqual(tableKeys(columns, 'a.'));
    expect(Object.values(encodeTable(untouched, columns)).every((value) => value === null)).toBe(true);
  });

  it('keeps widths that differ from those of the definitions, as whole pixels inside the limits', () => {
    const sized = [
      { id: 'a', size: 100 },
      { id: 'b', size: 100 },
      { id: 'c', size: 100 },
    ];
    const columnSizing = { a: 100.2, b: 3, c: 151.6 };
    expect(encodeTable({ ...untouched, columnSizing }, sized)['w']).toBe('b:56,c:152');
  });
});

describe('decodeTable', () => {
  it('gives the columns that are not hidden, as defined, where nothing is chosen', () => {
    expect(decodeTable({}, columns)).toEqual(untouched);
  });

  it('falls back part by part', () => {
    expect(
      decodeTable(
        {
          sort: 'nothing,-query,query,--answer',
          cols: 'x,answer,answer',
          w: 'query:9,answer:1e3,ttl:300,x:100',
          density: 'huge',
          'f.x': '1',
        },
        columns,
      ),
    ).toEqual({
      ...untouched,
      sorting: [{ id: 'query', desc: true }],
      ...columnChoice(['answer'], columns),
      columnSizing: { ttl: 300 },
    });
  });

  it('orders the columns shown before the others, and lets the first one stick', () => {
    expect(decodeTable({ cols: 'ttl,answer' }, columns)).toMatchObject({
      columnOrder: ['ttl', 'answer', 'query', 'last_seen'],
      columnVisibility: { query: false, last_seen: false },
      columnPinning: { start: ['ttl'], end: [] },
    });
  });

  it('reads the default columns as "no choice", so that a link does not freeze them', () => {
    const choices = decodeTable({ cols: 'query,answer,last_seen' }, columns);
    expect(encodeTable(choices, columns)['cols']).toBeNull();
  });

  it('survives any texts', () => {
    const text = fc.option(fc.string({ unit: 'binary' }));
    const params = fc.record(Object.fromEntries(tableKeys(columns).map((key) => [key, text])));
    fc.assert(fc.property(params, (garbage) => void decodeTable(garbage, columns)));
  });

  it('reads again what encodeTable wrote, with or without a prefix, past another table', () => {
    const anyChoices: fc.Arbitrary<TableChoices> = fc
      .record({
        sorting: fc.uniqueArray(fc.record({ id: fc.constantFrom(...ids), desc: fc.boolean() }), {
          selector: (term) => term.id,
        }),
        columnFilters: fc
          .dictionary(fc.constantFrom(...ids), fc.string({ minLength: 1 }))
          .map((filters) => ids.flatMap((id) => (id in filters ? [{ id, value: filters[id] }] : []))),
        globalFilter: fc.string(),
        shown: fc.constantFrom([], ['ttl'], ['answer', 'query'], ids),
        columnSizing: fc.dictionary(fc.constantFrom(...ids), fc.integer({ min: 56, max: 1200 }), {
          noNullPrototype: true,
        }),
        density: fc.constantFrom(null, 'compact' as const, 'comfortable' as const),
      })
      .map(({ shown, ...choices }) => ({ ...choices, ...columnChoice(shown, columns) }));
    fc.assert(
      fc.property(anyChoices, anyChoices, (choices, other) => {
        const params = { ...encodeTable(choices, columns), ...encodeTable(other, columns, 'b.') };
        expect(decodeTable(params, columns)).toEqual(choices);
        expect(decodeTable(params, columns, 'b.')).toEqual(other);
      }),
    );
  });
});
