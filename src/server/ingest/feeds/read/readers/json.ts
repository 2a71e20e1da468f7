import { isObject, parsedJson } from '#model/json-value.ts';
import {
  categoryOf,
  daysOf,
  entryOf,
  type ListingDetails,
  optional,
  referenceOf,
  reject,
  tagsOf,
} from '#server/ingest/feeds/read/entry-fields.ts';
import type { FeedDocument, FeedEntry } from '#server/ingest/feeds/read/entry.ts';
import { subjectOf } from '#server/ingest/feeds/read/subject.ts';
import type { FieldMapping, ReaderOptions } from '#server/ingest/feeds/catalogue/feed.ts';

/** One JSON document with a mapping. */
export async function* readJsonFeed(document: FeedDocument, options: ReaderOptions): AsyncGenerator<FeedEntry> {
  const value = await readJson(document);
  if (value === undefined) {
    yield reject(document.name, 'The document is not JSON.');
    return;
  }
  const read = entriesReader(options);
  let count = 0;
  for (const entry of read(value, document.name)) {
    count += 1;
    yield entry;
  }
  if (count === 0) yield reject(document.name, `No value at ${pathOf(options)}.`);
}

/** NDJSON with a mapping: one JSON value a line. */
export async function* readNdjson(document: FeedDocument, options: ReaderOptions): AsyncGenerator<FeedEntry> {
  const read = entriesReader(options);
  for await (const line of document.lines()) {
    if (line.trim() === '') continue;
    const value = parsedJson(line);
    if (value === undefined) yield reject(line, 'The line is not JSON.');
    else {
      let count = 0;
      for (const entry of read(value, line)) {
        count += 1;
        yield entry;
      }
      if (count === 0) yield reject(line, `No value at ${pathOf(options)}.`);
    }
  }
}

function pathOf({ mapping }: ReaderOptions): string {
  return `“${mapping?.indicator ?? defaultMapping.indicator}”`;
}

const defaultMapping: FieldMapping = { indicator: '[]' };

/** A parsed path: `data.items[].ip` is `[['data', 'items'], ['ip']]`; between two parts, every item of a list is visited. */
type Path = readonly (readonly string[])[];

function parsePath(text: string): Path {
  return text
    .slice(0, 500)
    .split('[]')
    .slice(0, 10)
    .map((part) => part.split('.').filter((name) => name !== ''));
}

function follow(value: unknown, names: readonly string[]): unknown {
  return names.reduce<unknown>((at, name) => (isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined), value);
}

/** The entries of a value. @returns a function of the value and of the line to show in rejects */
function entriesReader(options: ReaderOptions): (value: unknown, line: string) => Iterable<FeedEntry> {
  const { mapping = defaultMapping } = options;
  const indicator = parsePath(mapping.indicator);
  const others = {
    first: otherPath(mapping.first, indicator),
    last: otherPath(mapping.last, indicator),
    category: otherPath(mapping.category, indicator),
    tags: otherPath(mapping.tags, indicator),
    reference: otherPath(mapping.reference, indicator),
  };
  return function* (value, line) {
    for (const items of walk(value, indicator)) {
      const found = items.at(-1);
      if (found === undefined || found === null || found === '') continue;
      const text = scalarText(found);
      if (text === undefined) yield reject(line, `The value at ${pathOf(options)} is not text.`);
      else {
        const subject = subjectOf(text);
        const details = detailsOf(items, others);
        yield typeof details === 'string' ? reject(line, details) : entryOf(text, subject, options, details);
      }
    }
  };
}

/** Every way through the lists of the path: the root, an item of each list, and the value at the end. */
function* walk(root: unknown, path: Path): Generator<readonly unknown[]> {
  const [first = [], ...rest] = path;
  yield* steps([root, follow(root, first)], rest);
}

function* steps(items: readonly unknown[], rest: Path): Generator<readonly unknown[]> {
  const [next, ...more] = rest;
  if (!next) {
    yield items;
    return;
  }
  const list = items.at(-1);
  // the item replaces the list, so that other paths find it at the same depth
  if (Array.isArray(list))
    for (const item of list) yield* steps([...items.slice(0, -1), item, follow(item, next)], more);
}

/** The path of another field from the item of the last list that it shares with the indicator. */
interface OtherPath {
  readonly depth: number;
  readonly path: Path;
}

function otherPath(text: string | undefined, indicator: Path): OtherPath | undefined {
  if (text === undefined || text === '') return undefined;
  const path = parsePath(text);
  let depth = 0;
  // the last part of a path leads to a value, not to a list
  while (depth < path.length - 1 && depth < indicator.length - 1 && isSame(path[depth], indicator[depth])) depth += 1;
  return { depth, path: path.slice(depth) };
}

function isSame(one: readonly string[] | undefined, other: readonly string[] | undefined): boolean {
  return one !== undefined && other !== undefined && one.join('.') === other.join('.');
}

function valuesAt(items: readonly unknown[], other: OtherPath | undefined): readonly unknown[] {
  if (!other) return [];
  const found: unknown[] = [];
  for (const way of walk(items[other.depth], other.path)) {
    found.push(way.at(-1));
    if (found.length === 100) break;
  }
  return found.flat();
}

function detailsOf(
  items: readonly unknown[],
  others: Readonly<Record<'first' | 'last' | 'category' | 'tags' | 'reference', OtherPath | undefined>>,
): ListingDetails | string {
  const one = (name: keyof typeof others) => valuesAt(items, others[name])[0];
  const days = daysOf(one('first'), one('last'));
  if (typeof days === 'string') return days;
  return {
    tags: tagsOf(valuesAt(items, others.tags)),
    reference: referenceOf(one('reference')),
    ...optional('category', categoryOf(scalarText(one('category')) ?? '')),
    ...days,
  };
}

function scalarText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
}

/** The parsed document; undefined when it is not JSON. @throws other errors: too large, unreadable */
export async function readJson(document: FeedDocument): Promise<unknown> {
  try {
    return await document.json();
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
