import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { crc32, createGunzip, type Gunzip } from 'node:zlib';
import { openPromise, type Entry } from 'yauzl';
import { DownloadError, errorText } from '#model/errors.ts';

export interface UnpackLimits {
  /** Of the whole content, unpacked. */
  readonly maxBytes: number;
  /** The largest ratio of unpacked to packed size, for content larger than a small list. */
  readonly maxRatio: number;
}

/** An archive with more files is not a feed. */
const maxEntries = 1000;
/** Content up to this size is harmless at any ratio. */
const harmlessBytes = 32_000_000;

/** The content of a gzip file, which may have several members. @throws DownloadError */
export async function* gunzipped(
  file: string,
  limits: UnpackLimits,
  onRead?: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  const packed = createReadStream(file, { highWaterMark: 256 * 1024 });
  const gunzip = createGunzip({ chunkSize: 256 * 1024 });
  if (onRead) packed.on('data', ({ length }) => onRead(length));
  // an error of the first stream reaches the reader of the second
  pipeline(packed, gunzip, () => undefined);
  try {
    const { size } = await stat(file);
    const most = largest(size, limits);
    let bytes = 0;
    for await (const chunk of beforeDamage(gunzip)) {
      bytes += chunk.length;
      if (bytes > most) throw hostile(`more than ${most} bytes from ${size}`);
      yield chunk;
    }
  } catch (error) {
    throw damaged('gzip file', error);
  } finally {
    packed.destroy();
    gunzip.destroy();
  }
}

/**
 * Everything before an error. A failing stream drops its buffered data, so a slow reader would get less of a damaged file than a fast
 * one.
 */
async function* beforeDamage(stream: Gunzip): AsyncGenerator<Buffer> {
  try {
    yield* stream as AsyncIterable<Buffer>;
  } catch (error) {
    for (let left = stream.read() as Buffer | null; left !== null; left = stream.read() as Buffer | null) yield left;
    throw error;
  }
}

/** The files of an archive, without folders and the files that operating systems add. @throws DownloadError */
export async function listZip(file: string, limits: UnpackLimits): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  let count = 0;
  let bytes = 0;
  try {
    const { size } = await stat(file);
    const archive = await openPromise(file, { autoClose: false });
    try {
      for await (const entry of archive.eachEntry()) {
        count += 1;
        bytes += entry.uncompressedSize;
        if (count > maxEntries) throw hostile(`more than ${maxEntries} files`);
        if (bytes > largest(size, limits)) throw hostile(`${bytes} bytes from ${size}`);
        if (entry.isEncrypted())
          throw new DownloadError('publisher', 'The archive is encrypted. Use one without a password.');
        if (!/\/$|^__MACOSX\/|(^|\/)\.[^/]*$/.test(entry.fileName)) entries.push(entry);
      }
    } finally {
      archive.close();
    }
  } catch (error) {
    throw damaged('zip archive', error);
  }
  return entries;
}

/** One file of an archive; its size and checksum are verified. @throws DownloadError */
export async function* unzipped(file: string, entry: Entry, onRead?: (bytes: number) => void): AsyncGenerator<Buffer> {
  try {
    const archive = await openPromise(file, { autoClose: false });
    try {
      const stream = await archive.openReadStreamPromise(entry);
      let sum = 0;
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        sum = crc32(chunk, sum);
        onRead?.((chunk.length * entry.compressedSize) / entry.uncompressedSize);
        yield chunk;
      }
      if (sum !== entry.crc32) throw new Error('a checksum does not match');
    } finally {
      archive.close();
    }
  } catch (error) {
    throw damaged('zip archive', error);
  }
}

function largest(packedBytes: number, { maxBytes, maxRatio }: UnpackLimits): number {
  return Math.min(maxBytes, Math.max(harmlessBytes, packedBytes * maxRatio));
}

function hostile(what: string): DownloadError {
  return new DownloadError('publisher', `The file unpacks to more than is allowed: ${what}.`);
}

/** The error as a DownloadError, which says whose fault it is. */
function damaged(what: string, error: unknown): DownloadError {
  if (error instanceof DownloadError) return error;
  if (error instanceof Error && 'syscall' in error) return unreadable(error);
  const words = errorText(error);
  return new DownloadError('publisher', `The ${what} is damaged: ${words}.`, { cause: error });
}

/** An error of the disk, or a missing file. */
export function unreadable(error: unknown): DownloadError {
  const words = errorText(error);
  return new DownloadError('this-machine', `The file cannot be read: ${words}.`, { cause: error });
}
