import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';

interface StoredAs<State extends object> {
  /** The storage keys of the state, each with its own text. */
  readonly keys: readonly [string, ...string[]];
  /** Default: localStorage. */
  readonly area?: 'localStorage' | 'sessionStorage';
  /** Reads the state from the texts under the keys. Missing or invalid texts give the defaults. */
  readonly read: (...texts: readonly (string | null)[]) => State;
  /** The texts for the keys; null removes the key. */
  readonly write: (state: State) => readonly (string | null)[];
  /** The state when storage cannot be read. Default: the state of an empty storage. */
  readonly blocked?: State;
  /** Applies changes from other tabs immediately. */
  readonly isShared?: boolean;
}

/**
 * A store whose state this browser keeps. Its `setState` returns whether the browser stored the change; an unstored change
 * lasts until the tab closes.
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
 * An IndexedDB database, opened when first needed. Rejects where the browser has none (private windows, storage that is
 * blocked or full): the caller then warns that data lasts only as long as the page. `create` creates the stores of a new database.
 */
export function lazyDatabase<Schema extends DBSchema>(
  name: string,
  create: (database: IDBPDatabase<Schema>) => void,
): () => Promise<IDBPDatabase<Schema>> {
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  return () => (opened ??= openDB<Schema>(name, 1, { upgrade: create }));
}

/*
 * The text storage of this browser. Where it is blocked or full, reads return null and writes return false: the data
 * then lasts until the tab closes. The entry chunk validates by hand, since zod would take 10 of its 180 kB; code
 * that is loaded later uses zod.
 */

type Area = 'localStorage' | 'sessionStorage';

/** The text under a key. @throws when storage is blocked */
function storedTextOrThrow(key: string, area: Area = 'localStorage'): string | null {
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

/** Whether this browser stores what the dashboard remembers. */
export function canStore(): boolean {
  const key = 'sightline.probe';
  return storeText(key, '-'.repeat(4096)) && storeText(key, null);
}

/** Parses a JSON text; undefined for a missing or invalid one. */
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
