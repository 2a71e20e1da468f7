import { type ExplorerForm, waitFields } from '#web/kit/ask/explorer-form.ts';
import type { PadnsIpDiversitySearchData } from '#contract/generated/types.gen.ts';
import {
  type ParameterField,
  type ParameterQuestion,
  questionParams,
  questionQuery,
} from '#web/kit/ask/parameter-question.ts';
import { asNumberProblem, networkProblem, wildcardReading } from '#web/kit/ask/value-list.ts';

const name = { kind: 'name' } as const;
const count = (example: string) => ({ kind: 'number', example }) as const;
const day = (example: string) => ({ kind: 'day', example }) as const;
const seenModes = [
  { value: '', label: 'All of its records (strict)' },
  { value: 'any', label: 'At least one (any)' },
] as const;

const numbers = [
  { name: 'asn_diversity', label: 'ASNs: exactly', ...count('3'), group: 'Numbers of ASNs and addresses' },
  { name: 'asn_diversity_max', label: 'ASNs: at most', ...count('20'), group: 'Numbers of ASNs and addresses' },
  { name: 'ip_diversity_all', label: 'Addresses: exactly', ...count('5'), group: 'Numbers of ASNs and addresses' },
  {
    name: 'ip_diversity_all_max',
    label: 'Addresses: at most',
    ...count('200'),
    group: 'Numbers of ASNs and addresses',
  },
  { name: 'ip_diversity_groups', label: 'Networks: exactly', ...count('5'), group: 'Numbers of ASNs and addresses' },
  {
    name: 'ip_diversity_groups_min',
    label: 'Networks: at least',
    ...count('5'),
    group: 'Numbers of ASNs and addresses',
  },
  {
    name: 'ip_diversity_groups_max',
    label: 'Networks: at most',
    ...count('80'),
    group: 'Numbers of ASNs and addresses',
  },
] as const;

const times = [
  { name: 'first_seen_min', label: 'First seen on or after', ...day('2026-06-01'), group: 'Time' },
  { name: 'first_seen_min_mode', label: 'Applies to', kind: 'choice', choices: seenModes, group: 'Time' },
  { name: 'first_seen_max', label: 'First seen on or before', ...day('2026-11-01'), group: 'Time' },
  { name: 'first_seen_max_mode', label: 'Applies to', kind: 'choice', choices: seenModes, group: 'Time' },
  { name: 'last_seen_min', label: 'Last seen on or after', ...day('2026-11-01'), group: 'Time' },
  { name: 'last_seen_min_mode', label: 'Applies to', kind: 'choice', choices: seenModes, group: 'Time' },
  { name: 'last_seen_max', label: 'Last seen on or before', ...day('2026-11-20'), group: 'Time' },
  { name: 'last_seen_max_mode', label: 'Applies to', kind: 'choice', choices: seenModes, group: 'Time' },
] as const;

const origins = [
  {
    name: 'network',
    label: 'Networks',
    kind: 'list',
    example: '198.18.0.0/16; 203.0.113.0/24',
    check: networkProblem4,
    group: 'Addresses and ASNs',
  },
  {
    name: 'asnum',
    label: 'AS numbers',
    kind: 'list',
    example: '64500; AS64666',
    check: asNumberProblem,
    group: 'Addresses and ASNs',
  },
  { name: 'asname', label: 'AS names (asname)', kind: 'list', example: 'CINDERWALL', group: 'Addresses and ASNs' },
  {
    name: 'asname_starts_with',
    label: 'AS names that begin with',
    kind: 'list',
    example: 'CINDER',
    group: 'Addresses and ASNs',
  },
  {
    name: 'asname_contains',
    label: 'AS names that contain',
    kind: 'list',
    example: 'Hosting; Cloud',
    group: 'Addresses and ASNs',
  },
  {
    name: 'asn',
    label: 'Hosts and these ASNs',
    kind: 'choice',
    choices: [
      { value: '', label: 'Hosts that use them (in)' },
      { value: 'notin', label: 'Hosts that do not (notin)' },
    ],
    group: 'Addresses and ASNs',
  },
  {
    name: 'asn_match',
    label: 'How many must match',
    kind: 'choice',
    choices: [
      { value: '', label: 'Any of them' },
      { value: 'all', label: 'All of them' },
      { value: 'limit', label: 'Between two numbers (limit)' },
    ],
    group: 'Addresses and ASNs',
  },
  { name: 'asn_match_min', label: 'Chosen ASNs: at least', ...count('2'), group: 'Addresses and ASNs' },
  { name: 'asn_match_max', label: 'Chosen ASNs: at most', ...count('5'), group: 'Addresses and ASNs' },
] as const;

function networkProblem4(value: string): string | undefined {
  return networkProblem(value, 4);
}

const evidence = [
  { name: 'registrar', label: 'Registrar', kind: 'text', example: 'Nomdeplume', group: 'Registration' },
  {
    name: 'email',
    label: 'Registrant email',
    kind: 'indicator',
    example: 'someone@a.example',
    group: 'Registration',
  },
  { name: 'whois_date_after', label: 'Registered on or after', ...day('2026-06-01'), group: 'Registration' },
  { name: 'nschange_from_ns', label: 'From name server', ...name, example: 'self', group: 'Name-server change' },
  {
    name: 'nschange_to_ns',
    label: 'To name server',
    ...name,
    example: '*.crowsnest-dns.test',
    group: 'Name-server change',
  },
  { name: 'nschange_date_after', label: 'On or after', ...day('2026-06-01'), group: 'Name-server change' },
  { name: 'nschange_date_before', label: 'On or before', ...day('2026-11-20'), group: 'Name-server change' },
  {
    name: 'cert_issuer',
    label: 'Issuer',
    kind: 'text',
    example: '*Free*',
    reading: ({ cert_issuer: issuer = '' }) => wildcardReading(issuer),
    group: 'Certificate',
  },
  { name: 'cert_date_min', label: 'Issued on or after', ...day('2026-06-01'), group: 'Certificate' },
  { name: 'cert_date_max', label: 'Issued on or before', ...day('2026-11-20'), group: 'Certificate' },
  {
    name: 'infratag',
    label: 'Infrastructure tag',
    kind: 'text',
    example: '*:crowsnest-dns.test:*:*',
    hint: 'mail:name server:hosting:registrar, with * for any characters.',
    group: 'Infrastructure',
  },
] as const;

