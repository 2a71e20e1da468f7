import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { openFolder, readOrQuarantine, replaceFile, type OnCorrupt } from '#server/disk/durable-file.ts';
import type { Claims } from '#server/processes/claims.ts';
import { importIds } from './ledger.ts';

/**
 * What keeps the writes of several processes on one store apart. Each data folder is a writer with import numbers of its own, so that the
 * batches of two journals are never taken for each other. What is the same for all (a push, a file) is claimed by one process at a time.
 */
export interface Sharing {
  readonly claims: Claims;
  /** Counted from 0; known once `open` has ended. */
  readonly writer: number;
  /** Finds out which writer this folder is, once the tables are there. @throws EngineError, or the error of the disk */
  open(): Promise<void>;
}

const stored = z.object({ id: z.string() });

/** @param folder of the data, with `writer.json`; a copy of it must not be used beside it */
export function sharingOf(claims: Claims, folder: string, onCorrupt: OnCorrupt): Sharing {
  let writer = 0;
  return {
    claims,
    get writer() {
      return writer;
    },
    async open() {
      const file = join(folder, 'writer.json');
      await openFolder(folder);
      let found = await readOrQuarantine(file, (value) => stored.parse(value), onCorrupt);
      if (!found) {
        found = { id: randomUUID() };
        await replaceFile(file, JSON.stringify(found));
      }
      writer = (await claims.numberOf('writer', found.id)) - 1;
    },
  };
}

/** Below stand the service's own and those of feeds. */
const numbersOfWriter = 1_000_000;

/** The import that live look-ups of a writer belong to. */
export function liveImport(writer: number): number {
  return writer === 0 ? importIds.live : (writer + 1) * numbersOfWriter;
}

/** The import numbers that a writer gives to logs: from the first up to, and not including, the other one. */
export function logImportsOf(writer: number): readonly [first: number, end: number] {
  const first = (writer + 1) * numbersOfWriter;
  return [writer === 0 ? first : first + 1, first + numbersOfWriter];
}

/** Whether a batch of the import that is not whole was lost, and is not in the journal of another writer. */
export function isImportOf(writer: number, id: number): boolean {
  return id < numbersOfWriter ? writer === 0 || id !== importIds.live : Math.floor(id / numbersOfWriter) - 1 === writer;
}
