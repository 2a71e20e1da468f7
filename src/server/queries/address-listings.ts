import { formatAsn } from '#model/asn.ts';
import { parseCidr } from '#model/cidr.ts';
import { listingHistory } from '#model/listing-history.ts';
import { listingScore, type ListingHistory } from '#model/score-formulas.ts';
import type { Engine, QueryOptions } from '#server/engine/engine.ts';
import { MAX_NAMES_PER_ADDRESS, listedNamesQuery, type PresenceRow } from './address-facts.ts';
import { keyOf } from './address-key.ts';
import type { OriginRow } from './address-origin.ts';
import type { FactRow } from './fact-rows.ts';
import { hostListingsQuery, type HostListingsRow } from './listing-spans.ts';

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

export interface ObservedListings {
  readonly listingsOf: (host: string) => readonly HostListingsRow[];
  /** By the key of the address: the names on it that may have listings. */
  readonly names: ReadonlyMap<string, readonly string[]>;
}

interface ListingsRequest {
  readonly name: string;
  readonly ips: readonly string[];
  /** 'yyyy-mm-dd' */
  readonly since: string;
  readonly today: string;
  readonly presence: ReadonlyMap<string, PresenceRow>;
  readonly networks: { readonly ranges: readonly string[]; readonly asns: readonly number[] };
}

/** Names on the addresses, and the listings of both and of the networks. */
export async function readListings(
  engine: Engine,
  { name, ips, since, today, presence, networks }: ListingsRequest,
  options: QueryOptions,
): Promise<ObservedListings> {
  const crowded = ips.filter((ip) => (presence.get(keyOf(ip))?.active ?? 0) > MAX_NAMES_PER_ADDRESS);
  const listed = crowded.length > 0 ? await engine.query(listedNamesQuery(name, crowded, since), options) : [];
  const names = new Map(
    [...presence].map(([key, row]) => [key, row.active > MAX_NAMES_PER_ADDRESS ? [] : [...row.names]]),
  );
  for (const { key, host } of listed) names.get(key)?.push(host);
  const held = [...networks.ranges, ...networks.asns.map(formatAsn)];
  const hosts = [...new Set([...ips, ...held, ...[...names.values()].flat()])];
  const rows = new Map<string, HostListingsRow[]>();
  for (const row of await engine.query(hostListingsQuery(name, hosts, today), options))
    rows.set(row.host, [...(rows.get(row.host) ?? []), row]);
  return { names, listingsOf: (host) => rows.get(host) ?? [] };
}

interface ListingsInput {
  readonly observed: ObservedListings;
  readonly facts: (subject: string) => readonly FactRow[];
  readonly now: Date;
}

/** The listing histories of an address, of those listings that count in a score. */
export interface AddressListings {
  /** A list names the address, or named it, or one that counts names a network of it. */
  readonly isListed: boolean;
  readonly listings: ListingHistory | null;
  /** Malware and c2 listings of the address and of names on it. */
  readonly malware: ListingHistory | null;
  /** Of the listed ranges that hold the address, the one with the highest listing score. */
  readonly rangeListings: NetworkListings | null;
  /** The listings of its AS. */
  readonly asnListings: NetworkListings | null;
}

/** The listing histories of an address. What is known benign keeps its listings, but they count in no score. */
export function listingsOf(ip: string, origin: OriginRow, { observed, facts, now }: ListingsInput): AddressListings {
  const ranges = rangesOf(origin);
  const asns = asnOf(origin).map(formatAsn);
  const isBenign = (subject: string) => facts(subject).some(({ kind }) => kind === 'known_benign');
  const historyOf = (rows: readonly HostListingsRow[]) =>
    listingHistory(
      rows.flatMap((row) => row.spans),
      now,
    );
  // a range is known benign when it is named itself, or a larger one is
  const own = [keyOf(ip), ...ranges].some(isBenign) ? [] : observed.listingsOf(ip);
  const onNames = (observed.names.get(keyOf(ip)) ?? []).flatMap(observed.listingsOf);
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
    listings: historyOf(own),
    malware: historyOf([...own, ...onNames].filter((row) => row.isMalware === 1)),
    rangeListings,
    asnListings,
  };
}
