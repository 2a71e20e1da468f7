import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SourcePreviewAnswer } from '#contract/generated/types.gen.ts';
import { DownloadError } from '#model/download-error.ts';
import { readerOf } from './catalogue.ts';
import type { FeedDocument, FeedSubject, ListingEntry } from './entry.ts';
import { feedFailure } from './feed-failure.ts';
import { FeedRefused } from './feed-refused.ts';
import { feedFetcher, type FetchFile } from './fetch-feed.ts';
import { rejectCounter } from './import-feed.ts';
import { openDocument } from './open-document.ts';
import { checkDescription, ownFeed, type FeedDescription } from './own-feed.ts';
import { columnsOf } from './preview-columns.ts';

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
