import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';

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

/*
 * The text storage of this browser. Where it is blocked or full, reading finds nothing and writing answers false: what was to
 * be kept then lasts until the tab closes. What the entry reads is checked by hand, since zod would take 10 of its 180 kB; code
 * that is loaded later checks by zod.
 */

type Area = 'localStorage' | 'sessionStorage';

/** The text under a key. @throws when storage is blocked */
export function storedTextOrThrow(key: string, area: Area = 'localStorage'): string | null {
  return globalThis[area].getItem(key);
}

/** The text under a key; null when there is none. */
export function storedText(key: string, area?: Area): string | null {
  try {
    return storedTextOrThrow(key, area);
  } catch {
    return null;
  }
}

/** Stores the text under the key, or removes the key for null. */
export function storeText(key: string, text: string | null, area: Area = 'localStorage'): boolean {
  try {
    if (text === null) globalThis[area].removeItem(key);
    else globalThis[area].setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** What a JSON text says; undefined where there is none. */
export function parseJson(text: string | null | undefined): unknown {
  if (text === null || text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The fields of a stored object; none for anything else. */
export function fieldsOf(stored: unknown): Readonly<Record<string, unknown>> {
  return typeof stored === 'object' && stored !== null ? { ...stored } : {};
}
