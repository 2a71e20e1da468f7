import { dateToIsoDate } from '#model/dates.ts';
import { decidingHistory, type ListingSpan } from '#model/listing-history.ts';
import { nsTimeline, type NsStretch } from '#model/ns-timeline.ts';
import { listingWeights, type ListingHistory } from '#model/score-formulas.ts';
import type { Engine, QueryOptions, Query } from '#server/engine/engine.ts';
import {
  domainFacts,
  givesOutNames,
  isBenignName,
  isKnownBenign,
  isSharedHost,
  latestWhoisQuery,
  readNsEpisodes,
  observedZonesQuery,
  sightingsQuery,
  registeredZonesQuery,
  type DomainFacts,
  type LatestWhoisRow,
  type SightingRow,
} from './domain-facts.ts';
import { sharedHosts } from '#model/shared-host.ts';
import type { DomainSubject } from '#model/domain-name.ts';
import { groupBy } from '#model/group-by.ts';
import { bySubject, factsAbout, type FactRow, readFacts } from './fact-rows.ts';
import {
  nameServerReputations,
  nsKindsOf,
  withParents,
  type NameServerReputation,
  type NsKind,
} from './name-server-reputation.ts';
import { type HostSpan, hostSpans, listedNamesBelow } from './listings.ts';
import { namesOfOwner, ownerDomain } from './owner-domain.ts';

/** Registration and observation of a domain: what its information record is made from. */
export interface DomainRegistration {
  readonly subject: DomainSubject;
  /** Undefined: passive DNS never saw it. */
  readonly sighting: SightingRow | undefined;
  readonly whois: LatestWhoisRow | undefined;
  /** False when neither the domain nor anything else of its top-level zone is known. */
  readonly zoneIsKnown: boolean;
}

/** Everything that determines the risk of a domain. */
export interface DomainDossier extends DomainRegistration {
  /** False when nothing at all is known. */
  readonly isKnown: boolean;
  readonly facts: DomainFacts;
  /** The single facts about the domain and the queried name. */
  readonly factRows: readonly FactRow[];
  /**
   * A source knows the name as benign, or it is a shared host of a domain that one knows as benign, or all its listings are of names that
   * sources know as benign.
   */
  readonly isBenign: boolean;
  readonly listings: ListingHistory | null;
  /** Those of the domain, the queried name and names below the domain that are or were listed. */
  readonly listedNames: readonly string[];
  /** Different listed URLs. */
  readonly listedUrls: number;
  /** Names of the sources that listed it. */
  readonly listingFeeds: readonly string[];
  readonly nsTimeline: readonly NsStretch[];
  /** Of the current name servers. */
  readonly nameServers: readonly NameServerReputation[];
  /** The kinds of the current name servers: parking, sinkhole, expiry. */
  readonly nsKinds: ReadonlySet<NsKind>;
}

interface DossierRequest {
  /** The operationId that asks. */
  readonly name: string;
  readonly subjects: readonly DomainSubject[];
  readonly now: Date;
  /**
   * Reads only what decides the score: passive DNS only of domains without a known day of registration, and not how many domains the
   * name servers have.
   */
  readonly isForScore?: boolean;
}

/** In the order of the subjects. Two statements, and two about zones when a domain is unknown. @throws EngineError */
export async function domainRegistrations(
  engine: Engine,
  { name, subjects, isForScore }: DossierRequest,
  options: QueryOptions,
): Promise<DomainRegistration[]> {
  const domains = domainsOf(subjects);
  const registered = engine.query(latestWhoisQuery(name, domains), options).then(byDomain);
  const readSightings = async () => {
    const known = isForScore ? await registered : undefined;
    const asked = domains.filter((domain) => (known?.get(domain)?.created ?? null) === null);
    return byDomain(asked.length === 0 ? [] : await engine.query(sightingsQuery(name, asked), options));
  };
  const [whoisOf, sightingOf] = await Promise.all([registered, readSightings()]);
  const isKnown = ({ domain }: DomainSubject) => sightingOf.has(domain) || whoisOf.has(domain);
  const others = subjects.filter((subject) => !isKnown(subject)).map(({ zone }) => zone);
  const zones = await knownZones(engine, name, [...new Set(others)], options);
  return subjects.map((subject) => ({
    subject,
    sighting: sightingOf.get(subject.domain),
    whois: whoisOf.get(subject.domain),
    zoneIsKnown: isKnown(subject) || zones.has(subject.zone),
  }));
}

