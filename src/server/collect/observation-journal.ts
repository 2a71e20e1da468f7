import { join } from 'node:path';
import PQueue from 'p-queue';
import { z } from 'zod';
import {
  openFolder,
  readTextOrQuarantine,
  removeFile,
  replaceFile,
  type OnCorrupt,
} from '#server/disk/durable-file.ts';
import type { Engine } from '#server/engine/engine.ts';
import {
  assertOneBlock,
  blockOf,
  lastSequence,
  writeBlock,
  writeObservations,
  writeRejects,
  type Batch,
  type Observation,
  type ObservationBlock,
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
  write(rows: Rows, batch: Batch): Promise<Written>;
  /** The same for a source without batches of its own: gives the rows the next sequence number of the import. */
  append(importId: number, rows: Rows): Promise<Written>;
  /**
   * The same, once for each mark. @returns 'known' when rows with this mark were written before, whatever they were
   */
  appendOnce(importId: number, rows: Rows, mark: string): Promise<Written | 'known'>;
}

/** As they were seen, or judged and put into lines already. */
type Rows = readonly Observation[] | ObservationBlock;

/** The first line of a write-ahead file. The rows follow it, one a line; files of earlier versions have them here. */
const head = z.object({
  batch: z.object({ import: z.number().int(), sequence: z.number().int() }),
  // they passed writeObservations once, which judges every row by itself
  rows: z
    .array(z.unknown())
    .transform((rows) => rows as readonly Observation[])
    .optional(),
  count: z.number().int().optional(),
  mark: z.string().optional(),
});

function readEntry(text: string): z.output<typeof head> & { readonly lines: string } {
  const end = text.indexOf('\n');
  const first = head.parse(JSON.parse(end < 0 ? text : text.slice(0, end)));
  return { ...first, lines: end < 0 ? '' : text.slice(end + 1) };
}

/** @param folder of the write-ahead files, one per batch in doubt */
export function observationJournal(engine: Engine, folder: string, onCorrupt: OnCorrupt): ObservationJournal {
  /** One batch at a time: sequence numbers go up by one, and a batch in doubt is settled before the next. */
  const queue = new PQueue({ concurrency: 1 });
  /** The newest sequence number of each import that was appended to. */
  const last = new Map<number, number>();

  async function settle(): Promise<number> {
    const files = (await openFolder(folder)).filter((name) => /^batch-\d+-\d+\.json$/.test(name));
    for (const name of files) {
      const file = join(folder, name);
      const doubtful = await readTextOrQuarantine(file, readEntry, onCorrupt);
      if (!doubtful) continue;
      const { batch, rows, lines, count = 0, mark } = doubtful;
      if (rows) await writeObservations(engine, rows, batch);
      else await writeBlock(engine, { lines, count }, batch);
      if (mark !== undefined) await setMark(mark, batch);
      await removeFile(file);
    }
    return files.length;
  }
  async function put(
    rows: Rows,
    batch: Batch,
    { mark, isNew = false }: { readonly mark?: string; readonly isNew?: boolean } = {},
  ): Promise<Written> {
    const file = join(folder, `batch-${batch.import}-${batch.sequence}.json`);
    const { block, bad } = 'lines' in rows ? { block: rows, bad: [] } : blockOf(rows);
    assertOneBlock(block.count + bad.length);
    await replaceFile(file, `${JSON.stringify({ batch, count: block.count, mark })}\n${block.lines}`);
    if (await writeBlock(engine, block, batch, isNew)) await writeRejects(engine, bad, batch);
    if (mark !== undefined) await setMark(mark, batch);
    await removeFile(file);
    return { written: block.count, rejected: bad.length };
  }
  /** Under the next number of the import, which only this journal gives. */
  async function putNext(importId: number, rows: Rows, mark?: string): Promise<Written> {
    const sequence = (last.get(importId) ?? (await lastSequence(engine, importId))) + 1;
    last.delete(importId);
    const written = await put(
      rows,
      { import: importId, sequence },
      { isNew: true, ...(mark !== undefined && { mark }) },
    );
    last.set(importId, sequence);
    return written;
  }
  function setMark(mark: string, batch: Batch): Promise<void> {
    return engine.insert('pushes', [{ mark, ...batch }]);
  }
  async function hasMark(mark: string): Promise<boolean> {
    const name = 'observations';
    const sql = 'SELECT 1 AS found FROM pushes WHERE mark = {mark:String} LIMIT 1';
    return (await engine.query({ name, sql, params: { mark } })).length > 0;
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
        return putNext(importId, rows);
      }),
    appendOnce: (importId, rows, mark) =>
      queue.add(async () => {
        await settle();
        if (await hasMark(mark)) return 'known';
        return putNext(importId, rows, mark);
      }),
  };
}
