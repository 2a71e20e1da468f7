import { beforeEach, describe, expect, it } from 'vitest';
import { certificateKey } from '#model/certificate.ts';
import { isLongRun } from '#test/long.ts';
import type { Engine } from '#server/engine/engine.ts';
import { dyingEngine, useTestStore } from '#test/server/test-store.ts';
import { joinCertificates } from './join-certificates.ts';

const store = useTestStore();
const tables = ['scan_certificates', 'certificate_hosts', 'certificates', 'certificate_names', 'certificate_digests'];
beforeEach(async () => {
  for (const table of tables) await store.engine.command({ name: 'spec', sql: `TRUNCATE TABLE ${table}` });
});

const sha1 = (digit: string) => digit.repeat(40);
const sha256 = (digit: string) => `${digit}0`.repeat(32);
const key = (digit: string) => certificateKey({ sha1: '', sha256: sha256(digit) });

const certificate = (fingerprint: string, digit: string, more: object = {}) => ({
  fingerprint_sha1: fingerprint,
  fingerprint_sha256: sha256(digit),
  fingerprint_md5: '',
  domains: [`${digit}.test`, `*.${digit}.test`],
  issuer_common_name: 'R1',
  logged: '2026-10-20',
  import: 100,
  ...more,
});
const scan = (fingerprint: string, host: number, more: object = {}) => ({
  ip: `::ffff:192.0.2.${host}`,
  hostname: 'a.test',
  fingerprint_sha1: fingerprint,
  scan_date: '2026-10-20 12:00:00',
  import: 100,
  ...more,
});

