import { randomBytes, randomUUID } from 'node:crypto';
import PQueue from 'p-queue';
import { dateToIsoDate } from '#model/dates.ts';
import { type QuietHours, quietSince } from '#model/quiet-hours.ts';
import type { Engine } from '#server/engine/engine.ts';
import { ApiError, badInput } from '#server/http/api-error.ts';
import { toApiError } from '#server/http/failures.ts';
import type { Detector } from '#server/ingest/detectors/detector.ts';
import { collectionMark } from '#server/ingest/detectors/run-detectors.ts';
import { detectorRunsQuery } from '#server/queries/findings.ts';
import { repeat } from '#server/timing/repeat.ts';
import { type Change, mostWatches, type Watch, type WatchRun, type WatchTarget } from './watch.ts';
import { compare, type Entry, type Kept } from './compare.ts';
import type { SendWebhook } from '#server/live/webhooks.ts';
import { Deliveries } from './deliveries.ts';
import { Unread, type WatchPart, type WatchQuestion } from './watch-part.ts';
import { partsOf } from './watch-parts.ts';
import { eventIdOf, type StoredEvent, WatchStore } from './watch-store.ts';
import { whyTold } from './watch-words.ts';

/** Asks an operation as a caller does. @throws ApiError, EngineError */
export type AskOperation = (question: WatchQuestion, signal: AbortSignal) => Promise<unknown>;

export interface WatchServiceOptions {
  readonly engine: Engine;
  readonly detectors: readonly Detector[];
  readonly now: () => Date;
  readonly report: (message: string) => void;
  readonly ask: AskOperation;
  /** Reads the request of a watch of a search. @throws ApiError 400 */
  readonly readRequest: (request: string) => WatchQuestion;
  /** Whether rows of the collection were lost, so that records may be missing. */
  readonly isIncomplete: () => boolean;
  /** Whether a subject is on the never-flag list, as it is now. @throws EngineError */
  readonly neverFlagged: () => Promise<(subject: string) => boolean>;
  /** Sends webhooks; undefined when this service makes no outbound traffic. */
  readonly send: SendWebhook | undefined;
  /** Pause between two looks whether a webhook is due. */
  readonly deliverMilliseconds: number;
  /** No webhook is sent within these hours. */
  readonly quietHours: QuietHours | undefined;
}

/** What a caller sends to make a watch. */
export interface NewWatch extends Pick<Watch, 'title' | 'target' | 'page' | 'origin' | 'author'> {
  readonly webhookUrl: string;
}

/** How one part of a watch was read. */
export interface PartReading {
  readonly part: WatchPart;
  /** Undefined when it could not be read, and `reason` says why. */
  readonly entries: readonly Entry[] | undefined;
  readonly reason: string;
  /** What was thrown. */
  readonly error?: unknown;
}

/** The watches of this deployment. The process that writes the collection runs them, one at a time. */
export class WatchService {
  readonly #options: WatchServiceOptions;
  readonly #store: WatchStore;
  readonly #deliveries: Deliveries;
  readonly #turns = new PQueue({ concurrency: 1 });
  readonly #stop = new AbortController();
  #watches: readonly Watch[] = [];
  #runs: Readonly<Record<string, WatchRun>> = {};
  /** Before this time no round begins: rounds take a tenth of the time at most. */
  #notBefore = 0;
  #stopDeliveries = async (): Promise<void> => undefined;

