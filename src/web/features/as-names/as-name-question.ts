import type { AsnLookupData } from '#contract/generated/types.gen.ts';
import { parseAsn } from '#model/asn.ts';

/** The parameters of F2; also the keys of the question in the URL. */
export const asNameFields = ['asname_starts_with', 'asname_contains', 'asname', 'asnum'] as const;
export type AsNameField = (typeof asNameFields)[number];

/** A look-up as it stands in the form and in the URL; '' for "not given". */
export type AsNameQuestion = Readonly<Record<AsNameField, string>>;

export function readAsNameQuestion(params: Readonly<Partial<Record<string, string | null>>>): AsNameQuestion {
  const text = (field: AsNameField) => (params[field] ?? '').trim();
  return {
    asname_starts_with: text('asname_starts_with'),
    asname_contains: text('asname_contains'),
    asname: text('asname'),
    asnum: text('asnum'),
  };
}

/** What is given, for the URL. */
export function asNameParams(question: AsNameQuestion): Record<string, string> {
  return Object.fromEntries(
    asNameFields.map((field) => [field, question[field].trim()]).filter(([, text]) => text !== ''),
  );
}

/** Why the AS number is none; undefined when it is one or not given. */
export function asnumProblem({ asnum }: AsNameQuestion): string | undefined {
  return asnum.trim() === '' || parseAsn(asnum) !== null ? undefined : 'An AS number such as 64500, AS64500 or 1.10.';
}

/** The query of F2; null when nothing is asked or the number is none. */
export function asNameQuery(question: AsNameQuestion): AsnLookupData['query'] | null {
  const { asnum, ...names } = asNameParams(question);
  if (asnumProblem(question)) return null;
  const number = asnum === undefined ? null : parseAsn(asnum);
  if (number === null && Object.keys(names).length === 0) return null;
  return { ...names, ...(number !== null && { asnum: number }) };
}
