import { parseIp } from '#model/ip-address.ts';
import type { ParameterQuestion } from '#web/kit/ask/parameter-question.ts';
import { dateToEpochSeconds } from '#model/dates.ts';
import { parseTimeValue } from '#model/time-value.ts';

/**
 * The look-ups of the explorer: E1 asks what stands under a name, E2 under which names an answer stands, E3 about both sides
 * at once, E4 what looks like one's own and is not where it should be.
 */
export const padnsModes = ['forward', 'reverse', 'both', 'unsanctioned'] as const;
export type PadnsMode = (typeof padnsModes)[number];

/** The operation that each look-up is. */
export const padnsOperations = {
  forward: 'padnsForward',
  reverse: 'padnsReverse',
  both: 'padnsBoth',
  unsanctioned: 'padnsUnsanctioned',
} as const satisfies Record<PadnsMode, string>;

/** Parameters of E1 to E4, in the order in which they stand in the URL. */
export const questionFields = [
  'qtype',
  'qname',
  'qanswer',
  'regex',
  'name',
  'nsname',
  'netmask',
  'net',
  'network',
  'asnum',
  'asn',
  'asname',
  'asname_starts_with',
  'asname_contains',
  'subdomains',
  'match',
  'reduce',
  'first_seen_after',
  'first_seen_before',
  'last_seen_after',
  'last_seen_before',
  'as_of',
  'sort',
  'output_format',
  'limit',
  'skip',
  'prefer',
  'max_wait',
  'with_metadata',
] as const;
export type QuestionField = (typeof questionFields)[number];

/** A look-up as it stands in the form and in the URL; `mode` is one of {@link padnsModes}. */
export type PadnsQuestion = ParameterQuestion<QuestionField | 'mode'>;

const networkFields: ReadonlySet<QuestionField> = new Set([
  'net',
  'network',
  'asnum',
  'asn',
  'asname',
  'asname_starts_with',
  'asname_contains',
]);

/** Whether a parameter applies to a look-up and its record type. */
export function usesOf({ mode, qtype }: Pick<PadnsQuestion, 'mode' | 'qtype'>): (field: QuestionField) => boolean {
  const isAddress = qtype === 'a' || qtype === 'aaaa';
  const isPointer = qtype === 'ptr4' || qtype === 'ptr6';
  const isForward = mode === 'forward';
  const isPair = mode === 'both' || mode === 'unsanctioned';
  const conditions: Readonly<Partial<Record<QuestionField, boolean>>> = {
    netmask: isForward ? isPointer || qtype.startsWith('any') : isAddress || (mode === 'both' && isPointer),
    subdomains: !isPair && isAddress,
    match: isPair || (isForward && (qtype === 'mx' || qtype === 'ns')),
    // E2: not for txt and soa; a hash is looked for as it is
    regex: mode !== 'reverse' || !(qtype === 'txt' || qtype === 'soa' || qtype.endsWith('hash')),
  };
  // E3: networks and ASNs are about addresses, and names on both sides have none
  return (field) => (networkFields.has(field) ? isPair && (isAddress || isPointer) : (conditions[field] ?? true));
}

/** E1: a regular expression overrides the name. */
export function isPattern(question: PadnsQuestion): boolean {
  return usesOf(question)('regex') && question.regex.trim() !== '';
}

/** True when the address that a netmask widens stands on the side of the name. */
export function isOwnerMasked({ mode, qtype }: Pick<PadnsQuestion, 'mode' | 'qtype'>): boolean {
  return mode === 'forward' || mode === 'reverse' || qtype.startsWith('ptr');
}

/** The record type that is asked for unless one is chosen. */
export function defaultType(mode: PadnsMode, { qname, qanswer }: Pick<PadnsQuestion, 'qname' | 'qanswer'>): string {
  if (mode === 'forward') return 'any';
  const owner = parseIp(qname.trim());
  if (mode === 'both' && owner) return owner.version === 4 ? 'ptr4' : 'ptr6';
  const address = mode === 'reverse' ? owner : parseIp(qanswer.trim());
  if (address) return address.version === 4 ? 'a' : 'aaaa';
  return mode === 'reverse' && qname !== '' ? 'ns' : 'a';
}

/** What is still to be said before the question can be asked, by field; empty once there is something to look for. */
export function missingOf({
  mode,
  qname,
  qanswer,
  regex,
}: PadnsQuestion): Readonly<Partial<Record<QuestionField, string>>> {
  const hasOwner = qname.trim() !== '' || regex.trim() !== '';
  return {
    ...(!hasOwner && { qname: missingOwner[mode] ?? '' }),
    // E3: both sides are required
    ...(mode === 'both' && qanswer.trim() === '' && { qanswer: 'Enter an answer; * matches any.' }),
  };
}

const missingOwner: Readonly<Record<string, string>> = {
  forward: 'Enter a name, an address or a regular expression.',
  reverse: 'Enter a name, an address or a regular expression.',
  both: 'Enter a name, an address or a regular expression; * matches any name.',
  unsanctioned: 'Enter a pattern such as *brand*, or a regular expression.',
} satisfies Record<PadnsMode, string>;

/** E4: first seen in the last 30 days unless another time is given. */
export const defaultWindow = '-30d';

/** Whether the default window applies: not with a bound before its start, since no record could meet both. */
export function isDefaultWindow(
  { as_of, first_seen_before, last_seen_before }: PadnsQuestion,
  now = new Date(),
): boolean {
  const seconds = dateToEpochSeconds(now);
  const begin = parseTimeValue(defaultWindow, seconds, 'start');
  return [as_of, first_seen_before, last_seen_before].every((text) => {
    if (text.trim() === '') return true;
    try {
      return parseTimeValue(text, seconds, 'end') >= begin;
    } catch {
      return true;
    }
  });
}
