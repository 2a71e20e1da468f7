import { parseIp } from '#model/ip-address.ts';
import type { LogEntry, LogReader } from '#server/ingest/logs/log-reader.ts';
import { reasons, rejected, skipped } from './values.ts';
import { recordEntries } from './dns-answers.ts';

// github.com/gamelinux/passivedns (print_passet), default columns: timestamp||client||server||class||query||type||answer||ttl||count.
// Versions before 1.0 write no count. MX has no preference, SOA only the primary server, TXT only its first string, in quotes.

export const readPassivedns: LogReader = {
  format: 'passivedns',
  title: 'gamelinux passivedns',
  sniff(head) {
    const lines = head.filter((line) => line.trim() !== '' && !line.startsWith('#'));
    return 2 * lines.filter((line) => columnsOf(line) !== undefined).length > lines.length ? 0.95 : 0;
  },
  open: () => readLine,
};

function readLine(line: string): readonly LogEntry[] {
  if (line.trim() === '' || line.startsWith('#')) return [];
  const columns = columnsOf(line);
  if (!columns) return rejected('not the default columns of passivedns (timestamp||client||server||class||query||...)');
  const { time, group, name, type, answer: rdata, ttl, count } = columns;
  if (name === '') return rejected(reasons.noName);
  if (isFailure(rdata)) return skipped(reasons.noAnswer);
  // each answer is a line of its own
  return recordEntries([{ name, type, group, rdata, ttl }], { time, count, isPart: true });
}

interface Columns {
  readonly time: string;
  /** The class. */
  readonly group: string;
  readonly name: string;
  readonly type: string;
  readonly answer: string;
  readonly ttl: string;
  readonly count: string;
}

const separator = '||';
/** Of one of the first six columns; the longest are names, escapes included. */
const maxColumnLength = 1100;

/** Undefined for other columns. The text of a TXT record may contain the separator, so the last columns are read from the end. */
function columnsOf(line: string): Columns | undefined {
  const starts = [0];
  for (let column = 0; column < 6; column += 1) {
    const from = starts.at(-1) ?? 0;
    const end = line.indexOf(separator, from);
    if (end < 0 || end - from > maxColumnLength) return undefined;
    starts.push(end + separator.length);
  }
  const [time, client, server, group, name, type] = starts
    .slice(1)
    .map((next, column) => line.slice(starts[column], next - separator.length));
  const tail = tailOf(line.slice(starts.at(-1)).trimEnd());
  if (time === undefined || group === undefined || name === undefined || type === undefined || !tail) return undefined;
  if (!parseIp(client ?? '') || !parseIp(server ?? '') || !/^(?:[A-Z]{2,4}|\d{1,5})$/.test(group)) return undefined;
  return { time, group, name, type, ...tail };
}

/** answer||ttl||count, or answer||ttl */
function tailOf(text: string): Pick<Columns, 'answer' | 'ttl' | 'count'> | undefined {
  const [before, last] = lastNumber(text);
  if (last === undefined) return undefined;
  const [answer, ttl] = lastNumber(before);
  return ttl === undefined ? { answer: before, ttl: last, count: '1' } : { answer, ttl, count: last };
}

function lastNumber(text: string): readonly [before: string, number: string | undefined] {
  const start = text.lastIndexOf(separator);
  const digits = text.slice(start + separator.length);
  return start >= 0 && digits.length <= 20 && /^\d+$/.test(digits) ? [text.slice(0, start), digits] : [text, undefined];
}

const failures: ReadonlySet<string> = new Set([
  'FORMERR',
  'SERVFAIL',
  'NXDOMAIN',
  'NOTIMPL',
  'REFUSED',
  'YXDOMAIN',
  'YXRRSET',
  'NXRRSET',
  'NOTAUTH',
  'NOTZONE',
]);

/** Failures have the response code in the answer column. */
function isFailure(answer: string): boolean {
  return failures.has(answer) || answer.startsWith('UNKNOWN-ERROR-');
}
