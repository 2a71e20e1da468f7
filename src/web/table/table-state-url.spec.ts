import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY_TABLE_STATE, type TableState } from './table-state.ts';
import { decodeTableState, encodeTableState, tableKeys } from './table-state-url.ts';

const columns = [{ id: 'query' }, { id: 'answer' }, { id: 'last_seen' }, { id: 'ttl', hidden: true }];
const ids = columns.map(({ id }) => id);

describe('encodeTableState', () => {
  it('writes short texts, and nothing for defaults', () => {
    const params = encodeTableState(
      {
        sort: [
          { column: 'last_seen', desc: true },
          { column: 'query', desc: false },
        ],
        filters: { answer: '192.0.2' },
        search: 'mail',
        columns: ['query', 'answer'],
        widths: { query: 220 },
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
    expect(Object.values(encodeTableState(EMPTY_TABLE_STATE, columns)).every((value) => value === null)).toBe(true);
  });
});

describe('decodeTableState', () => {
  it('falls back part by part', () => {
    expect(
      decodeTableState(
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
      ...EMPTY_TABLE_STATE,
      sort: [{ column: 'query', desc: true }],
      columns: ['answer'],
      widths: { ttl: 300 },
    });
  });

  it('reads the default columns as "no choice", so that a link does not freeze them', () => {
    expect(decodeTableState({ cols: 'query,answer,last_seen' }, columns).columns).toBeNull();
  });

  it('survives any texts', () => {
    const text = fc.option(fc.string({ unit: 'binary' }));
    const params = fc.record(Object.fromEntries(tableKeys(columns).map((key) => [key, text])));
    fc.assert(fc.property(params, (garbage) => void decodeTableState(garbage, columns)));
  });

  it('reads again what encodeTableState wrote, with or without a prefix, past another table', () => {
    const anyState: fc.Arbitrary<TableState> = fc.record({
      sort: fc.uniqueArray(fc.record({ column: fc.constantFrom(...ids), desc: fc.boolean() }), {
        selector: (term) => term.column,
      }),
      filters: fc.dictionary(fc.constantFrom(...ids), fc.string({ minLength: 1 }), { noNullPrototype: true }),
      search: fc.string(),
      columns: fc.constantFrom(null, ['ttl'], ['answer', 'query'], ids),
      widths: fc.dictionary(fc.constantFrom(...ids), fc.integer({ min: 56, max: 1200 }), { noNullPrototype: true }),
      density: fc.constantFrom(null, 'compact' as const, 'comfortable' as const),
    });
    fc.assert(
      fc.property(anyState, anyState, (state, other) => {
        const params = { ...encodeTableState(state, columns), ...encodeTableState(other, columns, 'b.') };
        expect(decodeTableState(params, columns)).toEqual(state);
        expect(decodeTableState(params, columns, 'b.')).toEqual(other);
      }),
    );
  });
});
