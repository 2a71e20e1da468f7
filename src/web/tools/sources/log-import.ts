import type { LogCount, LogFile as ContractFile, LogImport, LogReport } from '#contract/generated/types.gen.ts';
import { timestampToEpochSeconds } from '#model/dates.ts';
import type { Upload } from './log-uploads.ts';
import { formatCount, formatNumber } from '#model/format.ts';
import type { LogPlace } from '#web/url/paths.ts';
import {
  CheckIcon,
  DeleteIcon,
  EmptyIcon,
  ErrorIcon,
  ImportIcon,
  LiveIcon,
  PauseIcon,
  RunningIcon,
  ScanIcon,
  TimeIcon,
  UnchangedIcon,
  WarningIcon,
} from '#web/kit/ui/icons.ts';
import { lookOf, type StateLook } from './feed-words.ts';

type LogState = NonNullable<LogImport['state']>;

/** An import of the service, as the views read it. Times are epoch seconds; null where there is none. */
export interface LogEntry {
  readonly id: string;
  readonly way: NonNullable<LogImport['way']>;
  readonly name: string;
  /** Name of the sensor; '' without one. */
  readonly source: string;
  /** '' while it is not known. */
  readonly format: string;
  readonly state: LogState;
  readonly bytes: number;
  readonly received: number;
  readonly read: number;
  readonly lines: number;
  readonly added: number | null;
  readonly started: number | null;
  readonly ended: number | null;
  readonly check: Findings | null;
  readonly report: Findings | null;
  readonly error: string;
  /** Given for the reading of the file; '' without one. */
  readonly day: string;
  readonly origin: string;
  readonly columns: string;
  /** Numbers in the collection of the logs in the file; none for pushes. */
  readonly imports: readonly number[];
}

/** The findings in a log: in its beginning after a dry run, in the whole file after an import. */
export interface Findings {
  /** Name of the format for people. */
  readonly title: string;
  readonly lines: number;
  readonly isWhole: boolean;
  /** Why reading ended early; '' when it did not. */
  readonly cutOff: string;
  /** DNS answers, repetitions included. */
  readonly seen: number;
  readonly byType: readonly Required<LogCount>[];
  /** Distinct records. */
  readonly rows: number;
  /** How many of them are not in the collection yet; null when that was not looked up. */
  readonly newRows: number | null;
  /** What was found besides DNS. */
  readonly evidence: readonly Required<LogCount>[];
  readonly from: string;
  readonly to: string;
  /** Where the days come from, in words. */
  readonly days: string;
  /** Facts to give before the rejected lines can be imported. */
  readonly asks: readonly ('day' | 'origin')[];
  readonly skipped: readonly Required<LogCount>[];
  readonly rejected: number;
  readonly rejects: readonly Required<LogCount>[];
  readonly examples: readonly { readonly line: string; readonly reason: string }[];
  /** Of an archive, logs first; the service names at most a few hundred. */
  readonly files: readonly LogFile[];
  readonly fileCount: number;
}

/** A file of an archive. */
interface LogFile {
  readonly key: string;
  readonly name: string;
  /** Name of its format for people; '' for a file that is not read. */
  readonly title: string;
  readonly rows: number;
  readonly evidence: number;
  readonly rejected: number;
  /** Why it is not read, or not to its end; else ''. */
  readonly problem: string;
}

/**
 * Reads the imports of successive answers. An import that did not change keeps its object, so that its
 * row is not redrawn.
 */
export function importReader(): (imports: readonly LogImport[] | undefined) => readonly LogEntry[] {
  const known = new WeakMap<LogImport, LogEntry>();
  return (imports = []) =>
    imports.flatMap((each) => {
      if (!each.id) return [];
      const entry = known.get(each) ?? readImport(each, each.id);
      known.set(each, entry);
      return [entry];
    });
}

