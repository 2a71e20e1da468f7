import { parseIp } from '#model/ip-address.ts';
import { joinList, splitList } from '#web/components/ask/value-list.ts';
import { choicesOf, listFields, usesOf } from './question-shape.ts';
import { readSortTerms, writeSortTerms } from './sort-terms.ts';

/**
 * The look-ups of the explorer: E1 asks what stands under a name, E2 under which names an answer stands, E3 about both sides
 * at once, E4 what looks like one's own and is not where it should be.
 */
export const padnsModes = ['forward', 'reverse', 'both', 'unsanctioned'] as const;
export type PadnsMode = (typeof padnsModes)[number];

/** Parameters of E1 to E4 that the form has a field for, in the order of the interface. */
export const questionFields = [
  'qtype',
  'qname',
  'qanswer',
  'regex',
  'name',
  'nsname',
  'netmask',
  'net',
  'network',
  'asnum',
  'asn',
  'asname',
  'asname_starts_with',
  'asname_contains',
  'subdomains',
  'match',
  'reduce',
  'first_seen_after',
  'first_seen_before',
  'last_seen_after',
  'last_seen_before',
  'as_of',
  'sort',
  'output_format',
  'limit',
  'skip',
  'prefer',
  'max_wait',
  'with_metadata',
] as const;
export type QuestionField = (typeof questionFields)[number];

/** The keys of the question in the URL. */
export const questionKeys = ['mode', ...questionFields] as const;

/**
 * A look-up as it stands in the form and in the URL: texts of the wire parameters, '' for "not given". Parameters that may be
 * repeated hold their values joined by ';', as the interface takes them.
 */
export type PadnsQuestion = { readonly mode: PadnsMode } & Readonly<Record<QuestionField, string>>;

const nothingAsked = Object.fromEntries(questionFields.map((field) => [field, ''])) as Record<QuestionField, ''>;

// Short, so that a long search becomes a job that can be left alone; the interface waits 25 s unless told.
const maxWaitSeconds = '2';

/** What a field stands for when the URL does not name it; '' leaves it to the service. */
export const emptyQuestion: PadnsQuestion = {
  ...nothingAsked,
  mode: 'forward',
  qtype: 'any',
  max_wait: maxWaitSeconds,
  with_metadata: '1',
};

/** The empty form of a look-up. */
export function clearedQuestion(mode: PadnsMode): PadnsQuestion {
  return { ...emptyQuestion, mode, qtype: usualType(mode, emptyQuestion) };
}

/** What each mode can be asked for; from the generated parameters, `qtype` of E1 to E4. */
export type RecordTypes = Readonly<Record<PadnsMode, readonly string[]>>;

/** Reads a question from the URL. What no choice of a field has degrades to its default; texts are kept, and judged by the form. */
export function readQuestion(
  params: Readonly<Partial<Record<string, string | null>>>,
  recordTypes: RecordTypes,
): PadnsQuestion {
  const mode = padnsModes.find((known) => known === params['mode']) ?? 'forward';
  const texts = Object.fromEntries(
    questionFields.map((field) => {
      // E3 has two words for it
      const text = field === 'match' && params[field] === 'noteq' ? 'neq' : (params[field] ?? emptyQuestion[field]);
      const known = choicesOf(mode, field);
      return [field, known && !known.includes(text) ? emptyQuestion[field] : text];
    }),
  ) as Record<QuestionField, string>;
  const qtype = (params['qtype'] ?? '').toLowerCase();
  const sort = writeSortTerms(readSortTerms(texts.sort));
  return { mode, ...texts, sort, qtype: recordTypes[mode].includes(qtype) ? qtype : usualType(mode, texts) };
}

