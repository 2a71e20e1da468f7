import { capital, formatCount, formatNumber } from '#model/format.ts';
import { judgementSentence } from '#model/judgement-words.ts';
import type { Judgement } from '#model/judgement.ts';
import { isObject } from '#model/json-value.ts';
import { ownValue } from '#model/own-value.ts';
import type { Listing } from '#contract/generated/types.gen.ts';
import { formatAsn } from '#model/asn.ts';
import { isScoreFactor, scoreFactor } from '#model/score-factors.ts';
import { evidenceIn, factWords, listName, notTrackedWords, sharedHostWords } from '#web/kit/score/evidence-words.ts';
import { accordingTo, type Verdict } from '#web/kit/score/verdict.ts';
import { defang } from '#model/refang.ts';
import { visibleText } from '#model/visible-text.ts';

interface Ticket {
  readonly title: string;
  /** For a ticket about one subject: its verdict and evidence in sentences instead of a table. */
  readonly subject?:
    | { readonly verdict: TicketVerdict | undefined; readonly text: string; readonly judgements: readonly Judgement[] }
    | undefined;
  /** A working link, so it is the only part that is not defanged. */
  readonly permalink: string;
  /** 'yyyy-mm-dd hh:mm:ss', UTC. */
  readonly lookedAt: string;
  /** The `response` of the envelope. */
  readonly response: unknown;
}

const shownRows = 10;
const shownColumns = 8;
/** Fields left out of the table, because the lines above it cover them. */
const toldAbove: ReadonlySet<string> = new Set(['listings_total', 'not_tracked']);

/**
 * The text of a ticket: for a subject its verdict, reasons, lists and dates, for other views the first rows; and
 * the link. Every indicator is defanged, and all text from the answer is in code spans.
 */
