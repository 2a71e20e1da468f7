import { rejectCounter, type Rejects } from '#server/ingest/batches.ts';
import type { AskedFact, DaySource } from './log-reader.ts';

/** What a file holds, in numbers. */
export interface LogReport {
  /** '' for logs of several formats. */
  readonly format: string;
  readonly title: string;
  readonly lines: number;
  /** Whether every log was read to its end. */
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
  /** The files of an archive, or the one log of another file. */
  readonly members: readonly MemberReport[];
}

/** A log in a file, or a file in an archive that is not read. */
export interface MemberReport {
  /** The position among the files of an archive; 0 when the file is not an archive. */
  readonly member: number;
  /** The path in the archive; '' when the file is not an archive. */
  readonly name: string;
  /** '' for a file that is not read. */
  readonly format: string;
  readonly title: string;
  readonly lines: number;
  readonly isWhole: boolean;
  /** Why nothing of it is read, or why the reading ended early: a sentence. */
  readonly problem?: string;
  /** It is not read because its content was imported before. */
  readonly isKnown: boolean;
  readonly rows: number;
  /** Entries other than DNS records. */
  readonly evidence: number;
  readonly rejected: number;
  readonly asks: readonly AskedFact[];
  /** Epoch seconds of its newest entry. */
  readonly to?: number;
  /** SHA-256 of its content, when that was asked for. */
  readonly digest?: string;
}

/** A hostile file may have a new record type on each line. */
const maxReasons = 50;

/** Adds up what the logs of a file hold. */
export class ReportCounts {
  readonly rejects = rejectCounter();
  readonly days = new Set<'log' | DaySource>();
  readonly #skipped = new Map<string, number>();
  readonly #asks = new Set<AskedFact>();
  readonly #seenByType: Record<string, number> = {};
  readonly #evidence: Record<string, number> = {};
  readonly #members: MemberReport[] = [];
  #seen = 0;
  #from = Infinity;
  #to = -Infinity;
  #cutOff: string | undefined;

  skip(given: string): void {
    const reason = this.#skipped.has(given) || this.#skipped.size < maxReasons ? given : 'other reasons';
    this.#skipped.set(reason, (this.#skipped.get(reason) ?? 0) + 1);
  }

  /** Adds a file that is not read. */
  leftOut(about: { readonly member: number; readonly name: string; readonly problem: string }, isKnown = false): void {
    this.#members.push({ ...about, ...nothingRead, isKnown });
  }

  /** Adds a log that was read. @returns it with its totals */
  add(log: Omit<MemberReport, 'evidence' | 'isKnown' | 'to'>, found: LogTotals): MemberReport {
    const { seen, seenByType, evidence, from = Infinity, to = -Infinity } = found;
    this.#seen += seen;
    addCounts(this.#seenByType, seenByType);
    addCounts(this.#evidence, evidence);
    this.#from = Math.min(this.#from, from);
    this.#to = Math.max(this.#to, to);
    for (const fact of log.asks) this.#asks.add(fact);
    const entries = Object.values(evidence).reduce((sum, count) => sum + count, 0);
    const added = { ...log, isKnown: false, evidence: entries, ...(found.to !== undefined && { to: found.to }) };
    this.#members.push(added);
    return added;
  }

  /** The archive could not be read to its end. */
  cutOff(problem: string): void {
    this.#cutOff = problem;
  }

  /** @param day that was given, epoch seconds */
  report(day: number | undefined): LogReport {
    const members = this.#members;
    const read = members.filter(({ format }) => format !== '');
    const formats = new Map(read.map(({ format, title }) => [format, title]));
    const damaged = read.find(({ problem }) => problem !== undefined);
    const cutOff = this.#cutOff ?? (damaged && `${damaged.name === '' ? '' : `${damaged.name}: `}${damaged.problem}`);
    const skipped = [...this.#skipped].map(([reason, count]) => ({ reason, count }));
    return {
      format: formats.size === 1 ? ([...formats.keys()][0] ?? '') : '',
      title: [...formats.values()].join(', '),
      lines: read.reduce((sum, { lines }) => sum + lines, 0),
      rows: read.reduce((sum, { rows }) => sum + rows, 0),
      isWhole: cutOff === undefined && read.every(({ isWhole }) => isWhole),
      ...(cutOff !== undefined && { cutOff }),
      seen: this.#seen,
      seenByType: this.#seenByType,
      evidence: this.#evidence,
      ...(this.#from <= this.#to && { from: this.#from, to: this.#to }),
      dayFrom: [...this.days],
      ...(this.days.has('given') && day !== undefined && { day }),
      asks: [...this.#asks],
      skipped: skipped.sort((one, other) => other.count - one.count),
      rejects: this.rejects.counted(),
      members,
    };
  }
}

const nothingRead = {
  format: '',
  title: '',
  lines: 0,
  isWhole: false,
  rows: 0,
  evidence: 0,
  rejected: 0,
  asks: [] as readonly AskedFact[],
};

/** What the folds of a log hold. */
interface LogTotals {
  readonly seen: number;
  readonly seenByType: Readonly<Record<string, number>>;
  readonly evidence: Readonly<Record<string, number>>;
  readonly from?: number;
  readonly to?: number;
}

function addCounts(to: Record<string, number>, more: Readonly<Record<string, number>>): void {
  for (const [name, count] of Object.entries(more)) to[name] = (to[name] ?? 0) + count;
}
