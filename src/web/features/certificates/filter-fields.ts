import type { DomainCertificatesData } from '#contract/generated/types.gen.ts';
import { questionQuery, type ParameterQuestion } from '#web/components/ask/parameter-question.ts';
import { certificateFields, type CertificateField } from './certificate-form.ts';

const names = ['cert_issuer', 'date_min', 'date_max', 'limit_by_n'] as const satisfies readonly CertificateField[];

export type FilterField = (typeof names)[number];
export type FilterQuestion = ParameterQuestion<FilterField>;

/** What narrows the certificates of one domain: the fields of the explorer's form that have nothing to do with the name. */
export const filterFields = certificateFields.filter(isFilterField);

type Field = (typeof certificateFields)[number];

function isFilterField(field: Field): field is Extract<Field, { readonly name: FilterField }> {
  return names.some((name) => name === field.name);
}

export function filterQuery(filter: FilterQuestion): NonNullable<DomainCertificatesData['query']> {
  // texts and one number, as the parameters are
  return questionQuery<FilterField>(filterFields, filter) as NonNullable<DomainCertificatesData['query']>;
}
