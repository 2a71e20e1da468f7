import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { DownloadError } from '#model/errors.ts';
import { headBytes, isPacking, kindOf } from './content-kind.ts';
import { tarEntries } from './tar-entries.ts';
import { damaged, unpacked, unreadable } from './unpack-streams.ts';
import { contentOfEntry, nameOfEntry, openZip } from './zip-file.ts';

/** A file in an archive, or the file itself. */
export interface Member {
  /** Its path in the archive; '' for the file itself. */
  readonly name: string;
  /** Why its content is not read: what it is, in a sentence. */
  readonly skipped?: string;
  /** The beginning of its content: at most `headBytes`. */
  readonly head: Buffer;
  /** Unpacked, to be read once and before the next member is asked for. @throws DownloadError */
  readonly content: AsyncIterable<Buffer>;
}

export interface MemberOptions {
  readonly limits: ArchiveLimits;
  /** Called with the number of bytes just read from the file. */
  readonly onRead?: ((bytes: number) => void) | undefined;
}

export interface UnpackLimits {
  /** Of the whole content, unpacked. */
  readonly maxBytes: number;
  /** The largest ratio of unpacked to packed size, for content larger than a small list. */
  readonly maxRatio: number;
}

interface ArchiveLimits extends UnpackLimits {
  readonly maxMembers: number;
}

/** Content up to this size is harmless at any ratio. */
const harmlessBytes = 32_000_000;
/** Files that operating systems add. */
const added = /^__MACOSX\/|(?:^|\/)(?:\.DS_Store|\._[^/]*|Thumbs\.db|desktop\.ini)$/;

/**
 * The files in an archive in their order, without folders, or the one content of any other file. Formats are recognised by their bytes:
 * gzip, zstd or xz, zip and tar, also packed, and packed files in archives, but no archives in archives. Nothing is read whole into
 * memory, and no name becomes a path of this machine.
 * @throws DownloadError of the publisher for a damaged archive or one beyond the limits, of this machine for an unreadable file
 */
export async function* membersOf(file: string, options: MemberOptions): AsyncGenerator<Member> {
  const budget = new Budget(await sizeOf(file), options.limits);
  const head = await headOf(file);
  const kind = kindOf(head);
  if (kind === 'zip') return yield* zipMembers(file, budget, options);
  const bytes = bytesOf(file, options.onRead);
  let inner: Peeked | undefined;
  try {
    if (kind === 'tar') return yield* tarMembers(bytes, budget, options);
    if (!isPacking(kind)) return yield memberOf('', head, bytes);
    inner = await peeked(budget.metered(unpacked(kind, bytes)));
    if (kindOf(inner.head) === 'tar') yield* tarMembers(inner.content(), budget, options);
    else yield memberOf('', inner.head, inner.content());
  } finally {
    await inner?.close();
    await bytes.return(undefined);
  }
}

/** What a file is packed with or, of one that is not packed, its kind. @throws DownloadError of this machine */
export async function kindOfFile(file: string): Promise<string> {
  return kindOf(await headOf(file));
}

/** The beginning of a file. @throws DownloadError of this machine */
export async function headOf(file: string): Promise<Buffer> {
  try {
    await using handle = await open(file);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    throw unreadable(error);
  }
}

/** A content of which all layers but one kind are unpacked. */
function memberOf(name: string, head: Buffer, content: AsyncIterable<Buffer>): Member {
  const kind = kindOf(head);
  if (kind === 'plain') return { name, head, content };
  const isArchive = isPacking(kind) || kind === 'zip' || kind === 'tar';
  const why = isArchive ? 'is packed again' : 'is not read';
  return {
    name,
    head,
    content,
    skipped: `The content is ${kind}, which ${why}. Use text, gzip, zstd or xz, alone or in one zip or tar archive.`,
  };
}

/** A file in an archive, which may be packed. */
async function* nested(name: string, packed: AsyncIterable<Buffer>, budget: Budget): AsyncGenerator<Member> {
  const outer = await peeked(packed);
  let inner: Peeked | undefined;
  try {
    const kind = kindOf(outer.head);
    if (isPacking(kind)) {
      inner = await peeked(budget.metered(unpacked(kind, outer.content())));
      yield memberOf(name, inner.head, inner.content());
    } else yield memberOf(name, outer.head, outer.content());
  } finally {
    await inner?.close();
    await outer.close();
  }
}

