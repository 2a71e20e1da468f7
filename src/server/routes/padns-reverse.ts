import { escapeLike, hasWildcard } from '#model/wildcard.ts';
import type { Engine, QueryOptions } from '#server/engine/engine.ts';
import { badInput } from '#server/http/api-error.ts';
import {
  padnsByValue,
  padnsBySet,
  padnsReverse as reverseQuery,
  type ReverseLookup,
  type SetLookup,
  type ValueLookup,
} from '#server/queries/padns-reverse.ts';
import { newestFirst } from '#server/queries/padns-newest.ts';
import type { PadnsRow, RecordType, Selection } from '#server/queries/padns-selection.ts';
import { jobHandler, type Question } from './handler.ts';
import { isWide, readAddress, readRange, readSelection, readSetHash } from '#server/input/padns.ts';
import { answerPage, askNewest, pageStyleOf, withSetHashes, withTtls } from './padns-page.ts';
import { isNarrow, readPattern } from '#server/input/padns-pair.ts';

type Asked = Question<'padnsReverse'>;

/** What is queried, by the table that answers it. */
type Lookup =
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

/** @throws ApiError 400 */
function readLookup({ path: { qtype, qname }, query }: Asked, now: Date): Lookup {
  const selection = readSelection(query, now);
  switch (qtype) {
    case 'soa':
    case 'txt':
      if (query.regex !== undefined)
        throw badInput(
          'regex',
          `regex is not supported for ${qtype}; send a part of the value as qname, * for any run.`,
        );
      return { by: 'value', lookup: { ...selection, type: upper(qtype), value: { like: anywhere(qname) } } };
    case 'soahash':
    case 'txthash':
      refuseRegex(query.regex, qtype);
      return { by: 'value', lookup: { ...selection, type: upper(qtype), value: { hash: readValueHash(qname) } } };
    case 'nshash':
    case 'mxhash':
      refuseRegex(query.regex, qtype);
      return {
        by: 'set',
        lookup: { ...selection, type: qtype === 'nshash' ? 'NS' : 'MX', hash: readSetHash('qname', qname) },
      };
    default:
      return { by: 'answer', lookup: readAnswer(selection, { qtype, qname, query }) };
  }
}

function readAnswer(
  selection: Selection,
  { qtype, qname, query }: { qtype: keyof typeof answerTypes; qname: string; query: Asked['query'] },
): ReverseLookup {
  const type = answerTypes[qtype];
  if (qtype !== 'a' && qtype !== 'aaaa') {
    const answer =
      query.regex === undefined ? readPattern('qname', qname) : ({ kind: 'regex', regex: query.regex } as const);
    return { ...selection, type, answer, apexOnly: false };
  }
  const apexOnly = query.subdomains === 0;
  if (query.regex !== undefined) return { ...selection, type, answer: { kind: 'regex', regex: query.regex }, apexOnly };
  // E2: "wildcards allowed": those of an address match its text
  if (hasWildcard(qname)) return { ...selection, type, answer: readPattern('qname', qname), apexOnly };
  const address = readAddress('qname', qname, qtype === 'a' ? 4 : 6);
  return {
    ...selection,
    type,
    answer: { kind: 'range', range: readRange(address, query.netmask) },
    apexOnly,
  };
}

function refuseRegex(regex: string | undefined, qtype: string): void {
  if (regex !== undefined)
    throw badInput('regex', `regex is not supported for ${qtype}; send the hash itself as qname.`);
}

function upper(qtype: 'soa' | 'txt' | 'soahash' | 'txthash'): 'SOA' | 'TXT' {
  return qtype.startsWith('soa') ? 'SOA' : 'TXT';
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

function isHeavy(asked: Lookup): boolean {
  if (asked.by === 'set') return false;
  if (asked.by === 'value')
    // three letters in a row are what the index of values needs
    return 'like' in asked.lookup.value && !/[^%]{3}/.test(asked.lookup.value.like);
  const { answer, type } = asked.lookup;
  if (answer.kind === 'range') return !isNarrow(answer.range);
  // answers are held reversed only: their beginning is not a range; addresses are not held as text
  return type === 'A' || type === 'AAAA' || answer.kind === 'prefix' || isWide(answer);
}

function askByAnswer(engine: Engine, lookup: ReverseLookup, options: QueryOptions): Promise<PadnsRow[]> {
  const newest = options.limits === 'lookup' ? newestFirst(lookup) : null;
  const key = JSON.stringify(['answer', lookup.type, lookup.answer]);
  return askNewest(engine, newest, { key, limit: lookup.limit, whole: reverseQuery(lookup) }, options);
}

/** E2: records with an answer. */
export const padnsReverse = jobHandler<'padnsReverse', Lookup>({
  read: readLookup,
  regex: 'regex',
  isHeavy,
  answer: (engine, read, options, call) => {
    const style = { ...pageStyleOf(call), options };
    switch (read.by) {
      case 'answer':
        return answerPage(engine, read.lookup, reverseQuery, {
          ...style,
          complete: withSetHashes,
          ask: (lookup) => askByAnswer(engine, lookup, options),
        });
      case 'value':
        return answerPage(engine, read.lookup, padnsByValue, style);
      case 'set':
        return answerPage(engine, read.lookup, padnsBySet, { ...style, complete: withTtls });
    }
  },
});
