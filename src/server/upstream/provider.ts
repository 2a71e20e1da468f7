import { setTimeout as pause } from 'node:timers/promises';
import type { OperationId } from '#contract/generated/operations.gen.ts';
import { LiveError } from '#server/live/outbound-client.ts';
import type { ProviderClient } from '#server/live/provider-client.ts';
import type { NeverSend } from './never-send.ts';
import { whyNeverSent } from './never-send.ts';
import { notFoundSeconds, ruleOf } from './operation-rules.ts';
import type { Pace, Quota } from './provider-limits.ts';
import { ProviderError, type ProviderAnswer, readProviderAnswer } from './provider-answer.ts';
import { canonicalText, freshSeconds, type ProviderQuestion, requestPath, shownValue } from './provider-question.ts';
import type { KeptAnswer, UpstreamStore } from './upstream-store.ts';

export type AskPolicy = 'pages' | 'always' | 'button';

/** The reason of a query: a view or an API call, a background look-up, a bulk call, a click, a click that bypasses the cache. */
export type AskReason = 'page' | 'background' | 'bulk' | 'ask' | 'fresh';

interface ProviderOptions {
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

/** An answer of the provider. */
export interface ProviderResult {
  readonly state: 'answered' | 'cached' | 'stale';
  readonly response: unknown;
  readonly found: boolean;
  /** Epoch seconds. */
  readonly asked: number;
  /** Why only a stale answer is available. */
  readonly fault?: ProviderError;
}

export interface Provider {
  /** @throws ProviderError */
  ask(question: ProviderQuestion, asking: Asking): Promise<ProviderResult>;
  /** Fresh cached answers, by canonical question; nothing is sent. */
  kept(id: OperationId, questions: readonly ProviderQuestion[]): Promise<ReadonlyMap<string, KeptAnswer>>;
  /** Sends without reading or writing the cache. @throws ProviderError */
  send(question: ProviderQuestion, asking: Asking): Promise<Extract<ProviderAnswer, { is: 'result' }>>;
  keep(question: ProviderQuestion, answer: { readonly response: unknown; readonly found: boolean }): void;
  /** @throws ProviderError not_asked */
  checkPolicy(reason: AskReason): void;
  readonly lastFailure: { readonly at: number; readonly code: string; readonly message: string } | undefined;
  readonly lastAnswerAt: number | undefined;
}

export function openProvider(options: ProviderOptions): Provider {
  const { client, store, quota, pace, never, ask: policy, offline, keyName, now, waits } = options;
  const inFlight = new Map<string, Promise<Extract<ProviderAnswer, { is: 'result' }>>>();
  let lastFailure: Provider['lastFailure'];
  let lastAnswerAt: number | undefined;
  const seconds = (): number => Math.floor(now().getTime() / 1000);

  const checkPolicy = (reason: AskReason): void => {
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
  };
  const isExpendable = ({ reason, isExpendable: heavy = false }: Asking, question: ProviderQuestion): boolean =>
    heavy || reason === 'bulk' || reason === 'background' || ruleOf(question.id)?.isBulk === true;

  /** One call: counted, paced, and logged with any outcome. */
  const call = async (
    question: ProviderQuestion,
    asking: Asking,
    path: string,
    timeoutMilliseconds: number,
  ): Promise<ProviderAnswer> => {
    await pace.turn();
    try {
      quota.take(isExpendable(asking, question));
    } catch (error) {
      pace.released();
      throw error;
    }
    const at = seconds();
    const begun = performance.now();
    const done = (outcome: string): void =>
      store.note({
        ...{ at, operation: question.id, value: shownValue(question), key_name: keyName, outcome },
        ...{ asked_by: asking.owner, reason: asking.reason, millis: Math.round(performance.now() - begun) },
      });
    try {
      const isJob = path.startsWith('/explore/job/');
      const hasBody = !isJob && Object.keys(question.body).length > 0;
      const answer = readProviderAnswer(
        question.id,
        await client({
          method: hasBody ? 'POST' : 'GET',
          path,
          ...(hasBody && { body: question.body }),
          timeoutMilliseconds,
          // even if the caller disconnects: others may wait for the same answer, and it is paid for
          signal: new AbortController().signal,
        }),
      );
      pace.answered();
      lastAnswerAt = at;
      done(answer.is === 'job' ? 'job' : answer.found ? 'answered' : 'not_found');
      return answer;
    } catch (thrown) {
      const error = toProviderError(thrown);
      let kept = error;
      if (error.code === 'refused_429') {
        const wait = pace.slowDown(error.retryAfterSeconds);
        kept = new ProviderError('over_quota', error.code, error.message, { retryAfterSeconds: wait });
      } else if (error.isOutage) pace.broke(error.message);
      else pace.answered();
      done(error.code);
      lastFailure = { at, code: error.code, message: error.message };
      throw kept;
    }
  };
  const send = async (question: ProviderQuestion, asking: Asking) => {
    const reason = whyNeverSent(question.id, question, never);
    if (reason !== undefined) throw new ProviderError('not_asked', 'never_send', reason);
    checkPolicy(asking.reason);
    const mayWait = 'max_wait' in waitOf(question.id);
    const path = requestPath(question, waitOf(question.id));
    const first = await call(question, asking, path, mayWait ? waits.jobAnswerMilliseconds : waits.answerMilliseconds);
    return first.is === 'result' ? first : follow(question, asking, first.jobId);
  };
  /** Polls a job of the provider. Its id and address stay here. */
  const follow = async (question: ProviderQuestion, asking: Asking, jobId: string) => {
    const until = Date.now() + waits.jobMilliseconds;
    const path = `/explore/job/${encodeURIComponent(jobId)}?max_wait=25`;
    // each poll is a paid call: a provider that does not wait as requested is polled less and less often
    for (let wait = waits.pollMilliseconds; Date.now() < until; wait = Math.min(longestPollMilliseconds, 2 * wait)) {
      await pause(wait);
      const answer = await call(question, asking, path, waits.jobAnswerMilliseconds);
      if (answer.is === 'result') return answer;
    }
    const minutes = Math.max(1, Math.round(waits.jobMilliseconds / 60_000));
    const message = `The search did not end at the provider within ${minutes} min.`;
    lastFailure = { at: seconds(), code: 'job_timeout', message };
    throw new ProviderError('failed', 'job_timeout', message);
  };
  const keep: Provider['keep'] = (question, { response, found }) => {
    const asked = seconds();
    const fresh = freshSeconds(question, now().toISOString().slice(0, 10));
    const expires = asked + (found ? fresh : Math.min(fresh, notFoundSeconds));
    store.keep(question.id, canonicalText(question), { response, found, asked, expires });
  };
  /** Equal questions under way are queried once. */
  const sendOnce = (question: ProviderQuestion, asking: Asking) => {
    const key = `${question.id} ${canonicalText(question)}`;
    const same = inFlight.get(key);
    if (same) return same;
    const sent = send(question, asking)
      .then((answer) => {
        keep(question, answer);
        return answer;
      })
      .finally(() => inFlight.delete(key));
    inFlight.set(key, sent);
    return sent;
  };
  const reading = new Map<string, Promise<KeptAnswer | undefined>>();
  /** Concurrent equal questions read the store once. */
  const readOnce = (id: OperationId, text: string): Promise<KeptAnswer | undefined> => {
    const key = `${id} ${text}`;
    const same = reading.get(key);
    if (same) return same;
    const read = store
      .read(id, [text])
      .then((found) => found.get(text))
      .finally(() => reading.delete(key));
    reading.set(key, read);
    return read;
  };
  return {
    async ask(question, asking) {
      // checked here too: what is kept from before an entry was added to the list is not shown any longer
      const reason = whyNeverSent(question.id, question, never);
      if (reason !== undefined) throw new ProviderError('not_asked', 'never_send', reason);
      const text = canonicalText(question);
      const begun = seconds();
      const before = await readOnce(question.id, text);
      // an equal question may have been answered meanwhile
      const kept = store.peek(question.id, text) ?? before;
      if (kept && kept.asked >= begun && kept !== before) return { state: 'answered', ...kept };
      if (kept && kept.expires > seconds() && asking.reason !== 'fresh') return { state: 'cached', ...kept };
      try {
        const { response, found } = await sendOnce(question, asking);
        return { state: 'answered', response, found, asked: seconds() };
      } catch (error) {
        if (!kept) throw error;
        return { state: 'stale', ...kept, fault: toProviderError(error) };
      }
    },
    async kept(id, questions) {
      const found = await store.read(id, questions.map(canonicalText));
      return new Map([...found].filter(([, { expires }]) => expires > seconds()));
    },
    send,
    keep,
    checkPolicy,
    get lastFailure() {
      return lastFailure;
    },
    get lastAnswerAt() {
      return lastAnswerAt;
    },
  };
}

const longestPollMilliseconds = 15_000;

const jobOperations: ReadonlySet<string> = new Set([
  ...['padnsForward', 'padnsReverse', 'padnsBoth', 'padnsUnsanctioned', 'padnsIpDiversitySearch', 'domainCertificates'],
]);

/** The waiting parameters sent to the provider. */
function waitOf(id: OperationId): Readonly<Record<string, number>> {
  return jobOperations.has(id) ? { max_wait: 25 } : {};
}

export function toProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  if (error instanceof LiveError && error.fault === 'offline')
    return new ProviderError('not_asked', 'offline', error.message);
  const code = error instanceof LiveError && error.fault === 'live_timeout' ? 'timeout' : 'unreachable';
  const message = error instanceof LiveError ? error.message : 'The provider could not be queried.';
  return new ProviderError('failed', code, message, { isOutage: true, cause: error });
}
