import { createHash } from 'node:crypto';
import { isTheirFault } from '#model/errors.ts';
import { isWebPage, linePacksOf } from '#server/ingest/feeds/read/open-document.ts';
import type { Member } from '#server/ingest/unpack/members.ts';
import { formatNames, logFormat, recogniseBinary, recogniseLog } from './formats.ts';
import { isJsonList, listToLines } from './json-list.ts';
import type { BinaryReader, LogReader, RefusedFormat } from './log-reader.ts';

/** A log whose format is known. */
export interface OpenMember {
  readonly reader: LogReader | BinaryReader;
  /** All of its lines, in packs of as many as arrive together. @throws DownloadError where it is damaged */
  readonly packs: AsyncIterable<readonly string[]>;
  /** Reads on without looking at lines. @returns whether there was more. @throws DownloadError where it is damaged */
  drain(): Promise<boolean>;
  /** SHA-256 of what was read. */
  digest(): string;
}

/** A file that is not read. */
interface LeftOut {
  readonly problem: string;
  readonly help?: Help;
}

/** What logs that follow need of a file. */
export type Help = Pick<OpenMember, 'packs'> & Required<Pick<RefusedFormat, 'collect'>>;

const headLines = 50;

interface OpenOptions {
  readonly format: string | undefined;
  readonly hasDigest: boolean;
  readonly isPush: boolean;
}

/**
 * Reads the beginning of a file and recognises its format.
 * @returns `problem` for a file that is not read: why not, and what to send instead; `help` when logs that follow need what it holds
 * @throws DownloadError of this machine
 */
export async function openMember(
  { name, head, content, skipped }: Member,
  options: OpenOptions,
): Promise<OpenMember | LeftOut> {
  if (skipped !== undefined) return { problem: skipped };
  const hash = createHash('sha256');
  const source = options.hasDigest
    ? hashed(content, (chunk) => void hash.update(chunk))
    : content[Symbol.asyncIterator]();
  // what reads it does not close it: the bytes behind the lines may still be read
  const bytes: AsyncIterable<Buffer> = { [Symbol.asyncIterator]: () => ({ next: () => source.next() }) };
  const rest = {
    drain: async () => (await source.next()).done !== true,
    digest: () => hash.digest('hex'),
  };
  const binary = binaryReader(head, options);
  if (typeof binary === 'string') return { problem: binary };
  if (binary) return { reader: binary, packs: wholeOf(binary.linePacks(bytes), options.hasDigest, rest), ...rest };

  const packs = linePacksOf(bytes, isJsonList(head) ? listToLines() : undefined);
  const read: (readonly string[])[] = [];
  const failures: unknown[] = [];
  try {
    for (let count = 0; count < headLines; count += read.at(-1)?.length ?? 0) {
      const next = await packs.next();
      if (next.done) break;
      read.push(next.value);
    }
  } catch (error) {
    if (!isTheirFault(error)) throw error;
    failures.push(error);
  }
  const reader = textReader(read.flat().slice(0, headLines), options.format, name !== '');
  const all = async function* () {
    yield* read;
    if (failures.length > 0) throw failures[0];
    yield* packs;
  };
  if (typeof reader === 'string') return { problem: failures[0] instanceof Error ? failures[0].message : reader };
  if ('advice' in reader) {
    const { collect } = reader;
    return { problem: refusalOf(reader), ...(collect && { help: { collect, packs: all() } }) };
  }
  return { reader, packs: all(), ...rest };
}

/** Reads the bytes to their end, also where the lines end before: the digest is of all of them, wherever that is. */
async function* wholeOf(
  packs: AsyncIterable<readonly string[]>,
  hasDigest: boolean,
  { drain }: Pick<OpenMember, 'drain'>,
): AsyncGenerator<readonly string[]> {
  try {
    yield* packs;
  } catch (error) {
    while (hasDigest && isTheirFault(error) && (await drain()));
    throw error;
  }
}

async function* hashed(content: AsyncIterable<Buffer>, onChunk: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    onChunk(chunk);
    yield chunk;
  }
}

/** The reader of a file that begins with these bytes, or why it is not read; undefined for text and for unknown binary data. */
function binaryReader(head: Buffer, { format, isPush }: OpenOptions): BinaryReader | string | undefined {
  const found = recogniseBinary(head);
  if (found && isPush)
    return 'Pushes are lines of text. Import captures as files: on the page Sources, by the command or through the inbox.';
  if (found) return found.missing?.() ?? found;
  const given = format === undefined ? undefined : logFormat(format);
  return given && 'linePacks' in given ? `This is not a file of the format ${given.format}.` : undefined;
}

function refusalOf({ title, advice }: RefusedFormat): string {
  return `This is ${title}. ${advice}`;
}

/** The reader of a file that begins with these lines, or why there is none. */
function textReader(
  head: readonly string[],
  format: string | undefined,
  isOneOfMany: boolean,
): LogReader | BinaryReader | RefusedFormat | string {
  if (isWebPage(head.join('\n'))) return 'This is a web page, not data.';
  const given = format === undefined ? undefined : logFormat(format);
  if (given) return given;
  if (head.length === 0) return 'The file is empty.';
  const found = recogniseLog(head);
  if (found && 'reader' in found) return found.reader;
  if (found) return found.refused;
  if (head.some((line) => line.includes('\0')))
    return 'This is binary data, not a log in text form. Export it as text or JSON.';
  const words = 'The format was not recognised.';
  return isOneOfMany ? words : `${words} Name it if it is one of these: ${formatNames()}.`;
}
