import { describe, expect, it } from 'vitest';
import { useFeedStage } from '#test/server/feed-stage.ts';
import { logClient } from '#test/server/log-client.ts';
import { rootCertificate, serverCertificate } from '#test/server/test-certificates.ts';

// Certificates of uploaded logs in the answers of the whole service, over real chDB and the real reading thread.

const ip = '198.51.100.1';
const host = 'www.example.test';
const { seen, der } = serverCertificate;
const { sha1, sha256, notBefore, notAfter } = seen;
const time = Date.UTC(2026, 9, 20, 12) / 1000;
const ja4s = 't130200_1301_234ea6891581';

/** A Zeek log of one row. */
const zeek = (path: string, row: Readonly<Record<string, string>>): string =>
  [
    '#separator \\x09',
    '#set_separator\t,',
    '#empty_field\t(empty)',
    '#unset_field\t-',
    `#path\t${path}`,
    `#fields\t${Object.keys(row).join('\t')}`,
    Object.values(row).join('\t'),
    '',
  ].join('\n');

const dnsLog = zeek('dns', {
  ts: `${time}.000000`,
  query: host,
  qtype_name: 'A',
  answers: ip,
  TTLs: '60.000000',
});
const sslLog = zeek('ssl', {
  ts: `${time}.250000`,
  uid: 'C1',
  'id.orig_h': '192.0.2.9',
  'id.orig_p': '40000',
  'id.resp_h': ip,
  'id.resp_p': '443',
  version: 'TLSv12',
  cipher: 'TLS_AES_128_GCM_SHA256',
  server_name: host,
  resumed: 'F',
  established: 'T',
  cert_chain_fps: sha256,
  ja4s,
});
const x509Log = zeek('x509', {
  ts: `${time}.500000`,
  fingerprint: sha256,
  'certificate.version': '3',
  'certificate.serial': seen.serial,
  'certificate.subject': `CN=${host},O=Example,C=DE`,
  'certificate.issuer': 'CN=Larchgate Root X1,O=Larchgate\\\\, Inc.,C=US',
  'certificate.not_valid_before': `${notBefore}.000000`,
  'certificate.not_valid_after': `${notAfter}.000000`,
  'san.dns': seen.names.join(','),
});
/** Makes another file of the same rows. */
const closing = '#close\t2026-10-20-13-00-00\n';
const eve = JSON.stringify({
  timestamp: '2026-10-21T12:00:00.000000+0000',
  event_type: 'tls',
  proto: 'TCP',
  src_ip: '192.0.2.9',
  src_port: 40_000,
  dest_ip: ip,
  dest_port: 443,
  tls: { sni: host, fingerprint: sha1.match(/../g)?.join(':'), chain: [der, rootCertificate.der] },
});

const stage = useFeedStage(() => ({ start: new Date('2026-11-21T12:00:00Z'), hasScores: false }));
const { upload, settled } = logClient(stage);

/** Uploads a file and imports it. @returns the state in which that ends */
async function imported(name: string, text: string) {
  const { state, error } = await settled(await upload(name, Buffer.from(text), { start: 1 }));
  expect(error).toBeNull();
  return state;
}

const ask = async (path: string) => {
  const { status, response } = await stage.get(path);
  expect(status).toBe(200);
  return response;
};
const shownBy = async (fingerprint: string) =>
  (await ask(`/explore/scandata/ipv4/certificates?fingerprint_sha1=${fingerprint}`)).certificates;
const onName = async () => (await ask(`/explore/domain/certificates/${host}`)).domain_certificates;
const scanData = async () => (await ask(`/explore/enrich/ipv4/${ip}?scan_data=1`)).ip2asn[0].scan_data;

type Row = Readonly<Record<string, unknown>>;
const tables = ['certificates', 'scan_certificates', 'certificate_hosts', 'certificate_names'];
/** The rows of each table; which import they came with may change. */
async function stored(): Promise<Readonly<Record<string, readonly Row[]>>> {
  const rows = tables.map(async (table) => {
    const sql = `SELECT * EXCEPT import FROM ${table} FINAL ORDER BY ALL`;
    return [table, await stage.service().engine.query<Row>({ name: 'spec', sql })] as const;
  });
  return Object.fromEntries(await Promise.all(rows));
}

