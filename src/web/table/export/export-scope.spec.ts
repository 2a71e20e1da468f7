import { describe, expect, it } from 'vitest';
import type { Column } from '#web/table/column.ts';
import { offeredScopes, rowsOfScope, scopeTruncation } from './export-scope.ts';
import { makeExport } from './make-export.ts';

const seen = (value: string) => ({ is: 'seen', what: { kind: 'domain', value } }) as const;
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

describe('makeExport', () => {
  const columns: Column<{ query: string }>[] = [
    { id: 'query', header: 'Query', kind: 'indicator', value: (row) => row.query },
  ];
  const content = {
    rows: [{ query: 'a.example' }],
    columns,
    allColumns: columns,
    target: { view: 'padns-forward', subject: 'a.example' },
    truncation: 'Holds 1 row of 2.',
    time: new Date('2026-01-31T10:00:00Z'),
  };

  it.each([
    ['csv', 'csv', 'query\r\na.example\r\n'],
    ['ndjson', 'ndjson', '{"query":"a.example"}\n'],
    ['cof', 'cof.ndjson', ''],
  ] as const)('makes %s', async (format, extension, text) => {
    const file = await makeExport(content, { format, isRaw: false, hasBom: false });
    expect(file).toMatchObject({ name: `20260131T100000Z_padns-forward_a.example.${extension}`, text });
    expect(file.notes).toContain('Holds 1 row of 2.');
  });

  it.each([
    ['stix', 'stix.json', 'application/stix+json;version=2.1'],
    ['misp', 'misp.json', 'application/json'],
  ] as const)('states inside %s what is left out', async (format, extension, mediaType) => {
    const rows = [{ query: 'a.example' }, { query: '' }];
    const factsOf = ({ query }: { query: string }) => (query === '' ? [] : [seen(query)]);
    const target = { ...content.target, factsOf };
    const file = await makeExport({ ...content, rows, target }, { format, isRaw: false, hasBom: false });
    expect(file).toMatchObject({ name: `20260131T100000Z_padns-forward_a.example.${extension}`, mediaType });
    expect(file.notes).toEqual(['Holds 1 row of 2.', '1 row that names no indicator is left out.']);
    expect(file.text).toContain('Holds 1 row of 2. 1 row that names no indicator is left out.');
    expect(file.text).toContain('"a.example"');
  });

  it('states the truncation inside JSON', async () => {
    const { text } = await makeExport(content, { format: 'json', isRaw: false, hasBom: false });
    expect(JSON.parse(text)).toEqual({
      metadata: {
        view: 'padns-forward',
        subject: 'a.example',
        exported_at: '2026-01-31T10:00:00.000Z',
        rows: 1,
        truncation: 'Holds 1 row of 2.',
      },
      records: [{ query: 'a.example' }],
    });
  });
});
