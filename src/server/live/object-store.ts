import { readFile, rm } from 'node:fs/promises';
import { AwsV4Signer } from 'aws4fetch';
import { DownloadError } from '#model/errors.ts';
import type { ObjectStore, StoredObject } from '#model/object-store.ts';
import { openDownload } from './download.ts';

/** A bucket on an S3-compatible server, and the key that may list and read its objects. */
export interface ObjectStoreSettings {
  /** Scheme, host and port, then the bucket and the prefix of the object keys: `https://s3.example/bucket/sensors/`. */
  readonly url: string;
  readonly keyId: string;
  readonly secret: string;
  /** Only for servers whose region does not follow from the URL. */
  readonly region: string | undefined;
  /** Whether the server may have a private or loopback address. */
  readonly isInside: boolean;
}

/** A page holds at most 1000 objects with keys of at most 1 kB, each character encoded. */
const maxPageBytes = 8_000_000;
const maxObjects = 20_000;
/** A log of several gigabytes over a slow line. */
const totalMilliseconds = 6 * 3_600_000;
/** SHA-256 of an empty body. */
const emptyDigest = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** Egress to object storage: requests go to the server of the URL alone, and redirects are not followed. */
export function openObjectStore(settings: ObjectStoreSettings & { readonly offline: boolean }): ObjectStore {
  const { keyId, secret, region, isInside, offline } = settings;
  const { origin, bucket, prefix } = partsOf(settings.url);
  const download = openDownload({ offline, store: { origin, isInside }, limits: { totalMilliseconds } });

  async function get(url: string, folder: string, maxBytes: number, signal: AbortSignal): Promise<string> {
    const signer = new AwsV4Signer({
      method: 'GET',
      url,
      service: 's3',
      accessKeyId: keyId,
      secretAccessKey: secret,
      headers: { 'x-amz-content-sha256': emptyDigest },
      ...(region !== undefined && { region }),
    });
    const { headers } = await signer.sign();
    // the connection sets the same header
    headers.delete('host');
    const found = await download(url, {
      folder,
      headers: Object.fromEntries(headers),
      maxBytes,
      signal,
    });
    if (found.status !== 'fetched') throw new Error('no validator was sent');
    return found.file;
  }

  async function page(token: string, folder: string, signal: AbortSignal): Promise<string> {
    const query = new URLSearchParams({ 'encoding-type': 'url', 'list-type': '2', prefix });
    if (token !== '') query.set('continuation-token', token);
    query.sort();
    // the signature covers a space as %20
    const url = `${origin}/${encoded(bucket)}?${query.toString().replaceAll('+', '%20')}`;
    const file = await get(url, folder, maxPageBytes, signal);
    try {
      return await readFile(file, 'utf8');
    } finally {
      await rm(file, { force: true });
    }
  }

  return {
    async list(folder, signal) {
      const objects: StoredObject[] = [];
      const tokens = new Set<string>();
      let token = '';
      do {
        const text = await page(token, folder, signal);
        if (!text.includes('<ListBucketResult'))
          throw new DownloadError(
            'publisher',
            `${new URL(origin).host} does not answer as a server of the S3 interface.`,
          );
        objects.push(...objectsIn(text, prefix));
        if (objects.length > maxObjects)
          throw new DownloadError(
            'publisher',
            `There are more than ${maxObjects} objects: name a longer prefix, or let the bucket delete old ones.`,
          );
        token = valueOf(text, 'NextContinuationToken') ?? '';
        if (tokens.has(token))
          throw new DownloadError('publisher', `${new URL(origin).host} lists the same objects again and again.`);
        tokens.add(token);
      } while (token !== '');
      return objects;
    },
    download: ({ key, bytes }, folder, signal) =>
      get(`${origin}/${encoded(bucket)}/${key.split('/').map(encoded).join('/')}`, folder, bytes, signal),
  };
}

/** @param url of ObjectStoreSettings */
function partsOf(url: string): { readonly origin: string; readonly bucket: string; readonly prefix: string } {
  const { origin, pathname } = new URL(url);
  const [bucket = '', ...rest] = decodeURIComponent(pathname).slice(1).split('/');
  return { origin, bucket, prefix: rest.join('/') };
}

/** Keys are URL-encoded, as requested, only where the answer says so. */
function objectsIn(page: string, prefix: string): StoredObject[] {
  const isEncoded = valueOf(page, 'EncodingType') === 'url';
  return [...page.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)].map(([, text = '']) => {
    const name = valueOf(text, 'Key') ?? '';
    const key = isEncoded ? decodeURIComponent(name.replaceAll('+', '%20')) : name;
    return {
      key,
      name: key.slice(prefix.length) || key,
      version: valueOf(text, 'ETag') ?? valueOf(text, 'LastModified') ?? '',
      bytes: Number(valueOf(text, 'Size') ?? 0),
    };
  });
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function valueOf(text: string, name: string): string | undefined {
  const [, value] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(text) ?? [];
  return value?.replace(/&(amp|lt|gt|quot|apos);/g, (_, entity: string) => entities[entity] ?? '');
}

/** The segment as RFC 3986 encodes it, which is the form that the signature covers. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
