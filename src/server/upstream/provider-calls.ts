import { setTimeout as pause } from 'node:timers/promises';
import { type OperationId, operations } from '#contract/generated/operations.gen.ts';
import type { ProviderClient } from '#server/live/provider-client.ts';
import { type NeverSend, whyWithheld } from './never-send.ts';
import { type ProviderAnswer, ProviderError, readProviderAnswer, toProviderError } from './provider-answer.ts';
import type { Pace, Quota } from './provider-limits.ts';
import { type ProviderQuestion, requestPath, shownValue } from './provider-question.ts';
import type { UpstreamStore } from './upstream-store.ts';

export type AskPolicy = 'pages' | 'always' | 'button';

/** The reason of a query: a view or an API call, a background look-up, a bulk call, a click, a click that bypasses the cache. */
export type AskReason = 'page' | 'background' | 'bulk' | 'ask' | 'fresh';

export interface ProviderWaits {
  /** For one request. */
  readonly answerMilliseconds: number;
  /** For one request that may wait for a job; the provider waits up to 25 seconds. */
  readonly jobAnswerMilliseconds: number;
  /** For a whole job: an id that the provider has forgotten stays PENDING. */
  readonly jobMilliseconds: number;
  /** Between polls of a job that return immediately. */
  readonly pollMilliseconds: number;
}

export interface Asking {
  readonly reason: AskReason;
  /** Id of the API key of the caller. */
  readonly owner: string;
  /** A search that scans, or one that runs as a job: it stops at the soft limit. */
  readonly isExpendable?: boolean;
}

interface CallOptions {
  readonly client: ProviderClient;
  readonly store: UpstreamStore;
  readonly quota: Quota;
  readonly pace: Pace;
  readonly never: NeverSend;
  readonly ask: AskPolicy;
  readonly offline: boolean;
  readonly keyName: string;
  readonly now: () => Date;
  readonly waits: ProviderWaits;
}

export type ProviderFinding = Extract<ProviderAnswer, { is: 'result' }>;

/** Calls to the provider: each is allowed, counted, paced, and logged. Nothing is cached here. */
export class ProviderCalls {
  readonly #options: CallOptions;
  #lastFailure: { readonly at: number; readonly code: string; readonly message: string } | undefined;
  #lastAnswerAt: number | undefined;

  constructor(options: CallOptions) {
    this.#options = options;
  }

  /** Times are epoch seconds. */
  get lastFailure() {
    return this.#lastFailure;
  }

  get lastAnswerAt() {
    return this.#lastAnswerAt;
  }

  /** Sends a query, and follows the provider's job when the answer is one. @throws ProviderError */
  async send(question: ProviderQuestion, asking: Asking): Promise<ProviderFinding> {
    this.checkAllowed(question);
    this.checkPolicy(asking.reason);
    const { jobAnswerMilliseconds, answerMilliseconds } = this.#options.waits;
    const wait = waitOf(question.id);
    const timeout = 'max_wait' in wait ? jobAnswerMilliseconds : answerMilliseconds;
    const first = await this.#call(question, asking, requestPath(question, wait), timeout);
    return first.is === 'result' ? first : this.#follow(question, asking, first.jobId);
  }

