import { sourceBit } from '#model/record-source.ts';
import { addressOfReverseZone } from '#model/ip-address.ts';
import type { Observation } from '#server/ingest/journal/observations.ts';
import { isPresented } from '#server/ingest/journal/record-data.ts';
import type { SeenAgain, SeenRecord } from './log-reader.ts';
import { detached } from './readers/values.ts';

type Sighting = { -readonly [Key in 'first' | 'last' | 'count' | 'ttl']: SeenRecord[Key] };

interface Texts extends Pick<SeenRecord, 'name' | 'type' | 'answer'> {
  readonly set?: readonly string[] | undefined;
}

interface Folded extends Sighting {
  readonly record: Texts;
  /** Where it was first seen in this batch. */
  readonly line: number;
}

/** Keeps each record once, whatever the case and the final dot of its names. */
export class RecordFold {
  #held = new Map<string, Folded>();
  /** The same records by `same`. */
  #known = new Map<object, Folded>();
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
    const { type, first, last, count, ttl, same } = record;
    this.saw(first, last);
    this.#count(type, count);
    const known = same && this.#known.get(same);
    const key = known ? '' : keyOf(record);
    const before = known ?? this.#held.get(key);
    if (before) {
      if (same && !known) this.#known.set(same, before);
      merge(before, record);
      return;
    }
    const added = { record: same ? record : ownTexts(record, key), line, first, last, count, ttl };
    this.#held.set(key, added);
    this.#size += 1 + Math.floor((record.name.length + record.answer.length) / recordLength);
    if (same) this.#known.set(same, added);
  }

  /** Adds one of several records that an earlier line held. */
  addAgain({ records, time, ttls }: SeenAgain, index: number, line: number): void {
    const record = records[index];
    if (!record) return;
    const sighting = { first: time, last: time, count: 1, ttl: ttls[index] ?? 0 };
    const before = record.same && this.#known.get(record.same);
    if (!before) {
      this.add({ ...record, ...sighting }, line);
      return;
    }
    this.saw(time, time);
    this.#count(record.type, 1);
    merge(before, sighting);
  }

  /** Extends the period of the log. */
  saw(first: number, last: number): void {
    if (first < this.#from) this.#from = first;
    if (last > this.#to) this.#to = last;
  }

  /** Removes the records held. @returns each as the collection keeps it, or why it cannot be kept */
  *take(): Generator<{
    readonly record: Texts;
    readonly line: number;
    readonly observation: Observation | string;
  }> {
    const taken = this.#held;
    this.#held = new Map();
    this.#known = new Map();
    this.#size = 0;
    for (const folded of taken.values()) {
      const { record, line } = folded;
      yield { record, line, observation: observationOf(record, folded) };
    }
  }

  /** Of all records so far. */
  totals() {
    const [from, to] = [Math.floor(this.#from), Math.floor(this.#to)];
    return { seen: this.#seen, seenByType: this.#seenByType, ...(this.#from <= this.#to && { from, to }) };
  }

  #count(type: string, count: number): void {
    this.#seen += count;
    this.#seenByType[type] = (this.#seenByType[type] ?? 0) + count;
  }
}

/** The TTL of the last sighting counts. */
function merge(into: Folded, { first, last, count, ttl }: Sighting): void {
  into.count += count;
  if (first < into.first) into.first = first;
  if (last < into.last) return;
  into.last = last;
  into.ttl = ttl;
}

/** A record counts once more for every this many characters. */
const recordLength = 250;

/**
 * Records with different sets are different: when one set replaces another, the name servers have changed. Names may contain anything,
 * blanks too: the length says where the first one ends.
 */
function keyOf({ type, name, answer, set }: Texts): string {
  const owner = folded(name);
  const sorted = set ? [...new Set(set.map(folded))].sort().join(' ') : '';
  return `${owner.length} ${owner}${type} ${isText(type) ? answer : folded(answer)} ${sorted}`;
}

/**
 * Texts that outlive the line of the record. Most are parts of its key, which is held anyway: the search in it makes V8 copy its pieces
 * into one text, so that it does not keep the line in memory.
 */
function ownTexts({ type, name, answer, set }: SeenRecord, key: string): Texts {
  const owner = key.indexOf(' ') + 1;
  const data = owner + folded(name).length + type.length + 1;
  return {
    type,
    name: key.startsWith(name, owner) ? key.slice(owner, owner + name.length) : detached(name),
    answer: key.startsWith(answer, data) ? key.slice(data, data + answer.length) : detached(answer),
    set: set?.map(detached),
  };
}

function isText(type: string): boolean {
  return type === 'TXT' || isPresented(type);
}

function folded(name: string): string {
  return (name.endsWith('.') ? name.slice(0, -1) : name).toLowerCase();
}

/** As the collection keeps it, or why it cannot. */
function observationOf({ type, name, answer, set }: Texts, sighting: Sighting): Observation | string {
  const { first, last, count, ttl } = sighting;
  const times = { first_seen: first, last_seen: last, count, ttl, sources: sourceBit('logs') };
  const rdata = type === 'SOA' ? folded(answer) : answer;
  if (type !== 'PTR') return { rrtype: type, rrname: name, rdata, ...(set && { rrset: set }), ...times };
  const address = addressOfReverseZone(name);
  if (address === null) return 'a PTR record of a name that is not a reverse name';
  return { rrtype: address.includes(':') ? 'PTR6' : 'PTR4', rrname: address, rdata: answer, ...times };
}
