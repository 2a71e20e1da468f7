import { randomUUID } from 'node:crypto';
import { epochSecondsToTimestamp } from '#model/dates.ts';
import { formatCount, formatNumber } from '#model/format.ts';
import type { ObservationBlock } from '#server/ingest/journal/observation-rows.ts';
import { insertBlock } from '#server/ingest/journal/observations.ts';
import { EngineError, type Engine } from '#server/engine/engine.ts';
import { lackWords } from './import-input.ts';
import type { LogOutcome } from './import-log.ts';
import type { ShownReport, StoredImport } from './import-store.ts';
import type { LogReport, MemberReport } from './report-counts.ts';

/** The report of a log as the interface shows it. */
export function shownReport(log: LogReport): ShownReport {
  const {
    format,
    title,
    lines,
    isWhole,
    cutOff = '',
    seen,
    seenByType,
    rows,
    evidence,
    from,
    to,
    dayFrom,
    day,
    asks,
    skipped,
    rejects,
    members,
  } = log;
  const time = (seconds: number | undefined): string => (seconds === undefined ? '' : epochSecondsToTimestamp(seconds));
  return {
    format,
    title,
    lines,
    is_whole: isWhole,
    cut_off: cutOff,
    seen,
    rows,
    new_rows: null,
    by_type: counted(seenByType),
    evidence: counted(evidence).map(({ name, count }) => ({ name: evidenceWords[name] ?? name, count })),
    from: time(from),
    to: time(to),
    days: dayFrom.map((each) => dayWords(each, day)).join('; '),
    asks: [...asks],
    skipped: skipped.map(({ reason, count }) => ({ name: reason, count })),
    rejected: rejects.count,
    rejects: rejects.byReason.map(({ reason, count }) => ({ name: reason, count })),
    examples: [...rejects.examples],
    ...filesOf(members),
  };
}

/** An archive may hold thousands of files. */
const maxShownFiles = 500;

/** The files of an archive: logs first, then those that are not read. */
function filesOf(members: readonly MemberReport[]): Pick<ShownReport, 'files' | 'file_count'> {
  const files = members.filter(({ name }) => name !== '');
  const place = ({ format, isKnown }: MemberReport): number => (format !== '' ? 0 : isKnown ? 1 : 2);
  const shown = files.toSorted((one, other) => place(one) - place(other)).slice(0, maxShownFiles);
  return {
    file_count: files.length,
    files: shown.map(({ name, format, title, lines, rows, evidence, rejected, asks, problem }) => {
      const lack = rows + evidence === 0 ? lackWords(asks) : undefined;
      return { name, format, title, lines, rows, evidence, rejected, problem: problem ?? lack ?? '' };
    }),
  };
}

function dayWords(source: LogReport['dayFrom'][number], day = 0): string {
  const words = {
    log: 'the log',
    given: `the day that was given, ${epochSecondsToTimestamp(day).slice(0, 10)}`,
    push: 'the log, which has no years, and the time of the push',
  };
  return words[source];
}

/** Words for entries other than DNS records, by kind. */
const evidenceWords: Readonly<Record<string, string>> = {
  certificate: 'certificates',
  'shown-certificate': 'sightings of certificates',
  headers: 'HTTP responses',
  page: 'web pages',
  icon: 'icons',
  jarm: 'JARM fingerprints',
  fingerprint: 'TLS fingerprints',
};

