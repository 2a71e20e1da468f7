import { certificateKey } from '#model/certificate-key.ts';
import { reverseName } from '#model/domain-name.ts';
import { escapeLike, hasWildcard } from '#model/wildcard.ts';
import type { Query } from '#server/engine/engine.ts';
import { addressKey } from './address-key.ts';
import { digestOf, sha1Of } from './certificate-columns.ts';
import { allOf, condition, type Condition } from './condition.ts';
import { addressesQuery, atAddresses, isByAddress, networkCondition, newestOfEach } from './scan-search.ts';
import type { Found, ScanNetwork, ScanPage } from './scan-search.ts';

export interface CertificateSearch extends ScanNetwork, ScanPage {
  /** The SHA-1 or the SHA-256: 40 or 64 hexadecimal digits, lower case. */
  readonly fingerprint: string | undefined;
  /** A name as it is in a certificate, lower case, with `*` for any run of characters. */
  readonly domain: string | undefined;
  /** Only certificates that had run out by this time, epoch seconds. */
  readonly expiredBy: number | undefined;
  /** Only scans of this day and after it, 'yyyy-mm-dd'. */
  readonly since: string;
}

export interface FoundCertificateRow {
  readonly key: string;
  /** Empty when only the SHA-256 is known. */
  readonly fingerprint_sha1: string;
  /** Empty when only the SHA-1 is known. */
  readonly fingerprint_sha256: string;
  /** False when a scan gave the fingerprint alone; then the fields after it say nothing. */
  readonly isKnown: number;
  readonly domains: readonly string[];
  readonly issuer_common_name: string;
  readonly issuer_organization: string;
  /** yyyymmdd */
  readonly not_before: number;
  readonly not_after: number;
  /** The latest scan that saw it at the address. */
  readonly scan_date: number;
}

/** A3: where the certificates were seen. */
export function certificateAddresses(search: CertificateSearch): Query<{ key: string }> {
  const byValue = search.fingerprint !== undefined || search.domain !== undefined || !isByAddress(search);
  const found = byValue
    ? foundIn('certificate_hosts', 'seen', search, networkCondition(search))
    : foundIn('scan_certificates', 'scan_date', search, networkCondition(search));
  return addressesQuery('scanCertificates', found, search);
}

/** A3: each certificate once an address, newest scan first. */
export function certificateRecords(search: CertificateSearch, keys: readonly string[]): Query<FoundCertificateRow> {
  const { table, where } = foundIn('scan_certificates', 'scan_date', search, atAddresses(keys));
  return {
    name: 'scanCertificates',
    sql: `
      WITH found AS (SELECT ip, fingerprint_sha1, max(scan_date) AS seen FROM ${table} WHERE ${where.sql} GROUP BY ip, fingerprint_sha1)
      SELECT ${addressKey('found.ip')} AS key, ${sha1Of('found.fingerprint_sha1')} AS fingerprint_sha1,
        ${digestOf('c.fingerprint_sha256')} AS fingerprint_sha256, isKnown, domains, issuer_common_name, issuer_organization, toYYYYMMDD(c.not_before) AS not_before, toYYYYMMDD(c.not_after) AS not_after,
        toYYYYMMDD(seen) AS scan_date
      FROM found LEFT JOIN (
        SELECT *, 1 AS isKnown FROM certificates FINAL WHERE fingerprint_sha1 IN (SELECT fingerprint_sha1 FROM found)
      ) AS c ON found.fingerprint_sha1 = c.fingerprint_sha1
      ${newestOfEach('seen DESC, found.fingerprint_sha1')}`,
    params: where.params,
  };
}

function foundIn(table: string, seen: string, search: CertificateSearch, addresses: Condition): Found {
  const { fingerprint, domain, expiredBy, since } = search;
  const scanned = allOf([
    addresses,
    condition(`toDate(${seen}) >= {since:Date}`, { since }),
    ...(fingerprint === undefined ? [] : [isCertificate(fingerprint)]),
    ...(domain === undefined ? [] : [onCertificate(domain)]),
  ]);
  if (expiredBy === undefined) return { table, seen, where: scanned };
  // only the certificates that were seen there are looked at
  const expired = condition(
    `fingerprint_sha1 IN (
       SELECT fingerprint_sha1 FROM certificates FINAL
       WHERE not_after < toDateTime({expiredBy:UInt32}, 'UTC')
         AND fingerprint_sha1 IN (SELECT fingerprint_sha1 FROM ${table} WHERE ${scanned.sql}))`,
    { ...scanned.params, expiredBy },
  );
  return { table, seen, where: allOf([scanned, expired]) };
}

/** A SHA-256 is part of the key, or leads to the SHA-1. */
function isCertificate(fingerprint: string): Condition {
  if (fingerprint.length === 40) return condition('fingerprint_sha1 = {sha1:String}', { sha1: fingerprint });
  return condition(
    `fingerprint_sha1 IN (
       SELECT {certificateKey:String}
       UNION ALL SELECT toString(fingerprint_sha1) FROM certificate_digests WHERE fingerprint_sha256 = {sha256:String})`,
    { certificateKey: certificateKey({ sha1: '', sha256: fingerprint }), sha256: fingerprint },
  );
}

/** Names are kept reversed: `*.example.test` is a range, and a piece in the middle is found by the pieces of its reverse. */
function onCertificate(domain: string): Condition {
  const reversed = reverseName(domain);
  const named = hasWildcard(domain)
    ? condition('rname LIKE {domain:String}', { domain: reversed.split('*').map(escapeLike).join('%') })
    : condition('rname = {domain:String}', { domain: reversed });
  return condition(
    `fingerprint_sha1 IN (SELECT fingerprint_sha1 FROM certificate_names WHERE ${named.sql})`,
    named.params,
  );
}
