import { groupBy } from '#model/group-by.ts';
import { parseCidr } from '#model/cidr.ts';
import type { FactKind } from '#model/fact-kind.ts';
import type { Engine, QueryOptions } from '#server/engine/engine.ts';
import { byKey, keyOf } from './address-key.ts';
import {
  type HostedRow,
  MAX_NAMES_PER_ADDRESS,
  type PresenceRow,
  type ScannedRow,
  hostedQuery,
  listedNamesQuery,
  pointerQuery,
  fewAddresses,
  listedAmongQuery,
  namesAtQuery,
  presenceQuery,
  scannedQuery,
} from './address-statements.ts';
import { isBenignName, isSharedHost } from './domain-facts.ts';
import { type FactRow, bySubject, factsAbout, readFacts } from './fact-rows.ts';
import { formatAsn } from '#model/asn.ts';
import { decidingHistory, listingHistory, type ListingSpan } from '#model/listing-history.ts';
import { listingScore, listingWeights, type ListingHistory } from '#model/score-formulas.ts';
import { type OriginRow, announcedOn, announcedQuery, originQuery } from './address-origin.ts';
import { hostListingsQuery, type HostListingsRow, listedHosts } from './listings.ts';
import { activeDays, dateToDayInt, dateToIsoDate, firstOfLastDays, scanDays, type DayInt } from '#model/dates.ts';
import { assignmentDayQuery } from './data-day.ts';

/** The facts about one address, the ranges that contain it and its AS, combined. */
interface AddressFacts {
  /** Empty when no source names it. */
  readonly ptr: string;
  readonly isTorExit: boolean;
  readonly isDslDynamic: boolean;
  readonly isIpfsNode: boolean;
  readonly isVpn: boolean;
  /** Shared by many sites: listings of names on it say nothing about it. */
  readonly isCdn: boolean;
  readonly isKnownBenign: boolean;
  readonly isSinkhole: boolean;
  /** The names that sources give, separated by commas. */
  readonly benignActor: string;
  readonly benignTags: readonly string[];
  readonly sinkholeTags: readonly string[];
  /** True when a source names the address itself, not only its network. */
  readonly hasOwn: boolean;
}

/**
 * Combines the facts of several sources about one address. Facts about the address come first, then those about its ranges,
 * the smallest range first.
 * @param rows those of the address, of every range that holds it and of its AS
 */
function addressFacts(rows: readonly FactRow[]): AddressFacts {
  const nearest = [...rows].sort(
    (a, b) => depth(b) - depth(a) || compare(b.from, a.from) || compare(a.source, b.source),
  );
  const of = (kind: FactKind) => nearest.filter((row) => row.kind === kind);
  const has = (kind: FactKind) => rows.some((row) => row.kind === kind);
  const tags = (kind: FactKind) => [...new Set(of(kind).flatMap((row) => row.tags))].sort();
  const values = (kind: FactKind) => [...new Set(of(kind).map((row) => row.value))].filter((value) => value !== '');
  return {
    ptr: values('ptr')[0] ?? '',
    isTorExit: has('tor_exit'),
    isDslDynamic: has('dsl_dynamic'),
    isIpfsNode: has('ipfs_node'),
    isVpn: has('vpn'),
    isCdn: has('cdn'),
    isKnownBenign: has('known_benign'),
    isSinkhole: has('sinkhole'),
    benignActor: values('known_benign').join(', '),
    benignTags: tags('known_benign'),
    sinkholeTags: tags('sinkhole'),
    hasOwn: rows.some((row) => row.subjectType === 'ip'),
  };
}