function counted(counts: Readonly<Record<string, number>>): ShownReport['by_type'] {
  return Object.entries(counts)
    .map(([name, count]) => ({ name, count }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count);
}

/** The report of a log as lines for a terminal or a file. */
export function reportLines(report: ShownReport): string[] {
  const { title, lines, seen, by_type, rows, new_rows, evidence, from, to, skipped, rejected, rejects, examples } =
    report;
  const { is_whole, cut_off, days, files, file_count } = report;
  const part = is_whole ? '' : ' (not read to its end)';
  const known = new_rows === null ? '' : `, ${formatNumber(new_rows)} not in the collection yet`;
  return [
    `Format: ${title}`,
    `Lines: ${formatNumber(lines)}${part}${cut_off === '' ? '' : `. ${cut_off}`}`,
    `Answers: ${formatNumber(seen)}, ${formatNumber(rows)} of them distinct${known}`,
    ...by_type.map(({ name, count }) => `  ${formatNumber(count)} x ${name}`),
    ...(evidence.length > 0 ? ['Besides DNS:'] : []),
    ...evidence.map(({ name, count }) => `  ${formatNumber(count)} x ${name}`),
    ...(from === '' ? [] : [`From ${from} to ${to} UTC`, `Days: from ${days}`]),
    `Skipped: ${formatNumber(skipped.reduce((sum, { count }) => sum + count, 0))}`,
    ...skipped.map(({ name, count }) => `  ${formatNumber(count)} x ${name}`),
    `Rejected: ${formatNumber(rejected)}`,
    ...rejects.map(({ name, count }) => `  ${formatNumber(count)} x ${name}`),
    ...(examples.length > 0 ? ['Examples:'] : []),
    ...examples.map(({ line, reason }) => `  ${line}  (${reason})`),
    ...(file_count > 0 ? [`Files in the archive: ${formatNumber(file_count)}`] : []),
    ...files.map((file) => `  ${file.name}: ${fileWords(file)}`),
    ...(files.length < file_count ? [`  and ${formatNumber(file_count - files.length)} more`] : []),
  ];
}

/** What a file of an archive holds, or why it is not read. */
function fileWords({ format, title, rows, evidence, rejected, problem }: ShownReport['files'][number]): string {
  if (format === '') return `not read. ${problem}`;
  const others = evidence > 0 ? `, ${formatCount(evidence, 'other entry', 'other entries')}` : '';
  const bad = rejected > 0 ? `, ${formatNumber(rejected)} rejected` : '';
  return `${title}, ${formatCount(rows, 'record')}${others}${bad}${problem === '' ? '' : `. ${problem}`}`;
}

const faultWords: Readonly<Record<string, string>> = {
  'disk-full': 'The disk of the service is full. Free some space.',
  'read-only': 'The disk of the service is read-only. Make it writable.',
  unreachable: 'The collection cannot be reached right now.',
};
const faultOfCode: Readonly<Record<string, string>> = { ENOSPC: 'disk-full', EDQUOT: 'disk-full', EROFS: 'read-only' };

/** What went wrong with a log, in words for people. */
export function wordsOfLogError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  const fault = error instanceof EngineError ? error.fault : (faultOfCode[code] ?? '');
  return faultWords[fault] ?? error.message;
}

/** Counts how many of the records of a dry run the collection does not have yet. */
export function newRecords(engine: Engine): {
  add(observations: ObservationBlock): Promise<void>;
  /** @throws EngineError */
  count(): Promise<number>;
  drop(): Promise<void>;
} {
  const table = `log_check_${randomUUID().replaceAll('-', '')}`;
  const run = (sql: string) => engine.command({ name: 'log check', sql });
  let isMade = false;
  return {
    async add(block) {
      if (block.count === 0) return;
      if (!isMade) await run(`CREATE TABLE ${table} AS obs ENGINE = Memory`);
      isMade = true;
      await insertBlock(engine, table, block);
    },
    async count() {
      if (!isMade) return 0;
      const [found] = await engine.query<{ count: number }>({
        name: 'log check',
        sql: `
          WITH given AS (
            SELECT DISTINCT rrtype, rdata,
              multiIf(rrtype IN ('PTR4', 'PTR6'), lower(hex(toIPv6(rrname))), reverse(rrname)) AS rname
            FROM ${table}
          )
          SELECT count() AS count FROM given
          WHERE (rname, rrtype, rdata) NOT IN (
            SELECT rname, rrtype, answer FROM fwd WHERE rname IN (SELECT rname FROM given)
          )`,
        settings: { max_rows_to_read: 0 },
      });
      return found?.count ?? 0;
    },
    async drop() {
      if (isMade) await run(`DROP TABLE IF EXISTS ${table} SYNC`);
    },
  };
}

/** How an import ended. Content is already known when an earlier try wrote all of it and could not store the outcome. */
export function endOf(
  outcome: LogOutcome,
  { report }: StoredImport,
  lines: number,
): Pick<StoredImport, 'state' | 'lines'> & Partial<StoredImport> {
  if (outcome.state === 'done')
    return { state: 'done', format: outcome.format, lines: outcome.lines, report: shownReport(outcome) };
  return report ? { state: 'done', lines: report.lines } : { state: 'known', lines };
}
