import type { BulkInput } from './bulk-entry.ts';
import type { KeptAnswers, KeptProgress } from './bulk-run.ts';

/** A triage as IndexedDB of this browser keeps it. */
export interface ArchivedRun extends KeptProgress {
  readonly id: string;
  readonly name: string;
  readonly input: BulkInput;
}

interface RunRecord extends Omit<ArchivedRun, 'answers'> {
  readonly startedAt: number;
}
type AnswerRecord = KeptAnswers & { readonly run: string };

const keptMilliseconds = 7 * 86_400_000;

let opening: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('sightline-bulk', 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('runs', { keyPath: 'id' });
      request.result.createObjectStore('answers', { autoIncrement: true }).createIndex('run', 'run');
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB cannot be opened.'));
  });
  return opening;
}

/** Runs `work` in one transaction; resolves when it is on disk. */
async function write(work: (runs: IDBObjectStore, answers: IDBObjectStore) => void): Promise<void> {
  const transaction = (await open()).transaction(['runs', 'answers'], 'readwrite');
  work(transaction.objectStore('runs'), transaction.objectStore('answers'));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB did not take it.'));
  });
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB cannot be read.'));
  });
}

/** Keeps a new triage; its answers follow. Those that nobody came back to for a week go. */
export async function archiveRun(run: Omit<ArchivedRun, 'answers'>): Promise<void> {
  const store = (await open()).transaction('runs').objectStore('runs');
  const records = (await result(store.getAll())) as RunRecord[];
  const old = records.filter(({ startedAt }) => startedAt < Date.now() - keptMilliseconds);
  await Promise.all(old.map(({ id }) => forgetRun(id)));
  await write((runs) => runs.put({ ...run, startedAt: Date.now() } satisfies RunRecord));
}

export function archiveAnswers(run: string, answers: readonly KeptAnswers[]): Promise<void> {
  return write((_, store) => {
    for (const each of answers) store.add({ ...each, run } satisfies AnswerRecord);
  });
}

export async function archiveRemoved(id: string, removed: readonly number[]): Promise<void> {
  const record = await result((await open()).transaction('runs').objectStore('runs').get(id));
  if (record) await write((runs) => runs.put({ ...(record as RunRecord), removed }));
}

export function forgetRun(id: string): Promise<void> {
  return write((runs, answers) => {
    runs.delete(id);
    const cursor = answers.index('run').openKeyCursor(IDBKeyRange.only(id));
    cursor.onsuccess = () => {
      if (!cursor.result) return;
      answers.delete(cursor.result.primaryKey);
      cursor.result.continue();
    };
  });
}

/** The triage with its answers so far, oldest first; null when this browser does not have it (any more). */
export async function readArchivedRun(id: string): Promise<ArchivedRun | null> {
  const transaction = (await open()).transaction(['runs', 'answers']);
  const asked = result(transaction.objectStore('runs').get(id));
  const answered = result(transaction.objectStore('answers').index('run').getAll(id));
  const record = (await asked) as RunRecord | undefined;
  return record ? { ...record, answers: (await answered) as AnswerRecord[] } : null;
}
