// Every part of the sample draws from its own stream, named by a label: adding a story never changes the background.

const SEED = 'sightline-sample-1';

/** A seeded stream of pseudo-random choices (mulberry32); the same label gives the same stream everywhere. */
export interface Random {
  /** 0 <= x < 1 */
  next(): number;
  /** A whole number, both ends included. */
  int(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Lower-case letters and digits, or the characters of `alphabet`. */
  text(length: number, alphabet?: string): string;
}

/** 32-bit FNV-1a with a final mix, so that labels that differ in their last character differ in every bit. */
export function hash32(label: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < label.length; i++) h = Math.imul(h ^ label.charCodeAt(i), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** A stable number 0 <= x < 1 for a label. */
export function share(label: string): number {
  return hash32(SEED + label) / 0x1_0000_0000;
}

/** Lower-case hex of any length for a fingerprint, a favicon digest or a JARM: stable for its label. */
export function digest(label: string, length: number): string {
  return randomFor(`digest/${label}`).text(length, '0123456789abcdef');
}

export function randomFor(label: string): Random {
  let state = hash32(`${SEED}/${label}`);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(list: readonly T[]): T => {
    const item = list[int(0, list.length - 1)];
    if (item === undefined) throw new RangeError(`Nothing to pick from in stream ${label}`);
    return item;
  };
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick,
    text: (length, alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789') =>
      Array.from({ length }, () => alphabet.charAt(int(0, alphabet.length - 1))).join(''),
  };
}
