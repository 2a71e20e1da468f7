import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { DownloadError } from '#model/errors.ts';
import type { FeedDocument } from './entry.ts';
import { gunzipped, listZip, unreadable, unzipped, type UnpackLimits } from './unpack.ts';

interface DocumentLimits extends UnpackLimits {
  /** Of a document that is read as JSON, which needs several times as much memory. */
  readonly maxJsonBytes: number;
}

export interface DocumentOptions {
  /** The URL or path it came from; the documents of an archive are named by their paths inside it. */
  readonly name: string;
  /** What the publisher said it is. */
  readonly contentType?: string | undefined;
  /** Hears of the days that a reader finds in the documents. */
  readonly onAsOf: (day: string) => void;
  /** Hears of further documents of the feed. @param from the name of the document that refers to it */
  readonly onMore: (reference: string, from: string) => void;
  readonly limits?: Partial<DocumentLimits>;
  /** Not refused for NUL bytes: a crash or a rotation in the middle of writing leaves runs of them in logs. */
  readonly mayHoldNul?: boolean;
  /** Hears how many more bytes of the file have been read, packed as they are. */
  readonly onRead?: (bytes: number) => void;
}

const defaultLimits: DocumentLimits = { maxBytes: 4_000_000_000, maxRatio: 200, maxJsonBytes: 100_000_000 };
const maxLineCharacters = 1_000_000;
/** Enough to tell a web page from data. */
const headBytes = 1024;

interface PackedLines extends FeedDocument {
  /** The lines, as many at a time as are there: for files of many millions. */
  linePacks(): AsyncIterable<readonly string[]>;
}

/**
 * The documents in a file that was fetched or dropped: itself, unpacked when it is gzip, or the files of a zip archive in the order of
 * the archive. What kind it is shows in its first bytes, not in its name. They are streamed while they are read.
 * @throws DownloadError of the publisher for a web page in place of data, for a damaged, hostile or unknown kind of file; reading
 * on in the documents may throw it, too. Of this machine when the file cannot be read.
 */
export async function openDocument(file: string, options: DocumentOptions): Promise<readonly PackedLines[]> {
  const { name } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const sources = await sourcesOf(file, name, limits, options.onRead);
  for (const { open: openSource } of sources) await checkHead(openSource(), options);
  return sources.map((source) => documentOf(source, limits, options));
}

/** The bytes of everything in a file, unpacked. @throws as openDocument */
export async function* unpackedBytes(file: string, limits: UnpackLimits): AsyncGenerator<Buffer> {
  for (const source of await sourcesOf(file, '', limits)) yield* source.open();
}

interface Source {
  readonly name: string;
  readonly open: () => AsyncIterable<Buffer>;
}

async function sourcesOf(
  file: string,
  name: string,
  limits: UnpackLimits,
  onRead?: (bytes: number) => void,
): Promise<readonly Source[]> {
  const kind = kindOf(await readHead(file));
  if (kind === 'gzip') return [{ name, open: () => gunzipped(file, limits, onRead) }];
  if (kind === 'plain') return [{ name, open: () => plain(file, onRead) }];
  const entries = await listZip(file, limits);
  return entries.map((entry) => ({ name: entry.fileName, open: () => unzipped(file, entry, onRead) }));
}

async function* plain(file: string, onRead?: (bytes: number) => void): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
      onRead?.(chunk.length);
      yield chunk;
    }
  } catch (error) {
    throw unreadable(error);
  }
}

function kindOf(head: Buffer): 'gzip' | 'zip' | 'plain' {
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip';
  // an archive of nothing begins with the record that ends every archive
  return /^PK(\x03\x04|\x05\x06)/.test(head.toString('latin1', 0, 4)) ? 'zip' : 'plain';
}

async function readHead(file: string): Promise<Buffer> {
  try {
    await using handle = await open(file);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    throw unreadable(error);
  }
}

