import { plusDays } from '#model/dates.ts';
import { isObject, type JsonObject, listOf, textOf } from '#model/json-value.ts';
import { ownValue } from '#model/own-value.ts';
import {
  categoryOf,
  confidenceOf,
  dayOf,
  entryOf,
  type ListingDetails,
  optional,
  referenceOf,
  reject,
  tagsOf,
} from '#server/ingest/feeds/read/entry-fields.ts';
import type { FeedDocument, FeedEntry } from '#server/ingest/feeds/read/entry.ts';
import {
  addressSubject,
  asnSubject,
  nameSubject,
  printSubject,
  type Reading,
  type ReadSubject,
  rangeSubject,
  urlSubject,
} from '#server/ingest/feeds/read/subject.ts';
import { readJson } from './json.ts';
import type { ReaderOptions } from '#server/ingest/feeds/catalogue/feed.ts';

/**
 * The indicators of a STIX 2.1 bundle or of a page of a TAXII 2.1 collection. Revoked and expired ones (`valid_until`) become entries
 * that have ended.
 */
export async function* readStix(document: FeedDocument, options: ReaderOptions): AsyncGenerator<FeedEntry> {
  const value = await readJson(document);
  if (!isObject(value)) {
    yield reject(document.name, 'Not a STIX bundle or TAXII page: the document is not a JSON object.');
    return;
  }
  // a TAXII page without objects is the end of a collection
  if (!Array.isArray(value.objects) && value.more !== false && Object.keys(value).length > 0)
    yield reject(document.name, 'Not a STIX bundle or TAXII page: it needs “objects”.');
  for (const object of listOf(value.objects))
    if (isObject(object) && object.type === 'indicator') yield* indicatorEntries(document, object, options);
  if (value.more === true) yield* nextPage(document, value.next);
}

/**
 * Refers to the next page, which has the URL of this one with `next` in the query, or, when the server names none, with `added_after` from
 * a header of this page.
 */
function* nextPage(document: FeedDocument, next: unknown): Generator<FeedEntry> {
  const named = typeof next === 'number' ? String(next) : textOf(next);
  const [parameter, value] = named === '' ? ['added_after', document.addedLast ?? ''] : ['next', named];
  const url = URL.canParse(document.name) ? new URL(document.name) : undefined;
  if (!url || value === '' || url.searchParams.get(parameter) === value) {
    yield reject(document.name, 'The collection has more pages, but this page does not say where the next one is.');
    return;
  }
  // a server numbers the pages of one question
  if (parameter === 'added_after') url.searchParams.delete('next');
  url.searchParams.set(parameter, value);
  document.more(url.href);
}

function* indicatorEntries(
  document: FeedDocument,
  indicator: JsonObject,
  options: ReaderOptions,
): Generator<FeedEntry> {
  const pattern = textOf(indicator.pattern);
  const modified = dayOf(indicator.modified);
  document.asOf(modified);
  if (indicator.pattern_type !== undefined && indicator.pattern_type !== 'stix') {
    yield reject(pattern, 'The pattern is not in STIX, but in another language.');
    return;
  }
  if (isBenign(indicator)) {
    yield reject(pattern, 'The publisher marks the indicator as benign, so it is not listed.');
    return;
  }
  const alternatives = readPattern(pattern);
  if (typeof alternatives === 'string') {
    yield reject(pattern, alternatives);
    return;
  }
  const details = detailsOf(indicator, modified);
  for (const alternative of alternatives) {
    const comparisons = identifying(alternative);
    if (comparisons.length === 0) yield reject(pattern, notAlone);
    for (const comparison of comparisons) yield entryOf(pattern, subjectOf(comparison), options, details);
  }
}

/** `indicator_types` of STIX 2.1 and `labels` of 2.0. */
function wordsOf(indicator: JsonObject): string[] {
  return [...listOf(indicator.indicator_types), ...listOf(indicator.labels)].filter((word) => typeof word === 'string');
}

function isBenign(indicator: JsonObject): boolean {
  const words = wordsOf(indicator).map((word) => word.toLowerCase());
  return words.includes('benign') && !words.includes('malicious-activity');
}

function detailsOf(indicator: JsonObject, modified: string | undefined): ListingDetails {
  const words = wordsOf(indicator);
  const first = dayOf(indicator.valid_from) ?? dayOf(indicator.created);
  const until = indicator.revoked === true && modified !== undefined ? plusDays(modified, -1) : endDay(indicator);
  const references = listOf(indicator.external_references).flatMap((each) =>
    isObject(each) ? referenceOf(each.url) || [] : [],
  );
  return {
    tags: tagsOf([textOf(indicator.name).replace(/[,;|]/g, ' '), ...words]),
    reference: references[0] ?? '',
    ...optional('category', categoryOf([...words, textOf(indicator.name)].join(' '))),
    ...optional('confidence', confidenceOf(indicator.confidence)),
    ...optional('first', first),
    ...optional('last', modified !== undefined && first !== undefined && modified < first ? first : modified),
    ...optional('until', until),
  };
}

/** The last day on which the indicator is valid: it ends at the instant `valid_until`. */
function endDay(indicator: JsonObject): string | undefined {
  const text = textOf(indicator.valid_until);
  const day = dayOf(text);
  return day !== undefined && /T00:00(?::00(?:\.0+)?)?Z$/.test(text) ? plusDays(day, -1) : day;
}

const address: ReadSubject = (text) => (text.includes('/') ? rangeSubject(text) : addressSubject(text));

