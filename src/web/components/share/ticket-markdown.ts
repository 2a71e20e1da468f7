import type { Listing } from '#contract/generated/types.gen.ts';
import { defang } from '#model/refang.ts';
import { visibleSegments } from '#model/visible-text.ts';
import { evidenceIn, factWords, notTrackedWords } from '#web/components/score/evidence-words.ts';

interface Ticket {
  readonly title: string;
  /** The verdict in a sentence. */
  readonly summary?: string | undefined;
  /** Works when pressed, so it is the one thing that is not defanged. */
  readonly permalink: string;
  /** 'yyyy-mm-dd hh:mm:ss', UTC. */
  readonly lookedAt: string;
  /** The `response` of the envelope. */
  readonly response: unknown;
}

const shownRows = 10;
const shownColumns = 8;
const longestCell = 80;
/** Evidence has lines of its own above the table. */
const toldAbove: ReadonlySet<string> = new Set(['listings_total', 'not_tracked']);

/**
 * What was found, for a ticket: title, verdict, the first rows and the link. Every indicator is defanged, and everything that
 * came from the answer stands in code spans, where neither Markdown nor HTML in it is anything but text.
 */
export function ticketMarkdown({ title, summary, permalink, lookedAt, response }: Ticket): string {
  const rows = recordsOf(response);
  const parts = [
    `**${codeSafe(defangText(title))}**`,
    ...(summary ? [codeSafe(defangText(summary))] : []),
    ...evidenceLines(response),
    ...(rows.length > 0 ? [tableOf(rows)] : []),
    ...(rows.length > shownRows ? [`The first ${shownRows} of ${rows.length.toLocaleString('en')} records.`] : []),
    `Looked at ${lookedAt} UTC: <${permalink}>`,
  ];
  return `${parts.join('\n\n')}\n`;
}

const shownStatements = 10;

/** Who lists the subject and since when, what sources say of it, and what no source covers. */
function evidenceLines(response: unknown): readonly string[] {
  const record = evidenceIn(response);
  if (!record) return [];
  const { listings = [], listings_total: total = listings.length, facts = [] } = record;
  const untracked = notTrackedWords(record);
  const listed = listings.slice(0, shownStatements).map(listedLine);
  const stated = facts.slice(0, shownStatements).map((fact) => `* ${safeCell(factWords(fact))}`);
  return [
    ...(listed.length > 0 ? [['Listed by:', ...listed, ...moreLine(total - listed.length)].join('\n')] : []),
    ...(stated.length > 0 ? [['Facts:', ...stated, ...moreLine(facts.length - stated.length)].join('\n')] : []),
    ...(untracked ? [codeSafe(`Not tracked: ${untracked}`)] : []),
  ];
}

function listedLine({ title, source, category, subject, tags = [], known_benign, ...days }: Listing): string {
  const span = [days.first_listed, days.last_listed].filter(Boolean).join(' to ');
  const details = [category, subject, span, ...tags, known_benign ? 'known benign' : ''];
  return `* ${[title || source, ...details].flatMap((each) => (each ? [safeCell(each)] : [])).join(', ')}`;
}

function moreLine(count: number): readonly string[] {
  return count > 0 ? [`* ${count.toLocaleString('en')} more`] : [];
}

function safeCell(text: string): string {
  return cell(defangText(text));
}

/** Every word of a sentence that could become a link, defanged; its punctuation stays. */
export function defangText(text: string): string {
  return text.replace(/[^\s()]*[^\s().,;:!?]/g, (word) =>
    /[.:]/.test(word) && !/^[\d.,]+%?$|^[\d:-]+$/.test(word) ? defang(word) : defangIfAddress(word),
  );
}

/** A word of digits and dots is a number with a decimal point, unless it has the three dots of an address. */
function defangIfAddress(word: string): string {
  return word.split('.').length === 4 ? defang(word) : word;
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
    line(names.map(cell)),
    line(names.map(() => '---')),
    ...shown.map((row) => line(names.map((name) => cell(cellText(row[name]))))),
  ].join('\n');
}

/** Plain values and lists of them; whatever is nested deeper belongs to the link. */
function cellText(value: unknown): string {
  if (Array.isArray(value))
    return value.every((each) => typeof each !== 'object') ? value.map(cellText).join(', ') : '';
  if (value === null || value === undefined || typeof value === 'object') return '';
  return typeof value === 'string' ? defangText(value) : String(value);
}

function cell(text: string): string {
  if (text === '') return '';
  const characters = [...visible(text)];
  const cut = characters.length > longestCell ? `${characters.slice(0, longestCell).join('')}…` : characters.join('');
  return `\`${cut.replaceAll('`', "'").replaceAll('|', '\\|')}\``;
}

/** Text outside of code spans: without what Markdown or HTML would act upon. The brackets of defanging stay readable. */
export function codeSafe(text: string): string {
  return visible(text)
    .replace(/[\\`*_<>#|~]/g, '\\$&')
    .replaceAll('](', ']\\(');
}

function visible(text: string): string {
  return visibleSegments(text)
    .map(({ kind, text: part, label }) => (kind === 'plain' ? part : `<${label}>`))
    .join('');
}
