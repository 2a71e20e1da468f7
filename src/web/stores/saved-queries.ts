import { useStore } from 'zustand';
import { createBrowserStore, fieldsOf, parseJson } from '#web/storage/browser-store.ts';
import { explorerAt } from '#web/url/paths.ts';

/** A question of an explorer with what people call it. */
export interface SavedQuery {
  /** Path of the explorer, one that {@link explorerAt} knows. */
  readonly explorer: string;
  /** Of one explorer no two have the same. */
  readonly name: string;
  /** The question as the explorer's URL has it, without `?`. */
  readonly search: string;
  /** The times that the question uses by default, as parameters: a link with absolute times names them. */
  readonly implied?: string;
}

export interface QueryShelf {
  /** Newest first. */
  readonly saved: readonly SavedQuery[];
  /** Recent queries and named by what they ask; newest first. */
  readonly recent: readonly SavedQuery[];
  /** False when the browser did not store the last change: it holds until the tab closes. */
  readonly isKept: boolean;
}

/** What an import took over, and why it left the rest. */
export interface ImportResult {
  readonly added: number;
  /** The same question under the same name was there. */
  readonly known: number;
  /** One sentence each. */
  readonly refused: readonly string[];
}

export const nameLengthMax = 80;
const searchLengthMax = 8000;
export const savedMax = 200;
const recentMax = 12;

type Lists = Pick<QueryShelf, 'saved' | 'recent'>;

const shelf = createBrowserStore<QueryShelf>({
  keys: ['sightline.saved-queries'],
  read: (text) => ({ ...parseShelf(text ?? null), isKept: true }),
  write: ({ saved, recent }) => [JSON.stringify({ saved, recent })],
  blocked: { saved: [], recent: [], isKept: false },
  isShared: true,
});

export function useSavedQueries(): QueryShelf {
  return useStore(shelf);
}

/** The address of the question in the dashboard. */
export function hrefOf({ explorer, search }: Pick<SavedQuery, 'explorer' | 'search'>): string {
  return search === '' ? explorer : `${explorer}?${search}`;
}

/** The name of the explorer of a question. */
export function explorerName({ explorer }: Pick<SavedQuery, 'explorer'>): string {
  return explorerAt(explorer) ?? explorer;
}

/** Saves a question in place of one with the same name in its explorer. */
/** @returns whether this browser stored it */
export function saveQuery(query: SavedQuery): boolean {
  return change(({ saved, recent }) => ({ saved: withQuery(saved, query), recent }));
}

export function renameQuery(query: SavedQuery, name: string): void {
  change(({ saved, recent }) => ({
    saved: saved.map((each) => (isSame(each, query) ? { ...each, name } : each)),
    recent,
  }));
}

/** Deletes a question. @returns a function that restores it in its place */
export function deleteQuery(query: SavedQuery): () => void {
  const place = shelf.getState().saved.findIndex((each) => isSame(each, query));
  change(({ saved, recent }) => ({ saved: saved.filter((each) => !isSame(each, query)), recent }));
  return () =>
    change(({ saved, recent }) => ({
      saved: saved.some((each) => isSame(each, query)) ? saved : saved.toSpliced(Math.max(place, 0), 0, query),
      recent,
    }));
}

/** Adds a question to the recent ones. */
export function rememberQuestion(query: SavedQuery): void {
  const [newest] = shelf.getState().recent;
  if (newest && hrefOf(newest) === hrefOf(query)) return;
  change(({ saved, recent }) => ({
    saved,
    recent: [query, ...recent.filter((each) => hrefOf(each) !== hrefOf(query))].slice(0, recentMax),
  }));
}

export function forgetQuestions(): void {
  change(({ saved }) => ({ saved, recent: [] }));
}

/** The saved questions as text for a colleague or another browser; {@link importQueries} reads it. */
export function exportText(saved: readonly SavedQuery[]): string {
  return JSON.stringify(
    saved.map(({ explorer, name, search, implied }) => ({ explorer, name, search, ...(implied && { implied }) })),
    null,
    2,
  );
}

/** Takes over what {@link exportText} wrote, entry by entry; entries that are not saved queries are left out and reported. */
export function importQueries(text: string): ImportResult {
  const { queries, refused } = parseQueries(text);
  const before = shelf.getState().saved;
  const isKnown = (query: SavedQuery) => before.some((each) => isSame(each, query) && hrefOf(each) === hrefOf(query));
  const unknown = queries.filter((query) => !isKnown(query));
  const fresh = unknown.slice(0, savedMax - before.length);
  const left = unknown.length - fresh.length;
  // in the order of the text: the first one ends up on top
  if (fresh.length > 0) change(({ saved, recent }) => ({ saved: fresh.reduceRight(withQuery, saved), recent }));
  return {
    added: fresh.length,
    known: queries.length - unknown.length,
    refused: left === 0 ? refused : [...refused, `At most ${savedMax} queries are kept: ${left} more did not fit.`],
  };
}

/** Reads exported text without touching what is kept. */
export function parseQueries(text: string): { queries: readonly SavedQuery[]; refused: readonly string[] } {
  const list = parseJson(text);
  if (!Array.isArray(list)) return { queries: [], refused: ['Not a list of saved queries.'] };
  const read = list.slice(0, savedMax).map((value: unknown, index) => {
    const query = readQuery(value);
    return query ?? `Entry ${index + 1} is not an explorer query.`;
  });
  return {
    queries: read.filter((each) => typeof each !== 'string'),
    refused: [
      ...read.filter((each) => typeof each === 'string'),
      ...(list.length > savedMax ? [`Only the first ${savedMax} of ${list.length} entries were read.`] : []),
    ],
  };
}

/** What was stored, without what this version does not understand. */
export function parseShelf(text: string | null): Lists {
  const { saved, recent } = fieldsOf(parseJson(text));
  return { saved: readList(saved, savedMax), recent: readList(recent, recentMax) };
}

/** The list with the question in front; another of its name in the same explorer is replaced. */
export function withQuery(saved: readonly SavedQuery[], query: SavedQuery): readonly SavedQuery[] {
  return [query, ...saved.filter((each) => !isSame(each, query))].slice(0, savedMax);
}

function isSame(a: SavedQuery, b: SavedQuery): boolean {
  return a.explorer === b.explorer && a.name === b.name;
}

function readList(value: unknown, most: number): readonly SavedQuery[] {
  if (!Array.isArray(value)) return [];
  return value
    .map(readQuery)
    .filter((query) => query !== null)
    .slice(0, most);
}

/** A question from third-party text: its explorer is one of ours, and its parameters are written again. */
function readQuery(value: unknown): SavedQuery | null {
  const { explorer, name, search, implied = '' } = fieldsOf(value);
  if (typeof explorer !== 'string' || explorerAt(explorer) === undefined) return null;
  if (typeof name !== 'string' || typeof search !== 'string' || typeof implied !== 'string') return null;
  const title = name.trim();
  if (title === '' || title.length > nameLengthMax || search.length > searchLengthMax) return null;
  const times = new URLSearchParams(implied.slice(0, searchLengthMax)).toString();
  return { explorer, name: title, search: new URLSearchParams(search).toString(), ...(times && { implied: times }) };
}

/** Another tab may have saved meanwhile: the change is made to what is stored now. */
function change(next: (lists: Lists) => Lists): boolean {
  if (shelf.getState().isKept) void shelf.persist.rehydrate();
  const isStored = shelf.setState((lists) => ({ ...next(lists), isKept: true }));
  if (isStored === false) shelf.setState({ isKept: false });
  return isStored !== false;
}
