import { setImmediate as nextTurn } from 'node:timers/promises';
import { isTheirFault } from '#model/errors.ts';
import type { ObservationBlock } from '#server/ingest/journal/observation-rows.ts';
import { membersOf } from '#server/ingest/unpack/members.ts';
import { EvidenceFold, type EvidenceRows } from './evidence.ts';
import { logFormat, unknownFormat } from './formats.ts';
import type { AboutFile, AskedFact, LogEntry } from './log-reader.ts';
import { type Help, openMember, type OpenMember } from './open-member.ts';
import { timeFault } from './readers/values.ts';
import { RecordFold } from './record-fold.ts';
import { ReportCounts, type LogReport, type MemberReport } from './report-counts.ts';

export interface LogReading {
  /** Absolute. Plain, packed, or an archive of such files. */
  readonly file: string;
  /** One of `logFormats`, for every file of an archive; recognised by the content unless given. */
  readonly format?: string;
  /** Facts besides the content. */
  readonly about: AboutFile;
  /** Epoch seconds: lines that are more than a day ahead of it are rejected. */
  readonly now: number;
  /** Lines to read at most. */
  readonly maxLines?: number;
  /** Lines to read at most of each file of an archive. */
  readonly maxMemberLines?: number;
  /** Of the file, unpacked. */
  readonly maxBytes?: number;
  /** Distinct records that are held in memory at once. */
  readonly maxDistinct?: number;
  /** Gives the digest of each log, for which all of it is read, whatever the limits of lines are. */
  readonly hasDigests?: boolean;
  /** Files of the archive that are left out because they were imported before: their places. */
  readonly known?: readonly number[];
}

/** The distinct records of a part of a log. One without rows only says how far the reading has come. */
export interface LogBatch {
  /** The position of the log among the files of the archive; 0 when the file is not an archive. */
  readonly member: number;
  readonly format: string;
  /** Read so far, of all logs of the file. */
  readonly lines: number;
  /** Read so far, of the file before unpacking. */
  readonly bytes: number;
  readonly observations: ObservationBlock;
  /** Rows of other tables. */
  readonly evidence: EvidenceRows;
  /** With the last batch of the log. */
  readonly ended?: MemberReport;
}

/** The format of a file is not read; the message says what to send instead. */
export class UnknownLog extends Error {
  override readonly name = 'UnknownLog';
}

/** Repetitive logs compress better than any feed. */
const logLimits = { maxBytes: 1e12, maxRatio: 1000, maxMembers: 10_000 };
const defaultDistinct = 50_000;
const turnMilliseconds = 5;
const progressMilliseconds = 300;
/** Lines between two checks of the clock. */
const linesBetweenLooks = 64;

/**
 * Reads the logs in a file, each in its own format, and folds each: every distinct record with its first and last time and its count.
 * Lines with nothing to keep are counted by reason, and the files of an archive that are not logs are named. No line or file ends the reading.
 * @returns the report of the file
 * @throws UnknownLog when it holds no log, or DownloadError when the file cannot be opened
 */
export async function* readLog(reading: LogReading): AsyncGenerator<LogBatch, LogReport, undefined> {
  const { file, format, maxBytes = logLimits.maxBytes, hasDigests = false, known = [] } = reading;
  if (format !== undefined && !logFormat(format)) throw new UnknownLog(unknownFormat(format));
  const progress = new ReadingProgress();
  const counts = new ReportCounts();
  const about: AboutFile = { ...reading.about, fileDigests: new Map() };
  let member = -1;
  try {
    for await (const found of membersOf(file, { limits: { ...logLimits, maxBytes }, onRead: progress.onRead })) {
      const { name } = found;
      member += 1;
      if (known.includes(member)) {
        counts.leftOut({ member, name, problem: knownWords }, true);
        continue;
      }
      const isPush = reading.about.pushed !== undefined;
      const opened = await openMember(found, { format, hasDigest: hasDigests, isPush });
      if ('problem' in opened) {
        counts.leftOut({ member, name, problem: opened.problem });
        if (opened.help) await collected(opened.help, about, progress);
      } else yield* readMember(opened, { member, name }, { reading: { ...reading, about }, counts, progress });
    }
  } catch (error) {
    if (!isTheirFault(error) || member < 0) throw error;
    counts.cutOff(error.message);
  }
  const report = counts.report(reading.about.day);
  if (report.format === '' && report.members.every(({ isKnown, format }) => !isKnown && format === ''))
    throw new UnknownLog(noLogWords(report));
  return report;
}

/** Reads a file for what logs that follow need, up to where it is damaged. */
async function collected({ collect, packs }: Help, about: AboutFile, progress: ReadingProgress): Promise<void> {
  const take = collect(about);
  try {
    for await (const pack of packs) {
      for (const line of pack) take(line);
      await progress.turn();
    }
  } catch (error) {
    if (!isTheirFault(error)) throw error;
  }
}

/** Why a log that is known is left out. */
export const knownWords = 'Its content was imported or pushed before, or comes earlier in the archive.';

const maxNamed = 5;

