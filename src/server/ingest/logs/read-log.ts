import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isTheirFault } from '#model/errors.ts';
import { firstBytes, openDocument, unpackedBytes } from '#server/ingest/feeds/read/open-document.ts';
import { rejectCounter, type Rejects } from '#server/ingest/batches.ts';
import { observationEncoder, type ObservationBlock } from '#server/ingest/journal/observation-rows.ts';
import { normaliseObservation } from '#server/ingest/journal/observations.ts';
import { EvidenceFold, type EvidenceRows } from './evidence.ts';
import { binaryHeadBytes, logFormat, logFormats, recogniseBinary, recogniseLog } from './formats.ts';
import type { AboutFile, AskedFact, BinaryReader, DaySource, LogEntry, LogReader } from './log-reader.ts';
import { timeFault } from './readers/values.ts';
import { RecordFold } from './record-fold.ts';

export interface LogReading {
  /** Absolute. Plain, gzip, or a zip archive of such files. */
  readonly file: string;
  /** One of `logFormats`; recognised by its content unless given. */
  readonly format?: string | undefined;
  /** Facts besides the content. */
  readonly about?: AboutFile | undefined;
  /** Epoch seconds: lines that are more than a day ahead of it are rejected. The time of the reading unless given. */
  readonly now?: number | undefined;
  /** Lines to read at most. */
  readonly maxLines?: number | undefined;
  /** Of the file, unpacked. */
  readonly maxBytes?: number | undefined;
  /** Distinct records that are held in memory at once. */
  readonly maxDistinct?: number | undefined;
}

/** The distinct records of a part of the file. */
export interface LogBatch {
  readonly format: string;
  /** Read so far. */
  readonly lines: number;
  /** Read so far, of the file before unpacking. */
  readonly bytes: number;
  readonly observations: ObservationBlock;
  /** Rows of other tables. */
  readonly evidence: EvidenceRows;
}

/** The content of a file in numbers. */
export interface LogReport {
  readonly format: string;
  readonly title: string;
  readonly lines: number;
  /** Whether it was read to its end. */
  readonly isWhole: boolean;
  /** Why reading ended before the end, in words for the operator: a damaged archive. */
  readonly cutOff?: string;
  /** Answers that were seen, repetitions included. */
  readonly seen: number;
  /** By type. */
  readonly seenByType: Readonly<Record<string, number>>;
  /** Rows of the batches: distinct within each batch. */
  readonly rows: number;
  /** Entries other than DNS records, by kind. */
  readonly evidence: Readonly<Record<string, number>>;
  /** Where the days of the records come from; empty when there are none. */
  readonly dayFrom: readonly ('log' | DaySource)[];
  /** The day that was given, epoch seconds. */
  readonly day?: number;
  /** Facts that rejected lines lack. */
  readonly asks: readonly AskedFact[];
  /** Epoch seconds; absent when nothing was seen. */
  readonly from?: number;
  readonly to?: number;
  readonly skipped: readonly { readonly reason: string; readonly count: number }[];
  readonly rejects: Rejects;
}

/** The format of a file is not read; the message says what to send instead. */
export class UnknownLog extends Error {
  override readonly name = 'UnknownLog';
}

const headLines = 50;
/** Repetitive logs compress better than any feed. */
const logLimits = { maxBytes: 1e12, maxRatio: 1000 };
const defaultDistinct = 50_000;
const turnMilliseconds = 5;
/** Lines between two checks of the clock. */
const linesBetweenLooks = 64;
/** A hostile file may have a new record type on each line. */
const maxReasons = 50;

/**
 * Reads a log and folds it: each distinct record with its first and last time and its count. Lines without anything to keep are counted
 * by reason; no content of a line ends the reading.
 * @returns the report of the file
 * @throws UnknownLog, or DownloadError of this machine when the file cannot be opened
 */