  constructor(options: WatchServiceOptions) {
    this.#options = options;
    this.#store = new WatchStore(options.engine);
    this.#deliveries = new Deliveries({
      store: this.#store,
      now: options.now,
      send: options.send,
      quietSince: (at) => this.#quietSince(at),
      webhookOf: (id) => this.#watches.find((watch) => watch.id === id)?.webhook,
    });
  }

  /** Reads the watches, and begins to send what waits. @throws EngineError */
  async begin(): Promise<void> {
    ({ watches: this.#watches, runs: this.#runs } = await this.#store.readWatches());
    await this.#deliveries.begin();
    this.#stopDeliveries = repeat(
      (signal) => this.#deliveries.sendDue(signal),
      this.#options.deliverMilliseconds,
      (error) => this.#options.report(`The delivery of a webhook was not noted: ${String(error)}`),
    );
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#stopDeliveries();
    await this.#turns.onIdle();
  }

  get quietHours(): QuietHours | undefined {
    return this.#options.quietHours;
  }

  get watches(): readonly Watch[] {
    return this.#watches;
  }

  runOf(id: string): WatchRun | undefined {
    return this.#runs[id];
  }

  /** Reads what would be watched, without keeping anything. @throws ApiError 400 for a search that cannot be watched */
  preview(target: WatchTarget, signal: AbortSignal): Promise<PartReading[]> {
    return this.#read(target, signal);
  }

  /** Makes a watch, and its base line. @throws ApiError 400, EngineError */
  async add(made: NewWatch): Promise<Watch> {
    const { webhookUrl, ...rest } = made;
    if (webhookUrl !== '' && !this.#options.send)
      throw badInput('webhook', 'This service makes no outbound traffic (SIGHTLINE_OFFLINE), so it sends no webhooks.');
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    const watch: Watch = {
      id: randomUUID(),
      ...rest,
      madeAt: this.#options.now().toISOString(),
      ...(webhookUrl !== '' && { webhook: { url: webhookUrl, secret } }),
    };
    return this.#inTurn(async () => {
      if (this.#watches.length >= mostWatches)
        throw badInput('watches', `There are ${mostWatches} watches, which is the limit. Remove one first.`);
      const mark = await this.#mark();
      const readings = await this.#read(watch.target, this.#stop.signal);
      refuseUnreadable(readings);
      this.#watches = [...this.#watches, watch];
      await this.#keepRun(watch, mark, readings);
      await this.#write();
      return watch;
    });
  }

  /** @throws ApiError 404, EngineError */
  async remove(id: string): Promise<void> {
    await this.#inTurn(async () => {
      const { id: found } = this.#find(id);
      this.#watches = this.#watches.filter((watch) => watch.id !== found);
      const { [found]: _, ...runs } = this.#runs;
      this.#runs = runs;
      await this.#write();
      await this.#store.dropBase(found);
    });
  }

  /** @param until 'yyyy-mm-dd'; empty ends the mute @throws ApiError 404, EngineError */
  async mute(id: string, until: string): Promise<void> {
    await this.#inTurn(async () => {
      const { mutedUntil: _, ...watch } = this.#find(id);
      const changed: Watch = until === '' ? watch : { ...watch, mutedUntil: until };
      this.#watches = this.#watches.map((each) => (each.id === watch.id ? changed : each));
      await this.#write();
    });
  }

  /** Runs the watches that have not read the collection in its present state. @throws EngineError */
  async runDue(caller: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([caller, this.#stop.signal]);
    const startedAt = performance.now();
    if (this.#watches.length === 0 || startedAt < this.#notBefore) return;
    const mark = await this.#mark();
    const due = this.#watches.filter(({ id }) => this.#runs[id]?.mark !== mark);
    for (const { id } of due)
      await this.#inTurn(async () => {
        const watch = this.#watches.find((each) => each.id === id);
        if (!watch) return;
        const readings = await this.#read(watch.target, signal);
        signal.throwIfAborted();
        await this.#keepRun(watch, mark, readings);
      });
    if (due.length === 0) return;
    await this.#inTurn(() => this.#write());
    const now = performance.now();
    this.#notBefore = now + 9 * (now - startedAt);
  }

  /** The state of the collection and of the findings. */
  async #mark(): Promise<string> {
    const { engine } = this.#options;
    const [collection, runs] = await Promise.all([
      collectionMark(engine, this.#today()),
      engine.query(detectorRunsQuery()),
    ]);
    return `${collection} ${
      runs
        .map(({ at }) => at)
        .toSorted()
        .at(-1) ?? ''
    }`;
  }

  #quietSince(at: Date): string | undefined {
    const { quietHours } = this.#options;
    return quietHours && quietSince(quietHours, at);
  }

  #today(): string {
    return dateToIsoDate(this.#options.now());
  }

  #find(id: string): Watch {
    const found = this.#watches.find((watch) => watch.id === id);
    if (!found) throw new ApiError(404, 'no_such_watch', 'There is no such watch. It may have been removed.');
    return found;
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.#turns.add(work);
  }

  #write(): Promise<void> {
    return this.#store.writeWatches({ watches: this.#watches, runs: this.#runs });
  }

  async #read(target: WatchTarget, signal: AbortSignal): Promise<PartReading[]> {
    const { ask, readRequest } = this.#options;
    const parts = partsOf(target, target.what === 'search' ? readRequest(target.request) : undefined);
    const readings: PartReading[] = [];
    const answers = new Map<WatchQuestion, Promise<unknown>>();
    for (const part of parts) {
      try {
        const answer = answers.get(part.question) ?? ask(part.question, signal);
        answers.set(part.question, answer);
        const entries = part.read(await answer);
        readings.push({ part, entries: [...new Map(entries.map((entry) => [entry.key, entry])).values()], reason: '' });
      } catch (error) {
        const reason = error instanceof Unread ? error.message : toApiError(error).message;
        readings.push({ part, entries: undefined, reason, error });
      }
    }
    return readings;
  }

  /** Compares a run with the one before, tells the difference, and keeps what the next run is compared with. */
  async #keepRun(watch: Watch, mark: string, readings: readonly PartReading[]): Promise<void> {
    const { id } = watch;
    const at = this.#options.now().toISOString();
    if (this.#options.isIncomplete()) {
      const reason = 'A part of the collection was lost on disk, so records may be missing.';
      const skipped = readings.map(({ part }) => ({ part: part.name, reason }));
      this.#runs = {
        ...this.#runs,
        [id]: { at, mark, skipped, state: 'skipped', entries: 0, silenced: 0, isFirst: false },
      };
      return;
    }
    const before = await this.#store.readBase(id);
    const read = readings.flatMap(({ part, entries }) => (entries ? [{ part, entries }] : []));
    const skipped = readings.flatMap(({ part, entries, reason }) => (entries ? [] : [{ part: part.name, reason }]));
    const changes = read.flatMap(({ part, entries }) => compare(part, before?.parts.get(part.name), entries));
    const number = (before?.number ?? 0) + 1;
    const told = await this.#withoutNeverFlagged(watch, changes);
    const silenced = changes.length - told.length;
    if (told.length > 0)
      await this.#tell(watch, told, { number, at, silenced, since: this.#runs[id]?.at ?? watch.madeAt });
    if (changes.length > 0 || read.some(({ part }) => !before?.parts.has(part.name)))
      await this.#store.writeBase(id, {
        number,
        parts: new Map([
          ...(before?.parts ?? []),
          ...read.map(({ part, entries }) => {
            const kept = part.isOnlyNew ? (before?.parts.get(part.name) ?? []) : [];
            return [
              part.name,
              new Map<string, Kept>([...kept, ...entries.map((entry) => [entry.key, entry] as const)]),
            ] as const;
          }),
        ]),
      });
    const total = read.reduce((sum, { entries }) => sum + entries.length, 0);
    const run = { at, mark, skipped, entries: total, silenced, isFirst: before === undefined };
    this.#runs = { ...this.#runs, [id]: { ...run, state: stateOf(read.length, skipped.length, total) } };
  }

  async #withoutNeverFlagged({ target }: Watch, changes: readonly Change[]): Promise<readonly Change[]> {
    if (changes.length === 0) return changes;
    const neverFlagged = await this.#options.neverFlagged();
    const own = target.what === 'subject' ? target.subject : '';
    return changes.filter(({ subject }) => !neverFlagged(subject || own));
  }

  async #tell(
    { id, title, page, origin, target, mutedUntil, webhook }: Watch,
    changes: readonly Change[],
    { number, at, silenced, since }: Told,
  ): Promise<void> {
    const isMuted = mutedUntil !== undefined && this.#today() <= mutedUntil;
    const digest = this.#quietSince(new Date(at));
    const event: StoredEvent = {
      id: eventIdOf(id, number),
      watch: id,
      at,
      version: 1,
      number,
      title,
      page,
      origin,
      why: whyTold({ target, title }, { changes, since }, this.#options.detectors),
      changes: [...changes],
      isMuted,
      silenced,
      ...(webhook &&
        !isMuted && {
          delivery: { state: 'waiting', tries: 0, next: Date.parse(at), error: '', ...(digest && { digest }) },
        }),
    };
    await this.#store.writeEvents([event]);
    this.#deliveries.add(event);
  }
}

interface Told {
  readonly number: number;
  readonly at: string;
  readonly silenced: number;
  /** Time of the run before, ISO 8601. */
  readonly since: string;
}

function stateOf(read: number, skipped: number, entries: number): WatchRun['state'] {
  if (read === 0) return 'skipped';
  if (skipped > 0) return 'partly';
  return entries === 0 ? 'no_data' : 'done';
}

/** @throws ApiError of the first part, when none could be read */
function refuseUnreadable(readings: readonly PartReading[]): void {
  if (readings.some(({ entries }) => entries)) return;
  const [first] = readings;
  if (first?.error instanceof Unread) throw badInput('request', first.reason);
  throw toApiError(first?.error);
}
