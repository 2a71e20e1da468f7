import * as z from 'zod/mini';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { formatCount, formatNumber } from '#model/format.ts';
import { ApiFailure } from '#web/api/failure.ts';
import { onServiceChange, serviceState } from '#web/api/service-state.ts';
import { lazyDatabase, parseJson, storedText, storeText } from '#web/storage/browser-store.ts';
import { announce } from '#web/kit/ui/announcer.tsx';
import { askBulk } from './bulk-answer.ts';
import { type BulkInput, type BulkOperationId, type BulkProgress, RateMeter, tenthPassed } from './bulk-plan.ts';
import { BulkRun, type BulkRunOptions, type BulkLists, type KeptAnswers, type KeptProgress } from './bulk-run.ts';
import type { RunnerPhase } from './task-runner.ts';
import type { DBSchema } from 'idb';

/** The triage as the page shows it; a new object after every change. */
export interface BulkView {
  readonly name: string;
  readonly phase: RunnerPhase;
  readonly progress: BulkProgress;
  readonly lists: BulkLists;
  /** Calls that failed and wait for a retry, with what the last one said. */
  readonly failedCalls: number;
  readonly lastFailure: string | undefined;
  /** The failure that paused the run; undefined when the analyst paused it. */
  readonly haltedBy: ApiFailure | undefined;
  /** Epoch milliseconds until which the service asked to wait. */
  readonly heldUntil: number;
  readonly lacking: readonly BulkOperationId[];
  /** Whether the triage survives a reload. */
  readonly isKept: boolean;
  /** The triage was started before this page was loaded. */
  readonly isRestored: boolean;
}

/** A triage from before the reload that the browser did not store. */
interface LostRun {
  readonly total: number;
}

interface State {
  readonly isReady: boolean;
  readonly view: BulkView | null;
  readonly lost: LostRun | null;
  /** The current or finished triage; undefined while there is none. */
  readonly session: Session | undefined;
}

// The tab stores the id of its triage; the triage itself is too large for that and is in IndexedDB.
const sessionKey = 'sightline.bulk-run';
/** A long list takes longer to redraw. */
const publishMilliseconds = (total: number) => 300 + Math.min(700, total / 50);

const bulk = createStore<State>(() => ({ isReady: false, view: null, lost: null, session: undefined }));

export function useBulkState(): State {
  return useStore(bulk);
}

function current(): Session | undefined {
  return bulk.getState().session;
}

/** A triage with its storage, its announcements and its view. */
class Session {
  readonly id: string;
  readonly name: string;
  readonly run: BulkRun;
  readonly #isRestored: boolean;
  readonly #rate = new RateMeter();
  #isKept = true;
  #publishTimer: ReturnType<typeof setTimeout> | undefined;
  #shownPhase: RunnerPhase | undefined;
  #shownSettled = 0;
  #shownFailures = 0;

