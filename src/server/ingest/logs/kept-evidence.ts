import type { Engine } from '#server/engine/engine.ts';
import type { EvidenceRows } from './evidence.ts';
import { surrogateOf } from './join-certificates.ts';

// Evidence of several imports replaces each other in its tables (schema/5-evidence.sql). `kept_evidence` has every row of every import,
// the sample collection included, from which a removal writes again what the other imports brought.

/** Tables of evidence, and whether they have the column `import`. */
const evidenceTables: Readonly<Record<string, boolean>> = {
  certificates: true,
  scan_certificates: true,
  scan_favicon: true,
  scan_headers: true,
  scan_html: true,
  scan_jarm: true,
  tls_fingerprints: false,
};

/** Whether a table is one of those that `writeEvidence` fills. */
export function isEvidence(table: string): boolean {
  return table in evidenceTables;
}

/**
 * Writes rows that replace themselves when written again. They come before the records, so that a batch that arrived has both. A row is
 * kept before it counts, so that a removal which deletes it meanwhile writes it again.
 */
export async function writeEvidence(engine: Engine, id: number, evidence: EvidenceRows): Promise<void> {
  for (const [table, rows] of Object.entries(evidence)) {
    const lines = rows.map((row) => JSON.stringify(evidenceTables[table] ? { import: id, ...row } : row));
    await engine.insert(
      'kept_evidence',
      rows.map((row, at) => ({ target: table, key: keyOf(table, row), import: id, row: lines[at] })),
    );
    await engine.insert(table, lines.join('\n'));
  }
}

function keyOf(table: string, row: object): string {
  const { fingerprint_sha1 = '', ip = '' } = row as { readonly fingerprint_sha1?: string; readonly ip?: string };
  return table === 'certificates' ? fingerprint_sha1 : ip;
}

const keysOf = (kind: string, key = 'key') => `SELECT ${key} FROM removal_keys WHERE kind = '${kind}'`;
const certificates = keysOf('certificate');
const names = keysOf('name');
const addresses = keysOf('ip', 'toIPv6(key)');
const icon = "concat(favicon_md5, ' ', toString(favicon_mmh3))";
/** Of *.example.test it is example.test, as in first_certificates. */
const nameOn = "replaceRegexpOne(rname, '[.][*]$', '')";

/**
 * What is written again: the certificates of the imports and the hosts that they have evidence of. A certificate that only some logs name by
 * its SHA-1 has two keys, and rows under one of them may have come under the other (join-certificates.ts).
 */
const collect: readonly (readonly [kind: string, select: string])[] = [
  ['certificate', `key FROM kept_evidence WHERE target = 'certificates' AND import IN {importIds:Array(UInt32)}`],
  ['certificate', `toString(fingerprint_sha1) FROM certificate_digests WHERE ${surrogateOf} IN (${certificates})`],
  ['certificate', `${surrogateOf} FROM certificate_digests WHERE toString(fingerprint_sha1) IN (${certificates})`],
  ['name', `${nameOn} FROM certificate_names WHERE toString(fingerprint_sha1) IN (${certificates})`],
  ['ip', `key FROM kept_evidence WHERE target != 'certificates' AND import IN {importIds:Array(UInt32)}`],
  ['ip', `toString(ip) FROM certificate_hosts WHERE toString(fingerprint_sha1) IN (${certificates})`],
  ['icon', `${icon} FROM icon_hosts WHERE ip IN (${addresses})`],
];

const byCertificate = ['certificates', 'certificate_names', 'certificate_digests'];
const byAddress = [
  ...Object.keys(evidenceTables).filter((table) => table !== 'certificates'),
  'certificate_hosts',
  'icon_hosts',
  'jarm_hosts',
  'page_hosts',
  'tls_hosts',
];

/**
 * Takes the evidence of imports out of the collection, as if they had never come. A repetition after a kill changes nothing but what is
 * missing: the kept rows go last. @throws EngineError
 */
