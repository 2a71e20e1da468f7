import { Readable } from 'node:stream';
import { open, stat, statfs, type FileHandle } from 'node:fs/promises';
import { dateToIsoDate } from '#model/dates.ts';
import { formatBytes } from '#model/format.ts';
import { logFormat, unknownFormat } from './formats.ts';
import type { AskedFact } from './log-reader.ts';
import { readDay } from './readers/values.ts';

// Input of imports: its checks, and the pieces of uploads.

/** A file that will be uploaded. */
export interface AnnouncedFile extends HowToRead {
  readonly name: string;
  readonly bytes: number;
  readonly source?: string;
  /** Imports it right after the dry run. */
  readonly starts: boolean;
}

/** How a file is read: what its content does not say, or says in an unknown way. */
export interface HowToRead {
  /** Recognised by the content unless given. */
  readonly format?: string;
  readonly columns?: Readonly<Record<string, string>>;
  /** Of records without a time, 'yyyy-mm-dd'; '' when unknown. */
  readonly day?: string;
  /** Completes relative names of a zone file; '' when unknown. */
  readonly origin?: string;
}

/** Why an import or a push is refused; the message says what to do instead. Nothing of a refused push was written. */
export class LogRefused extends Error {
  override readonly name = 'LogRefused';
  /** 'behind': try again later. */
  readonly reason: 'unknown' | 'wrong' | 'state' | 'no-room' | 'too-large' | 'behind';

  constructor(reason: LogRefused['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

export const maxPieceBytes = 16_000_000;

/**
 * Writes a piece of an upload. Nothing is left of a piece that ends in an error.
 * @throws LogRefused for more bytes than were announced, or than a piece may have; the error of the disk, or of the stream
 */
export async function writePiece(
  file: string,
  offset: number,
  piece: AsyncIterable<Buffer>,
  missing: number,
): Promise<number> {
  const handle = await open(file, offset === 0 ? 'w' : 'r+');
  try {
    let bytes = 0;
    await takeBody(piece, async (chunk) => {
      bytes += chunk.length;
      if (bytes > missing) throw new LogRefused('wrong', 'There is more content than the size that was announced.');
      if (bytes > maxPieceBytes)
        throw new LogRefused('too-large', `A piece has at most ${formatBytes(maxPieceBytes)}: send smaller ones.`);
      await writeAll(handle, chunk, offset + bytes - chunk.length);
    });
    await handle.datasync();
    return bytes;
  } catch (error) {
    // on a full disk it would take up the remaining space
    await handle.truncate(offset).catch(() => undefined);
    throw error;
  } finally {
    await handle.close();
  }
}

/** A refused body is read up to here. */
const drainedBytes = 64_000_000;

/**
 * Passes on a body chunk by chunk. When `take` fails, the rest is read and dropped up to a limit, because senders of small bodies read
 * the answer only after they have sent everything. A longer one stays unread, and its connection is closed after the answer.
 * @throws what `take` threw, or the error of the stream
 */
export async function takeBody(body: AsyncIterable<Buffer>, take: (chunk: Buffer) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  let drained = 0;
  // destroying the stream of a request would destroy its connection before the answer is sent
  const chunks = body instanceof Readable ? body.iterator({ destroyOnReturn: false }) : body;
  for await (const chunk of chunks as AsyncIterable<Buffer>) {
    if (failures.length === 0) await take(chunk).catch((error: unknown) => failures.push(error));
    else drained += chunk.length;
    if (drained > drainedBytes) break;
  }
  if (failures.length > 0) throw failures[0];
}

/** A disk that fills up takes the beginning of a chunk, and fails only with the next write. */
export async function writeAll(handle: FileHandle, chunk: Buffer, position: number): Promise<void> {
  for (let written = 0; written < chunk.length;) {
    const { bytesWritten } = await handle.write(chunk, written, chunk.length - written, position + written);
    written += bytesWritten;
  }
}

export function checkFormat(format: string): void {
  if (format === '' || logFormat(format)) return;
  throw new LogRefused('wrong', unknownFormat(format));
}

/** @throws LogRefused for a day on which nothing can have been seen */
export function checkDay(day: string, now: Date): void {
  if (day === '' || readDay(day, now.getTime() / 1000) !== undefined) return;
  throw new LogRefused('wrong', `Send the day as ${dateToIsoDate(now)}: from 1990-01-01 to today.`);
}

/** What the log does not say, and what to give. */
const lacks: Readonly<Record<AskedFact, readonly [string, string]>> = {
  day: [
    'on which day its records were seen',
    'the day (--day) or, for a table, the column that holds the times (first=COLUMN)',
  ],
  origin: ['which zone it is', 'the name of the zone (--origin)'],
};

/** What has to be given before a log can be imported; undefined when it lacks nothing. */
export function lackWords(asks: readonly AskedFact[]): string | undefined {
  if (asks.length === 0) return undefined;
  const [unsaid, given] = [0, 1].map((part) => asks.map((fact) => lacks[fact][part]).join(' and '));
  return `The log does not say ${unsaid}. Upload it on the page Sources or send it with the command, and give ${given}.`;
}

/** Part of a name in the list of sources. @throws LogRefused */
export function sensorName(text: string): string {
  const name = text.trim();
  if (name === '' || /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,63}$/u.test(name)) return name;
  throw new LogRefused(
    'wrong',
    'The name of a sensor has at most 64 letters, digits, blanks, dots, hyphens and underscores.',
  );
}

/** In bytes; undefined when there is no such file. */
export async function sizeOf(file: string): Promise<number | undefined> {
  const found = await stat(file).catch(() => undefined);
  return found?.size;
}

/** Stays free on the disk for the collection itself. */
const reservedBytes = 500_000_000;

/** @throws LogRefused when the disk of the folder has no room for so many bytes */
export async function checkRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bytes + reservedBytes <= bavail * bsize) return;
  throw new LogRefused(
    'no-room',
    `The file has ${formatBytes(bytes)}, and ${formatBytes(Math.max(0, bavail * bsize - reservedBytes))} are free for it on the disk of the service. Pack it, make room, or import it from the inbox (SIGHTLINE_INBOX).`,
  );
}
