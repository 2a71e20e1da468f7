import { formatNumber, capital } from '#model/format.ts';
import { ownValue } from '#model/own-value.ts';
import { coverageNote, type TicketVerdict, subjectLines } from './ticket-subject.ts';
import { codeCell, codeSafe, defangText } from './ticket-text.ts';

interface Ticket {
  readonly title: string;
  /** Of a ticket about one subject: its verdict and evidence in sentences, in place of a table. */
  readonly subject?: { readonly verdict: TicketVerdict | undefined } | undefined;
  /** Works when pressed, so it is the one thing that is not defanged. */
  readonly permalink: string;
  /** 'yyyy-mm-dd hh:mm:ss', UTC. */
  readonly lookedAt: string;
  /** The `response` of the envelope. */
  readonly response: unknown;
}

const shownRows = 10;
const shownColumns = 8;
/** Evidence has lines of its own above the table. */
const toldAbove: ReadonlySet<string> = new Set(['listings_total', 'not_tracked']);

/**
 * What was found, for a ticket that a colleague reads: of a subject its verdict, reasons, lists and dates, of anything else the
 * first rows; and the link. Every indicator is defanged, and everything that came from the answer is in code spans.
 */
export function ticketMarkdown({ title, subject, permalink, lookedAt, response }: Ticket): string {
  const rows = subject ? [] : recordsOf(response);
  const parts = [
    `**${codeSafe(defangText(title))}**`,
    ...subjectLines(title, response, subject?.verdict),
    ...(rows.length > 0 ? [tableOf(rows)] : []),
    ...(rows.length > shownRows ? [`The first ${shownRows} of ${formatNumber(rows.length)} records.`] : []),
    ...coverageNote(response),
    `Viewed ${lookedAt} UTC: <${permalink}>`,
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

type Row = Readonly<Record<string, unknown>>;

/** The records of an answer: the first list of objects in it, or its first object as one record. */
function recordsOf(response: unknown): readonly Row[] {
  if (Array.isArray(response)) return response.filter(isRow);
  if (!isRow(response)) return [];
  const members = Object.entries(response).flatMap(([name, value]) => (name === 'metadata' ? [] : [value]));
  const list = members.find((value) => Array.isArray(value) && value.some(isRow)) as readonly unknown[] | undefined;
  if (list) return list.filter(isRow);
  const isRecord = members.some((value) => !isRow(value));
  return isRecord ? [response] : members.filter(isRow).slice(0, 1);
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function tableOf(rows: readonly Row[]): string {
  const shown = rows.slice(0, shownRows);
  const isShown = (name: string) => shown.some((row) => cellText(row[name]) !== '');
  const names = [...new Set(shown.flatMap((row) => Object.keys(row)))]
    .filter((name) => !toldAbove.has(name) && isShown(name))
    .slice(0, shownColumns);
  if (names.length === 0) return '';
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(names.map(fieldWords)),
    line(names.map(() => '---')),
    ...shown.map((row) => line(names.map((name) => codeCell(cellText(row[name]))))),
  ].join('\n');
}

/** Plain values and lists of them; whatever is nested deeper belongs to the link. */
function cellText(value: unknown): string {
  if (Array.isArray(value))
    return value.every((each) => typeof each !== 'object') ? value.map(cellText).join(', ') : '';
  if (value === null || value === undefined || typeof value === 'object') return '';
  return typeof value === 'string' ? defangText(value) : String(value);
}

/** Fields whose names do not read as words. */
const FIELD_WORDS: Readonly<Record<string, string>> = {
  asn: 'AS',
  asname: 'AS name',
  sp_risk_score: 'Risk score',
  risk_score: 'Risk score',
  ip_ptr: 'Reverse DNS name',
  malscore: 'Malware and C2 listings',
};
const ABBREVIATIONS = new Set([
  'ip',
  'ipv4',
  'ipv6',
  'as',
  'ns',
  'mx',
  'soa',
  'txt',
  'ttl',
  'url',
  'jarm',
  'sha1',
  'sha256',
  'md5',
  'http',
]);

/** "First seen" for `first_seen`. */
function fieldWords(name: string): string {
  const known = ownValue(FIELD_WORDS, name);
  if (known) return known;
  const words = name
    .split('_')
    .map((word) => (ABBREVIATIONS.has(word) ? word.toUpperCase().replace('IPV', 'IPv') : word === 'asn' ? 'AS' : word))
    .join(' ');
  return codeSafe(capital(words));
}
