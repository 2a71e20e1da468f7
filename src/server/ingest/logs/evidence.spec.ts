import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { certificateKey } from '#model/certificate.ts';
import { useTestStore } from '#test/server/test-store.ts';
import { EvidenceFold } from './evidence.ts';
import type { SeenCertificate, SeenEvidence } from './log-reader.ts';

const noon = Date.UTC(2026, 9, 20, 12) / 1000;
const [sha1, sha256] = ['ab'.repeat(20), 'cd'.repeat(32)];
const key256 = certificateKey({ sha1: '', sha256 });
const md5 = 'ef'.repeat(16);
const jarm = '2a'.repeat(31);
const ja3 = '0123456789abcdef'.repeat(2);

const certificate = (more: Partial<SeenCertificate> = {}): SeenCertificate => ({
  what: 'certificate',
  sha1,
  sha256: '',
  md5: '',
  subjectCommonName: 'a.test',
  subjectOrganization: 'Acme',
  issuerCommonName: 'R1',
  issuerOrganization: 'Larchgate',
  names: ['a.test'],
  chain: ['R1'],
  serial: '0a',
  notBefore: 1_790_000_000,
  notAfter: 1_800_000_000,
  time: noon,
  index: 0,
  sourceName: '',
  sourceUrl: '',
  ...more,
});
const host = { ip: '198.51.100.1', hostname: 'a.test', time: noon };
const shown = (more: object = {}): SeenEvidence => ({ what: 'shown-certificate', ...host, fingerprint: sha1, ...more });
const headers = (more: object = {}): SeenEvidence => ({
  what: 'headers',
  ...host,
  response: '200 OK',
  headers: { server: 'nginx' },
  ...more,
});
const page = (more: object = {}): SeenEvidence => ({ what: 'page', ...host, title: 'A', bodyMurmur3: '-5', ...more });
const icon = (more: object = {}): SeenEvidence => ({ what: 'icon', ...host, md5: 'ef', mmh3: -5, path: '', ...more });
const seenJarm = (more: object = {}): SeenEvidence => ({ what: 'jarm', ...host, jarm, ...more });
const fingerprint = (more: object = {}): SeenEvidence => ({
  what: 'fingerprint',
  ...host,
  kind: 'ja3s',
  value: ja3,
  ...more,
});

function fold(...entries: readonly SeenEvidence[]) {
  const all = new EvidenceFold();
  for (const [index, entry] of entries.entries()) all.add(entry, index + 1);
  return { size: all.size, ...all.take(), totals: all.totals(), rest: all.size };
}
const rowsIn = (table: string, ...entries: readonly SeenEvidence[]) => fold(...entries).rows[table];

const scan = { ip: '::ffff:198.51.100.1', hostname: 'a.test', scan_date: '2026-10-20 12:00:00' };

describe('a row of each table', () => {
  it('certificates', () =>
    expect(rowsIn('certificates', certificate({ sha256, md5, index: 7, sourceName: 'Log' }))).toEqual([
      {
        fingerprint_sha1: sha1,
        fingerprint_sha256: sha256,
        fingerprint_md5: md5,
        subject_common_name: 'a.test',
        subject_org: 'Acme',
        domains: ['a.test'],
        issuer_common_name: 'R1',
        issuer_organization: 'Larchgate',
        chain: ['R1'],
        serial_hex: '0a',
        not_before: '2026-09-21 14:13:20',
        not_after: '2027-01-15 08:00:00',
        logged: '2026-10-20',
        cert_index: 7,
        source_name: 'Log',
        source_url: '',
      },
    ]));

  it('scans', () => {
    const { rows, totals } = fold(shown(), headers(), page(), icon(), seenJarm(), fingerprint());
    expect(rows).toEqual({
      scan_certificates: [{ ...scan, fingerprint_sha1: sha1 }],
      scan_headers: [{ ...scan, response: '200 OK', headers: { server: 'nginx' } }],
      scan_html: [{ ...scan, html_title: 'A', html_body_murmur3: '-5', html_body_ssdeep: '' }],
      scan_favicon: [
        { ...scan, favicon_md5: 'ef', favicon_mmh3: -5, favicon2_md5: '', favicon2_mmh3: 0, favicon2_path: '' },
      ],
      scan_jarm: [
        {
          ip: scan.ip,
          hostname: 'a.test',
          jarm_hash: jarm,
          server_banner: null,
          first_seen: '2026-10-20',
          last_seen: '2026-10-20',
        },
      ],
      tls_fingerprints: [
        {
          kind: 'ja3s',
          value: ja3,
          ip: scan.ip,
          hostname: 'a.test',
          first_seen: '2026-10-20',
          last_seen: '2026-10-20',
        },
      ],
    });
    expect(totals).toEqual({ 'shown-certificate': 1, headers: 1, page: 1, icon: 1, jarm: 1, fingerprint: 1 });
  });

  it('none for what was not seen, and none twice', () => {
    expect(fold()).toEqual({ size: 0, rows: {}, rejects: [], totals: {}, rest: 0 });
    expect(fold(shown())).toMatchObject({ size: 1, rest: 0 });
  });
});

