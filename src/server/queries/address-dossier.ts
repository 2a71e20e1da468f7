import { dateToIsoDate } from '#model/dates.ts';
import type { ListingHistory } from '#model/score-formulas.ts';
import type { Engine, QueryOptions } from '#server/engine/engine.ts';
import {
  crowd,
  factsQuery,
  noFacts,
  pointerQuery,
  presenceQuery,
  type FactsRow,
  type PresenceRow,
} from './address-facts.ts';
import { byKey, keyOf } from './address-key.ts';
import { crowdedListingsQuery, listingsQuery, type ListingsRow } from './address-listings.ts';
import { announcedOn, announcedQuery, originQuery, type OriginRow } from './address-origin.ts';
import { listedOnly } from './listing-history.ts';

/** Everything that the collection knows about one address: what all address records are made from. */
export interface Dossier {
  /** Canonical text. */
  readonly ip: string;
  /** False when nobody announces the address and nothing was observed about it. */
  readonly isKnown: boolean;
  readonly origin: OriginRow;
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
    readObserved(engine, { name, ips, today: dateToIsoDate(now) }, options),
    readOrigins(engine, { ...request, ips }, options),
    engine.query(factsQuery(name, ips), options).then(byKey),
    engine.query(pointerQuery(name, ips), options).then(byKey),
  ]);
  return request.ips.map((ip) => {
    const key = keyOf(ip);
    const origin = origins.get(key);
    if (!origin) throw new Error(`the engine left out ${ip}`);
    const fact = facts.get(key);
    const presence = observed.presence.get(key);
    const listed = observed.listings.get(key);
    // what reverse DNS was seen to answer is fresher than what a list of facts says
    const ptr = pointers.get(key)?.ptr ?? fact?.ptr ?? '';
    return {
      ip,
      isKnown: origin.asn > 0 || [fact, presence, listed, pointers.get(key)].some((row) => row !== undefined),
      origin,
      facts: fact ?? noFacts(key),
      ptr,
      density: presence?.density ?? 0,
      activeDensity: presence?.active ?? 0,
      listings: listedOnly(listed?.own),
      malware: listedOnly(listed?.malware),
    };
  });
}

interface Observed {
  readonly presence: ReadonlyMap<string, PresenceRow>;
  readonly listings: ReadonlyMap<string, ListingsRow>;
}

/** Names on the addresses, and the listings of both. */
async function readObserved(
  engine: Engine,
  { name, ips, today }: { name: string; ips: readonly string[]; today: string },
  options: QueryOptions,
): Promise<Observed> {
  const presence = byKey(await engine.query(presenceQuery(name, ips, today), options));
  const isCrowded = (ip: string) => (presence.get(keyOf(ip))?.active ?? 0) > crowd;
  const crowded = ips.filter(isCrowded);
  const hosts = ips
    .filter((ip) => !isCrowded(ip))
    .flatMap((ip) => [ip, ...(presence.get(keyOf(ip))?.names ?? [])].map((host) => ({ ip, host })));
  const listings = await Promise.all([
    hosts.length > 0 ? engine.query(listingsQuery(name, hosts, today), options) : [],
    crowded.length > 0 ? engine.query(crowdedListingsQuery(name, crowded, today), options) : [],
  ]);
  return { presence, listings: byKey(listings.flat()) };
}

async function readOrigins(
  engine: Engine,
  { name, ips, now, explain = false }: DossierRequest,
  options: QueryOptions,
): Promise<ReadonlyMap<string, OriginRow>> {
  const rows = await engine.query(originQuery(name, ips), options);
  const quiet = rows.filter((row) => row.asn > 0 && row.asnStanding.ips_in_asn === 0).map((row) => row.asn);
  if (!explain || quiet.length === 0) return byKey(rows);
  const announced = await engine.query(announcedQuery(name, quiet), options);
  return byKey(
    rows.map((row) => {
      const ips_in_asn = row.asnStanding.ips_in_asn || announcedOn(announced, row.asn, dateToIsoDate(now));
      return { ...row, asnStanding: { ...row.asnStanding, ips_in_asn } };
    }),
  );
}
