import type { PadnsMode, PadnsQuestion, QuestionField } from './padns-question.ts';

/*
 * What the parameters of E1 to E4 have to do with each other, apart from their texts: which look-up and record type knows
 * which, which are lists, and between what one chooses.
 */

/** Parameters that may be repeated; `sort` has a field of its own. */
export const listFields: ReadonlySet<QuestionField> = new Set([
  'name',
  'nsname',
  'network',
  'asnum',
  'asname',
  'asname_starts_with',
  'asname_contains',
]);

const always: Readonly<Partial<Record<QuestionField, readonly string[]>>> = {
  subdomains: ['0', '1'],
  output_format: ['cof'],
  prefer: ['job_id'],
  with_metadata: ['0', '1'],
};

// The value that the service takes unless told is "not given", and differs between the look-ups.
const byMode: Readonly<Record<PadnsMode, typeof always>> = {
  forward: { match: ['self'] },
  reverse: {},
  both: { match: ['neq'], net: ['notin'], asn: ['notin'] },
  unsanctioned: { match: ['eq'], net: ['in'], asn: ['in'], reduce: ['host'] },
};

/** What a choice may be beside "not given"; undefined for a text. */
export function choicesOf(mode: PadnsMode, field: QuestionField): readonly string[] | undefined {
  return byMode[mode][field] ?? always[field];
}

const networkFields: ReadonlySet<QuestionField> = new Set([
  'net',
  'network',
  'asnum',
  'asn',
  'asname',
  'asname_starts_with',
  'asname_contains',
]);

/** Tells whether a parameter means something for a look-up and its record type. */
export function usesOf({ mode, qtype }: Pick<PadnsQuestion, 'mode' | 'qtype'>): (field: QuestionField) => boolean {
  const isAddress = qtype === 'a' || qtype === 'aaaa';
  const isPointer = qtype === 'ptr4' || qtype === 'ptr6';
  const isForward = mode === 'forward';
  const isPair = mode === 'both' || mode === 'unsanctioned';
  const conditions: Readonly<Partial<Record<QuestionField, boolean>>> = {
    qanswer: isPair,
    name: mode === 'both',
    nsname: mode === 'unsanctioned',
    reduce: mode === 'unsanctioned',
    netmask: isForward ? isPointer || qtype.startsWith('any') : isAddress || (mode === 'both' && isPointer),
    subdomains: !isPair && isAddress,
    match: isPair || (isForward && (qtype === 'mx' || qtype === 'ns')),
    // E2: not for txt and soa; a hash is looked for as it is
    regex: mode !== 'reverse' || !(qtype === 'txt' || qtype === 'soa' || qtype.endsWith('hash')),
  };
  // E3: networks and ASNs are about addresses, and names on both sides have none
  return (field) => (networkFields.has(field) ? isPair && (isAddress || isPointer) : (conditions[field] ?? true));
}
