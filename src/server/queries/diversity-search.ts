import type { Query } from '#server/engine/engine.ts';
import {
  allOf,
  anyOf,
  type AsnChoice,
  chosenAsns,
  condition,
  type Condition,
  mergeParams,
  not,
  wildcardCondition,
} from './condition.ts';
import { diversityOf, type DiversityRow, type DiversityWindow } from './diversity.ts';
import { ownerCondition } from './padns-forward.ts';
import { type AddressRange, bound, type TextMatch } from './padns-selection.ts';
import type { WildcardClass } from '#model/wildcard.ts';
import { issuerCondition } from './certificates.ts';
import { newestWhois, transferConditions, type TransferMatch, type WhoisFilter, whoisFilters } from './ns-transfers.ts';
import type { Page } from './page.ts';

/** A number that has to be within bounds, inclusive. */
export interface CountBounds {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** A bound on first or last seen of a host's A records: all of them meet it (`strict`) or at least one (`any`). */
export interface SeenBound {
  readonly column: 'first_seen' | 'last_seen';
  readonly edge: 'min' | 'max';
  readonly mode: 'strict' | 'any';
  /** Epoch seconds, inclusive. */
  readonly time: number;
}

/** How many of the chosen ASNs a host uses. */
export interface AsnMatch {
  readonly choice: AsnChoice;
  readonly match: 'any' | 'all' | 'limit';
  readonly limits: CountBounds;
  /** Selects the hosts that do not match. */
  readonly negated: boolean;
}

export interface DiversitySearch extends DiversityWindow, HostEvidence, Page {
  /** The host, as a name. */
  readonly domain?: TextMatch | undefined;
  readonly seen: readonly SeenBound[];
  /** At least one address in one of them. */
  readonly networks: readonly AddressRange[];
  readonly asns?: AsnMatch | undefined;
  readonly counts: Readonly<Record<'asns' | 'addresses' | 'groups', readonly CountBounds[]>>;
}

/**
 * E8: hosts by their diversity, most addresses first. Conditions that use a key (name, networks, evidence about the domain)
 * select the hosts first; then the records of these hosts are counted once.
 */
export function padnsIpDiversitySearch(search: DiversitySearch): Query<DiversityRow> {
  const named = search.domain ? ownerCondition({ owner: search.domain, types: ['A'], bounds: {} }) : condition('true');
  const hosts = allOf([named, ...onNetworks(search), ...hostEvidence(search), ...seenHosts(search.seen, named)]);
  const counted = diversityOf(hosts, search);
  const having = allOf([...countConditions(search.counts), ...asnConditions(search.asns)]);
  return {
    name: 'padnsIpDiversitySearch',
    sql: `${counted.sql} HAVING ${having.sql} ORDER BY addresses DESC, rname LIMIT {limit:UInt32} OFFSET {skip:UInt32}`,
    params: mergeParams(counted.params, having.params, { limit: search.limit, skip: search.skip }),
    // the table is sorted by rname, so hosts are counted one after the other
    settings: { optimize_aggregation_in_order: 1 },
  };
}

function onNetworks({ networks }: DiversitySearch): Condition[] {
  if (networks.length === 0) return [];
  const inOne = anyOf(
    networks.map(({ first, last }, at) =>
      condition(`ip BETWEEN {netFirst${at}:IPv6} AND {netLast${at}:IPv6}`, {
        [`netFirst${at}`]: first,
        [`netLast${at}`]: last,
      }),
    ),
  );
  return [
    condition(
      `rname IN (SELECT rname FROM rev WHERE rrtype = 'A' AND last_seen > toDateTime({seenAfter:UInt32}, 'UTC')
                 AND (${inOne.sql}))`,
      inOne.params,
    ),
  ];
}

/** All A records of a host count here, so that a host first seen last year is not new. */
function seenHosts(bounds: readonly SeenBound[], named: Condition): Condition[] {
  if (bounds.length === 0) return [];
  const having = allOf(bounds.map(seenCondition));
  return [
    condition(
      `rname IN (SELECT rname FROM fwd FINAL WHERE (${named.sql}) AND rrtype = 'A' GROUP BY rname HAVING ${having.sql})`,
      having.params,
    ),
  ];
}

function seenCondition({ column, edge, mode, time }: SeenBound): Condition {
  const key = `${column}_${edge}`;
  // all records are at or after a time if the earliest is; at least one is if the latest is
  const aggregate = (edge === 'min') === (mode === 'strict') ? 'min' : 'max';
  const operator = edge === 'min' ? '>=' : '<=';
  return condition(`${aggregate}(${column}) ${operator} toDateTime({${key}:UInt32}, 'UTC')`, { [key]: time });
}

function countConditions(counts: DiversitySearch['counts']): Condition[] {
  return Object.entries(counts).flatMap(([column, list]) =>
    list.flatMap((bounds, at) => within(column, `${column}${at}`, bounds)),
  );
}

function within(sql: string, key: string, { min, max }: CountBounds): Condition[] {
  return [
    ...bound(`${sql} >= {${key}Min:UInt32}`, { [`${key}Min`]: min }),
    ...bound(`${sql} <= {${key}Max:UInt32}`, { [`${key}Max`]: max }),
  ];
}

function asnConditions(asked: AsnMatch | undefined): Condition[] {
  if (!asked) return [];
  const chosen = chosenAsns(asked.choice);
  const used = `uniqExactIf(asn, asn IN (${chosen.sql}))`;
  const matches = {
    any: () => condition(`${used} > 0`),
    all: () => condition(`${used} > 0 AND ${used} = (SELECT count() FROM (${chosen.sql}))`),
    limit: () => allOf(within(used, 'asnMatch', asked.limits)),
  }[asked.match]();
  const met = condition(matches.sql, mergeParams(chosen.params, matches.params));
  return [asked.negated ? not(met) : met];
}

/** Conditions on the domain that a host is in. Times are epoch seconds, inclusive. */
export interface HostEvidence {
  /** Name servers and mail exchangers count when they were seen after this time. */
  readonly seenAfter: number;
  readonly nameServer?: WildcardClass | 'self' | undefined;
  readonly mailExchanger?: WildcardClass | 'self' | undefined;
  /** The same for servers of any time, as those of a tag: the newest, however old. */
  readonly tagged?: TagServers | undefined;
  /** Conditions on the newest whois record. */
  readonly whois?: Omit<WhoisFilter, 'mayBeUnknown'> | undefined;
  /** Conditions that one change of name servers must meet together. */
  readonly nsChange?: TransferMatch | undefined;
  /** Conditions that one certificate of the host must meet together. */
  readonly certificate?: CertificateMatch | undefined;
}

/** Servers without which a host cannot have a tag. */
export interface TagServers {
  readonly NS?: WildcardClass | 'self' | undefined;
  readonly MX?: WildcardClass | 'self' | undefined;
}

interface CertificateMatch {
  /** A pattern with `*`. */
  readonly issuer: string | undefined;
  readonly issuedFrom: number | undefined;
  readonly issuedTo: number | undefined;
}

/** Conditions on rname, those given. */
function hostEvidence({ nameServer, mailExchanger, tagged, whois, nsChange, certificate }: HostEvidence): Condition[] {
  return [
    ...(nameServer ? [inDomain(ownersOn('NS', nameServer, recently))] : []),
    ...(mailExchanger ? [inDomain(ownersOn('MX', mailExchanger, recently))] : []),
    ...(tagged?.NS ? [inDomain(ownersOn('NS', tagged.NS, atAnyTime))] : []),
    ...(tagged?.MX ? [inDomain(ownersOn('MX', tagged.MX, atAnyTime))] : []),
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

const recently = { key: 'server', sql: "last_seen > toDateTime({seenAfter:UInt32}, 'UTC')" } as const;
const atAnyTime = { key: 'tagServer', sql: 'true' } as const;

function ownersOn(
  type: 'NS' | 'MX',
  server: WildcardClass | 'self',
  when: typeof recently | typeof atAnyTime,
): Condition {
  const seen = `rrtype = '${type}' AND ${when.sql}`;
  if (server === 'self') {
    const own = "answer = reverse(rname) OR endsWith(answer, concat('.', reverse(rname)))";
    return condition(`SELECT rname FROM fwd WHERE ${seen} AND (${own})`);
  }
  const matches = wildcardCondition({ text: 'reverse(arev)', reversed: 'arev' }, `${when.key}${type}`, server);
  return condition(`SELECT rname FROM rev WHERE ${seen} AND ${matches.sql}`, matches.params);
}

/** Domains with a matching record, narrowed to those whose newest record matches (as C9). */
function registeredAs(whois: Omit<WhoisFilter, 'mayBeUnknown'>): Condition {
  const [anyRecord, newest] = [allOf(whoisFilters(whois)), allOf(whoisFilters(whois, newestWhois))];
  return condition(
    `SELECT reverse(domain) FROM whois FINAL WHERE domain IN (SELECT domain FROM whois WHERE ${anyRecord.sql})
     GROUP BY domain HAVING ${newest.sql}`,
    newest.params,
  );
}

function moved(transfer: TransferMatch): Condition {
  const where = allOf(transferConditions(transfer));
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
