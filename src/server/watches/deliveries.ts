import { createHmac } from 'node:crypto';
import { errorText } from '#model/errors.ts';
import type { SendWebhook } from '#server/live/webhooks.ts';
import { mostShown, type Watch } from './watch.ts';
import { digestIdOf, type StoredEvent, type WatchStore } from './watch-store.ts';

interface DeliveryOptions {
  readonly store: WatchStore;
  readonly now: () => Date;
  readonly send: SendWebhook | undefined;
  /** Day on which the quiet hours began that hold at a time; undefined outside of them. */
  readonly quietSince: (at: Date) => string | undefined;
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

  /** Sends what is due, the oldest first, and nothing in quiet hours. @throws EngineError when a delivery cannot be noted */
  async sendDue(signal: AbortSignal): Promise<void> {
    const now = this.#options.now();
    if (this.#options.quietSince(now) !== undefined) return;
    const due = this.#waiting.filter(({ delivery }) => delivery && delivery.next <= now.getTime());
    const sent = new Map<string, StoredEvent[]>();
    for (const event of due.toSorted((one, other) => (one.at < other.at ? -1 : 1))) {
      const { digest, tries } = event.delivery ?? {};
      // the events that a failed try left out are sent apart: what was sent under an id must not change
      const key = digest === undefined ? event.id : `${event.watch} ${digest} ${tries}`;
      sent.set(key, [...(sent.get(key) ?? []), event]);
    }
    for (const events of sent.values()) {
      signal.throwIfAborted();
      await this.#deliver(events, signal);
    }
  }

  /** @param events of one watch, which are sent together */
  async #deliver(events: readonly StoredEvent[], signal: AbortSignal): Promise<void> {
    const { store, now, send, webhookOf } = this.#options;
    const newest = events.at(-1);
    if (!newest) return;
    const webhook = webhookOf(newest.watch);
    const tries = (newest.delivery?.tries ?? 0) + 1;
    let error = '';
    if (!webhook) error = 'The watch was removed.';
    else if (!send) error = 'This service makes no outbound traffic (SIGHTLINE_OFFLINE).';
    else error = await trySend(messageOf(events, newest), webhook, { send, at: now(), signal });
    if (signal.aborted) return; // the next start sends it
    const time = now().getTime();
    const isOver = !webhook || time - Date.parse(newest.at) >= dayMilliseconds;
    const state = error === '' ? 'delivered' : isOver ? 'failed' : 'waiting';
    const next = state === 'waiting' ? time + pauseAfter(tries) : 0;
    const noted = events.map((event): StoredEvent => ({
      ...event,
      version: event.version + 1,
      delivery: { ...event.delivery, state, tries, next, error },
    }));
    // first out of the queue: a receiver that answered is not asked again, even if this cannot be noted
    const others = this.#waiting.filter(({ id }) => !events.some((event) => event.id === id));
    this.#waiting = state === 'waiting' ? [...others, ...noted] : others;
    await store.writeEvents(noted);
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
  { id, body }: Message,
  { url, secret }: NonNullable<Watch['webhook']>,
  { send, at, signal }: Sending,
): Promise<string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatureOf(secret, id, timestamp, body),
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

interface Message {
  readonly id: string;
  readonly body: string;
}

/** The same text at each try: one event, or a digest of those that were told in quiet hours. */
function messageOf(events: readonly StoredEvent[], newest: StoredEvent): Message {
  const { watch, at, title, origin, page } = newest;
  const isDigest = events.length > 1;
  const id = isDigest ? digestIdOf(events) : newest.id;
  const changes = events.flatMap((event) => event.changes);
  const silenced = events.reduce((sum, event) => sum + event.silenced, 0);
  const body = JSON.stringify({
    type: 'watch.changed',
    timestamp: at,
    data: {
      event: id,
      ...(isDigest && { events: events.map((event) => event.id) }),
      watch: { id: watch, title },
      why: events.map(({ why }) => why).join(' '),
      counts: {
        appeared: changes.filter(({ change }) => change === 'appeared').length,
        gone: changes.filter(({ change }) => change === 'gone').length,
        changed: changes.filter(({ change }) => change === 'changed').length,
        never_flagged: silenced,
      },
      changes: changes
        .slice(0, mostShown)
        .map(({ change, part, key, before, after }) => ({ change, part, key, before, after })),
      links: {
        event: `${origin}/watches?${isDigest ? `watch=${watch}` : `event=${id}`}`,
        page: `${origin}${page}`,
      },
    },
  });
  return { id, body };
}
