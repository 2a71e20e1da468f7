/** What becomes of a task whose call failed. */
export type Verdict<Task> =
  /** Ask again after a pause; `isForAll` holds every other call back as well (429). */
  | { readonly is: 'again'; readonly afterMilliseconds: number; readonly isForAll: boolean }
  /** Smaller tasks take its place. */
  | { readonly is: 'split'; readonly into: readonly Task[] }
  /** Nothing can be asked for now: the task waits with all others until it is resumed. */
  | { readonly is: 'halt' }
  /** Never to be asked again: handed to `onRefused`. */
  | { readonly is: 'refused' }
  /** Kept until a retry is requested. */
  | { readonly is: 'failed' };

export interface RunnerOptions<Task, Answer> {
  readonly ask: (task: Task, signal: AbortSignal) => Promise<Answer>;
  readonly onAnswer: (task: Task, answer: Answer) => void;
  readonly onRefused: (task: Task, error: unknown) => void;
  /** @param attempt how often the task was asked, counted from 1 */
  readonly judge: (error: unknown, task: Task, attempt: number) => Verdict<Task>;
  /** A task that need not be asked any more is dropped when its turn comes. */
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

interface Attempted<Task> {
  readonly task: Task;
  readonly attempt: number;
}

export interface FailedTask<Task> {
  readonly task: Task;
  readonly error: unknown;
}

/** Asks tasks with bounded concurrency; can be paused, resumed, stopped, and asked to retry what failed. Knows nothing of HTTP. */
export class TaskRunner<Task, Answer> {
  readonly #options: RunnerOptions<Task, Answer>;
  #queue: Attempted<Task>[] = [];
  #failed: FailedTask<Task>[] = [];
  readonly #out = new Set<Task>();
  #phase: RunnerPhase = 'done';
  #haltedBy: unknown;
  #holds = 0;
  #heldUntil = 0;
  #abort = new AbortController();

  constructor(options: RunnerOptions<Task, Answer>) {
    this.#options = options;
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
  /** Calls that are out now. */
  get outCount(): number {
    return this.#out.size;
  }
  get queuedCount(): number {
    return this.#queue.length;
  }
  /** Epoch milliseconds until which every call is held back; 0 when none is. */
  get heldUntil(): number {
    return this.#holds > 0 ? this.#heldUntil : 0;
  }

  /** Adds tasks at the end. They start with the next resume(), or at once while running. */
  add(tasks: readonly Task[]): void {
    this.#queue.push(...tasks.map((task) => ({ task, attempt: 1 })));
    if (this.#phase === 'done' && tasks.length > 0) this.#phase = 'paused';
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
    this.#options.onChange();
  }

  stop(): void {
    if (this.#phase === 'done') return;
    this.#phase = 'stopped';
    this.#abort.abort();
    this.#options.onChange();
  }

  /** Puts what failed at the end of the queue, nothing else, and goes on. */
  retryFailed(): void {
    const again = this.#failed;
    this.#failed = [];
    this.#queue.push(...again.map(({ task }) => ({ task, attempt: 1 })));
    this.resume();
  }

  #proceed(): void {
    while (this.#phase === 'running' && this.#holds === 0 && this.#out.size < this.#options.concurrency) {
      const next = this.#queue.shift();
      if (!next) break;
      if (this.#options.isOpen(next.task)) void this.#run(next);
    }
    if (this.#phase === 'running' && this.#queue.length === 0 && this.#out.size === 0) this.#phase = 'done';
    this.#options.onChange();
  }

  async #run(attempted: Attempted<Task>): Promise<void> {
    const { task } = attempted;
    const { signal } = this.#abort;
    this.#out.add(task);
    try {
      const answer = await this.#options.ask(task, signal);
      // an answer that comes after all is kept: asking again would cost twice
      this.#options.onAnswer(task, answer);
    } catch (error) {
      if (signal.aborted) this.#queue.unshift(attempted);
      else await this.#afterFailure(attempted, error, signal);
    } finally {
      this.#out.delete(task);
    }
    this.#proceed();
  }

  async #afterFailure(attempted: Attempted<Task>, error: unknown, signal: AbortSignal): Promise<void> {
    const { task, attempt } = attempted;
    const verdict = this.#options.judge(error, task, attempt);
    switch (verdict.is) {
      case 'again':
        if (verdict.isForAll) this.#hold(verdict.afterMilliseconds, signal);
        else await this.#wait(verdict.afterMilliseconds, signal);
        this.#queue.unshift({ task, attempt: attempt + 1 });
        break;
      case 'split':
        this.#queue.unshift(...verdict.into.map((part) => ({ task: part, attempt: 1 })));
        break;
      case 'halt':
        this.#queue.unshift({ task, attempt: 1 });
        this.#haltedBy ??= error;
        if (this.#phase === 'running') this.#phase = 'paused';
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

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
