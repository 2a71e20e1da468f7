import type { Engine } from '#server/engine/engine.ts';
import { collectionTables } from './collection-tables.ts';
import { dictionaries, reloadDictionaries } from './dictionaries.ts';
import { beginImport, finishImport, firstLoadRecord, importIds, importState } from './ledger.ts';
import { loadOpenData } from './load-open-data.ts';
import { loadSample, sampleRecord } from './load-sample.ts';
import type { SampleExtent } from '#sample/sample.ts';
import { runSteps, type OnProgress, type Step } from './load-steps.ts';
import { refreshNsTransfers } from './ns-transfers.ts';
import { countries } from './open-data/countries.ts';
import type { OpenData } from './open-data/open-data.ts';
import { originAs } from './open-data/origin-as.ts';
import { phishing } from './open-data/phishing.ts';
import { historyUpTo, refreshScores, snapshotCount } from './scores/refresh.ts';

export interface FirstLoadOptions {
  /** Whether the sample collection belongs in; one that is there already stays. */
  readonly sample: boolean;
  /** 'yyyy-mm-dd', UTC */
  readonly today: string;
  readonly onProgress?: OnProgress;
  /** What to load in place of the three packages of open data, by import id. */
  readonly openData?: ReadonlyMap<number, OpenData>;
  /** How much of the sample collection; all of it unless given. */
  readonly sampleExtent?: SampleExtent;
}

/**
 * Fills a migrated, empty collection; on a filled one it asks the ledger two questions and returns.
 *
 * Recovery: the load is marked in the ledger before its first row. A load that was cut off is emptied and begun anew:
 * nothing but open data and the sample collection can be in there yet, and that comes back in under a minute. When the
 * sample collection is asked for later, the user's own imports may be there: then nothing is emptied, the cut-off step is
 * repeated with the day it first counted back from (load-sample.ts says why that is exact).
 *
 * @returns what was loaded now: everything, only the sample collection, or nothing
 * @throws EngineError
 */
export async function firstLoad(
  engine: Engine,
  options: FirstLoadOptions,
): Promise<'everything' | 'sample' | 'nothing'> {
  const { today, sample: wantsSample, onProgress = () => undefined } = options;
  const load = await importState(engine, importIds.firstLoad);
  const sample = await importState(engine, importIds.sample);
  if (load?.state === 'done') {
    if (!wantsSample || sample?.state === 'done') return 'nothing';
    await withSample(engine, sample?.anchor ?? today, options.sampleExtent, (step) =>
      runSteps([step, ...finishing(engine, today)], onProgress),
    );
    return 'sample';
  }
  if (load) await empty(engine);
  const mark = firstLoadRecord(today);
  await beginImport(engine, mark);
  const openData = [...(options.openData ?? packagedData())].map(([id, data]) => loadOpenData(engine, id, data));
  if (wantsSample)
    await withSample(engine, today, options.sampleExtent, (step) =>
      runSteps([...openData, step, ...finishing(engine, today)], onProgress),
    );
  else await runSteps([...openData, ...finishing(engine, today)], onProgress);
  await finishImport(engine, mark, 0);
  return 'everything';
}

/** The open data that comes with the packages, by import id. */
export function packagedData(): Map<number, OpenData> {
  return new Map([
    [importIds.originAs, originAs()],
    [importIds.countries, countries()],
    [importIds.phishing, phishing()],
  ]);
}

/** The sample collection is done when its scores are, too: a cut-off in between repeats both. */
async function withSample(
  engine: Engine,
  anchor: string,
  extent: SampleExtent | undefined,
  run: (step: Step) => Promise<void>,
): Promise<void> {
  const record = sampleRecord(anchor);
  let rows = 0;
  await run({
    name: 'sample',
    run: async (report) => {
      await beginImport(engine, record);
      rows = await loadSample(engine, anchor, report, extent);
    },
  });
  await finishImport(engine, record, rows);
}

/** What every load ends with: merged tables (look-ups over many parts are slow), the dictionaries of today, what is derived. */
function finishing(engine: Engine, today: string): Step[] {
  const run = (sql: string) => engine.command({ name: 'first-load', sql }, { limits: 'upkeep' });
  return [
    {
      name: 'merge',
      run: async (report) => {
        for (const [index, table] of collectionTables.entries()) {
          await run(`OPTIMIZE TABLE ${table} FINAL`);
          report(index + 1, collectionTables.length);
        }
      },
    },
    {
      name: 'dictionaries',
      run: (report) =>
        reloadDictionaries(engine, dictionaries.routing, (done) => report(done, dictionaries.routing.length)),
    },
    {
      name: 'name-server transfers',
      run: async (report) => {
        await refreshNsTransfers(engine, today);
        report(1, 1);
      },
    },
    {
      name: 'scores',
      run: (report) => refreshScores(engine, historyUpTo(today), (done) => report(done, snapshotCount)),
    },
  ];
}

/** The ledger goes last: killed in here, the next start still finds the mark and empties again. */
async function empty(engine: Engine): Promise<void> {
  for (const table of collectionTables)
    await engine.command({ name: 'first-load', sql: `TRUNCATE TABLE ${table}` }, { limits: 'upkeep' });
}