function readImport(each: LogImport, id: string): LogEntry {
  const { way = 'upload', name = '', source = '', format = '', state = 'failed' } = each;
  const { bytes = 0, received = 0, read = 0, lines = 0 } = each;
  return {
    id,
    way,
    name,
    source,
    format,
    state,
    bytes,
    received,
    read,
    lines,
    added: timestampToEpochSeconds(each.added ?? ''),
    started: timestampToEpochSeconds(each.started ?? ''),
    ended: timestampToEpochSeconds(each.ended ?? ''),
    check: each.check ? readReport(each.check) : null,
    report: each.report ? readReport(each.report) : null,
    error: each.error ?? '',
    day: each.day ?? '',
    origin: each.origin ?? '',
    columns: each.columns ?? '',
    imports: each.imports ?? [],
  };
}

function readReport(report: LogReport): Findings {
  const { format = '', title = format, lines = 0, seen = 0, rows = 0, from = '', to = '', rejected = 0 } = report;
  return {
    title,
    lines,
    seen,
    rows,
    from,
    to,
    rejected,
    days: report.days ?? '',
    asks: report.asks ?? [],
    isWhole: report.is_whole ?? true,
    cutOff: report.cut_off ?? '',
    byType: readCounts(report.by_type),
    newRows: report.new_rows ?? null,
    evidence: readCounts(report.evidence),
    skipped: readCounts(report.skipped),
    rejects: readCounts(report.rejects),
    examples: (report.examples ?? []).map(({ line = '', reason = '' }) => ({ line, reason })),
    files: (report.files ?? []).map((file, index) => readFile(file, index)),
    fileCount: report.file_count ?? 0,
  };
}

function readFile(file: ContractFile, index: number): LogFile {
  const { name = '', title = '', rows = 0, evidence = 0, rejected = 0, problem = '' } = file;
  // an archive may hold a name twice
  return { key: `${index} ${name}`, name, title, rows, evidence, rejected, problem };
}

function readCounts(counts: readonly LogCount[] = []): readonly Required<LogCount>[] {
  return counts.map(({ name = '', count = 0 }) => ({ name, count })).filter(({ count }) => count > 0);
}

/** Whether an import brought this log. The pushes of a shipper share a row, which has no numbers. */
export function hasBrought({ way, format, source, imports }: LogEntry, { log, from }: LogPlace): boolean {
  if (way !== 'push') return imports.includes(Number(log));
  return from === (source === '' ? `log:${format}` : `log:${format}/${source}`);
}

/** The import would write nothing. */
export function holdsNothing({ rows, evidence }: Findings): boolean {
  return rows === 0 && evidence.length === 0;
}

/** The format can still be changed: nothing has been written yet. */
export function isRereadable({ way, state, lines }: LogEntry): boolean {
  if (way !== 'upload') return false;
  return state === 'checking' || state === 'checked' || ((state === 'failed' || state === 'cancelled') && lines === 0);
}

/** The service is working on the import, or will. Does not include uploads, which depend on a browser. */
export function isUnderWay({ state }: Pick<LogImport, 'state'>): boolean {
  return state === 'checking' || state === 'waiting' || state === 'importing' || state === 'removing';
}

/** It wrote something that can be taken out of the collection. */
export function isRemovable({ state, lines }: LogEntry): boolean {
  return state === 'done' || state === 'receiving' || ((state === 'failed' || state === 'cancelled') && lines > 0);
}

/** The state of an import as this browser sees it: that of the service, or of the upload behind it. */
export type Standing = LogState | 'queued' | 'stopped' | 'interrupted' | 'elsewhere';

/** @param movesElsewhere an upload that is not one of this tab has grown lately */
export function standingOf({ state }: LogEntry, upload: Upload | undefined, movesElsewhere: boolean): Standing {
  if (state !== 'uploading') return state;
  if (!upload) return movesElsewhere ? 'elsewhere' : 'interrupted';
  if (upload.phase === 'queued' || upload.phase === 'stopped') return upload.phase;
  // the service starts the dry run once it has the whole file
  return upload.phase === 'sent' ? 'checking' : 'uploading';
}

/** An import and, if this tab sends the file, its upload. */
export interface LogRow {
  /** Stays the same from the choice of the file to the end of its import. */
  readonly key: string;
  readonly entry: LogEntry;
  readonly upload: Upload | undefined;
}

