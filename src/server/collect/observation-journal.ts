import { join } from 'node:path';
import PQueue from 'p-queue';
import { z } from 'zod';
import { openFolder, readOrQuarantine, removeFile, replaceFile, type OnCorrupt } from '#server/disk/durable-file.ts';
import type { Engine } from '#server/engine/engine.ts';
import {
  assertOneBlock,
  lastSequence,
  writeObservations,
  type Batch,
  type Observation,
  type Written,
} from './observations.ts';

/**
 * Write-ahead files of batches whose source cannot be asked again: live findings, and imports of files that may be gone
 * tomorrow. A batch that a crash or a fault left in some tables only is sent again from its file.
 */
export interface ObservationJournal {
  /** Sends the batches in doubt again; before anything is asked of the collection. @returns how many there were */
  settle(): Promise<number>;
  /** `writeObservations` by way of the journal: whether it throws or the process dies, the batch becomes whole or nothing. */
  write(rows: readonly Observation[], batch: Batch): Promise<Written>;
  /** The same for a source without batches of its own: gives the rows the next sequence number of the import. */
  append(importId: number, rows: readonly Observation[]): Promise<Written>;
}

const entry = z.object({
  batch: z.object({ import: z.number().int(), sequence: z.number().int() }),
  // they passed writeObservations once, which judges every row by itself
  rows: z.array(z.unknown()).transform((rows) => rows as readonly Observation[]),
});

/** @param folder of the write-ahead files, one per batch in doubt */
export function observationJournal(engine: Engine, folder: string, onCorrupt: OnCorrupt): ObservationJournal {
  /** One batch at a time: sequence numbers go up by one, and a batch in doubt is settled before the next. */
  const queue = new PQueue({ concurrency: 1 });

  async function settle(): Promise<number> {
    const files = (await openFolder(folder)).filter((name) => /^batch-\d+-\d+\.json$/.test(name));
    for (const name of files) {
      const file = join(folder, name);
      const doubtful = await readOrQuarantine(file, (value) => entry.parse(value), onCorrupt);
      if (!doubtful) continue;
      await writeObservations(engine, doubtful.rows, doubtful.batch);
      await removeFile(file);
    }
    return files.length;
  }
  async function put(rows: readonly Observation[], batch: Batch): Promise<Written> {
    const file = join(folder, `batch-${batch.import}-${batch.sequence}.json`);
    assertOneBlock(rows);
    await replaceFile(file, JSON.stringify({ batch, rows }));
    const written = await writeObservations(engine, rows, batch);
    await removeFile(file);
    return written;
  }
  return {
    settle: () => queue.add(settle),
    write: (rows, batch) =>
      queue.add(async () => {
        await settle();
        return put(rows, batch);
      }),
    append: (importId, rows) =>
      queue.add(async () => {
        await settle();
        return put(rows, { import: importId, sequence: (await lastSequence(engine, importId)) + 1 });
      }),
  };
}
