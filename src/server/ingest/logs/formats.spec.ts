import { readFileSync } from 'node:fs';
import { encode } from 'dns-packet';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { logHeads, richLines, spelledOut } from '#test/server/log-heads.ts';
import { logFormats, textFormats } from './formats.ts';
import { isLogRecordType } from './log-reader.ts';
import { refusedFormats } from './readers/refused.ts';

const json = (event: object) => JSON.stringify(event);

it('there is an example of every format, which read-log.spec.ts reads', () => {
  expect(Object.keys(logHeads)).toEqual(textFormats.map(({ format }) => format));
});

/** A null MX (RFC 7505) in each format of DNS answers, as its tool writes it. */
const nullMx: Readonly<Record<string, string>> = {
  'zeek-dns': '1792497600.000000\ta.test\tMX\t.\t60.000000',
  'suricata-eve': json({
    timestamp: '2026-10-20T12:00:00Z',
    event_type: 'dns',
    dns: { type: 'answer', rrname: 'a.test', rrtype: 'MX', ttl: 60, rdata: '.' },
  }),
  'dns-collector': json({
    dns: { flags: { qr: true }, 'resource-records': { an: [{ name: 'a.test', rdatatype: 'MX', rdata: '0 .' }] } },
    dnstap: { 'timestamp-rfc3339ns': '2026-10-20T12:00:00Z' },
  }),
  cof: json({ rrname: 'a.test.', rrtype: 'MX', rdata: '0 .', time_first: 1792497600 }),
  passivedns: '1792497600||192.0.2.9||192.0.2.53||IN||a.test.||MX||.||60||2',
  ecs: json({
    '@timestamp': '2026-10-20T12:00:00Z',
    dns: { question: { name: 'a.test', type: 'MX' }, answers: [{ data: '.' }] },
  }),
  ocsf: json({
    class_uid: 4003,
    activity_id: 2,
    time: 1792497600000,
    query: { hostname: 'a.test', type: 'MX' },
    answers: [{ type: 'MX', rdata: '0 .' }],
  }),
  route53: json({
    query_timestamp: '2026-10-20T12:00:00Z',
    query_name: 'a.test.',
    query_type: 'MX',
    answers: [{ Rdata: '0 .', Type: 'MX' }],
  }),
  'dns-gateway': json({
    time: '2026-10-20T12:00:00Z',
    properties: { query_name: 'a.test', query_type: 'MX', answer: '["."]' },
  }),
  adguard: json({
    T: '2026-10-20T12:00:00Z',
    QH: 'a.test',
    QT: 'MX',
    Answer: encode({
      type: 'response',
      id: 1,
      answers: [{ type: 'MX', name: 'a.test', data: { preference: 0, exchange: '.' } }],
    }).toString('base64'),
  }),
  dnsx: json({ host: 'a.test', status_code: 'NOERROR', timestamp: '2026-10-20T12:00:00Z', mx: ['.'] }),
  infoblox:
    '<30>Oct 20 12:00:00 192.0.2.53 named[1]: client 192.0.2.9#4: UDP: query: a.test IN MX response: NOERROR + a.test. 60 IN MX 0 .;',
  'zone-file': 'a.test. 60 IN MX 0 .',
  csv: 'a.test,MX,0 .,2026-10-20 12:00:00',
};

it.each(Object.entries(nullMx))('a null MX in %s holds nothing to keep', (format, line) => {
  const read = textFormats.find((reader) => reader.format === format)?.open({ day: 1792497600 });
  const { preamble = [] } = logHeads[format] ?? {};
  for (const before of preamble) read?.(before);
  expect(read?.(line)).toEqual([{ what: 'skipped', reason: 'an answer without data' }]);
});

describe.each(textFormats)('$format', (reader) => {
  const { preamble = [], lines = [] } = logHeads[reader.format] ?? {};
  const examples = [...lines, ...(richLines[reader.format] ?? [])];
  const isJson = lines.every((line) => line.startsWith('{'));
  const open = () => {
    const read = reader.open({ day: 1792497600 });
    preamble.forEach(read);
    return read;
  };

  it('takes any line without failing, and what it gives is sound', () => {
    const junk = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom('\ud800', '\0', -1, 1e308, [], {}, null, [[]], '"', '(', '-', 'IN', 'MX', '10 a.test', 'TXT 9 x'),
    );
    const bent = fc.tuple(fc.constantFrom(...examples), fc.nat(60), junk).map(([line, place, any]) => {
      if (!line.startsWith('{')) {
        const cells = line.split(/(\t|,|\|\|| )/);
        cells[place % cells.length] = String(JSON.stringify(any));
        return cells.join('');
      }
      let node = -1;
      return JSON.stringify(JSON.parse(line), (_, each: unknown) => (++node === place ? any : each)) ?? '{}';
    });
    const any = fc.oneof(fc.string({ unit: 'binary' }), fc.json());
    fc.assert(
      fc.property(fc.array(bent, { minLength: 1, maxLength: 3 }), any, (some, other) => {
        const read = open();
        for (const line of [...some, other])
          for (const entry of spelledOut(read(line))) {
            if (entry.what !== 'record') expect('reason' in entry ? entry.reason : entry.time).not.toBe('');
            else
              expect(
                isLogRecordType(entry.type) && entry.name !== '' && entry.answer !== '' && entry.last >= entry.first,
              ).toBe(true);
          }
        if (isJson && some[0]?.startsWith('{')) expect(read(some[0]).length > 0 || reader.format === 'cof').toBe(true);
        for (const format of [reader, ...refusedFormats]) expect(format.sniff([other])).toBeLessThan(1);
      }),
    );
  });

  it('reads lines of other systems, damaged lines and empty ones', () => {
    for (const line of ['', '\r']) expect(open()(line)).toEqual([]);
    if (!isJson) return;
    for (const line of examples) expect(open()(`${line}\r`)).toEqual(open()(line));
    for (const line of ['{', '"x"', '5', '[]', 'null', '\0', '['.repeat(1_000_000), '{"a":'.repeat(100_000)])
      expect(open()(line)).toEqual([{ what: 'rejected', reason: 'not a JSON object' }]);
  });
});

describe('docs/logs.md', () => {
  it('lists every format', () => {
    const text = readFileSync('docs/logs.md', 'utf8');
    const named = [...text.matchAll(/\| `([a-z0-9-]+)` +\|/g)].map(([, name]) => name);
    expect(named).toEqual(logFormats.map(({ format }) => format));
  });
});
