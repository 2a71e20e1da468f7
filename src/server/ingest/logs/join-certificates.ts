import { certificateWorkTables } from '#server/ingest/collection-tables.ts';
import type { Engine } from '#server/engine/engine.ts';

// Certificates of which only the SHA-256 was logged are stored under a surrogate key (model/certificate.ts). Once another log has
// both digests, their rows move to the SHA-1.

const isSurrogate = "startsWith(fingerprint_sha1, 'sha256:')";
/** Both tables are ordered by the key. Every surrogate key in use is in one of them, because their rows are deleted last. */
const surrogates = `
  SELECT toString(fingerprint_sha1) AS key FROM certificate_hosts WHERE ${isSurrogate}
  UNION DISTINCT SELECT toString(fingerprint_sha1) AS key FROM certificates WHERE ${isSurrogate}`;
/** SQL of the surrogate key of a certificate. */
export const surrogateOf = "concat('sha256:', substring(fingerprint_sha256, 1, 33))";

/** Keys that are replaced at a time: the engine holds their rows in memory. */
const pageSize = 20_000;

/** A table of the keys of one page, because the statements below read them many times. */
const [pairs] = certificateWorkTables;
const keys = `SELECT surrogate FROM ${pairs}`;
// scan_certificates and certificate_names are not ordered by the key; these avoid reading them whole
const addresses = `SELECT ip FROM certificate_hosts WHERE fingerprint_sha1 IN (${keys})`;
const names = `SELECT reverse(arrayJoin(domains)) FROM certificates WHERE fingerprint_sha1 IN (${keys})`;

const details = [
  'fingerprint_sha256',
  'fingerprint_md5',
  'subject_common_name',
  'subject_org',
  'domains',
  'issuer_common_name',
  'issuer_organization',
  'chain',
  'serial_hex',
  'not_before',
  'not_after',
  'logged',
  'cert_index',
  'source_name',
  'source_url',
  'import',
].join(', ');

/**
 * All copies come before all deletions, and copying twice changes nothing. Scans are deleted only if their copy exists, so that scans
 * that are written meanwhile wait for the next run. The certificate itself is already stored under its SHA-1.
 *
 * What is deleted is collected in tables first: on a cluster the two keys of a certificate are on different shards, and a deletion reads
 * its own shard only.
 */
