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

/** Adds a line at the end; answers how many lines wait now. One that waits already is not added again. */
export function addToBulkDraft(line: string): number {
  const { text, name } = drafts.getState();
  const lines = text.split('\n').filter((each) => each.trim() !== '');
  if (lines.includes(line)) return lines.length;
  setBulkDraft([...lines, line].join('\n'), name);
  return lines.length + 1;
}
