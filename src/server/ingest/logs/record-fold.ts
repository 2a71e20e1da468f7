import { sourceBit } from '#model/record-source.ts';
import { ObservationFold } from '#server/ingest/journal/observation-fold.ts';
import type { ObservationBlock } from '#server/ingest/journal/observation-rows.ts';
import { normaliseObservation, type Observation, pointerOwner } from '#server/ingest/journal/observations.ts';
import type { SeenAgain, SeenRecord, RejectedEntry } from './log-reader.ts';
import { detached } from './readers/values.ts';

/** Keeps each record once, in the form of the collection. */
export class RecordFold {
  readonly #kept = new ObservationFold();
  /** The places of records in it by `same`. */
  #known = new Map<object, number>();
  /** By their texts and the reason. */
  #rejects = new Map<string, RejectedEntry>();
  #size = 0;
  readonly #seenByType: Record<string, number> = {};
  #seen = 0;
  #from = Infinity;
  #to = -Infinity;

  /** Records held. Those with long texts count more than once, because this number bounds the memory. */
  get size(): number {
    return this.#size;
  }

  add(record: SeenRecord, line: number): void {
    const { type, first, last, count, same } = record;
    this.saw(first, last);
    this.#count(type, count);
    const known = same && this.#known.get(same);
    if (known !== undefined) {
      this.#kept.addAgain(known, record);
      return;
    }
    const place = this.#keep(record, line);
    if (same && place !== undefined) this.#known.set(same, place);
  }

  /** Adds one of several records that an earlier line held. */
  addAgain({ records, time, ttls }: SeenAgain, index: number, line: number): void {
    const record = records[index];
    if (!record) return;
    const sighting = { first: time, last: time, count: 1, ttl: ttls[index] ?? 0 };
    const known = record.same && this.#known.get(record.same);
    if (known === undefined) {
      this.add({ ...record, ...sighting }, line);
      return;
    }
    this.saw(time, time);
    this.#count(record.type, 1);
    this.#kept.addAgain(known, sighting);
  }

  /** Extends the period of the log. */
  saw(first: number, last: number): void {
    if (first < this.#from) this.#from = first;
    if (last > this.#to) this.#to = last;
  }

  /** Removes the records held. */
  take(): { readonly observations: ObservationBlock; readonly rejects: Iterable<RejectedEntry> } {
    const rejects = this.#rejects.values();
    this.#rejects = new Map();
    this.#known = new Map();
    this.#size = 0;
    return { observations: this.#kept.take(), rejects };
  }

  /** Of all records so far. */
  totals() {
    const [from, to] = [Math.floor(this.#from), Math.floor(this.#to)];
    return { seen: this.#seen, seenByType: this.#seenByType, ...(this.#from <= this.#to && { from, to }) };
  }

  /** @returns its place among the records that are kept; undefined for one that cannot be */
  #keep(record: SeenRecord, line: number): number | undefined {
    const observation = observationOf(record);
    const row = typeof observation === 'string' ? observation : normaliseObservation(observation);
    if (typeof row !== 'string') {
      // a new record gets the next place
      const next = this.#kept.size;
      const place = this.#kept.add(row, record);
      if (place === next) this.#size += weightOf(record);
      return place;
    }
    const text = detached(`${record.name} ${record.type} ${record.answer}`);
    const key = `${folded(text)} ${row}`;
    if (this.#rejects.has(key)) return undefined;
    this.#rejects.set(key, { line, text, reason: row });
    this.#size += weightOf(record);
    return undefined;
  }

  #count(type: string, count: number): void {
    this.#seen += count;
    this.#seenByType[type] = (this.#seenByType[type] ?? 0) + count;
  }
}

/** A record counts once more for every this many characters. */
const recordLength = 250;

function weightOf({ name, answer }: SeenRecord): number {
  return 1 + Math.floor((name.length + answer.length) / recordLength);
}

function folded(name: string): string {
  return (name.endsWith('.') ? name.slice(0, -1) : name).toLowerCase();
}

/** As a source of the collection gives it, or why it cannot be kept. */
function observationOf({ type, name, answer, set, first, last, count, ttl }: SeenRecord): Observation | string {
  const times = { first_seen: first, last_seen: last, count, ttl, sources: sourceBit('logs') };
  const rdata = type === 'SOA' ? folded(answer) : answer;
  if (type !== 'PTR') return { rrtype: type, rrname: name, rdata, ...(set && { rrset: set }), ...times };
  const owner = pointerOwner(name);
  return owner ? { rdata, ...owner, ...times } : 'a PTR record of a name that is not a reverse name';
}
