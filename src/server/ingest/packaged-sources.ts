import { HEADLINES, type Landmark } from '#sample/landmarks.ts';
import { sampleCollection, type SampleExtent } from '#sample/sample.ts';
import { countries, originAs } from './open-data/address-ranges.ts';
import { phishing } from './open-data/phishing.ts';
import { publicResolvers } from './open-data/public-resolvers.ts';
import { sampleKind } from './ledger.ts';
import type { Source, SourceBatch } from './source.ts';

export type { Landmark, SampleExtent };

/** The open data that comes with the installation, in the order in which it is loaded. */
export function packagedSources(): Source[] {
  return [originAs(), countries(), phishing(), publicResolvers()];
}

export const sampleImportId = 5;
/** What to try first in the sample collection. */
export const sampleLandmarks: readonly Landmark[] = Object.values(HEADLINES);

/**
 * The sample collection. This is the only place where the service knows of it.
 * @param anchor the day from which it counts back, 'yyyy-mm-dd': the same anchor always gives the same rows
 */
export function sampleSource(anchor: string, extent?: SampleExtent): Source {
  return {
    importId: sampleImportId,
    id: 'sample',
    kind: sampleKind,
    covers: [],
    digest: `sample@${anchor}`,
    licence: 'Apache-2.0 (fictional, part of Sightline)',
    asOf: anchor,
    tables: [],
    countLines: () => Promise.resolve(0),
    batches: () => batches(anchor, extent),
  };
}

function* batches(anchor: string, extent?: SampleExtent): Generator<SourceBatch> {
  for (const { table, rows } of sampleCollection(anchor, extent)) yield { table, rows, lines: rows.length };
}
