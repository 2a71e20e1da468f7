import { describe, expect, it } from 'vitest';
import { reading, reasonOf, spelledOut } from '#test/server/log-heads.ts';
import { recogniseLog } from '#server/ingest/logs/formats.ts';
import { readZeek, readZeekDns, readZeekHttp, readZeekSsl, readZeekX509 } from './zeek.ts';

const fields = '#fields\tts\tid.orig_p\tid.resp_p\tquery\tqtype\tqtype_name\tanswers\tTTLs';
const head = [
  '#separator \\x09',
  '#set_separator\t,',
  '#empty_field\t(empty)',
  '#unset_field\t-',
  '#path\tdns',
  fields,
];
const row = (query: string, type: string, answers: string, ttls = '60.000000', port = '53') =>
  ['1793000000.250000', '40000', port, query, '1', type, answers, ttls].join('\t');

const read = (...lines: readonly string[]) => spelledOut(reading(readZeekDns)(...lines));
const recordsOf = (...lines: readonly string[]) =>
  read(...lines).map((entry) =>
    entry.what === 'record'
      ? `${entry.name} ${entry.type} ${entry.answer} ${entry.ttl}`
      : `${entry.what}: ${reasonOf(entry)}`,
  );
const json = (more: object) =>
  JSON.stringify({ _path: 'dns', ts: 1793000000.25, 'id.resp_p': 53, query: 'a.test', qtype_name: 'A', ...more });

describe('Zeek dns.log as TSV', () => {
  it('tells which name owns which answer of a chain', () => {
    const line = row('www.a.test', 'A', 'edge.a.test,198.51.100.1,198.51.100.2', '300.000000,60.500000,60.000000');
    expect(recordsOf(...head, line)).toEqual([
      'www.a.test CNAME edge.a.test 300',
      'edge.a.test A 198.51.100.1 60',
      'edge.a.test A 198.51.100.2 60',
    ]);
    expect(read(...head, line)[0]).toMatchObject({ first: 1793000000.25, last: 1793000000.25, count: 1 });
  });

  it.each([
    ['MX', 'mx2.a.test,mx1.a.test', ['a.test MX mx2.a.test 60', 'a.test MX mx1.a.test 0']],
    ['SOA', 'ns.a.test', ['a.test SOA ns.a.test 60']],
    ['TXT', 'TXT 6 v=spf1', ['a.test TXT v=spf1 60']],
    ['TXT', 'TXT 3 abc TXT 4 défg', ['a.test TXT abcdéf 60']],
    ['TXT', 'as older versions write it', ['a.test TXT as older versions write it 60']],
    ['*', '198.51.100.1', ['a.test A 198.51.100.1 60']],
    ['-', 'edge.a.test,2001:db8::1', ['a.test CNAME edge.a.test 60', 'edge.a.test AAAA 2001:db8::1 0']],
    ['SRV', 'sip.a.test', ['a.test SRV sip.a.test 60']],
    ['HTTPS', 'edge.b.test', ['a.test CNAME edge.b.test 60']],
    ['CAA', '<unknown type=257>', ['skipped: an answer of another type than was asked for']],
    ['DS', 'DS 8 2', ['skipped: an answer of another type than was asked for']],
    ['A', '<unknown type=65>', ['skipped: an answer of another type than was asked for']],
    ['A', '(empty)', ['skipped: no answer']],
    ['A', '-', ['skipped: no answer']],
  ])('reads %s with the answers %s', (type, answers, expected) => {
    const qtype = row('a.test', type, answers).replace('\t1\t', '\t-\t');
    expect(recordsOf(...head, qtype)).toEqual(expected);
  });

  it('gives name servers and mail exchangers the whole set', () => {
    expect(read(...head, row('a.test', 'NS', 'ns1.a.test,ns2.a.test'))).toMatchObject([
      { answer: 'ns1.a.test', set: ['ns1.a.test', 'ns2.a.test'] },
      { answer: 'ns2.a.test', set: ['ns1.a.test', 'ns2.a.test'] },
    ]);
  });

  it('skips the root', () =>
    expect(recordsOf(...head, row('.', 'NS', 'a.root-servers.test'))).toEqual(['skipped: a record of the root zone']));

  it('undoes the escapes of separators and bytes', () => {
    expect(recordsOf(...head, row('a\\x2cb.test', 'TXT', 'TXT 7 a\\x2cb\\x09\\xc3\\xa9'))).toEqual([
      'a,b.test TXT a,b\té 60',
    ]);
    // not UTF-8
    expect(recordsOf(...head, row('a.test', 'TXT', 'TXT 4 a\\xff\\x2cb TXT 2 cd'))).toEqual([
      'a.test TXT a\ufffd,bcd 60',
    ]);
  });

  it('takes a host below arpa for a host, not for a delegated reverse zone', () => {
    const servers = row('1.9.0.193.in-addr.arpa', 'PTR', 'f.in-addr-servers.arpa');
    expect(recordsOf(...head, servers)).toEqual(['1.9.0.193.in-addr.arpa PTR f.in-addr-servers.arpa 60']);
  });

  it('takes the name of a reverse zone that is delegated by an alias as alias', () => {
    const alias = row('5.2.0.192.in-addr.arpa', 'PTR', '5.0-7.2.0.192.in-addr.arpa,host.a.test');
    expect(recordsOf(...head, alias)).toEqual([
      '5.2.0.192.in-addr.arpa CNAME 5.0-7.2.0.192.in-addr.arpa 60',
      '5.2.0.192.in-addr.arpa PTR host.a.test 0',
    ]);
  });

  it.each([
    ['mDNS', row('a.local', 'A', '192.0.2.1', '1', '5353'), 'skipped: mDNS (port 5353)'],
    ['NetBIOS', row('A', 'A', '192.0.2.1', '1', '137'), 'skipped: NetBIOS (port 137)'],
    [
      'private reverse names',
      row('1.0.0.10.in-addr.arpa', 'PTR', 'a.test'),
      'skipped: a reverse look-up of private space',
    ],
    ['a time that is none', row('a.test', 'A', '192.0.2.1').replace('1793000000.250000', 'soon'), 'rejected: '],
    ['a line that is cut off', '1793000000.250000\t40000', 'rejected: fewer columns than #fields names'],
  ])('counts %s', (_, line, reason) => {
    expect(recordsOf(...head, line)).toEqual([expect.stringContaining(reason)]);
  });

  it('goes by the columns that were named last, as in files put together', () => {
    const other = ['#fields\tquery\tts\tanswers', 'b.test\t1793000001\t198.51.100.9'];
    expect(recordsOf(...head, row('a.test', 'A', '198.51.100.1'), '#close\tx', ...other)).toEqual([
      'a.test A 198.51.100.1 60',
      'b.test A 198.51.100.9 0',
    ]);
    expect(recordsOf(row('a.test', 'A', '198.51.100.1'))).toEqual([expect.stringContaining('no line #fields')]);
  });
});

