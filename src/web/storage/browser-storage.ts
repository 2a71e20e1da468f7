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