  /** @throws ProviderError not_asked for a value on the never-send list */
  checkAllowed(question: ProviderQuestion): void {
    const reason = whyWithheld(question.id, question, this.#options.never);
    if (reason !== undefined) throw new ProviderError('not_asked', 'never_send', reason);
  }

  /** @throws ProviderError not_asked when SIGHTLINE_OFFLINE or SIGHTLINE_UPSTREAM_ASK forbids it */
  checkPolicy(reason: AskReason): void {
    const { offline, ask: policy } = this.#options;
    if (offline)
      throw new ProviderError('not_asked', 'offline', 'This service makes no outbound traffic (SIGHTLINE_OFFLINE).');
    const isPressed = reason === 'ask' || reason === 'fresh';
    if (isPressed || policy === 'always' || (policy === 'pages' && reason === 'page')) return;
    throw new ProviderError(
      'not_asked',
      policy === 'button' ? 'button' : 'not_by_itself',
      policy === 'button'
        ? 'The provider is queried on request only (SIGHTLINE_UPSTREAM_ASK=button).'
        : 'The provider is not queried automatically in bulk or in the background (SIGHTLINE_UPSTREAM_ASK=pages).',
    );
  }

  /** One call: counted, paced, and logged with any outcome. */
  async #call(question: ProviderQuestion, asking: Asking, path: string, timeout: number): Promise<ProviderAnswer> {
    const { pace, quota } = this.#options;
    await pace.turn();
    try {
      quota.take(isExpendable(asking, question));
    } catch (error) {
      pace.released();
      throw error;
    }
    const at = this.#seconds();
    const done = this.#logEntry(question, asking, at);
    try {
      const answer = await this.#request(question, path, timeout);
      pace.answered();
      this.#lastAnswerAt = at;
      done(answer.is === 'job' ? 'job' : answer.found ? 'answered' : 'not_found');
      return answer;
    } catch (thrown) {
      const error = toProviderError(thrown);
      done(error.code);
      this.#lastFailure = { at, code: error.code, message: error.message };
      throw this.#slowedDown(error);
    }
  }

  async #request(question: ProviderQuestion, path: string, timeoutMilliseconds: number): Promise<ProviderAnswer> {
    const isJob = path.startsWith('/explore/job/');
    const hasBody = !isJob && Object.keys(question.body).length > 0;
    const response = await this.#options.client({
      method: hasBody ? 'POST' : 'GET',
      path,
      ...(hasBody && { body: question.body }),
      timeoutMilliseconds,
      // never cancelled: other callers may wait for the same answer, and the call is paid for
      signal: new AbortController().signal,
    });
    return readProviderAnswer(question.id, response);
  }

  /** @returns writes the call to the log with its outcome */
  #logEntry(question: ProviderQuestion, asking: Asking, at: number): (outcome: string) => void {
    const { store, keyName } = this.#options;
    const begun = performance.now();
    return (outcome) =>
      store.note({
        at,
        operation: question.id,
        value: shownValue(question),
        key_name: keyName,
        outcome,
        asked_by: asking.owner,
        reason: asking.reason,
        millis: Math.round(performance.now() - begun),
      });
  }

  /** Adapts the pace to a failure. */
  #slowedDown(error: ProviderError): ProviderError {
    const { pace } = this.#options;
    if (error.code === 'refused_429') {
      const wait = pace.slowDown(error.retryAfterSeconds);
      return new ProviderError('over_quota', error.code, error.message, { retryAfterSeconds: wait });
    }
    if (error.isOutage) pace.broke(error.message);
    else pace.answered();
    return error;
  }

  /** Polls a job of the provider. Its id and address are never given to the caller. */
  async #follow(question: ProviderQuestion, asking: Asking, jobId: string): Promise<ProviderFinding> {
    const { waits } = this.#options;
    const until = Date.now() + waits.jobMilliseconds;
    const path = `/explore/job/${encodeURIComponent(jobId)}?max_wait=25`;
    // each poll is a paid call: a provider that does not wait as requested is polled less and less often
    for (let wait = waits.pollMilliseconds; Date.now() < until; wait = Math.min(longestPollMilliseconds, 2 * wait)) {
      await pause(wait);
      const answer = await this.#call(question, asking, path, waits.jobAnswerMilliseconds);
      if (answer.is === 'result') return answer;
    }
    const minutes = Math.max(1, Math.round(waits.jobMilliseconds / 60_000));
    const message = `The search did not end at the provider within ${minutes} min.`;
    this.#lastFailure = { at: this.#seconds(), code: 'job_timeout', message };
    throw new ProviderError('failed', 'job_timeout', message);
  }

  #seconds(): number {
    return Math.floor(this.#options.now().getTime() / 1000);
  }
}

function isExpendable({ reason, isExpendable: heavy = false }: Asking, question: ProviderQuestion): boolean {
  return heavy || reason === 'bulk' || reason === 'background' || operations[question.id].takesBody;
}

const longestPollMilliseconds = 15_000;

/** The waiting parameters sent to the provider. */
function waitOf(id: OperationId): Readonly<Record<string, number>> {
  return operations[id].mayAnswerJob ? { max_wait: 25 } : {};
}
