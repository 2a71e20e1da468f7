import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import { storedTextOrThrow, storeText } from './browser-storage.ts';

interface StoredAs<State extends object> {
  /** The keys of the storage that hold the state, each with a text of its own. */
  readonly keys: readonly [string, ...string[]];
  /** Default: localStorage. */
  readonly area?: 'localStorage' | 'sessionStorage';
  /** The state from the texts under the keys. Texts that are missing or not understood stand for defaults. */
  readonly read: (...texts: readonly (string | null)[]) => State;
  /** The texts for the keys; null removes the key. */
  readonly write: (state: State) => readonly (string | null)[];
  /** The state when storage cannot be read. Default: as when nothing is stored. */
  readonly blocked?: State;
  /** Changes made in other tabs are taken up as they happen. */
  readonly isShared?: boolean;
}

/**
 * A store whose state this browser keeps. Its `setState` answers whether the browser stored the change; a change that it did
 * not store holds until the tab closes.
 */
export function createBrowserStore<State extends object>({ keys, area, ...stored }: StoredAs<State>) {
  const nothing = stored.read(...keys.map(() => null));
  const readAll = () => {
    try {
      return stored.read(...keys.map((key) => storedTextOrThrow(key, area)));
    } catch {
      return stored.blocked ?? nothing;
    }
  };
  const store = createStore<State>()(
    persist(() => nothing, {
      name: keys[0],
      storage: {
        getItem: () => ({ state: readAll() }),
        setItem: (_, { state }): boolean => {
          const texts = stored.write(state);
          return keys.map((key, place) => storeText(key, texts[place] ?? null, area)).every(Boolean);
        },
        removeItem: () => keys.forEach((key) => storeText(key, null, area)),
      },
    }),
  );
  if (stored.isShared)
    globalThis.addEventListener?.('storage', ({ key }) => {
      if (key === null || keys.includes(key)) void store.persist.rehydrate();
    });
  return store;
}

/**
 * A database of IndexedDB, opened when it is first needed. Rejects where the browser has none (private windows, storage that is
 * blocked or full): the caller then says that nothing outlives the page. `create` makes the stores when the database is new.
 */
export function lazyDatabase<Schema extends DBSchema>(
  name: string,
  create: (database: IDBPDatabase<Schema>) => void,
): () => Promise<IDBPDatabase<Schema>> {
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  return () => (opened ??= openDB<Schema>(name, 1, { upgrade: create }));
}
