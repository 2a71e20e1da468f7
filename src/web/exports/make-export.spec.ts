import { describe, expect, it } from 'vitest';
import type { ExportColumn } from './export-target.ts';
import { makeExport } from './make-export.ts';

const seen = (value: string) => ({ is: 'seen', what: { kind: 'domain', value } }) as const;

describe('makeExport', () => {
  const columns: ExportColumn<{ query: string }>[] = [{ id: 'query', kind: 'indicator', value: (row) => row.query }];
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
