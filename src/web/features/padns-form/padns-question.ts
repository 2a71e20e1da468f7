import { parseIp } from '#model/ip-address.ts';
import { readSortTerms, writeSortTerms } from './sort-terms.ts';

/** The two look-ups of the explorer: E1 asks what stands under a name, E2 under which names an answer stands. */
export type PadnsMode = 'forward' | 'reverse';

/** Parameters of E1 and E2 that the form has a field for, in the order of the interface. */
export const questionFields = [
  'qtype',
  'qname',
  'regex',
  'netmask',
  'subdomains',
  'match',
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
 * A look-up as it stands in the form and in the URL: texts of the wire parameters, '' for "not given". `sort` holds its terms
 * joined by ';', as the interface takes them.
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

/** What each mode can be asked for; from the generated parameters, `qtype` of E1 and E2. */
export type RecordTypes = Readonly<Record<PadnsMode, readonly string[]>>;

// What a choice may be; the value that the service takes unless told (strict, padns, result) is "not given".
const choices: Readonly<Partial<Record<QuestionField, readonly string[]>>> = {
  subdomains: ['0', '1'],
  match: ['self'],
  output_format: ['cof'],
  prefer: ['job_id'],
  with_metadata: ['0', '1'],
};

/** Reads a question from the URL. What no choice of a field has degrades to its default; texts are kept, and judged by the form. */
export function readQuestion(
  params: Readonly<Partial<Record<string, string | null>>>,
  recordTypes: RecordTypes,
): PadnsQuestion {
  const mode = params['mode'] === 'reverse' ? 'reverse' : 'forward';
  const texts = Object.fromEntries(
    questionFields.map((field) => {
      const text = params[field] ?? emptyQuestion[field];
      const known = choices[field];
      return [field, known && !known.includes(text) ? emptyQuestion[field] : text];
    }),
  ) as Record<QuestionField, string>;
  const qtype = (params['qtype'] ?? '').toLowerCase();
  const sort = writeSortTerms(readSortTerms(texts.sort));
  return { mode, ...texts, sort, qtype: recordTypes[mode].includes(qtype) ? qtype : usualType(mode, texts.qname) };
}

/** The record type that is asked for unless one is chosen. */
export function usualType(mode: PadnsMode, qname: string): string {
  if (mode === 'forward') return 'any';
  const address = parseIp(qname.trim());
  if (address) return address.version === 4 ? 'a' : 'aaaa';
  return qname === '' ? 'a' : 'ns';
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

/** True when there is something to look for. */
export function isAsked({ qname, regex }: PadnsQuestion): boolean {
  return qname.trim() !== '' || regex.trim() !== '';
}

/** Two questions that are the same in the URL are the same. */
export function isSameQuestion(a: PadnsQuestion, b: PadnsQuestion): boolean {
  return JSON.stringify(questionParams(a)) === JSON.stringify(questionParams(b));
}

/** The question without what its mode and record type have no use for, and without blanks around texts. */
export function asked(question: PadnsQuestion): PadnsQuestion {
  const uses = usesOf(question);
  const texts = Object.fromEntries(questionFields.map((field) => [field, question[field].trim()])) as Record<
    QuestionField,
    string
  >;
  const regex = uses.regex ? texts.regex : '';
  return {
    ...texts,
    mode: question.mode,
    regex,
    // E1: regex overrides qname
    qname: regex === '' ? texts.qname : '',
    netmask: uses.netmask && regex === '' ? texts.netmask : '',
    subdomains: uses.subdomains ? texts.subdomains : '',
    match: uses.match ? texts.match : '',
  };
}

/** Which of the conditional parameters mean something for a mode and record type (E1, E2). */
export function usesOf({ mode, qtype }: Pick<PadnsQuestion, 'mode' | 'qtype'>) {
  const isAddress = qtype === 'a' || qtype === 'aaaa';
  const isPointer = qtype === 'ptr4' || qtype === 'ptr6';
  const isForward = mode === 'forward';
  return {
    netmask: isForward ? isPointer || qtype.startsWith('any') : isAddress,
    subdomains: isAddress,
    match: isForward && (qtype === 'mx' || qtype === 'ns'),
    // E2: not for txt and soa; a hash is looked for as it is
    regex: isForward || !(qtype === 'txt' || qtype === 'soa' || qtype.endsWith('hash')),
  };
}

const mainFields: ReadonlySet<string> = new Set(['mode', 'qtype', 'qname', 'regex']);

/** True for a parameter that the form sets aside, below the record type and what is looked for. */
export function isSetAside(field: string): boolean {
  return !mainFields.has(field);
}

/** The parameters set aside that are given, with their texts. */
export function setAside(question: PadnsQuestion): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(questionParams(question)).filter(([field]) => isSetAside(field)));
}
