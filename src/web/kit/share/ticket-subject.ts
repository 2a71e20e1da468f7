import type { Listing } from '#contract/generated/types.gen.ts';
import { formatAsn } from '#model/asn.ts';
import { formatCount, formatNumber } from '#model/format.ts';
import { isScoreFactor, scoreFactor } from '#model/score-factors.ts';
import { evidenceIn, factWords, notTrackedWords } from '#web/kit/score/evidence-words.ts';
import { accordingTo, type Verdict } from '#web/kit/score/verdict.ts';
import { codeCell, codeSafe, defangText } from './ticket-text.ts';

export type TicketVerdict = Pick<Verdict, 'state' | 'score' | 'sentence' | 'decider' | 'provider'>;

const shownLines = 10;

/** What an answer says about its subject, one paragraph each: verdict, reasons, lists, dates, owner, facts. */
export function subjectLines(title: string, response: unknown, verdict: TicketVerdict | undefined): readonly string[] {
  const evidence = evidenceIn(response);
  const { listings = [], listings_total: total = listings.length, facts = [] } = evidence ?? {};
  const stated = facts.slice(0, shownLines).map((fact) => safe(factWords(fact)));
  const more = (count: number) => (count > 0 ? [`${formatNumber(count)} more`] : []);
  return [
    ...(verdict ? [verdictLine(verdict)] : []),
    ...(verdict ? paragraph('Reasons', reasons(response, verdict)) : []),
    ...paragraph('Lists', [...listLines(listings, title), ...more(total - listings.length)]),
    ...(verdict ? paragraph('Key dates', keyDates(response)) : []),
    ...(verdict ? ownerLine(response) : []),
    ...paragraph('Facts', [...stated, ...more(facts.length - stated.length)]),
  ];
}

/** What no loaded source covers, so that its absence says nothing. */
export function coverageNote(response: unknown): readonly string[] {
  const untracked = notTrackedWords(evidenceIn(response) ?? {});
  return untracked ? [codeSafe(`Not tracked: ${untracked}`)] : [];
}

function paragraph(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length > 0 ? [[`${heading}:`, ...lines.map((line) => `* ${line}`)].join('\n')] : [];
}

function safe(text: string): string {
  return codeCell(defangText(text));
}

/** "Verdict: Critical (100 of 100): on 2 lists, first 37 days ago, still listed." */
function verdictLine({ state, score, sentence }: TicketVerdict): string {
  const [word = '', ...rest] = sentence.split(': ');
  const scored = state === 'scored' && score !== null && rest.length > 0;
  const text = scored ? `${word} (${score} of 100): ${rest.join(': ')}` : sentence;
  return codeSafe(defangText(`Verdict: ${text}`));
}

/** Records within an answer that are about something else: a listing, a scan, a name server. */
const OF_OTHERS: ReadonlySet<string> = new Set(['listings', 'facts', 'scan_data', 'ns_srv_reputation', 'host_flags']);

/** Members of a response by their names, the outermost first; of lists only what an answer has once. */
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
  // the share itself stands behind its score
  for (const name of [...scores.keys()]) if (scores.has(`${name}_score`)) scores.delete(name);
  const isFirst = (name: string) => Number(name === decider);
  const lines = [...scores]
    .sort(([a, x], [b, y]) => isFirst(b) - isFirst(a) || y - x)
    .map(
      ([name, score]) =>
        `${scoreFactor(name).label}: ${score}${name === decider ? ` (${accordingTo('deciding factor', provider)})` : ''}`,
    );
  // a state says what it means in the verdict itself
  const isTold = !decider || scores.has(decider) || state !== 'scored';
  return isTold ? lines : [accordingTo(scoreFactor(decider).sentence, provider), ...lines];
}

/** One line for each list and category, with the first and the last day and whether it still lists the subject. */
function listLines(listings: readonly Listing[], title: string): readonly string[] {
  const lists = new Map<string, Listing[]>();
  for (const listing of listings) {
    const name = `${listing.title || listing.source} (${listing.category})`;
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
      entries.every(({ known_benign }) => known_benign) ? 'known benign, not counted' : '',
      only ? nameUnless(title, only.subject) : formatCount(entries.length, 'entry', 'entries'),
      ...tags.map(safe),
    ];
    return `${safe(name)}: ${details.filter(Boolean).join(', ')}`;
  });
  const rest = lines.length - shownLines;
  return [...lines.slice(0, shownLines), ...(rest > 0 ? [`${formatCount(rest, 'more list')}`] : [])];
}

/** What a list names, where the title does not say it. */
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
