import { useStore } from 'zustand';
import { createBrowserStore, fieldsOf, parseJson } from '#web/storage/browser-store.ts';

/** The text of the bulk triage: typed, pasted, dropped, or handed over by the search and by menus. */
interface BulkDraft {
  readonly text: string;
  /** Where it is from, for titles and file names: the name of a file. */
  readonly name: string;
  /**
   * - waiting: for the analyst to read and run;
   * - start: its content has been shown already, so it runs at once unless that would replace results;
   * - run: its results are on screen.
   */
  readonly stage: 'waiting' | 'start' | 'run';
}

/** Typed text survives a reload; storing a whole file on every key press would be slow. */
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
export function markBulkDraftRun(): void {
  drafts.setState({ stage: 'run' });
}

/** Appends lines that are not in the draft yet. @returns how many lines the draft has now */
export function addToBulkDraft(...added: readonly string[]): number {
  const { text, name } = waitingDraft();
  const lines = text.split('\n').filter((each) => each.trim() !== '');
  const all = [...new Set([...lines, ...added])];
  if (all.length > lines.length) setBulkDraft(all.join('\n'), name);
  return all.length;
}

/** Empty once the draft was run. */
function waitingDraft(): Pick<BulkDraft, 'text' | 'name'> {
  const draft = drafts.getState();
  return draft.stage === 'run' ? { text: '', name: '' } : draft;
}
