import { useStore } from 'zustand';
import { createBrowserStore, fieldsOf, parseJson } from '#web/storage/browser-store.ts';

/** The text of the bulk triage: typed, pasted, dropped, or handed over by the search and by menus. */
interface BulkDraft {
  readonly text: string;
  /** Where it is from, for titles and file names: the name of a file. */
  readonly name: string;
  /**
   * - waiting: to be read and then run by the analyst;
   * - start: what it holds has been shown already, so it runs by itself where that replaces nothing;
   * - run: the results on screen are of it.
   */
  readonly stage: 'waiting' | 'start' | 'run';
}

/** What was typed outlives a reload; a whole file would make every key press slow. */
const storedAtMost = 200_000;

const drafts = createBrowserStore<BulkDraft>({
  keys: ['sightline.bulk-draft'],
  area: 'sessionStorage',
  read: (stored) => {
    const { text, name, isRun } = fieldsOf(parseJson(stored));
    return {
      text: typeof text === 'string' ? text : '',
      name: typeof name === 'string' ? name : '',
      stage: isRun === true ? 'run' : 'waiting',
    };
  },
  write: ({ text, name, stage }) => [
    text === '' || text.length > storedAtMost
      ? null
      : JSON.stringify({ text, name, ...(stage === 'run' && { isRun: true }) }),
  ],
});

export function useBulkDraft(): BulkDraft {
  return useStore(drafts);
}

export function setBulkDraft(text: string, name = '', stage: BulkDraft['stage'] = 'waiting'): void {
  drafts.setState({ text, name, stage });
}

/** The text stays, folded, with its results. */
export function markBulkDraft(stage: BulkDraft['stage']): void {
  drafts.setState({ stage });
}

/** Adds lines at the end; answers how many wait now. One that waits already is not added again. */
export function addToBulkDraft(...added: readonly string[]): number {
  const { text, name } = waitingDraft();
  const lines = text.split('\n').filter((each) => each.trim() !== '');
  const all = [...new Set([...lines, ...added])];
  if (all.length > lines.length) setBulkDraft(all.join('\n'), name);
  return all.length;
}

/** What was run already waits no longer. */
function waitingDraft(): Pick<BulkDraft, 'text' | 'name'> {
  const draft = drafts.getState();
  return draft.stage === 'run' ? { text: '', name: '' } : draft;
}
