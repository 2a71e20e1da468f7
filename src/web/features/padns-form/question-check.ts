import type { Parameter } from '#contract/generated/parameters.gen.ts';
import { maxPrefixLength } from '#model/cidr.ts';
import { dateToEpochSeconds, epochSecondsToTimestamp } from '#model/dates.ts';
import { parseIp } from '#model/ip-address.ts';
import { parseTimeValue, TimeValueError, type DayEdge } from '#model/time-value.ts';
import { hasWildcard } from '#model/wildcard.ts';
import { nameProblem } from '#web/components/ask/name-problem.ts';
import { numberProblem } from '#web/components/ask/number-problem.ts';
import { checkRegex } from '#web/components/ask/regex-check.ts';
import { wildcardReading } from '#web/components/ask/wildcard-reading.ts';
import { asked, type PadnsMode, type PadnsQuestion, type QuestionField } from './padns-question.ts';
import { listFields } from './question-shape.ts';
import { addressProblem, addressSide, valuesProblem } from './subject-check.ts';

/** What the contract says about a parameter. */
export type ParameterOf = (mode: PadnsMode, field: QuestionField) => Parameter | undefined;

export type Problems = Readonly<Partial<Record<QuestionField, string>>>;

const timeEdges = {
  first_seen_after: 'start',
  first_seen_before: 'end',
  last_seen_after: 'start',
  last_seen_before: 'end',
  as_of: 'start',
} as const satisfies Partial<Record<QuestionField, DayEdge>>;
export type TimeField = keyof typeof timeEdges;
const numberFields = ['netmask', 'limit', 'skip', 'max_wait'] as const;

/** What the service would refuse, by field. An empty form has no problem; that nothing is asked is said elsewhere. */
export function checkQuestion(question: PadnsQuestion, parameterOf: ParameterOf, now: Date): Problems {
  const given = asked(question);
  const problems: Partial<Record<QuestionField, string>> = {};
  const note = (field: QuestionField, problem: string | undefined) => {
    if (problem !== undefined) problems[field] = problem;
  };
  note('qname', given.qname === '' ? undefined : subjectProblem(given));
  note('qanswer', given.qanswer === '' ? undefined : answerProblem(given));
  note('regex', checkRegex(given.regex).problem);
  for (const field of listFields) note(field, valuesProblem(field, given, parameterOf(given.mode, field)?.maxItems));
  for (const field of numberFields) note(field, numberProblem(given[field], parameterOf(given.mode, field)));
  if (!problems.netmask) note('netmask', netmaskProblem(given));
  for (const field of Object.keys(timeEdges) as TimeField[]) note(field, readTime(field, given[field], now).problem);
  return problems;
}

/** What a time value means at that moment: the instant in UTC, or why it is none. */
export function readTime(field: TimeField, text: string, now: Date): { meaning?: string; problem?: string } {
  if (text.trim() === '') return {};
  try {
    const instant = epochSecondsToTimestamp(parseTimeValue(text, dateToEpochSeconds(now), timeEdges[field]));
    // a bare day is some moment of it (as_of), which no single instant tells
    const isDay = field === 'as_of' && /^\s*\d{4}-/.test(text);
    return { meaning: isDay ? `some time on ${instant.slice(0, 10)} UTC` : `${instant} UTC` };
  } catch (error) {
    if (error instanceof TimeValueError) return { problem: error.message };
    throw error;
  }
}

function netmaskProblem(question: PadnsQuestion): string | undefined {
  const { netmask } = question;
  const address = parseIp(question[addressSide(question)?.field ?? 'qname']);
  if (netmask === '' || !address) return undefined;
  const most = maxPrefixLength(address.version);
  const length = Number(netmask);
  return length >= 0 && length <= most ? undefined : `0 to ${most} for an IPv${address.version} address.`;
}

function subjectProblem(question: PadnsQuestion): string | undefined {
  const { mode, qtype, qname } = question;
  const side = addressSide(question);
  if (side?.field === 'qname') return addressProblem(qname, side.version, mode !== 'reverse');
  if (qtype === 'nshash' || qtype === 'mxhash')
    return /^[0-9a-f]{32}$/i.test(qname) ? undefined : 'The hash as 32 hexadecimal digits.';
  if (qtype === 'soahash' || qtype === 'txthash')
    return /^\d{1,20}$/.test(qname) ? undefined : 'The hash as a decimal number.';
  if (mode === 'reverse' && (qtype === 'txt' || qtype === 'soa'))
    return /[^*]/.test(qname) ? undefined : 'At least one character beside *.';
  if (mode === 'unsanctioned' && !hasWildcard(qname))
    return 'A pattern is needed here: *brand* is any name that holds it.';
  return nameProblem(qname, mode === 'forward' && qtype.startsWith('any'));
}

function answerProblem(question: PadnsQuestion): string | undefined {
  const side = addressSide(question);
  return side?.field === 'qanswer'
    ? addressProblem(question.qanswer, side.version, question.mode === 'both')
    : nameProblem(question.qanswer, false);
}

/** How the service will read the name, in words; undefined for what says itself. */
export function readingOf({ mode, qtype }: Pick<PadnsQuestion, 'mode' | 'qtype'>, pattern: string): string | undefined {
  const isPartOfText = mode === 'reverse' && (qtype === 'txt' || qtype === 'soa');
  return isPartOfText && hasWildcard(pattern)
    ? 'Values that hold these pieces in this order, anywhere; letter case counts.'
    : wildcardReading(pattern);
}
