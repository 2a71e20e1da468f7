import { errorText } from '#model/errors.ts';
import { INDICATOR_KINDS } from '#model/indicator-kind.ts';
import { ApiFailure } from '#web/api/failure.ts';
import { type BulkRecord, refusalIn, UNKNOWN_RECORD } from './bulk-answer.ts';
import {
  type BulkEntry,
  type BulkInput,
  type BulkOperationId,
  type BulkTask,
  askedValue,
  operationsOf,
  planTasks,
  type RefusedEntry,
  splitTask,
} from './bulk-plan.ts';
import { bulkRow, type BulkRow, entryKey, type OpenRow, recordAbout, type RefusedRow } from './bulk-row.ts';
import { type RunnerOptions, TaskRunner, type Verdict } from './task-runner.ts';

/** The answers of one call, as stored for a reload. */
export interface KeptAnswers {
  readonly operationId: BulkOperationId;
  readonly indexes: readonly number[];
  readonly records: readonly BulkRecord[];
}

export interface BulkRunOptions {
  readonly ask: (
    operationId: BulkOperationId,
    values: readonly string[],
    signal: AbortSignal,
  ) => Promise<readonly BulkRecord[]>;
  readonly onAnswers: (answers: KeptAnswers) => void;
  /** @param removed the places of everything that was removed so far */
  readonly onRemoved: (removed: readonly number[]) => void;
  readonly onChange: () => void;
  readonly wait?: RunnerOptions<BulkTask, unknown>['wait'];
}

/** Progress of the same triage that was kept before a reload. */
export interface KeptProgress {
  readonly answers: readonly KeptAnswers[];
  readonly removed: readonly number[];
}

/** The rows of a triage in the order of the input. An indicator is in exactly one list, a removed one in none. */
export interface BulkLists {
  readonly results: readonly BulkRow[];
  readonly refused: readonly RefusedRow[];
  readonly open: readonly OpenRow[];
}

const CONCURRENCY = 4;

/** One triage: the indicators of a text, the calls about them, and the answers so far. */
export class BulkRun {
  readonly input: BulkInput;
  readonly runner: TaskRunner<BulkTask, readonly BulkRecord[]>;
  readonly #options: BulkRunOptions;
  readonly #answers = new Map<BulkOperationId, (BulkRecord | undefined)[]>();
  /** Reasons of the service for the indicators it refuses. */
  readonly #refusals = new Map<number, string>();
  readonly #removed = new Set<number>();
  readonly #rows: (BulkRow | undefined)[] = [];
  readonly #keys: ReadonlyMap<string, number>;
  /** Operations that this deployment does not have. */
  readonly lacking = new Set<BulkOperationId>();

