import type { OperationId } from '#contract/generated/operations.gen.ts';
import { notFoundSeconds } from './operation-rules.ts';
import { type ProviderError, toProviderError } from './provider-answer.ts';
import type { Asking, ProviderCalls, ProviderFinding } from './provider-calls.ts';
import { canonicalText, freshSeconds, type ProviderQuestion } from './provider-question.ts';
import type { KeptAnswer, UpstreamStore } from './upstream-store.ts';

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

/** The provider behind its cache. */
export class Provider {
  readonly #calls: ProviderCalls;
  readonly #store: UpstreamStore;
  readonly #now: () => Date;
  /** By operation and canonical query: concurrent callers share one call, and one read of the store. */
  readonly #sending = new Map<string, Promise<ProviderFinding>>();
  readonly #reading = new Map<string, Promise<KeptAnswer | undefined>>();

  constructor(calls: ProviderCalls, store: UpstreamStore, now: () => Date) {
    this.#calls = calls;
    this.#store = store;
    this.#now = now;
  }

  /** Answers from the cache while its answer is fresh, else by a call. @throws ProviderError */
  async ask(question: ProviderQuestion, asking: Asking): Promise<ProviderResult> {
    // checked before the cache is read: it may hold an answer from before an entry was added to the list
    this.#calls.checkAllowed(question);
    const text = canonicalText(question);
    const begun = this.#seconds();
    const before = await shared(this.#reading, `${question.id} ${text}`, async () =>
      (await this.#store.read(question.id, [text])).get(text),
    );
    // an equal query may have been answered meanwhile
    const kept = this.#store.peek(question.id, text) ?? before;
    if (kept && kept.asked >= begun && kept !== before) return { state: 'answered', ...kept };
    if (kept && kept.expires > this.#seconds() && asking.reason !== 'fresh') return { state: 'cached', ...kept };
    try {
      const { response, found } = await shared(this.#sending, `${question.id} ${text}`, async () => {
        const answer = await this.send(question, asking);
        this.keep(question, answer);
        return answer;
      });
      return { state: 'answered', response, found, asked: this.#seconds() };
    } catch (error) {
      if (!kept) throw error;
      return { state: 'stale', ...kept, fault: toProviderError(error) };
    }
  }

  /** Sends without reading or writing the cache. @throws ProviderError */
  send(question: ProviderQuestion, asking: Asking): Promise<ProviderFinding> {
    return this.#calls.send(question, asking);
  }

  /** Fresh cached answers, by canonical query. Nothing is sent. */
  async kept(id: OperationId, questions: readonly ProviderQuestion[]): Promise<ReadonlyMap<string, KeptAnswer>> {
    const found = await this.#store.read(id, questions.map(canonicalText));
    return new Map([...found].filter(([, { expires }]) => expires > this.#seconds()));
  }

  keep(question: ProviderQuestion, { response, found }: Pick<ProviderFinding, 'response' | 'found'>): void {
    const asked = this.#seconds();
    const fresh = freshSeconds(question, this.#now().toISOString().slice(0, 10));
    const expires = asked + (found ? fresh : Math.min(fresh, notFoundSeconds));
    this.#store.keep(question.id, canonicalText(question), { response, found, asked, expires });
  }

  #seconds(): number {
    return Math.floor(this.#now().getTime() / 1000);
  }
}

/** The running work under a key, or new work. */
function shared<T>(running: Map<string, Promise<T>>, key: string, work: () => Promise<T>): Promise<T> {
  const same = running.get(key);
  if (same) return same;
  const begun = work().finally(() => running.delete(key));
  running.set(key, begun);
  return begun;
}
