import { plusDays } from '#model/dates.ts';
import { isObject, type JsonObject, listOf, textOf } from '#model/json-value.ts';
import { ownValue } from '#model/own-value.ts';
import {
  categoryOf,
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
 * A MISP feed: its manifest, which refers to the events, or events as MISP exports them: one, a list, or the answer of its API. The attributes of an event and of its objects are listed if they
 * are marked for detection (`to_ids`) and not deleted.
 */
export async function* readMisp(document: FeedDocument, options: ReaderOptions): AsyncGenerator<FeedEntry> {
  const value = await readJson(document);
  const answer = isObject(value) ? value.response : value;
  if (Array.isArray(answer) && (answer.length > 0 || isObject(value)))
    for (const each of answer) yield* eventOrReject(document, each, options);
  // a search for attributes answers with them alone
  else if (isObject(answer) && Array.isArray(answer.Attribute)) yield* eventEntries(document, answer, options);
  else if (!isObject(value)) yield reject(document.name, notMisp);
  else if (isObject(value.Event)) yield* eventEntries(document, value.Event, options);
  else yield* readManifest(document, value, options.since);
}

const notMisp = 'Not a MISP manifest or event: the document is not a JSON object.';

function* eventOrReject(document: FeedDocument, item: unknown, options: ReaderOptions): Generator<FeedEntry> {
  const event = isObject(item) ? item.Event : undefined;
  if (isObject(event)) yield* eventEntries(document, event, options);
  else yield reject(JSON.stringify(item), 'Not an event of MISP.');
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Feeds go back many years; only the newest events are current. */
const maxEvents = 1000;

/** `{"<uuid>": {"info": ..., "date": "2026-11-22", "timestamp": "1795305600", ...}, ...}`: each event is `<uuid>.json`. */
function* readManifest(document: FeedDocument, manifest: JsonObject, since: string | undefined): Generator<FeedEntry> {
  const changed: { readonly id: string; readonly day: string }[] = [];
  for (const [id, event] of Object.entries(manifest)) {
    if (!uuid.test(id) || !isObject(event)) {
      yield reject(id, 'Not an event of a MISP manifest.');
      continue;
    }
    const day = dayOf(numberOf(event.timestamp)) ?? dayOf(event.date) ?? '';
    if (day !== '') document.asOf(day);
    if (since === undefined || day === '' || day >= plusDays(since, -1)) changed.push({ id, day });
  }
  changed.sort((one, other) => (one.day < other.day ? 1 : one.day > other.day ? -1 : 0));
  for (const { id } of changed.slice(0, maxEvents)) document.more(`${id.toLowerCase()}.json`);
}

/** MISP writes times as texts of digits. */
function numberOf(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : value;
}

function* eventEntries(document: FeedDocument, event: JsonObject, options: ReaderOptions): Generator<FeedEntry> {
  const day = dayOf(numberOf(event.publish_timestamp)) ?? dayOf(numberOf(event.timestamp)) ?? dayOf(event.date);
  document.asOf(day);
  const shared = { tags: tagNames(event), reference: referenceOf(document.name), day: dayOf(event.date) };
  for (const attribute of attributesOf(event)) {
    if (!isSet(attribute.to_ids) || isSet(attribute.deleted)) continue;
    const text = textOf(attribute.value);
    const subjects = subjectsOf(textOf(attribute.type), text);
    for (const subject of subjects) yield entryOf(text, subject, options, detailsOf(attribute, shared));
  }
}

/** The attributes of the event and of its objects that are not deleted. */
function* attributesOf(event: JsonObject): Generator<JsonObject> {
  for (const attribute of listOf(event.Attribute)) if (isObject(attribute)) yield attribute;
  for (const object of listOf(event.Object))
    if (isObject(object) && !isSet(object.deleted))
      for (const attribute of listOf(object.Attribute)) if (isObject(attribute)) yield attribute;
}

/** `true`, `1` or `"1"`, depending on the version of MISP. */
function isSet(value: unknown): boolean {
  return value === true || value === 1 || value === '1';
}

/** Names of tags, except those about distribution. */
function tagNames(holder: JsonObject): string[] {
  const names = listOf(holder.Tag).flatMap((tag) => (isObject(tag) ? textOf(tag.name) : []));
  return names.filter((name) => !/^tlp:|^pap:/i.test(name)).map(plainTag);
}

/** `misp-galaxy:malpedia="Emotet"` -> `Emotet` */
function plainTag(name: string): string {
  return /^misp-galaxy:[^=]*="([^"]+)"$/.exec(name)?.[1] ?? name;
}

interface Shared {
  readonly tags: readonly string[];
  readonly reference: string;
  readonly day: string | undefined;
}

function detailsOf(attribute: JsonObject, { tags, reference, day }: Shared): ListingDetails {
  const names = [...tags, ...tagNames(attribute)];
  const first = dayOf(attribute.first_seen) ?? day ?? dayOf(numberOf(attribute.timestamp));
  const last = dayOf(attribute.last_seen) ?? dayOf(numberOf(attribute.timestamp));
  return {
    tags: tagsOf(names),
    reference,
    ...optional('category', categoryOf(names.join(' ')) ?? categoryOf(textOf(attribute.category))),
    ...optional('first', first),
    // an attribute edited before its first day was last seen on that day
    ...optional('last', last !== undefined && first !== undefined && last < first ? first : last),
  };
}

const address: ReadSubject = (text) => (/[/-]/.test(text) ? rangeSubject(text) : addressSubject(text));
const file: ReadSubject = (text) => printSubject('hash', text);
const certificate: ReadSubject = (text) => printSubject('certificate', text);

/** How to read the value of each type of attribute; other types (mail addresses, file names, comments) are skipped. */
const readers: Readonly<Record<string, ReadSubject>> = {
  'ip-src': address,
  'ip-dst': address,
  domain: nameSubject,
  hostname: nameSubject,
  url: urlSubject,
  AS: asnSubject,
  md5: file,
  sha1: file,
  sha256: file,
  'x509-fingerprint-sha1': certificate,
  'x509-fingerprint-sha256': certificate,
  'ja3-fingerprint-md5': (text) => printSubject('ja3', text),
  'jarm-fingerprint': (text) => printSubject('jarm', text),
};

/** The subjects of a value; composite types (`domain|ip`, `ip-dst|port`, `filename|sha256`) have a value of two parts. */
function subjectsOf(type: string, text: string): readonly Reading[] {
  const types = type.split('|');
  const values = types.length > 1 ? text.split('|') : [text];
  return types.flatMap((part, index) => {
    const read = part === 'ip' ? address : ownValue(readers, part);
    return read ? [read((values[index] ?? '').trim())] : [];
  });
}
