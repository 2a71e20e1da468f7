import type { DomainCertificatesData } from '#contract/generated/types.gen.ts';
import type { Query } from '#web/api/query.ts';
import { type ExplorerForm, waitFields } from '#web/kit/ask/explorer-form.ts';
import type { FieldProblems } from '#web/kit/ask/parameter-docs.ts';
import { type ParameterField, type ParameterQuestion, questionQuery } from '#web/kit/ask/parameter-question.ts';
import { windowWords } from '#web/kit/ask/time-words.ts';
import { wildcardReading } from '#web/kit/ask/value-list.ts';

const answer = 'Limits and output';

/** Every parameter of C12. */
export const certificateFields = [
  {
    name: 'domain',
    label: 'Name or pattern',
    kind: 'name',
    example: '*.harborline-bank.example',
    hint: 'A domain or host that the certificate is valid for; * matches any characters.',
  },
  {
    name: 'domain_regex',
    label: 'or a regular expression (RE2)',
    shortLabel: 'Regular expression',
    kind: 'regex',
    example: '^login-.*$',
    hint: 'RE2, in place of the name; the name of a wildcard certificate begins with *.',
  },
  {
    name: 'cert_issuer',
    label: 'Issuer',
    kind: 'text',
    example: 'Granitetrust*',
    hint: 'Its name or organization, ignoring case; * matches any characters.',
    reading: ({ cert_issuer: issuer = '' }) => wildcardReading(issuer),
  },
  { name: 'date_min', label: 'Issued on or after', kind: 'day', example: '2026-01-01', hint: '' },
  { name: 'date_max', label: 'Issued on or before', kind: 'day', example: '2026-06-30', hint: '' },
  {
    name: 'limit_by_n',
    label: 'At most per domain',
    kind: 'number',
    example: '5',
    hint: 'The latest issued certificates of each registrable domain.',
  },
  { name: 'limit', label: 'Records per page', kind: 'number', example: '100', group: answer },
  { name: 'skip', label: 'Skip', kind: 'number', example: '0', group: answer },
  ...waitFields(answer, 'records'),
] as const satisfies readonly ParameterField[];

export type CertificateField = (typeof certificateFields)[number]['name'];
type CertificateQuestion = ParameterQuestion<CertificateField>;

export function missingCertificateFields({ domain, domain_regex }: CertificateQuestion): FieldProblems {
  return domain.trim() === '' && domain_regex.trim() === ''
    ? { domain: 'Enter a name, a pattern or a regular expression.' }
    : {};
}

/** C12: the expression overrides the name; the path then has `_` as the name. */
export function certificatesQuestion(question: CertificateQuestion) {
  const { domain, ...query } = questionQuery<CertificateField>(certificateFields, question);
  const name = query.domain_regex === undefined ? String(domain ?? '') : '_';
  // the question was validated against the fields
  return { operationId: 'domainCertificates', path: { domain: name }, query } as Query<'domainCertificates'>;
}

/** The question in words: the title of its panel and of its job. */
export function certificatesTitle(question: CertificateQuestion): string {
  const { domain, domain_regex, cert_issuer, date_min, date_max, limit_by_n } = question;
  return [
    `Certificates of ${domain_regex.trim() || domain.trim()}`,
    ...(cert_issuer.trim() === '' ? [] : [`issued by ${cert_issuer.trim()}`]),
    ...windowWords('issued', date_min, date_max),
    ...(limit_by_n.trim() === '' ? [] : [`at most ${limit_by_n.trim()} per domain`]),
  ].join(', ');
}

/** The form of C12. */
export const certificateForm: ExplorerForm<CertificateField> = {
  label: 'Search for certificates',
  variants: { operationId: 'domainCertificates', fields: certificateFields },
  questionOf: certificatesQuestion,
  missingOf: missingCertificateFields,
};

const names = ['cert_issuer', 'date_min', 'date_max', 'limit_by_n'] as const satisfies readonly CertificateField[];

export type FilterField = (typeof names)[number];
export type FilterQuestion = ParameterQuestion<FilterField>;

/** The filters for the certificates of one domain: every field of the explorer's form except those about the name. */
export const filterFields = certificateFields.filter(isFilterField);

type Field = (typeof certificateFields)[number];

function isFilterField(field: Field): field is Extract<Field, { readonly name: FilterField }> {
  return names.some((name) => name === field.name);
}

export function filterQuery(filter: FilterQuestion): NonNullable<DomainCertificatesData['query']> {
  // texts and one number, like the parameters
  return questionQuery<FilterField>(filterFields, filter) as NonNullable<DomainCertificatesData['query']>;
}
