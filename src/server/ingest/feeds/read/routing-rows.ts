import { parseCidr } from '#model/cidr.ts';
import { parseIp, type IpAddress } from '#model/ip-address.ts';
import { storedPrefixes, type StoredPrefix } from '#server/ingest/open-data/range-file.ts';
import { batchRows } from '#server/ingest/source.ts';
import type { Engine } from '#server/engine/engine.ts';
import type { AllocationEntry, AnnouncementEntry, OriginEntry } from './entry.ts';

export type RoutingEntry = OriginEntry | AnnouncementEntry | AllocationEntry;

/** How the store says that a day of allocation is not known. */
const unknownDay = '1900-01-01';

/** Turns entries into rows of the staging tables, and inserts them by the batch. */
export interface RoutingRows {
  /** @throws RangeError when an entry is not what its type says; EngineError */
  add(entries: readonly RoutingEntry[]): Promise<void>;
  /** Inserts what is left. @throws EngineError */
  end(): Promise<void>;
}

export function routingRows(engine: Engine): RoutingRows {
  const waiting = new Map<string, object[]>();
  const names = new Map<number, string>();
  let country: CountryRange | null = null;

  const put = (table: string, rows: readonly object[]) => {
    const list = waiting.get(table) ?? [];
    list.push(...rows);
    waiting.set(table, list);
  };
  const write = async (least: number) => {
    for (const [table, rows] of waiting) {
      if (rows.length === 0 || rows.length < least) continue;
      waiting.set(table, []);
      await engine.insert(table, rows);
    }
  };
  const putCountry = () => {
    if (!country) return;
    const { first, last, code } = country;
    put('countries_in', withEach(storedPrefixes(first, last), { country: code }));
    country = null;
  };
  const putOrigin = (entry: OriginEntry) => {
    const [first, last] = [addressOf(entry.first), addressOf(entry.last)];
    if (entry.asn > 0) {
      put('prefixes_in', withEach(storedPrefixes(first, last), { asn: entry.asn }));
      if (entry.asname !== '') names.set(entry.asn, entry.asname);
    }
    if (country && country.code === entry.country && isNext(country.last, first)) {
      country = { ...country, last };
      return;
    }
    putCountry();
    // ZZ: the registries' code for no country
    if (/^[A-Z]{2}$/.test(entry.country) && entry.country !== 'ZZ') country = { first, last, code: entry.country };
  };

  return {
    async add(entries) {
      for (const entry of entries) {
        if (entry.what === 'origin') putOrigin(entry);
        else if (entry.what === 'announcement') put('prefixes_in', announcedRows(entry));
        else if (entry.kind === 'asn') put('asn_allocations_in', [asnAllocation(entry)]);
        else put('allocations_in', withEach(allocatedPrefixes(entry), allocationOf(entry)));
      }
      await write(batchRows);
    },
    async end() {
      putCountry();
      put(
        'asn_names_in',
        [...names].map(([asn, asname]) => ({ asn, asname })),
      );
      names.clear();
      await write(1);
    },
  };
}

/** Neighbouring ranges of one country are one: origins cut the space into three times as many. */
interface CountryRange {
  readonly first: IpAddress;
  readonly last: IpAddress;
  readonly code: string;
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

/** A default route says of no address who announces it. */
function announcedRows({ prefix, asns }: AnnouncementEntry): object[] {
  const cidr = parseCidr(prefix);
  if (!cidr) throw new RangeError(`not a prefix: ${prefix}`);
  if (cidr.length === 0) return [];
  const { network, length } = cidr;
  const [first] = storedPrefixes(network, network);
  const stored = { first: first?.first, length: network.version === 4 ? length + 96 : length };
  return asns.filter((asn) => asn > 0).map((asn) => ({ ...stored, asn }));
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