/** The top-level zones in which anything is known. Passive DNS is queried first: it is quick and knows most of them. */
async function knownZones(
  engine: Engine,
  name: string,
  zones: readonly string[],
  options: QueryOptions,
): Promise<ReadonlySet<string>> {
  if (zones.length === 0) return new Set();
  const seen = new Set((await engine.query(observedZonesQuery(name, zones), options)).map(({ zone }) => zone));
  const rest = zones.filter((zone) => !seen.has(zone));
  const registered = rest.length > 0 ? await engine.query(registeredZonesQuery(name, rest), options) : [];
  return new Set([...seen, ...registered.map(({ zone }) => zone)]);
}

/** In the order of the subjects, in two rounds of statements. @throws EngineError */
export async function domainDossiers(
  engine: Engine,
  request: DossierRequest,
  options: QueryOptions,
): Promise<DomainDossier[]> {
  const { name, subjects, isForScore = false } = request;
  const domains = domainsOf(subjects);
  const names = [...new Set([...domains, ...subjects.map(({ query }) => query)])];
  const today = dateToIsoDate(request.now);
  const [registrations, factRows, listingsOf, episodesOf] = await Promise.all([
    domainRegistrations(engine, request, options),
    readFacts(engine, { name, subjects: { domains: names }, today }, options),
    readDomainListings(engine, { name, subjects, today }, options),
    readNsEpisodes(engine, { name, domains }, options),
  ]);
  const factsOf = bySubject(factRows);
  const said = new Map(domains.map((domain) => [domain, domainFacts(factsOf(domain))]));
  const listed = subjects.map(({ query }) => listingsOf(query, (name) => givesOutNames(name, factsOf(name))));
  const timelines = new Map(domains.map((domain) => [domain, nsTimeline(episodesOf.get(domain) ?? [])]));
  const current = (domain: string): readonly string[] => timelines.get(domain)?.at(-1)?.members ?? [];
  const servers = [...new Set(domains.flatMap(current))];
  const listedHosts = [...new Set(listed.flatMap((each) => each?.spans.map(({ host }) => host) ?? []))];
  const around = { domains: listedHosts, nameServers: withParents(servers) };
  const [standings, aroundFacts] = await Promise.all([
    nameServerReputations(engine, name, { servers, today, isForScore }, options),
    readFacts(engine, { name, subjects: around, today }, options),
  ]);
  const [kindsOf, hostFacts] = [nsKindsOf(aroundFacts), factsAbout('domain', aroundFacts)];
  const benign = new Set(listedHosts.filter((host) => isBenignName(hostFacts(host))));
  const shared = new Set(listedHosts.filter((host) => isSharedHost(host, hostFacts(host))));
  // a URL on a shared host says nothing about other hosts of its domain
  const weightOf = ({ query }: DomainSubject, { host, isUrl }: NamedSpan) => {
    if (benign.has(host)) return listingWeights.knownBenign;
    if (!isUrl || !shared.has(host)) return 1;
    return namesOfOwner(query).includes(host) ? listingWeights.urlOnSharedHost : null;
  };
  const byWeight = (subject: DomainSubject, spans: readonly NamedSpan[]) =>
    [1, ...Object.values(listingWeights)].map((weight) => ({
      weight,
      spans: spans.filter((each) => weightOf(subject, each) === weight).map(({ span }) => span),
    }));
  const kinds = new Map(servers.map((server) => [server, [...kindsOf(server)]]));
  return registrations.map((registration, index) => {
    const { subject } = registration;
    const { domain, query } = subject;
    const own = listed[index];
    const facts = said.get(domain) ?? domainFacts([]);
    const { spans = [] } = own ?? {};
    return {
      ...registration,
      isKnown: facts.hasAny || [registration.sighting, registration.whois, own].some((each) => each !== undefined),
      facts,
      factRows: [...new Set([domain, query])].flatMap(factsOf),
      isBenign:
        isKnownBenign(factsOf(query)) ||
        (sharedHosts.includes(query) && isKnownBenign(factsOf(domain))) ||
        (spans.length > 0 && spans.every(({ host }) => isKnownBenign(hostFacts(host)))),
      // most subjects of a long list have none
      listings: spans.length === 0 ? null : decidingHistory(byWeight(subject, spans), request.now),
      listedNames: own?.names ?? [],
      listedUrls: own?.urls ?? 0,
      listingFeeds: own?.feeds ?? [],
      nsTimeline: timelines.get(domain) ?? [],
      nameServers: current(domain).flatMap((server) => standings.get(server) ?? []),
      nsKinds: new Set(current(domain).flatMap((server) => kinds.get(server) ?? [])),
    };
  });
}

