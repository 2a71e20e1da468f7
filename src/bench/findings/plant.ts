import { reloadDictionaries, dictionaries } from '#server/ingest/dictionaries.ts';
import { detectors } from '#server/ingest/detectors/detectors.ts';
import { runDetectors } from '#server/ingest/detectors/run-detectors.ts';
import { lastSequence, writeObservations } from '#server/ingest/journal/observations.ts';
import type { Engine } from '#server/engine/engine.ts';
import { fillTable, mergeTables } from '#bench/service/fill-tables.ts';
import { generatedUntil } from '#bench/service/generated-records.ts';
import { dateToIsoDate } from '#model/dates.ts';
import { noiseStatements } from './noise.ts';
import { plantedWorld } from './planted-cases.ts';

const importId = 902;
const rowsAtOnce = 100_000;

/** Adds ordinary evidence and the planted cases to a generated collection, once. @returns observations written */
export async function plantFindings(engine: Engine, total: number, casesEach: number): Promise<number> {
  if ((await lastSequence(engine, importId)) > 0) return 0;
  for (const sql of noiseStatements(total)) await fillTable(engine, sql);
  const { observations, prefixes, rows } = plantedWorld(casesEach);
  await engine.insert('prefixes', prefixes);
  for (const [table, all] of Object.entries(rows))
    for (let at = 0; at < all.length; at += rowsAtOnce) await engine.insert(table, all.slice(at, at + rowsAtOnce));
  await mergeTables(engine, ['prefixes', 'whois', 'certificates', 'listings']);
  await reloadDictionaries(engine, dictionaries.imports);
  for (let at = 0, sequence = 1; at < observations.length; at += rowsAtOnce, sequence += 1) {
    const { rejected } = await writeObservations(engine, observations.slice(at, at + rowsAtOnce), {
      import: importId,
      sequence,
    });
    if (rejected > 0) throw new Error(`${rejected} planted records were rejected`);
  }
  return observations.length;
}

/** Runs a detector as after an import. @returns milliseconds */
export async function runDetector(engine: Engine, id: string): Promise<number> {
  await engine.command({ name: 'bench', sql: 'TRUNCATE TABLE detector_runs' });
  const startedAt = performance.now();
  await runDetectors(engine, {
    today: dateToIsoDate(generatedUntil),
    detectors: detectors.filter((each) => each.id === id),
  });
  return performance.now() - startedAt;
}
