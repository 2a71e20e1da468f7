import { dateToIsoDate } from '#model/dates.ts';
import { dictionaries, reloadDictionaries } from '#server/collect/dictionaries.ts';
import { finishImport, firstLoadRecord } from '#server/collect/ledger.ts';
import { writeObservations } from '#server/collect/observations.ts';
import type { Engine } from '#server/engine/engine.ts';
import { batchCount, generatedPrefixes, generatedRecords, generatedUntil } from './generated-records.ts';

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
  // the ledger speaks of what is there: a store without it looks as if it had lost its first load
  const asOf = dateToIsoDate(generatedUntil);
  const head = { kind: 'observations', digest: '', licence: '', sample: false };
  await finishImport(engine, { id: importId, source: 'bench', ...head, asOf }, total);
  await finishImport(engine, firstLoadRecord(asOf), 0);
}