export async function removeEvidence(engine: Engine, importIds: readonly number[]): Promise<void> {
  const params = { importIds, first: Math.min(...importIds) };
  const run = (sql: string) =>
    engine.command({ name: 'removal', sql, params, settings: { use_skip_indexes: 0 } }, { limits: 'upkeep' });
  // keys that a killed removal collected are needed: it may have deleted the rows from which they would be collected
  for (const [kind, select] of collect)
    await run(`INSERT INTO removal_keys (import, kind, key) SELECT DISTINCT {first:UInt32}, '${kind}', ${select}`);
  const [found] = await engine.query<{ keys: number }>(
    { name: 'removal', sql: 'SELECT count() AS keys FROM removal_keys' },
    { limits: 'upkeep' },
  );
  if (found?.keys === 0) return;
  for (const table of byCertificate)
    await run(`DELETE FROM ${table} WHERE toString(fingerprint_sha1) IN (${certificates})`);
  await run(`DELETE FROM first_certificates WHERE rname IN (${names})`);
  for (const table of byAddress) await run(`DELETE FROM ${table} WHERE ip IN (${addresses})`);
  await run(`DELETE FROM icons WHERE ${icon} IN (${keysOf('icon')})`);
  for (const table of Object.keys(evidenceTables)) await writeAgain(engine, table, importIds);
  // as the view of the schema does, from the certificates that stay and have one of the names; the days are numbers, because a node cannot
  // read a DateTime64 in what another node sends it
  await run(`INSERT INTO first_certificates (rname, day)
             SELECT reverse(replaceRegexpOne(arrayJoin(domains), '^[*][.]', '')),
               if(toYYYYMMDD(not_before) BETWEEN 19700102 AND 21490605, toDate(not_before), toDate('2149-06-06'))
             FROM certificates WHERE fingerprint_sha1 IN (
               SELECT fingerprint_sha1 FROM certificate_names
               WHERE rname IN (${keysOf('name', "arrayJoin([key, concat(key, '.*')])")}))`);
  await run(`INSERT INTO icons (favicon_md5, favicon_mmh3)
             SELECT DISTINCT favicon_md5, favicon_mmh3 FROM icon_hosts WHERE ${icon} IN (${keysOf('icon')})`);
  await run('DELETE FROM kept_evidence WHERE import IN {importIds:Array(UInt32)}');
  await run('DELETE FROM removal_keys WHERE import = {first:UInt32}');
}

/** Rows written again at a time. */
const pageRows = 20_000;

interface KeptRow {
  readonly key: string;
  readonly written: string;
  readonly hash: string;
  readonly row: string;
}

/** Of rows that replace each other, the one that was written last counts again. */
async function writeAgain(engine: Engine, table: string, importIds: readonly number[]): Promise<void> {
  const isTouched = table === 'certificates' ? `key IN (${certificates})` : `toIPv6OrDefault(key) IN (${addresses})`;
  for (let after: Omit<KeptRow, 'row'> | undefined; ;) {
    const { key = '', written = '1970-01-01 00:00:00', hash = '0' } = after ?? {};
    const rows = await engine.query<KeptRow>(
      {
        name: 'removal',
        sql: `
          SELECT key, toString(written) AS written, toString(cityHash64(row)) AS hash, row FROM kept_evidence AS k FINAL
          WHERE target = {table:String} AND import NOT IN {importIds:Array(UInt32)} AND ${isTouched}
            AND (key, k.written, cityHash64(row)) > ({key:String}, toDateTime64({written:String}, 6, 'UTC'), toUInt64({hash:String}))
          ORDER BY key, k.written, cityHash64(row) LIMIT ${pageRows}`,
        params: { table, importIds, key, written, hash },
      },
      { limits: 'upkeep' },
    );
    if (rows.length > 0) await engine.insert(table, rows.map(({ row }) => row).join('\n'));
    if (rows.length < pageRows) return;
    after = rows.at(-1);
  }
}
