import { inBatches, type Source, type SourceBatch } from '#server/ingest/source.ts';
import { dayOfVersion, npmPackage, packageFile } from './npm-package.ts';
import { countLines, readRanges } from './range-file.ts';

const files = ['asn-country-ipv4.csv', 'asn-country-ipv6.csv'] as const;

/**
 * The country to which a registry gave an address block, from the npm package @ip-location-db/asn-country (statistics of
 * the five registries). That is where the holder is registered, not where the host stands. The authors' warning about
 * the npm data (origin-as.ts) holds here as well.
 */
export function countries(): Source {
  const from = npmPackage('@ip-location-db/asn-country');
  const asOf = dayOfVersion(from.version);
  const paths = files.map((file) => packageFile(from, file));
  return {
    importId: 3,
    id: 'open-data:countries',
    kind: 'countries',
    covers: ['country'],
    tables: ['countries'],
    digest: `${from.name}@${from.version}`,
    // the manifest says CC0, the licence file CC BY: the stricter one is kept
    licence: 'CC BY 4.0: NRO (nro.net)',
    asOf,
    countLines: async () => (await Promise.all(paths.map(countLines))).reduce((sum, lines) => sum + lines, 0),
    batches: () => readCountries(paths, asOf),
  };
}

async function* readCountries(paths: readonly string[], validFrom: string): AsyncGenerator<SourceBatch> {
  for (const path of paths) yield* inBatches('countries', countryRows(path, validFrom));
}

async function* countryRows(path: string, validFrom: string): AsyncGenerator<object[]> {
  for await (const { prefixes, fields } of readRanges(path)) {
    const country = fields[0] ?? '';
    yield /^[A-Z]{2}$/.test(country) ? prefixes.map((prefix) => ({ ...prefix, country, valid_from: validFrom })) : [];
  }
}
