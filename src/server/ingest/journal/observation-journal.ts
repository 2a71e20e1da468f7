import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import PQueue from 'p-queue';
import { z } from 'zod';
import {
  openFolder,
  quarantine,
  readTextOrQuarantine,
  removeFile,
  replaceFile,
  type OnCorrupt,
} from '#server/disk/durable-file.ts';
import { type Engine, EngineError } from '#server/engine/engine.ts';
import {
  assertOneBlock,
  blockOf,
  contentAs,
  fileContent,
  hasArrived,
  lastSequence,
  writeFileOfBlock,
  writeObservations,
  writeRejects,
  type Batch,
  type Observation,
  type Written,
} from './observations.ts';
import type { ObservationBlock } from './observation-rows.ts';
import { liveImport, type Sharing } from '#server/ingest/sharing.ts';

/**
 * Write-ahead files of batches whose source cannot be asked again: live findings, and imports of files that may be gone
 * tomorrow. A batch that a crash or a fault left in some tables only is sent again from its file.
 */
export interface ObservationJournal {
  /** Sends the batches in doubt again; before anything is asked of the collection. @returns how many there were */
  settle(): Promise<number>;
  /** `writeObservations` by way of the journal: whether it throws or the process dies, the batch becomes whole or nothing. */
  write(rows: Rows, batch: Batch, isHeld?: () => boolean): Promise<Written>;
  /** The same for a source without batches of its own: gives the rows the next sequence number of the import. */
  append(importId: number, rows: Rows): Promise<Written>;
  /**
   * The same, once for each mark, also when several processes are given it. @returns 'known' when rows with this mark were written
   * before, whatever they were @throws MarkTaken
   */
  appendOnce(importId: number, rows: Rows, mark: string): Promise<Written | 'known'>;
}