/**
 * The rows of the import log, newest first. Uploads that the answer does not know yet stand before it.
 * @param answeredAt when the answer came, epoch milliseconds
 */
export function rowsOf(
  entries: readonly LogEntry[],
  uploads: readonly Upload[],
  answeredAt: number,
): readonly LogRow[] {
  const listed = new Map(
    uploads.flatMap((upload) => {
      const entry = entries.find((each) => isOf(each, upload));
      return entry ? [[entry, upload] as const] : [];
    }),
  );
  const shown = new Set(listed.values());
  const ahead = uploads.filter(
    (upload) => !shown.has(upload) && (upload.phase !== 'sent' || upload.seenAt >= answeredAt),
  );
  return [
    ...ahead.toReversed().map((upload) => ({ key: upload.key, entry: announcedBy(upload), upload })),
    ...entries.map((entry) => {
      const upload = listed.get(entry);
      return { key: upload?.key ?? entry.id, entry, upload };
    }),
  ];
}

/** Whether an entry is that of an upload: also while the answer that names it is still under way. */
function isOf({ id, state, name, bytes }: LogEntry, upload: Upload): boolean {
  if (upload.importId !== '') return id === upload.importId;
  return upload.phase === 'sending' && state === 'uploading' && name === upload.name && bytes === upload.bytes;
}

/** The entry that the service will have for a file once it is announced. */
function announcedBy({ importId, name, bytes, source, startedAt }: Upload): LogEntry {
  return { ...readImport({ name, bytes, source, state: 'uploading' }, importId), added: Math.floor(startedAt / 1000) };
}

/** The part of a long log that is shown: its beginning and every import in progress. */
export function shortened(rows: readonly LogRow[], atMost: number): readonly LogRow[] {
  if (rows.length <= atMost) return rows;
  const isActive = ({ entry, upload }: LogRow) =>
    isUnderWay(entry) || (entry.state === 'uploading' && upload !== undefined);
  return rows.filter((row, index) => index < atMost || isActive(row));
}

/**
 * The imports whose upload, dry run, import or removal ended since the last answer.
 * @param own ids of imports that this browser uploaded: a small file may be checked before any answer lists it
 */
export function endedImports(
  before: readonly LogEntry[] | undefined,
  entries: readonly LogEntry[],
  own: ReadonlySet<string>,
): readonly LogEntry[] {
  if (!before) return [];
  const isBusy = (entry: LogEntry) => isUnderWay(entry) || entry.state === 'uploading';
  const wasBusy = new Map(before.map((entry) => [entry.id, isBusy(entry)]));
  // a source of pushes leaves the log with its last day
  const gone = before
    .filter(({ id, state }) => state === 'removing' && !entries.some((entry) => entry.id === id))
    .map((entry) => ({ ...entry, state: 'removed' as const }));
  return [...gone, ...entries.filter((entry) => !isBusy(entry) && (wasBusy.get(entry.id) ?? own.has(entry.id)))];
}

const looks: Readonly<Record<Standing, StateLook>> = {
  queued: { word: 'Queued', icon: TimeIcon, tone: 'neutral', meaning: 'Waits for other uploads to end.' },
  uploading: { word: 'Uploading', icon: ImportIcon, tone: 'accent', meaning: '' },
  elsewhere: {
    word: 'Uploading',
    icon: ImportIcon,
    tone: 'accent',
    meaning: 'Uploaded from another tab or computer.',
  },
  stopped: { word: 'Upload stopped', icon: WarningIcon, tone: 'warning', meaning: '' },
  interrupted: {
    word: 'Upload interrupted',
    icon: WarningIcon,
    tone: 'warning',
    meaning: 'Choose the same file again to continue, or discard.',
  },
  checking: { word: 'Checking', icon: RunningIcon, tone: 'accent', meaning: 'Nothing is written yet.' },
  checked: { word: 'Checked', icon: ScanIcon, tone: 'accent', meaning: '' },
  waiting: { word: 'Waiting', icon: TimeIcon, tone: 'neutral', meaning: 'Waits for other imports to end.' },
  importing: { word: 'Importing', icon: RunningIcon, tone: 'accent', meaning: '' },
  cancelled: { word: 'Cancelled', icon: PauseIcon, tone: 'neutral', meaning: 'Rows already written stay.' },
  done: { word: 'Imported', icon: CheckIcon, tone: 'ok', meaning: '' },
  known: {
    word: 'Nothing new',
    icon: UnchangedIcon,
    tone: 'neutral',
    meaning: 'The same content was imported or pushed before.',
  },
  failed: { word: 'Failed', icon: ErrorIcon, tone: 'danger', meaning: '' },
  receiving: { word: 'Receiving', icon: LiveIcon, tone: 'accent', meaning: '' },
  removing: { word: 'Removing', icon: RunningIcon, tone: 'accent', meaning: 'Its data is leaving the collection.' },
  removed: {
    word: 'Removed',
    icon: DeleteIcon,
    tone: 'neutral',
    meaning: 'Its data has left the collection. The same file can be imported again.',
  },
};

