import type { Entry } from 'yauzl';
import { DownloadError } from '#model/errors.ts';
import type { FeedDocument } from './entry.ts';
import { headBytes, kindOf } from '#server/ingest/unpack/content-kind.ts';
import { Budget, bytesOf, headOf, sizeOf, type UnpackLimits } from '#server/ingest/unpack/members.ts';
import { damaged, unpacked } from '#server/ingest/unpack/unpack-streams.ts';
import { contentOfEntry, nameOfEntry, openZip } from '#server/ingest/unpack/zip-file.ts';

interface DocumentLimits extends UnpackLimits {
  /** Of a document that is read as JSON, which needs several times its size in memory. */
  readonly maxJsonBytes: number;
}

export interface DocumentOptions {
  /** Its URL or file name; documents in an archive are named by their paths inside it. */
  readonly name: string;
  /** The content type that the publisher sent. */
  readonly contentType?: string | undefined;
  /** Of a page of a TAXII collection (`FeedDocument.addedLast`). */
  readonly addedLast?: string | undefined;
  /** Called with the days that a reader finds in the documents. */
  readonly onAsOf: (day: string) => void;
  /** Called with references to further documents of the feed. @param from the name of the referring document */
  readonly onMore: (reference: string, from: string) => void;
  readonly limits?: Partial<DocumentLimits>;
}

const defaultLimits: DocumentLimits = { maxBytes: 4_000_000_000, maxRatio: 200, maxJsonBytes: 100_000_000 };
const maxLineCharacters = 1_000_000;

/**
 * The documents in a fetched or dropped file: the file itself, unpacked if it is gzip, or the files of a zip archive in their order. The
 * first bytes decide the format, not the name. Documents are streamed.
 * @throws DownloadError of the publisher for a web page instead of data and for a damaged, hostile or unknown file, also later while
 * the documents are read; of this machine when the file cannot be read
 */
export async function openDocument(file: string, options: DocumentOptions): Promise<readonly FeedDocument[]> {
  const { name } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const sources = await sourcesOf(file, name, limits);
  for (const { open: openSource } of sources) await checkHead(openSource(), options);
  return sources.map((source) => documentOf(source, limits, options));
}

interface Source {
  readonly name: string;
  readonly open: () => AsyncIterable<Buffer>;
}

async function sourcesOf(file: string, name: string, limits: UnpackLimits): Promise<readonly Source[]> {
  const kind = kindOf(await headOf(file));
  if (kind === 'gzip') return [{ name, open: () => gunzipped(file, limits) }];
  if (kind !== 'zip') return [{ name, open: () => bytesOf(file) }];
  const entries = await listZip(file, limits);
  return entries.map((entry) => ({ name: nameOfEntry(entry), open: () => unzipped(file, entry) }));
}

/** An archive with more files is not a feed. */
const maxEntries = 1000;

/** The content of a gzip file, which may have several members. @throws DownloadError */
async function* gunzipped(file: string, limits: UnpackLimits): AsyncGenerator<Buffer> {
  yield* new Budget(await sizeOf(file), limits).metered(unpacked('gzip', bytesOf(file)));
}

/** The files of an archive, without folders and the files that operating systems add. @throws DownloadError */
async function listZip(file: string, limits: UnpackLimits): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  let count = 0;
  try {
    const budget = new Budget(await sizeOf(file), limits);
    const archive = await openZip(file);
    try {
      for await (const entry of archive.eachEntry()) {
        count += 1;
        budget.take(entry.uncompressedSize);
        if (count > maxEntries)
          throw new DownloadError('publisher', `The archive holds more than ${maxEntries} files.`);
        if (entry.isEncrypted())
          throw new DownloadError('publisher', 'The archive is encrypted. Use one without a password.');
        if (!/\/$|^__MACOSX\/|(^|\/)\.[^/]*$/.test(nameOfEntry(entry))) entries.push(entry);
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
async function* unzipped(file: string, entry: Entry): AsyncGenerator<Buffer> {
  const archive = await openZip(file);
  try {
    yield* contentOfEntry(archive, entry);
  } finally {
    archive.close();
  }
}

/** Some publishers send a page of thanks, a check for robots or an error with status 200. */
const webPage = /^\s*<(!doctype\s+html|html|head|body|script|meta|title|style)\b/i;

/** Whether a text that begins so is a web page. */
export function isWebPage(head: string): boolean {
  return webPage.test(withoutComments(head));
}

function withoutComments(head: string): string {
  return head.replace(/^(?:\xef\xbb\xbf|\ufeff)/, '').replace(/<\?xml[^>]*>|<!--[^]*?-->/g, '');
}

async function checkHead(stream: AsyncIterable<Buffer>, { contentType = '' }: DocumentOptions): Promise<void> {
  const bytes = await firstBytes(stream, headBytes);
  const head = bytes.toString('latin1');
  const isPage = isWebPage(head) || (/^text\/html\b/i.test(contentType) && /^\s*</.test(withoutComments(head)));
  if (isPage) throw new DownloadError('publisher', 'This is a web page, not data.');
  const kind = kindOf(bytes);
  if (kind !== 'plain')
    throw new DownloadError(
      'publisher',
      `The content is ${kind}, which is not read. Use text, gzip or zip, packed once.`,
    );
  if (head.includes('\0') && !/^(\xff\xfe|\xfe\xff)/.test(head))
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
  { addedLast, onAsOf, onMore }: DocumentOptions,
): FeedDocument {
  return {
    name: source.name,
    addedLast,
    lines: () => linesOf(source.open()),
    json: async () => JSON.parse(await textOf(source.open(), maxJsonBytes)) as unknown,
    asOf: (day) => {
      if (day !== undefined) onAsOf(day);
    },
    more: (reference) => onMore(reference, source.name),
  };
}

async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  for await (const lines of linePacksOf(stream)) yield* lines;
}

/**
 * The lines of a text, as many as arrive together. The rest of a line that is cut off is dropped as it arrives.
 * @param withLines makes lines of a part of a text that has none
 */
export async function* linePacksOf(
  stream: AsyncIterable<Buffer>,
  withLines?: (text: string) => string,
): AsyncGenerator<readonly string[]> {
  let rest = '';
  let isCut = false;
  for await (const text of decoded(stream)) {
    const lines = (withLines?.(text) ?? text).split('\n');
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

/** Decodes UTF-8, or UTF-16 with a byte order mark; invalid bytes become U+FFFD. */
async function* decoded(stream: AsyncIterable<Buffer>, onBytes?: (bytes: number) => void): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for await (const chunk of stream) {
    onBytes?.(chunk.length);
    decoder ??= new TextDecoder(encodingOf(chunk));
    yield decoder.decode(chunk, { stream: true });
  }
  if (decoder) yield decoder.decode();
}

/** The beginning of a text. */
export function decodedHead(head: Buffer): string {
  return new TextDecoder(encodingOf(head)).decode(head);
}

function encodingOf([first, second]: Buffer): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