describe('a certificate of logs', () => {
  it('is found by the fingerprint of the connection before a log describes it', async () => {
    expect(await imported('dns.log', dnsLog)).toBe('done');
    expect(await imported('ssl.log', sslLog)).toBe('done');
    const bare = { fingerprint_sha1: '', fingerprint_sha256: '', scan_date: 20261020 };
    expect(await shownBy(sha256)).toEqual([{ [ip]: [bare] }]);
    expect(await shownBy('a'.repeat(64))).toEqual([]);
    expect(await onName()).toEqual([]);
    expect(await scanData()).toMatchObject({
      // that one was shown is known, and no more
      certificates: [{ hostname: host, ip, fingerprint_sha1: '', not_after: '', scan_date: '2026-10-20 12:00:00' }],
      tls_fingerprints: [{ kind: 'ja4s', value: ja4s, hostname: host, first_seen: 20261020, last_seen: 20261020 }],
    });
  });

  it('is in every answer with its SHA-256, once a log describes it', async () => {
    expect(await imported('x509.log', x509Log)).toBe('done');
    const digests = { fingerprint_sha1: '', fingerprint_sha256: sha256 };
    expect(await onName()).toMatchObject([
      {
        ...digests,
        fingerprint: '',
        domains: seen.names,
        issuer: 'Larchgate Root X1',
        serial_number: seen.serial,
      },
    ]);
    const { certificates } = await scanData();
    expect(certificates).toMatchObject([{ ...digests, ip, hostname: host, domain: host, is_expired: false }]);
    for (const fingerprint of [sha256, (sha256.toUpperCase().match(/../g) ?? []).join(':')])
      expect(await shownBy(fingerprint)).toMatchObject([{ [ip]: [{ ...digests, scan_date: 20261020 }] }]);
  });

  it('changes nothing when the same files come again under other names, or the same rows in other files', async () => {
    const before = await stored();
    expect(tables.map((table) => before[table]?.length)).toEqual([1, 1, 1, 2]);
    const again = { 'ssl.2026-10-20.log': sslLog, 'certificates.log': x509Log };
    const rotated = { 'ssl.12.log': `${sslLog}${closing}`, 'x509.12.log': `${x509Log}${closing}` };
    for (const [name, text] of Object.entries({ ...again, ...rotated })) {
      expect(await imported(name, text)).toBe(name in again ? 'known' : 'done');
      expect(await stored(), name).toEqual(before);
    }
  });

  it('is one certificate with both fingerprints, once a log has it whole', async () => {
    expect(await imported('eve.json', `${eve}\n`)).toBe('done');
    const digests = { fingerprint_sha1: sha1, fingerprint_sha256: sha256 };
    // joined a while after the import
    const keys = async () => (await stored())['certificates']?.map((row) => row['fingerprint_sha1']).sort();
    await expect.poll(keys, { interval: 100 }).toEqual([rootCertificate.seen.sha1, sha1].sort());
    const { scan_certificates: scans, certificate_hosts: hosts, certificate_names: names } = await stored();
    expect(hosts).toMatchObject([{ fingerprint_sha1: sha1 }]);
    expect(scans).toMatchObject([{ fingerprint_sha1: sha1 }, { fingerprint_sha1: sha1 }]);
    expect(names).toMatchObject([{ fingerprint_sha1: sha1 }, { fingerprint_sha1: sha1 }]);

    expect(await onName()).toMatchObject([{ ...digests, subject: expect.stringContaining(seen.subjectOrganization) }]);
    for (const fingerprint of [sha1, sha256])
      expect(await shownBy(fingerprint)).toMatchObject([{ [ip]: [{ ...digests, scan_date: 20261021 }] }]);
    const { certificates: scanned } = await scanData();
    expect(scanned).toMatchObject([
      { ...digests, scan_date: '2026-10-21 12:00:00' },
      { ...digests, scan_date: '2026-10-20 12:00:00' },
    ]);
  });
});
