import { sqlInstant } from '#server/queries/instants.ts';
import { hash } from 'node:crypto';
import { parsedJson } from '#model/json-value.ts';
import type { Engine } from '#server/engine/engine.ts';
import { documentNamed } from '#server/queries/service-records.ts';
import { eventsAfterQuery, waitingEventsQuery, type WatchEventRow } from '#server/queries/watches.ts';
import { applyChanges, type Base, type Kept } from './compare.ts';
import { storedBase, storedEvent, storedWatches, type Watch, type WatchEvent, type WatchRun } from './watch.ts';

/** What the next run of a watch is compared with. */
export interface NumberedBase {
  readonly number: number;
  readonly parts: Base;
}

/** An event with the version of its row. */
export interface StoredEvent extends WatchEvent {
  readonly version: number;
}

interface Stored {
  readonly watches: readonly Watch[];
  readonly runs: Readonly<Record<string, WatchRun>>;
}

const documentName = 'watches';
const baseName = (watch: string) => `watch ${watch}`;
const seenName = (owner: string) => `watch-seen ${owner}`;

/** The same id for the same step of a watch: a run that a kill repeats writes the same event. */
export function eventIdOf(watch: string, number: number): string {
  return idOf(`${watch} ${number}`);
}

/** The same id for the same events. */
export function digestIdOf(events: readonly WatchEvent[]): string {
  return idOf(events.map(({ id }) => id).join(' '));
}

function idOf(text: string): string {
  const digits = hash('sha256', text);
  const [a, b, c, d, e] = [
    [0, 8],
    [8, 12],
    [13, 16],
    [17, 20],
    [20, 32],
  ].map(([from, to]) => digits.slice(from, to));
  return `${a}-${b}-8${c}-8${d}-${e}`;
}

/** Watches, bases and events in the collection's store. Only the writer changes them, except what a key has seen. */
export class WatchStore {
  readonly #engine: Engine;
  #version = 0;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** @throws EngineError */
  async readWatches(): Promise<Stored> {
    const [kept] = await this.#engine.query(documentNamed(documentName));
    if (!kept) return { watches: [], runs: {} };
    this.#version = kept.version;
    return storedWatches.parse(parsedJson(kept.body));
  }

  /** @throws EngineError */
  async writeWatches(stored: Stored): Promise<void> {
    this.#version += 1;
    await this.#write(documentName, this.#version, JSON.stringify(stored));
  }

  /** The base with the changes of events that a kill kept from it; undefined before the first run. @throws EngineError */
  async readBase(watch: string): Promise<NumberedBase | undefined> {
    const [kept] = await this.#engine.query(documentNamed(baseName(watch)));
    if (!kept || kept.body === '') return undefined;
    const { number, parts, entries } = storedBase.parse(parsedJson(kept.body));
    const values = new Map(parts.map((part) => [part, new Map<string, Kept>()]));
    for (const [part, key, value, subject] of entries) values.get(part)?.set(key, { value, subject });
    const later = (await this.#engine.query(eventsAfterQuery(watch, number))).map(eventOf);
    return {
      number: later.at(-1)?.number ?? number,
      parts: later.reduce<Base>((base, { changes }) => applyChanges(base, changes), values),
    };
  }

  /** @throws EngineError */
  async writeBase(watch: string, { number, parts }: NumberedBase): Promise<void> {
    const entries = [...parts].flatMap(([part, values]) =>
      [...values].map(([key, { value, subject }]) => [part, key, value, subject]),
    );
    await this.#write(baseName(watch), number, JSON.stringify({ number, parts: [...parts.keys()], entries }));
  }

  /** An empty base takes the place of the last one. @throws EngineError */
  async dropBase(watch: string): Promise<void> {
    const [kept] = await this.#engine.query(documentNamed(baseName(watch)));
    if (kept) await this.#write(baseName(watch), kept.version + 1, '');
  }

  /** @throws EngineError */
  async writeEvents(events: readonly StoredEvent[]): Promise<void> {
    const rows = events.map(({ id, watch, at, version, ...event }) => ({
      id,
      watch,
      at: sqlInstant(at),
      number: event.number,
      version,
      is_muted: Number(event.isMuted),
      is_waiting: Number(event.delivery?.state === 'waiting'),
      body: JSON.stringify(event),
    }));
    await this.#engine.insert('watch_events', rows);
  }

  /** Events whose webhook has not arrived yet. @throws EngineError */
  async waitingEvents(): Promise<StoredEvent[]> {
    return (await this.#engine.query(waitingEventsQuery())).map(eventOf);
  }

  #write(name: string, version: number, body: string): Promise<void> {
    return this.#engine.insert('service_documents', [{ name, version, body }]);
  }
}

/** An event as it is stored. */
export function eventOf({ id, watch, at, version, body }: WatchEventRow): StoredEvent {
  return { id, watch, at, version, ...storedEvent.parse(parsedJson(body)) };
}

/** Until when a key has seen the events, in epoch milliseconds; 0 for never. @throws EngineError */
export async function seenUntil(engine: Engine, owner: string): Promise<number> {
  const [kept] = await engine.query(documentNamed(seenName(owner)));
  return Number(kept?.body ?? 0);
}

/** @throws EngineError */
export async function markSeen(engine: Engine, owner: string, until: number): Promise<void> {
  await engine.insert('service_documents', [{ name: seenName(owner), version: until, body: String(until) }]);
}