/** Another process is writing rows with this mark. */
export class MarkTaken extends Error {
  override readonly name = 'MarkTaken';
  readonly holder: string;
  constructor(holder: string) {
    super(`the process ${holder} is writing the same rows`);
    this.holder = holder;
  }
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

/** Files of earlier versions: a line about the batch, and the rows, one a line or in that line. */
const earlierHead = z.object({
  batch: z.object({ import: z.number().int(), sequence: z.number().int() }),
  rows: z.array(z.unknown()).optional(),
  mark: z.string().optional(),
});

function readEarlier(text: string): Omit<Entry, 'bytes'> & { readonly rows: readonly Observation[] } {
  const [first = '', ...lines] = text.split('\n').filter((line) => line !== '');
  const { batch, mark, rows = lines.map((line): unknown => JSON.parse(line)) } = earlierHead.parse(JSON.parse(first));
  // writeObservations judges every row by itself
  return { batch, rows: rows as readonly Observation[], ...(mark !== undefined && { mark }) };
}

/** How long a batch in doubt waits for a process that may be writing the same rows. */
const takenMilliseconds = 60_000;

/**
 * Of processes that share a store, each has a journal and import numbers of its own. Rows with a mark are claimed by one of them, under
 * the batch that they go into. Whoever takes them over, because that process is gone, goes on with its batch if a part of it has
 * arrived; otherwise the rows go into a batch of the new one, and the first one drops them when it is there again.
 * @param folder of the write-ahead files, one per batch in doubt
 * @param sharing of the processes that share the store; absent where one has it alone
 */
export function observationJournal(
  engine: Engine,
  folder: string,
  onCorrupt: OnCorrupt,
  sharing?: Sharing,
): ObservationJournal {
  const claims = sharing?.claims;
  /** Files of batches that belong to a claim of this run. */
  const claimed = new Map<string, () => boolean>();
  /** One batch at a time: sequence numbers go up by one, and a batch in doubt is settled before the next. */
  const queue = new PQueue({ concurrency: 1 });
  /** The newest sequence number of each import that was appended to. */
  const last = new Map<number, number>();
  /** The newest one of each import whose rows another process was writing. Its claim may still count, so other rows must not get it. */
  const givenUp = new Map<number, number>();

  async function settle(): Promise<number> {
    const files = (await openFolder(folder)).filter((name) => /^batch-[-\da-f]+\.(json|rows)$/.test(name));
    for (const name of files) await settleOne(join(folder, name), entryOf(name));
    return files.length;
  }
  async function settleOne(file: string, entry: Entry | undefined): Promise<void> {
    if (entry && (await stat(file)).size !== entry.bytes)
      return quarantine(file, `it should have ${entry.bytes} bytes`, onCorrupt);
    const doubtful = entry ?? (await readTextOrQuarantine(file, readEarlier, onCorrupt));
    if (!doubtful) return;
    const { batch, mark } = doubtful;
    if (mark !== undefined && claims && !('rows' in doubtful)) return settleMarked(file, batch, mark);
    // of a file that another process may be importing by now: whoever imports it again writes what is missing
    if (sharing && batch.import !== liveImport(sharing.writer) && claimed.get(file)?.() !== true) return drop(file);
    if ('rows' in doubtful) await writeObservations(engine, doubtful.rows, batch);
    else await writeFileOfBlock(engine, file, batch, { isHeld: claimed.get(file) });
    if (mark !== undefined) await setMark(mark, batch);
    await drop(file);
  }
  async function drop(file: string): Promise<void> {
    claimed.delete(file);
    await removeFile(file);
  }
  async function settleMarked(file: string, batch: Batch, mark: string): Promise<void> {
    for (const until = performance.now() + takenMilliseconds; ; await pause(500)) {
      const taken = await writeMarked(file, batch, mark, true);
      if (!(taken instanceof MarkTaken)) return;
      if (performance.now() > until) throw new EngineError('overloaded', taken.message);
    }
  }
  /** Writes the rows of a file under their mark, and removes the file unless they are taken. @param isDoubtful a part may have arrived */
  async function writeMarked(
    file: string,
    own: Batch,
    mark: string,
    isDoubtful = false,
  ): Promise<'written' | 'known' | MarkTaken> {
    const taken = await claimMark(mark, own);
    if (taken instanceof MarkTaken) return taken;
    if (taken !== 'known') {
      const { batch, isNew, isHeld } = taken;
      const isOwn = batch.import === own.import && batch.sequence === own.sequence;
      const source = isOwn ? file : `${file}.taken`;
      if (!isOwn) await replaceFile(source, [contentAs(await readFile(file), own, batch)]);
      await writeFileOfBlock(engine, source, batch, { isNew: isNew && !isDoubtful, isHeld });
      await setMark(mark, batch);
      if (!isOwn) await removeFile(source);
    }
    await removeFile(file);
    return taken === 'known' ? 'known' : 'written';
  }
  /** @returns the batch that the rows with this mark belong into */
  async function claimMark(
    mark: string,
    own: Batch,
  ): Promise<'known' | MarkTaken | { readonly batch: Batch; readonly isNew: boolean; readonly isHeld: () => boolean }> {
    if (!claims) return { batch: own, isNew: true, isHeld: () => true };
    const subject = `push:${mark}`;
    const about = JSON.stringify(own);
    let earlier: string | undefined;
    const claim = await claims.take(subject, (before) => (earlier = before?.about) ?? about);
    if (typeof claim === 'string') return (await hasMark(mark)) ? 'known' : new MarkTaken(claim);
    if (await hasMark(mark)) return 'known';
    if (earlier === undefined || earlier === about) return { batch: own, isNew: earlier === undefined, ...claim };
    const batch = batchOf.parse(JSON.parse(earlier));
    if (await hasArrived(engine, batch)) return { batch, isNew: false, ...claim };
    const again = await claims.take(subject, () => about);
    return typeof again === 'string' ? new MarkTaken(again) : { batch: own, isNew: false, ...again };
  }
  async function put(
    rows: Rows,
    batch: Batch,
    {
      mark,
      isNew = false,
      isHeld,
    }: { readonly mark?: string; readonly isNew?: boolean; readonly isHeld?: () => boolean } = {},
  ): Promise<Written | 'known'> {
    const { block, bad } = 'bytes' in rows ? { block: rows, bad: [] } : blockOf(rows);
    assertOneBlock(block.count + bad.length);
    const content = fileContent(block, batch);
    const bytes = content.reduce((sum, part) => sum + part.length, 0);
    const file = join(folder, nameOf({ batch, bytes, ...(mark !== undefined && { mark }) }));
    await replaceFile(file, content);
    if (claims && mark !== undefined) {
      const taken = await writeMarked(file, batch, mark);
      if (taken instanceof MarkTaken) await removeFile(file);
      if (taken instanceof MarkTaken) throw taken;
      if (taken === 'known') return 'known';
      await writeRejects(engine, bad, batch);
      return { written: block.count, rejected: bad.length };
    }
    if (isHeld) claimed.set(file, isHeld);
    if (await writeFileOfBlock(engine, file, batch, { isNew, isHeld })) await writeRejects(engine, bad, batch);
    if (mark !== undefined) await setMark(mark, batch);
    await drop(file);
    return { written: block.count, rejected: bad.length };
  }
  /** Under the next number of the import, which only this journal gives. */
  async function putNext(importId: number, rows: Rows, mark?: string): Promise<Written | 'known'> {
    const newest = last.get(importId) ?? (await lastSequence(engine, importId));
    const sequence = Math.max(newest, givenUp.get(importId) ?? 0) + 1;
    last.delete(importId);
    const written = await put(
      rows,
      { import: importId, sequence },
      { isNew: true, ...(mark !== undefined && { mark }) },
    ).catch((error: unknown) => {
      if (error instanceof MarkTaken) givenUp.set(importId, sequence);
      throw error;
    });
    if (written !== 'known') last.set(importId, sequence);
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
    write: (rows, batch, isHeld) =>
      queue.add(async () => {
        await settle();
        return unmarked(await put(rows, batch, { ...(isHeld && { isHeld }) }));
      }),
    append: (importId, rows) =>
      queue.add(async () => {
        await settle();
        return unmarked(await putNext(importId, rows));
      }),
    appendOnce: (importId, rows, mark) =>
      queue.add(async () => {
        await settle();
        if (await hasMark(mark)) return 'known';
        return putNext(importId, rows, mark);
      }),
  };
}

const batchOf = z.object({ import: z.number().int(), sequence: z.number().int() });

/** Rows without a mark are never known. */
function unmarked(written: Written | 'known'): Written {
  return written === 'known' ? { written: 0, rejected: 0 } : written;
}
