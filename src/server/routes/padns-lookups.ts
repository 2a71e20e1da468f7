import { parseIp } from '#model/ip-address.ts';
import type { RecordType, ValueType } from '#model/record-type.ts';
import { hasWildcard, escapeLike } from '#model/wildcard.ts';
import { badInput } from '#server/http/api-error.ts';
import {
  isWide,
  readAddress,
  readNameMatch,
  readRange,
  readSelection,
  readSetHash,
  isNarrow,
  readPattern,
} from '#server/input/padns.ts';
import type { Engine, QueryOptions } from '#server/engine/engine.ts';
import { newestOfPattern, padnsForward as forwardQuery, type ForwardLookup } from '#server/queries/padns-forward.ts';
import type { TextPattern } from '#server/queries/condition.ts';
import type { PadnsRow, Selection } from '#server/queries/padns-selection.ts';
import { setMembers } from '#server/queries/padns-sets.ts';
import { padnsRecord } from '#server/serializers/padns-record.ts';
import { type Handler, jobHandler, type Input } from './handler.ts';
import { answerPage, askNewest, pageStyleOf, withSetHashes, withTtls } from './padns-page.ts';
import {
  padnsByValue,
  padnsBySet,
  padnsReverse as reverseQuery,
  type ReverseLookup,
  type SetLookup,
  type ValueLookup,
  newestFirst,
} from '#server/queries/padns-reverse.ts';

// E1, any: "not shown". Decision: every type that is under a name; anyipv4 and anyipv6 leave out the other family's
// addresses. An address has PTR records only.
const named: readonly RecordType[] = [
  'A',
  'AAAA',
  'CNAME',
  'MX',
  'NS',
  'SOA',
  'TXT',
  'SRV',
  'SVCB',
  'HTTPS',
  'CAA',
  'DS',
];
const typesOf: Readonly<Record<Input<'padnsForward'>['path']['qtype'], readonly RecordType[]>> = {
  a: ['A'],
  aaaa: ['AAAA'],
  cname: ['CNAME'],
  mx: ['MX'],
  ns: ['NS'],
  soa: ['SOA'],
  txt: ['TXT'],
  ptr4: ['PTR4'],
  ptr6: ['PTR6'],
  srv: ['SRV'],
  svcb: ['SVCB'],
  https: ['HTTPS'],
  caa: ['CAA'],
  ds: ['DS'],
  any: named,
  anyipv4: named.filter((type) => type !== 'AAAA'),
  anyipv6: named.filter((type) => type !== 'A'),
};

/** @throws ApiError 400 */
function readForward({ path: { qtype, qname }, query }: Input<'padnsForward'>, now: Date): ForwardLookup {
  const selection = readSelection(query, now);
  const { regex } = query;
  const selfOnly = query.match === 'self' && (qtype === 'mx' || qtype === 'ns');
  const types = typesOf[qtype];
  if (regex !== undefined) return { types, selfOnly, owner: { kind: 'regex', regex }, ...selection };
  const address = parseIp(qname);
  const isPointer = qtype === 'ptr4' || qtype === 'ptr6';
  if (isPointer ? !hasWildcard(qname) : address && qtype.startsWith('any')) {
    const version = isPointer ? (qtype === 'ptr4' ? 4 : 6) : (address?.version ?? 4);
    const range = readRange(readAddress('qname', qname, version), query.netmask);
    const pointers: RecordType[] = [version === 4 ? 'PTR4' : 'PTR6'];
    return { types: pointers, selfOnly, owner: { kind: 'range', range }, ...selection };
  }
  const subdomains = query.subdomains === 1 && (qtype === 'a' || qtype === 'aaaa');
  return { types, selfOnly, owner: readNameMatch('qname', qname, subdomains), ...selection };
}

function isHeavyForward({ owner }: ForwardLookup): boolean {
  return owner.kind !== 'range' && isWide(owner);
}

function askByName(engine: Engine, lookup: ForwardLookup, options: QueryOptions): Promise<PadnsRow[]> {
  const newest = newestOfPattern(lookup);
  const whole = forwardQuery(lookup);
  if (!newest) return engine.query(whole, options);
  const key = JSON.stringify(['query', lookup.types, lookup.owner]);
  return askNewest(engine, newest, { key, limit: lookup.limit, whole }, options);
}

/** E1: records of a name. */
export const padnsForward = jobHandler<'padnsForward', ForwardLookup>({
  read: readForward,
  regex: 'regex',
  isHeavy: isHeavyForward,
  answer: (engine, lookup, options, call) =>
    answerPage(engine, lookup, forwardQuery, {
      ask: (page) => askByName(engine, page, options),
      options,
      ...pageStyleOf(call),
      ...(call.path.qtype.startsWith('any')
        ? { record: (row) => padnsRecord(row, true) }
        : { complete: withSetHashes }),
    }),
});

const sets = {
  nshash: { type: 'NS', server: 'nssrv' },
  mxhash: { type: 'MX', server: 'mxsrv' },
} as const;

/** E5: the servers of a set, by the hash that NS and MX records carry. */
export const padnsTranslate: Handler<'padnsTranslate'> = async ({ path, signal }, { engine }) => {
  const { type, server } = sets[path.qtype];
  const hash = readSetHash('query', path.query);
  const members = await engine.query(setMembers(type, hash), { signal });
  if (members.length === 0) return { records: [] };
  return { records: [{ [path.qtype]: hash }, members.map(({ member }) => ({ [server]: member }))] };
};

/** The look-up, by the table that answers it. */
type Reverse =
  | { readonly by: 'answer'; readonly lookup: ReverseLookup }
  | { readonly by: 'value'; readonly lookup: ValueLookup }
  | { readonly by: 'set'; readonly lookup: SetLookup };

