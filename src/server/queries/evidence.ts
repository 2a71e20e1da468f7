import { groupBy } from '#model/group-by.ts';
import { formatAsn } from '#model/asn.ts';
import { lastAddress, parseCidr, type Cidr } from '#model/cidr.ts';
import { reverseName, type DomainSubject } from '#model/domain-name.ts';
import { formatIp } from '#model/ip-address.ts';
import { newestServers } from '#model/ns-timeline.ts';
import type { Engine, QueryOptions, Query } from '#server/engine/engine.ts';
import { type Dossier, asnOf, rangesOf } from './address-dossier.ts';
import { type DomainDossier, listedBelow } from './domain-dossier.ts';
import { originQuery, type OriginRow } from './address-origin.ts';
import { byKey, keyOf } from './address-key.ts';
import { bySubject, factsAbout, readFacts, type FactRow } from './fact-rows.ts';
import { inListingOrder, isUrl, listingLimit, listingRowsQuery, type ListingRow } from './listings.ts';
import { mergeParams } from './condition.ts';
import { newestSets } from './padns-sets.ts';
import {
  domainsOfRange,
  domainsOfRname,
  givesOutNames,
  isBenignName,
  isSharedHost,
  readRanges,
} from './domain-facts.ts';
import { withParents } from './name-server-reputation.ts';
import { namesOfOwner, ownerDomain } from './owner-domain.ts';
import type { FlaggedHosts, ScannedHosts } from './scan-data.ts';

/** A listing as a record shows it. */
export type Listing = ListingRow & {
  /** Known to be benign: it counts in no score. */
  readonly isBenign: boolean;
  /** It names a URL on a host that many share, and says nothing about the rest of the host. */
  readonly isUrlOnSharedHost: boolean;
};

/** The listings of one subject and the facts about it. */
export interface Evidence {
  /** The current ones first, then the last listed; at most `listingLimit`. */
  readonly listings: readonly Listing[];
  /** Counts of all listings, including those beyond the limit. */
  readonly listingsTotal: number;
  /** Those that hold today. */
  readonly facts: readonly FactRow[];
}

interface EvidenceRequest<Subject> {
  /** The operationId that asks. */
  readonly name: string;
  readonly subjects: readonly Subject[];
  /** 'yyyy-mm-dd' */
  readonly today: string;
}

/** In the order of the subjects, read with a fixed number of statements. @throws EngineError */
export type ReadEvidence<Subject> = (
  engine: Engine,
  request: EvidenceRequest<Subject>,
  options: QueryOptions,
) => Promise<Evidence[]>;

/**
 * Evidence about addresses: listings of the addresses, of ranges that contain them and of their AS. Their facts are in the
 * dossiers.
 */
export const addressEvidence: ReadEvidence<Dossier> = async (engine, { name, subjects, today }, options) => {
  const hostsOf = ({ ip, origin }: Dossier) => [ip, ...rangesOf(origin), ...asnOf(origin).map(formatAsn)];
  const hosts = [...new Set(subjects.flatMap(hostsOf))];
  const rows = await listingsByHost(engine, name, { hosts, today }, options);
  return subjects.map((dossier) =>
    networkEvidence(
      hostsOf(dossier).flatMap((host) => rows.get(host) ?? []),
      dossier.factRows,
      today,
    ),
  );
};

/**
 * Evidence about subnets: listings of the subnets, of ranges that contain them whole, of the AS that announces them whole, and of ranges
 * inside of them.
 */
export const subnetEvidence: ReadEvidence<Cidr> = async (engine, request, options) => {
  const { name, subjects } = request;
  const inside = await Promise.all(subjects.map((cidr) => engine.query(listedInsideQuery(name, cidr), options)));
  const parts = inside.map((rows) => rows.map(({ host }) => host));
  return evidenceOfSubnets(engine, request, options, parts);
};

/** Evidence about subnets without listings of ranges inside, which need a statement for each. */
export const wholeSubnetEvidence: ReadEvidence<Cidr> = (engine, request, options) =>
  evidenceOfSubnets(engine, request, options, []);

