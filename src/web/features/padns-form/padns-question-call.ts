import type { PadnsForwardData, PadnsReverseData } from '#contract/generated/types.gen.ts';
import { asked, questionFields, type PadnsQuestion } from './padns-question.ts';

type ForwardCall = {
  readonly operationId: 'padnsForward';
  readonly path: PadnsForwardData['path'];
  readonly query: NonNullable<PadnsForwardData['query']>;
};
type ReverseCall = {
  readonly operationId: 'padnsReverse';
  readonly path: PadnsReverseData['path'];
  readonly query: NonNullable<PadnsReverseData['query']>;
};

const numberFields: ReadonlySet<string> = new Set([
  'netmask',
  'subdomains',
  'limit',
  'skip',
  'max_wait',
  'with_metadata',
]);

/** The call of E1 or E2 that a question is. Its texts are taken as the form has judged them. */
export function callOf(question: PadnsQuestion): ForwardCall | ReverseCall {
  const given = asked(question);
  const path = { qtype: given.qtype, qname: given.regex === '' ? given.qname : '_' };
  const query = Object.fromEntries(
    questionFields
      .filter((field) => field !== 'qtype' && field !== 'qname' && given[field] !== '')
      .map((field) => [field, valueOf(field, given[field])]),
  );
  // the record type and the choices were read against the contract, see readQuestion
  const operationId = question.mode === 'forward' ? 'padnsForward' : 'padnsReverse';
  return { operationId, path, query } as ForwardCall | ReverseCall;
}

function valueOf(field: string, text: string): string | number | readonly string[] {
  if (field === 'sort') return text.split(';');
  return numberFields.has(field) ? Number(text) : text;
}

/** The question in words: the title of its panel and of its job. */
export function questionTitle(question: PadnsQuestion): string {
  const { mode, qtype, qname, regex, netmask } = asked(question);
  const subject = regex === '' ? `${qname}${netmask && `/${netmask}`}` : regex;
  const type = qtype === 'any' ? 'Records' : `${qtype.toUpperCase()} records`;
  return mode === 'forward' ? `${type} of ${subject}` : `${type} that answer ${subject}`;
}
