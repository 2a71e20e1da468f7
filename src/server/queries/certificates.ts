import { escapeLike, type WildcardClass } from '#model/wildcard.ts';
import type { Query } from '#server/engine/engine.ts';
import { allOf, condition, type Condition, mergeParams, wildcardCondition } from './condition.ts';
import { bound } from './padns-selection.ts';
import type { Page } from './page.ts';

// Digests of certificates as answers show them: empty when they are unknown.

/** SQL of the SHA-1; empty for a key made of the SHA-256 (model/certificate.ts). */
export const sha1Of = (key: string): string => `if(startsWith(${key}, 'sha256:'), '', toString(${key}))`;

/** SQL of another digest, whose column of fixed length holds NULs when it is unknown. */
export const digestOf = (column: string): string => `toStringCutToZero(${column})`;

type NameMatch = WildcardClass | { readonly kind: 'regex'; readonly regex: string };

/** Which certificates, by the names they are valid for. Times are epoch seconds, inclusive. */
export interface CertificateSearch extends Page {
  readonly names: NameMatch;
  /** A pattern with `*`. */
  readonly issuer: string | undefined;
  readonly issuedFrom: number | undefined;
  readonly issuedTo: number | undefined;
  /** The most certificates of one registrable domain. */
  readonly perDomain: number | undefined;
}

/** `logged` is yyyymmdd, times are 'yyyy-mm-dd hh:mm:ss', `host` is the matching name. */
export interface CertificateRow {
  readonly host: string;
  readonly domain: string;
  /** Unknown digests are empty; at least one of SHA-1 and SHA-256 is known. */
  readonly fingerprint_sha1: string;
  readonly fingerprint_sha256: string;
  readonly fingerprint_md5: string;
  readonly subject_common_name: string;
  readonly subject_org: string;
  readonly domains: readonly string[];
  readonly issuer_common_name: string;
  readonly issuer_organization: string;
  readonly chain: readonly string[];
  readonly serial_hex: string;
  readonly not_before: string;
  readonly not_after: string;
  readonly logged: number;
  readonly cert_index: number;
  readonly source_name: string;
  readonly source_url: string;
}

// The engine's own list of public suffixes decides, so that limit_by_n leaves pages whole. `*.` belongs to no domain.
const registrable = `if(cutToFirstSignificantSubdomain(bare) = '', bare, cutToFirstSignificantSubdomain(bare))`;

/** C12: each certificate once, latest issued first. */
export function domainCertificates(search: CertificateSearch): Query<CertificateRow> {
  const { issuer, issuedFrom, issuedTo, perDomain, limit, skip } = search;
  const names = nameCondition(search.names);
  const where = allOf([
    condition('fingerprint_sha1 IN (SELECT fingerprint_sha1 FROM found)'),
    ...bound('toUnixTimestamp64Second(not_before) >= {issuedFrom:Int64}', { issuedFrom }),
    ...bound('toUnixTimestamp64Second(not_before) <= {issuedTo:Int64}', { issuedTo }),
    ...(issuer === undefined ? [] : [issuerCondition(issuer)]),
  ]);
  return {
    name: 'domainCertificates',
    sql: `
      WITH found AS (
        SELECT fingerprint_sha1, argMin(reverse(rname), (length(rname), rname)) AS host
        FROM certificate_names WHERE ${names.sql} GROUP BY fingerprint_sha1
      )
      SELECT host, replaceRegexpOne(host, '^\\\\*\\\\.', '') AS bare, ${registrable} AS domain,
             ${sha1Of('c.fingerprint_sha1')} AS fingerprint_sha1, ${digestOf('c.fingerprint_sha256')} AS fingerprint_sha256,
             ${digestOf('c.fingerprint_md5')} AS fingerprint_md5, subject_common_name, subject_org,
             domains, issuer_common_name, issuer_organization, chain, serial_hex, toString(c.not_before) AS not_before,
             toString(c.not_after) AS not_after, toYYYYMMDD(c.logged) AS logged, cert_index, source_name, source_url
      FROM found INNER JOIN (SELECT * FROM certificates FINAL WHERE ${where.sql}) AS c
        ON found.fingerprint_sha1 = c.fingerprint_sha1
      ORDER BY c.not_before DESC, c.fingerprint_sha1
      ${perDomain === undefined ? '' : 'LIMIT {perDomain:UInt32} BY domain'}
      LIMIT {limit:UInt32} OFFSET {skip:UInt32}`,
    params: mergeParams(names.params, where.params, { ...(perDomain !== undefined && { perDomain }), limit, skip }),
  };
}

/** On `rname`, the reversed names of certificates. */
function nameCondition(match: NameMatch): Condition {
  if (match.kind === 'regex') return condition('match(reverse(rname), {name:String})', { name: match.regex });
  if (match.kind !== 'exact') return wildcardCondition({ text: 'reverse(rname)', reversed: 'rname' }, 'name', match);
  // C12: certificates for the name, for the wildcard below it, and for the wildcard that covers it
  const above = match.text.slice(match.text.indexOf('.') + 1);
  return condition('rname IN (SELECT reverse(arrayJoin({names:Array(String)})))', {
    names: [match.text, `*.${match.text}`, `*.${above}`],
  });
}

/** On a certificate's issuer: its common name or organization, ignoring case. @param pattern with `*` */
export function issuerCondition(pattern: string): Condition {
  const issuer = pattern.split('*').map(escapeLike).join('%');
  return condition('issuer_common_name ILIKE {issuer:String} OR issuer_organization ILIKE {issuer:String}', { issuer });
}

interface SiblingsRow {
  /** Certificates of the domain. */
  readonly certificates: number;
  /** Number of other names on them. */
  readonly results: number;
  readonly siblings: readonly string[];
}

const mostSiblings = 10_000;

/** C13: the names on the certificates of a domain and its subdomains, without the queried one. */
export function domainSiblings({ domain, query }: { domain: string; query: string }): Query<SiblingsRow> {
  return {
    name: 'domainSiblings',
    sql: `
      WITH own AS (
        SELECT DISTINCT fingerprint_sha1 FROM certificate_names
        WHERE rname = reverse({domain:String}) OR startsWith(rname, reverse({below:String}))
      )
      SELECT uniqExact(fingerprint_sha1) AS certificates,
             arrayFilter(name -> name != {query:String}, arraySort(groupUniqArrayArray(domains))) AS names,
             length(names) AS results, arraySlice(names, 1, ${mostSiblings}) AS siblings
      FROM certificates WHERE fingerprint_sha1 IN (SELECT fingerprint_sha1 FROM own)`,
    params: { domain, below: `.${domain}`, query },
  };
}
