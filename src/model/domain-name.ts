import punycode from 'punycode/punycode.js';
import { SIGN, SIGNS_IN_NAMES } from './text-rules.ts';

// by its file: the bare name is a deprecated module of Node

/** A name in its two forms. `ascii` (A-labels, lower case, no trailing dot) is stored, sent and compared; `unicode` is only shown. */
export interface DomainName {
  readonly ascii: string;
  readonly unicode: string;
}

/** A name, or the problem with the text in words for the screen. */
type DomainNameResult = { ok: true; name: DomainName } | { ok: false; problem: string };

const MAX_NAME_LENGTH = 253;
const MAX_LABEL_LENGTH = 63;

function refuse(problem: string): DomainNameResult {
  return { ok: false, problem };
}

/**
 * Unicode name to A-labels, or null. The URL parser is the one ToASCII (UTS 46) that browsers and Node share; a library
 * would bring its own 30 kB of tables. Characters that end or escape a URL's host are refused before they reach it.
 */
function toAscii(name: string): string | null {
  // No name shrinks below one character per code point, and encoding a long label takes quadratic time.
  if (name.length > 2 * MAX_NAME_LENGTH || /[\s%/?#@:\\[\]<>^|]/.test(name)) return null;
  try {
    return new URL(`http://${name}`).hostname;
  } catch {
    return null;
  }
}

function labelToUnicode(label: string): string {
  if (!label.startsWith('xn--') || label.length > MAX_LABEL_LENGTH) return label;
  try {
    const decoded = punycode.decode(label.slice(4));
    // only a label that leads back to itself may be shown decoded: anything else would show a name that is not this one
    return toAscii(decoded) === label ? decoded : label;
  } catch {
    return label;
  }
}

/** The Unicode form of a name in A-labels; labels that do not decode cleanly stay as they are. */
export function toUnicodeName(ascii: string): string {
  return ascii.includes('xn--') ? ascii.split('.').map(labelToUnicode).join('.') : ascii;
}

function labelProblem(label: string): string | null {
  if (label === '') return 'a label is empty (two dots in a row, or a dot at the start)';
  if (label.length > MAX_LABEL_LENGTH)
    return `a label has ${label.length} characters; at most ${MAX_LABEL_LENGTH} are allowed`;
  const foreign = /[^a-z0-9_-]/.exec(label);
  return foreign ? `a name cannot contain '${foreign[0]}'` : null;
}

function nameProblem(ascii: string): string | null {
  if (ascii === '') return 'the name is empty';
  if (ascii.length > MAX_NAME_LENGTH)
    return `the name has ${ascii.length} characters; at most ${MAX_NAME_LENGTH} are allowed`;
  const labels = ascii.split('.');
  // No top-level domain is a number (RFC 3696, 2): such text is a mistyped address or version.
  if (/^\d+$/.test(labels.at(-1) ?? '')) return 'the last label is a number';
  return labels.map(labelProblem).find((problem) => problem !== null) ?? null;
}

/**
 * A sign that IDNA 2008 allows in no label and the URL parser lets through: quotes, dashes, arrows. Pictographs stay, because
 * registries of some countries accept them; so do the signs of {@link SIGNS_IN_NAMES} and other forms of the dot.
 */
function signInName(name: string): string | null {
  for (const { 0: sign, index } of name.matchAll(SIGN)) {
    const neighbours = name.charAt(index - 1) + name.charAt(index + 1);
    const isAllowed = /[\p{Emoji}。．｡]/u.test(sign) || SIGNS_IN_NAMES[sign]?.test(neighbours);
    if (!isAllowed && sign.normalize('NFKC') === sign) return sign;
  }
  return null;
}

/** Fast path for most names of a long list, which are canonical already. */
const plainName = /^(?:[a-z0-9_-]{1,63}\.)+[a-z][a-z0-9-]{0,62}$/;

/**
 * Text to a domain or host name: lower case, trailing dot removed, internationalised labels as A-labels. Underscores and
 * hyphens at the ends of labels are allowed, because names seen in the DNS have them. One label alone (a zone) is a name.
 */
export function parseDomainName(text: string): DomainNameResult {
  if (text.length <= MAX_NAME_LENGTH && plainName.test(text))
    return { ok: true, name: { ascii: text, unicode: toUnicodeName(text) } };
  const name = text
    .trim()
    .replace(/[.。]$/, '')
    .toLowerCase();
  const isAscii = !/[\u0080-\uffff]/.test(name);
  const sign = isAscii ? null : signInName(name);
  if (sign !== null) return refuse(`a name cannot contain '${sign}'`);
  const ascii = isAscii ? name : toAscii(name);
  if (ascii === null) return refuse('it is too long or has characters that no internationalised name may have');
  const problem = nameProblem(ascii);
  return problem === null ? { ok: true, name: { ascii, unicode: toUnicodeName(ascii) } } : refuse(problem);
}

/** The A-label form of a name, or null when the text is not a name. */
export function canonicalDomain(text: string): string | null {
  const result = parseDomainName(text);
  return result.ok ? result.name.ascii : null;
}

/** The name read backwards, character by character: the store's key, under which `*.example.test` is one range. */
export function reverseName(name: string): string {
  let reversed = '';
  for (let index = name.length - 1; index >= 0; index -= 1) reversed += name[index];
  return reversed;
}

/** 'a.b.example.test' -> ['b.example.test', 'example.test', 'test']: the names above it, nearest first. */
export function parentDomains(name: string): string[] {
  const labels = name.split('.');
  return labels.slice(1).map((_, index) => labels.slice(index + 1).join('.'));
}

/** True when `name` is `ancestor` itself or lies below it. */
export function isSameOrBelow(name: string, ancestor: string): boolean {
  return name === ancestor || name.endsWith(`.${ancestor}`);
}

/** The subject of a query about a domain. All names in A-labels. */
export interface DomainSubject {
  /** The queried name. */
  readonly query: string;
  /** Its registrable domain. */
  readonly domain: string;
  /** Its top-level zone. */
  readonly zone: string;
}
