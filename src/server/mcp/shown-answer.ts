import { formatNumber } from '#model/format.ts';
import { visibleText } from '#model/visible-text.ts';

/** An answer of the interface as an assistant gets it. */
export interface ShownAnswer {
  /** Which lists were shortened, and from what: 'records: 25 of 100'. */
  readonly shortened: readonly string[];
  readonly data: unknown;
}

/** About 4,000 tokens. */
const maxCharacters = 12_000;
const maxText = 500;
/** Items of each list, until the answer is short enough. */
const lengths = [100, 50, 25, 12, 6, 3, 1];

/**
 * Shortens lists and texts of an answer until it is short enough, and makes characters visible that hide or re-order text: titles, whois
 * records and names are written by attackers.
 */
export function shownAnswer(answer: unknown): ShownAnswer {
  for (const length of lengths) {
    const shortened = new Set<string>();
    const data = shorten(answer, { length, shortened }, '');
    if (JSON.stringify(data).length <= maxCharacters) return { shortened: [...shortened], data };
  }
  return { shortened: ['The answer is too long. Ask for one subject, or with a smaller limit.'], data: null };
}

interface Shortening {
  readonly length: number;
  readonly shortened: Set<string>;
}

function shorten(value: unknown, options: Shortening, place: string): unknown {
  if (typeof value === 'string') return shownText(value);
  if (typeof value !== 'object' || value === null) return value;
  const { length, shortened } = options;
  if (Array.isArray(value)) {
    if (value.length > length) shortened.add(`${place || 'rows'}: ${length} of ${formatNumber(value.length)}`);
    return value.slice(0, length).map((item) => shorten(item, options, place));
  }
  const entries = Object.entries(value);
  const most = Math.max(50, length);
  if (entries.length > most) shortened.add(`${place || 'fields'}: ${most} of ${formatNumber(entries.length)}`);
  return Object.fromEntries(
    entries.slice(0, most).map(([name, item]) => [shownText(name), shorten(item, options, placeIn(place, name))]),
  );
}

/** A field that an attacker named, such as an HTTP header, is not repeated outside of the data. */
function placeIn(place: string, name: string): string {
  const shown = /^[a-z][a-z0-9_]{0,60}$/.test(name) ? name : '…';
  return place === '' ? shown : `${place}.${shown}`;
}

function shownText(text: string): string {
  const cut = text.length > maxText ? `${text.slice(0, maxText)}… (${formatNumber(text.length)} characters)` : text;
  return visibleText(cut);
}
