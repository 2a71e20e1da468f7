import type { Question } from '#web/api/question.ts';
import { splitList } from '#web/components/ask/value-list.ts';
import { asked, questionFields, type PadnsMode, type PadnsQuestion } from './padns-question.ts';
import { listFields } from './question-shape.ts';

/** The operation that each look-up is. */
export const padnsOperations = {
  forward: 'padnsForward',
  reverse: 'padnsReverse',
  both: 'padnsBoth',
  unsanctioned: 'padnsUnsanctioned',
} as const satisfies Record<PadnsMode, string>;
export type PadnsOperation = (typeof padnsOperations)[PadnsMode];

export type QuestionCall = { readonly [Mode in PadnsMode]: Question<(typeof padnsOperations)[Mode]> }[PadnsMode];

const numberFields: ReadonlySet<string> = new Set([
  'netmask',
  'subdomains',
  'limit',
  'skip',
  'max_wait',
  'with_metadata',
]);
const pathFields: ReadonlySet<string> = new Set(['qtype', 'qname', 'qanswer']);

/** The call of E1 to E4 that a question is. Its texts are taken as the form has judged them. */
export function callOf(question: PadnsQuestion): QuestionCall {
  const given = asked(question);
  const { mode, qtype, regex } = given;
  const hasAnswer = mode === 'both' || mode === 'unsanctioned';
  const path = {
    qtype,
    qname: regex === '' ? given.qname : '_',
    // E4: _ when no address is to match
    ...(hasAnswer && { qanswer: given.qanswer === '' ? '_' : given.qanswer }),
  };
  const query = Object.fromEntries(
    questionFields
      .filter((field) => !pathFields.has(field) && given[field] !== '')
      .map((field) => [field, valueOf(field, given[field])]),
  );
  // the record type and the choices were read against the contract, see readQuestion
  return { operationId: padnsOperations[mode], path, query } as QuestionCall;
}

function valueOf(field: (typeof questionFields)[number], text: string): string | number | readonly (string | number)[] {
  if (field === 'sort') return text.split(';');
  if (!listFields.has(field)) return numberFields.has(field) ? Number(text) : text;
  const values = splitList(field, text);
  return field === 'asnum' ? values.map(Number) : values;
}
