import { isReservedAsn } from '#model/reserved-space.ts';
import { inBatches, type Source, type SourceBatch } from '#server/ingest/source.ts';
import { dayOfVersion, npmPackage, packageFile } from './npm-package.ts';
import { countLines, readRanges } from './range-file.ts';

const files = ['asn-ipv4.csv', 'asn-ipv6.csv'] as const;

/**
 * Origin AS of the routed IPv4 and IPv6 internet, from the npm package @ip-location-db/asn: RouteViews first, then the
 * registries' statistics, then DB-IP, flattened into ranges that do not overlap. A prefix here is therefore part of a
 * range, not always the announcement itself, and the day is the package's, not that of the announcement.
 *
 * Its authors warn that the data published to npm has errors and that npm gets no further updates (they moved to their
 * own releases, which need the network). It is the only such data that arrives with an installation; the ledger says
 * where it comes from and of which day it is, and a newer import of address data takes precedence.
 */
export function originAs(): Source {
  const from = npmPackage('@ip-location-db/asn');
  const asOf = dayOfVersion(from.version);
  const paths = files.map((file) => packageFile(from, file));
  return {
    importId: 2,
    id: 'open-data:origin-as',
    kind: 'prefixes',
    covers: ['origin_as'],
    tables: ['prefixes', 'asns'],
    digest: `${from.name}@${from.version}`,
    licence: 'CC BY 4.0: RouteViews (routeviews.org), DB-IP (db-ip.com), NRO (nro.net)',
    asOf,
    countLines: async () => (await Promise.all(paths.map(countLines))).reduce((sum, lines) => sum + lines, 0),
    batches: () => readOrigins(paths, asOf),
  };
}

async function* readOrigins(paths: readonly string[], validFrom: string): AsyncGenerator<SourceBatch> {
  const names = new Map<number, string>();
  for (const path of paths) yield* inBatches('prefixes', prefixRows(path, validFrom, names));
  const rows = [...names].map(([asn, asname]) => ({ asn, asname }));
  yield { table: 'asns', rows, lines: 0 };
}

async function* prefixRows(path: string, validFrom: string, names: Map<number, string>): AsyncGenerator<object[]> {
  for await (const { prefixes, fields } of readRanges(path)) {
    const asn = Number(fields[0]);
    const asname = fields[1] ?? '';
    // a private or documentation AS number that leaked into the tables is no one's origin
    if (!Number.isInteger(asn) || asn === 0 || isReservedAsn(asn)) {
      yield [];
      continue;
    }
    if (asname !== '' || !names.has(asn)) names.set(asn, asname);
    yield prefixes.map((prefix) => ({ ...prefix, asn, valid_from: validFrom }));
  }
}