const packers: readonly (readonly [RegExp, string])[] = [
  [/^\x1f\x8b/, 'gzip'],
  [/^PK\x03\x04/, 'zip'],
  [/^BZh[1-9]/, 'bzip2'],
  [/^\xfd7zXZ/, 'xz'],
  [/^\x28\xb5\x2f\xfd/, 'zstd'],
  [/^7z\xbc\xaf/, '7z'],
  [/^.{257}ustar/s, 'tar'],
  [/^%PDF/, 'PDF'],
];

/** Some publishers answer a page of thanks, a check for robots or an error with 200. */
const webPage = /^\s*<(!doctype\s+html|html|head|body|script|meta|title|style)\b/i;

async function checkHead(
  stream: AsyncIterable<Buffer>,
  { contentType = '', mayHoldNul = false }: DocumentOptions,
): Promise<void> {
  const head = (await firstBytes(stream, headBytes)).toString('latin1');
  const text = head.replace(/^\xef\xbb\xbf/, '').replace(/<\?xml[^>]*>|<!--[^]*?-->/g, '');
  const isPage = webPage.test(text) || (/^text\/html\b/i.test(contentType) && /^\s*</.test(text));
  if (isPage) throw new DownloadError('publisher', 'This is a web page, not data.');
  const packed = packers.find(([magic]) => magic.test(head));
  if (packed)
    throw new DownloadError(
      'publisher',
      `The content is ${packed[1]}, which is not read. Use text, gzip or zip, packed once.`,
    );
  if (!mayHoldNul && head.includes('\0') && !/^(\xff\xfe|\xfe\xff)/.test(head))
    throw new DownloadError('publisher', 'The file is not text: it contains binary data.');
}

async function firstBytes(stream: AsyncIterable<Buffer>, count: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= count) break; // which also closes the stream
  }
  return Buffer.concat(chunks).subarray(0, count);
}

function documentOf(
  source: Source,
  { maxJsonBytes }: DocumentLimits,
  { onAsOf, onMore }: DocumentOptions,
): PackedLines {
  return {
    name: source.name,
    lines: () => linesOf(source.open()),
    linePacks: () => linePacksOf(source.open()),
    json: async () => JSON.parse(await textOf(source.open(), maxJsonBytes)) as unknown,
    asOf: onAsOf,
    more: (reference) => onMore(reference, source.name),
  };
}

async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  for await (const lines of linePacksOf(stream)) yield* lines;
}

/** As many lines as came at once. What a line is cut at costs no memory: the rest of it is dropped as it arrives. */
async function* linePacksOf(stream: AsyncIterable<Buffer>): AsyncGenerator<readonly string[]> {
  let rest = '';
  let isCut = false;
  for await (const text of decoded(stream)) {
    const lines = text.split('\n');
    const last = lines.pop() ?? '';
    for (const [index, line] of lines.entries()) {
      lines[index] = withoutEnd(isCut ? rest : rest + line);
      rest = '';
      isCut = false;
    }
    if (lines.length > 0) yield lines;
    if (!isCut) rest += last;
    if (rest.length > maxLineCharacters) {
      rest = rest.slice(0, maxLineCharacters);
      isCut = true;
    }
  }
  if (rest !== '') yield [withoutEnd(rest)];
}

function withoutEnd(line: string): string {
  const whole = line.length > maxLineCharacters ? line.slice(0, maxLineCharacters) : line;
  return whole.endsWith('\r') ? whole.slice(0, -1) : whole;
}

async function textOf(stream: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
  const parts: string[] = [];
  let size = 0;
  const onBytes = (bytes: number): void => {
    size += bytes;
    if (size > maxBytes)
      throw new DownloadError('publisher', `The JSON document is larger than the limit of ${maxBytes} bytes.`);
  };
  for await (const text of decoded(stream, onBytes)) parts.push(text);
  return parts.join('');
}

/** UTF-8, or UTF-16 where a byte order mark says so; what cannot be decoded becomes U+FFFD. */
async function* decoded(stream: AsyncIterable<Buffer>, onBytes?: (bytes: number) => void): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for await (const chunk of stream) {
    onBytes?.(chunk.length);
    decoder ??= new TextDecoder(encodingOf(chunk));
    yield decoder.decode(chunk, { stream: true });
  }
  if (decoder) yield decoder.decode();
}

function encodingOf([first, second]: Buffer): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
