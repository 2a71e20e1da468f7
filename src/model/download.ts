// Files of the internet, as their downloader and the importer of feeds know them.

export interface DownloadRequest {
  /** The target folder; created if missing. Partial files in it end in `.partial`. */
  readonly folder: string;
  /** For example a key. Sent only to the host of the URL, never after a redirect. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Validators of the last download, so that an unchanged file is not sent again. */
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
  /** Limit of the file and of its encoded transfer. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Bytes received so far, and the total if the publisher gives it. */
  readonly onProgress?: (bytes: number, total: number | null) => void;
}

export type DownloadResult =
  | { readonly status: 'not-modified' }
  | {
      readonly status: 'fetched';
      /** A random name in the target folder; the caller removes the file. */
      readonly file: string;
      readonly bytes: number;
      readonly etag: string | undefined;
      readonly lastModified: string | undefined;
      readonly contentType: string | undefined;
      /** The header X-TAXII-Date-Added-Last. */
      readonly addedLast: string | undefined;
    };

/**
 * Streams a file from the internet to the disk, through the same guard as live look-ups: the URL and every redirect must lead to
 * public addresses, or over https to a named host inside. The content encoding is decoded, so that the file is as published.
 * @throws DownloadError, or the reason of the caller's signal
 */
export type Download = (url: string, request: DownloadRequest) => Promise<DownloadResult>;
