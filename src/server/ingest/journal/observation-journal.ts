import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import PQueue from 'p-queue';
import { openFolder, quarantine, removeFile, replaceFile, type OnCorrupt } from '#server/disk/durable-file.ts';
import type { Engine } from '#server/engine/engine.ts';
import {
  assertOneBlock,
  blockOf,
  fileContent,
  lastSequence,
  writeFileOfBlock,
  writeRejects,
  type Batch,
  type Observation,
  type Written,
} from './observations.ts';
import type { ObservationBlock } from './observation-rows.ts';

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
  /** The same, once for each mark. @returns 'known' when rows with this mark were written before, whatever they were */
  appendOnce(importId: number, rows: Rows, mark: string): Promise<Written | 'known'>;
}

/** As they were seen, or judged and encoded already. */
type Rows = readonly Observation[] | ObservationBlock;

/** What the name of a write-ahead file says; it holds the rows (`fileContent`). */
interface Entry {
  readonly batch: Batch;
  /** Its size. */
  readonly bytes: number;
  readonly mark?: string;
}

function nameOf({ batch, bytes, mark }: Entry): string {
  const suffix = mark === undefined ? '' : `-${Buffer.from(mark).toString('hex')}`;
  return `batch-${batch.import}-${batch.sequence}-${bytes}${suffix}.rows`;
}

function entryOf(name: string): Entry | undefined {
  const [, importId, sequence, bytes, mark] =
    /^batch-(\d+)-(\d+)-(\d+)(?:-((?:[0-9a-f]{2})+))?\.rows$/.exec(name) ?? [];
  if (importId === undefined) return undefined;
  const batch = { import: Number(importId), sequence: Number(sequence) };
  return { batch, bytes: Number(bytes), ...(mark !== undefined && { mark: Buffer.from(mark, 'hex').toString() }) };
}

/** @param folder of the write-ahead files, one per batch in doubt */
export function observationJournal(engine: Engine, folder: string, onCorrupt: OnCorrupt): ObservationJournal {
  /** One batch at a time: sequence numbers go up by one, and a batch in doubt is settled before the next. */
  const queue = new PQueue({ concurrency: 1 });
  /** The newest sequence number of each import that was appended to. */
  const last = new Map<number, number>();

  async function settle(): Promise<number> {
    const entries = (await openFolder(folder)).flatMap((name) => entryOf(name) ?? []);
    for (const entry of entries) await settleOne(join(folder, nameOf(entry)), entry);
    return entries.length;
  }
  async function settleOne(file: string, { batch, bytes, mark }: Entry): Promise<void> {
    if ((await stat(file)).size !== bytes) return quarantine(file, `it should have ${bytes} bytes`, onCorrupt);
    await writeFileOfBlock(engine, file, batch);
    if (mark !== undefined) await setMark(mark, batch);
    await removeFile(file);
  }
  async function put(rows: Rows, batch: Batch, { mark, isNew = false }: PutOptions = {}): Promise<Written> {
    const { block, bad } = 'bytes' in rows ? { block: rows, bad: [] } : blockOf(rows);
    assertOneBlock(block.count + bad.length);
    const content = fileContent(block, batch);
    const bytes = content.reduce((sum, part) => sum + part.length, 0);
    const file = join(folder, nameOf({ batch, bytes, ...(mark !== undefined && { mark }) }));
    await replaceFile(file, content);
    if (await writeFileOfBlock(engine, file, batch, isNew)) await writeRejects(engine, bad, batch);
    if (mark !== undefined) await setMark(mark, batch);
    await removeFile(file);
    return { written: block.count, rejected: bad.length };
  }
  /** Under the next number of the import, which only this journal gives. */
  async function putNext(importId: number, rows: Rows, mark?: string): Promise<Written> {
    const sequence = (last.get(importId) ?? (await lastSequence(engine, importId))) + 1;
    last.delete(importId);
    const batch = { import: importId, sequence };
    const written = await put(rows, batch, { isNew: true, ...(mark !== undefined && { mark }) });
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
        return (await hasMark(mark)) ? 'known' : putNext(importId, rows, mark);
      }),
  };
}

interface PutOptions {
  readonly mark?: string;
  /** No part of the batch can have arrived. */
  readonly isNew?: boolean;
}
