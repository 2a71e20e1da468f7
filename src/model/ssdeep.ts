// How alike two files are by their ssdeep hashes: "block size:hash:hash with blocks of twice the size". The score is that of the ssdeep program,
// which the packages on npm do not compute.

/** Two hashes say something about each other only if they have this many characters in a row in common. */
const window = 7;
const smallestBlock = 3;
/** The characters of a hash at most. */
const longest = 64;

interface Ssdeep {
  readonly blockSize: number;
  readonly single: string;
  readonly double: string;
}

/** Null for text that is not an ssdeep hash. */
function parseSsdeep(text: string): Ssdeep | null {
  const [, size = '', single = '', double = ''] =
    /^(\d{1,10}):([A-Za-z0-9+/]{0,64}):([A-Za-z0-9+/]{0,64})(?:,.*)?$/s.exec(text) ?? [];
  const blockSize = Number(size);
  return blockSize < smallestBlock ? null : { blockSize, single: shortened(single), double: shortened(double) };
}

/** Runs of a character say little: three of them are enough. */
function shortened(hash: string): string {
  return hash.replaceAll(/(.)\1{3,}/g, '$1$1$1');
}

/** Every run of seven characters in a hash: hashes that are alike have one of them in common. Empty for text that is not an ssdeep hash. */
export function ssdeepParts(text: string): string[] {
  const hash = parseSsdeep(text);
  return hash ? [...new Set([...partsOf(hash.single), ...partsOf(hash.double)])] : [];
}

function partsOf(hash: string): string[] {
  return Array.from({ length: Math.max(0, hash.length - window + 1) }, (_, at) => hash.slice(at, at + window));
}

/** From 0 to 100, which is for equal hashes; 0 for text that is not an ssdeep hash. */
export function ssdeepScore(one: string, other: string): number {
  const [a, b] = [parseSsdeep(one), parseSsdeep(other)];
  if (!a || !b) return 0;
  if (a.blockSize === b.blockSize) {
    if (a.single === b.single && a.double === b.double && a.single !== '') return 100;
    return Math.max(hashScore(a.single, b.single, a.blockSize), hashScore(a.double, b.double, 2 * a.blockSize));
  }
  if (a.blockSize === 2 * b.blockSize) return hashScore(a.single, b.double, a.blockSize);
  return b.blockSize === 2 * a.blockSize ? hashScore(a.double, b.single, b.blockSize) : 0;
}

function hashScore(one: string, other: string, blockSize: number): number {
  const parts = new Set(partsOf(one));
  if (!partsOf(other).some((part) => parts.has(part))) return 0;
  const distance = one.length + other.length - 2 * commonLength(one, other);
  const scaled = Math.floor((100 * Math.floor((distance * longest) / (one.length + other.length))) / longest);
  const score = scaled >= 100 ? 0 : 100 - scaled;
  // with small blocks, a short hash cannot say much
  if (blockSize >= Math.floor((99 + window) / window) * smallestBlock) return score;
  return Math.min(score, Math.floor(blockSize / smallestBlock) * Math.min(one.length, other.length));
}

/** The length of the longest common subsequence: the distance of ssdeep inserts and removes, and replaces by doing both. */
function commonLength(one: string, other: string): number {
  let above = new Array<number>(other.length + 1).fill(0);
  for (const character of one) {
    const row = [0];
    for (let at = 0; at < other.length; at += 1)
      row.push(character === other[at] ? (above[at] ?? 0) + 1 : Math.max(row[at] ?? 0, above[at + 1] ?? 0));
    above = row;
  }
  return above.at(-1) ?? 0;
}
