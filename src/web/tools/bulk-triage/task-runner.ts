import PQueue from 'p-queue';
import { pause } from '#web/api/pause.ts';

/** What happens to a task whose call failed. */
export type Verdict<Task> =
  /** Ask again after a pause; `isForAll` holds every other call back as well (429). */
  | { readonly is: 'again'; readonly afterMilliseconds: number; readonly isForAll: boolean }
  /** Smaller tasks take its place. */
  | { readonly is: 'split'; readonly into: readonly Task[] }
  /** No call can succeed now: all tasks wait until the run is resumed. */
  | { readonly is: 'halt' }
  /** Not retried: passed to `onRefused`. */
  | { readonly is: 'refused' }
  /** Kept until a retry is requested. */
  | { readonly is: 'failed' };

export interface RunnerOptions<Task, Answer> {
  readonly ask: (task: Task, signal: AbortSignal) => Promise<Answer>;
  readonly onAnswer: (task: Task, answer: Answer) => void;
  readonly onRefused: (task: Task, error: unknown) => void;
  /** @param attempt how often the task was asked, counted from 1 */
  readonly judge: (error: unknown, task: Task, attempt: number) => Verdict<Task>;
  /** False drops a task when its turn comes. */
  readonly isOpen: (task: Task) => boolean;
  readonly onChange: () => void;
  readonly concurrency: number;
  /** Milliseconds that resolve early, without an error, when the signal aborts. */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/**
 * - running: calls go out.
 * - paused: no new ones do; those that are out are waited for and kept. `haltedBy` says why, when it was not the analyst.
 * - stopped: those that were out were given up as well.
 * - done: nothing is left to ask, apart from failed tasks.
 */
export type RunnerPhase = 'running' | 'paused' | 'stopped' | 'done';

export interface FailedTask<Task> {
  readonly task: Task;
  readonly error: unknown;
}

/** Runs tasks with bounded concurrency; can be paused, resumed and stopped, and retries failed tasks on request. Independent of HTTP. */
export class TaskRunner<Task, Answer> {
  readonly #options: RunnerOptions<Task, Answer>;
  readonly #queue: PQueue;
  #failed: FailedTask<Task>[] = [];
  #phase: RunnerPhase = 'done';
  #haltedBy: unknown;
  #holds = 0;
  #heldUntil = 0;
  #abort = new AbortController();

  constructor(options: RunnerOptions<Task, Answer>) {
    this.#options = options;
    this.#queue = new PQueue({ concurrency: options.concurrency, autoStart: false });
    this.#queue.on('next', () => this.#proceed());
  }

  get phase(): RunnerPhase {
    return this.#phase;
  }
  get haltedBy(): unknown {
    return this.#haltedBy;
  }
  get failed(): readonly FailedTask<Task>[] {
    return this.#failed;
  }
  /** Number of calls in flight. */
  get outCount(): number {
    return this.#queue.pending;
  }
  /** Epoch milliseconds until which every call is held back; 0 when none is. */
  get heldUntil(): number {
    return this.#holds > 0 ? this.#heldUntil : 0;
  }

  /** Adds tasks at the end. They start with the next resume(), or at once while running. */
  add(tasks: readonly Task[]): void {
    if (this.#phase === 'done' && tasks.length > 0) {
      this.#phase = 'paused';
      this.#queue.pause();
    }
    for (const task of tasks) this.#enqueue(task);
    this.#proceed();
  }

  resume(): void {
    this.#haltedBy = undefined;
    if (this.#abort.signal.aborted) this.#abort = new AbortController();
    this.#phase = 'running';
    this.#proceed();
  }

  pause(): void {
    if (this.#phase !== 'running') return;
    this.#phase = 'paused';
    this.#proceed();
  }

  stop(): void {
    if (this.#phase === 'done') return;
    this.#phase = 'stopped';
    this.#abort.abort();
    this.#proceed();
  }

  /** Puts the failed tasks, and nothing else, at the end of the queue and resumes. */
  retryFailed(): void {
    const again = this.#failed;
    this.#failed = [];
    for (const { task } of again) this.#enqueue(task);
    this.resume();
  }

  #enqueue(task: Task, attempt = 1, priority = 0): void {
    void this.#queue.add(() => this.#run(task, attempt), { priority });
  }

  /** A task that was asked before goes ahead of those that were not. */
  #enqueueFirst(task: Task, attempt = 1): void {
    this.#enqueue(task, attempt, 1);
  }

  #proceed(): void {
    if (this.#phase === 'running' && this.#holds === 0) this.#queue.start();
    else this.#queue.pause();
    if (this.#phase === 'running' && this.#queue.size === 0 && this.#queue.pending === 0) this.#phase = 'done';
    this.#options.onChange();
  }

  async #run(task: Task, attempt: number): Promise<void> {
    if (!this.#options.isOpen(task)) return;
    const { signal } = this.#abort;
    try {
      // an answer that arrives after a stop is kept: asking again would cost twice
      this.#options.onAnswer(task, await this.#options.ask(task, signal));
    } catch (error) {
      if (signal.aborted) this.#enqueueFirst(task, attempt);
      else await this.#afterFailure(task, attempt, error, signal);
    }
  }

  async #afterFailure(task: Task, attempt: number, error: unknown, signal: AbortSignal): Promise<void> {
    const verdict = this.#options.judge(error, task, attempt);
    switch (verdict.is) {
      case 'again':
        if (verdict.isForAll) this.#hold(verdict.afterMilliseconds, signal);
        else await this.#wait(verdict.afterMilliseconds, signal);
        this.#enqueueFirst(task, attempt + 1);
        break;
      case 'split':
        for (const part of verdict.into) this.#enqueueFirst(part);
        break;
      case 'halt':
        this.#haltedBy ??= error;
        if (this.#phase === 'running') this.#phase = 'paused';
        this.#queue.pause();
        this.#enqueueFirst(task);
        break;
      case 'failed':
        this.#failed.push({ task, error });
        break;
      case 'refused':
        this.#options.onRefused(task, error);
    }
  }

  #hold(milliseconds: number, signal: AbortSignal): void {
    this.#holds += 1;
    this.#queue.pause();
    this.#heldUntil = Math.max(this.#heldUntil, Date.now() + milliseconds);
    void this.#wait(milliseconds, signal).then(() => {
      this.#holds -= 1;
      this.#proceed();
    });
  }

  #wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    return (this.#options.wait ?? pause)(milliseconds, signal);
  }
}
