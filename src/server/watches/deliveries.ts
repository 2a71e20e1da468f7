import { createHmac } from 'node:crypto';
import { errorText } from '#model/errors.ts';
import type { SendWebhook } from '#server/live/webhooks.ts';
import { mostShown, type Watch } from './watch.ts';
import type { StoredEvent, WatchStore } from './watch-store.ts';

interface DeliveryOptions {
  readonly store: WatchStore;
  readonly now: () => Date;
  readonly send: SendWebhook | undefined;
  /** Undefined when the watch was removed. */
  readonly webhookOf: (watch: string) => Watch['webhook'];
}

const dayMilliseconds = 86_400_000;

/** Sends the events of watches to their webhooks, again and again for a day until the receiver answers with a status from 200 to 299. */
export class Deliveries {
  readonly #options: DeliveryOptions;
  #waiting: readonly StoredEvent[] = [];

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  /** Goes on with what waited when the service was stopped. @throws EngineError */
  async begin(): Promise<void> {
    this.#waiting = await this.#options.store.waitingEvents();
  }

  /** An event that was stored; one without a webhook is ignored. */
  add(event: StoredEvent): void {
    if (event.delivery) this.#waiting = [...this.#waiting.filter(({ id }) => id !== event.id), event];
  }

  /** Sends what is due, the oldest first. @throws EngineError when a delivery cannot be noted */
  async sendDue(signal: AbortSignal): Promise<void> {
    const due = this.#waiting.filter(({ delivery }) => delivery && delivery.next <= this.#options.now().getTime());
    for (const event of due.toSorted((one, other) => (one.at < other.at ? -1 : 1))) {
      signal.throwIfAborted();
      await this.#deliver(event, signal);
    }
  }

  async #deliver(event: StoredEvent, signal: AbortSignal): Promise<void> {
    const { store, now, send, webhookOf } = this.#options;
    const webhook = webhookOf(event.watch);
    const tries = (event.delivery?.tries ?? 0) + 1;
    let error = '';
    if (!webhook) error = 'The watch was removed.';
    else if (!send) error = 'This service makes no outbound traffic (SIGHTLINE_OFFLINE).';
    else error = await trySend(event, webhook, { send, at: now(), signal });
    if (signal.aborted) return; // the next start sends it
    const time = now().getTime();
    const isOver = !webhook || time - Date.parse(event.at) >= dayMilliseconds;
    const state = error === '' ? 'delivered' : isOver ? 'failed' : 'waiting';
    const noted: StoredEvent = {
      ...event,
      version: event.version + 1,
      delivery: { state, tries, next: state === 'waiting' ? time + pauseAfter(tries) : 0, error },
    };
    // first out of the queue: a receiver that answered is not asked again, even if this cannot be noted
    this.#waiting = this.#waiting.flatMap((each) =>
      each.id !== event.id ? [each] : state === 'waiting' ? [noted] : [],
    );
    await store.writeEvent(noted);
  }
}

/** 10 seconds after the first try, twice as long after each further one, at most an hour. */
function pauseAfter(tries: number): number {
  return Math.min(3_600_000, 10_000 * 2 ** (tries - 1));
}

interface Sending {
  readonly send: SendWebhook;
  readonly at: Date;
  readonly signal: AbortSignal;
}

/** @returns why it was not delivered; empty when it was */
async function trySend(
  event: StoredEvent,
  { url, secret }: NonNullable<Watch['webhook']>,
  { send, at, signal }: Sending,
): Promise<string> {
  const body = webhookBody(event);
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const headers = {
    'content-type': 'application/json',
    'webhook-id': event.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatureOf(secret, event.id, timestamp, body),
  };
  try {
    const status = await send(url, body, headers, signal);
    return status >= 200 && status < 300 ? '' : `The receiver answered with the status ${status}.`;
  } catch (error) {
    return errorText(error);
  }
}

/** The signature of Standard Webhooks 1.0: HMAC-SHA256 of id, time and body. @param secret 'whsec_' and the key in base64 */
export function signatureOf(secret: string, id: string, timestamp: string, body: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

/** The same text at each try. */
function webhookBody({ id, watch, at, title, why, changes, origin, page, silenced }: StoredEvent): string {
  return JSON.stringify({
    type: 'watch.changed',
    timestamp: at,
    data: {
      event: id,
      watch: { id: watch, title },
      why,
      counts: {
        appeared: changes.filter(({ change }) => change === 'appeared').length,
        gone: changes.filter(({ change }) => change === 'gone').length,
        changed: changes.filter(({ change }) => change === 'changed').length,
        never_flagged: silenced,
      },
      changes: changes
        .slice(0, mostShown)
        .map(({ change, part, key, before, after }) => ({ change, part, key, before, after })),
      links: { event: `${origin}/watches?event=${id}`, page: `${origin}${page}` },
    },
  });
}