/** Why nothing of a file is read. */
function noLogWords({ members, cutOff }: LogReport): string {
  const [first] = members;
  if (!first) return 'The archive contains no files.';
  if (first.name === '') return first.problem ?? '';
  const named = members.slice(0, maxNamed).map(({ name, problem }) => `${name}: ${problem}`);
  const more = members.length > maxNamed ? ` And ${members.length - maxNamed} more files.` : '';
  const end = cutOff === undefined ? '' : ` ${cutOff}`;
  return `The archive contains no log that can be read. ${named.join(' ')}${more}${end}`;
}

/** How far the reading of a file has come. */
class ReadingProgress {
  lines = 0;
  #bytes = 0;
  #turnEnds = 0;
  #isDueAt = performance.now() + progressMilliseconds;
  readonly onRead = (bytes: number): void => void (this.#bytes += bytes);

  get bytes(): number {
    return Math.round(this.#bytes);
  }

  /** Lets other work of this thread run, now and then. */
  async turn(): Promise<void> {
    if (performance.now() < this.#turnEnds) return;
    await nextTurn();
    this.#turnEnds = performance.now() + turnMilliseconds;
  }

  /** Whether it is time to tell it. */
  isDue(): boolean {
    const isDue = performance.now() >= this.#isDueAt;
    if (isDue) this.#isDueAt = performance.now() + progressMilliseconds;
    return isDue;
  }
}

/** What the logs of a file share. */
interface Shared {
  readonly reading: LogReading;
  readonly counts: ReportCounts;
  readonly progress: ReadingProgress;
}

async function* readMember(
  opened: OpenMember,
  { member, name }: Pick<MemberReport, 'member' | 'name'>,
  { reading, counts, progress }: Shared,
): AsyncGenerator<LogBatch, void, undefined> {
  const { about, now, maxDistinct = defaultDistinct, hasDigests = false } = reading;
  const { format, title } = opened.reader;
  const fold = new RecordFold();
  const evidence = new EvidenceFold();
  const read = opened.reader.open(about);
  const most = mostLines(reading, name, progress.lines);
  const asks = new Set<AskedFact>();
  let [lines, rows, rejected] = [0, 0, 0];
  let problem: string | undefined;
  let isWhole = true;
  try {
    // without lines to read, nothing is started that makes them
    if (most <= 0) isWhole = false;
    packs: for await (const pack of most > 0 ? opened.packs : [])
      for (const line of pack) {
        if (lines >= most) {
          isWhole = false;
          break packs;
        }
        lines += 1;
        progress.lines += 1;
        for (const entry of read(line)) {
          const fault = faultOf(entry, now);
          if (fault !== undefined) {
            // the entries of a line share its time
            reject(lines, line, fault);
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
            reject(lines, line, entry.reason);
            if (entry.what === 'lacking') for (const fact of entry.facts) asks.add(fact);
          } else {
            counts.days.add('log');
            evidence.add(entry, lines);
            fold.saw(entry.time, entry.time);
          }
          if (fold.size + evidence.size >= maxDistinct) yield flushed();
        }
        if (lines % linesBetweenLooks === 0) {
          await progress.turn();
          if (progress.isDue()) yield { ...where(), observations: noRows, evidence: {} };
        }
      }
    const unfinished = isWhole ? read.unfinished?.() : undefined;
    if (unfinished !== undefined) reject(lines, '', unfinished);
    while (hasDigests && (await opened.drain()))
      if (progress.isDue()) yield { ...where(), observations: noRows, evidence: {} };
  } catch (error) {
    if (!isTheirFault(error)) throw error;
    // lines before the damage are kept
    problem = error.message;
    isWhole = false;
  }
  const last = flushed();
  const log = { member, name, format, title, lines, isWhole, rows, rejected, asks: [...asks] };
  const more = { ...(problem !== undefined && { problem }), ...(hasDigests && { digest: opened.digest() }) };
  yield { ...last, ended: counts.add({ ...log, ...more }, { ...fold.totals(), evidence: evidence.totals() }) };

  function reject(number: number, text: string, reason: string): void {
    rejected += 1;
    counts.rejects.add(`${name === '' ? '' : `${name}, `}line ${number}: ${text}`, reason);
  }

  function where() {
    return { member, format, lines: progress.lines, bytes: progress.bytes };
  }

  function flushed(): LogBatch {
    const { observations, rejects } = fold.take();
    for (const { line, text, reason } of rejects) reject(line, text, reason);
    rows += observations.count;
    const found = evidence.take();
    for (const { line, text, reason } of found.rejects) reject(line, text, reason);
    return { ...where(), observations, evidence: found.rows };
  }
}

const noRows: ObservationBlock = { pieces: [], count: 0 };

/** Lines to read at most of a log. */
function mostLines({ maxLines = Infinity, maxMemberLines = Infinity }: LogReading, name: string, read: number): number {
  return Math.min(maxLines - read, name === '' ? Infinity : maxMemberLines);
}

/** Why an entry cannot have been seen at its time. */
function faultOf(entry: LogEntry, now: number): string | undefined {
  if (entry.what === 'record') return timeFault(entry.first, entry.last, now);
  return 'time' in entry ? timeFault(entry.time, entry.time, now) : undefined;
}
