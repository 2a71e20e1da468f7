import { useSyncExternalStore } from 'react';

/** The text that waits to be triaged: typed, pasted, dropped, or handed over by the search and by menus. */
export interface BulkDraft {
  readonly text: string;
  /** Where it is from, for titles and file names: the name of a file. */
  readonly name: string;
}

const EMPTY: BulkDraft = { text: '', name: '' };
const storageKey = 'sightline.bulk-draft';
/** What was typed outlives a reload; a whole file would make every key press slow. */
const storedAtMost = 200_000;

let draft: BulkDraft = read();
const listeners = new Set<() => void>();

export function useBulkDraft(): BulkDraft {
  return useSyncExternalStore(subscribe, () => draft);
}

export function setBulkDraft(text: string, name = ''): void {
  draft = { text, name };
  try {
    if (text === '' || text.length > storedAtMost) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, JSON.stringify(draft));
  } catch {
    // storage is blocked or full: the text holds until the page is left
  }
  for (const listener of listeners) listener();
}

/** Adds a line at the end; answers how many lines wait now. One that waits already is not added again. */
export function addToBulkDraft(line: string): number {
  const lines = draft.text.split('\n').filter((each) => each.trim() !== '');
  if (lines.includes(line)) return lines.length;
  setBulkDraft([...lines, line].join('\n'), draft.name);
  return lines.length + 1;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): BulkDraft {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as Partial<BulkDraft> | null;
    return typeof stored?.text === 'string' ? { text: stored.text, name: stored.name ?? '' } : EMPTY;
  } catch {
    return EMPTY;
  }
}
