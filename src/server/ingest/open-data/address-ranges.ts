import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { parse } from 'csv-parse';
import { parseIp, storedIp, type IpAddress } from '#model/ip-address.ts';
import { type Cidr, ipv4RangeToCidrs, ipv6RangeToCidrs } from '#model/cidr.ts';
import { isReservedAsn } from '#model/reserved-space.ts';
import { inBatches, type Source, type SourceBatch } from '#server/ingest/source.ts';
import { dayOfVersion, npmPackage, packageFile } from './npm-package.ts';

/**
 * Origin AS of the routed IPv4 and IPv6 internet, from the npm package @ip-location-db/asn: RouteViews first, then the
 * registries' statistics, then DB-IP, flattened into ranges that do not overlap. A prefix is therefore part of a range and not
 * always an announcement, and the day is that of the package.
 *
 * Its authors warn that the data published to npm has errors and gets no further updates (they moved to their own releases, which
 * need the network). It is the only such data that comes with an installation; the ledger gives its origin and day, and a
 * newer import of address data takes precedence.
 */
export function originAs(): Source {
  return rangeSource('@ip-location-db/asn', ['asn-ipv4.csv', 'asn-ipv6.csv'], {
    importId: 2,
    id: 'open-data:origin-as',
    kind: 'prefixes',
    covers: ['origin_as'],
    tables: ['prefixes', 'asns'],
    licence: 'CC BY 4.0: RouteViews (routeviews.org), DB-IP (db-ip.com), NRO (nro.net)',
    batches: readOrigins,
  });
}

/**
 * The country to which a registry gave an address block, from the npm package @ip-location-db/asn-country (statistics of the five
 * registries). That is where the holder is registered, not where the host is. The warning above applies here as well.
 */
export function countries(): Source {
  return rangeSource('@ip-location-db/asn-country', ['asn-country-ipv4.csv', 'asn-country-ipv6.csv'], {
    importId: 3,
    id: 'open-data:countries',
    kind: 'countries',
    covers: ['country'],
    tables: ['countries'],
    // the manifest says CC0, the licence file CC BY; the stricter one applies
    licence: 'CC BY 4.0: NRO (nro.net)',
    batches: readCountries,
  });
}

interface RangeSource extends Omit<Source, 'digest' | 'asOf' | 'countLines' | 'batches'> {
  /** @param day of the package, 'yyyy-mm-dd' */
  readonly batches: (paths: readonly string[], day: string) => AsyncGenerator<SourceBatch>;
}

function rangeSource(name: string, files: readonly string[], { batches, ...source }: RangeSource): Source {
  const from = npmPackage(name);
  const asOf = dayOfVersion(from.version);
  const paths = files.map((file) => packageFile(from, file));
  return {
    ...source,
    asOf,
    digest: `${name}@${from.version}`,
    countLines: async () => (await Promise.all(paths.map(countLines))).reduce((sum, lines) => sum + lines, 0),
    batches: () => batches(paths, asOf),
  };
}

/** Prefixes with their AS, then the names of the AS. @param day of the package, 'yyyy-mm-dd' */
export async function* readOrigins(paths: readonly string[], day: string): AsyncGenerator<SourceBatch> {
  const names = new Map<number, string>();
  for (const path of paths) yield* inBatches('prefixes', prefixRows(path, day, names));
  const rows = [...names].map(([asn, asname]) => ({ asn, asname }));
  yield { table: 'asns', rows, lines: 0 };
}

async function* prefixRows(path: string, day: string, names: Map<number, string>): AsyncGenerator<object[]> {
  for await (const { prefixes, fields } of readRanges(path)) {
    const asn = Number(fields[0]);
    const asname = fields[1] ?? '';
    // a private or documentation AS number in the tables is a leak, not an origin
    if (!Number.isInteger(asn) || asn === 0 || isReservedAsn(asn)) {
      yield [];
      continue;
    }
    if (asname !== '' || !names.has(asn)) names.set(asn, asname);
    yield prefixes.map((prefix) => ({ asn, valid_from: day, ...prefix }));
  }
}

/** Prefixes with their country. @param day of the package, 'yyyy-mm-dd' */
export async function* readCountries(paths: readonly string[], day: string): AsyncGenerator<SourceBatch> {
  for (const path of paths) yield* inBatches('countries', countryRows(path, day));
}

async function* countryRows(path: string, day: string): AsyncGenerator<object[]> {
  for await (const { prefixes, fields } of readRanges(path)) {
    const country = fields[0] ?? '';
    yield /^[A-Z]{2}$/.test(country) ? prefixes.map((prefix) => ({ country, valid_from: day, ...prefix })) : [];
  }
}

/** A prefix as the store has it: IPv4 is IPv4-mapped, and the length is that of the 128-bit form. */
export interface StoredPrefix {
  readonly first: string;
  readonly length: number;
}

interface RangeLine {
  readonly prefixes: StoredPrefix[];
  /** The fields after the two addresses. */
  readonly fields: string[];
}

/**
 * Streams the lines of a `first,last,...` file in order.
 * @throws Error at the first line that is not a range: the file is not in this format
 */
export async function* readRanges(path: string): AsyncGenerator<RangeLine> {
  const lines: AsyncIterable<string[]> = pipeline(
    createReadStream(path),
    parse({ relaxColumnCount: true }),
    () => undefined, // an error ends the loop below
  );
  for await (const line of lines) {
    const [first = '', last = '', ...fields] = line;
    const prefixes = rangePrefixes(first, last);
    if (!prefixes) throw new Error(`${path} has a line that is not a range of addresses: ${line.join().slice(0, 200)}`);
    yield { prefixes, fields };
  }
}

function rangePrefixes(first: string, last: string): StoredPrefix[] | null {
  const [from, to] = [parseIp(first), parseIp(last)];
  return from && to && from.version === to.version ? storedPrefixes(from, to) : null;
}

/** The fewest prefixes that cover the addresses of one family from `first` to `last`, in order. */
export function storedPrefixes(first: IpAddress, last: IpAddress): StoredPrefix[] {
  const cidrs =
    first.version === 4
      ? ipv4RangeToCidrs(first.value, Number(last.value))
      : ipv6RangeToCidrs(first.value, BigInt(last.value));
  return cidrs.map(storedPrefix);
}

export function storedPrefix({ network, length }: Cidr): StoredPrefix {
  return { first: storedIp(network), length: network.version === 4 ? length + 96 : length };
}

/** How many lines a file has, for its progress. */
export async function countLines(path: string): Promise<number> {
  let lines = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>)
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
  return lines;
}