describe('Zeek dns.log as JSON', () => {
  it.each([
    ['epoch', { answers: ['198.51.100.1'], TTLs: [60] }],
    ['ISO time', { ts: '2026-10-25T22:13:20.250Z', answers: ['198.51.100.1'], TTLs: [60.9] }],
    ['nested ends', { id: { orig_p: 40_000, resp_p: 53 }, answers: ['198.51.100.1'], TTLs: [60] }],
    ['epoch milliseconds', { ts: 1793000000250, answers: ['198.51.100.1'], TTLs: [60] }],
    ['no path', { _path: undefined, answers: ['198.51.100.1'], TTLs: [60] }],
    ['the type as a number', { qtype_name: undefined, qtype: 1, answers: ['198.51.100.1'], TTLs: [60] }],
  ])('reads %s', (_, more) => expect(recordsOf(json(more))).toEqual(['a.test A 198.51.100.1 60']));

  it('reads what Splunk exports', () => {
    const line = JSON.stringify({ preview: false, result: { _raw: json({ answers: ['198.51.100.1'] }) } });
    expect(recordsOf(line)).toEqual(['a.test A 198.51.100.1 0']);
  });

  it.each([
    ['another log', '{"_path":"conn","ts":1793000000,"conn_state":"SF"}', 'skipped: conn.log of Zeek is not read'],
    ['an event of an unknown kind', '{"ts":1793000000,"a":1}', 'rejected: not an event of dns.log'],
    ['no JSON', '{"_path":"dns",', 'rejected: not a JSON object'],
    ['nested ends of mDNS', json({ id: { resp_p: 5353 }, 'id.resp_p': undefined }), 'skipped: mDNS (port 5353)'],
    ['answers of another shape', json({ answers: { a: 1 } }), 'skipped: no answer'],
  ])('counts %s', (_, line, reason) => expect(recordsOf(line)).toEqual([reason]));
});

it('reads numbers of another shape as missing', () => {
  const line = json({
    answers: ['198.51.100.1'],
    TTLs: [{ toString: 1, valueOf: 1 }],
    id: { orig_p: [[]], resp_p: null },
  });
  expect(recordsOf(line)).toEqual(['a.test A 198.51.100.1 0']);
});

const ends = { ts: 1793000000.25, 'id.orig_h': '192.0.2.9', 'id.orig_p': 40_000, 'id.resp_h': '198.51.100.1' };
const print = 'ab'.repeat(32);
/** An event of each log that is read. */
const kinds = {
  dns: [
    readZeekDns,
    { ...ends, 'id.resp_p': 53, query: 'a.test', qtype_name: 'A', answers: ['192.0.2.1'], TTLs: [60] },
  ],
  ssl: [
    readZeekSsl,
    { ...ends, 'id.resp_p': 443, server_name: 'a.test', resumed: false, established: true, cert_chain_fps: [print] },
  ],
  x509: [
    readZeekX509,
    {
      ts: 1793000000.25,
      fingerprint: print,
      'certificate.serial': '01',
      'certificate.subject': 'CN=a.test',
      'certificate.issuer': 'CN=R1',
      'certificate.not_valid_before': 1790000000,
      'certificate.not_valid_after': 1800000000,
      'san.dns': ['b.test'],
    },
  ],
  http: [
    readZeekHttp,
    { ...ends, 'id.resp_p': 80, trans_depth: 1, method: 'GET', host: 'a.test', uri: '/', status_code: 200, tags: [] },
  ],
} as const;
const underscored = (event: object) =>
  Object.fromEntries(Object.entries(event).map(([key, value]) => [key.replace('.', '_'), value as unknown]));