/** Rows by table, as text. */
async function contents(): Promise<Record<string, string[]>> {
  const columns: Readonly<Record<string, string>> = {
    scan_certificates:
      "concat(fingerprint_sha1, ' ', replaceOne(IPv6NumToString(ip), '::ffff:', ''), ' ', toString(scan_date))",
    certificate_hosts:
      "concat(fingerprint_sha1, ' ', replaceOne(IPv6NumToString(ip), '::ffff:', ''), ' ', toString(seen))",
    certificates: "concat(fingerprint_sha1, ' ', issuer_common_name)",
    certificate_names: "concat(fingerprint_sha1, ' ', reverse(rname))",
  };
  const found = Object.entries(columns).map(async ([table, text]) => {
    const rows = await store.engine.query<{ text: string }>({
      name: 'spec',
      sql: `SELECT ${text} AS text FROM ${table} FINAL ORDER BY text`,
    });
    return [table, rows.map((row) => row.text)] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

/** Two certificates told by their SHA-256, of which one becomes known by both. */
async function fill(): Promise<void> {
  await store.engine.insert('certificates', [certificate(key('a'), 'a'), certificate(key('b'), 'b')]);
  await store.engine.insert('scan_certificates', [
    scan(key('a'), 1),
    scan(key('a'), 1, { scan_date: '2026-10-21 00:00:01' }),
    scan(key('a'), 2),
    scan(key('b'), 2),
    scan(sha1('c'), 1),
  ]);
}
const known = () =>
  store.engine.insert('certificates', [certificate(sha1('a'), 'a', { issuer_common_name: 'R1 in full' })]);

const joined = {
  scan_certificates: [
    `${sha1('a')} 192.0.2.1 2026-10-20 12:00:00`,
    `${sha1('a')} 192.0.2.1 2026-10-21 00:00:01`,
    `${sha1('a')} 192.0.2.2 2026-10-20 12:00:00`,
    `${sha1('c')} 192.0.2.1 2026-10-20 12:00:00`,
    `${key('b')} 192.0.2.2 2026-10-20 12:00:00`,
  ],
  certificate_hosts: [
    `${sha1('a')} 192.0.2.1 2026-10-21 00:00:01`,
    `${sha1('a')} 192.0.2.2 2026-10-20 12:00:00`,
    `${sha1('c')} 192.0.2.1 2026-10-20 12:00:00`,
    `${key('b')} 192.0.2.2 2026-10-20 12:00:00`,
  ],
  certificates: [`${sha1('a')} R1 in full`, `${key('b')} R1`],
  certificate_names: [`${sha1('a')} *.a.test`, `${sha1('a')} a.test`, `${key('b')} *.b.test`, `${key('b')} b.test`],
};

it('knows the SHA-1 of a SHA-256 from certificates of which a log told both', async () => {
  await fill();
  await known();
  await store.engine.insert('certificates', [{ ...certificate(sha1('d'), 'd'), fingerprint_sha256: '' }]);
  const digests = await store.engine.query({ name: 'spec', sql: 'SELECT * FROM certificate_digests FINAL' });
  expect(digests).toEqual([{ fingerprint_sha256: sha256('a'), fingerprint_sha1: sha1('a') }]);
});

describe('joinCertificates', () => {
  it('moves what stands under a SHA-256 to the SHA-1 once both are known, and nothing else', async () => {
    await fill();
    const before = await contents();
    await joinCertificates(store.engine);
    expect(await contents()).toEqual(before);
    await known();
    await joinCertificates(store.engine);
    expect(await contents()).toEqual(joined);
    await joinCertificates(store.engine);
    expect(await contents()).toEqual(joined);
  });

  it('moves what is logged by its SHA-256 again', async () => {
    await fill();
    await known();
    await joinCertificates(store.engine);
    await fill();
    await joinCertificates(store.engine);
    expect(await contents()).toEqual(joined);
  });

  it('copies a certificate whose row under the SHA-1 was lost', async () => {
    await fill();
    await known();
    await store.engine.command({
      name: 'spec',
      sql: `DELETE FROM certificates WHERE fingerprint_sha1 = '${sha1('a')}'`,
    });
    await joinCertificates(store.engine);
    expect((await contents())['certificates']).toEqual([`${sha1('a')} R1`, `${key('b')} R1`]);
  });

  it.runIf(isLongRun)('completes a run that was cut off after any statement', { tags: 'long' }, async () => {
    for (let statement = 3; ; statement += 1) {
      for (const table of tables) await store.engine.command({ name: 'spec', sql: `TRUNCATE TABLE ${table}` });
      await fill();
      await known();
      const isWhole = await joinCertificates(dyingEngine(store.engine, statement)).then(
        () => true,
        () => false,
      );
      await joinCertificates(store.engine);
      expect(await contents(), `killed at statement ${statement}`).toEqual(joined);
      if (isWhole) break;
    }
  });

  it('leaves rows that come between copying and deleting for the next run', async () => {
    await fill();
    await known();
    const late = scan(key('a'), 1, { scan_date: '2026-10-22 00:00:00' });
    let isLate = false;
    const slow: Engine = {
      ...store.engine,
      query: (query, options) => store.engine.query(query, options),
      command: async (query, options) => {
        if (!isLate && query.sql.trimStart().startsWith('DELETE')) {
          isLate = true;
          await store.engine.insert('scan_certificates', [late]);
        }
        await store.engine.command(query, options);
      },
    };
    await joinCertificates(slow);
    expect(isLate).toBe(true);
    expect((await contents())['scan_certificates']).toContain(`${key('a')} 192.0.2.1 2026-10-22 00:00:00`);
    await joinCertificates(store.engine);
    const { scan_certificates: scans, certificate_hosts: hosts } = await contents();
    expect(scans).toContain(`${sha1('a')} 192.0.2.1 2026-10-22 00:00:00`);
    expect([...(scans ?? []), ...(hosts ?? [])].filter((text) => text.startsWith(key('a')))).toEqual([]);
    expect(hosts).toContain(`${sha1('a')} 192.0.2.1 2026-10-22 00:00:00`);
  });

  it('moves more than a page', { timeout: 120_000 }, async () => {
    const digits = Array.from({ length: 21_000 }, (_, index) => index.toString(16).padStart(4, '0'));
    const digest = (text: string) => text.repeat(16);
    const surrogate = (text: string) => certificateKey({ sha1: '', sha256: digest(text) });
    await store.engine.insert(
      'scan_certificates',
      digits.map((text, index) => scan(surrogate(text), index % 250)),
    );
    await store.engine.insert(
      'certificates',
      digits.map((text) => ({ ...certificate(text.repeat(10), 'a'), fingerprint_sha256: digest(text) })),
    );
    await joinCertificates(store.engine);
    const count = (table: string) =>
      store.engine.query({
        name: 'spec',
        sql: `SELECT count() AS rows, countIf(startsWith(fingerprint_sha1, 'sha256:')) AS surrogates FROM ${table} FINAL`,
      });
    expect(await count('scan_certificates')).toEqual([{ rows: 21_000, surrogates: 0 }]);
    expect(await count('certificate_hosts')).toEqual([{ rows: 21_000, surrogates: 0 }]);
  });
});