const nothing: StateLook = {
  word: 'Nothing to import',
  icon: EmptyIcon,
  tone: 'warning',
  meaning: 'Neither DNS answers nor other evidence found.',
};

const asking: StateLook = { word: 'More needed', icon: WarningIcon, tone: 'warning', meaning: '' };

const askWords = {
  day: 'The file does not say on which day its records were seen: give the day below or, for a table, map its column of times (first=COLUMN), and check again.',
  origin: 'The file does not say which zone it is: give its origin below and check again.',
} as const;

/** What has to be given before anything can be imported; '' when nothing has to be. */
export function wantedWords({ check }: Pick<LogEntry, 'check'>): string {
  return check && holdsNothing(check) ? check.asks.map((fact) => askWords[fact]).join(' ') : '';
}

/** The look of the state of an import. */
export function standingLook(standing: string, { check }: Pick<LogEntry, 'check'>): StateLook {
  if (standing !== 'checked' || !check || !holdsNothing(check)) return lookOf(looks, standing);
  return check.asks.length > 0 ? { ...asking, meaning: wantedWords({ check }) } : nothing;
}

export const wayWords: Readonly<Record<LogEntry['way'], string>> = {
  upload: 'uploaded',
  inbox: 'inbox',
  bucket: 'bucket',
  push: 'pushed',
};

/** What is wrong with the name of a sensor; undefined for a valid or an empty one. */
export function sensorProblem(name: string): string | undefined {
  if (name === '' || /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,63}$/u.test(name)) return undefined;
  return 'Letters, digits, blanks, dots, hyphens and underscores; a letter or digit first.';
}

/** What was found, in a line: '12,345 records, 8,901 new, 40 certificates'. */
export function findingWords({ rows, newRows, evidence }: Findings): string {
  const records = [formatCount(rows, 'record'), ...(newRows === null ? [] : [`${formatNumber(newRows)} new`])];
  const others = evidence.map(({ name, count }) => `${formatNumber(count)} ${name}`);
  return [...(rows > 0 || others.length === 0 ? records : []), ...others].join(', ');
}

/** What a file of an archive holds: 'Zeek dns.log, 1,234 records, 2 rejected'; '' for a file that is not read. */
export function fileWords({ title, rows, evidence, rejected }: LogFile): string {
  if (title === '') return '';
  const parts = [
    ...(rows > 0 || evidence === 0 ? [formatCount(rows, 'record')] : []),
    ...(evidence > 0 ? [formatCount(evidence, 'other entry', 'other entries')] : []),
    ...(rejected > 0 ? [`${formatNumber(rejected)} rejected`] : []),
  ];
  return `${title}: ${parts.join(', ')}`;
}

/** What is announced when an upload, a dry run or an import has ended. */
export function endWords(entry: LogEntry): string {
  const { name, state, check, report, error } = entry;
  const { word, meaning } = standingLook(state, entry);
  const found = state === 'checked' ? check : state === 'done' ? report : null;
  const detail = state === 'failed' ? error : found && !holdsNothing(found) ? findingWords(found) : meaning;
  return `${name}: ${word}${detail ? `. ${detail}` : ''}`;
}
