import type { DBSchema } from 'idb';
import { lazyDatabase } from '#web/storage/browser-store.ts';
import type { BulkInput } from './bulk-plan.ts';
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

interface BulkSchema extends DBSchema {
  runs: { key: string; value: RunRecord };
  answers: { key: number; value: AnswerRecord; indexes: { run: string } };
}

const database = lazyDatabase<BulkSchema>('sightline-bulk', (made) => {
  made.createObjectStore('runs', { keyPath: 'id' });
  made.createObjectStore('answers', { autoIncrement: true }).createIndex('run', 'run');
});

/** Keeps a new triage; its answers follow. Triages untouched for a week are deleted. */
export async function archiveRun(run: Omit<ArchivedRun, 'answers'>): Promise<void> {
  const kept = await database();
  const old = (await kept.getAll('runs')).filter(({ startedAt }) => startedAt < Date.now() - keptMilliseconds);
  await Promise.all(old.map(({ id }) => forgetRun(id)));
  await kept.put('runs', { ...run, startedAt: Date.now() });
}

export async function archiveAnswers(run: string, given: KeptAnswers): Promise<void> {
  await (await database()).add('answers', { ...given, run });
}

export async function archiveRemoved(id: string, removed: readonly number[]): Promise<void> {
  const kept = await database();
  const record = await kept.get('runs', id);
  if (record) await kept.put('runs', { ...record, removed });
}

export async function forgetRun(id: string): Promise<void> {
  const transaction = (await database()).transaction(['runs', 'answers'], 'readwrite');
  const answers = transaction.objectStore('answers');
  const keys = await answers.index('run').getAllKeys(id);
  await Promise.all([
    transaction.objectStore('runs').delete(id),
    ...keys.map((key) => answers.delete(key)),
    transaction.done,
  ]);
}

/** The triage with its answers so far, oldest first; null when this browser does not have it (any more). */
export async function readArchivedRun(id: string): Promise<ArchivedRun | null> {
  const transaction = (await database()).transaction(['runs', 'answers']);
  const [record, answers] = await Promise.all([
    transaction.objectStore('runs').get(id),
    transaction.objectStore('answers').index('run').getAll(id),
  ]);
  return record ? { ...record, answers } : null;
}
