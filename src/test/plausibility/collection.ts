// The whole sample collection of one load day, indexed for the rules.

import { isIPv4 } from 'node:net';
import type { RecordType } from '#model/record-type.ts';
import type { ObsRow, PrefixRow, SampleTable, SampleTables, WhoisRow } from '#sample/rows.ts';
import { sampleCollection, sampleDomains } from '#sample/sample.ts';
import { registrable } from '#sample/moments.ts';
import { v4Number, v4Text } from '#sample/world.ts';

type Tables = { [T in SampleTable]: SampleTables[T][] };

export interface Collection extends Tables {
  /** The load day, 'yyyy-mm-dd' */
  anchor: string;
  byName: ReadonlyMap<string, readonly ObsRow[]>;
  byDomain: ReadonlyMap<string, readonly ObsRow[]>;
  /** A and AAAA records of an address. */
  byAddress: ReadonlyMap<string, readonly ObsRow[]>;
  /** Oldest first. */
  whoisOf: ReadonlyMap<string, readonly WhoisRow[]>;
  /** Prefixes, of any day, that cover an address. */
  covering(address: string): readonly PrefixRow[];
}

export interface Rule {
  id: string;
  /** The rule, as a sentence. */
  demands: string;
  /** The standard, policy or practice behind the rule. */
  basis: string;
  /** Violations, with enough detail to find the row; none when the rule holds. */
  violations(collection: Collection): Iterable<string>;
}

export function index<T>(rows: Iterable<T>, key: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group) group.push(row);
    else groups.set(key(row), [row]);
  }
  return groups;
}

export const plain = (address: string): string => address.replace(/^::ffff:(?=\d)/, '');
/** The day of a time. */
export const dayOf = (time: string): string => time.slice(0, 10);
/** Milliseconds since 1970 of a day or a time. */
export const moment = (text: string): number =>
  Date.parse(text.length === 10 ? `${text}T00:00:00Z` : `${text.replace(' ', 'T')}Z`);
export const DAY = 86_400_000;
export const daysBetween = (from: string, to: string): number => (moment(to) - moment(from)) / DAY;
export const addDays = (day: string, days: number): string =>
  new Date(moment(day) + days * DAY).toISOString().slice(0, day.length).replace('T', ' ');

export const overlaps = (a: ObsRow, b: ObsRow): boolean => a.first_seen <= b.last_seen && b.first_seen <= a.last_seen;

/** Whether two records overlap. Records in use may have been last seen a day before the collection was closed, so a day apart counts. */
export const together = (a: ObsRow, b: ObsRow): boolean =>
  a.first_seen <= addDays(b.last_seen, 1) && b.first_seen <= addDays(a.last_seen, 1);

export function records({ byName }: Collection, name: string, ...types: readonly RecordType[]): readonly ObsRow[] {
  return byName.get(name)?.filter(({ rrtype }) => types.includes(rrtype)) ?? [];
}

function v6Key(address: string): string {
  return address.split(':').slice(0, 3).join(':');
}

/** Subnets of the plan: IPv4 of any length, one IPv6 subnet in each /40. */
function coveringIndex(prefixes: readonly PrefixRow[]): (address: string) => readonly PrefixRow[] {
  const exact = index(prefixes, ({ first, length }) =>
    first.startsWith('::ffff:') ? `${plain(first)}/${length - 96}` : v6Key(first),
  );
  const lengths = [...new Set(prefixes.filter((p) => p.length > 96).map((p) => p.length - 96))];
  return (address) =>
    isIPv4(address)
      ? lengths.flatMap((length) => {
          const size = 2 ** (32 - length);
          return exact.get(`${v4Text(Math.floor(v4Number(address) / size) * size)}/${length}`) ?? [];
        })
      : (exact.get(v6Key(address)) ?? []);
}

/** All rows of a load day. */
export function collect(anchor: string): Collection {
  const tables = noRows();
  for (const { table, rows } of sampleCollection(anchor)) {
    for (const row of rows) (tables[table] as unknown[]).push(row);
  }
  return indexed(anchor, tables);
}

/** The stories and the first domains of a load day: enough for the rules of the calendar. */
export function collectDomains(anchor: string, most: number): Collection {
  const tables = noRows();
  for (const { table, row } of sampleDomains(anchor, most)) (tables[table] as unknown[]).push(row);
  return indexed(anchor, tables);
}

function noRows(): Tables {
  return {
    obs: [],
    prefixes: [],
    countries: [],
    asns: [],
    facts: [],
    listings: [],
    whois: [],
    certificates: [],
    scan_certificates: [],
    scan_favicon: [],
    scan_headers: [],
    scan_html: [],
    scan_jarm: [],
    scan_opendir: [],
  };
}

function indexed(anchor: string, rows: Tables): Collection {
  const forward = rows.obs.filter(({ rrtype }) => !rrtype.startsWith('PTR'));
  const whoisOf = index(rows.whois, ({ domain }) => domain);
  for (const history of whoisOf.values()) history.sort((a, b) => (a.date < b.date ? -1 : 1));
  return {
    ...rows,
    anchor,
    byName: index(rows.obs, ({ rrname }) => rrname),
    byDomain: index(forward, ({ rrname }) => registrable(rrname)),
    byAddress: index(
      forward.filter(({ rrtype }) => rrtype === 'A' || rrtype === 'AAAA'),
      ({ rdata }) => rdata,
    ),
    whoisOf,
    covering: coveringIndex(rows.prefixes),
  };
}