describe('what is seen again', () => {
  it('a certificate: one row, of all that the lines say of it, with its first day', () => {
    const both = [
      certificate({ time: noon + 86_400, names: ['a.test', 'b.test'] }),
      certificate({ sha256, md5, names: [], issuerCommonName: '', chain: [], serial: '' }),
      certificate({ index: 7, sourceName: 'Log', sourceUrl: 'u', subjectOrganization: '' }),
    ];
    for (const order of [both, [...both].reverse()])
      expect(rowsIn('certificates', ...order)).toMatchObject([
        {
          fingerprint_sha256: sha256,
          fingerprint_md5: md5,
          domains: ['a.test', 'b.test'],
          logged: '2026-10-20',
          issuer_common_name: 'R1',
          subject_org: 'Acme',
          chain: ['R1'],
          serial_hex: '0a',
          cert_index: 7,
          source_name: 'Log',
          source_url: 'u',
        },
      ]);
    expect(rowsIn('certificates', certificate({ sha1: '', sha256 }), certificate())).toMatchObject([
      { fingerprint_sha1: key256 },
      { fingerprint_sha1: sha1, fingerprint_sha256: '' },
    ]);
  });

  it('a certificate at a host: the first time of each day', () => {
    const times = [noon, noon - 60, noon + 60, noon + 43_199.9, noon + 43_200];
    expect(rowsIn('scan_certificates', ...times.map((time) => shown({ time })))).toEqual([
      { ...scan, fingerprint_sha1: sha1, scan_date: '2026-10-20 11:59:00' },
      { ...scan, fingerprint_sha1: sha1, scan_date: '2026-10-21 00:00:00' },
    ]);
    const others = [
      shown(),
      shown({ hostname: 'b.test' }),
      shown({ ip: '198.51.100.2' }),
      shown({ fingerprint: sha256 }),
    ];
    expect(rowsIn('scan_certificates', ...others, ...others)).toHaveLength(4);
  });

  it('headers and pages: the last of each day', () => {
    const later = [headers({ time: noon + 60, response: '404' }), headers(), headers({ time: noon + 86_400 })];
    expect(rowsIn('scan_headers', ...later)).toMatchObject([
      { response: '404', scan_date: '2026-10-20 12:01:00' },
      { response: '200 OK', scan_date: '2026-10-21 12:00:00' },
    ]);
    expect(rowsIn('scan_html', page(), page({ title: 'B' }))).toMatchObject([{ html_title: 'B' }]);
  });

  it('icons: the last of each of the two', () => {
    const named = { path: '/i.png', md5: '12', mmh3: 7 };
    const both = { favicon_md5: 'ef', favicon_mmh3: -5, favicon2_md5: '12', favicon2_mmh3: 7, favicon2_path: '/i.png' };
    expect(rowsIn('scan_favicon', icon(), icon({ ...named, time: noon + 60 }))).toEqual([
      { ...scan, ...both, scan_date: '2026-10-20 12:01:00' },
    ]);
    const lines = [
      icon({ ...named, time: noon + 60 }),
      icon({ md5: '34', time: noon - 60 }),
      icon(),
      icon({ md5: '56', time: noon - 1 }),
    ];
    expect(rowsIn('scan_favicon', ...lines)).toEqual([{ ...scan, ...both, scan_date: '2026-10-20 12:01:00' }]);
  });

  it('fingerprints: the first and the last day', () => {
    const times = [noon, noon + 2 * 86_400, noon - 86_400];
    const days = { first_seen: '2026-10-19', last_seen: '2026-10-22' };
    expect(rowsIn('scan_jarm', ...times.map((time) => seenJarm({ time })))).toMatchObject([days]);
    expect(rowsIn('tls_fingerprints', ...times.map((time) => fingerprint({ time })))).toMatchObject([days]);
    expect(rowsIn('tls_fingerprints', fingerprint(), fingerprint({ kind: 'ja3' }))).toHaveLength(2);
  });
});