  constructor(id: string, name: string, input: BulkInput, kept?: KeptProgress) {
    this.id = id;
    this.name = name;
    this.#isRestored = kept !== undefined;
    const options: BulkRunOptions = {
      ask: askBulk,
      onAnswers: (answers) => this.#save(answers),
      onRemoved: (removed) => void archiveRemoved(id, removed).catch(() => this.#noteUnkept()),
      onChange: () => this.#publishSoon(),
    };
    this.run = new BulkRun(input, options, kept);
  }

  /** Stops the run and its updates on screen. */
  end(): void {
    this.run.runner.stop();
    clearTimeout(this.#publishTimer);
    if (current() === this) bulk.setState({ session: undefined });
  }

  async keep(): Promise<void> {
    remember({ id: this.id, total: this.run.total });
    await archiveRun({ id: this.id, name: this.name, input: this.run.input, removed: [] }).catch(() =>
      this.#noteUnkept(),
    );
  }

  publish(): void {
    clearTimeout(this.#publishTimer);
    this.#publishTimer = undefined;
    if (current() !== this) return;
    const { runner, lacking, total } = this.run;
    const lists = this.run.lists();
    const settled = total - lists.open.length;
    const { phase, failed, haltedBy } = runner;
    const lastError = failed.at(-1)?.error;
    if (phase !== 'running') this.#rate.reset();
    const ratePerSecond = phase === 'running' ? this.#rate.note(settled, Date.now()) : null;
    this.#speak(phase, settled, total, failed.length);
    bulk.setState({
      isReady: true,
      lost: null,
      view: {
        name: this.name,
        phase,
        progress: { total, settled, ratePerSecond },
        lists,
        failedCalls: failed.length,
        lastFailure: lastError instanceof Error ? lastError.message : undefined,
        haltedBy: haltedBy instanceof ApiFailure ? haltedBy : undefined,
        heldUntil: runner.heldUntil,
        lacking: [...lacking],
        isKept: this.#isKept,
        isRestored: this.#isRestored,
      },
    });
  }

  #publishSoon(): void {
    // called by its own constructor: there is nothing to show yet
    if (current() !== this) return;
    if (this.#shownPhase !== this.run.runner.phase) queueMicrotask(() => this.publish());
    else this.#publishTimer ??= setTimeout(() => this.publish(), publishMilliseconds(this.run.total));
  }

  /** Announces start, every 10 per cent, failures and end to screen readers, on whatever page the analyst is. */
  #speak(phase: RunnerPhase, settled: number, total: number, failures: number): void {
    const words = phaseWords(this.#shownPhase, phase, settled, total, failures);
    const tenth = tenthPassed(this.#shownSettled, settled, total);
    if (words) announce(words);
    else if (failures > this.#shownFailures) announce(`Bulk triage: ${formatCount(failures, 'call')} failed so far.`);
    else if (tenth !== null && phase === 'running') announce(`Bulk triage: ${tenth} per cent.`);
    this.#shownPhase = phase;
    this.#shownSettled = settled;
    this.#shownFailures = failures;
  }

  /** Stored at once, so that answers survive a reload. */
  #save(answers: KeptAnswers): void {
    if (this.#isKept) void archiveAnswers(this.id, answers).catch(() => this.#noteUnkept());
  }

  #noteUnkept(): void {
    this.#isKept = false;
    this.#publishSoon();
  }
}

function phaseWords(
  before: RunnerPhase | undefined,
  phase: RunnerPhase,
  settled: number,
  total: number,
  failures: number,
): string | null {
  if (before === phase) return null;
  const count = `${formatNumber(settled)} of ${formatNumber(total)}`;
  if (phase === 'running')
    return before === undefined ? `Bulk triage of ${formatCount(total, 'indicator')} started.` : 'Bulk triage resumed.';
  if (phase === 'paused') return before === undefined ? null : `Bulk triage is paused at ${count}.`;
  if (phase === 'stopped') return `Bulk triage is stopped at ${count}.`;
  return failures === 0
    ? `Bulk triage is done: ${count}.`
    : `Bulk triage ended: ${count}, ${formatCount(failures, 'call')} failed.`;
}

/** Starts a triage and deletes the one before. */
export function startBulk(name: string, input: BulkInput): void {
  clearBulk();
  const session = new Session(crypto.randomUUID(), name, input);
  bulk.setState({ session });
  void session.keep();
  session.run.runner.resume();
  session.publish();
}

/** Stops the triage and deletes it, also from the browser's storage. */
export function clearBulk(): void {
  const session = current();
  if (session) void forgetRun(session.id).catch(() => undefined);
  session?.end();
  remember(null);
  bulk.setState({ isReady: true, view: null, lost: null });
}

/** The current triage; null while there is none. */
export function bulkRun(): BulkRun | null {
  return current()?.run ?? null;
}

/** Restores a triage that a reload interrupted, paused. Called when the page opens; works once. */
export async function restoreBulk(): Promise<void> {
  const isTakenUp = () => bulk.getState().isReady || current() !== undefined;
  if (isTakenUp()) return;
  const remembered = readRemembered();
  if (!remembered) return bulk.setState({ isReady: true });
  const archived = await readArchivedRun(remembered.id).catch(() => null);
  if (isTakenUp()) return;
  if (!archived) {
    remember(null);
    return bulk.setState({ isReady: true, lost: { total: remembered.total } });
  }
  const session = new Session(archived.id, archived.name, archived.input, archived);
  bulk.setState({ session });
  session.publish();
}

// A run that paused because the service was unreachable resumes when the service is back.
onServiceChange(() => {
  const runner = current()?.run.runner;
  const isWaiting =
    runner?.phase === 'paused' && runner.haltedBy instanceof ApiFailure && runner.haltedBy.kind !== 'key';
  if (isWaiting && serviceState() === 'ok') runner.resume();
});

const rememberedRun = z.object({ id: z.string(), total: z.number() });
type Remembered = z.infer<typeof rememberedRun>;

/** Where storage is blocked nothing survives the page; IndexedDB reports that too. */
function remember(run: Remembered | null): void {
  storeText(sessionKey, run && JSON.stringify(run), 'sessionStorage');
}

function readRemembered(): Remembered | null {
  return rememberedRun.safeParse(parseJson(storedText(sessionKey, 'sessionStorage'))).data ?? null;
}

/** A triage as stored in IndexedDB. */
interface ArchivedRun extends KeptProgress {
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

/** Stores a new triage; its answers follow. Triages untouched for a week are deleted. */
async function archiveRun(run: Omit<ArchivedRun, 'answers'>): Promise<void> {
  const kept = await database();
  const old = (await kept.getAll('runs')).filter(({ startedAt }) => startedAt < Date.now() - keptMilliseconds);
  await Promise.all(old.map(({ id }) => forgetRun(id)));
  await kept.put('runs', { ...run, startedAt: Date.now() });
}

async function archiveAnswers(run: string, given: KeptAnswers): Promise<void> {
  await (await database()).add('answers', { ...given, run });
}

async function archiveRemoved(id: string, removed: readonly number[]): Promise<void> {
  const kept = await database();
  const record = await kept.get('runs', id);
  if (record) await kept.put('runs', { ...record, removed });
}

async function forgetRun(id: string): Promise<void> {
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
async function readArchivedRun(id: string): Promise<ArchivedRun | null> {
  const transaction = (await database()).transaction(['runs', 'answers']);
  const [record, answers] = await Promise.all([
    transaction.objectStore('runs').get(id),
    transaction.objectStore('answers').index('run').getAll(id),
  ]);
  return record ? { ...record, answers } : null;
}
