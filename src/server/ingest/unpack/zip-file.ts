import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import {
  fromRandomAccessReaderPromise,
  getFileNameLowLevel,
  RandomAccessReader,
  type Entry,
  type ZipFile,
} from 'yauzl';
import { damaged } from './unpack-streams.ts';

/** The record at the end of a zip archive, without its comment. */
const endBytes = 22;
const maxCommentBytes = 0xffff;

/** A zip archive, also with other bytes behind it. Names of entries may be any path. @throws Error for a damaged one */
export async function openZip(file: string): Promise<ZipFile> {
  const handle = await open(file);
  try {
    const size = await endOfZip(handle);
    const options = { autoClose: false, decodeStrings: false };
    return await fromRandomAccessReaderPromise(new HandleReader(file, handle), size, options);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** The name of an entry, as it is written in the archive. */
export function nameOfEntry({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
}

/** The content of an entry; its size and checksum are verified. @throws DownloadError */
export async function* contentOfEntry(archive: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  try {
    const stream = await archive.openReadStreamPromise(entry);
    let sum = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      sum = crc32(chunk, sum);
      yield chunk;
    }
    if (sum !== entry.crc32) throw new Error('a checksum does not match');
  } catch (error) {
    throw damaged('zip archive', error);
  }
}

/** Where the archive ends; the end of the file when nothing looks like it. */
async function endOfZip(handle: FileHandle): Promise<number> {
  const { size } = await handle.stat();
  const length = Math.min(size, 2 * maxCommentBytes);
  const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length);
  for (let at = length - endBytes; at >= 0; at -= 1) {
    if (buffer.readUInt32LE(at) !== 0x06054b50) continue;
    const end = at + endBytes + buffer.readUInt16LE(at + endBytes - 2);
    if (end <= length) return size - length + end;
  }
  return size;
}

class HandleReader extends RandomAccessReader {
  readonly #file: string;
  readonly #handle: FileHandle;

  constructor(file: string, handle: FileHandle) {
    super();
    this.#file = file;
    this.#handle = handle;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return createReadStream(this.#file, { start, end: end - 1 });
  }

  override read(buffer: Buffer, offset: number, length: number, position: number, done: (error: Error | null) => void) {
    this.#handle.read(buffer, offset, length, position).then(({ bytesRead }) => {
      done(bytesRead === length ? null : new Error('its end is missing'));
    }, done);
  }

  override close(done: (error: Error | null) => void): void {
    this.#handle.close().then(() => done(null), done);
  }
}