/** @param parts listed ranges inside each subnet, where they were read */
async function evidenceOfSubnets(
  engine: Engine,
  { name, subjects, today }: EvidenceRequest<Cidr>,
  options: QueryOptions,
  parts: readonly (readonly string[])[],
): Promise<Evidence[]> {
  const firsts = [...new Set(subjects.map(({ network }) => formatIp(network)))];
  const origins = byKey(await engine.query(originQuery(name, firsts), options));
  const held = subjects.map((cidr) => networksOf(cidr, origins.get(keyOf(formatIp(cidr.network)))));
  const [ranges, asns] = [held.flatMap((each) => each.ranges), held.flatMap((each) => each.asns)];
  const hosts = [...new Set([...ranges, ...asns.map(formatAsn), ...parts.flat()])];
  const [rows, facts] = await Promise.all([
    listingsByHost(engine, name, { hosts, today }, options),
    readFacts(engine, { name, subjects: { ranges, asns }, today }, options).then(bySubject),
  ]);
  return held.map((each, index) =>
    networkEvidence(
      [...each.ranges, ...each.asns.map(formatAsn), ...(parts[index] ?? [])].flatMap((host) => rows.get(host) ?? []),
      [...each.ranges, ...each.asns.map(String)].flatMap(facts),
      today,
    ),
  );
}

/** Listed ranges inside a subnet. */
function listedInsideQuery(name: string, cidr: Cidr): Query<{ readonly host: string }> {
  const first = "toIPv6OrDefault(splitByChar('/', host)[1])";
  return {
    name,
    sql: `
      SELECT DISTINCT host FROM listings
      WHERE kind = 'range' AND ${first} BETWEEN toIPv6({first:String}) AND toIPv6({last:String})
        AND toUInt8OrZero(splitByChar('/', host)[2]) > {length:UInt8}
      LIMIT ${listingLimit}`,
    params: { first: formatIp(cidr.network), last: formatIp(lastAddress(cidr)), length: cidr.length },
    settings: { max_threads: 1 },
  };
}

interface Networks {
  readonly ranges: readonly string[];
  readonly asns: readonly number[];
}

/** The ranges and the AS that contain a whole subnet, among those that contain its first address. */
function networksOf(cidr: Cidr, origin: OriginRow | undefined): Networks {
  if (!origin) return { ranges: [], asns: [] };
  const holds = (range: string) => (parseCidr(range)?.length ?? Infinity) <= cidr.length;
  return { ranges: rangesOf(origin).filter(holds), asns: holds(origin.subnet) ? asnOf(origin) : [] };
}

/** Evidence about autonomous systems. */
export const asnEvidence: ReadEvidence<number> = async (engine, { name, subjects, today }, options) => {
  const [rows, facts] = await Promise.all([
    listingsByHost(engine, name, { hosts: subjects.map(formatAsn), today }, options),
    readFacts(engine, { name, subjects: { asns: subjects }, today }, options).then(bySubject),
  ]);
  return subjects.map((asn) => networkEvidence(rows.get(formatAsn(asn)) ?? [], facts(String(asn)), today));
};

/** Evidence about name servers: listings of the host, and facts about the server or a zone above it. */
export const serverEvidence: ReadEvidence<string> = async (engine, { name, subjects, today }, options) => {
  const nameServers = withParents(subjects);
  const [rows, facts] = await Promise.all([
    listingsByHost(engine, name, { hosts: subjects, today }, options),
    readFacts(engine, { name, subjects: { nameServers, domains: subjects }, today }, options),
  ]);
  const [ofServers, ofHosts] = [factsAbout('name_server', facts), factsAbout('domain', facts)];
  return subjects.map((server) =>
    nameEvidence(rows.get(server) ?? [], withParents([server]).flatMap(ofServers), { today, ofHosts }),
  );
};

async function listingsByHost(
  engine: Engine,
  name: string,
  asked: Parameters<typeof listingRowsQuery>[1],
  options: QueryOptions,
): Promise<ReadonlyMap<string, readonly ListingRow[]>> {
  const rows = asked.hosts.length === 0 ? [] : await engine.query(listingRowsQuery(name, asked), options);
  return groupBy(rows, ({ owner }) => owner);
}

interface NameContext {
  /** 'yyyy-mm-dd' */
  readonly today: string;
  /** The facts about a listed host. */
  readonly ofHosts: (host: string) => readonly FactRow[];
}

/** Evidence from listings of names. */
function nameEvidence(
  rows: readonly ListingRow[],
  facts: readonly FactRow[],
  { today, ofHosts }: NameContext,
): Evidence {
  return evidenceOf(rows, facts, today, ({ host, subject }) => ({
    isBenign: isBenignName(ofHosts(host)),
    isUrlOnSharedHost: isUrl(subject) && isSharedHost(host, ofHosts(host)),
  }));
}