const answer = [
  { name: 'limit', label: 'Hosts per page', ...count('100'), group: 'Answer' },
  { name: 'skip', label: 'Skip', ...count('0'), group: 'Answer' },
  ...waitFields('Answer', 'hosts'),
  {
    name: 'timeline',
    label: 'Timelines',
    kind: 'choice',
    choices: [
      { value: '', label: 'Numbers only' },
      { value: '1', label: 'With the timeline of each host' },
    ],
    group: 'Answer',
  },
] as const;

/** Every parameter of E8. Always visible is what most searches start with. */
export const searchFields = [
  { name: 'asn_diversity_min', label: 'ASNs: at least', ...count('5'), hint: '' },
  { name: 'ip_diversity_all_min', label: 'Addresses: at least', ...count('10'), hint: '' },
  { name: 'domain', label: 'Host or pattern', ...name, example: '*.example' },
  {
    name: 'domain_regex',
    label: 'or a regular expression (RE2)',
    shortLabel: 'Regular expression',
    kind: 'regex',
    example: '^login-.*$',
    hint: 'RE2 on the host, in place of the pattern.',
  },
  { name: 'nsname', label: 'Name server', ...name, example: '*.crowsnest-dns.test' },
  { name: 'mxname', label: 'Mail server', ...name, example: 'self' },
  ...numbers,
  ...origins,
  ...times,
  ...evidence,
  ...answer,
] as const satisfies readonly ParameterField[];
export type SearchName = (typeof searchFields)[number]['name'];
export type DiversityQuestion = ParameterQuestion<SearchName>;

const notConditions: ReadonlySet<string> = new Set([
  ...answer.map(({ name: field }) => field),
  ...times.map(({ name: field }) => field).filter((field) => field.endsWith('_mode')),
  'asn',
  'asn_match',
  'asn_match_min',
  'asn_match_max',
]);

/** What is still to be given before there is anything to ask, by field. */
export function missingOf(question: DiversityQuestion): Readonly<Partial<Record<string, string>>> {
  const isAsked = searchFields.some(({ name: field }) => !notConditions.has(field) && question[field].trim() !== '');
  if (!isAsked) return { asn_diversity_min: 'Enter at least one condition, such as a minimum number of ASNs.' };
  const { asn_match, asn_match_min, asn_match_max } = question;
  const hasLimits = asn_match_min.trim() !== '' || asn_match_max.trim() !== '';
  return asn_match === 'limit' && !hasLimits
    ? { asn_match_min: 'Enter a minimum or maximum number of the chosen ASNs.' }
    : {};
}

/** The title of a search, such as "Hosts with at least 6 ASNs". */
export function searchTitle(question: DiversityQuestion): string {
  const asked = Object.entries(questionParams<SearchName>(searchFields, question));
  const conditions = asked.filter(([field]) => !notConditions.has(field));
  return `Hosts with ${conditions.map(([field, text]) => conditionWords(field, text, question)).join(' · ')}`;
}

/** One condition in the words of the form: a label "ASNs: at least" becomes "at least 6 ASNs". */
function conditionWords(field: string, text: string, question: DiversityQuestion): string {
  const { asn } = question;
  const label = searchFields.find(({ name: known }) => known === field)?.label ?? field;
  const isLeftOut = asn === 'notin' && field.startsWith('asn') && !field.startsWith('asn_');
  const isChoice = field === 'asnum' || field.startsWith('asname');
  const holdsForOne = (question as Readonly<Record<string, string>>)[`${field}_mode`] === 'any';
  const [noun = label, bound] = label.split(': ');
  const condition =
    bound === undefined ? `${label} ${text}` : `${bound} ${text} ${noun === 'ASNs' ? noun : noun.toLowerCase()}`;
  const words = `${isLeftOut ? 'not ' : ''}${isChoice ? howMany(question) : ''}${condition}`;
  return `${words}${holdsForOne ? ' (at least one record)' : ''}`;
}

/** How many of the chosen autonomous systems a host uses, unless any of them will do. */
function howMany({ asn_match: match, asn_match_min: least, asn_match_max: most }: DiversityQuestion): string {
  if (match === 'all') return 'all of ';
  if (match !== 'limit') return '';
  return most === '' ? `at least ${least} of ` : least === '' ? `at most ${most} of ` : `${least} to ${most} of `;
}

export type DiversitySearchQuery = NonNullable<PadnsIpDiversitySearchData['query']>;

/** The call of E8. Its texts are taken as the form has judged them. */
export function diversityQuestion(question: DiversityQuestion) {
  const query = questionQuery<SearchName>(searchFields, question) as DiversitySearchQuery;
  return { operationId: 'padnsIpDiversitySearch', query } as const;
}

/** The form of E8. */
export const diversityForm: ExplorerForm<SearchName> = {
  label: 'Search for hosts by IP diversity',
  variants: { operationId: 'padnsIpDiversitySearch', fields: searchFields },
  questionOf: diversityQuestion,
  missingOf,
};
