import { BrowserDatabase } from '#web/stores/browser-database.ts';
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

const database = new BrowserDatabase('sightline-bulk', ['runs', 'answers'], (made) => {
  made.createObjectStore('runs', { keyPath: 'id' });
  made.createObjectStore('answers', { autoIncrement: true }).createIndex('run', 'run');
});

/** Keeps a new triage; its answers follow. Those that nobody came back to for a week go. */
export async function archiveRun(run: Omit<ArchivedRun, 'answers'>): Promise<void> {
  const [records] = await database.read(({ runs }) => [runs.getAll() as IDBRequest<RunRecord[]>] as const);
  const old = records.filter(({ startedAt }) => startedAt < Date.now() - keptMilliseconds);
  await Promise.all(old.map(({ id }) => forgetRun(id)));
  await database.write(({ runs }) => runs.put({ ...run, startedAt: Date.now() } satisfies RunRecord));
}

export function archiveAnswers(run: string, given: KeptAnswers): Promise<void> {
  return database.write(({ answers }) => answers.add({ ...given, run } satisfies AnswerRecord));
}

export async function archiveRemoved(id: string, removed: readonly number[]): Promise<void> {
  const [record] = await database.read(({ runs }) => [runs.get(id) as IDBRequest<RunRecord | undefined>] as const);
  if (record) await database.write(({ runs }) => runs.put({ ...record, removed }));
}

export function forgetRun(id: string): Promise<void> {
  return database.write(({ runs, answers }) => {
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
  const [record, answers] = await database.read(
    (stores) =>
      [
        stores.runs.get(id) as IDBRequest<RunRecord | undefined>,
        stores.answers.index('run').getAll(id) as IDBRequest<AnswerRecord[]>,
      ] as const,
  );
  return record ? { ...record, answers } : null;
}
