import { basename } from 'node:path';
import type { Download } from '#model/download.ts';
import { DownloadError } from '#model/errors.ts';
import { formatNumber } from '#model/format.ts';
import type { Feed } from '#server/ingest/feeds/catalogue/feed.ts';
import type { StoredDocument } from './stored-documents.ts';

export interface FetcherOptions {
  readonly feed: Feed;
  readonly key: string | undefined;
  /** Documents of earlier fetches. */
  readonly kept: readonly StoredDocument[];
  /** Where new files are written. */
  readonly folder: string;
  readonly download: Download;
  readonly signal: AbortSignal;
  /** Called as bytes arrive; `total` is 0 while unknown. */
  readonly onProgress: (step: string, bytes: number, total: number) => void;
  readonly now: () => Date;
}

const minLimitBytes = 50_000_000;
const limitOfUnknownSize = 500_000_000;
/** A file that exceeds its known size by this factor is a different file. */
const sizeMargin = 10;
const maxTotalBytes = 4_000_000_000;
/** A MISP feed has a document for each event, a TAXII collection one for each page. */
const maxDocuments = 20_000;

/** Fetches the documents of one feed, one after the other. The publisher does not send again what has not changed. */
export class DocumentFetcher {
  readonly #options: FetcherOptions;
  readonly #kept: ReadonlyMap<string, StoredDocument>;
  #count = 0;
  #bytes = 0;

  constructor(options: FetcherOptions) {
    this.#options = options;
    this.#kept = new Map(options.kept.map((each) => [each.name, each]));
  }

  /** @param step what is being done, for a person. @throws DownloadError */
  async get(url: string, step: string): Promise<{ readonly document: StoredDocument; readonly isNew: boolean }> {
    const { feed, key, folder, download, signal, onProgress, now } = this.#options;
    this.#checkLimits();
    onProgress(step, 0, 0);
    const old = this.#kept.get(url);
    const { target, headers } = withKey(url, feed, key);
    const found = await download(target, {
      folder,
      signal,
      etag: old?.etag,
      lastModified: old?.lastModified,
      headers: { accept: acceptOf(feed), ...headers },
      maxBytes: feed.sizeHint > 0 ? Math.max(minLimitBytes, sizeMargin * feed.sizeHint) : limitOfUnknownSize,
      onProgress: (done, total) => onProgress(step, done, total ?? 0),
    });
    if (found.status === 'not-modified' && old) return { document: old, isNew: false };
    if (found.status === 'not-modified')
      throw new DownloadError('publisher', 'The publisher reports that a file is unchanged that was never fetched.');
    this.#bytes += found.bytes;
    const { contentType, etag, lastModified, addedLast } = found;
    const document = {
      name: url,
      file: basename(found.file),
      at: now().getTime(),
      ...(contentType !== undefined && { contentType }),
      ...(etag !== undefined && { etag }),
      ...(lastModified !== undefined && { lastModified }),
      ...(addedLast !== undefined && { addedLast }),
    };
    return { document, isNew: true };
  }

  #checkLimits(): void {
    this.#count += 1;
    if (this.#count > maxDocuments)
      throw new DownloadError('publisher', `The feed has more than ${formatNumber(maxDocuments)} files.`);
    if (this.#bytes > maxTotalBytes)
      throw new DownloadError('publisher', 'The files of the feed are larger than 4 GB together.');
  }
}

/** The header Accept: TAXII servers refuse every media type but their own. */
export function acceptOf({ reader }: Pick<Feed, 'reader'>): string {
  return reader === 'taxii' ? 'application/taxii+json;version=2.1' : '*/*';
}

/** Adds the key to requests to the origin of the feed, not to other hosts that its documents refer to. @throws DownloadError */
function withKey(
  url: string,
  { auth, urls }: Feed,
  key: string | undefined,
): { readonly target: string; readonly headers: Readonly<Record<string, string>> } {
  const target = new URL(url);
  if (target.protocol !== 'https:')
    throw new DownloadError('publisher', `The feed refers to an address that is not https (${target.host}).`);
  const isOwn = urls.some((each) => new URL(each).origin === target.origin);
  if (!auth || key === undefined || !isOwn) return { target: url, headers: {} };
  if (auth.where === 'header') return { target: url, headers: { [auth.name]: key } };
  target.searchParams.set(auth.name, key);
  return { target: target.href, headers: {} };
}
