import type { AsnLookupData } from '#contract/generated/types.gen.ts';
import { parseAsn } from '#model/asn.ts';
import type { ExplorerForm } from '#web/kit/ask/explorer-form.ts';
import type { FieldProblems } from '#web/kit/ask/parameter-docs.ts';
import {
  type ParameterField,
  type ParameterQuestion,
  questionParams,
  questionQuery,
} from '#web/kit/ask/parameter-question.ts';
import { asNumberProblem } from '#web/kit/ask/value-list.ts';

/** Every parameter of F2. */
export const asNameFields = [
  {
    name: 'asname_contains',
    label: 'Name contains',
    kind: 'text',
    example: 'hosting',
    hint: 'Anywhere in the name, ignoring case: hosting finds CINDER-HOSTING and Hosting GmbH.',
  },
  {
    name: 'asname_starts_with',
    label: 'Name begins with',
    kind: 'text',
    example: 'CINDER',
    hint: 'Ignores case. Names mostly begin with the short handle of the operator.',
  },
  {
    name: 'asname',
    label: 'Name (asname)',
    shortLabel: 'Name begins with',
    kind: 'text',
    example: 'CINDER',
    hint: 'Same as “Name begins with”; if both are set, names must match both.',
    group: 'Name',
  },
  {
    name: 'asnum',
    label: 'AS number',
    kind: 'indicator',
    example: '64500',
    check: asNumberProblem,
    hint: 'As 64500, AS64500 or in dotted form, 1.10.',
  },
  { name: 'limit', label: 'ASNs per page', kind: 'number', example: '10000', group: 'Answer' },
  { name: 'skip', label: 'Skip', kind: 'number', example: '0', group: 'Answer' },
] as const satisfies readonly ParameterField[];

export type AsNameField = (typeof asNameFields)[number]['name'];
export type AsNameQuestion = ParameterQuestion<AsNameField>;

/** The fields that say which ASNs. */
const conditionFields = asNameFields.filter(({ name }) => name !== 'limit' && name !== 'skip');

export function missingAsNameFields(question: AsNameQuestion): FieldProblems {
  return Object.keys(questionParams(conditionFields, question)).length > 0
    ? {}
    : { asname_contains: 'Enter part of a name, or an AS number.' };
}

/** The call of F2: AS64500 and 1.10 are numbers, too. Its texts are taken as the form has judged them. */
export function asNameQuestion(question: AsNameQuestion) {
  const { asnum, ...rest } = questionQuery<AsNameField>(asNameFields, question);
  const query: NonNullable<AsnLookupData['query']> = {
    ...(rest as Omit<NonNullable<AsnLookupData['query']>, 'asnum'>),
    ...(asnum !== undefined && { asnum: parseAsn(String(asnum)) ?? Number.NaN }),
  };
  return { operationId: 'asnLookup', query } as const;
}

/** The question in words. */
export function asNameTitle(question: AsNameQuestion): string {
  const { asname_contains: part, asname_starts_with: begin, asname, asnum } = questionParams(conditionFields, question);
  const conditions = [
    ...(part === undefined ? [] : [`contain ${part}`]),
    ...[begin, asname].flatMap((text) => (text === undefined ? [] : [`begin with ${text}`])),
  ];
  const number = parseAsn(asnum ?? '');
  return [
    ...(conditions.length === 0 ? ['AS names'] : [`AS names that ${conditions.join(' and ')}`]),
    ...(number === null ? [] : [`AS${number}`]),
  ].join(', ');
}

/** The form of F2. */
export const asNameForm: ExplorerForm<AsNameField> = {
  label: 'AS name search',
  variants: { operationId: 'asnLookup', fields: asNameFields },
  questionOf: asNameQuestion,
  missingOf: missingAsNameFields,
};
