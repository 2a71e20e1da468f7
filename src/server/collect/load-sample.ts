import type { Engine } from '#server/engine/engine.ts';
import { importIds, type ImportRecord } from './ledger.ts';
import type { ReportStep } from './load-steps.ts';
import { writeObservations, type Observation } from './observations.ts';
import { sampleCollection, type SampleExtent } from '#sample/sample.ts';

/** @param anchor the day it counts back from, 'yyyy-mm-dd' */
export function sampleRecord(anchor: string): ImportRecord {
  return {
    id: importIds.sample,
    source: 'sample',
    kind: 'sample',
    digest: `sample@${anchor}`,
    licence: 'Apache-2.0 (fictional, part of Sightline)',
    sample: true,
    asOf: anchor,
    anchor,
  };
}

/**
 * Writes the sample collection. Repeating it after it was cut off is exact: the generator gives the same rows for the
 * same anchor, batches of observations know by their watermarks whether they arrived, and all other tables keep one row
 * per key.
 * @returns how many rows it has
 */
export async function loadSample(
  engine: Engine,
  anchor: string,
  report: ReportStep,
  extent?: SampleExtent,
): Promise<number> {
  let [rows, sequence] = [0, 0];
  for (const batch of sampleCollection(anchor, extent)) {
    if (batch.table === 'obs') {
      sequence += 1;
      const observations = batch.rows as unknown as Observation[]; // the rows of a batch are as its table says
      const { rejected } = await writeObservations(engine, observations, { import: importIds.sample, sequence });
      if (rejected > 0) throw new Error(`the sample collection has ${rejected} impossible observations`);
    } else {
      await engine.insert(
        batch.table,
        batch.rows.map((row) => ({ ...row, import: importIds.sample })),
      );
    }
    rows += batch.rows.length;
    report(rows);
  }
  return rows;
}
