import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { canBeCof, toCof, toJson, toNdjson } from './json.ts';
import { toCsv } from './csv.ts';
import { type ExportColumn, exportFileName, guardFormula } from './export-target.ts';

interface Row {
  query?: string;
  type?: string;
  answer?: string | string[] | null;
  count?: number;
  first_seen?: string;
  last_seen?: string | number;
}

const columns: ExportColumn<Row>[] = [
  { id: 'query', accessorFn: (row) => row.query, meta: { kind: 'indicator' } },
  { id: 'type', accessorFn: (row) => row.type, meta: { kind: 'text' } },
  { id: 'answer', accessorFn: (row) => row.answer, meta: { kind: 'indicator' } },
  { id: 'count', accessorFn: (row) => row.count, meta: { kind: 'number' } },
  { id: 'first_seen', accessorFn: (row) => row.first_seen, meta: { kind: 'time' } },
  { id: 'last_seen', accessorFn: (row) => row.last_seen, meta: { kind: 'time' } },
];
const answer = columns.slice(2, 3);
const safe = { isRaw: false, hasBom: false };

const row: Row = {
  query: 'a.example',
  type: 'a',
  answer: '192.0.2.1',
  count: -5,
  first_seen: '2026-01-31 10:00:00',
  last_seen: 20_260_201,
};

describe('toCsv', () => {
  it('writes a header, CRLF, ISO times and numbers as numbers', () => {
    expect(toCsv([row], columns, safe)).toBe(
      'query,type,answer,count,first_seen,last_seen\r\na.example,a,192.0.2.1,-5,2026-01-31T10:00:00Z,2026-02-01\r\n',
    );
  });

  it('writes empty cells, lists and objects', () => {
    const withObject: ExportColumn<Row>[] = [
      ...answer,
      { ...columns[0]!, meta: { kind: 'indicator', exportValue: ({ count }) => ({ count }) } },
    ];
    expect(toCsv([{ answer: ['a', 'b'], count: 1 }, {}], withObject, safe)).toBe(
      'answer,query\r\na; b,"{""count"":1}"\r\n,{}\r\n',
    );
    expect(toCsv([], answer, safe)).toBe('answer\r\n');
  });

  it.each([
    '=HYPERLINK("http://192.0.2.1/","x")',
    '  =1+1',
    '\u00a0=1+1',
    '=1+1\nfoo',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '\0=1',
    '＝1',
    '　＝1',
    '＋1',
    '－1',
    '＠x',
  ])('guards %j', (text) => {
    const cell = Papa.parse<string[]>(toCsv([{ answer: text }], answer, safe)).data[1]?.[0];
    expect(cell).toBe(`'${text}`);
    expect(guardFormula(text)).toBe(`'${text}`);
  });

  it.each(['192.0.2.1', 'v=spf1 -all', 'a,b', 'a "b"', 'a\r\nb', ' x', 'a\u202eb', 'a\0b', "it's"])(
    'keeps %j',
    (text) => {
      expect(Papa.parse<string[]>(toCsv([{ answer: text }], answer, safe)).data[1]?.[0]).toBe(text);
    },
  );

  it('leaves formulas alone when raw, and begins with a byte order mark when asked', () => {
    const csv = toCsv([{ answer: '=1+1' }], answer, { isRaw: true, hasBom: true });
    expect(csv).toBe('\uFEFFanswer\r\n=1+1\r\n');
  });

  it('can be read back cell by cell, whatever the cells hold', () => {
    const anyCell = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(fc.array(anyCell, { minLength: 1 }), (cells) => {
        const csv = toCsv<Row>(
          cells.map((text) => ({ answer: text })),
          answer,
          safe,
        );
        const parsed = Papa.parse<string[]>(csv, { newline: '\r\n', delimiter: ',' }).data;
        expect(parsed.slice(1, -1).map(([cell]) => cell)).toEqual(cells.map(guardFormula));
      }),
    );
  });
});

describe('toJson and toNdjson', () => {
  it('keep wire values and say what is missing', () => {
    const metadata = { view: 'v', subject: 's', exported_at: 't', rows: 1, truncation: 'Holds 1 row of 2.' };
    const parsed = JSON.parse(toJson([{ answer: '=1', count: 5 }], columns, metadata)) as { records: unknown[] };
    expect(parsed).toMatchObject({ metadata });
    expect(parsed.records).toEqual([
      { query: null, type: null, answer: '=1', count: 5, first_seen: null, last_seen: null },
    ]);
  });

  it('write one line per record, line breaks inside cells included', () => {
    const text = toNdjson([{ answer: 'a\nb' }, { answer: null }], answer);
    expect(text).toBe('{"answer":"a\\nb"}\n{"answer":null}\n');
  });
});

describe('toCof', () => {
  it('writes the fields of the draft and leaves out what it cannot hold', () => {
    const { text, leftOut } = toCof(
      [row, { ...row, type: 'PTR4', query: '192.0.2.1', answer: 'a.example' }, { ...row, first_seen: 'UNKNOWN' }, {}],
      columns,
    );
    expect(leftOut).toBe(2);
    const seen = { time_first: 1_769_853_600, time_last: 1_769_904_000, count: -5 };
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([
      // one answer as a text, as padnsForward writes it: a list claims to be the whole set
      { rrname: 'a.example', rrtype: 'A', rdata: '192.0.2.1', ...seen },
      { rrname: '1.2.0.192.in-addr.arpa', rrtype: 'PTR', rdata: 'a.example', ...seen },
    ]);
  });

  it('is offered for passive DNS rows only', () => {
    expect(canBeCof(columns)).toBe(true);
    expect(canBeCof(answer)).toBe(false);
  });
});

describe('exportFileName', () => {
  const time = new Date('2026-01-31T10:00:00.123Z');

  it.each([
    ['padns-forward', 'a.example', '20260131T100000Z_padns-forward_a.example.csv'],
    ['padns', '*.a.example', '20260131T100000Z_padns_a.example.csv'],
    ['ip', '2001:db8::1', '20260131T100000Z_ip_2001-db8-1.csv'],
    ['subnet', '192.0.2.0/24', '20260131T100000Z_subnet_192.0.2.0_24.csv'],
    ['x', '../../etc/passwd', '20260131T100000Z_x_etc-passwd.csv'],
    ['x', '_dmarc.a.example', '20260131T100000Z_x__dmarc.a.example.csv'],
    ['', '\u202e', '20260131T100000Z_all_all.csv'],
    ['x', 'a'.repeat(300), `20260131T100000Z_x_${'a'.repeat(80)}.csv`],
  ])('of %j and %j', (view, subject, name) => {
    expect(exportFileName(time, view, subject, 'csv')).toBe(name);
  });

  it('is safe for any subject', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (subject) => {
        expect(exportFileName(time, 'v', subject, 'json')).toMatch(
          /^20260131T100000Z_v_[A-Za-z0-9_](?:[\w.-]*\w)?\.json$/,
        );
      }),
    );
  });
});