describe('what the tables can hold', () => {
  it.each([
    ['192.0.2.1', '::ffff:192.0.2.1'],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.1'],
    ['2001:0DB8:0:0:0:0:0:1', '2001:db8::1'],
  ])('the address %s', (ip, stored) => expect(rowsIn('scan_headers', headers({ ip }))).toMatchObject([{ ip: stored }]));

  it.each(['', '300.1.2.3', 'a.test', '192.0.2.1:443', 'fe80::1%eth0', '\0', ':'.repeat(1_000_000)])(
    'not the address %.20s',
    (ip) => {
      const { rows, rejects, size, totals } = fold(shown({ ip }), headers({ ip }));
      expect([rows, size, totals]).toEqual([{}, 2, {}]);
      expect(rejects).toMatchObject([
        { line: 1, reason: 'the address of a host cannot be read' },
        { line: 2, text: expect.stringMatching(/^headers/) as string },
      ]);
      for (const { text } of rejects) expect(text.length).toBeLessThanOrEqual(200);
    },
  );

  it.each([
    ['A.Test.', 'a.test'],
    ['localhost', 'localhost'],
    ['_x.a.test', '_x.a.test'],
    ['bücher.test', 'xn--bcher-kva.test'],
    ['198.51.100.1', ''],
    ['2001:db8::1', ''],
    ['a b.test', ''],
    ['a\0.test', ''],
    ['a.test:443', ''],
    ['a..test', ''],
    [`${'a.'.repeat(130)}test`, ''],
    ['x'.repeat(1_000_000), ''],
    ['\ud800', ''],
  ])('the name %.30s as %s', (hostname, stored) =>
    expect(rowsIn('scan_certificates', shown({ hostname }))).toMatchObject([{ hostname: stored }]),
  );

  it('names on certificates as they stand there, but for those that no row can hold', () => {
    const names = [
      'A.Test.',
      '*.b.test',
      'a.test',
      'Snozberry',
      'bücher.test',
      'a b',
      'x\0',
      '',
      '.',
      'é'.repeat(254),
      '\ud800',
    ];
    expect(rowsIn('certificates', certificate({ names }))).toMatchObject([
      { domains: ['a.test', '*.b.test', 'snozberry', 'bücher.test', '\ufffd'] },
    ]);
    const many = Array.from({ length: 5000 }, (_, index) => `n${index}.test`);
    const [row] = rowsIn('certificates', certificate({ names: many })) as { domains: string[] }[];
    expect(row?.domains).toEqual(many.slice(0, 1000));
  });

  it('texts up to a length', () => {
    const long = 'x'.repeat(5000);
    const fields = {
      subjectCommonName: long,
      subjectOrganization: long,
      issuerCommonName: long,
      issuerOrganization: long,
    };
    expect(
      rowsIn(
        'certificates',
        certificate({ ...fields, sourceName: long, sourceUrl: long, chain: [long, ''], serial: long }),
      ),
    ).toMatchObject([
      {
        subject_common_name: 'x'.repeat(1000),
        subject_org: 'x'.repeat(1000),
        issuer_common_name: 'x'.repeat(1000),
        issuer_organization: 'x'.repeat(1000),
        source_name: 'x'.repeat(1000),
        source_url: 'x'.repeat(1000),
        chain: ['x'.repeat(1000)],
        serial_hex: 'x'.repeat(128),
      },
    ]);
    const names = Array.from({ length: 150 }, (_, index) => [`h${index}`, long]);
    const [row] = rowsIn('scan_headers', headers({ response: long, headers: Object.fromEntries(names) as object })) as {
      response: string;
      headers: Record<string, string>;
    }[];
    expect([row?.response.length, Object.keys(row?.headers ?? {}).length, row?.headers['h0']?.length]).toEqual([
      1000, 100, 4000,
    ]);
    const cut = `${'x'.repeat(999)}😀`;
    expect(rowsIn('scan_html', page({ title: cut }))).toMatchObject([{ html_title: `${'x'.repeat(999)}\ufffd` }]);
  });

  it.each([
    [-5e12, 9e15, '1900-01-01 00:00:00', '2299-12-31 23:59:59'],
    [-2_208_988_800, 10_413_791_999, '1900-01-01 00:00:00', '2299-12-31 23:59:59'],
    [0.5, 253_402_300_799, '1970-01-01 00:00:00', '2299-12-31 23:59:59'],
  ])('a validity from %d to %d', (notBefore, notAfter, not_before, not_after) =>
    expect(rowsIn('certificates', certificate({ notBefore, notAfter }))).toMatchObject([{ not_before, not_after }]),
  );

  it.each([
    [-1, '1970-01-01 00:00:00'],
    [1e12, '2106-02-07 06:28:15'],
  ])('the time %d', (time, scan_date) => {
    expect(rowsIn('scan_certificates', shown({ time }))).toMatchObject([{ scan_date }]);
    expect(rowsIn('certificates', certificate({ time }))).toMatchObject([{ logged: scan_date.slice(0, 10) }]);
  });

  it('no certificate without a fingerprint, and nothing without a time', () => {
    const { rows, rejects } = fold(
      certificate({ sha1: '' }),
      shown({ fingerprint: 'ab' }),
      shown({ time: NaN }),
      certificate({ time: Infinity }),
    );
    expect(rows).toEqual({});
    expect(rejects.map(({ line, reason }) => [line, reason])).toEqual([
      [1, 'the fingerprint of a certificate is neither a SHA-1 nor a SHA-256'],
      [2, 'the fingerprint of a certificate is neither a SHA-1 nor a SHA-256'],
      [3, 'the time is missing or cannot be read: send ISO 8601 or epoch seconds'],
      [4, 'the time is missing or cannot be read: send ISO 8601 or epoch seconds'],
    ]);
  });
});

