import { type ObservationBlock, type ObservationRow, RowBytes } from './observation-rows.ts';

/** When a record was seen, and how often. */
export interface Sighting {
  /** Epoch seconds; may have a fraction. */
  readonly first: number;
  readonly last: number;
  readonly count: number;
  /** Seconds. */
  readonly ttl: number;
}

/** Of each record held, by its place. */
interface Held {
  /** Where its row begins, where the second part of the row begins (`addSighting`), and the hash of the bytes between them. */
  readonly start: Int32Array;
  readonly middle: Int32Array;
  readonly hash: Int32Array;
  readonly first: Float64Array;
  readonly last: Float64Array;
  readonly count: Float64Array;
  readonly ttl: Uint32Array;
  /** 1 if it was seen again after its row was encoded. */
  readonly again: Uint8Array;
}

function heldOf(most: number, before?: Held): Held {
  const held = {
    start: new Int32Array(most),
    middle: new Int32Array(most),
    hash: new Int32Array(most),
    first: new Float64Array(most),
    last: new Float64Array(most),
    count: new Float64Array(most),
    ttl: new Uint32Array(most),
    again: new Uint8Array(most),
  };
  if (before) for (const key of Object.keys(held) as (keyof Held)[]) held[key].set(before[key]);
  return held;
}

const slotsAtFirst = 1024;

/**
 * Keeps each record once, encoded: two records are the same if their bytes are. Millions of records pass through, and texts that live as
 * long as a batch would keep the garbage collector busy.
 */
export class ObservationFold {
  readonly #rows = new RowBytes();
  /** Random, so that nobody can write a log whose records all have the same hash. */
  readonly #seed = Math.floor(Math.random() * 2 ** 32);
  /** A hash table: the place of a record plus one, or 0. Half of it is used at most. */
  #slots = new Int32Array(slotsAtFirst);
  #held = heldOf(slotsAtFirst / 2);
  #size = 0;

  /** Records held. */
  get size(): number {
    return this.#size;
  }

  /** @param row its times, count and TTL are those of the sighting @returns its place, until `take` */
  add(row: ObservationRow, sighting: Sighting): number {
    if (2 * this.#size >= this.#slots.length) this.#grow();
    const rows = this.#rows;
    const start = rows.end;
    rows.addRecord(row);
    const middle = rows.end;
    const hash = hashOf(this.#seed, rows.bytes, start, middle);
    const slot = this.#slotOf(start, middle, hash);
    const known = this.#slots[slot] ?? 0;
    if (known > 0) {
      rows.cut(start);
      this.addAgain(known - 1, sighting);
      return known - 1;
    }
    rows.addSighting(row);
    const held = this.#held;
    const place = this.#size;
    held.start[place] = start;
    held.middle[place] = middle;
    held.hash[place] = hash;
    held.first[place] = sighting.first;
    held.last[place] = sighting.last;
    held.count[place] = sighting.count;
    held.ttl[place] = sighting.ttl;
    held.again[place] = 0;
    this.#size += 1;
    this.#slots[slot] = this.#size;
    return place;
  }

  /** The TTL of the last sighting counts. */
  addAgain(place: number, { first, last, count, ttl }: Sighting): void {
    const held = this.#held;
    held.again[place] = 1;
    held.count[place] = Math.min((held.count[place] ?? 0) + count, Number.MAX_SAFE_INTEGER);
    if (first < (held.first[place] ?? 0)) held.first[place] = first;
    if (last < (held.last[place] ?? 0)) return;
    held.last[place] = last;
    held.ttl[place] = ttl;
  }

  /** Removes and returns the records held, in the order in which they came. */
  take(): ObservationBlock {
    const { again, middle, first, last, count, ttl } = this.#held;
    for (let place = 0; place < this.#size; place += 1) {
      if (again[place] === 0) continue;
      const times = { first_seen: Math.floor(first[place] ?? 0), last_seen: Math.floor(last[place] ?? 0) };
      this.#rows.setSighting(middle[place] ?? 0, { count: count[place] ?? 0, ttl: ttl[place] ?? 0, ...times });
    }
    const block = { pieces: [this.#rows.take()], count: this.#size };
    this.#size = 0;
    this.#slots.fill(0);
    return block;
  }

  /** The slot of the record with these bytes, or the free one in which it belongs. */
  #slotOf(start: number, middle: number, hash: number): number {
    const slots = this.#slots;
    const last = slots.length - 1;
    let slot = hash & last;
    for (; ; slot = (slot + 1) & last) {
      const place = (slots[slot] ?? 0) - 1;
      if (place < 0 || (this.#held.hash[place] === hash && this.#isSame(place, start, middle))) return slot;
    }
  }

  #isSame(place: number, start: number, middle: number): boolean {
    let other = this.#held.start[place] ?? 0;
    if ((this.#held.middle[place] ?? 0) - other !== middle - start) return false;
    const { bytes } = this.#rows;
    for (let at = start; at < middle; at += 1, other += 1) if (bytes[at] !== bytes[other]) return false;
    return true;
  }

  #grow(): void {
    this.#held = heldOf(this.#slots.length, this.#held);
    const slots = new Int32Array(2 * this.#slots.length);
    const last = slots.length - 1;
    for (let place = 0; place < this.#size; place += 1) {
      let slot = (this.#held.hash[place] ?? 0) & last;
      while (slots[slot] !== 0) slot = (slot + 1) & last;
      slots[slot] = place + 1;
    }
    this.#slots = slots;
  }
}

/** FNV-1a. Its lower bits alone are weak, so the higher ones are mixed into them. */
function hashOf(seed: number, bytes: Uint8Array, start: number, end: number): number {
  let hash = seed | 0;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x0100_0193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b | 0);
  return hash ^ (hash >>> 13);
}
