import { plusDays } from '#model/dates.ts';
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
import type { FeedDocument, FeedEntry, FeedSubject } from '#server/ingest/feeds/read/entry.ts';
import {
  addressSubject,
  asnSubject,
  nameSubject,
  printSubject,
  rangeSubject,
  urlSubject,
} from '#server/ingest/feeds/read/subject.ts';
import { isRecord, listOf, readJson, textOf } from './json.ts';
import type { ReaderOptions } from '#server/ingest/feeds/catalogue/feed.ts';

type Member = Readonly<Record<string, unknown>>;

/**
 * The indicators of a STIX 2.1 bundle or of a page of a TAXII 2.1 collection. Revoked and expired ones (`valid_until`) become entries
 * that have ended.
 */
export async function* readStix(document: FeedDocument, options: ReaderOptions): AsyncGenerator<FeedEntry> {
  const value = await readJson(document);
  if (!isRecord(value)) {
    yield reject(document.name, 'Not a STIX bundle or TAXII page: the document is not a JSON object.');
    return;
  }
  // a TAXII page without objects is the end of a collection
  if (!Array.isArray(value.objects) && value.more !== false && Object.keys(value).length > 0)
    yield reject(document.name, 'Not a STIX bundle or TAXII page: it needs “objects”.');
  for (const object of listOf(value.objects))
    if (isRecord(object) && object.type === 'indicator') yield* indicatorEntries(document, object, options);
  if (value.more === true) tellNextPage(document, textOf(value.next));
}

/** The next page has the URL of this one, with `next` in the query. */
function tellNextPage(document: FeedDocument, next: string): void {
  if (next === '' || !URL.canParse(document.name)) return;
  const url = new URL(document.name);
  if (url.searchParams.get('next') === next) return;
  url.searchParams.set('next', next);
  document.more(url.href);
}

function* indicatorEntries(document: FeedDocument, indicator: Member, options: ReaderOptions): Generator<FeedEntry> {
  const pattern = textOf(indicator.pattern);
  const modified = dayOf(indicator.modified);
  document.asOf(modified);
  if (indicator.pattern_type !== undefined && indicator.pattern_type !== 'stix') {
    yield reject(pattern, 'The pattern is not in STIX, but in another language.');
    return;
  }
  const comparisons = readComparisons(pattern);
  if (typeof comparisons === 'string') {
    yield reject(pattern, comparisons);
    return;
  }
  const details = detailsOf(indicator, modified);
  for (const comparison of comparisons) yield entryOf(pattern, subjectOf(comparison), options, details);
}

function detailsOf(indicator: Member, modified: string | undefined): ListingDetails {
  const words = [...listOf(indicator.indicator_types), ...listOf(indicator.labels)].filter(
    (word) => typeof word === 'string',
  );
  const first = dayOf(indicator.valid_from) ?? dayOf(indicator.created);
  const until = indicator.revoked === true && modified !== undefined ? plusDays(modified, -1) : endDay(indicator);
  const references = listOf(indicator.external_references).flatMap((each) =>
    isRecord(each) ? referenceOf(each.url) || [] : [],
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
function endDay(indicator: Member): string | undefined {
  const text = textOf(indicator.valid_until);
  const day = dayOf(text);
  return day !== undefined && /T00:00(?::00(?:\.0+)?)?Z$/.test(text) ? plusDays(day, -1) : day;
}

type ReadSubject = (text: string) => FeedSubject | string;

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

function subjectOf({ property, value }: Comparison): FeedSubject | string {
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

const maxPatternLength = 20_000;
const token =
  /\s*(?:([[\]()])|(AND|OR|FOLLOWEDBY)\b|([a-z0-9-]+:[\w.'[\]*-]+?)\s*(=|ISSUBSET|IN)\s*|('(?:[^'\\]|\\.)*')|(\d+)|(,))/y;

/**
 * The comparisons of a simple pattern: one, or several alternatives (`OR`, `IN`). For other patterns the reason, for a person: with
 * `AND`, a single value is not evidence.
 */
function readComparisons(pattern: string): readonly Comparison[] | string {
  if (pattern.length > maxPatternLength) return `The pattern is longer than ${maxPatternLength} characters.`;
  const found: Comparison[] = [];
  const reading = new RegExp(token);
  let property: string | undefined;
  while (reading.lastIndex < pattern.trimEnd().length) {
    const match = reading.exec(pattern);
    if (!match) return notSimple;
    const [, , joint, named, , quoted, number] = match;
    if (joint !== undefined && joint !== 'OR') return `A pattern with ${joint} is not evidence about a single value.`;
    if (named !== undefined) property = named;
    const value = quoted === undefined ? number : unquoted(quoted);
    if (value === undefined) continue;
    if (property === undefined) return notSimple;
    found.push({ property, value });
  }
  return found.length > 0 ? found : notSimple;
}

const notSimple = 'The pattern is not a simple comparison.';

function unquoted(text: string): string {
  return text.slice(1, -1).replace(/\\(.)/gs, '$1');
}
