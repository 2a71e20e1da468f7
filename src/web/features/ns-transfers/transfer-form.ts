import type { ExplorerForm } from '#web/components/ask/explorer-form.ts';
import type { FieldProblems } from '#web/components/ask/field-note.ts';
import { questionQuery, type ParameterField, type ParameterQuestion } from '#web/components/ask/parameter-question.ts';
import type { TransfersQuery } from './transfers-query.ts';

const time = 'When it moved';
const registration = 'Who registered it';
const answer = 'Order and answer';

/** Every parameter of C9. */
export const transferFields = [
  { name: 'from_ns', label: 'From name server', kind: 'name', example: '*.registrar.example' },
  { name: 'to_ns', label: 'To name server', kind: 'name', example: 'ns1.crowsnest-dns.test' },
  { name: 'domain_regex', label: 'Only domains like (RE2)', kind: 'regex', example: '^.*-login\\.example$' },
  { name: 'days', label: 'Days', kind: 'number', example: '30', group: time },
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
  { name: 'email', label: 'Registrant address', kind: 'indicator', example: 'owner@mail.example', group: registration },
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
  { name: 'limit', label: 'Records a page', kind: 'number', example: '100', group: answer },
  { name: 'skip', label: 'Skip', kind: 'number', example: '0', group: answer },
] as const satisfies readonly ParameterField[];

export type TransferField = (typeof transferFields)[number]['name'];
export type TransferQuestion = ParameterQuestion<TransferField>;

/** C9 needs both sides; `*` stands for any. */
export function missingTransferFields({ from_ns, to_ns }: TransferQuestion): FieldProblems {
  return {
    ...(from_ns.trim() === '' && { from_ns: 'Give the name server that was left; * stands for any.' }),
    ...(to_ns.trim() === '' && { to_ns: 'Give the name server that was joined; * stands for any.' }),
  };
}

export function transfersQuery(question: TransferQuestion): TransfersQuery {
  // the choices were read against the fields, and both sides are there, see missingTransferFields
  return questionQuery<TransferField>(transferFields, question) as TransfersQuery;
}

/** The form of C9. */
export const transferForm: ExplorerForm<TransferField> = {
  label: 'Search for transfers',
  variants: { operationId: 'nsTransfers', fields: transferFields },
  questionOf: (question) => ({ operationId: 'nsTransfers', query: transfersQuery(question) }),
  missingOf: missingTransferFields,
};
