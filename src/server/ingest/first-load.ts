import type { Engine } from '#server/engine/engine.ts';
import { collectionTables } from './collection-tables.ts';
import { beginImport, finishImport, firstLoadRecord, importIds, importState } from './ledger.ts';
import { packagedSources, sampleImportId, sampleSource, type SampleExtent } from './packaged-sources.ts';
import { runImport, type ImportOptions } from './run-import.ts';
import type { Source } from './source.ts';

export interface FirstLoadOptions extends ImportOptions {
  /** Whether the sample collection belongs in; one that is there already stays. */
  readonly sample: boolean;
  /** What to load in place of the open data that comes with the installation. */
  readonly openData?: readonly Source[];
  /** How much of the sample collection; all of it unless given. */
  readonly sampleExtent?: SampleExtent;
}

/**
 * Fills an empty collection; on a filled one it asks the ledger two questions and returns.
 *
 * Recovery: the load is marked in the ledger before its first row. A load that was cut off is emptied and begun again:
 * nothing but open data and the sample collection can be in there yet, and that comes back in under a minute. When the
 * sample collection is asked for later, the user's own imports may be there: then nothing is emptied, the cut-off import is
 * repeated with the day it first counted back from (run-import.ts says why that is exact).
 *
 * @returns what was loaded now: everything, only the sample collection, or nothing
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
    await runImport(engine, [sampleSource(sample?.anchor ?? today, sampleExtent)], options);
    return 'sample';
  }
  if (load) await empty(engine);
  const mark = firstLoadRecord(today);
  await beginImport(engine, mark);
  await runImport(engine, wantsSample ? [...openData, sampleSource(today, sampleExtent)] : openData, options);
  await finishImport(engine, mark, 0);
  return 'everything';
}

/** The ledger goes last: killed in here, the next start still finds the mark and empties again. */
async function empty(engine: Engine): Promise<void> {
  for (const table of collectionTables)
    await engine.command({ name: 'first-load', sql: `TRUNCATE TABLE ${table}` }, { limits: 'upkeep' });
}
