import { unwrapLinks } from './link-wrappers.ts';
import { refang } from './refang.ts';
import {
  ASCII_OF_SIGN,
  BRACKETED_LITERAL,
  CISCO_PORTS,
  CONTEXT_LENGTH,
  EMPHASIS,
  GLUED_FORMS,
  INVISIBLE,
  JSON_ESCAPES,
  NUMBER_CONTEXTS,
  type NumberMeaning,
  SEPARATOR_RUNS,
  SIGN,
  SIGNS_IN_NAMES,
  TOKEN,
  TRAILING,
  UNSPACED_WORDS,
  WRAPPERS,
} from './text-rules.ts';

/** A run of free text between separators. */
export interface Token {
  /** Without the punctuation around it. */
  readonly text: string;
  /** Where `text` begins in the line that was split. */
  readonly start: number;
}

const NON_ASCII = /[\u0080-\uffff]/;
const NAME_CHARACTER = /[\p{L}\p{N}]/u;
const ASCII_NAME_CHARACTER = /[a-z0-9]/i;
/** Letters and digits in their compatibility forms, without the signs: `¹` must not become another digit of an address. */
const BETWEEN_SIGNS = new RegExp(`(?:(?!${SIGN.source})[^])+`, 'gu');

/** The ASCII character that a sign is another form of; null for other signs. */
const asciiOfSigns = new Map<string, string | null>();

function asciiOfSign(sign: string): string | null {
  const known = asciiOfSigns.get(sign);
  if (known !== undefined) return known;
  const folded = ASCII_OF_SIGN[sign] ?? sign.normalize('NFKC');
  const ascii = folded.length === 1 && !NON_ASCII.test(folded) && !/\p{No}/u.test(sign) ? folded : null;
  asciiOfSigns.set(sign, ascii);
  return ascii;
}

/** Replaces the signs of a text; `keep` decides about those that are neither a form of an ASCII character nor part of a name. */
function foldSigns(text: string, keep: (sign: string) => string, dotBetween: RegExp): string {
  if (!NON_ASCII.test(text)) return text;
  const letters = text.replace(INVISIBLE, '').replace(BETWEEN_SIGNS, (run) => run.normalize('NFKC'));
  return letters.replace(SIGN, (sign, at: number) => {
    const [before, after] = [letters.charAt(at - 1), letters.charAt(at + sign.length)];
    if (sign === '。' || sign === '｡') return dotBetween.test(before) && dotBetween.test(after) ? '.' : keep('。');
    if (SIGNS_IN_NAMES[sign]?.test(before + after)) return sign;
    return asciiOfSign(sign) ?? keep(sign);
  });
}

/** A single value: compatibility forms folded (full-width letters and dots), invisible characters dropped, white space trimmed. */
export function foldText(text: string): string {
  return foldSigns(text, (sign) => sign, NAME_CHARACTER).trim();
}

/** The last character of a text, if typography puts it after a value. */
const LAST_SIGN = /(?:[.,;:!?]|(?![\0-\x7f])[\p{P}\p{S}\p{No}])$/u;
/** The first character of a text, if typography puts it before a value. A name may begin with a pictograph. */
const FIRST_SIGN = /^(?![\0-\x7f]|\p{Emoji})[\p{P}\p{S}\p{No}]/u;

function unwrapOnce(text: string): string {
  const opening = text.charAt(0);
  const closing = WRAPPERS[opening];
  if (closing === undefined || text.length <= 2 || !text.endsWith(closing)) return text;
  const inner = text.slice(1, -1);
  if (opening === '[' && (BRACKETED_LITERAL.test(inner) || inner.indexOf(']') < inner.indexOf('['))) return text;
  return inner.trim();
}