/** The record type that is asked for unless one is chosen. */
export function usualType(mode: PadnsMode, { qname, qanswer }: Pick<PadnsQuestion, 'qname' | 'qanswer'>): string {
  if (mode === 'forward') return 'any';
  const owner = parseIp(qname.trim());
  if (mode === 'both' && owner) return owner.version === 4 ? 'ptr4' : 'ptr6';
  const address = mode === 'reverse' ? owner : parseIp(qanswer.trim());
  if (address) return address.version === 4 ? 'a' : 'aaaa';
  return mode === 'reverse' && qname !== '' ? 'ns' : 'a';
}

/** The question for the URL: only what differs from the default. */
export function questionParams(question: PadnsQuestion): Record<string, string> {
  const given = asked(question);
  return {
    mode: question.mode,
    qtype: question.qtype,
    ...Object.fromEntries(
      questionFields
        .filter((field) => field !== 'qtype' && given[field] !== emptyQuestion[field])
        .map((field) => [field, given[field]]),
    ),
  };
}

/** What is still to be said before the question can be asked, by field; empty once there is something to look for. */
export function missingOf({
  mode,
  qname,
  qanswer,
  regex,
}: PadnsQuestion): Readonly<Partial<Record<QuestionField, string>>> {
  const hasOwner = qname.trim() !== '' || regex.trim() !== '';
  return {
    ...(!hasOwner && { qname: missingOwner[mode] }),
    // E3: both sides are required
    ...(mode === 'both' && qanswer.trim() === '' && { qanswer: 'Give what is answered; * is any answer.' }),
  };
}

const missingOwner: Readonly<Record<PadnsMode, string>> = {
  forward: 'Give a name, an address or a regular expression.',
  reverse: 'Give a name, an address or a regular expression.',
  both: 'Give a name, an address or a regular expression; * is any name.',
  unsanctioned: 'Give a pattern such as *brand*, or a regular expression.',
};

/** True when there is something to look for. */
export function isAsked(question: PadnsQuestion): boolean {
  return Object.keys(missingOf(question)).length === 0;
}

/** Two questions that are the same in the URL are the same. */
export function isSameQuestion(a: PadnsQuestion, b: PadnsQuestion): boolean {
  return JSON.stringify(questionParams(a)) === JSON.stringify(questionParams(b));
}

/** The question without what its mode and record type have no use for, and without blanks around texts. */
export function asked(question: PadnsQuestion): PadnsQuestion {
  const uses = usesOf(question);
  const texts = Object.fromEntries(
    questionFields.map((field) => [field, uses(field) ? plain(field, question[field]) : '']),
  ) as Record<QuestionField, string>;
  const isPattern = texts.regex !== '';
  return {
    ...texts,
    mode: question.mode,
    // E1: regex overrides qname
    qname: isPattern ? '' : texts.qname,
    netmask: isPattern && isOwnerMasked(question) ? '' : texts.netmask,
  };
}

function plain(field: QuestionField, text: string): string {
  return listFields.has(field) ? joinList(splitList(field, text)) : text.trim();
}

/** The address that a netmask widens stands on the side of the name. */
function isOwnerMasked({ mode, qtype }: PadnsQuestion): boolean {
  return mode === 'forward' || mode === 'reverse' || qtype.startsWith('ptr');
}

const mainFields = ['mode', 'qtype', 'qname', 'qanswer', 'regex'];
const inSight: Readonly<Record<PadnsMode, ReadonlySet<string>>> = {
  forward: new Set(mainFields),
  reverse: new Set(mainFields),
  both: new Set([...mainFields, 'match', 'network']),
  unsanctioned: new Set([...mainFields, 'network', 'nsname']),
};

/** True for a parameter that the form sets aside, below what a look-up is mostly about. */
export function isSetAside(mode: PadnsMode, field: string): boolean {
  return !inSight[mode].has(field);
}

/** The parameters set aside that are given, with their texts. */
export function setAside(question: PadnsQuestion): Readonly<Record<string, string>> {
  const params = Object.entries(questionParams(question));
  return Object.fromEntries(params.filter(([field]) => isSetAside(question.mode, field)));
}
