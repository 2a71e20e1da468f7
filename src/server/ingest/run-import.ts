import type { Engine } from '#server/engine/engine.ts';
import { collectionTables } from './collection-tables.ts';
import { dictionaries, reloadDictionaries } from './dictionaries.ts';
import { beginImport, finishImport, type ImportRecord } from './ledger.ts';
import { refreshNsTransfers } from './ns-transfers.ts';
import { isEvidence, writeEvidence } from './logs/kept-evidence.ts';
import { type Observation, writeObservations } from './journal/observations.ts';
import { historyUpTo, refreshScores, snapshotCount } from './scores/refresh.ts';
import type { Source, SourceBatch } from './source.ts';
import { sourceTitles } from './source-titles.ts';

export interface ImportOptions {
  /** 'yyyy-mm-dd', UTC */
  readonly today: string;
  readonly onProgress?: OnProgress;
}

/**
 * Fills the collection from sources, one after the other, and refreshes the derived data. The ledger notes an import as done when
 * its scores are there; if it is cut off before, the import and the scores are repeated.
 *
 * Repeating an import from its first batch is exact: a source gives the same rows again, the watermarks of batches of observations
 * show whether they arrived, and all other tables keep one row per key.
 * @throws EngineError
 */
export async function runImport(
  engine: Engine,
  sources: readonly Source[],
  { today, onProgress = () => undefined }: ImportOptions,
): Promise<void> {
  const rows: number[] = [];
  const imports = sources.map((source): Step => ({
    name: sourceTitles[source.id] ?? source.id,
    run: async (report) => void rows.push(await writeSource(engine, source, report)),
  }));
  await runSteps([...imports, ...derivingSteps(engine, today)], onProgress);
  for (const [index, source] of sources.entries()) await finishImport(engine, recordOf(source), rows[index] ?? 0);
}

/** Imports a source again into tables that lost rows of it: an existing row is replaced by the same row. */
export function importAgain(engine: Engine, source: Source): Step {
  return {
    name: sourceTitles[source.id] ?? source.id,
    run: async (report) => finishImport(engine, recordOf(source), await writeSource(engine, source, report)),
  };
}

/** @returns how many rows the source has */
async function writeSource(engine: Engine, source: Source, report: ReportStep): Promise<number> {
  const { importId } = source;
  await beginImport(engine, recordOf(source));
  const total = await source.countLines();
  let [lines, rows, sequence] = [0, 0, 0];
  const write = async (batch: SourceBatch) => {
    if (batch.table === 'obs') {
      sequence += 1;
      const observations = batch.rows as Observation[]; // the table decides the type of the rows
      const { rejected } = await writeObservations(engine, observations, { import: importId, sequence });
      if (rejected > 0) throw new Error(`the source ${source.id} has ${rejected} impossible observations`);
    } else if (isEvidence(batch.table)) {
      await writeEvidence(engine, importId, { [batch.table]: batch.rows });
    } else if (batch.rows.length > 0) {
      await engine.insert(
        batch.table,
        batch.rows.map((row) => ({ import: importId, ...row })),
      );
    }
    lines += batch.lines;
    rows += batch.rows.length;
    report(lines, total);
  };
  let writing = Promise.resolve();
  try {
    for await (const batch of source.batches()) {
      await writing;
      // the engine writes this batch while the next one is read; the next await throws its error
      writing = write(batch);
      writing.catch(() => undefined);
    }
  } finally {
    await writing;
  }
  return rows;
}

function recordOf({ importId, id, kind, digest, licence, asOf, covers }: Source): ImportRecord {
  return { id: importId, source: id, kind, digest, licence, asOf, covers };
}

/** The end of every import: merges tables (look-ups over many parts are slow), reloads dictionaries, and derives data. */
function derivingSteps(engine: Engine, today: string): Step[] {
  return [
    {
      name: 'Merge of the tables',
      run: async (report) => {
        for (const [index, table] of collectionTables.entries()) {
          await engine.command({ name: 'import', sql: `OPTIMIZE TABLE ${table} FINAL` }, { limits: 'upkeep' });
          report(index + 1, collectionTables.length);
        }
      },
    },
    dictionariesStep(engine),
    transfersStep(engine, today),
    scoresStep(engine, today),
  ];
}

/** Reloads the dictionaries that imports make stale. */
export function dictionariesStep(engine: Engine): Step {
  return {
    name: 'Dictionaries of networks and names',
    run: (report) =>
      reloadDictionaries(engine, dictionaries.imports, (done) => report(done, dictionaries.imports.length)),
  };
}

/** Derives the name-server transfers. @param today 'yyyy-mm-dd' */
export function transfersStep(engine: Engine, today: string): Step {
  return {
    name: 'Name-server transfers',
    run: async (report) => {
      await refreshNsTransfers(engine, today);
      report(1, 1);
    },
  };
}

/** Computes the scores of the whole history. @param today 'yyyy-mm-dd' */
export function scoresStep(engine: Engine, today: string): Step {
  return {
    name: 'Scores of each day',
    run: (report) => refreshScores(engine, historyUpTo(today), { onSnapshot: (done) => report(done, snapshotCount) }),
  };
}

/** One step of a load as a progress bar shows it; `total` is 0 while unknown. */
interface LoadStep {
  readonly name: string;
  readonly done: number;
  readonly total: number;
}

type OnProgress = (steps: readonly LoadStep[]) => void;

/** Called by a running step with its progress, and with its total once known. */
type ReportStep = (done: number, total?: number) => void;

export interface Step {
  readonly name: string;
  run(report: ReportStep): Promise<void>;
}

/** Runs steps one after another, and reports the progress of all of them at every change. */
export async function runSteps(steps: readonly Step[], onProgress: OnProgress): Promise<void> {
  const states: LoadStep[] = steps.map(({ name }) => ({ name, done: 0, total: 0 }));
  for (const [index, step] of steps.entries()) {
    let total = 0;
    const report: ReportStep = (done, newTotal = total) => {
      total = newTotal;
      states[index] = { name: step.name, done, total };
      onProgress([...states]);
    };
    report(0);
    await step.run(report);
    const last = states[index];
    // a step without a known total, or with too high a total, ends full
    if (last) report(Math.max(last.done, last.total, 1), Math.max(last.done, last.total, 1));
  }
}