/** How specific a fact is: 129 for the address itself, the prefix length of a range, 0 for its AS. */
function depth({ subjectType, subject }: FactRow): number {
  if (subjectType === 'ip') return 129;
  return subjectType === 'range' ? (parseCidr(subject)?.length ?? 0) : 0;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** The listings of a network that holds the address. */
export interface NetworkListings {
  /** CIDR, or AS64500. */
  readonly subject: string;
  readonly history: ListingHistory;
}

/** CIDR of the ranges with facts or listings that hold an address, the smallest first. */
export function rangesOf({ ranges }: OriginRow): string[] {
  const length = (range: string) => parseCidr(range)?.length ?? 0;
  return ranges === '' ? [] : ranges.split(',').sort((a, b) => length(b) - length(a));
}

/** None when the address is not announced. */
export function asnOf({ asn }: OriginRow): number[] {
  return asn > 0 ? [asn] : [];
}

interface NamesRequest {
  readonly name: string;
  readonly ips: readonly string[];
  /** 'yyyy-mm-dd' */
  readonly since: string;
  readonly presence: ReadonlyMap<string, PresenceRow>;
}

interface NamesOnAddresses {
  /** By the key of the address: the names on it that may have listings. */
  readonly names: ReadonlyMap<string, readonly string[]>;
  /** All of them, or the listed ones where there are many. */
  readonly listable: readonly string[];
}

async function readNames(
  engine: Engine,
  { name, ips, since, presence }: NamesRequest,
  options: QueryOptions,
): Promise<NamesOnAddresses> {
  const activeAt = (ip: string) => presence.get(keyOf(ip))?.active ?? 0;
  const isCrowded = (ip: string) => activeAt(ip) > MAX_NAMES_PER_ADDRESS;
  const crowded = ips.filter(isCrowded);
  const names = new Map(
    [...presence].map(([key, row]) => [key, row.active > MAX_NAMES_PER_ADDRESS ? [] : [...row.names]]),
  );
  const others = ips.length > fewAddresses ? ips.filter((ip) => !isCrowded(ip) && activeAt(ip) > 0) : [];
  const listed = await Promise.all([
    crowded.length > 0 ? engine.query(listedNamesQuery(name, crowded, since), options) : [],
    readListed(engine, { name, ips: others, since }, options),
  ]);
  for (const { key, host } of listed.flat()) names.get(key)?.push(host);
  const all = [...new Set([...names.values()].flat())];
  if (all.length <= MAX_NAMES_PER_ADDRESS) return { names, listable: all };
  // the facts about thousands of names are not read: few of the names are listed
  const onLists = await engine.query(listedHosts(name, all), options);
  return { names, listable: onLists.map(({ host }) => host) };
}

/** The listed names of addresses that are not crowded. */
async function readListed(
  engine: Engine,
  { name, ips, since }: Omit<NamesRequest, 'presence'>,
  options: QueryOptions,
): Promise<readonly { readonly key: string; readonly host: string }[]> {
  if (ips.length === 0) return [];
  const hosts = (await engine.query(listedAmongQuery(name, ips, since), options)).map(({ host }) => host);
  return hosts.length === 0 ? [] : engine.query(namesAtQuery(name, { ips, hosts, since }), options);
}

/** The listings under a host that count in its score. */
type CountingListings = Omit<HostListingsRow, 'spans'> & { readonly spans: readonly ListingSpan[] };

/** By host. The listings of a benign name, and of URLs on a shared host, do not count. @param factsOf those about a name */
function countingListings(
  rows: readonly HostListingsRow[],
  factsOf: (name: string) => readonly FactRow[],
): (host: string) => readonly CountingListings[] {
  const counting = rows.map(({ host, isMalware, spans }) => {
    const facts = factsOf(host);
    const isBenign = isBenignName(facts);
    const isShared = isSharedHost(host, facts);
    const kept = spans.filter(([, , , isUrl]) => !isBenign && !(isUrl === 1 && isShared));
    return { host, isMalware, spans: kept.map(([first, last, list]): ListingSpan => [first, last, list]) };
  });
  const byHost = groupBy(counting, ({ host }) => host);
  return (host) => byHost.get(host) ?? [];
}

interface ObservedListings {
  readonly listingsOf: (host: string) => readonly CountingListings[];
  readonly names: NamesOnAddresses['names'];
}

interface ListingsInput {
  readonly observed: ObservedListings;
  readonly facts: (subject: string) => readonly FactRow[];
  readonly now: Date;
}

/** A name on an address with malware or c2 listings. */
interface MalwareNameRow {
  readonly name: string;
  /** Those that name it still, else those that named it. */
  readonly sources: readonly string[];
  readonly isOpen: boolean;
}

const mostMalwareNames = 5;

function malwareNames(rows: readonly CountingListings[], now: Date): MalwareNameRow[] {
  const named = rows.flatMap(({ host, isMalware, spans }): MalwareNameRow[] => {
    const open = spans.filter((span) => listingHistory([span], now)?.lists_open);
    const counting = open.length > 0 ? open : spans;
    if (isMalware === 0 || counting.length === 0) return [];
    return [{ name: host, sources: [...new Set(counting.map(([, , list]) => list))], isOpen: open.length > 0 }];
  });
  return named
    .toSorted((a, b) => Number(b.isOpen) - Number(a.isOpen) || compare(a.name, b.name))
    .slice(0, mostMalwareNames);
}

/** The listing histories of an address, of those listings that count in a score. */
interface AddressListings {
  /** True when a list names or named the address, or a current listing names its network. */
  readonly isListed: boolean;
  readonly listings: ListingHistory | null;
  /** Malware and c2 listings of the address and, unless it is of a CDN, of names on it. */
  readonly malware: ListingHistory | null;
  /** The names on the address among those, the ones that are listed still first. */
  readonly malwareNames: readonly MalwareNameRow[];
  /** Of the listed ranges that hold the address, the one with the highest listing score. */
  readonly rangeListings: NetworkListings | null;
  /** The listings of its AS. */
  readonly asnListings: NetworkListings | null;
}

/** The listing histories of an address. A benign address keeps its history, which counts in no score. */
function listingsOf(ip: string, origin: OriginRow, { observed, facts, now }: ListingsInput): AddressListings {
  const ranges = rangesOf(origin);
  const asns = asnOf(origin).map(formatAsn);
  const is = (fact: FactKind) => (subject: string) => facts(subject).some(({ kind }) => kind === fact);
  const isBenign = is('known_benign');
  const around = [keyOf(ip), ...ranges];
  const historyOf = (rows: readonly CountingListings[]) =>
    listingHistory(
      rows.flatMap((row) => row.spans),
      now,
    );
  // a range is benign when a source names it or a larger range
  const isKnownBenign = around.some(isBenign);
  const own = isKnownBenign ? [] : observed.listingsOf(ip);
  const onNames = around.some(is('cdn')) ? [] : (observed.names.get(keyOf(ip)) ?? []).flatMap(observed.listingsOf);
  const counting = ranges.filter((_, index) => !ranges.slice(index).some(isBenign));
  const ofNetworks = (subjects: readonly string[]): NetworkListings | null =>
    subjects
      .map((subject) => ({ subject, history: historyOf(observed.listingsOf(subject)) }))
      .reduce<NetworkListings | null>(
        (worst, { subject, history }) =>
          history && listingScore(history) > listingScore(worst?.history ?? null) ? { subject, history } : worst,
        null,
      );
  const [rangeListings, asnListings] = [ofNetworks(counting), ofNetworks(asns)];
  return {
    isListed: observed.listingsOf(ip).length > 0 || rangeListings !== null || asnListings !== null,
    listings: decidingHistory(
      [
        {
          weight: isKnownBenign ? listingWeights.knownBenign : 1,
          spans: observed.listingsOf(ip).flatMap(({ spans }) => spans),
        },
      ],
      now,
    ),
    malware: historyOf([...own, ...onNames].filter((row) => row.isMalware === 1)),
    malwareNames: malwareNames(onNames, now),
    rangeListings,
    asnListings,
  };
}

/** Everything that the collection knows about one address: what all address records are made from. */
export interface Dossier extends AddressListings {
  /** Canonical text. */
  readonly ip: string;
  /** False when the address is not announced and nothing was observed about it. */
  readonly isKnown: boolean;
  /**
   * A name, a reverse name, a list or a fact names the address itself, a list names a range or the AS that holds it, or a
   * server was seen at it. Its announcement and its cloud provider are not observations.
   */
  readonly isObserved: boolean;
  /** A name pointed to it in the last 30 days, a server was seen at it in the last 180, or a source describes the address itself. */
  readonly isInUse: boolean;
  readonly origin: OriginRow;
  /** The day of the assignment data that gives the announcement of the address, or its absence. */
  readonly assignedAsOf: DayInt;
  readonly facts: AddressFacts;
  /** The single facts about the address, the ranges that contain it and its AS. */
  readonly factRows: readonly FactRow[];
  /** Empty without a reverse name. */
  readonly ptr: string;
  /** Names that point to the address, ever and within the last 30 days. */
  readonly density: number;
  readonly activeDensity: number;
  /** Of the names of the last 30 days, those that are listed. */
  readonly hosted: Omit<HostedRow, 'key'>;
}

interface DossierRequest {
  /** The operationId that asks. */
  readonly name: string;
  /** Canonical text, IPv4 or IPv6, at least one. */
  readonly ips: readonly string[];
  readonly now: Date;
  /** Also counts what the snapshots leave out, for `*_explain`. */
  readonly explain?: boolean;
}

/** The dossiers of addresses, in their order, read with a fixed number of statements. @throws EngineError */
export async function addressDossiers(
  engine: Engine,
  request: DossierRequest,
  options: QueryOptions,
): Promise<Dossier[]> {
  const { name, now } = request;
  const ips = [...new Set(request.ips)];
  const today = dateToIsoDate(now);
  const since = dateToIsoDate(firstOfLastDays(activeDays, now));
  const scannedSince = dateToIsoDate(firstOfLastDays(scanDays, now));
  const readPresence = async () => {
    const presence = byKey(await engine.query(presenceQuery(name, ips, since), options));
    return { presence, ...(await readNames(engine, { name, ips, since, presence }, options)) };
  };
  // the listings and facts wait only for what names their subjects
  const readAround = async () => {
    const [{ presence, names, listable }, origins] = await Promise.all([
      readPresence(),
      readOrigins(engine, { ...request, ips }, options),
    ]);
    const all = [...origins.values()];
    const networks = { ranges: [...new Set(all.flatMap(rangesOf))], asns: [...new Set(all.flatMap(asnOf))] };
    const idle = ips.filter((ip) => !presence.get(keyOf(ip))?.active);
    const hosts = [...new Set([...ips, ...networks.ranges, ...networks.asns.map(formatAsn), ...listable])];
    const [listingRows, read, newest, scanned] = await Promise.all([
      engine.query(hostListingsQuery(name, hosts, today), options),
      readFacts(engine, { name, subjects: { ips, ...networks, domains: listable }, today }, options),
      all.every(({ asn }) => asn > 0) ? 0 : newestAssignmentDay(engine, name, now, options),
      idle.length === 0 ? new Map<string, ScannedRow>() : engine.query(scannedQuery(name, idle), options).then(byKey),
    ]);
    return { presence, names, origins, listingRows, read, newest, scanned };
  };
  const [{ presence, names, origins, listingRows, read, newest, scanned }, pointers, hosted] = await Promise.all([
    readAround(),
    engine.query(pointerQuery(name, ips), options).then(byKey),
    engine.query(hostedQuery(name, ips), options).then(byKey),
  ]);
  const facts = bySubject(read.filter(({ subjectType }) => subjectType !== 'domain'));
  const observed = { listingsOf: countingListings(listingRows, factsAbout('domain', read)), names };
  return request.ips.map((ip) => {
    const key = keyOf(ip);
    const origin = origins.get(key);
    if (!origin) throw new Error(`the engine left out ${ip}`);
    const factRows = [key, ...rangesOf(origin), ...asnOf(origin).map(String)].flatMap(facts);
    const merged = addressFacts(factRows);
    const listings = listingsOf(ip, origin, { observed, facts, now });
    // an observed reverse name is more recent than one in a list of facts
    const ptr = pointers.get(key)?.ptr ?? merged.ptr;
    const seen = presence.get(key);
    const isInUse = merged.hasOwn || (seen?.active ?? 0) > 0 || (scanned.get(key)?.last ?? '') >= scannedSince;
    const isObserved = merged.hasOwn || listings.isListed || [seen, pointers.get(key), scanned.get(key)].some(Boolean);
    return {
      ip,
      isKnown: origin.asn > 0 || isObserved || factRows.length > 0,
      isObserved,
      isInUse,
      origin,
      assignedAsOf: origin.asn > 0 ? origin.asOf : newest,
      facts: merged,
      factRows,
      ptr,
      density: seen?.density ?? 0,
      activeDensity: seen?.active ?? 0,
      hosted: hosted.get(key) ?? { ip_reputation: 0, ip_density: seen?.active ?? 0, names_num_listed: 0 },
      ...listings,
    };
  });
}

/**
 * The day as of which an unannounced address is known to be unannounced: that of the newest assignment data, or today
 * without any.
 */
async function newestAssignmentDay(engine: Engine, name: string, now: Date, options: QueryOptions): Promise<DayInt> {
  const [row] = await engine.query(assignmentDayQuery(name, dateToIsoDate(now)), options);
  return row && row.day > 0 ? row.day : dateToDayInt(now);
}

async function readOrigins(
  engine: Engine,
  { name, ips, now, explain = false }: DossierRequest,
  options: QueryOptions,
): Promise<ReadonlyMap<string, OriginRow>> {
  const rows = await engine.query(originQuery(name, ips), options);
  const quiet = rows.filter((row) => row.asn > 0 && row.asnReputation.ips_in_asn === 0).map((row) => row.asn);
  if (!explain || quiet.length === 0) return byKey(rows);
  const announced = await engine.query(announcedQuery(name, quiet), options);
  return byKey(
    rows.map((row) => {
      const ips_in_asn = row.asnReputation.ips_in_asn || announcedOn(announced, row.asn, dateToIsoDate(now));
      return { ...row, asnReputation: { ...row.asnReputation, ips_in_asn } };
    }),
  );
}