export function ticketMarkdown({ title, subject, permalink, lookedAt, response }: Ticket): string {
  const rows = subject ? [] : recordsOf(response);
  const parts = [
    `**${codeSafe(defangText(title))}**`,
    ...subjectLines(title, response, subject?.verdict),
    ...teamLines(subject),
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
  if (Array.isArray(response)) return response.filter(isObject);
  if (!isObject(response)) return [];
  const members = Object.entries(response).flatMap(([name, value]) => (name === 'metadata' ? [] : [value]));
  const list = members.find((value) => Array.isArray(value) && value.some(isObject)) as readonly unknown[] | undefined;
  if (list) return list.filter(isObject);
  const isRecord = members.some((value) => !isObject(value));
  return isRecord ? [response] : members.filter(isObject).slice(0, 1);
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

/** A plain value, or a list of them, as text. Deeper values are left out: the link shows them. */
function cellText(value: unknown): string {
  if (Array.isArray(value))
    return value.every((each) => typeof each !== 'object') ? value.map(cellText).join(', ') : '';
  if (value === null || value === undefined || typeof value === 'object') return '';
  return typeof value === 'string' ? defangText(value) : String(value);
}

/** Labels of fields whose names do not read as words. */
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

type TicketVerdict = Pick<Verdict, 'state' | 'score' | 'sentence' | 'decider' | 'provider'>;

const shownLines = 10;

/** The content of an answer about its subject, one paragraph each: verdict, reasons, lists, dates, owner, facts. */
function subjectLines(title: string, response: unknown, verdict: TicketVerdict | undefined): readonly string[] {
  const evidence = evidenceIn(response);
  const { listings = [], listings_total: total = listings.length, facts = [] } = evidence ?? {};
  const stated = facts.slice(0, shownLines).map((fact) => safe(factWords(fact)));
  const more = (count: number) => (count > 0 ? [`${formatNumber(count)} more`] : []);
  return [
    ...(verdict ? [verdictLine(verdict)] : []),
    ...(verdict ? paragraph('Reasons', reasons(response, verdict)) : []),
    ...paragraph('Lists', [...listLines(listings, title), ...more(total - listings.length)]),
    ...(verdict ? paragraph(`Key dates${ofRegistered(response)}`, keyDates(response)) : []),
    ...(verdict ? ownerLine(response) : []),
    ...paragraph('Facts', [...stated, ...more(facts.length - stated.length)]),
  ];
}

/** A judgement in one line, defanged except for its author. @param about the subject that it is shown for */
export function defangedJudgement(judgement: Judgement, about: string): string {
  const { subject, text, reason } = judgement;
  const safe = { ...judgement, subject: defang(subject), text: defangText(text), reason: defangText(reason) };
  return judgementSentence(safe, defang(about));
}

/** What the team says, beside the verdict. */
function teamLines(subject: Ticket['subject']): readonly string[] {
  if (!subject) return [];
  const { text, judgements } = subject;
  return paragraph(
    'Judgement of the team',
    judgements.map((each) => codeSafe(defangedJudgement(each, text))),
  );
}

/** Names the kinds that no loaded source covers, whose absence means nothing. */
function coverageNote(response: unknown): readonly string[] {
  const untracked = notTrackedWords(evidenceIn(response) ?? {});
  return untracked ? [codeSafe(`Not tracked: ${untracked}`)] : [];
}

function paragraph(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length > 0 ? [[`${heading}:`, ...lines.map((line) => `* ${line}`)].join('\n')] : [];
}

function safe(text: string): string {
  return codeCell(defangText(text), longestLine);
}

/** "Verdict: Critical (100 of 100): on 2 lists, first 37 days ago, still listed." */
function verdictLine({ state, score, sentence }: TicketVerdict): string {
  const [word = '', ...rest] = sentence.split(': ');
  const scored = state === 'scored' && score !== null && rest.length > 0;
  const text = scored ? `${word} (${score} of 100): ${rest.join(': ')}` : sentence;
  return codeSafe(defangText(`Verdict: ${text}`));
}

/** Fields with records about something other than the subject: a listing, a scan, a name server. */
const OF_OTHERS: ReadonlySet<string> = new Set(['listings', 'facts', 'scan_data', 'ns_srv_reputation', 'host_flags']);

/** Members of a response by name, the outermost first; lists are included only if they have one entry. */
function members(value: unknown, depth = 0): readonly (readonly [name: string, value: unknown])[] {
  if (typeof value !== 'object' || value === null || depth > 3) return [];
  const entries = Object.entries(Array.isArray(value) ? (value.length === 1 ? (value[0] as object) : {}) : value);
  return [...entries, ...entries.flatMap(([name, member]) => (OF_OTHERS.has(name) ? [] : members(member, depth + 1)))];
}

/** The factors above 0, the deciding one first. */
function reasons(response: unknown, { state, decider, provider }: TicketVerdict): readonly string[] {
  const scores = new Map<string, number>();
  for (const [name, value] of members(response))
    if (isScoreFactor(name) && typeof value === 'number' && value > 0 && !scores.has(name)) scores.set(name, value);
  // drops a raw share that also has a score
  for (const name of scores.keys()) if (scores.has(`${name}_score`)) scores.delete(name);
  const isFirst = (name: string) => Number(name === decider);
  const lines = [...scores]
    .sort(([a, x], [b, y]) => isFirst(b) - isFirst(a) || y - x)
    .map(
      ([name, score]) =>
        `${scoreFactor(name).label}: ${score}${name === decider ? ` (${accordingTo('deciding factor', provider)})` : ''}`,
    );
  // the verdict itself explains a state
  const isTold = !decider || scores.has(decider) || state !== 'scored';
  return isTold ? lines : [accordingTo(scoreFactor(decider).sentence, provider), ...lines];
}

/** One line per list and category, with first day, last day, and whether the subject is still listed. */
function listLines(listings: readonly Listing[], title: string): readonly string[] {
  const lists = new Map<string, Listing[]>();
  for (const listing of listings) {
    const name = listName(listing);
    lists.set(name, [...(lists.get(name) ?? []), listing]);
  }
  const lines = [...lists].map(([name, entries]) => {
    const first = entries.flatMap(({ first_listed }) => first_listed ?? []).sort()[0];
    const last = entries
      .flatMap(({ last_listed }) => last_listed ?? [])
      .sort()
      .at(-1);
    const [only] = entries.length === 1 ? entries : [];
    const tags = [...new Set(entries.flatMap((entry) => entry.tags ?? []))];
    const details = [
      [first, last].filter(Boolean).join(' to '),
      entries.some(({ is_open }) => is_open) ? 'still listed' : 'no longer listed',
      entries.every(({ known_benign }) => known_benign) ? 'not counted' : '',
      entries.every(({ on_shared_host }) => on_shared_host) ? sharedHostWords : '',
      only ? nameUnless(title, only.subject) : formatCount(entries.length, 'entry', 'entries'),
      ...tags.map(safe),
    ];
    return `${safe(name)}: ${details.filter(Boolean).join(', ')}`;
  });
  const rest = lines.length - shownLines;
  return [...lines.slice(0, shownLines), ...(rest > 0 ? [formatCount(rest, 'more list')] : [])];
}

/** The listed indicator, unless the title names it. */
function nameUnless(title: string, subject = ''): string {
  return title.split(' ').includes(subject) ? '' : safe(subject);
}

const DATES: Readonly<Record<string, string>> = {
  whois_created_date: 'Registered',
  first_seen: 'First seen',
  last_seen: 'Last seen',
  listed_first: 'First listed',
  listed_recent: 'Last listed',
  last_change: 'Last name-server change',
  subnet_allocation_date: 'Subnet allocated',
  asn_allocation_date: 'AS allocated',
};

/** The dates of a host name are those of its registered domain. */
function ofRegistered(response: unknown): string {
  const { domain, query } = (isObject(response) && isObject(response.domaininfo) && response.domaininfo) || {};
  return typeof domain === 'string' && domain !== query ? ` of ${codeSafe(defang(domain))}` : '';
}

function keyDates(response: unknown): readonly string[] {
  const found = new Map<string, string>();
  for (const [name, value] of members(response)) {
    const day = DATES[name] ? dayOf(value) : null;
    if (day && !found.has(name)) found.set(name, day);
  }
  return Object.entries(DATES).flatMap(([name, label]) => (found.has(name) ? [`${label}: ${found.get(name)}`] : []));
}

/** 20261009 or '2026-10-09 04:22:09' as '2026-10-09'. */
function dayOf(value: unknown): string | null {
  const text = String(value);
  const [, year, month, day] = /^(\d{4})-?(\d\d)-?(\d\d)(?:\D|$)/.exec(text) ?? [];
  return year ? `${year}-${month}-${day}` : null;
}

function ownerLine(response: unknown): readonly string[] {
  const found = new Map<string, unknown>();
  for (const [name, value] of members(response)) if (value && !found.has(name)) found.set(name, value);
  const text = (name: string) => String(found.get(name) ?? '');
  const asn = Number(found.get('asn') ?? 0);
  const owner = [asn ? `${formatAsn(asn)} ${text('asname')}`.trim() : '', text('country_name')].filter(Boolean);
  return [
    ...(owner.length > 0 ? [`Owner: ${owner.map(safe).join(', ')}`] : []),
    ...(text('registrar') ? [`Registrar: ${safe(text('registrar'))}`] : []),
  ];
}

const longestCell = 80;
/** Fits a fact with its source and day. */
const longestLine = 300;

/** Defangs every word of a sentence that could become a link; punctuation stays. */
export function defangText(text: string): string {
  return text.replace(/[^\s()]*[^\s().,;:!?]/g, (word) =>
    /[.:]/.test(word) && !/^[\d.,]+%?$|^[\d:-]+$/.test(word) ? defang(word) : defangIfAddress(word),
  );
}

/** Defangs a word. Digits with dots are a decimal number, unless there are the three dots of an address. */
function defangIfAddress(word: string): string {
  return word.split('.').length === 4 ? defang(word) : word;
}

/** Text from an answer in a code span, so that Markdown and HTML in it stay text. */
function codeCell(text: string, longest = longestCell): string {
  if (text === '') return '';
  const characters = [...visibleText(text)];
  const cut = characters.length > longest ? `${characters.slice(0, longest).join('')}…` : characters.join('');
  return `\`${cut.replaceAll('`', "'").replaceAll('|', '\\|')}\``;
}

/** Escapes Markdown and HTML for text outside of code spans. The brackets of defanged text stay readable. */
export function codeSafe(text: string): string {
  return visibleText(text)
    .replace(/[\\`*_<>#|~]/g, '\\$&')
    .replaceAll('](', ']\\(');
}
