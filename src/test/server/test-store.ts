import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { Engine } from '#server/engine/engine.ts';
import { openFolderStore } from './folder-store.ts';
import { copyTestStore } from './made-once.ts';
import { specFolder } from './spec-folder.ts';

/** A store that the tests of one file or one `describe` share. */
export interface TestStore {
  readonly engine: Engine;
  /** Holds the store; the tests may write beside it. */
  readonly folder: string;
}

/** Opens a store with empty tables before the tests, and removes it after them. */
export function useTestStore(): TestStore {
  const folder = specFolder('store');
  let engine: Engine | undefined;
  beforeAll(async () => {
    await copyTestStore(join(folder, 'store'));
    engine = await openFolderStore(folder, 2e9);
  });
  afterAll(() => engine?.close());
  return {
    folder,
    get engine() {
      if (!engine) throw new Error('the store is open only while tests run');
      return engine;
    },
  };
}

/**
 * The engine of a process that is killed: neither the n-th statement nor any later one runs.
 * @param isFault only the n-th statement fails, as on a full disk
 */
export function dyingEngine(
  engine: Engine,
  statement: number,
  isFault = false,
): Engine & { readonly asked: () => number } {
  let asked = 0;
  const counted = <Answer>(act: () => Promise<Answer>): Promise<Answer> => {
    asked += 1;
    const fails = isFault ? asked === statement : asked >= statement;
    return fails ? Promise.reject(new Error('killed')) : act();
  };
  return {
    ...engine,
    query: (query, options) => counted(() => engine.query(query, options)),
    command: (query, options) => counted(() => engine.command(query, options)),
    insert: (table, rows) => counted(() => engine.insert(table, rows)),
    asked: () => asked,
  };
}
