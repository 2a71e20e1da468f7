import type { ParameterLimits } from '#contract/generated/parameters.gen.ts';
import { maxPrefixLength } from '#model/cidr.ts';
import { dateToEpochSeconds, epochSecondsToTimestamp } from '#model/dates.ts';
import { parseDomainName } from '#model/domain-name.ts';
import { parseIp } from '#model/ip-address.ts';
import { parseTimeValue, TimeValueError, type DayEdge } from '#model/time-value.ts';
import { classifyWildcard, hasWildcard } from '#model/wildcard.ts';
import { numberProblem } from '#web/components/number-problem.ts';
import { checkRegex } from '#web/components/regex-check.ts';
import { asked, usesOf, type PadnsQuestion, type QuestionField } from './padns-question.ts';

/** Limits of the parameters, from the contract. */
export type LimitsOf = (field: QuestionField) => ParameterLimits | undefined;

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
export function checkQuestion(question: PadnsQuestion, limitsOf: LimitsOf, now: Date): Problems {
  const given = asked(question);
  const problems: Partial<Record<QuestionField, string>> = {};
  const note = (field: QuestionField, problem: string | undefined) => {
    if (problem !== undefined) problems[field] = problem;
  };
  note('regex', checkRegex(given.regex).problem);
  note('qname', given.qname === '' ? undefined : subjectProblem(given));
  for (const field of numberFields) note(field, numberProblem(given[field], limitsOf(field)));
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

// existing clients: a reverse look-up covers at most a /20 or a /64
const shortestReverse = { 4: 20, 6: 64 } as const;

function netmaskProblem({ mode, qtype, qname, netmask }: PadnsQuestion): string | undefined {
  const address = parseIp(qname);
  if (netmask === '' || !address || !usesOf({ mode, qtype }).netmask) return undefined;
  const least = mode === 'reverse' ? shortestReverse[address.version] : 0;
  const most = maxPrefixLength(address.version);
  const length = Number(netmask);
  return length >= least && length <= most ? undefined : `${least} to ${most} for an IPv${address.version} address.`;
}

function subjectProblem({ mode, qtype, qname }: PadnsQuestion): string | undefined {
  const version = addressVersion({ mode, qtype });
  if (version !== undefined) return addressProblem(qname, version, mode === 'forward');
  if (qtype === 'nshash' || qtype === 'mxhash')
    return /^[0-9a-f]{32}$/i.test(qname) ? undefined : 'The hash as 32 hexadecimal digits.';
  if (qtype === 'soahash' || qtype === 'txthash')
    return /^\d{1,20}$/.test(qname) ? undefined : 'The hash as a decimal number.';
  if (mode === 'reverse' && (qtype === 'txt' || qtype === 'soa'))
    return /[^*]/.test(qname) ? undefined : 'At least one character beside *.';
  return nameProblem(qname, mode === 'forward' && qtype.startsWith('any'));
}

/** The version of the address that is looked for; undefined where it is a name or something else. */
export function addressVersion({ mode, qtype }: Pick<PadnsQuestion, 'mode' | 'qtype'>): 4 | 6 | undefined {
  if (mode === 'forward' ? qtype === 'ptr4' : qtype === 'a') return 4;
  if (mode === 'forward' ? qtype === 'ptr6' : qtype === 'aaaa') return 6;
  return undefined;
}

function addressProblem(qname: string, version: 4 | 6, mayBePattern: boolean): string | undefined {
  if (mayBePattern && hasWildcard(qname)) return undefined;
  return parseIp(qname)?.version === version ? undefined : `An IPv${version} address is looked for here.`;
}

function nameProblem(qname: string, mayBeAddress: boolean): string | undefined {
  if (parseIp(qname))
    return mayBeAddress ? undefined : 'A name is looked for here; what points to an address is found in reverse.';
  if (/\s/.test(qname)) return 'A name has no blanks.';
  const name = qname.toLowerCase().replace(/\.$/, '');
  if (/^[\x21-\x7e]+$/.test(name) && name.length <= 253 && !/^\.[^*]|\.\./.test(name)) return undefined;
  if (hasWildcard(qname)) return 'At most 253 characters; international labels whole or as xn--.';
  const parsed = parseDomainName(qname);
  return parsed.ok ? undefined : `This is no name: ${parsed.problem}.`;
}

/** How the service will read the name, in words; undefined for what says itself. */
export function readingOf({ mode, qtype, qname }: PadnsQuestion): string | undefined {
  const text = qname.trim().toLowerCase();
  if (text === '' || !hasWildcard(text)) return undefined;
  if (mode === 'reverse' && (qtype === 'txt' || qtype === 'soa'))
    return 'Values that hold these pieces in this order, anywhere; letter case counts.';
  const found = classifyWildcard(text);
  switch (found.kind) {
    case 'suffix':
      return `Everything that ends with ${found.suffix}`;
    case 'prefix':
      return found.prefix === ''
        ? 'Everything there is: this will take its time.'
        : `Everything that begins with ${found.prefix}`;
    case 'like':
      return 'A pattern that is not only at one end reads much of the collection and may run in the background.';
    case 'exact':
      return undefined;
  }
}
