import type { NsTransfersData } from '#contract/generated/types.gen.ts';
import { isoDateToDate, plusDays } from '#model/dates.ts';
import type { ExplorerForm } from '#web/kit/ask/explorer-form.ts';
import type { FieldProblems } from '#web/kit/ask/parameter-docs.ts';
import { type ParameterField, type ParameterQuestion, questionQuery } from '#web/kit/ask/parameter-question.ts';
import { periodStart, windowWords } from '#web/kit/ask/time-words.ts';

const time = 'Time of the move';
const registration = 'Registration';
const answer = 'Order and output';

/** The default search period in days. */
const defaultDays = '30';

/** Every parameter of C9. */
export const transferFields = [
  { name: 'from_ns', label: 'From name server', kind: 'name', example: '*.registrar.example' },
  { name: 'to_ns', label: 'To name server', kind: 'name', example: 'ns1.crowsnest-dns.test' },
  { name: 'domain_regex', label: 'Domains matching (RE2)', kind: 'regex', example: '^.*-login\\.example$' },
  {
    name: 'days',
    label: 'Days',
    kind: 'period',
    example: defaultDays,
    group: time,
    unset: ({ change_date_after: after = '' }) => (after.trim() === '' ? defaultDays : undefined),
  },
  { name: 'change_date_after', label: 'Moved on or after', kind: 'day', example: '2026-06-01', group: time },
  { name: 'change_date_before', label: 'Moved on or before', kind: 'day', example: '2026-06-30', group: time },
  {
    name: 'nschanges_only',
    label: 'Domains',
    kind: 'choice',
    defaultValue: '1',
    choices: [
      { value: '1', label: 'of any age' },
      { value: '0', label: 'registered in these days' },
    ],
    group: registration,
  },
  {
    name: 'whois_date_after',
    label: 'Registered on or after',
    kind: 'day',
    example: '2026-05-01',
    group: registration,
  },
  {
    name: 'whois_date_before',
    label: 'Registered on or before',
    kind: 'day',
    example: '2026-06-30',
    group: registration,
  },
  { name: 'registrar', label: 'Registrar', kind: 'text', example: 'Nightowl', group: registration },
  { name: 'email', label: 'Registrant email', kind: 'indicator', example: 'owner@mail.example', group: registration },
  {
    name: 'order',
    label: 'Order',
    kind: 'choice',
    choices: [
      { value: '', label: 'newest first' },
      { value: 'asc', label: 'oldest first' },
    ],
    group: answer,
  },
  { name: 'limit', label: 'Records per page', kind: 'number', example: '100', group: answer },
  { name: 'skip', label: 'Skip', kind: 'number', example: '0', group: answer },
] as const satisfies readonly ParameterField[];

export type TransferField = (typeof transferFields)[number]['name'];
export type TransferQuestion = ParameterQuestion<TransferField>;

const subjects = ['from_ns', 'to_ns', 'domain_regex', 'registrar', 'email'] as const;

/** One subject is enough: an empty side matches any name server. */
export function missingTransferFields(question: TransferQuestion): FieldProblems {
  const isAsked = subjects.some((name) => question[name].trim() !== '');
  return isAsked ? {} : { from_ns: 'Enter a name server that was left or joined; * matches any.' };
}

/** C9 needs both sides; `*` matches any. */
export function transfersQuery(question: TransferQuestion): TransfersQuery {
  return { from_ns: '*', to_ns: '*', ...questionQuery<TransferField>(transferFields, question) } as TransfersQuery;
}

/** The question in words: the title of its panel. */
export function transfersTitle(question: TransferQuestion): string {
  const { from_ns, to_ns, domain_regex, registrar, email } = question;
  const { days, change_date_after, change_date_before, nschanges_only, whois_date_after, whois_date_before } = question;
  const window = periodStart(days.trim() || defaultDays);
  const isRecent = nschanges_only === '0' && whois_date_after.trim() === '';
  return [
    `Moved from ${from_ns.trim() || '*'} to ${to_ns.trim() || '*'}`,
    ...(domain_regex.trim() === '' ? [] : [`domains matching ${domain_regex.trim()}`]),
    // the service counts the days from today even if the period has an end
    ...windowWords('moved', change_date_after.trim() || window, change_date_before).map((words) =>
      words.replace('moved ', ''),
    ),
    ...windowWords('registered', isRecent ? window : whois_date_after, whois_date_before),
    ...(registrar.trim() === '' ? [] : [`registrar ${registrar.trim()}`]),
    ...(email.trim() === '' ? [] : [`registered by ${email.trim()}`]),
  ].join(', ');
}

/** The form of C9. */
export const transferForm: ExplorerForm<TransferField> = {
  label: 'Search for transfers',
  variants: { operationId: 'nsTransfers', fields: transferFields },
  questionOf: (question) => ({ operationId: 'nsTransfers', query: transfersQuery(question) }),
  missingOf: missingTransferFields,
};

export type TransfersQuery = NsTransfersData['query'];

/**
 * C9: the domains that moved between two servers up to now, or up to another day.
 * @param period a number of days, or the first day
 */
export function moves(from: string, to: string, period: string, asOf: string | null): TransfersQuery {
  const isDay = isoDateToDate(period) !== null;
  const first = isDay || asOf === null ? period : plusDays(asOf, -Number(period));
  const window =
    isDay || asOf !== null
      ? { change_date_after: first, ...(asOf !== null && { change_date_before: asOf }) }
      : { days: Number(period) };
  // without nschanges_only, C9 finds only recently registered domains
  return { from_ns: from, to_ns: to, nschanges_only: 1, ...window };
}

/** The servers to find the same move by: one left and one joined; null unless there are both. */
export function moveOf(from: readonly string[], to: readonly string[]) {
  const left = from.find((server) => !to.includes(server));
  const joined = to.find((server) => !from.includes(server));
  return left === undefined || joined === undefined ? null : { left, joined };
}
