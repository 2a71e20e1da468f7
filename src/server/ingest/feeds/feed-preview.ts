import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SourcePreviewAnswer } from '#contract/generated/types.gen.ts';
import { dateToIsoDate, plusDays } from '#model/dates.ts';
import type { Download } from '#model/download.ts';
import { DownloadError } from '#model/errors.ts';
import { parsedJson } from '#model/json-value.ts';
import { rejectCounter } from '#server/ingest/batches.ts';
import { checkDescription, type FeedDescription, mappedFormats, ownFeed } from './catalogue/own-feed.ts';
import { feedFailure, FeedRefused } from './feed-failure.ts';
import { DocumentFetcher } from './fetch/fetch-documents.ts';
import type { FeedDocument, ListingEntry } from './read/entry.ts';
import { listingRows } from './read/listing-rows.ts';
import { openDocument } from './read/open-document.ts';
import { feedReaders } from './read/readers.ts';
import { delimiterOf, parseOne } from './read/readers/csv.ts';
import { subjectText } from './read/subject.ts';

export interface PreviewOptions {
  readonly description: FeedDescription;
  /** '' for none. */
  readonly key: string;
  /** Beginning of the file; '' to have the URL fetched. */
  readonly sample: string;
  /** Holds the files of the preview while it runs. Absolute, exists. */
  readonly folder: string;
  readonly download: Download;
  readonly signal: AbortSignal;
  readonly now: () => Date;
}

const maxRows = 20;
/** Enough to see what is rejected, and quick. */
const maxEntries = 5000;
const maxColumns = 200;

/** Reads a sample as the feed would be read; nothing is stored. @throws FeedRefused */
export async function previewFeed(options: PreviewOptions): Promise<Required<SourcePreviewAnswer>> {
  const { description, key, sample, folder } = options;
  const { format, mapping, url } = description;
  const needsMapping = mappedFormats.has(format);
  // without a mapping, the preview only shows the columns
  const isMapped = !needsMapping || mapping.indicator !== '';
  checkDescription(isMapped ? description : { ...description, mapping: { ...mapping, indicator: '1' } });
  if (sample === '' && url === '')
    throw new FeedRefused('wrong', 'Send a sample of the file, or the URL to fetch it from.', 'sample');
  const place = await mkdtemp(join(folder, '.preview-'));
  try {
    const { file, contentType } = sample === '' ? await fetched(options, place) : { file: 'sample' };
    if (sample !== '') await writeFile(join(place, file), sample);
    const none = () => undefined;
    const documents = await openDocument(join(place, file), {
      name: url || 'sample',
      contentType,
      onAsOf: none,
      onMore: none,
    });
    const [document] = documents;
    const columns = document && needsMapping ? await columnsOf(document, description) : [];
    return { columns, ...(await rowsOf(isMapped ? documents : [], description, options.now())) };
  } catch (error) {
    if (!(error instanceof DownloadError)) throw error;
    const { message } = feedFailure(error, key || undefined);
    throw new FeedRefused('wrong', message, sample === '' ? 'url' : 'sample');
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

async function fetched(
  { description, key, download, signal, now }: PreviewOptions,
  folder: string,
): Promise<{ readonly file: string; readonly contentType?: string | undefined }> {
  const fetcher = new DocumentFetcher({
    feed: previewedFeed(description),
    folder,
    download,
    signal,
    now,
    kept: [],
    onProgress: () => undefined,
    key: key === '' ? undefined : key,
  });
  return (await fetcher.get(description.url, 'Downloading')).document;
}

function previewedFeed(description: FeedDescription) {
  return ownFeed({ ...description, id: 'preview', importId: 0 });
}

async function rowsOf(documents: readonly FeedDocument[], description: FeedDescription, now: Date) {
  const feed = previewedFeed(description);
  const { reader, options } = feed;
  const rows: NonNullable<SourcePreviewAnswer['rows']> = [];
  const rejects = rejectCounter();
  let read = 0;
  for (const document of documents)
    for await (const entry of feedReaders[reader](document, options)) {
      if (entry.what === 'reject') rejects.add(entry.line, entry.reason);
      else if (entry.what === 'listing') {
        const stored = listingRows(entry, feed, plusDays(dateToIsoDate(now), 1));
        if (typeof stored === 'string') rejects.add(subjectText(entry.subject), stored);
        else if (rows.length < maxRows) rows.push(rowOf(entry, description));
      }
      read += 1;
      if (read >= maxEntries) break;
    }
  const { count, byReason, examples } = rejects.counted();
  return { rows, rejects: { count, by_reason: [...byReason], examples: [...examples] } };
}

function rowOf(entry: ListingEntry, { category }: FeedDescription) {
  const { subject, tags, reference, first = null, last = null } = entry;
  return {
    indicator: subjectText(subject),
    type: subject.type,
    category: entry.category ?? category,
    first,
    last,
    reference,
    tags: [...tags],
  };
}

/**
 * Names that a mapping can refer to: the columns of a CSV file; the paths of the values in the first record of JSON, such as
 * `data[].ip`.
 */
async function columnsOf(document: FeedDocument, { format, delimiter }: FeedDescription): Promise<string[]> {
  if (format === 'csv') return csvColumns(document, delimiterOf(delimiter));
  if (format === 'ndjson') return pathsOf(parsedJson(await firstLine(document, () => true)));
  return pathsOf(await document.json().catch(() => undefined));
}

async function csvColumns(document: FeedDocument, delimiter: string): Promise<string[]> {
  let comment = '';
  const isRecord = (line: string): boolean => {
    if (line.startsWith('#')) comment = line.replace(/^#+\s*/, '');
    return !line.startsWith('#');
  };
  const first = parseOne(await firstLine(document, isRecord), delimiter) ?? [];
  const above = parseOne(comment, delimiter) ?? [];
  // some publishers write the names of the columns into the last comment
  const names = above.length === first.length && first.length > 1 ? above : first;
  return names.slice(0, maxColumns);
}

async function firstLine(document: FeedDocument, isWanted: (line: string) => boolean): Promise<string> {
  for await (const line of document.lines()) if (line.trim() !== '' && isWanted(line)) return line;
  return '';
}

/** Paths to the texts, numbers and lists of them in a value; only the first item of a list is searched. */
function pathsOf(value: unknown): string[] {
  const found = new Set<string>();
  const visit = (at: unknown, path: string, depth: number): void => {
    if (found.size >= maxColumns || depth > 6) return;
    if (Array.isArray(at)) visit(at[0], `${path}[]`, depth + 1);
    else if (typeof at === 'object' && at !== null)
      for (const [name, member] of Object.entries(at))
        visit(member, path === '' || path.endsWith('.') ? `${path}${name}` : `${path}.${name}`, depth + 1);
    else if (typeof at === 'string' || typeof at === 'number') found.add(path);
  };
  visit(value, '', 0);
  return [...found];
}
