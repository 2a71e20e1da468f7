import { parseCidr } from '#model/cidr.ts';
import { parseAsn } from '#model/asn.ts';
import { parseDomainName } from '#model/domain-name.ts';
import { parseIp } from '#model/ip-address.ts';
import { hasWildcard } from '#model/wildcard.ts';
import type { PadnsQuestion, QuestionField } from './padns-question.ts';
import { splitList } from './question-lists.ts';

type Kind = Pick<PadnsQuestion, 'mode' | 'qtype'>;

interface AddressSide {
  readonly field: 'qname' | 'qanswer';
  readonly version: 4 | 6;
}

const versions: Readonly<Record<string, 4 | 6>> = { a: 4, ptr4: 4, aaaa: 6, ptr6: 6 };

/** Which of the two texts is an address, and of which version; undefined where neither has to be. */
export function addressSide({ mode, qtype }: Kind): AddressSide | undefined {
  const version = versions[qtype];
  if (version === undefined) return undefined;
  const isPointer = qtype.startsWith('ptr');
  if (mode === 'forward') return isPointer ? { field: 'qname', version } : undefined;
  if (mode === 'reverse') return isPointer ? undefined : { field: 'qname', version };
  return { field: isPointer ? 'qname' : 'qanswer', version };
}

export function addressProblem(text: string, version: 4 | 6, mayBePattern: boolean): string | undefined {
  if (mayBePattern && hasWildcard(text)) return undefined;
  return parseIp(text)?.version === version ? undefined : `An IPv${version} address is looked for here.`;
}

export function nameProblem(text: string, mayBeAddress: boolean): string | undefined {
  if (parseIp(text))
    return mayBeAddress ? undefined : 'A name is looked for here; what points to an address is found in reverse.';
  if (/\s/.test(text)) return 'A name has no blanks.';
  const name = text.toLowerCase().replace(/\.$/, '');
  if (/^[\x21-\x7e]+$/.test(name) && name.length <= 253 && !/^\.[^*]|\.\./.test(name)) return undefined;
  if (hasWildcard(text)) return 'At most 253 characters; international labels whole or as xn--.';
  const parsed = parseDomainName(text);
  return parsed.ok ? undefined : `This is no name: ${parsed.problem}.`;
}

/** Why a parameter that may be repeated would be refused: too many values, or the first that is none. */
export function listProblem(field: QuestionField, question: PadnsQuestion, most = 5): string | undefined {
  const values = splitList(field, question[field]);
  if (values.length > most) return `At most ${most} values.`;
  for (const value of values) {
    const problem = valueProblem(field, value, question);
    if (problem !== undefined) return `${value}: ${problem}`;
  }
  return undefined;
}

function valueProblem(field: QuestionField, value: string, kind: Kind): string | undefined {
  const side = addressSide(kind);
  switch (field) {
    case 'name':
      return side?.field === 'qanswer' ? addressProblem(value, side.version, true) : nameProblem(value, false);
    case 'nsname':
      return nameProblem(value, false);
    case 'network':
      return parseCidr(value)?.network.version === side?.version ? undefined : networkWords(side?.version ?? 4);
    case 'asnum':
      return parseAsn(value) === null ? 'An AS number such as 64500, AS64500 or 1.10.' : undefined;
    default:
      return undefined;
  }
}

function networkWords(version: 4 | 6): string {
  return `An IPv${version} network such as ${version === 4 ? '192.0.2.0/24' : '2001:db8::/32'}.`;
}
