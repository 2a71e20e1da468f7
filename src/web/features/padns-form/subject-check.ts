import { parseIp } from '#model/ip-address.ts';
import { hasWildcard } from '#model/wildcard.ts';
import { nameProblem } from '#web/components/ask/name-problem.ts';
import { asNumberProblem, listProblem, networkProblem, splitList } from '#web/components/ask/value-list.ts';
import type { PadnsQuestion, QuestionField } from './padns-question.ts';

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

/** Why a parameter that may be repeated would be refused. */
export function valuesProblem(field: QuestionField, question: PadnsQuestion, most = 5): string | undefined {
  return listProblem(splitList(field, question[field]), most, (value) => valueProblem(field, value, question));
}

function valueProblem(field: QuestionField, value: string, kind: Kind): string | undefined {
  const side = addressSide(kind);
  switch (field) {
    case 'name':
      return side?.field === 'qanswer' ? addressProblem(value, side.version, true) : nameProblem(value, false);
    case 'nsname':
      return nameProblem(value, false);
    case 'network':
      return networkProblem(value, side?.version);
    case 'asnum':
      return asNumberProblem(value);
    default:
      return undefined;
  }
}