const statements: readonly string[] = [
  `INSERT INTO scan_certificates (ip, hostname, fingerprint_sha1, scan_date, import)
   SELECT s.ip, s.hostname, p.sha1, s.scan_date, s.import
   FROM (SELECT * FROM scan_certificates WHERE ${isSurrogate} AND ip IN (${addresses})) AS s
   INNER JOIN ${pairs} AS p ON s.fingerprint_sha1 = p.surrogate`,
  `INSERT INTO certificate_hosts (fingerprint_sha1, ip, seen)
   SELECT p.sha1, h.ip, h.seen
   FROM (SELECT * FROM certificate_hosts WHERE fingerprint_sha1 IN (${keys})) AS h
   INNER JOIN ${pairs} AS p ON h.fingerprint_sha1 = p.surrogate`,
  `INSERT INTO certificate_names (rname, fingerprint_sha1)
   SELECT n.rname, p.sha1
   FROM (SELECT * FROM certificate_names WHERE ${isSurrogate} AND rname IN (${names})) AS n
   INNER JOIN ${pairs} AS p ON n.fingerprint_sha1 = p.surrogate`,
  // what is stored under the SHA-1 is at least as complete
  `INSERT INTO certificates (fingerprint_sha1, ${details})
   SELECT p.sha1, ${details}
   FROM (SELECT * FROM certificates FINAL WHERE fingerprint_sha1 IN (${keys})) AS c
   INNER JOIN ${pairs} AS p ON c.fingerprint_sha1 = p.surrogate
   WHERE p.sha1 NOT IN (SELECT fingerprint_sha1 FROM certificates WHERE fingerprint_sha1 IN (SELECT sha1 FROM ${pairs}))`,
  `INSERT INTO joined_scans (ip, hostname, surrogate, scan_date)
   SELECT s.ip, s.hostname, p.surrogate, s.scan_date
   FROM (SELECT * FROM scan_certificates WHERE ip IN (${addresses})) AS s
   INNER JOIN ${pairs} AS p ON s.fingerprint_sha1 = p.sha1`,
  `DELETE FROM scan_certificates WHERE (ip, hostname, fingerprint_sha1, scan_date) IN (
     SELECT ip, hostname, surrogate, scan_date FROM joined_scans)`,
  `DELETE FROM certificate_names WHERE ${isSurrogate} AND fingerprint_sha1 IN (${keys})`,
  // not while the address has scans left, so that the next run finds them
  `INSERT INTO joined_hosts (surrogate, ip)
   SELECT p.surrogate, h.ip
   FROM (SELECT * FROM certificate_hosts WHERE fingerprint_sha1 IN (SELECT sha1 FROM ${pairs})) AS h
   INNER JOIN ${pairs} AS p ON h.fingerprint_sha1 = p.sha1
   WHERE (p.surrogate, h.ip) NOT IN (
     SELECT fingerprint_sha1, ip FROM scan_certificates WHERE ${isSurrogate} AND ip IN (${addresses}))`,
  `DELETE FROM certificate_hosts WHERE (fingerprint_sha1, ip) IN (SELECT surrogate, ip FROM joined_hosts)`,
  // of scans that came after the rows were collected
  `INSERT INTO certificate_hosts (fingerprint_sha1, ip, seen)
   SELECT fingerprint_sha1, ip, scan_date FROM scan_certificates
   WHERE ${isSurrogate} AND ip IN (SELECT ip FROM joined_hosts) AND fingerprint_sha1 IN (${keys})`,
  `INSERT INTO joined_keys (surrogate)
   SELECT p.surrogate FROM ${pairs} AS p
   INNER JOIN (SELECT fingerprint_sha1 FROM certificates WHERE fingerprint_sha1 IN (SELECT sha1 FROM ${pairs})) AS c
     ON c.fingerprint_sha1 = p.sha1`,
  `DELETE FROM certificates WHERE fingerprint_sha1 IN (SELECT surrogate FROM joined_keys)`,
];

/** @throws EngineError; whenever it fails or is killed, the next run completes it */
export async function joinCertificates(engine: Engine): Promise<void> {
  if (!(await isAny(engine, surrogates)) || !(await isAny(engine, nextPage(1), { after: '' }))) return;
  await engine.inTurn(async () => {
    const run = (sql: string, params = {}) =>
      engine.command(
        // the ngram index is slow for long lists of whole names
        { name: 'joinCertificates', sql, params, settings: { use_skip_indexes: 0 } },
        { limits: 'upkeep' },
      );
    const empty = async (): Promise<void> => {
      for (const table of certificateWorkTables) await run(`TRUNCATE TABLE ${table}`);
    };
    for (let after = ''; ;) {
      await empty();
      await run(`INSERT INTO ${pairs} ${nextPage(pageSize)}`, { after });
      const [page] = await engine.query<{ keys: number; last: string }>({
        name: 'joinCertificates',
        sql: `SELECT count() AS keys, max(surrogate) AS last FROM ${pairs}`,
      });
      if (!page || page.keys === 0) break;
      for (const sql of statements) await run(sql);
      after = page.last;
    }
    await empty();
  });
}

/** Surrogate keys in use above `after` whose SHA-1 is known. */
function nextPage(size: number): string {
  return `
    SELECT toFixedString(key, 40) AS surrogate, min(fingerprint_sha1) AS sha1
    FROM (SELECT ${surrogateOf} AS key, fingerprint_sha1 FROM certificate_digests WHERE key > {after:String}) AS known
    INNER JOIN (${surrogates}) AS used USING key
    GROUP BY surrogate ORDER BY surrogate LIMIT ${size}`;
}

async function isAny(engine: Engine, sql: string, params = {}): Promise<boolean> {
  const query = { name: 'joinCertificates', sql: `SELECT 1 FROM (${sql}) LIMIT 1`, params };
  return (await engine.query(query, { limits: 'upkeep' })).length > 0;
}
