import { createRequire } from 'node:module';
import { Readable, pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type * as Xz from 'xz-decompress';
import { ZSTDDecoder } from 'zstddec/stream';
import { DownloadError, errorText } from '#model/errors.ts';
import type { Packing } from './content-kind.ts';

/** The content of packed bytes, which may have several members. @throws DownloadError for damage, after everything before it */
export async function* unpacked(packing: Packing, packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* unpackers[packing](packed);
  } catch (error) {
    throw damaged(`${packing} file`, error);
  }
}

/** A copy of the package for one content: within a copy, the next content waits until the one before it is unpacked. */
function newXz(): typeof Xz {
  const require = createRequire(import.meta.url);
  const path = require.resolve('xz-decompress');
  delete require.cache[path];
  return require(path) as typeof Xz;
}

const unpackers: Readonly<Record<Packing, (packed: AsyncIterable<Buffer>) => AsyncGenerator<Buffer>>> = {
  gzip: unGzip,
  // not node:zlib: that of Node 22 ends after the first of several frames, and takes what is cut off for whole
  zstd: unZstd,
  xz: unXz,
};

async function* unGzip(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const unpack = createGunzip({ chunkSize: 256 * 1024 });
  const source = Readable.from(packed, { objectMode: false });
  // an error of the first stream reaches the reader of the second
  pipeline(source, unpack, () => undefined);
  try {
    yield* beforeDamage(unpack);
  } finally {
    unpack.destroy();
    source.destroy();
  }
}

/**
 * Everything before an error. A failing stream drops its buffered data, so a slow reader would get less of a damaged file than a fast
 * one.
 */
async function* beforeDamage(stream: Readable): AsyncGenerator<Buffer> {
  try {
    yield* stream as AsyncIterable<Buffer>;
  } catch (error) {
    for (let left = stream.read() as Buffer | null; left !== null; left = stream.read() as Buffer | null) yield left;
    throw error;
  }
}

const xzFaults: Readonly<Record<string, string>> = {
  3: 'there is not enough memory to unpack it',
  4: 'it needs more than 64 MB of memory to be unpacked',
  6: 'it uses options that are not supported',
  7: 'its content or a checksum is wrong',
  8: 'its end is missing',
};

async function* unXz(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { XzReadableStream } = newXz();
  const source = packed[Symbol.asyncIterator]();
  let isAtEnd = false;
  const web = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await source.next();
      isAtEnd = next.done === true;
      // an empty chunk says that there is no more; the end of the stream would not be noticed
      controller.enqueue(next.done ? new Uint8Array() : next.value);
    },
  });
  try {
    for await (const chunk of new XzReadableStream(web))
      if (chunk.length > 0) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
  } catch (error) {
    const [, code = ''] = /get_next_output failed with error code (\d+)/.exec(errorText(error)) ?? [];
    const words = xzFaults[isAtEnd ? '8' : code];
    throw words === undefined ? error : new Error(words, { cause: error });
  } finally {
    await source.return?.();
  }
}

/** At an error, the decoder takes no more input and goes on for ever: so many empty chunks in a row are an error. */
const maxEmptyChunks = 1000;
const zstdFault = 'its content or a checksum is wrong, or it needs more than 128 MB of memory to be unpacked';
/** Small, so that the rest of a chunk that is given up unpacks to little. */
const zstdInput = 16 * 1024;

/** The decoder frees its memory only when its input ends; after an error, it keeps it until the thread ends. */
async function* unZstd(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new ZSTDDecoder();
  await decoder.init();
  const input = sliced(packed);
  const ahead: Buffer[] = [];
  const output = decoder.decodeStreaming(shifted(ahead));
  let empty = 0;
  try {
    for (;;) {
      // the decoder takes at most one chunk for each that it gives
      const more = ahead.length === 0 ? await input.next() : undefined;
      if (more?.done === false) ahead.push(more.value);
      const next = output.next();
      if (next.done) return;
      const { buffer, byteOffset, length } = next.value;
      empty = length === 0 ? empty + 1 : 0;
      if (empty > maxEmptyChunks) throw new Error(zstdFault);
      if (length > 0) yield Buffer.from(buffer, byteOffset, length);
    }
  } finally {
    await input.return(undefined);
    ahead.length = 0;
    for (const { length } of output) if (length === 0 && (empty += 1) > maxEmptyChunks) break;
  }
}

function* shifted(chunks: Buffer[]): Generator<Buffer> {
  for (let chunk = chunks.shift(); chunk; chunk = chunks.shift()) yield chunk;
}

async function* sliced(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length; at += zstdInput) yield chunk.subarray(at, at + zstdInput);
}

/** The error as a DownloadError, which says whose fault it is. */
export function damaged(what: string, error: unknown): DownloadError {
  if (error instanceof DownloadError) return error;
  if (error instanceof Error && 'syscall' in error) return unreadable(error);
  const words = errorText(error).replace(/\.$/, '');
  return new DownloadError('publisher', `The ${what} is damaged: ${words}.`, { cause: error });
}

/** An error of the disk, or a missing file. */
export function unreadable(error: unknown): DownloadError {
  const words = errorText(error);
  return new DownloadError('this-machine', `The file cannot be read: ${words}.`, { cause: error });
}