it('counts long rows as several, so that memory is bounded by their number', () => {
  const long = { headers: { a: 'x'.repeat(100_000) } };
  expect(fold(headers(long)).size).toBe(101);
  expect(fold(headers(long), headers()).size).toBe(1);
  const names = Array.from({ length: 1000 }, (_, index) => `${'x'.repeat(200)}${index}.test`);
  expect(fold(certificate({ names }), certificate()).size).toBeGreaterThan(200);
});

describe('the engine', () => {
  const store = useTestStore();

  it('takes every row, whatever was seen', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('', '\0', '\ud800', 'x'.repeat(5000), '\\N', "';", '\u2028', '__proto__', 'a.test'),
    );
    const number = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(0, -1, noon, 1e300, -1e300));
    const ip = fc.constantFrom('192.0.2.1', '2001:db8::1', '::', '255.255.255.255', 'x');
    const at = { ip, hostname: text, time: number };
    const entry: fc.Arbitrary<SeenEvidence> = fc.oneof(
      fc
        .record({
          subjectCommonName: text,
          names: fc.array(text),
          chain: fc.array(text),
          notBefore: number,
          sourceUrl: text,
        })
        .map((more) => certificate({ ...more, sha256, md5: more.sourceUrl })),
      fc.record({ ...at, fingerprint: fc.constantFrom(sha1, sha256) }).map(shown),
      fc.record({ ...at, response: text, headers: fc.dictionary(text, text) }).map(headers),
      fc.record({ ...at, title: text, bodyMurmur3: text }).map(page),
      fc.record({ ...at, md5: text, mmh3: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), path: text }).map(icon),
      fc.record(at).map(seenJarm),
      fc.record(at).map(fingerprint),
    );
    const entries = fc.sample(entry, { seed: 1, numRuns: 2000 });
    const { rows } = fold(...entries);
    expect(Object.keys(rows).length).toBe(7);
    for (const [table, list] of Object.entries(rows)) {
      await store.engine.insert(table, list);
      const [found] = await store.engine.query<{ rows: number }>({
        name: 'spec',
        sql: `SELECT count() AS rows FROM ${table}`,
      });
      expect(found?.rows, table).toBe(list.length);
    }
  });
});