  constructor(input: BulkInput, options: BulkRunOptions, kept: KeptProgress = { answers: [], removed: [] }) {
    this.input = input;
    this.#options = options;
    this.#keys = new Map(input.entries.map((entry, index) => [entryKey(entry), index]));
    this.runner = new TaskRunner({
      concurrency: CONCURRENCY,
      ask: (task, signal) => options.ask(task.operationId, this.#valuesOf(task), signal),
      onAnswer: ({ operationId, indexes }, records) => {
        this.#put({ operationId, indexes, records });
        options.onAnswers({ operationId, indexes, records });
      },
      onRefused: (task, error) => this.#refuse(task, error),
      judge: judgeFailure,
      isOpen: (task) => this.#isOpen(task),
      onChange: options.onChange,
      ...(options.wait && { wait: options.wait }),
    });
    for (const answers of kept.answers) this.#put(answers);
    for (const index of kept.removed) this.#removed.add(index);
    this.runner.add(planTasks(input.entries, (operationId, index) => !this.#recordAt(operationId, index)));
  }

  /** The number of indicators, without those that were removed. */
  get total(): number {
    return this.input.entries.length - this.#removed.size;
  }

  lists(): BulkLists {
    const results: BulkRow[] = [];
    const refused: RefusedEntry[] = [...this.input.refused];
    const open: OpenRow[] = [];
    const failures = this.#failuresByIndex();
    this.input.entries.forEach((entry, index) => {
      if (this.#removed.has(index)) return;
      const refusal = this.#refusalOf(index);
      if (refusal !== undefined) refused.push(refusedByService(entry, refusal));
      else if (!this.#isSettled(index))
        open.push({ key: entryKey(entry), entry, reason: failures.get(index) ?? 'Not looked up yet.' });
      else results.push(this.#rowAt(index));
    });
    refused.sort((a, b) => a.line - b.line);
    return {
      results,
      open,
      refused: refused.map((entry, place) => ({ ...entry, key: `${entry.line} ${place}` })),
    };
  }

  /** Looks these indicators up again and drops their old answers. */
  askAgain(keys: readonly string[]): void {
    const places = new Set(this.#placesOf(keys));
    for (const index of places) {
      this.#refusals.delete(index);
      this.#rows[index] = undefined;
      for (const records of this.#answers.values()) records[index] = undefined;
    }
    this.lacking.clear();
    this.runner.add(planTasks(this.input.entries, (_, index) => places.has(index)));
    this.runner.resume();
  }

  /** Removes indicators from the triage. */
  remove(keys: readonly string[]): void {
    for (const index of this.#placesOf(keys)) this.#removed.add(index);
    this.#options.onRemoved([...this.#removed]);
    this.#options.onChange();
  }

  #placesOf(keys: readonly string[]): readonly number[] {
    return keys.flatMap((key) => this.#keys.get(key) ?? []);
  }

  #valuesOf({ operationId, indexes }: BulkTask): readonly string[] {
    return indexes.map((index) => askedValue(operationId, this.input.entries[index]!));
  }

  #recordAt(operationId: BulkOperationId, index: number): BulkRecord | undefined {
    return this.#answers.get(operationId)?.[index];
  }

  /** The answers about one indicator, without operations that the deployment lacks. */
  #recordsAt(index: number): readonly BulkRecord[] {
    const entry = this.input.entries[index]!;
    return operationsOf(entry).flatMap((operationId) => {
      const record = this.#recordAt(operationId, index);
      return record ? [recordAbout(entry, operationId, record)] : [];
    });
  }

  /** Why an indicator will have no answer; undefined otherwise. */
  #refusalOf(index: number): string | undefined {
    const entry = this.input.entries[index]!;
    if (operationsOf(entry).every((operationId) => this.lacking.has(operationId)))
      return `This deployment has no bulk operation for ${INDICATOR_KINDS[entry.kind].many}.`;
    return this.#refusals.get(index) ?? this.#refusalInAnswers(index);
  }

  /** A list is answered item by item: the service may refuse one and answer the others. */
  #refusalInAnswers(index: number): string | undefined {
    if (!this.#isSettled(index)) return undefined;
    const records = this.#recordsAt(index);
    if (records.some(({ error }) => error === undefined)) return undefined;
    const refusal = records.map(refusalIn).find((reason) => reason !== undefined);
    return refusal === undefined ? undefined : refusedWords(refusal);
  }

  #isSettled(index: number): boolean {
    return operationsOf(this.input.entries[index]!).every(
      (operationId) => this.lacking.has(operationId) || this.#recordAt(operationId, index) !== undefined,
    );
  }

  #rowAt(index: number): BulkRow {
    return (this.#rows[index] ??= bulkRow(this.input.entries[index]!, this.#recordsAt(index)));
  }

  #isOpen({ operationId, indexes }: BulkTask): boolean {
    if (this.lacking.has(operationId)) return false;
    return indexes.some((index) => !this.#removed.has(index) && !this.#refusals.has(index));
  }

  #put({ operationId, indexes, records }: KeptAnswers): void {
    const all = this.#answers.get(operationId) ?? [];
    this.#answers.set(operationId, all);
    indexes.forEach((index, place) => {
      all[index] = records[place] ?? UNKNOWN_RECORD;
      this.#rows[index] = undefined;
    });
  }

  #refuse({ operationId, indexes }: BulkTask, error: unknown): void {
    if (error instanceof ApiFailure && error.kind !== 'input') this.lacking.add(operationId);
    else for (const index of indexes) this.#refusals.set(index, refusedWords(errorText(error)));
  }

  #failuresByIndex(): ReadonlyMap<number, string> {
    const failures = new Map<number, string>();
    for (const { task, error } of this.runner.failed)
      for (const index of task.indexes) failures.set(index, `${task.operationId} failed: ${errorText(error)}`);
    return failures;
  }
}

const refusedWords = (why: string) => `Refused by the service: ${why}`;

function refusedByService({ kind, value, display, line }: BulkEntry, reason: string): RefusedEntry {
  return { line, text: display, reason, indicator: { kind, value } };
}

const atMostAttempts = 3;
const longestHoldSeconds = 120;

/** What to do after a failed bulk call: temporary failures are retried, others wait for the analyst. */
function judgeFailure(error: unknown, task: BulkTask, attempt: number): Verdict<BulkTask> {
  if (!(error instanceof ApiFailure)) return { is: 'failed' };
  const backOffMilliseconds = 1000 * 2 ** (attempt - 1);
  switch (error.kind) {
    case 'limit': {
      const asked = error.retryAfterSeconds === undefined ? backOffMilliseconds / 1000 : error.retryAfterSeconds;
      return { is: 'again', afterMilliseconds: Math.min(asked, longestHoldSeconds) * 1000, isForAll: true };
    }
    case 'key':
      return { is: 'halt' };
    case 'input': {
      const into = splitTask(task);
      return into ? { is: 'split', into } : { is: 'refused' };
    }
    case 'not-found':
    case 'not-implemented':
      return { is: 'refused' };
    case 'unreadable':
      return { is: 'failed' };
    case 'offline':
    case 'loading':
      if (attempt >= atMostAttempts) return { is: 'halt' };
      return { is: 'again', afterMilliseconds: backOffMilliseconds, isForAll: true };
    case 'service':
      // 500 is a defect that a retry would meet again; a proxy or a busy service recovers
      if (error.status === 500 || attempt >= atMostAttempts) return { is: 'failed' };
      return { is: 'again', afterMilliseconds: backOffMilliseconds, isForAll: false };
  }
}