export async function* readLog(reading: LogReading): AsyncGenerator<LogBatch, LogReport, undefined> {
  const { file, maxLines = Infinity, maxDistinct = defaultDistinct, maxBytes = logLimits.maxBytes } = reading;
  const none = (): void => undefined;
  let bytes = 0;
  const documents = await openDocument(file, {
    ...{ name: basename(file), onAsOf: none, onMore: none, limits: { ...logLimits, maxBytes } },
    ...{ onRead: (more) => (bytes += more), mayHoldNul: true },
  });
  const { about = {}, now = Date.now() / 1000 } = reading;
  const fold = new RecordFold();
  const evidence = new EvidenceFold();
  const encoder = observationEncoder();
  const counts = new LineCounts();
  let [lines, rows, turnEnds] = [0, 0, 0];
  let cutOff: string | undefined;
  let isWhole = true;
  // before the first batch, so that an archive with an unknown file is not read at all
  const readers: AnyReader[] = [];
  for (const document of documents) readers.push(await readerOf(document, reading, documents.length > 1));
  const [first] = readers;
  if (!first) throw new UnknownLog('The archive contains no files.');
  let reader = first;
  bytes = 0;
  for (const [index, document] of documents.entries()) {
    reader = readers[index] ?? reader;
    const read = reader.open(about);
    try {
      const linePacks = 'linePacks' in reader ? reader.linePacks(document.bytes()) : document.linePacks();
      packs: for await (const pack of linePacks)
        for (const line of pack) {
          if (lines >= maxLines) {
            isWhole = false;
            break packs;
          }
          lines += 1;
          for (const entry of read(line)) {
            const fault = faultOf(entry, now);
            if (fault !== undefined) {
              // the entries of a line share its time
              counts.rejects.add(`line ${lines}: ${line}`, fault);
              break;
            }
            if (entry.what === 'record') {
              counts.days.add(entry.dayFrom ?? 'log');
              fold.add(entry, lines);
            } else if (entry.what === 'again') {
              counts.days.add('log');
              for (let index = 0; index < entry.records.length; index += 1) {
                fold.addAgain(entry, index, lines);
                if (fold.size >= maxDistinct) yield flushed();
              }
            } else if (entry.what === 'skipped') counts.skip(entry.reason);
            else if ('reason' in entry) {
              counts.rejects.add(`line ${lines}: ${line}`, entry.reason);
              if (entry.what === 'lacking') for (const fact of entry.facts) counts.asks.add(fact);
            } else {
              counts.days.add('log');
              evidence.add(entry, lines);
              fold.saw(entry.time, entry.time);
            }
            if (fold.size + evidence.size >= maxDistinct) yield flushed();
          }
          if (lines % linesBetweenLooks === 0 && performance.now() >= turnEnds) {
            await nextTurn();
            turnEnds = performance.now() + turnMilliseconds;
          }
        }
    } catch (error) {
      if (!isTheirFault(error)) throw error;
      // lines before the damage are kept
      cutOff = error.message;
      isWhole = false;
    }
  }
  if (fold.size + evidence.size > 0) yield flushed();
  const { format, title } = reader;
  return {
    ...{ format, title, lines, isWhole, rows },
    ...(cutOff !== undefined && { cutOff }),
    ...fold.totals(),
    ...counts.totals(),
    ...(counts.days.has('given') && about.day !== undefined && { day: about.day }),
    evidence: evidence.totals(),
  };

  function flushed(): LogBatch {
    for (const { record, line, observation } of fold.take()) {
      const normal = typeof observation === 'string' ? observation : normaliseObservation(observation);
      if (typeof normal === 'string')
        counts.rejects.add(`line ${line}: ${record.name} ${record.type} ${record.answer}`, normal);
      else encoder.add(normal);
    }
    const observations = encoder.take();
    rows += observations.count;
    const found = evidence.take();
    for (const { line, text, reason } of found.rejects) counts.rejects.add(`line ${line}: ${text}`, reason);
    return { format: reader.format, lines, bytes: Math.round(bytes), observations, evidence: found.rows };
  }
}

