import { formatCount, formatNumber } from '#model/format.ts';
import {
  CheckIcon,
  EmptyIcon,
  ErrorIcon,
  ImportIcon,
  LiveIcon,
  NotFoundIcon,
  PauseIcon,
  RunningIcon,
  ScanIcon,
  TimeIcon,
  UnchangedIcon,
  WarningIcon,
} from '#web/kit/ui/icons.ts';
import type { StateLook } from './feed-state.ts';
import { sizeWords } from './feed-words.ts';
import { type Findings, holdsNothing, type LogEntry, type Standing } from './log-import.ts';

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
  checking: { word: 'Checking', icon: RunningIcon, tone: 'accent', meaning: 'Dry run: nothing is written yet.' },
  checked: { word: 'Checked', icon: ScanIcon, tone: 'accent', meaning: '' },
  waiting: { word: 'Waiting', icon: TimeIcon, tone: 'neutral', meaning: 'Waits for other imports to end.' },
  importing: { word: 'Importing', icon: RunningIcon, tone: 'accent', meaning: '' },
  cancelled: { word: 'Cancelled', icon: PauseIcon, tone: 'neutral', meaning: 'Rows already written stay.' },
  done: { word: 'Imported', icon: CheckIcon, tone: 'ok', meaning: '' },
  known: {
    word: 'Nothing new',
    icon: UnchangedIcon,
    tone: 'neutral',
    meaning: 'A file with the same content was imported before.',
  },
  failed: { word: 'Failed', icon: ErrorIcon, tone: 'danger', meaning: '' },
  receiving: { word: 'Receiving', icon: LiveIcon, tone: 'accent', meaning: '' },
};

const nothing: StateLook = {
  word: 'Nothing to import',
  icon: EmptyIcon,
  tone: 'warning',
  meaning: 'Neither DNS answers nor other evidence found.',
};

/** A newer service may have more. */
const known: ReadonlyMap<string, StateLook> = new Map(Object.entries(looks));

/** How an import is shown: word, shape and tone. */
export function standingLook(standing: string, { check }: Pick<LogEntry, 'check'>): StateLook {
  if (standing === 'checked' && check && holdsNothing(check)) return nothing;
  const meaning = 'Unknown state.';
  return known.get(standing) ?? { word: standing, icon: NotFoundIcon, tone: 'neutral', meaning };
}

export const wayWords: Readonly<Record<LogEntry['way'], string>> = {
  upload: 'uploaded',
  inbox: 'inbox',
  push: 'pushed',
};

/** Why a name of a sensor cannot be taken; undefined for a good one and for none. */
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

/** What is announced when an upload, a dry run or an import has ended. */
export function endWords(entry: LogEntry): string {
  const { name, state, check, report, error } = entry;
  const { word, meaning } = standingLook(state, entry);
  const found = state === 'checked' ? check : state === 'done' ? report : null;
  const detail = state === 'failed' ? error : found && !holdsNothing(found) ? findingWords(found) : meaning;
  return `${name}: ${word}${detail ? `. ${detail}` : ''}`;
}

/** How much of it: '12.4 of 96.0 MB'. Both in the unit of the whole, so that the text keeps its width. */
export function amountWords(done: number, total: number): string {
  const [size, unit] = total >= 1e9 ? [1e9, 'GB'] : total >= 1e6 ? [1e6, 'MB'] : [1e3, 'kB'];
  const shown = (bytes: number) => (bytes / size).toFixed(total / size >= 100 ? 0 : 1);
  return `${shown(Math.min(done, total))} of ${shown(total)} ${unit}`;
}

/** '13%'; the last percent is reached only with the last byte. */
export function percentWords(done: number, total: number): string {
  return `${total > 0 ? Math.min(100, Math.floor((done / total) * 100)) : 0}%`;
}

interface Run {
  /** Bytes since the run began, and those that are left. */
  readonly done: number;
  readonly left: number;
  readonly seconds: number;
}

/** Speed and time left, by the average of the whole run, which does not jump; '' until there is something to go by. */
export function paceWords({ done, left, seconds }: Run): string {
  if (done <= 0 || seconds < 2) return '';
  const speed = done / seconds;
  const remaining = left > 0 ? `, ${leftWords(left / speed)} left` : '';
  return `${sizeWords(speed)}/s${remaining}`;
}

/** Coarser the longer it takes: 'a few seconds', '40 s', '12 min', '3 h 20 min'. */
function leftWords(seconds: number): string {
  if (seconds < 8) return 'a few seconds';
  if (seconds <= 50) return `${Math.ceil(seconds / 10) * 10} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const tens = Math.round(minutes / 10) * 10;
  return `${Math.floor(tens / 60)} h${tens % 60 > 0 ? ` ${tens % 60} min` : ''}`;
}
