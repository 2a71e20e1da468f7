import { formatAsn } from '#model/asn.ts';
import { parseCidr, type Cidr } from '#model/cidr.ts';
import { parentDomains } from '#model/domain-name.ts';
import { formatIp } from '#model/ip-address.ts';
import type { Engine, QueryOptions } from '#server/engine/engine.ts';
import type { Dossier } from './address-dossier.ts';
import { asnOf, rangesOf } from './address-listings.ts';
import { originQuery, type OriginRow } from './address-origin.ts';
import { byKey, keyOf } from './address-key.ts';
import { bySubject, readFacts, type FactRow } from './fact-rows.ts';
import { byOwner, inListingOrder, listingLimit, listingRowsQuery, type ListingRow } from './listing-rows.ts';

/** A listing as a record shows it. */
export type Listing = ListingRow & {
  /** Known to be benign: it counts in no score. */
  readonly isBenign: boolean;
};

/** What lists and sets of facts say about one subject. */
export interface Evidence {
  /** The current ones first, then the last listed; at most `listingLimit`. */
  readonly listings: readonly Listing[];
  /** Of all, also of those beyond the limit. */
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

/** In the order of the subjects; the same statements, however many. @throws EngineError */
export type ReadEvidence<Subject> = (
  engine: Engine,
  request: EvidenceRequest<Subject>,
  options: QueryOptions,
) => Promise<Evidence[]>;

/** About addresses: what names them, ranges that hold them and the AS that announces them. Their facts are in the dossiers. */
export const addressEvidence: ReadEvidence<Dossier> = async (engine, { name, subjects, today }, options) => {
  const hostsOf = ({ ip, origin }: Dossier) => [ip, ...rangesOf(origin), ...asnOf(origin).map(formatAsn)];
  const hosts = [...new Set(subjects.flatMap(hostsOf))];
  const rows = await listingsByHost(engine, name, { hosts, today, areNetworks: true }, options);
  return subjects.map((dossier) =>
    networkEvidence(
      hostsOf(dossier).flatMap((host) => rows.get(host) ?? []),
      dossier.factRows,
      today,
    ),
  );
};

/** About subnets: what names them or ranges that hold them whole, and the AS that announces them whole. */
export const subnetEvidence: ReadEvidence<Cidr> = async (engine, { name, subjects, today }, options) => {
  const firsts = [...new Set(subjects.map(({ network }) => formatIp(network)))];
  const origins = byKey(await engine.query(originQuery(name, firsts), options));
  const held = subjects.map((cidr) => networksOf(cidr, origins.get(keyOf(formatIp(cidr.network)))));
  const [ranges, asns] = [held.flatMap((each) => each.ranges), held.flatMap((each) => each.asns)];
  const hosts = [...new Set([...ranges, ...asns.map(formatAsn)])];
  const [rows, facts] = await Promise.all([
    listingsByHost(engine, name, { hosts, today, areNetworks: true }, options),
    readFacts(engine, { name, subjects: { ranges, asns }, today }, options).then(bySubject),
  ]);
  return held.map((each) =>
    networkEvidence(
      [...each.ranges, ...each.asns.map(formatAsn)].flatMap((host) => rows.get(host) ?? []),
      [...each.ranges, ...each.asns.map(String)].flatMap(facts),
      today,
    ),
  );
};

interface Networks {
  readonly ranges: readonly string[];
  readonly asns: readonly number[];
}

/** The ranges and the AS that hold a subnet, of those that hold its first address. */
function networksOf(cidr: Cidr, origin: OriginRow | undefined): Networks {
  if (!origin) return { ranges: [], asns: [] };
  const holds = (range: string) => (parseCidr(range)?.length ?? Infinity) <= cidr.length;
  return { ranges: rangesOf(origin).filter(holds), asns: holds(origin.subnet) ? asnOf(origin) : [] };
}

/** About autonomous systems: what names them. */
export const asnEvidence: ReadEvidence<number> = async (engine, { name, subjects, today }, options) => {
  const [rows, facts] = await Promise.all([
    listingsByHost(engine, name, { hosts: subjects.map(formatAsn), today, areNetworks: true }, options),
    readFacts(engine, { name, subjects: { asns: subjects }, today }, options).then(bySubject),
  ]);
  return subjects.map((asn) => networkEvidence(rows.get(formatAsn(asn)) ?? [], facts(String(asn)), today));
};

/** About name servers: what names their host, and what is said of the server or of a zone that it is under. */
export const serverEvidence: ReadEvidence<string> = async (engine, { name, subjects, today }, options) => {
  const zonesOf = (server: string) => [server, ...parentDomains(server)];
  const nameServers = [...new Set(subjects.flatMap(zonesOf))];
  const [rows, facts] = await Promise.all([
    listingsByHost(engine, name, { hosts: subjects, today }, options),
    readFacts(engine, { name, subjects: { nameServers }, today }, options).then(bySubject),
  ]);
  return subjects.map((server) => nameEvidence(rows.get(server) ?? [], zonesOf(server).flatMap(facts), today));
};

async function listingsByHost(
  engine: Engine,
  name: string,
  asked: Parameters<typeof listingRowsQuery>[1],
  options: QueryOptions,
): Promise<ReadonlyMap<string, readonly ListingRow[]>> {
  return asked.hosts.length === 0 ? new Map() : byOwner(await engine.query(listingRowsQuery(name, asked), options));
}

/** Of listings of names: those say by themselves whether they are known benign. */
export function nameEvidence(rows: readonly ListingRow[], facts: readonly FactRow[], today: string): Evidence {
  return evidenceOf(rows, facts, today, ({ isBenignName }) => isBenignName === 1);
}

/**
 * Of listings of addresses and networks, which say of one address or subnet. As the scores have it, an address or a URL on it is known
 * benign when it is named so or any range that holds it is, a range when itself or one that holds it is, an AS never.
 */
function networkEvidence(rows: readonly ListingRow[], facts: readonly FactRow[], today: string): Evidence {
  const benign = facts.filter(({ kind }) => kind === 'known_benign').map(({ subject }) => parseCidr(subject));
  return evidenceOf(rows, facts, today, ({ host }) => {
    if (host.startsWith('AS')) return false;
    const range = parseCidr(host);
    return range ? benign.some((outer) => outer !== null && outer.length <= range.length) : benign.length > 0;
  });
}

function evidenceOf(
  rows: readonly ListingRow[],
  facts: readonly FactRow[],
  today: string,
  isBenign: (row: ListingRow) => boolean,
): Evidence {
  const totals = new Map(rows.map(({ owner, total }) => [owner, total]));
  return {
    listings: inListingOrder(rows, today)
      .slice(0, listingLimit)
      .map((row) => ({ ...row, isBenign: isBenign(row) })),
    listingsTotal: [...totals.values()].reduce((sum, total) => sum + total, 0),
    facts,
  };
}
