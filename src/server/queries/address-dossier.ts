import { activeDays, dateToDayInt, dateToIsoDate, firstOfLastDays, type DayInt } from '#model/dates.ts';
import type { Engine, QueryOptions } from '#server/engine/engine.ts';
import { addressFacts, pointerQuery, presenceQuery, scannedQuery, type AddressFacts } from './address-facts.ts';
import { byKey, keyOf } from './address-key.ts';
import { asnOf, listingsOf, rangesOf, readListings, type AddressListings } from './address-listings.ts';
import { announcedOn, announcedQuery, originQuery, type OriginRow } from './address-origin.ts';
import { assignmentDayQuery } from './data-day.ts';
import { bySubject, readFacts, type FactRow } from './fact-rows.ts';

/** Everything that the collection knows about one address: what all address records are made from. */
export interface Dossier extends AddressListings {
  /** Canonical text. */
  readonly ip: string;
  /** False when the address is not announced and nothing was observed about it. */
  readonly isKnown: boolean;
  /**
   * A name, a reverse name, a list or a fact names the address itself, a list names a range or the AS that holds it, or a server was
   * seen at it. Who announces it is not an observation, nor is whose cloud it belongs to.
   */
  readonly isObserved: boolean;
  readonly origin: OriginRow;
  /** The day of the assignment data that gives the announcement of the address, or its absence. */
  readonly assignedAsOf: DayInt;
  readonly facts: AddressFacts;
  /** Those facts one by one: of the address, of ranges that hold it, of its AS. */
  readonly factRows: readonly FactRow[];
  /** Empty when reverse DNS gave none. */
  readonly ptr: string;
  /** Names that point to the address, ever and within the last 30 days. */
  readonly density: number;
  readonly activeDensity: number;
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
  const today = dateToIsoDate(now);
  const since = dateToIsoDate(firstOfLastDays(activeDays, now));
  const [presence, origins, pointers] = await Promise.all([
    engine.query(presenceQuery(name, ips, since), options).then(byKey),
    readOrigins(engine, { ...request, ips }, options),
    engine.query(pointerQuery(name, ips), options).then(byKey),
  ]);
  const all = [...origins.values()];
  const networks = { ranges: [...new Set(all.flatMap(rangesOf))], asns: [...new Set(all.flatMap(asnOf))] };
  const unseen = ips.filter((ip) => !presence.has(keyOf(ip)) && !pointers.has(keyOf(ip)));
  const [observed, facts, newest, scanned] = await Promise.all([
    readListings(engine, { name, ips, since, today, presence, networks }, options),
    readFacts(engine, { name, subjects: { ips, ...networks }, today }, options).then(bySubject),
    all.every(({ asn }) => asn > 0) ? 0 : newestAssignmentDay(engine, name, now, options),
    unseen.length === 0 ? new Map<string, object>() : engine.query(scannedQuery(name, unseen), options).then(byKey),
  ]);
  return request.ips.map((ip) => {
    const key = keyOf(ip);
    const origin = origins.get(key);
    if (!origin) throw new Error(`the engine left out ${ip}`);
    const factRows = [key, ...rangesOf(origin), ...asnOf(origin).map(String)].flatMap(facts);
    const merged = addressFacts(factRows);
    const listings = listingsOf(ip, origin, { observed, facts, now });
    // what reverse DNS was seen to answer is fresher than what a list of facts says
    const ptr = pointers.get(key)?.ptr ?? merged.ptr;
    const seen = presence.get(key);
    const isSeen = [seen, pointers.get(key), scanned.get(key)].some(Boolean);
    const isObserved = merged.hasOwn || isSeen || listings.isListed;
    return {
      ip,
      isKnown: origin.asn > 0 || isObserved || factRows.length > 0,
      isObserved,
      origin,
      assignedAsOf: origin.asn > 0 ? origin.asOf : newest,
      facts: merged,
      factRows,
      ptr,
      density: seen?.density ?? 0,
      activeDensity: seen?.active ?? 0,
      ...listings,
    };
  });
}

/** The day from which an unannounced address is known as such: that of all assignment data, or of the request without any. */
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