/** Whether the collection holds anything about a domain: an observation, a registration, a listing or a fact. @throws EngineError */
export async function isKnownDomain(
  engine: Engine,
  { subject, ...request }: Omit<DossierRequest, 'subjects'> & { readonly subject: DomainSubject },
  options: QueryOptions,
): Promise<boolean> {
  const [dossier] = await domainDossiers(engine, { ...request, subjects: [subject] }, options);
  return dossier?.isKnown ?? false;
}

function domainsOf(subjects: readonly DomainSubject[]): string[] {
  return [...new Set(subjects.map(({ domain }) => domain))];
}

function byDomain<Row extends { readonly domain: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [row.domain, row]));
}

/** The listings that are under one name. */
interface HostRow {
  readonly host: string;
  readonly spans: readonly HostSpan[];
  /** Different URLs that were listed. */
  readonly urls: number;
  /** Names of the sources that listed it. */
  readonly feeds: readonly string[];
}

/** A listing with the name it is under. */
interface NamedSpan {
  readonly span: ListingSpan;
  readonly host: string;
  readonly isUrl: boolean;
}

interface DomainListings {
  readonly names: readonly string[];
  /** Those that have not run out. */
  readonly spans: readonly NamedSpan[];
  readonly urls: number;
  /** Sorted. */
  readonly feeds: readonly string[];
}

interface ListingsRequest {
  readonly name: string;
  readonly subjects: readonly DomainSubject[];
  /** 'yyyy-mm-dd' */
  readonly today: string;
}

/**
 * The listings of subjects: of the domain, of names below it that passive DNS has seen, and of the queried name; undefined
 * without any. Two statements, and a third when names below are listed.
 * @returns what takes a subject and whether its domain gives out names: those below such a domain count for their holders, not
 * for the domain
 * @throws EngineError
 */
async function readDomainListings(
  engine: Engine,
  { name, subjects, today }: ListingsRequest,
  options: QueryOptions,
): Promise<(query: string, givesOut: (name: string) => boolean) => DomainListings | undefined> {
  const names = [...new Set(subjects.flatMap(({ query }) => namesOfOwner(query)))];
  const [ofNames, below] = await Promise.all([
    engine.query(hostsQuery(name, names, today), options),
    listedBelow(engine, { name, subjects, today }, options),
  ]);
  const asked = new Set(names);
  const others = below.filter((host) => !asked.has(host));
  const ofOthers = others.length === 0 ? [] : await engine.query(hostsQuery(name, others, today), options);
  const rowOf = new Map([...ofNames, ...ofOthers].map((row) => [row.host, row]));
  const belowOf = groupBy(below, ownerDomain);
  return (query, givesOut) => {
    const owner = ownerDomain(query);
    const hosts = [...namesOfOwner(query), ...(owner === null || givesOut(owner) ? [] : (belowOf.get(owner) ?? []))];
    return joined([...new Set(hosts)].flatMap((host) => rowOf.get(host) ?? []));
  };
}

function joined(rows: readonly HostRow[]): DomainListings | undefined {
  if (rows.length === 0) return undefined;
  return {
    names: rows.map(({ host }) => host),
    spans: rows.flatMap(({ host, spans }) =>
      spans.map(([first, last, list, isUrl]) => ({ span: [first, last, list] as const, host, isUrl: isUrl === 1 })),
    ),
    // a URL is under one host
    urls: rows.reduce((sum, { urls }) => sum + urls, 0),
    feeds: [...new Set(rows.flatMap(({ feeds }) => feeds))].toSorted(),
  };
}

/**
 * Listed names that passive DNS has seen below the domains of the owners of subjects.
 * @throws EngineError
 */
export async function listedBelow(
  engine: Engine,
  { name, subjects, today }: ListingsRequest,
  options: QueryOptions,
): Promise<string[]> {
  const domains = new Set(subjects.flatMap(({ query }) => ownerDomain(query) ?? []));
  const params = { domains: [...domains], today };
  const query: Query<{ readonly host: string }> = { name, sql: listedNamesBelow, params, settings: { max_threads: 1 } };
  const rows = await engine.query(query, options);
  return rows.map(({ host }) => host).filter((host) => domains.has(ownerDomain(host) ?? ''));
}

function hostsQuery(name: string, hosts: readonly string[], today: string): Query<HostRow> {
  return {
    name,
    sql: `
      SELECT host, ${hostSpans} AS spans,
        toUInt32(uniqExactIf(indicator, position(indicator, '/') > 0)) AS urls, groupUniqArray(toString(source)) AS feeds
      FROM listings FINAL
      WHERE host IN {hosts:Array(String)} AND kind = 'host' AND first_listed <= {today:Date32}
      GROUP BY host`,
    params: { hosts, today },
    settings: { max_threads: 1 },
  };
}
