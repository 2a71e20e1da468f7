import { dayWords, windowWords } from '#web/kit/ask/time-words.ts';
import { splitList } from '#web/kit/ask/value-list.ts';
import {
  defaultWindow,
  isDefaultWindow,
  isOwnerMasked,
  type PadnsQuestion,
  type QuestionField,
} from './padns-question.ts';
import { askedTexts } from './padns-form.ts';

const setWords: Readonly<Record<string, string>> = {
  nshash: 'name-server set',
  mxhash: 'mail-server set',
  soahash: 'zone data',
  txthash: 'text',
};

/**
 * The question in words: the title of its panel and of its job. Names what is looked for, every negation of it, and the time.
 * @param day of the session, which goes for a question that names none
 */
export function questionTitle(question: PadnsQuestion, day: string | null = null): string {
  const given = askedTexts(question);
  return [
    subjectTitle(given),
    ...scopeWords(given),
    ...timeWords({ ...given, as_of: given.as_of || (day ?? '') }, given),
  ].join(', ');
}

function subjectTitle(given: PadnsQuestion): string {
  const { mode, qtype, qname, regex } = given;
  const subject = regex === '' ? `${qname}${isOwnerMasked(given) ? maskOf(given) : ''}` : regex;
  const type = qtype === 'any' ? 'Records' : `${qtype.toUpperCase()} records`;
  switch (mode) {
    case 'forward':
      return `${type} of ${subject}`;
    case 'reverse':
      if (qtype.endsWith('hash')) return `Names with the ${setWords[qtype] ?? qtype} ${qname}`;
      return `${type} that answer ${subject}`;
    case 'both':
      return [`${type} of ${pairWords(given, subject)}`, ...originWords(given, false)].join(', ');
    default:
      return [`Unsanctioned assets like ${subject}`, ...unsanctionedWords(given), ...originWords(given, true)].join(
        ', ',
      );
  }
}

/** E1 and E2: what is left out or added unless told otherwise. */
function scopeWords({ mode, subdomains, match }: PadnsQuestion): readonly string[] {
  return [
    ...(subdomains === '0' ? ['without subdomains'] : subdomains === '1' ? ['with subdomains'] : []),
    ...(mode === 'forward' && match === 'self' ? ['only on servers of the same domain'] : []),
  ];
}

/** @param given without the day of the session, which the footer of the records names */
function timeWords(question: PadnsQuestion, given: PadnsQuestion): readonly string[] {
  const { first_seen_after, first_seen_before, last_seen_after, last_seen_before } = question;
  const isDefault = question.mode === 'unsanctioned' && first_seen_after === '' && isDefaultWindow(question);
  return [
    ...windowWords('first seen', isDefault ? defaultWindow : first_seen_after, first_seen_before),
    ...windowWords('last seen', last_seen_after, last_seen_before),
    ...dayWords(given.as_of),
  ];
}

const isPointer = ({ qtype }: PadnsQuestion) => qtype.startsWith('ptr');
const maskOf = ({ netmask }: PadnsQuestion) => netmask && `/${netmask}`;
const anyOf = (parts: readonly string[]) => parts.join(' or ');

/** E3: the networks belong to the address that is asked for, wherever it stands, unless that is a pattern or is negated. */
function pairWords(question: PadnsQuestion, subject: string): string {
  const { qanswer, match, net, regex } = question;
  const [names, networks] = [listOf(question, 'name'), listOf(question, 'network')];
  const isOutside = net === 'notin';
  const side = isOutside ? 'outside' : 'inside';
  const withAnswers = (answers: readonly string[]) => `${match === 'neq' ? 'but not with' : 'with'} ${anyOf(answers)}`;
  if (isPointer(question)) {
    const isNetwork = regex === '' && !subject.includes('*');
    const owner = isNetwork ? anyOf([subject, ...networks]) : subject;
    const tail = !isNetwork && networks.length > 0 ? ` ${side} ${anyOf(networks)}` : '';
    return `${isNetwork && isOutside ? 'addresses outside ' : ''}${owner}${tail} ${withAnswers([qanswer, ...names])}`;
  }
  const own = [`${qanswer}${maskOf(question)}`, ...names];
  if (match === 'neq' || qanswer.includes('*')) {
    const tail = networks.length > 0 ? `, ${side} ${anyOf(networks)}` : '';
    return `${subject} ${withAnswers(own)}${tail}`;
  }
  return `${subject} ${isOutside ? 'outside' : 'with'} ${anyOf([...own, ...networks])}`;
}

/** E4: outside the networks and not on the name servers unless told otherwise. */
function unsanctionedWords(question: PadnsQuestion): readonly string[] {
  const own = question.qanswer === '' || question.qanswer === '*' ? [] : [`${question.qanswer}${maskOf(question)}`];
  const networks = [...own, ...listOf(question, 'network')];
  const servers = listOf(question, 'nsname');
  return [
    ...(networks.length > 0 ? [`${question.net === 'in' ? 'inside' : 'outside'} ${anyOf(networks)}`] : []),
    ...(servers.length > 0 ? [`${question.match === 'eq' ? 'on' : 'not on'} ${anyOf(servers)}`] : []),
  ];
}

/** @param isNegated whether the autonomous systems are left out unless told otherwise (E4) */
function originWords(question: PadnsQuestion, isNegated: boolean): readonly string[] {
  const systems = [
    ...listOf(question, 'asnum').map((asn) => `AS${asn.replace(/^as/i, '')}`),
    ...listOf(question, 'asname').map((name) => `an AS named ${name}`),
    ...listOf(question, 'asname_starts_with').map((name) => `an AS named ${name}…`),
    ...listOf(question, 'asname_contains').map((name) => `an AS named …${name}…`),
  ];
  if (systems.length === 0) return [];
  const isIn = question.asn === '' ? !isNegated : question.asn === 'in';
  return [`${isIn ? 'in' : 'not in'} ${anyOf(systems)}`];
}

function listOf(question: PadnsQuestion, field: QuestionField): readonly string[] {
  return splitList(field, question[field]);
}
