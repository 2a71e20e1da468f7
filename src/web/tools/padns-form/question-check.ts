import { maxPrefixLength } from '#model/cidr.ts';
import { parseIp } from '#model/ip-address.ts';
import { hasWildcard } from '#model/wildcard.ts';
import { networkProblem } from '#web/kit/ask/value-list.ts';
import { nameProblem, wildcardReading } from '#web/kit/ask/wildcard-reading.ts';
import type { PadnsQuestion } from './padns-question.ts';

/*
 * Why the service would refuse a text of E1 to E4, which is never empty here; undefined for nothing.
 */

type Kind = Pick<PadnsQuestion, 'mode' | 'qtype'>;

interface AddressSide {
  readonly field: 'qname' | 'qanswer';
  readonly version: 4 | 6;
}

const versions: Readonly<Record<string, 4 | 6>> = { a: 4, ptr4: 4, aaaa: 6, ptr6: 6 };

/** Which of the two texts is an address, and of which version; undefined where neither has to be. */
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
  if (mode === 'reverse' && (qtype === 'txt' || qtype === 'soa'))
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

/** How the service will read the name, in words; undefined for what says itself. */
export function readingOf({ mode, qtype }: Kind, pattern: string): string | undefined {
  const isPartOfText = mode === 'reverse' && (qtype === 'txt' || qtype === 'soa');
  return isPartOfText && hasWildcard(pattern)
    ? 'Values that contain these parts in this order; case-sensitive.'
    : wildcardReading(pattern);
}
