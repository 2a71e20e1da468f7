import { basename } from 'node:path';
import { DownloadError } from '#model/errors.ts';
import { formatNumber } from '#model/format.ts';
import { acceptOf } from '#server/ingest/feeds/catalogue/catalogue.ts';
import type { Feed } from '#server/ingest/feeds/catalogue/feed.ts';
import type { StoredDocument } from './stored-documents.ts';

/** Gets a file from the internet; the composition root passes `live/download.ts`. @throws DownloadError */
export type FetchFile = (
  url: string,
  request: {
    readonly folder: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly etag?: string | undefined;
    readonly lastModified?: string | undefined;
    readonly maxBytes: number;
    readonly signal: AbortSignal;
    readonly onProgress?: (bytes: number, total: number | null) => void;
  },
) => Promise<
  | { readonly status: 'not-modified' }
  | {
      readonly status: 'fetched';
      readonly file: string;
      readonly bytes: number;
      readonly etag: string | undefined;
      readonly lastModified: string | undefined;
      readonly contentType: string | undefined;
    }
>;

export interface FeedFetcherOptions {
  readonly feed: Feed;
  readonly key: string | undefined;
  /** What is there of earlier fetches. */
  readonly kept: readonly StoredDocument[];
  /** Where files are put. */
  readonly folder: string;
  readonly fetchFile: FetchFile;
  readonly signal: AbortSignal;
  /** Called as bytes arrive; `total` is 0 while it is not known. */
  readonly onProgress: (step: string, bytes: number, total: number) => void;
  readonly now: () => Date;
}

export interface FeedFetcher {
  /** @param step what is being done, for a person. @throws DownloadError */
  get(url: string, step: string): Promise<{ readonly document: StoredDocument; readonly isNew: boolean }>;
}

const smallestLimit = 50_000_000;
const limitOfUnknownSize = 500_000_000;
/** A file so many times as large as it is known to be is not that file. */
const sizeMargin = 10;
const limitOfAll = 4_000_000_000;
/** A MISP feed has an event in each, a TAXII collection a page. */
const mostDocuments = 20_000;

/** Fetches the documents of one feed, one after the other; what did not change since the last time is not sent again. */
export function feedFetcher(options: FeedFetcherOptions): FeedFetcher {
  const { feed, key, kept, folder, fetchFile, signal, onProgress, now } = options;
  const known = new Map(kept.map((each) => [each.name, each]));
  const maxBytes = feed.sizeHint > 0 ? Math.max(smallestLimit, sizeMargin * feed.sizeHint) : limitOfUnknownSize;
  let [count, bytes] = [0, 0];
  return {
    async get(url, step) {
      checkLimits((count += 1), bytes);
      onProgress(step, 0, 0);
      const old = known.get(url);
      const { target, headers } = withKey(url, feed, key);
      const accept = acceptOf(feed.reader);
      const validators = { etag: old?.etag, lastModified: old?.lastModified };
      const found = await fetchFile(target, {
        ...{ folder, headers: { accept, ...headers }, ...validators, maxBytes, signal },
        onProgress: (done, total) => onProgress(step, done, total ?? 0),
      });
      if (found.status === 'not-modified' && old) return { document: old, isNew: false };
      if (found.status === 'not-modified')
        throw new DownloadError('publisher', 'The publisher says that a file has not changed which was never fetched.');
      bytes += found.bytes;
      const { contentType, etag, lastModified } = found;
      const document = {
        ...{ name: url, file: basename(found.file), at: now().getTime() },
        ...(contentType !== undefined && { contentType }),
        ...(etag !== undefined && { etag }),
        ...(lastModified !== undefined && { lastModified }),
      };
      return { document, isNew: true };
    },
  };
}

function checkLimits(count: number, bytes: number): void {
  if (count > mostDocuments)
    throw new DownloadError('publisher', `The feed goes on for more than ${formatNumber(mostDocuments)} files.`);
  if (bytes > limitOfAll) throw new DownloadError('publisher', 'The files of the feed are larger than 4 GB together.');
}

/** The key goes to the host that it is for, whatever else the feed refers to. @throws DownloadError */
function withKey(
  url: string,
  { auth, urls }: Feed,
  key: string | undefined,
): { readonly target: string; readonly headers: Readonly<Record<string, string>> } {
  const target = new URL(url);
  if (target.protocol !== 'https:')
    throw new DownloadError('publisher', `The feed goes on at an address that is not https (${target.host}).`);
  const isOwn = urls.some((each) => new URL(each).origin === target.origin);
  if (!auth || key === undefined || !isOwn) return { target: url, headers: {} };
  if (auth.where === 'header') return { target: url, headers: { [auth.name]: key } };
  target.searchParams.set(auth.name, key);
  return { target: target.href, headers: {} };
}
