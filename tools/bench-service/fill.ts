import { dictionaries, reloadDictionaries } from '#server/collect/dictionaries.ts';
import { writeObservations } from '#server/collect/observations.ts';
import type { Engine } from '#server/engine/engine.ts';
import { batchCount, generatedPrefixes, generatedRecords } from './generated-records.ts';

const importId = 900;

/** Fills the collection with the generated records and merges it. A batch that is there already is left alone. */
export async function fillWithGenerated(engine: Engine, total: number): Promise<void> {
  await engine.insert('prefixes', generatedPrefixes());
  for (let batch = 0; batch < batchCount(total); batch += 1)
    await writeObservations(engine, [...generatedRecords(batch, total)], { import: importId, sequence: batch + 1 });
  // as the service leaves its tables after an import (engine.md: look-ups over many parts are slow)
  for (const table of ['fwd', 'rev', 'names', 'txt', 'rrsets', 'rrsets_by_hash', 'prefixes'])
    await engine.command({ name: 'bench', sql: `OPTIMIZE TABLE ${table} FINAL` }, { limits: 'upkeep' });
  await reloadDictionaries(engine, dictionaries.imports);
}
