import { isoDateToDate } from '#model/dates.ts';
import { factKinds, type FactSubjectType } from '#model/fact-kind.ts';
import { registryTime } from '#model/registry-time.ts';
import type { FeedEntry, FeedSubject, ListingEntry, RejectEntry } from './entry.ts';
import type { ListingCategory, ReaderOptions } from '#server/ingest/feeds/catalogue/feed.ts';

const maxShown = 200;

/** A reject with the beginning of the line, without control characters. */
export function reject(line: string, reason: string): RejectEntry {
  return { what: 'reject', line: line.slice(0, maxShown).replace(/[\0-\x08\x0a-\x1f\x7f]/g, '\ufffd'), reason };
}

/** The fields of a listing apart from its subject. */
export type ListingDetails = Partial<Omit<ListingEntry, 'what' | 'subject'>>;

const noTags: readonly string[] = [];

/** A listing of the subject, or the fact that the feed states; a reject when the subject could not be read. */
export function entryOf(
  line: string,
  subject: FeedSubject | string,
  { fact }: ReaderOptions,
  details?: ListingDetails,
): FeedEntry {
  if (typeof subject === 'string') return reject(line, subject);
  if (!fact) return { what: 'listing', subject, tags: noTags, reference: '', ...details };
  const { label, subjects } = factKinds[fact.kind];
  const isPossible = (subjects as readonly FactSubjectType[]).some((type) => type === subject.type);
  if (!isPossible) return reject(line, `“${label}” does not apply to a subject of this type (${subject.type}).`);
  const { tags = noTags, first, last } = details ?? {};
  const span = { ...optional('from', first), ...optional('until', last) };
  return { what: 'fact', kind: fact.kind, subject, value: fact.value, tags, ...span };
}

/** `{ [name]: value }`, or `{}` without a value: optional fields of an entry are absent, never undefined. */
export function optional<const N extends string, V>(name: N, value: V | undefined): { readonly [K in N]?: V } {
  return (value === undefined ? {} : { [name]: value }) as { readonly [K in N]?: V };
}

/** The day in a comment such as `# Last updated: 2026-11-22 03:00:00 UTC`. */
export function updateDay(comment: string): string | undefined {
  const [, time] = /(?:updated|generated|modified|date)[ \w]*[:=]\s*(\S.*)/i.exec(comment.slice(0, 300)) ?? [];
  return time === undefined ? undefined : dayOf(time.replace(/\s*#*\s*$/, ''));
}

/** The day of `20261122`; undefined for anything else, such as 00000000. */
export function calendarDay(text: string | undefined): string | undefined {
  if (text?.length !== 8) return undefined;
  return dayOf(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`);
}

const firstDay = '1970-01-01';
const lastDay = '2149-06-06';

/**
 * The UTC day of a time in publishers' formats: ISO 8601, `2026-11-22 03:00:00`, epoch seconds or milliseconds, and those of whois
 * servers but 02/01/2026. Undefined for anything else, and for days that the store cannot hold.
 */
export function dayOf(time: unknown): string | undefined {
  if (typeof time === 'number') return epochDay(time);
  if (typeof time !== 'string') return undefined;
  const text = time.trim().slice(0, 100);
  const day = text.slice(0, 10);
  if (/^\d{4}-\d{2}-\d{2}(?:$|[T ])/.test(text.slice(0, 11))) return hasOffset(text) ? offsetDay(text) : heldDay(day);
  if (/^\d{9,13}(?:\.\d+)?$/.test(text)) return epochDay(Number(text));
  // in lists, the month of 02/01/2026 may come first
  if (/^\d{1,2}\/\d{1,2}\//.test(text)) return undefined;
  return heldDay(registryTime(text.replace(/ (?:UTC|GMT)$/, ''))?.slice(0, 10));
}

/** The days of an entry; for a date that cannot be read the reason, for a person: it must not become the day of the feed. */
export function daysOf(first: unknown, last: unknown): Pick<ListingDetails, 'first' | 'last'> | string {
  const [from, to] = [first, last].map(dayOf);
  const isUnread = (value: unknown, day: string | undefined) => day === undefined && !isUnknown(value);
  if (isUnread(first, from) || isUnread(last, to)) return 'The date cannot be read. Dates are written as 2026-11-22.';
  return { ...optional('first', from), ...optional('last', to) };
}

function isUnknown(value: unknown): boolean {
  if (value === undefined || value === null || value === 0) return true;
  return typeof value === 'string' && /^\s*(?:none|null|n\/a|-|unknown|never|0|0000-00-00.*)?\s*$/i.test(value);
}

function hasOffset(text: string): boolean {
  return text.length > 19 && /[+-]\d{2}:?\d{2}$/.test(text) && !/[+-]00:?00$/.test(text);
}

function offsetDay(text: string): string | undefined {
  const time = Date.parse(text.replace(' ', 'T'));
  return Number.isNaN(time) ? undefined : epochDay(time / 1000);
}

function heldDay(day: string | undefined): string | undefined {
  return day !== undefined && day >= firstDay && day <= lastDay && isoDateToDate(day) ? day : undefined;
}

function epochDay(epoch: number): string | undefined {
  // 12 digits or more are milliseconds: as seconds they would be after the year 5000
  const seconds = epoch >= 100_000_000_000 ? epoch / 1000 : epoch;
  if (!(seconds > 0 && seconds < 5_662_310_400)) return undefined;
  return heldDay(new Date(seconds * 1000).toISOString().slice(0, 10));
}

const maxTags = 20;
const maxTagLength = 100;

/** Tags as a list or as one text with commas, semicolons or bars; each once, without placeholders. */
export function tagsOf(value: unknown): string[] {
  if (value === undefined || value === '' || value === null) return [];
  const parts = Array.isArray(value) ? value.slice(0, 10 * maxTags) : [value];
  const words = parts.flatMap((part) => (typeof part === 'string' ? part.slice(0, 5000).split(/[,;|]/) : []));
  const tags = new Set<string>();
  for (const word of words) {
    const tag = word.trim().slice(0, maxTagLength);
    if (tag !== '' && !/^(?:none|null|n\/a|-|unknown)$/i.test(tag)) tags.add(tag);
    if (tags.size === maxTags) break;
  }
  return [...tags];
}

const categoryWords: readonly (readonly [RegExp, ListingCategory])[] = [
  [/phish/i, 'phishing'],
  [/\bc2\b|c&c|\bcnc\b|botnet_cc|command.and.control/i, 'c2'],
  [/spam/i, 'spam'],
  [/scan|brute|\bssh\b|attack/i, 'scan'],
  [/malware|malicious|payload|ransom|trojan|stealer|dropper|exploit|botnet/i, 'malware'],
];

/** The category that a publisher's word means, or undefined. */
export function categoryOf(text: string): ListingCategory | undefined {
  const short = text.slice(0, 500);
  return categoryWords.find(([word]) => word.test(short))?.[1];
}

/** A link that a page may show; '' for anything else. */
export function referenceOf(value: unknown): string {
  return typeof value === 'string' && value.length <= 2000 && /^https?:\/\/\S+$/i.test(value) ? value : '';
}

/** 0 to 100, rounded; undefined for anything else. */
export function confidenceOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && number >= 0 && number <= 100 ? Math.round(number) : undefined;
}
