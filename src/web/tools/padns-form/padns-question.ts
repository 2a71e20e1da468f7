import { parseIp } from '#model/ip-address.ts';
import type { ParameterQuestion } from '#web/kit/ask/parameter-question.ts';
import { dateToEpochSeconds } from '#model/dates.ts';
import { parseTimeValue } from '#model/time-value.ts';
import { maxPrefixLength } from '#model/cidr.ts';
import { hasWildcard } from '#model/wildcard.ts';
import { nameProblem, networkProblem, wildcardReading } from '#web/kit/ask/value-list.ts';

/**
 * The look-ups of the explorer: E1 finds the records of a name, E2 the names with an answer, E3 the records with both, E4 names
 * that look like one's own but are outside of one's own networks and name servers.
 */
export const padnsModes = ['forward', 'reverse', 'both', 'unsanctioned'] as const;
export type PadnsMode = (typeof padnsModes)[number];

/** The operation of each look-up. */
export const padnsOperations = {
  forward: 'padnsForward',
  reverse: 'padnsReverse',
  both: 'padnsBoth',
  unsanctioned: 'padnsUnsanctioned',
} as const satisfies Record<PadnsMode, string>;

/** Parameters of E1 to E4, in the order of the URL. */
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

/** A look-up in the form and in the URL; `mode` is one of {@link padnsModes}. */
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

/** E2: record types whose answers match in part. */
function isValue(qtype: string): boolean {
  return ['txt', 'soa', 'caa', 'ds'].includes(qtype);
}

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
    // E2: not for values; a hash is looked for as it is
    regex: mode !== 'reverse' || !(isValue(qtype) || qtype.endsWith('hash')),
  };
  // E3: networks and ASNs are about addresses, and names on both sides have none
  return (field) => (networkFields.has(field) ? isPair && (isAddress || isPointer) : (conditions[field] ?? true));
}

/** E1: a regular expression overrides the name. */
export function isPattern(question: PadnsQuestion): boolean {
  return usesOf(question)('regex') && question.regex.trim() !== '';
}

/** True when the netmask applies to the address in `qname`. */
export function isOwnerMasked({ mode, qtype }: Pick<PadnsQuestion, 'mode' | 'qtype'>): boolean {
  return mode === 'forward' || mode === 'reverse' || qtype.startsWith('ptr');
}

/** The default record type. */
export function defaultType(mode: PadnsMode, { qname, qanswer }: Pick<PadnsQuestion, 'qname' | 'qanswer'>): string {
  if (mode === 'forward') return 'any';
  const owner = parseIp(qname.trim());
  if (mode === 'both' && owner) return owner.version === 4 ? 'ptr4' : 'ptr6';
  const address = mode === 'reverse' ? owner : parseIp(qanswer.trim());
  if (address) return address.version === 4 ? 'a' : 'aaaa';
  return mode === 'reverse' && qname !== '' ? 'ns' : 'a';
}

/** What is still missing, by field; empty when the question can run. */
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
export function isDefaultWindow({ as_of, first_seen_before, last_seen_before }: PadnsQuestion): boolean {
  const seconds = dateToEpochSeconds(new Date());
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

/*
 * Checks of the texts of E1 to E4. Each returns why the service would reject a text, which is never empty here, or undefined.
 */

type Kind = Pick<PadnsQuestion, 'mode' | 'qtype'>;

interface AddressSide {
  readonly field: 'qname' | 'qanswer';
  readonly version: 4 | 6;
}

const versions: Readonly<Record<string, 4 | 6>> = { a: 4, ptr4: 4, aaaa: 6, ptr6: 6 };

/** The field that must be an address, and its version; undefined if there is none. */
function addressSide({ mode, qtype }: Kind): AddressSide | undefined {
  const version = versions[qtype];
  if (version === undefined) return undefined;
  const isPointer = qtype.startsWith('ptr');
  if (mode === 'forward') return isPointer ? { field: 'qname', version } : undefined;
  if (mode === 'reverse') return isPointer ? undefined : { field: 'qname', version };
  return { field: isPointer ? 'qname' : 'qanswer', version };
}

function addressProblem(text: string, version: 4 | 6, mayBePattern: boolean): string | undefined {
  if (mayBePattern && hasWildcard(text)) return undefined;
  return parseIp(text)?.version === version ? undefined : `An IPv${version} address is required here.`;
}

/** Of `qname`. */
export function subjectProblem(qname: string, question: Kind): string | undefined {
  const { mode, qtype } = question;
  const side = addressSide(question);
  if (side?.field === 'qname') return addressProblem(qname, side.version, mode !== 'reverse');
  if (qtype === 'nshash' || qtype === 'mxhash')
    return /^[0-9a-f]{32}$/i.test(qname) ? undefined : 'Enter the hash as 32 hexadecimal digits.';
  if (qtype === 'soahash' || qtype === 'txthash')
    return /^\d{1,20}$/.test(qname) ? undefined : 'Enter the hash as a decimal number.';
  if (mode === 'reverse' && isValue(qtype))
    return /[^*]/.test(qname) ? undefined : 'Enter at least one character besides *.';
  if (mode === 'unsanctioned' && !hasWildcard(qname))
    return 'Enter a pattern: *brand* matches any name that contains it.';
  return nameProblem(qname, mode === 'forward' && qtype.startsWith('any'));
}

/** Of `qanswer`. */
export function answerProblem(qanswer: string, question: Kind): string | undefined {
  const side = addressSide(question);
  return side?.field === 'qanswer'
    ? addressProblem(qanswer, side.version, question.mode === 'both')
    : nameProblem(qanswer, false);
}

export function netmaskProblem(netmask: string, question: PadnsQuestion): string | undefined {
  const address = parseIp(question[addressSide(question)?.field ?? 'qname'].trim());
  if (!address) return undefined;
  const most = maxPrefixLength(address.version);
  const length = Number(netmask);
  return length >= 0 && length <= most ? undefined : `0 to ${most} for an IPv${address.version} address.`;
}

/** Of one of the further answers of E3. */
export function otherAnswerProblem(value: string, question: Kind): string | undefined {
  const side = addressSide(question);
  return side?.field === 'qanswer' ? addressProblem(value, side.version, true) : nameProblem(value, false);
}

/** Of one of the name servers of E4. */
export function serverProblem(value: string): string | undefined {
  return nameProblem(value, false);
}

/** Of one of the networks of E3 and E4. */
export function ownNetworkProblem(value: string, question: Kind): string | undefined {
  return networkProblem(value, addressSide(question)?.version);
}

/** How the service reads the name, in words; undefined if that is obvious. */
export function readingOf({ mode, qtype }: Kind, pattern: string): string | undefined {
  const isPartOfText = mode === 'reverse' && isValue(qtype);
  return isPartOfText && hasWildcard(pattern)
    ? 'Values that contain these parts in this order; case-sensitive.'
    : wildcardReading(pattern);
}
