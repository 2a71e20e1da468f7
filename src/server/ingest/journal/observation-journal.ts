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

/** Observations as a source gives them, or checked and encoded. */
type Rows = readonly Observation[] | ObservationBlock;

/** A push. */
export interface PushMark {
  readonly mark: string;
  /** The day of its newest record, 'yyyy-mm-dd'. */
  readonly asOf: string;
}

/** A write-ahead file, described by its name; it holds the rows (`fileContent`). */
interface Entry {
  readonly batch: Batch;
  /** Its size. */
  readonly bytes: number;
  readonly push?: PushMark & { readonly rows: number };
}

function nameOf({ batch, bytes, push }: Entry): string {
  const suffix = push ? `-${push.rows}-${push.asOf.replaceAll('-', '')}-${Buffer.from(push.mark).toString('hex')}` : '';
  return `batch-${batch.import}-${batch.sequence}-${bytes}${suffix}.rows`;
}

function entryOf(name: string): Entry | undefined {
  const [, importId, sequence, bytes, rows, day = '', mark] =
    /^batch-(\d+)-(\d+)-(\d+)(?:-(\d+)-(\d{8})-((?:[0-9a-f]{2})+))?\.rows$/.exec(name) ?? [];
  if (importId === undefined) return undefined;
  const entry = { batch: { import: Number(importId), sequence: Number(sequence) }, bytes: Number(bytes) };
  if (mark === undefined) return entry;
  const asOf = [day.slice(0, 4), day.slice(4, 6), day.slice(6)].join('-');
  return { ...entry, push: { mark: Buffer.from(mark, 'hex').toString(), asOf, rows: Number(rows) } };
}

/**
 * Write-ahead files of batches whose source cannot be asked again: live findings, and imports of files that may be gone
 * tomorrow. A batch that a crash or a fault left in only some tables is sent again from its file. One batch at a time: sequence
 * numbers increase by one, and a batch in doubt is settled before the next.
 */
export class ObservationJournal {
  readonly #engine: Engine;
  readonly #folder: string;
  readonly #onCorrupt: OnCorrupt;
  readonly #queue = new PQueue({ concurrency: 1 });
  /** The newest sequence number of each import that was appended to. */
  readonly #last = new Map<number, number>();

  /** @param folder of the write-ahead files, one for each batch in doubt */
  constructor(engine: Engine, folder: string, onCorrupt: OnCorrupt) {
    this.#engine = engine;
    this.#folder = folder;
    this.#onCorrupt = onCorrupt;
  }

  /** Sends the batches in doubt again, before the collection answers queries. @returns how many there were */
  settle(): Promise<number> {
    return this.#queue.add(() => this.#settle());
  }

  /** `writeObservations` through the journal: whether it throws or the process dies, the batch is completed or has no effect. */
  write(rows: Rows, batch: Batch): Promise<Written> {
    return this.#next(() => this.#put(rows, batch));
  }

  /** As `write`, for a source without batches of its own: the rows get the next sequence number of the import. */
  append(importId: number, rows: Rows): Promise<Written> {
    return this.#next(() => this.#append(importId, rows));
  }

  /** As `append`, once for each mark. @returns 'known' when rows with this mark were written before, even different ones */
  appendOnce(importId: number, rows: Rows, push: PushMark): Promise<Written | 'known'> {
    return this.#next(async () => ((await this.#hasMark(push.mark)) ? 'known' : this.#append(importId, rows, push)));
  }

  /** Runs work while no batch is written or in doubt. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    return this.#next(work);
  }

  /** The batches of these imports were removed, so that they are numbered from 1 again. */
  forget(importIds: readonly number[]): void {
    for (const id of importIds) this.#last.delete(id);
  }

  #next<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue.add(async () => {
      await this.#settle();
      return work();
    });
  }

  async #settle(): Promise<number> {
    const entries = (await openFolder(this.#folder)).flatMap((name) => entryOf(name) ?? []);
    for (const entry of entries) await this.#settleOne(join(this.#folder, nameOf(entry)), entry);
    return entries.length;
  }

  async #settleOne(file: string, { batch, bytes, push }: Entry): Promise<void> {
    if ((await stat(file)).size !== bytes) return quarantine(file, `it should have ${bytes} bytes`, this.#onCorrupt);
    await writeFileOfBlock(this.#engine, file, batch);
    if (push) await this.#setMark(push, batch);
    await removeFile(file);
  }

  async #put(rows: Rows, batch: Batch, { push: given, isNew = false }: PutOptions = {}): Promise<Written> {
    assertOneBlock('pieces' in rows ? rows.count : rows.length);
    const { block, bad } = 'pieces' in rows ? { block: rows, bad: [] } : blockOf(rows);
    const content = fileContent(block, batch);
    const bytes = content.reduce((sum, part) => sum + part.length, 0);
    const push = given && { ...given, rows: block.count };
    const file = join(this.#folder, nameOf({ batch, bytes, ...(push && { push }) }));
    await replaceFile(file, content);
    if (await writeFileOfBlock(this.#engine, file, batch, isNew)) await writeRejects(this.#engine, bad, batch);
    if (push) await this.#setMark(push, batch);
    await removeFile(file);
    return { written: block.count, rejected: bad.length };
  }

  /** Only this journal gives numbers of the import. */
  async #append(importId: number, rows: Rows, push?: PushMark): Promise<Written> {
    const sequence = (this.#last.get(importId) ?? (await lastSequence(this.#engine, importId))) + 1;
    this.#last.delete(importId);
    const batch = { import: importId, sequence };
    const written = await this.#put(rows, batch, { isNew: true, ...(push && { push }) });
    this.#last.set(importId, sequence);
    return written;
  }

  #setMark({ mark, asOf, rows }: PushMark & { readonly rows: number }, batch: Batch): Promise<void> {
    return this.#engine.insert('pushes', [{ mark, ...batch, rows, as_of: asOf }]);
  }

  async #hasMark(mark: string): Promise<boolean> {
    const name = 'observations';
    const sql = 'SELECT 1 AS found FROM pushes WHERE mark = {mark:String} LIMIT 1';
    return (await this.#engine.query({ name, sql, params: { mark } })).length > 0;
  }
}

interface PutOptions {
  readonly push?: PushMark;
  /** No part of the batch can have arrived. */
  readonly isNew?: boolean;
}