async function* tarMembers(
  archive: AsyncIterable<Buffer>,
  budget: Budget,
  { limits }: MemberOptions,
): AsyncGenerator<Member> {
  let count = 0;
  for await (const { name, isFile, content } of tarEntries(archive)) {
    count += 1;
    if (count > limits.maxMembers) throw tooMany(limits);
    if (!isFile) yield { name, ...nothing('It is a link or a device, not a file.') };
    else if (added.test(name)) yield { name, ...nothing(addedWords) };
    else yield* nested(name, content, budget);
  }
}

const addedWords = 'An operating system has added it.';

async function* zipMembers(
  file: string,
  budget: Budget,
  { limits, onRead = () => undefined }: MemberOptions,
): AsyncGenerator<Member> {
  const archive = await openZip(file).catch((error: unknown) => {
    throw damaged('zip archive', error);
  });
  try {
    if (archive.entryCount > limits.maxMembers) throw tooMany(limits);
    for await (const entry of archive.eachEntry()) {
      const name = nameOfEntry(entry);
      let left = entry.compressedSize;
      const metered = async function* () {
        for await (const chunk of budget.metered(contentOfEntry(archive, entry))) {
          const bytes = Math.min(left, (chunk.length * entry.compressedSize) / entry.uncompressedSize);
          left -= bytes;
          onRead(bytes);
          yield chunk;
        }
      };
      if (name.endsWith('/')) continue;
      if (added.test(name)) yield { name, ...nothing(addedWords) };
      else if (entry.isEncrypted()) yield { name, ...nothing('It is encrypted. Pack it without a password.') };
      else yield* nested(name, metered(), budget);
      onRead(left);
    }
  } catch (error) {
    throw damaged('zip archive', error);
  } finally {
    archive.close();
  }
}

/** Of a file that is not opened. */
function nothing(skipped: string): Omit<Member, 'name'> {
  return { skipped, head: Buffer.alloc(0), content: Readable.from([]) };
}

function tooMany({ maxMembers }: ArchiveLimits): DownloadError {
  return new DownloadError('publisher', `The archive holds more than ${maxMembers} files. Pack fewer into one.`);
}

/** What may be unpacked of a file, in all its layers. */
export class Budget {
  readonly #size: number;
  readonly #most: number;
  #bytes = 0;

  constructor(size: number, { maxBytes, maxRatio }: UnpackLimits) {
    this.#size = size;
    this.#most = Math.min(maxBytes, Math.max(harmlessBytes, size * maxRatio));
  }

  /** @throws DownloadError once it is more */
  async *metered(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of content) {
      this.take(chunk.length);
      yield chunk;
    }
  }

  /** @throws DownloadError once it is more */
  take(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= this.#most) return;
    throw new DownloadError(
      'publisher',
      `The file unpacks to more than is allowed: more than ${this.#most} bytes from ${this.#size}.`,
    );
  }
}

interface Peeked {
  readonly head: Buffer;
  /** Everything, with what the head is made of. */
  content(): AsyncGenerator<Buffer>;
  close(): Promise<void>;
}

/** Reads the beginning of a content. An error in it comes with the content, after what was read before. */
async function peeked(stream: AsyncIterable<Buffer>): Promise<Peeked> {
  const source = stream[Symbol.asyncIterator]();
  const chunks: Buffer[] = [];
  const failures: unknown[] = [];
  let size = 0;
  try {
    while (size < headBytes) {
      const next = await source.next();
      if (next.done) break;
      chunks.push(next.value);
      size += next.value.length;
    }
  } catch (error) {
    failures.push(error);
  }
  return {
    head: Buffer.concat(chunks).subarray(0, headBytes),
    async *content() {
      yield* chunks;
      if (failures.length > 0) throw failures[0];
      for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
    },
    close: async () => void (await source.return?.()),
  };
}

/** @throws DownloadError of this machine */
export async function* bytesOf(file: string, onRead?: (bytes: number) => void): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
      onRead?.(chunk.length);
      yield chunk;
    }
  } catch (error) {
    throw unreadable(error);
  }
}

/** @throws DownloadError of this machine */
export async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    throw unreadable(error);
  }
}
