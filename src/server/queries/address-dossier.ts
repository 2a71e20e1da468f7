import { activeDays, dateToDayInt, dateToIsoDate, firstOfLastDays, type DayInt } from '#model/dates.ts';
import { listingHistory } from '#model/listing-history.ts';
import type { ListingHistory } from '#model/score-formulas.ts';
import type { Engine, QueryOptions } from '#server/engine/engine.ts';
import {
  MAX_NAMES_PER_ADDRESS,
  factsQuery,
  listedNamesQuery,
  noFacts,
  pointerQuery,
  presenceQuery,
  type FactsRow,
  type PresenceRow,
} from './address-facts.ts';
import { byKey, keyOf } from './address-key.ts';
import { announcedOn, announcedQuery, originQuery, type OriginRow } from './address-origin.ts';
import { assignmentDayQuery } from './data-day.ts';
import { hostListingsQuery, type HostListingsRow } from './listing-spans.ts';

/** Everything that the collection knows about one address: what all address records are made from. */
export interface Dossier {
  /** Canonical text. */
  readonly ip: string;
  /** False when no one announces the address and nothing was observed about it. */
  readonly isKnown: boolean;
  /** A name, a reverse name, a list or a fact names the address itself; who announces it is not an observation. */
  readonly isObserved: boolean;
  readonly origin: OriginRow;
  /** The day of the assignment data: what says who announces the address, or that no one does. */
  readonly assignedAsOf: DayInt;
  readonly facts: FactsRow;
  /** Empty when reverse DNS gave none. */
  readonly ptr: string;
  /** Names that point to the address, ever and within the last 30 days. */
  readonly density: number;
  readonly activeDensity: number;
  readonly listings: ListingHistory | null;
  /** Malware and c2 listings of the address and of names on it. */
  readonly malware: ListingHistory | null;
}

export interface DossierRequest {
  /** The operationId that asks. */
  readonly name: string;
  /** Canonical text, IPv4 or IPv6, at least one. */
  readonly ips: readonly string[];
  readonly now: Date;
  /** Also count what the snapshots leave out, for `*_explain`. */
  readonly explain?: boolean;
}

/**
 * The dossiers of addresses, in their order: the same few statements, however many addresses.
 * @throws EngineError
 */
export async function addressDossiers(
  engine: Engine,
  request: DossierRequest,
  options: QueryOptions,
): Promise<Dossier[]> {
  const { name, now } = request;
  const ips = [...new Set(request.ips)];
  const [observed, origins, facts, pointers] = await Promise.all([
    readObserved(engine, { name, ips, since: dateToIsoDate(firstOfLastDays(activeDays, now)) }, options),
    readOrigins(engine, { ...request, ips }, options),
    engine.query(factsQuery(name, ips), options).then(byKey),
    engine.query(pointerQuery(name, ips), options).then(byKey),
  ]);
  const announced = [...origins.values()].every(({ asn }) => asn > 0);
  const newest = announced ? 0 : await newestAssignmentDay(engine, name, now, options);
  return request.ips.map((ip) => {
    const key = keyOf(ip);
    const origin = origins.get(key);
    if (!origin) throw new Error(`the engine left out ${ip}`);
    const fact = facts.get(key);
    const presence = observed.presence.get(key);
    const listings = listingsOf(ip, observed, now);
    // what reverse DNS was seen to answer is fresher than what a list of facts says
    const ptr = pointers.get(key)?.ptr ?? fact?.ptr ?? '';
    const isObserved = [fact, presence, pointers.get(key), listings.listings].some(Boolean);
    return {
      ip,
      isKnown: origin.asn > 0 || isObserved,
      isObserved,
      origin,
      assignedAsOf: origin.asn > 0 ? origin.asOf : newest,
      facts: fact ?? noFacts(key),
      ptr,
      density: presence?.density ?? 0,
      activeDensity: presence?.active ?? 0,
      ...listings,
    };
  });
}

/** What says that no one announces an address is all assignment data together. Without any, the question stands for it. */
async function newestAssignmentDay(engine: Engine, name: string, now: Date, options: QueryOptions): Promise<DayInt> {
  const [row] = await engine.query(assignmentDayQuery(name, dateToIsoDate(now)), options);
  return row && row.day > 0 ? row.day : dateToDayInt(now);
}

interface Observed {
  readonly presence: ReadonlyMap<string, PresenceRow>;
  readonly listings: readonly HostListingsRow[];
  /** By the key of the address: the names on it that may have listings. */
  readonly names: ReadonlyMap<string, readonly string[]>;
}

/** Names on the addresses, and the listings of both. */
async function readObserved(
  engine: Engine,
  { name, ips, since }: { name: string; ips: readonly string[]; since: string },
  options: QueryOptions,
): Promise<Observed> {
  const presence = byKey(await engine.query(presenceQuery(name, ips, since), options));
  const crowded = ips.filter((ip) => (presence.get(keyOf(ip))?.active ?? 0) > MAX_NAMES_PER_ADDRESS);
  const listed = crowded.length > 0 ? await engine.query(listedNamesQuery(name, crowded, since), options) : [];
  const names = new Map(
    [...presence].map(([key, row]) => [key, row.active > MAX_NAMES_PER_ADDRESS ? [] : [...row.names]]),
  );
  for (const { key, host } of listed) names.get(key)?.push(host);
  const hosts = [...new Set([...ips, ...[...names.values()].flat()])];
  return { presence, names, listings: await engine.query(hostListingsQuery(name, hosts), options) };
}

/** The two listing histories of an address. */
function listingsOf(ip: string, { listings, names }: Observed, now: Date): Pick<Dossier, 'listings' | 'malware'> {
  const hosts = new Set([ip, ...(names.get(keyOf(ip)) ?? [])]);
  const own = listings.filter((row) => row.host === ip);
  const malware = listings.filter((row) => row.isMalware === 1 && hosts.has(row.host));
  const historyOf = (rows: readonly HostListingsRow[]) =>
    listingHistory(
      rows.flatMap((row) => row.spans),
      now,
    );
  return { listings: historyOf(own), malware: historyOf(malware) };
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
