import type { Engine } from '#server/engine/engine.ts';
import { collectionTables } from './collection-tables.ts';
import { beginImport, finishImport, firstLoadRecord, importIds, importState } from './ledger.ts';
import { packagedSources, sampleImportId, sampleSource, type SampleExtent } from './packaged-sources.ts';
import { runImport, type ImportOptions } from './run-import.ts';
import type { Source } from './source.ts';

export interface FirstLoadOptions extends ImportOptions {
  /** Whether to load the sample collection; one that is loaded stays. */
  readonly sample: boolean;
  /** Sources instead of the open data of the installation. */
  readonly openData?: readonly Source[];
  /** Which part of the sample collection to load; all of it unless given. */
  readonly sampleExtent?: SampleExtent;
}

/**
 * Fills an empty collection. A filled one costs two queries of the ledger.
 *
 * Recovery: the ledger notes the load before its first row. After a load was cut off, the collection is emptied and loaded again: it
 * can only contain open data and the sample collection, which takes less than a minute. If the sample collection is added later,
 * the user's own imports may be there: nothing is emptied, and a cut-off import is repeated with its first day (run-import.ts
 * says why that is exact).
 *
 * @returns what was loaded: everything, only the sample collection, or nothing
 * @throws EngineError
 */
export async function firstLoad(
  engine: Engine,
  options: FirstLoadOptions,
): Promise<'everything' | 'sample' | 'nothing'> {
  const { today, sample: wantsSample, openData = packagedSources(), sampleExtent } = options;
  const load = await importState(engine, importIds.firstLoad);
  const sample = await importState(engine, sampleImportId);
  if (load?.state === 'done') {
    if (!wantsSample || sample?.state === 'done') return 'nothing';
    await runImport(engine, [sampleSource(sample?.asOf ?? today, sampleExtent)], options);
    return 'sample';
  }
  if (load) await emptyCollection(engine);
  const mark = firstLoadRecord(today);
  await beginImport(engine, mark);
  await runImport(engine, wantsSample ? [...openData, sampleSource(today, sampleExtent)] : openData, options);
  await finishImport(engine, mark, 0);
  return 'everything';
}

/** Empties every table, the ledger last: after a kill in here, the next start still finds the line of the load and empties again. */
export async function emptyCollection(engine: Engine): Promise<void> {
  for (const table of collectionTables)
    await engine.command({ name: 'first-load', sql: `TRUNCATE TABLE ${table}` }, { limits: 'upkeep' });
}
