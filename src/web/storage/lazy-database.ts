import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { once } from './once.ts';

/**
 * A database of IndexedDB, opened when it is first needed. Rejects where the browser has none (private windows, storage that is
 * blocked or full): the caller then says that nothing outlives the page. `create` makes the stores when the database is new.
 */
export function lazyDatabase<Schema extends DBSchema>(
  name: string,
  create: (database: IDBPDatabase<Schema>) => void,
): () => Promise<IDBPDatabase<Schema>> {
  return once(() => openDB<Schema>(name, 1, { upgrade: create }));
}
