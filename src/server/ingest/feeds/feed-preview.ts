import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { SourcePreviewAnswer } from '#contract/generated/types.gen.ts';
import { DownloadError } from '#model/errors.ts';
import { readerOf } from './catalogue/catalogue.ts';
import type { FeedDocument, FeedSubject, ListingEntry } from './read/entry.ts';
import { feedFailure, FeedRefused } from './feed-failure.ts';
import { feedFetcher, type FetchFile } from './fetch/fetch-documents.ts';
import { openDocument } from './read/open-document.ts';
import { checkDescription, type FeedDescription, ownFeed } from './catalogue/own-feed.ts';
import { rejectCounter } from './read/read-documents.ts';

export interface PreviewOptions {
  readonly description: FeedDescription;
  readonly key: string;
  /** Beginning of the file; '' to have the URL fetched. */
  readonly sample: string;
  /** Where files stand meanwhile. Absolute, exists. */
  readonly folder: string;
  readonly fetchFile: FetchFile;
  readonly signal: AbortSignal;
  readonly now: () => Date;
}

const mostRows = 20;
/** Enough to see what is rejected, and quick. */
const mostEntries = 5000;

/** Reads a sample as the feed would be read; nothing of it is kept. @throws FeedRefused */
export async function previewFeed(options: PreviewOptions): Promise<Required<SourcePreviewAnswer>> {
  const { description, sample, folder } = options;
  const needsFields = ['csv', 'json', 'ndjson'].includes(description.format);
  // without a mapping the columns are what the preview is for
  const isMapped = !needsFields || description.mapping.indicator !== '';
  checkDescription(isMapped ? description : { ...description, mapping: { ...description.mapping, indicator: '1' } });
  if (sample === '' && description.url === '')
    throw new FeedRefused('wrong', 'Send a sample of the file, or the URL to fetch it from.', 'sample');
  const place = await mkdtemp(join(folder, '.preview-'));
  try {
    const file = join(place, 'sample');
    if (sample !== '') await writeFile(file, sample);
    const found = sample === '' ? await fetched(options, place) : { file };
    const documents = await openDocument(found.file, {
      name: description.url || 'sample',
      ...(found.contentType !== undefined && { contentType: found.contentType }),
      onAsOf: () => undefined,
      onMore: () => undefined,
    });
    const [document] = documents;
    if (!document) return { columns: [], rows: [], rejects: { count: 0, by_reason: [], examples: [] } };
    const columns = needsFields ? await columnsOf(document, description.format, description.delimiter) : [];
    return { columns, ...(await rowsOf(isMapped ? documents : [], description)) };
  } catch (error) {
    if (error instanceof DownloadError)
      throw new FeedRefused(
        'wrong',
        feedFailure(error, options.key || undefined).message,
        sample === '' ? 'url' : 'sample',
      );
    throw error;
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

async function fetched(
  { description, key, fetchFile, signal, now }: PreviewOptions,
  folder: string,
): Promise<{ readonly file: string; readonly contentType?: string }> {
  const feed = ownFeed({ ...description, id: 'preview', importId: 0 });
  const fetcher = feedFetcher({
    ...{ feed, folder, fetchFile, signal, now, kept: [], onProgress: () => undefined },
    key: key === '' ? undefined : key,
  });
  const { document } = await fetcher.get(description.url, 'Downloading');
  const { file, contentType } = document;
  return { file: join(folder, file), ...(contentType !== undefined && { contentType }) };
}

async function rowsOf(documents: readonly FeedDocument[], description: FeedDescription) {
  const { reader, options } = ownFeed({ ...description, id: 'preview', importId: 0 });
  const rows: NonNullable<SourcePreviewAnswer['rows']> = [];
  const rejects = rejectCounter();
  let read = 0;
  for (const document of documents)
    for await (const entry of readerOf(reader)(document, options)) {
      if (entry.what === 'reject') rejects.add(entry.line, entry.reason);
      else if (entry.what === 'listing' && rows.length < mostRows) rows.push(rowOf(entry, description));
      read += 1;
      if (read >= mostEntries) break;
    }
  const { count, byReason, examples } = rejects.counted();
  return { rows, rejects: { count, by_reason: [...byReason], examples: [...examples] } };
}

function rowOf(entry: ListingEntry, { category }: FeedDescription) {
  const { subject, tags, reference, first = null, last = null } = entry;
  return {
    indicator: textOf(subject),
    type: subject.type,
    category: entry.category ?? category,
    ...{ first, last, reference },
    tags: [...tags],
  };
}

function textOf(subject: FeedSubject): string {
  switch (subject.type) {
    case 'ip':
      return subject.address;
    case 'range':
      return subject.text;
    case 'asn':
      return `AS${subject.asn}`;
    case 'domain':
    case 'name_server':
      return subject.name;
    case 'url':
      return subject.url;
    default:
      return subject.value;
  }
}

const mostColumns = 200;

/**
 * Names that a mapping can be made of: the columns of a CSV file, from its header or the comment in place of one; of JSON the
 * paths of the values in its first record, such as `data[].ip`.
 */
async function columnsOf(document: FeedDocument, format: string, delimiter: string): Promise<string[]> {
  if (format === 'csv') return csvColumns(document, delimiter);
  if (format === 'ndjson') return pathsOf(jsonOf(await firstLine(document, () => true)));
  return pathsOf(await document.json().catch(() => undefined));
}

async function csvColumns(document: FeedDocument, delimiter: string): Promise<string[]> {
  let comment = '';
  const isHeader = (line: string): boolean => {
    if (line.startsWith('#')) comment = line.replace(/^#+\s*/, '');
    return !line.startsWith('#');
  };
  const first = fieldsOf(await firstLine(document, isHeader), delimiter);
  const above = fieldsOf(comment, delimiter);
  // some publishers write the names of the columns into the last comment
  const names = above.length === first.length && first.length > 1 ? above : first;
  return names.slice(0, mostColumns);
}

function fieldsOf(line: string, delimiter: string): string[] {
  if (line === '') return [];
  const options = { delimiter: delimiter === 'tab' ? '\t' : delimiter || ',', relaxQuotes: true, trim: true } as const;
  try {
    return parse(line.slice(0, 65_536), options)[0] ?? [];
  } catch {
    return [];
  }
}

async function firstLine(document: FeedDocument, isWanted: (line: string) => boolean): Promise<string> {
  for await (const line of document.lines()) if (line.trim() !== '' && isWanted(line)) return line;
  return '';
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Paths to the texts, numbers and lists of them in a value; of a list its first element counts. */
function pathsOf(value: unknown): string[] {
  const found = new Set<string>();
  const visit = (at: unknown, path: string, depth: number): void => {
    if (found.size >= mostColumns || depth > 6) return;
    if (Array.isArray(at)) visit(at[0], `${path}[]`, depth + 1);
    else if (typeof at === 'object' && at !== null)
      for (const [name, member] of Object.entries(at))
        visit(member, path === '' || path.endsWith('.') ? `${path}${name}` : `${path}.${name}`, depth + 1);
    else if (typeof at === 'string' || typeof at === 'number') found.add(path);
  };
  visit(value, '', 0);
  return [...found];
}
