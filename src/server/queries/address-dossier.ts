import { dateToIsoDate } from '#model/dates.ts';
import type { ListingHistory } from '#model/score-formulas.ts';
import type { Engine, QueryOptions } from '#server/engine/engine.ts';
import { densityQuery, factsQuery, listingsQuery, noFacts, pointerQuery, type FactsRow } from './address-facts.ts';
import { byKey, keyOf } from './address-key.ts';
import { originQuery, type OriginRow } from './address-origin.ts';
import { listedOnly } from './listing-history.ts';
import {
  announcedOn,
  announcedQuery,
  asnStandingQuery,
  noAsnStanding,
  quietSubnet,
  subnetStandingQuery,
  type AsnStandingRow,
  type SubnetStandingRow,
} from './neighbourhood.ts';
import { scoresDayQuery } from './scores-day.ts';

/** Everything that the collection knows about one address: what all address records are made from. */
export interface Dossier {
  /** Canonical text. */
  readonly ip: string;
  /** False when nobody announces the address and nothing was observed about it. */
  readonly isKnown: boolean;
  readonly origin: OriginRow;
  readonly asn: AsnStandingRow;
  readonly subnet: SubnetStandingRow;
  readonly facts: FactsRow;
  /** Empty when reverse DNS gave none. */
  readonly ptr: string;
  /** Names that point to the address. */
  readonly density: number;
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
 * The dossiers of addresses, in their order: two rounds of statements, however many addresses.
 * @throws EngineError
 */
export async function addressDossiers(
  engine: Engine,
  request: DossierRequest,
  options: QueryOptions,
): Promise<Dossier[]> {
  const { name, now } = request;
  const ips = [...new Set(request.ips)];
  const today = dateToIsoDate(now);
  // in the order of their cost: the longest runs beside all others
  const listings = engine.query(listingsQuery(name, ips, today), options);
  const facts = engine.query(factsQuery(name, ips), options);
  const densities = engine.query(densityQuery(name, ips, today), options);
  const pointers = engine.query(pointerQuery(name, ips), options);
  const surroundings = readSurroundings(engine, request, ips, options);
  const found = await Promise.all([listings, facts, densities, pointers, surroundings]);
  const [listingsOf, factsOf, densityOf, pointerOf] = [
    byKey(found[0]),
    byKey(found[1]),
    byKey(found[2]),
    byKey(found[3]),
  ];
  const { origins, asns, subnets } = found[4];

  return request.ips.map((ip) => {
    const key = keyOf(ip);
    const origin = origins.get(key) ?? { key, asn: 0, subnet: '', subnetAllocated: 0, country: '' };
    const listed = listingsOf.get(key);
    const density = densityOf.get(key)?.density ?? 0;
    // what reverse DNS was seen to answer is fresher than what a list of facts says
    const ptr = pointerOf.get(key)?.ptr ?? factsOf.get(key)?.ptr ?? '';
    return {
      ip,
      isKnown: origin.asn > 0 || factsOf.has(key) || density > 0 || ptr !== '' || listed !== undefined,
      origin,
      asn: asns.get(origin.asn) ?? noAsnStanding,
      subnet: subnets.get(origin.subnet) ?? quietSubnet(origin.subnet),
      facts: factsOf.get(key) ?? noFacts(key),
      ptr,
      density,
      listings: listedOnly(listed?.own),
      malware: listedOnly(listed?.malware),
    };
  });
}

interface Surroundings {
  readonly origins: ReadonlyMap<string, OriginRow>;
  readonly asns: ReadonlyMap<number, AsnStandingRow>;
  readonly subnets: ReadonlyMap<string, SubnetStandingRow>;
}

/** Who announces the addresses, and the standing of their ASNs and subnets on the day of the latest snapshots. */
async function readSurroundings(
  engine: Engine,
  { name, now, explain = false }: DossierRequest,
  ips: readonly string[],
  options: QueryOptions,
): Promise<Surroundings> {
  const [origins, days] = await Promise.all([
    engine.query(originQuery(name, ips), options),
    engine.query(scoresDayQuery(name), options),
  ]);
  const day = days[0]?.day ?? '1970-01-01';
  const asns = [...new Set(origins.map((row) => row.asn).filter((asn) => asn > 0))];
  const subnets = [...new Set(origins.map((row) => row.subnet).filter((subnet) => subnet !== ''))];
  if (asns.length === 0) return { origins: byKey(origins), asns: new Map(), subnets: new Map() };
  const [asnRows, subnetRows, announced] = await Promise.all([
    engine.query(asnStandingQuery(name, asns, day), options),
    engine.query(subnetStandingQuery(name, subnets, day), options),
    explain ? engine.query(announcedQuery(name, asns), options) : [],
  ]);
  const sized = asnRows.map((row) =>
    row.ips_in_asn > 0 ? row : { ...row, ips_in_asn: announcedOn(announced, row.asn, dateToIsoDate(now)) },
  );
  return {
    origins: byKey(origins),
    asns: new Map(sized.map((row) => [row.asn, row])),
    subnets: new Map(subnetRows.map((row) => [row.subnet, row])),
  };
}
