import type { WildcardClass } from '#model/wildcard.ts';
import { issuerCondition } from './certificates.ts';
import { allOf, condition, type Condition, wildcardCondition } from './condition.ts';
import { serverCondition, type ServerMatch, type WhoisFilter, whoisFilters } from './ns-transfers.ts';
import { bound } from './padns-selection.ts';

/** Conditions on the domain that a host is in. Times are epoch seconds, inclusive. */
export interface HostEvidence {
  /** Name servers and mail exchangers count when they were seen after this time. */
  readonly seenAfter: number;
  readonly nameServer?: WildcardClass | 'self' | undefined;
  readonly mailExchanger?: WildcardClass | 'self' | undefined;
  /** What the newest whois record says. */
  readonly whois?: Omit<WhoisFilter, 'mayBeUnknown'> | undefined;
  /** One change of name servers meets all of these. */
  readonly nsChange?: NsChangeMatch | undefined;
  /** One certificate of the host meets all of these. */
  readonly certificate?: CertificateMatch | undefined;
}

interface NsChangeMatch {
  readonly from: ServerMatch | undefined;
  readonly to: ServerMatch | undefined;
  readonly after: number | undefined;
  readonly before: number | undefined;
}

interface CertificateMatch {
  /** A pattern with `*`. */
  readonly issuer: string | undefined;
  readonly issuedFrom: number | undefined;
  readonly issuedTo: number | undefined;
}

/** Conditions on rname, those given. */
export function hostEvidence({ nameServer, mailExchanger, whois, nsChange, certificate }: HostEvidence): Condition[] {
  return [
    ...(nameServer ? [inDomain(ownersOn('NS', nameServer))] : []),
    ...(mailExchanger ? [inDomain(ownersOn('MX', mailExchanger))] : []),
    ...(whois ? [inDomain(registeredAs(whois))] : []),
    ...(nsChange ? [inDomain(moved(nsChange))] : []),
    ...(certificate ? [certifiedBy(certificate)] : []),
  ];
}

/**
 * The host itself or its registrable domain, which the engine's own list of public suffixes decides (as E1, match=self).
 * @param owners a subquery of reversed names
 */
function inDomain({ sql, params }: Condition): Condition {
  const domain = 'reverse(cutToFirstSignificantSubdomain(reverse(rname)))';
  return condition(`rname IN (${sql}) OR ${domain} IN (${sql})`, params);
}

function ownersOn(type: 'NS' | 'MX', server: WildcardClass | 'self'): Condition {
  const recent = `rrtype = '${type}' AND last_seen > toDateTime({seenAfter:UInt32}, 'UTC')`;
  if (server === 'self') {
    const own = "answer = reverse(rname) OR endsWith(answer, concat('.', reverse(rname)))";
    return condition(`SELECT rname FROM fwd WHERE ${recent} AND (${own})`);
  }
  const matches = wildcardCondition({ text: 'reverse(arev)', reversed: 'arev' }, `server${type}`, server);
  return condition(`SELECT rname FROM rev WHERE ${recent} AND ${matches.sql}`, matches.params);
}

/** Domains that a record meets, and of these the ones whose newest record does (as C9). */
function registeredAs(whois: Omit<WhoisFilter, 'mayBeUnknown'>): Condition {
  const says = allOf(whoisFilters(whois));
  return condition(
    `SELECT reverse(domain) FROM (
       SELECT domain, created, registrar, emails FROM whois FINAL
       WHERE domain IN (SELECT domain FROM whois WHERE ${says.sql})
       ORDER BY date DESC LIMIT 1 BY domain
     ) WHERE ${says.sql}`,
    says.params,
  );
}

function moved({ from, to, after, before }: NsChangeMatch): Condition {
  const where = allOf([
    ...bound("at >= toDateTime({changedFrom:UInt32}, 'UTC')", { changedFrom: after }),
    ...bound("at <= toDateTime({changedTo:UInt32}, 'UTC')", { changedTo: before }),
    ...(from ? [serverCondition('old', from)] : []),
    ...(to ? [serverCondition('new', to)] : []),
  ]);
  return condition(`SELECT reverse(domain) FROM ns_transfers WHERE ${where.sql}`, where.params);
}

/** A certificate is valid for its names; `*.example.test` for every host directly below example.test. */
function certifiedBy({ issuer, issuedFrom, issuedTo }: CertificateMatch): Condition {
  const where = allOf([
    ...bound('toUnixTimestamp64Second(not_before) >= {issuedFrom:Int64}', { issuedFrom }),
    ...bound('toUnixTimestamp64Second(not_before) <= {issuedTo:Int64}', { issuedTo }),
    ...(issuer === undefined ? [] : [issuerCondition(issuer)]),
  ]);
  const names = `SELECT rname FROM certificate_names
                 WHERE fingerprint_sha1 IN (SELECT fingerprint_sha1 FROM certificates FINAL WHERE ${where.sql})`;
  const covering = "concat(substring(rname, 1, length(rname) - position(reverse(rname), '.') + 1), '*')";
  return condition(`rname IN (${names}) OR ${covering} IN (${names})`, where.params);
}
