// RFC 3492, decoding only. Encoding is the platform's (see domain-name.ts); no browser offers the way back.
const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;

function adaptBias(delta: number, points: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / DAMP) : Math.floor(delta / 2);
  rest += Math.floor(rest / points);
  let steps = 0;
  while (rest > ((BASE - T_MIN) * T_MAX) / 2) {
    rest = Math.floor(rest / (BASE - T_MIN));
    steps += BASE;
  }
  return steps + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}

function digitOf(code: number): number {
  if (code >= 48 && code <= 57) return code - 22;
  if (code >= 97 && code <= 122) return code - 97;
  return BASE;
}

/** Reads one variable-length integer at `at`; null when the text ends early or holds a foreign character. */
function readDelta(text: string, at: number, bias: number): { delta: number; next: number } | null {
  let delta = 0;
  let weight = 1;
  let next = at;
  for (let step = BASE; next < text.length; step += BASE) {
    const digit = digitOf(text.charCodeAt(next));
    if (digit >= BASE) return null;
    next += 1;
    delta += digit * weight;
    if (delta > Number.MAX_SAFE_INTEGER) return null;
    const threshold = Math.min(Math.max(step - bias, T_MIN), T_MAX);
    if (digit < threshold) return { delta, next };
    weight *= BASE - threshold;
  }
  return null;
}

/** The Unicode text of a lower-case Punycode label without its `xn--`; null when it encodes nothing. */
export function decodePunycode(encoded: string): string | null {
  const basicEnd = Math.max(encoded.lastIndexOf('-'), 0);
  const points = Array.from(encoded.slice(0, basicEnd), (character) => character.codePointAt(0) ?? 0);
  let codePoint = 128;
  let bias = 72;
  let index = 0;
  const start = basicEnd > 0 ? basicEnd + 1 : 0;
  let at = start;
  while (at < encoded.length) {
    const read = readDelta(encoded, at, bias);
    if (!read) return null;
    const count = points.length + 1;
    bias = adaptBias(read.delta, count, at === start);
    index += read.delta;
    codePoint += Math.floor(index / count);
    index %= count;
    if (codePoint > 0x10ffff) return null;
    points.splice(index, 0, codePoint);
    index += 1;
    at = read.next;
  }
  return String.fromCodePoint(...points);
}