/**
 * Evidence from listings of addresses and networks. As in the scores, an address or a URL on it is benign when a source
 * calls the address or a range that contains it benign, a range when a source calls it or a larger range benign, an AS
 * never.
 */
function networkEvidence(rows: readonly ListingRow[], facts: readonly FactRow[], today: string): Evidence {
  const benign = facts.filter(({ kind }) => kind === 'known_benign').map(({ subject }) => parseCidr(subject));
  const isBenign = (host: string) => {
    if (host.startsWith('AS')) return false;
    const range = parseCidr(host);
    return range ? benign.some((outer) => outer !== null && outer.length <= range.length) : benign.length > 0;
  };
  return evidenceOf(rows, facts, today, ({ host }) => ({ isBenign: isBenign(host), isUrlOnSharedHost: false }));
}

function evidenceOf(
  rows: readonly ListingRow[],
  facts: readonly FactRow[],
  today: string,
  judge: (row: ListingRow) => Pick<Listing, 'isBenign' | 'isUrlOnSharedHost'>,
): Evidence {
  const totals = new Map(rows.map(({ owner, total }) => [owner, total]));
  return {
    listings: inListingOrder(rows, today)
      .slice(0, listingLimit)
      .map((row) => ({ ...row, ...judge(row) })),
    listingsTotal: [...totals.values()].reduce((sum, total) => sum + total, 0),
    facts,
  };
}

/**
 * Evidence about domains: listings of the domain, the queried name and hosts below that passive DNS has seen, and facts
 * about the current name servers. Names below a domain that gives out names are judged separately.
 */
export const domainEvidence: ReadEvidence<DomainSubject> = async (engine, { name, subjects, today }, options) => {
  const domains = [...new Set(subjects.map(({ domain }) => domain))];
  const names = [...new Set([...domains, ...subjects.map(({ query }) => query)])];
  const [below, sets, factsOf] = await Promise.all([
    listedBelow(engine, { name, subjects, today }, options),
    engine.query(newestSets(name, ['NS'], domains.map(reverseName)), options),
    readFacts(engine, { name, subjects: { domains: names }, today }, options).then(bySubject),
  ]);
  const setsOf = groupBy(sets, ({ rrname }) => rrname);
  const serversOf = new Map([...setsOf].map(([domain, ofDomain]) => [domain, newestServers(ofDomain)]));
  return evidenceOfNames(
    engine,
    { name, subjects, today },
    { listed: [...new Set([...subjects.flatMap(({ query }) => namesOfOwner(query)), ...below])], serversOf, factsOf },
    options,
  );
};

/** The same about domains whose dossiers are read: the listed names, the name servers and the facts come from there. */
export const dossierEvidence: ReadEvidence<DomainDossier> = (engine, { subjects, ...request }, options) => {
  // two dossiers of one domain have the same facts about it
  const facts = new Map(subjects.flatMap(({ factRows }) => [...groupBy(factRows, ({ subject }) => subject)]));
  return evidenceOfNames(
    engine,
    { ...request, subjects: subjects.map(({ subject }) => subject) },
    {
      listed: [...new Set(subjects.flatMap(({ listedNames }) => listedNames))],
      serversOf: new Map(subjects.map(({ subject, nsTimeline }) => [subject.domain, nsTimeline.at(-1)?.members ?? []])),
      factsOf: (name) => facts.get(name) ?? [],
    },
    options,
  );
};

interface NamesRead {
  /** Names that may be listed: of the subjects, or below their domains. */
  readonly listed: readonly string[];
  /** The current name servers of each domain. */
  readonly serversOf: ReadonlyMap<string, readonly string[]>;
  readonly factsOf: (subject: string) => readonly FactRow[];
}

