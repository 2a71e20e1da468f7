import { parseCidr } from '#model/cidr.ts';
import { parseIp, type IpAddress } from '#model/ip-address.ts';
import type { AllocationEntry, AnnouncementEntry, OriginEntry, RoutingEntry } from './entry.ts';
import type { StagedRows } from './staged-rows.ts';
import { storedPrefix, storedPrefixes, type StoredPrefix } from '#server/ingest/open-data/address-ranges.ts';

/** What the store has for an unknown day of allocation. */
const unknownDay = '1900-01-01';

/** A range of addresses in one country. */
interface CountryRange {
  readonly first: IpAddress;
  readonly last: IpAddress;
  readonly code: string;
}

/** Turns routing entries into rows of the staging tables (schema/3-routing.sql). */
export class RoutingRows {
  readonly #rows: StagedRows;
  readonly #names = new Map<number, string>();
  #country: CountryRange | null = null;

  constructor(rows: StagedRows) {
    this.#rows = rows;
  }

  /** @throws RangeError when an entry is not what its type says */
  add(entry: RoutingEntry): void {
    if (entry.what === 'origin') this.#addOrigin(entry);
    else if (entry.what === 'announcement') this.#rows.put('prefixes_in', announcedRows(entry));
    else if (entry.kind === 'asn') this.#rows.put('asn_allocations_in', [asnAllocation(entry)]);
    else this.#rows.put('allocations_in', withEach(allocatedPrefixes(entry), allocationOf(entry)));
  }

  /** Adds the rows that depend on all entries. */
  end(): void {
    this.#endCountry();
    this.#rows.put(
      'asn_names_in',
      [...this.#names].map(([asn, asname]) => ({ asn, asname })),
    );
    this.#names.clear();
  }

  #addOrigin(entry: OriginEntry): void {
    const [first, last] = [addressOf(entry.first), addressOf(entry.last)];
    if (entry.asn > 0) {
      this.#rows.put('prefixes_in', withEach(storedPrefixes(first, last), { asn: entry.asn }));
      if (entry.asname !== '') this.#names.set(entry.asn, entry.asname);
    }
    // neighbouring ranges of one country become one: origins divide the address space into three times as many
    if (this.#country?.code === entry.country && isNext(this.#country.last, first)) {
      this.#country = { ...this.#country, last };
      return;
    }
    this.#endCountry();
    // ZZ: the registries' code for no country
    if (/^[A-Z]{2}$/.test(entry.country) && entry.country !== 'ZZ')
      this.#country = { first, last, code: entry.country };
  }

  #endCountry(): void {
    if (!this.#country) return;
    const { first, last, code } = this.#country;
    this.#rows.put('countries_in', withEach(storedPrefixes(first, last), { country: code }));
    this.#country = null;
  }
}

function isNext(last: IpAddress, first: IpAddress): boolean {
  return last.version === first.version && BigInt(last.value) + 1n === BigInt(first.value);
}

function withEach(prefixes: readonly StoredPrefix[], columns: object): object[] {
  return prefixes.map((prefix) => ({ ...prefix, ...columns }));
}

function addressOf(text: string): IpAddress {
  const address = parseIp(text);
  if (!address) throw new RangeError(`not an address: ${text}`);
  return address;
}

/** A default route says nothing about the origin of an address. */
function announcedRows({ prefix, asns }: AnnouncementEntry): object[] {
  const cidr = parseCidr(prefix);
  if (!cidr) throw new RangeError(`not a prefix: ${prefix}`);
  if (cidr.length === 0) return [];
  return asns.filter((asn) => asn > 0).map((asn) => ({ asn, ...storedPrefix(cidr) }));
}

function allocationOf({ registry, country, date, status }: AllocationEntry): object {
  return { registry, country, allocated: date === '' ? unknownDay : date, status };
}

function asnAllocation(entry: Extract<AllocationEntry, { kind: 'asn' }>): object {
  const { start, count } = entry;
  return { first: start, last: Math.min(start + count - 1, 2 ** 32 - 1), ...allocationOf(entry) };
}

function allocatedPrefixes(entry: Exclude<AllocationEntry, { kind: 'asn' }>): StoredPrefix[] {
  const first = addressOf(entry.start);
  if (entry.kind === 'ipv6') return [{ first: entry.start, length: entry.length }];
  if (first.version !== 4) throw new RangeError(`not an IPv4 address: ${entry.start}`);
  return storedPrefixes(first, { version: 4, value: Math.min(first.value + entry.count - 1, 2 ** 32 - 1) });
}