/** What the lines of a log have besides records. */
class LineCounts {
  readonly rejects = rejectCounter();
  readonly days = new Set<'log' | DaySource>();
  readonly asks = new Set<AskedFact>();
  readonly #skipped = new Map<string, number>();

  skip(given: string): void {
    const reason = this.#skipped.has(given) || this.#skipped.size < maxReasons ? given : 'other reasons';
    this.#skipped.set(reason, (this.#skipped.get(reason) ?? 0) + 1);
  }

  totals(): Pick<LogReport, 'dayFrom' | 'asks' | 'skipped' | 'rejects'> {
    const skipped = [...this.#skipped].map(([reason, count]) => ({ reason, count }));
    return {
      dayFrom: [...this.days],
      asks: [...this.asks],
      skipped: skipped.sort((one, other) => other.count - one.count),
      rejects: this.rejects.counted(),
    };
  }
}

/** Why an entry cannot have been seen at its time. */
function faultOf(entry: LogEntry, now: number): string | undefined {
  if (entry.what === 'record') return timeFault(entry.first, entry.last, now);
  return 'time' in entry ? timeFault(entry.time, entry.time, now) : undefined;
}

async function headOf(lines: AsyncIterable<string>): Promise<readonly string[]> {
  const head: string[] = [];
  try {
    for await (const line of lines) {
      head.push(line.endsWith('\r') ? line.slice(0, -1) : line);
      if (head.length >= headLines) break;
    }
  } catch (error) {
    if (!isTheirFault(error)) throw error;
  }
  return head;
}

type AnyReader = LogReader | BinaryReader;

/** @throws UnknownLog, which names the document when there are several */
async function readerOf(
  document: { readonly name: string; lines(): AsyncIterable<string>; bytes(): AsyncIterable<Buffer> },
  { format, about }: LogReading,
  isOneOfMany: boolean,
): Promise<AnyReader> {
  const names = logFormats.map((each) => each.format).join(', ');
  if (format !== undefined) {
    const reader = logFormat(format);
    if (!reader) throw new UnknownLog(`There is no format "${format}". Formats: ${names}.`);
    if (!('linePacks' in reader)) return reader;
  }
  const where = isOneOfMany ? `${document.name}: ` : '';
  const binary = recogniseBinary(await firstBytes(document.bytes(), binaryHeadBytes));
  if (binary && about?.pushed !== undefined)
    throw new UnknownLog(
      `${where}Pushes are lines of text. Import captures as files: on the page Sources, by the command or through the inbox.`,
    );
  const missing = binary?.missing?.();
  if (missing !== undefined) throw new UnknownLog(where + missing);
  if (binary) return binary;
  if (format !== undefined) throw new UnknownLog(`${where}This is not a file of the format ${format}.`);
  const head = await headOf(document.lines());
  const found = recogniseLog(head);
  if (found && 'reader' in found) return found.reader;
  if (found) throw new UnknownLog(`${where}This is ${found.refused.title}. ${found.refused.advice}`);
  const isBinary = head.some((line) => line.includes('\0'));
  throw new UnknownLog(
    isBinary
      ? `${where}This is binary data, not a log in text form. Export it as text or JSON.`
      : `${where}The format was not recognised. Name it if it is one of these: ${names}.`,
  );
}

/**
 * Of the unpacked content, so that packing a file changes nothing. Of a damaged archive as far as it can be read: that is what is
 * imported. In the form of a reading without batches, so that it can run where logs are read.
 */
export async function* digestLog(file: string): AsyncGenerator<never, { readonly digest: string }, undefined> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of unpackedBytes(file, logLimits)) {
      hash.update(chunk);
      await nextTurn();
    }
  } catch (error) {
    if (!isTheirFault(error)) throw error;
  }
  return { digest: hash.digest('hex') };
}
