import { formatAsn } from '#model/asn.ts';
import { dateToEpochSeconds, dateToIsoDate, SECONDS_PER_DAY } from '#model/dates.ts';
import { type Dossier, type Fact, isRisk, type Observable, sampleNotice, type Sharing, thingsOf } from '#model/fact.ts';
import { formatCount } from '#model/format.ts';
import type { Judgement } from '#model/judgement.ts';
import { judgementSentence } from '#model/judgement-words.ts';
import { mispEvent } from '#model/misp-event.ts';
import { stixBundle } from '#model/stix-bundle.ts';
import type { ExportTarget } from './export-target.ts';
import { announcedFacts, ownListings, type WireListing } from './row-facts.ts';

interface IntelligenceContent<Row> {
  readonly rows: readonly Row[];
  readonly target: Pick<ExportTarget<Row>, 'view' | 'subject' | 'factsOf'>;
  readonly truncation: string | null;
  readonly sharing: Sharing;
  readonly time: Date;
  /** Without it, nothing becomes an indicator. */
  readonly askListings?: AskListings | undefined;
  readonly judgementsOf: JudgementsOf;
}

/** Facts in a format of threat intelligence, indented by two. */
export function intelligenceText(dossier: Dossier, format: 'stix' | 'misp'): string {
  return `${JSON.stringify(format === 'stix' ? stixBundle(dossier) : mispEvent(dossier), null, 2)}\n`;
}

/** The judgements that hold for a subject, as text. */
export type JudgementsOf = (subject: string) => readonly Judgement[];

/** Looks up the listings of values, and of addresses the AS. A value missing from the answer could not be looked up. */
export type AskListings = (kind: JudgedKind, values: readonly string[]) => Promise<ReadonlyMap<string, ListedRecord>>;

interface ListedRecord {
  readonly listings?: readonly WireListing[] | undefined;
  readonly asn?: number | undefined;
}

const judgedKinds = ['ipv4', 'ipv6', 'domain'] as const;
type JudgedKind = (typeof judgedKinds)[number];

interface Evidence {
  readonly ask: AskListings;
  readonly from: Sharing['from'];
  readonly time: Date;
  readonly judgementsOf: JudgementsOf;
}

/**
 * Adds listings to what has a score of the band or above: only what a list names becomes an indicator. Adds the AS of such an address where
 * the team judged that AS.
 */
export async function withListings(
  facts: readonly Fact[],
  { ask, from, time, judgementsOf: of }: Evidence,
): Promise<{ readonly facts: readonly Fact[]; readonly missing: string | null }> {
  const today = dateToIsoDate(time);
  const risky = facts.flatMap((fact) => (fact.is === 'seen' && isRisk(fact.score, from) ? [fact.what] : []));
  const found = await Promise.all(
    judgedKinds.map(async (kind) => {
      const values = new Set(risky.flatMap((what) => (what.kind === kind ? [what.value] : [])));
      return [kind, values, await ask(kind, [...values])] as const;
    }),
  );
  const records = new Map(found.flatMap(([, , answers]) => [...answers]));
  const missing = found.flatMap(([, values]) => [...values]).filter((value) => !records.has(value)).length;
  const listed = facts.map((fact) => {
    if (fact.is !== 'seen' || !('value' in fact.what)) return fact;
    const own = ownListings(records.get(fact.what.value)?.listings ?? [], fact.what.value, today);
    return own.length > 0 ? { ...fact, listings: own } : fact;
  });
  const judged = [...records].flatMap(([address, { asn }]) =>
    asn && of(formatAsn(asn)).length > 0 ? announcedFacts({ address, asn }) : [],
  );
  return {
    facts: [...listed, ...judged],
    missing:
      missing === 0
        ? null
        : `The listings of ${formatCount(missing, 'name or address', 'names and addresses')} could not be looked up: not marked as ${missing === 1 ? 'an indicator' : 'indicators'}.`,
  };
}

/**
 * Adds what the team says about the things that facts are about. What is on its never-flag list becomes no indicator, nor does what an AS
 * on it announces.
 * @param of the judgements that hold for a subject
 */
export function withJudgements(facts: readonly Fact[], of: JudgementsOf): readonly Fact[] {
  const judged = new Map<string, Fact>();
  const systems = new Map(
    facts.flatMap((fact) => (fact.is === 'announced' ? [[JSON.stringify(fact.address), fact.by] as const] : [])),
  );
  const isNeverFlagged = (what: Observable) =>
    [what, systems.get(JSON.stringify(what)) ?? []]
      .flat()
      .some((each) => of(judgedText(each)).some(({ kind }) => kind === 'never-flag'));
  for (const what of facts.flatMap(thingsOf)) {
    const about = judgedText(what);
    const held = of(about);
    if (held.length === 0) continue;
    const sentences = held.map((judgement) => `Team: ${judgementSentence(judgement, about)}`);
    judged.set(JSON.stringify(what), { is: 'judged', what, sentences });
  }
  if (judged.size === 0) return facts;
  const marked = facts.map((fact) =>
    fact.is === 'seen' && isNeverFlagged(fact.what) ? { ...fact, isNeverFlagged: true } : fact,
  );
  return [...marked, ...judged.values()];
}

/** The subject that a judgement of an observable is about: of a URL its host; '' for a certificate. */
function judgedText(what: Observable): string {
  switch (what.kind) {
    case 'certificate':
      return '';
    case 'asn':
      return formatAsn(what.number);
    case 'url':
      return new URL(what.value).hostname.replace(/^\[|\]$/g, '');
    default:
      return what.value;
  }
}

/** The UTC day of an instant as its start in epoch seconds. */
export function startOfDay(time: Date): number {
  return Math.floor(dateToEpochSeconds(time) / SECONDS_PER_DAY) * SECONDS_PER_DAY;
}

/** The facts about indicators in the rows. `leftOut` describes rows without any, which the file mentions too. */
export async function toIntelligence<Row>(
  { rows, target, truncation, sharing, time, askListings: ask, judgementsOf }: IntelligenceContent<Row>,
  format: 'stix' | 'misp',
): Promise<{ text: string; notes: readonly string[] }> {
  const byRow = rows.map((row) => target.factsOf?.(row) ?? []);
  const all = byRow.flat();
  const { facts, missing } = ask
    ? await withListings(all, { ask, from: sharing.from, time, judgementsOf })
    : { facts: all, missing: null };
  const silent = byRow.filter((facts) => facts.length === 0).length;
  const many = formatCount(silent, 'row that names no indicator is', 'rows that name no indicator are');
  const leftOut = silent === 0 ? null : `${many} left out.`;
  const text = intelligenceText(
    {
      title: `${target.view}: ${target.subject}`,
      facts: withJudgements(facts, judgementsOf),
      truncation: [truncation, leftOut, missing].filter(Boolean).join(' ') || null,
      day: startOfDay(time),
      sharing,
    },
    format,
  );
  return { text, notes: [leftOut, missing, sampleNotice(facts)].filter((note) => note !== null) };
}