const tsv = (path: string, event: object) => [
  `#path\t${path}`,
  `#fields\t${Object.keys(event).join('\t')}`,
  Object.values(event)
    .map((value) =>
      value === false ? 'F' : value === true ? 'T' : Array.isArray(value) ? value.join() || '(empty)' : value,
    )
    .join('\t'),
];

describe.each(Object.entries(kinds))(
  '%s.log with an underscore between the parts of names',
  (path, [reader, event]) => {
    it('is recognised and gives what it gives with dots', () => {
      const flat = underscored(event);
      const forms = [
        tsv(path, flat),
        [JSON.stringify(flat)],
        [JSON.stringify({ '@stream': path, ...flat })],
        [JSON.stringify({ [path]: flat })],
      ];
      for (const lines of forms) {
        expect(recogniseLog(lines)).toMatchObject({ reader: { format: reader.format } });
        const entries = spelledOut(reading(reader)(...lines));
        expect(entries).toEqual(spelledOut(reading(reader)(JSON.stringify(event))));
        expect(entries.every((entry) => 'time' in entry || 'name' in entry)).toBe(true);
      }
      // the shape of the values is that of TSV
      expect(spelledOut(reading(reader)(...tsv(path, event)))).toEqual(
        spelledOut(reading(reader)(...(forms[0] ?? []))),
      );
    });

    it('is read under another name', () => {
      for (const lines of [tsv(`${path}_red`, event), [JSON.stringify({ _path: `${path}_red`, ...event })]]) {
        expect(recogniseLog(lines)).toMatchObject({ reader: { format: reader.format } });
        expect(spelledOut(reading(readZeek)(...lines))).toEqual(spelledOut(reading(reader)(JSON.stringify(event))));
      }
    });

    it('is not taken for DNS when it is of another port', () => {
      if (path !== 'dns') return;
      for (const port of [5353, 5355, 137]) {
        const flat = { ...underscored(event), id_resp_p: port };
        for (const lines of [tsv(path, flat), [JSON.stringify(flat)]])
          expect(reading(reader)(...lines)).toMatchObject([
            { what: 'skipped', reason: expect.stringContaining(`${port}`) },
          ]);
      }
    });
  },
);

describe('several logs in one file', () => {
  const others = ['{"_path":"conn","ts":1793000000.25,"conn_state":"SF"}', '{"@stream":"weird","ts":1793000000.25}'];
  const each = Object.entries(kinds).map(([path, [reader, event]]) => ({ path, reader, event }));
  const alone = each.flatMap(({ reader, event }) => spelledOut(reading(reader)(JSON.stringify(event))));

  it('are read each as what it is, in any form', () => {
    const named = each.map(({ path, event }) => JSON.stringify({ '@stream': path, ...underscored(event) }));
    const unnamed = each.map(({ event }) => JSON.stringify(event));
    const tables = [
      ...tsv('conn', { ts: 1793000000.25, uid: 'C1' }),
      ...each.flatMap(({ path, event }) => tsv(path, event)),
    ];
    for (const lines of [[...others, ...named], unnamed, tables]) {
      expect(recogniseLog(lines)).toMatchObject({ reader: { format: 'zeek' } });
      const entries = spelledOut(reading(readZeek)(...lines));
      expect(entries.filter(({ what }) => what !== 'skipped')).toEqual(alone);
    }
    expect(recordsOfReasons(others)).toEqual(['conn.log of Zeek is not read', 'weird.log of Zeek is not read']);
  });

  it('are read when the beginning of the file shows one of them only', () => {
    const [first, ...rest] = each.map(({ path, event }) => tsv(path, event));
    const lines = [...(first ?? []), ...Array<string>(60).fill(first?.at(-1) ?? ''), ...rest.flat()];
    expect(recogniseLog(lines.slice(0, 50))).toMatchObject({ reader: { format: 'zeek-dns' } });
    expect(spelledOut(reading(readZeekDns)(...lines)).slice(61)).toEqual(alone.slice(1));
  });

  const recordsOfReasons = (lines: readonly string[]) => reading(readZeek)(...lines).map(reasonOf);
});

it('a transaction without a query counts the same in TSV and JSON', () => {
  const { query: _, answers, TTLs: __, ...failed } = kinds.dns[1];
  const flags = { rejected: false, RA: true };
  for (const [event, reason] of [
    [{ ...failed, ...flags }, 'skipped: no answer'],
    [{ ...failed, answers, ...flags }, 'rejected: a name is missing'],
  ] as const) {
    expect(recordsOf(JSON.stringify(event))).toEqual([reason]);
    expect(recordsOf(...tsv('dns', { query: '-', answers: '-', ...event }))).toEqual([reason]);
  }
});