async function evidenceOfNames(
  engine: Engine,
  { name, subjects, today }: EvidenceRequest<DomainSubject>,
  { listed, serversOf, factsOf: ofNames }: NamesRead,
  options: QueryOptions,
): Promise<Evidence[]> {
  const names = new Set(subjects.flatMap(({ query }) => namesOfOwner(query)));
  const zonesOf = new Map([...serversOf].map(([domain, members]) => [domain, withParents(members)]));
  const owned = listed.flatMap((host) => {
    const domain = ownerDomain(host) ?? host;
    if (names.has(domain) && !givesOutNames(domain, ofNames(domain))) return [{ host, owner: domain }];
    return names.has(host) ? [{ host, owner: host }] : [];
  });
  const asked = columns(owned);
  const nameServers = [...new Set([...zonesOf.values()].flat())];
  const [rows, read] = await Promise.all([
    owned.length === 0 ? [] : engine.query(listingRowsQuery(name, { ...asked, today }), options),
    readFacts(engine, { name, subjects: { nameServers, domains: asked.hosts }, today }, options),
  ]);
  const [rowsOf, ofServers, ofHosts] = [
    groupBy(rows, ({ owner }) => owner),
    factsAbout('name_server', read),
    factsAbout('domain', read),
  ];
  return subjects.map(({ query, domain }) => {
    const ofName = [...new Set([domain, query])].flatMap(ofNames);
    const facts = [...ofName, ...(zonesOf.get(domain) ?? []).flatMap(ofServers)];
    return nameEvidence(
      namesOfOwner(query).flatMap((each) => rowsOf.get(each) ?? []),
      facts,
      { today, ofHosts },
    );
  });
}

function columns(owned: readonly { readonly host: string; readonly owner: string }[]) {
  return { hosts: owned.map(({ host }) => host), owners: owned.map(({ owner }) => owner) };
}

/** Of the scans of `hostsOf` those under the names and names below them; the subject is the name. */
export function scansUnder(subjects: readonly DomainSubject[]): ScannedHosts {
  const of = hostsOf([...new Set(subjects.map(({ domain }) => domain))]);
  const names = [...new Set(subjects.map(({ query }) => query))];
  const subject = domainsOfRname(names, 'reverse(hostname)', 'names');
  return {
    ...of,
    rows: (table) => `SELECT * EXCEPT subject, ${subject} AS subject FROM (${of.rows(table)})`,
    params: mergeParams(of.params, { names: names.map(reverseName) }),
  };
}

/**
 * Scans of the hosts of domains; the subject is the domain. Scans are kept by address, so the addresses that its names ever pointed to
 * are looked up first. Only scans under a name of the domain count, because addresses are shared.
 */
function hostsOf(domains: readonly string[]): ScannedHosts {
  const rows = (table: string) =>
    `SELECT *, ${domainsOfRname(domains, 'reverse(hostname)')} AS subject FROM ${table} WHERE ${isPointedTo}`;
  // with one domain, every address is its own
  const isOwn = '(subject, ip) IN (SELECT each.1, each.2 FROM (SELECT arrayJoin(pointed) AS each))';
  return {
    ...addressesOf(domains),
    rows: domains.length === 1 ? rows : (table) => `SELECT * FROM (${rows(table)}) WHERE ${isOwn}`,
  };
}

const isPointedTo = 'ip IN (SELECT tupleElement(arrayJoin(pointed), 2))';

/** The addresses that domains and names below them pointed to: the domain, the address, and the last day. */
function addressesOf(domains: readonly string[]): Pick<ScannedHosts, 'pointed' | 'params'> {
  const { sql, params } = readRanges(domains, 'rname, rrtype, answer, last_seen');
  return {
    pointed: `
      SELECT groupArray((subject, ip, last)) FROM (
        SELECT ${domainsOfRange(domains)} AS subject, toIPv6OrDefault(answer) AS ip, max(toDate(last_seen)) AS last
        FROM (${sql}) WHERE rrtype IN ('A', 'AAAA') GROUP BY subject, ip
      )`,
    params: mergeParams(params, { reversed: domains.map(reverseName) }),
  };
}

/**
 * The hosts of domains for scan flags. Directories are stored by address: they count at every address that a name of the
 * domain pointed to in these days, even if other names share it.
 */
export function flaggedHostsOf(domains: readonly string[]): FlaggedHosts {
  return {
    hosts: hostsOf(domains),
    directories: (table) => `
      SELECT scanned.*, recent.subject AS subject
      FROM (SELECT * FROM ${table} WHERE ${isPointedTo}) AS scanned INNER JOIN (
        SELECT each.1 AS subject, each.2 AS ip FROM (SELECT arrayJoin(pointed) AS each) WHERE each.3 >= {since:Date}
      ) AS recent ON scanned.ip = recent.ip`,
  };
}