const answerTypes = {
  a: 'A',
  aaaa: 'AAAA',
  cname: 'CNAME',
  mx: 'MX',
  ns: 'NS',
  ptr4: 'PTR4',
  ptr6: 'PTR6',
} as const satisfies Record<string, RecordType>;

const valueTypes = {
  soa: 'SOA',
  txt: 'TXT',
  caa: 'CAA',
  ds: 'DS',
  srv: 'SRV',
  svcb: 'SVCB',
  https: 'HTTPS',
} as const satisfies Record<string, ValueType>;

/** @throws ApiError 400 */
function readReverse({ path: { qtype, qname }, query }: Input<'padnsReverse'>, now: Date): Reverse {
  const selection = readSelection(query, now);
  switch (qtype) {
    case 'srv':
    case 'svcb':
    case 'https':
      return {
        by: 'value',
        lookup: { type: valueTypes[qtype], value: { target: readAnswerPattern(qname, query.regex) }, ...selection },
      };
    case 'soa':
    case 'txt':
    case 'caa':
    case 'ds':
      if (query.regex !== undefined)
        throw badInput(
          'regex',
          `regex is not supported for ${qtype}; send a part of the value as qname, * for any run.`,
        );
      return { by: 'value', lookup: { type: valueTypes[qtype], value: { like: anywhere(qname) }, ...selection } };
    case 'soahash':
    case 'txthash':
      refuseRegex(query.regex, qtype);
      return {
        by: 'value',
        lookup: { type: qtype === 'soahash' ? 'SOA' : 'TXT', value: { hash: readValueHash(qname) }, ...selection },
      };
    case 'nshash':
    case 'mxhash':
      refuseRegex(query.regex, qtype);
      return {
        by: 'set',
        lookup: { type: qtype === 'nshash' ? 'NS' : 'MX', hash: readSetHash('qname', qname), ...selection },
      };
    default:
      return { by: 'answer', lookup: readAnswer(selection, { qtype, qname, query }) };
  }
}

function readAnswer(
  selection: Selection,
  { qtype, qname, query }: { qtype: keyof typeof answerTypes; qname: string; query: Input<'padnsReverse'>['query'] },
): ReverseLookup {
  const type = answerTypes[qtype];
  if (qtype !== 'a' && qtype !== 'aaaa') {
    return { type, answer: readAnswerPattern(qname, query.regex), apexOnly: false, ...selection };
  }
  const apexOnly = query.subdomains === 0;
  if (query.regex !== undefined) return { type, answer: { kind: 'regex', regex: query.regex }, apexOnly, ...selection };
  // E2: "wildcards allowed": those of an address match its text
  if (hasWildcard(qname)) return { type, answer: readPattern('qname', qname), apexOnly, ...selection };
  const address = readAddress('qname', qname, qtype === 'a' ? 4 : 6);
  return { type, answer: { kind: 'range', range: readRange(address, query.netmask) }, apexOnly, ...selection };
}

function refuseRegex(regex: string | undefined, qtype: string): void {
  if (regex !== undefined)
    throw badInput('regex', `regex is not supported for ${qtype}; send the hash itself as qname.`);
}

/** @throws ApiError 400 */
function readAnswerPattern(qname: string, regex: string | undefined): TextPattern {
  return regex === undefined ? readPattern('qname', qname) : { kind: 'regex', regex };
}

/** LIKE pattern: the pieces between the wildcards, in order, anywhere in the value. Letter case counts. */
function anywhere(text: string): string {
  const pieces = text.split('*').filter((piece) => piece !== '');
  if (pieces.length === 0)
    throw badInput('qname', 'qname takes a part of the value, with at least one character beside *.');
  return `%${pieces.map(escapeLike).join('%')}%`;
}

function readValueHash(text: string): string {
  if (/^\d{1,20}$/.test(text) && BigInt(text) < 1n << 64n) return text;
  throw badInput('qname', 'qname takes the hash as a decimal 64-bit number, as soahash and txthash give it.');
}

function isHeavyReverse(asked: Reverse): boolean {
  if (asked.by === 'set') return false;
  if (asked.by === 'value') {
    const { value } = asked.lookup;
    if ('target' in value) return isWide(value.target);
    // the index of values needs three consecutive characters
    return 'like' in value && !/[^%]{3}/.test(value.like);
  }
  const { answer, type } = asked.lookup;
  if (answer.kind === 'range') return !isNarrow(answer.range);
  // answers are stored reversed, so their beginning is not a range; addresses are not stored as text
  return type === 'A' || type === 'AAAA' || answer.kind === 'prefix' || isWide(answer);
}

function askByAnswer(engine: Engine, lookup: ReverseLookup, options: QueryOptions): Promise<PadnsRow[]> {
  const newest = options.limits === 'lookup' ? newestFirst(lookup) : null;
  const key = JSON.stringify(['answer', lookup.type, lookup.answer]);
  return askNewest(engine, newest, { key, limit: lookup.limit, whole: reverseQuery(lookup) }, options);
}

/** E2: records with an answer. */
export const padnsReverse = jobHandler<'padnsReverse', Reverse>({
  read: readReverse,
  regex: 'regex',
  isHeavy: isHeavyReverse,
  answer: (engine, read, options, call) => {
    const style = { options, ...pageStyleOf(call) };
    switch (read.by) {
      case 'answer':
        return answerPage(engine, read.lookup, reverseQuery, {
          complete: withSetHashes,
          ask: (lookup) => askByAnswer(engine, lookup, options),
          ...style,
        });
      case 'value':
        return answerPage(engine, read.lookup, padnsByValue, style);
      case 'set':
        return answerPage(engine, read.lookup, padnsBySet, { complete: withTtls, ...style });
    }
  },
});