function trimPunctuation(text: string): string {
  let end = text.length;
  for (;;) {
    // two characters, because a pictograph is a pair
    const sign = LAST_SIGN.exec(text.slice(Math.max(0, end - 2), end));
    if (!sign) break;
    end -= sign[0].length;
  }
  // `2001:db8::` ends in its own colons.
  return text.slice(end, end + 2) === '::' ? text.slice(0, end + 2) : text.slice(0, end).trimEnd();
}

/** Sentence punctuation at the end, and closing brackets and quotes that nothing in the text opened. */
function trimEnd(text: string): string {
  const trimmed = trimPunctuation(text);
  const last = trimmed.charAt(trimmed.length - 1);
  const opening = { ')': '(', '}': '{', ']': '[', '>': '<' }[last];
  const isStray = opening === undefined ? /["'`]/.test(last) : !trimmed.includes(opening);
  return isStray ? trimmed.slice(0, -1) : trimmed;
}

function trimStart(text: string): string {
  const closing = WRAPPERS[text.charAt(0)];
  const isStray = closing === undefined ? FIRST_SIGN.test(text) : !text.includes(closing, 1);
  return isStray ? text.slice(1).trimStart() : text;
}

// Real text does not nest deeper, and a text of brackets must not take quadratic time.
const MAX_LAYERS = 8;

/** One indicator without what copying left around it: quotes, brackets, the full stop or comma of its sentence. */
export function unwrap(text: string): string {
  if (/^[a-z0-9].*[a-z0-9]$/i.test(text)) return text;
  let current = text;
  for (let layer = 0; layer < MAX_LAYERS; layer += 1) {
    const next = trimStart(trimEnd(unwrapOnce(current)));
    if (next === current) break;
    current = next;
  }
  return current;
}

/** Separates a host from what programs and scripts without spaces glue to it. */
function separateHosts(text: string): string {
  const ports = CISCO_PORTS.of.test(text) ? text.replace(CISCO_PORTS.port, '$1 ') : text;
  const line = /[>\-/\\@%]/.test(ports)
    ? GLUED_FORMS.reduce((all, [form, apart]) => all.replace(form, apart), ports)
    : ports;
  if (!UNSPACED_WORDS.any.test(line) || UNSPACED_WORDS.name.test(line)) return line;
  return line.replace(UNSPACED_WORDS.before, ' ').replace(UNSPACED_WORDS.behind, ' ');
}

/** A line of free text, folded and refanged, with spaces in place of signs, arrows, emphasis and escaped line ends. */
export function prepareLine(line: string): string {
  const plain = separateHosts(unwrapLinks(refang(foldSigns(line, () => ' ', ASCII_NAME_CHARACTER))));
  const split = JSON_ESCAPES.of.test(plain) ? plain.replace(JSON_ESCAPES.separators, ' ') : plain;
  return /[*~>&_]|<-|<=/.test(split) ? split.replace(SEPARATOR_RUNS, ' ').replace(EMPHASIS, ' $1$2 ') : split;
}

/** A token without what emphasis and arrows left, and without the sign between a field's name and its value. */
function trimToken(run: string): string {
  const text = unwrap(run).replace(/^(?:[=:](?!:)|~)/, '');
  let end = text.length;
  while (end > 0 && TRAILING.includes(text.charAt(end - 1))) end -= 1;
  return end === text.length ? text : unwrap(text.slice(0, end));
}

/** The tokens of a line that {@link prepareLine} has prepared. */
export function* tokensOf(line: string): Generator<Token, void> {
  for (const { 0: run, index } of line.matchAll(TOKEN)) {
    const text = trimToken(run);
    if (text !== '') yield { text, start: index + run.indexOf(text) };
  }
}

/** The meaning of a number by the text before it; null when that text gives it none. @param start of the number in the text */
export function numberMeaning(number: string, text: string, start: number): NumberMeaning | null {
  const before = text.slice(Math.max(0, start - CONTEXT_LENGTH), start);
  return NUMBER_CONTEXTS.find((each) => each.number.test(number) && each.before.test(before))?.meaning ?? null;
}
