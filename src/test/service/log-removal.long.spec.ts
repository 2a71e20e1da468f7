// @module-tag long
import { expect, it } from 'vitest';
import { collectionTables, passingTables, scoreTables } from '#server/ingest/collection-tables.ts';
import { useFeedStage } from '#test/server/feed-stage.ts';
import { logClient } from '#test/server/log-client.ts';
import { sampleDay, sampleNow } from '#test/server/made-once.ts';

const day = sampleDay;
const stage = useFeedStage(() => ({ start: sampleNow, hasScores: false, sample: day }));
const { upload, settled, change } = logClient(stage);
const rowsOf = <Row>(sql: string) => stage.service().engine.query<Row>({ name: 'spec', sql });

/** Rewritten by every derivation, or empty except during work. */
const left: readonly string[] = [...scoreTables, ...passingTables, 'imports'];

/** Every table that records and evidence of logs are in. */
const ofLogs = [
  'fwd',
  'rev',
  'names',
  'rrsets',
  'contributions',
  'kept_evidence',
  'icons',
  'certificates',
  'certificate_names',
  'scan_certificates',
  'scan_favicon',
  'scan_headers',
  'scan_html',
  'scan_jarm',
  'tls_fingerprints',
  'certificate_hosts',
  'first_certificates',
  'icon_hosts',
  'page_hosts',
  'tls_hosts',
];

/** The number of rows and a checksum of every table. */
async function checksums(): Promise<Readonly<Record<string, string>>> {
  const tables = collectionTables.filter((table) => !left.includes(table));
  const found = tables.map(async (table) => {
    const final = table === 'rejects' ? '' : 'FINAL';
    const [sum] = await rowsOf<{ sum: string }>(
      `SELECT concat(toString(count()), ' ', hex(groupBitXor(cityHash64(*)))) AS sum FROM ${table} ${final}`,
    );
    return [table, sum?.sum ?? ''] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

interface Host {
  readonly ip: string;
  readonly hostname: string;
  readonly time: number;
}

const section = (path: string, fields: string, lines: readonly (readonly (string | number)[])[]) => [
  `#path\t${path}`,
  `#fields\t${fields}`,
  ...lines.map((line) => line.join('\t')),
];

/** Logs of sensors about hosts, names and certificates of the sample collection, at the times that it gives. */
async function logsOverSample(): Promise<Readonly<Record<string, string>>> {
  const host = `replaceOne(IPv6NumToString(ip), '::ffff:', '') AS ip, hostname, toUnixTimestamp(scan_date) AS time`;
  const names = await rowsOf<{ name: string; type: string; answer: string; time: number }>(
    `SELECT reverse(rname) AS name, toString(rrtype) AS type, any(answer) AS answer, toUnixTimestamp(max(last_seen)) AS time
     FROM fwd FINAL WHERE rrtype IN ('A', 'NS', 'MX', 'CNAME') GROUP BY name, type ORDER BY cityHash64(name, type) LIMIT 300`,
  );
  const served = await rowsOf<Host & { sha1: string; sha256: string }>(
    `SELECT ${host}, s.fingerprint_sha1 AS sha1, c.fingerprint_sha256 AS sha256 FROM scan_certificates AS s FINAL
     INNER JOIN certificates AS c ON c.fingerprint_sha1 = s.fingerprint_sha1 ORDER BY cityHash64(ip, hostname) LIMIT 200`,
  );
  const pages = await rowsOf<Host & { icon: string; hash: number }>(
    `SELECT ${host}, favicon_md5 AS icon, favicon_mmh3 AS hash FROM scan_favicon FINAL ORDER BY cityHash64(ip, hostname) LIMIT 100`,
  );
  const jarms = await rowsOf<Host & { jarm: string }>(
    `SELECT replaceOne(IPv6NumToString(ip), '::ffff:', '') AS ip, hostname, toUnixTimestamp(toDateTime(last_seen, 'UTC')) AS time,
       jarm_hash AS jarm FROM scan_jarm FINAL ORDER BY cityHash64(ip, hostname) LIMIT 100`,
  );
  const zeek = [
    '#separator \\x09',
    ...section(
      'dns',
      'ts\tquery\tqtype_name\tanswers\tTTLs',
      names.map(({ name, type, answer, time }) => [time, name, type, answer.replace(/^\d+ /, ''), 60]),
    ),
    ...section(
      'ssl',
      'ts\tid.orig_h\tid.resp_h\tserver_name\tresumed\tcert_chain_fps\tja3s',
      served.map(({ ip, hostname, time, sha1, sha256 }, at) => [
        time,
        '192.0.2.9',
        ip,
        hostname || 'www.example.test',
        'F',
        at % 2 === 0 ? sha1 : sha256,
        'a'.repeat(32),
      ]),
    ),
    ...section(
      'x509',
      'ts\tfingerprint\tcertificate.serial\tcertificate.subject\tcertificate.issuer\tcertificate.not_valid_before\tcertificate.not_valid_after\tsan.dns',
      served.map(({ sha1, sha256, time }, at) => [
        time,
        at % 2 === 0 ? sha1 : sha256,
        '01',
        'CN=other.test',
        'CN=R1',
        1_790_000_000,
        1_800_000_000,
        'other.test,www.other.test',
      ]),
    ),
    '',
  ].join('\n');
  const probe = ({ ip, hostname, time }: Host) => ({
    timestamp: new Date(time * 1000).toISOString(),
    port: '443',
    scheme: 'https',
    host: ip,
    failed: false,
    url: `https://${hostname || ip}`,
    input: hostname || ip,
    title: 'Another title',
    webserver: 'another',
    status_code: 404,
  });
  const httpx = [
    ...pages.map((page) => ({ ...probe(page), favicon: String(page.hash), favicon_md5: page.icon })),
    ...pages.map((page) => ({ ...probe(page), favicon: '7', favicon_md5: '7'.repeat(32) })),
    ...jarms.map((each) => ({ ...probe(each), jarm_hash: each.jarm })),
  ];
  return {
    'zeek.log': zeek,
    'httpx.json': httpx.map((line) => `${JSON.stringify(line)}\n`).join(''),
  };
}

it('leaves the sample and live findings as they were, whatever a log says of the same names, hosts and certificates', async () => {
  const { findings } = stage.service();
  const [, name = '', data = ''] = /\t(\S+)\tA\t(\S+)/.exec((await logsOverSample())['zeek.log'] ?? '') ?? [];
  findings.recordDns([{ name, type: 'A', data, ttl: 60 }]);
  await findings.flush();
  const before = await checksums();
  const ids = [];
  for (const [file, content] of Object.entries(await logsOverSample()))
    ids.push(await upload(file, Buffer.from(content), { start: 1 }));
  for (const id of ids) expect(await settled(id)).toMatchObject({ state: 'done', report: { rejected: 0 } });
  const between = await checksums();
  const changed = Object.keys(before).filter((table) => between[table] !== before[table]);
  expect(changed).toEqual(expect.arrayContaining(ofLogs));
  for (const id of ids) await change(id, 'remove');
  for (const id of ids) expect(await settled(id)).toMatchObject({ state: 'removed' });
  await expect.poll(() => rowsOf("SELECT 1 FROM imports WHERE kind = 'log'"), { timeout: 60_000 }).toEqual([]);
  expect(await checksums()).toEqual(before);
}, 300_000);
