import { useStore } from 'zustand';
import { fieldsOf, parseJson } from '#web/storage/browser-storage.ts';
import { createBrowserStore } from '#web/storage/browser-store.ts';

/** The text that waits to be triaged: typed, pasted, dropped, or handed over by the search and by menus. */
interface BulkDraft {
  readonly text: string;
  /** Where it is from, for titles and file names: the name of a file. */
  readonly name: string;
}

/** What was typed outlives a reload; a whole file would make every key press slow. */
const storedAtMost = 200_000;

const drafts = createBrowserStore<BulkDraft>({
  keys: ['sightline.bulk-draft'],
  area: 'sessionStorage',
  read: (stored) => {
    const { text, name } = fieldsOf(parseJson(stored));
    return { text: typeof text === 'string' ? text : '', name: typeof name === 'string' ? name : '' };
  },
  write: ({ text, name }) => [text === '' || text.length > storedAtMost ? null : JSON.stringify({ text, name })],
});

export function useBulkDraft(): BulkDraft {
  return useStore(drafts);
}

export function setBulkDraft(text: string, name = ''): void {
  drafts.setState({ text, name });
}

/** Adds lines at the end; answers how many wait now. One that waits already is not added again. */
export function addToBulkDraft(...added: readonly string[]): number {
  const { text, name } = drafts.getState();
  const lines = text.split('\n').filter((each) => each.trim() !== '');
  const all = [...new Set([...lines, ...added])];
  if (all.length > lines.length) setBulkDraft(all.join('\n'), name);
  return all.length;
}