/** How to read the value of each property. */
const readers: Readonly<Record<string, ReadSubject>> = {
  'ipv4-addr:value': address,
  'ipv6-addr:value': address,
  'network-traffic:dst_ref.value': address,
  'network-traffic:src_ref.value': address,
  'domain-name:value': nameSubject,
  'url:value': urlSubject,
  'autonomous-system:number': asnSubject,
};

function subjectOf({ property, value }: Comparison): Reading {
  const read = ownValue(readers, property);
  if (read) return read(value);
  const [, type] = /^(file|x509-certificate):hashes\./.exec(property) ?? [];
  if (type === 'file') return printSubject('hash', value);
  if (type === 'x509-certificate') return printSubject('certificate', value);
  return `The property ${property.slice(0, 60)} is not supported.`;
}

/** `[domain-name:value = 'a.example']`: a property and the value it is compared with. */
interface Comparison {
  readonly property: string;
  readonly value: string;
}

/** The comparisons that must all hold. */
type Alternative = readonly Comparison[];

const maxPatternLength = 20_000;
const maxAlternatives = 5000;
const maxDepth = 50;
const token =
  /\s*(?:([[\]()])|(AND|OR|FOLLOWEDBY)\b|([a-z0-9-]+:[\w.'[\]*-]+?)\s*(=|ISSUBSET|IN)\s*|('(?:[^'\\]|\\.)*')|(\d+)|(,))/y;

/** The alternatives of a pattern (`OR`, `IN`); for a pattern that is not made of comparisons the reason, for a person. */
function readPattern(pattern: string): readonly Alternative[] | string {
  if (pattern.length > maxPatternLength) return `The pattern is longer than ${maxPatternLength} characters.`;
  const tokens = tokensOf(pattern.trimEnd());
  if (!tokens) return notSimple;
  let at = 0;
  let depth = 0;
  const read = { any: (): Alternative[] | null => joined('OR', both, read.all), all: () => joined('AND', each, one) };
  const found = read.any();
  if (found && at === tokens.length && found.length > 0) return found;
  return tokens[at]?.text === 'FOLLOWEDBY' ? notAlone : notSimple;

  /** Parts with a word between them; `AND` binds more strongly. */
  function joined(
    word: string,
    join: (left: Alternative[], right: Alternative[]) => Alternative[] | null,
    part: () => Alternative[] | null,
  ): Alternative[] | null {
    let left = part();
    while (left && tokens?.[at]?.text === word) {
      at += 1;
      const right = part();
      left = right && join(left, right);
    }
    return left;
  }

  function one(): Alternative[] | null {
    const { text, property } = tokens?.[at] ?? {};
    at += 1;
    if (property !== undefined) return valuesOf(property);
    if ((text !== '[' && text !== '(') || depth === maxDepth) return null;
    depth += 1;
    const inner = read.any();
    depth -= 1;
    at += 1;
    return inner && tokens?.[at - 1]?.text === (text === '[' ? ']' : ')') ? inner : null;
  }

  /** `'a'`, `5`, or `('a', 'b')` after `IN`. */
  function valuesOf(property: string): Alternative[] | null {
    const isSet = tokens?.[at]?.text === '(';
    const values: Alternative[] = [];
    for (at += isSet ? 1 : 0; tokens?.[at]?.value !== undefined; at += 1) {
      values.push([{ property, value: tokens[at]?.value ?? '' }]);
      if (!isSet || tokens[at + 1]?.text === ')') break;
      at += 1;
    }
    at += isSet ? 2 : 1;
    return values.length > 0 ? values : null;
  }
}

function both(left: Alternative[], right: Alternative[]): Alternative[] {
  return [...left, ...right];
}

function each(left: Alternative[], right: Alternative[]): Alternative[] | null {
  if (left.length * right.length > maxAlternatives) return null;
  return left.flatMap((one) => right.map((other) => [...one, ...other]));
}

interface Token {
  /** A bracket, a word between comparisons, or a comma. */
  readonly text?: string | undefined;
  readonly property?: string | undefined;
  readonly value?: string | undefined;
}

/** Null when the text has anything else than equality of properties and values. */
function tokensOf(pattern: string): readonly Token[] | null {
  const tokens: Token[] = [];
  const reading = new RegExp(token);
  while (reading.lastIndex < pattern.length) {
    const match = reading.exec(pattern);
    if (!match) return null;
    const [, bracket, word, property, , quoted, number, comma] = match;
    tokens.push({ text: bracket ?? word ?? comma, property, value: quoted === undefined ? number : unquoted(quoted) });
  }
  return tokens;
}

/**
 * The comparisons that each identify what is indicated. Conditions on the same thing, such as its port or the type of its address, narrow a
 * value and do not replace it; several hashes identify one file. Empty when only several values together are evidence.
 */
function identifying(alternative: Alternative): readonly Comparison[] {
  const rest = alternative.filter(({ property }) => !condition.test(property));
  const found = rest.length > 0 ? rest : alternative;
  const isOneFile = found.every(({ property }) => property.startsWith('file:hashes.'));
  return found.length === 1 || isOneFile ? found : [];
}

const condition =
  /^network-traffic:(?:(?:dst|src)_ref\.type|(?:dst|src)_port|protocols(?:\[.*\])?)$|^file:(?:name|size|mime_type)$/;

const notSimple = 'The pattern is not a simple comparison.';
const notAlone = 'A pattern with several values that must occur together is not evidence about a single value.';

function unquoted(text: string): string {
  return text.slice(1, -1).replace(/\\(.)/gs, '$1');
}
