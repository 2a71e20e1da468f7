import { hasWildcard } from '#model/wildcard.ts';
import { badInput } from '#server/http/api-error.ts';
import { choiceOfRanges, isHeavyPair, planOf, readAsns, readPattern } from '#server/input/padns-pair.ts';
import { readAddress, readNetworks, readRange, readSelection } from '#server/input/padns.ts';
import type { TextPattern } from '#server/queries/condition.ts';
import { type Choice, padnsBoth as bothQuery, type PairLookup } from '#server/queries/padns-both.ts';
import type { AddressRange } from '#server/queries/padns-selection.ts';
import { jobHandler, type Question } from './handler.ts';
import { answerPage, pageStyleOf, withSetHashes } from './padns-page.ts';

type Asked = Question<'padnsBoth'>;

interface Kind {
  readonly type: PairLookup['type'];
  /** Which side of the record is an address, and its version. */
  readonly address?: { readonly side: 'query' | 'answer'; readonly version: 4 | 6 };
}

const kinds: Readonly<Record<Asked['path']['qtype'], Kind>> = {
  a: { type: 'A', address: { side: 'answer', version: 4 } },
  aaaa: { type: 'AAAA', address: { side: 'answer', version: 6 } },
  cname: { type: 'CNAME' },
  mx: { type: 'MX' },
  ns: { type: 'NS' },
  ptr4: { type: 'PTR4', address: { side: 'query', version: 4 } },
  ptr6: { type: 'PTR6', address: { side: 'query', version: 6 } },
};

/** @throws ApiError 400 */
function readLookup({ path, query }: Asked, now: Date): PairLookup {
  const { type, address } = kinds[path.qtype];
  const selection = readSelection(query, now);
  const asked = { path, query };
  const sides = !address
    ? readNames(asked)
    : address.side === 'answer'
      ? readAddresses(asked, address.version)
      : readPointers(asked, address.version);
  const lookup = { type, ...sides, asns: readAsns(query, query.asn === 'notin') };
  return { ...selection, ...lookup, ...planOf(lookup) };
}

type Sides = Pick<PairLookup, 'owner' | 'answers' | 'networks'>;
type Given = Pick<Asked, 'path' | 'query'>;

/** cname, mx, ns: names on both sides. */
function readNames(asked: Given): Sides {
  const { query } = asked;
  for (const parameter of ['network', 'asnum', 'asname', 'asname_starts_with', 'asname_contains'] as const)
    if (query[parameter] !== undefined)
      throw badInput(
        parameter,
        `${parameter} is about addresses, and ${asked.path.qtype} records have none. Send it with a, aaaa, ptr4 or ptr6.`,
      );
  return { owner: readOwner(asked), answers: readAnswerNames(asked), networks: undefined };
}

/** a, aaaa: an address in qanswer is a network like those of `network`, a pattern narrows them. */
function readAddresses(asked: Given, version: 4 | 6): Sides {
  const { path, query } = asked;
  const own = readAnswerAddresses(asked, version);
  const networks = readNetworks('network', query.network ?? [], version);
  const outside = query.net === 'notin';
  const owner = readOwner(asked);
  if (isNegated(query) || hasWildcard(path.qanswer))
    return { owner, answers: restrict(own), networks: choiceOfRanges(networks, outside) };
  return { owner, answers: { ...own, ranges: [...own.ranges, ...networks], outside }, networks: undefined };
}

function readAnswerAddresses({ path, query }: Given, version: 4 | 6): Choice {
  const patterns: TextPattern[] = [];
  const ranges: AddressRange[] = [];
  const texts = [['qanswer', path.qanswer] as const, ...(query.name ?? []).map((text) => ['name', text] as const)];
  for (const [parameter, text] of texts)
    if (hasWildcard(text)) patterns.push(readPattern(parameter, text));
    else {
      const netmask = parameter === 'qanswer' ? query.netmask : undefined;
      ranges.push(readRange(readAddress(parameter, text, version), netmask));
    }
  return { patterns, ranges, outside: isNegated(query) };
}

/** ptr4, ptr6: the address is in qname. */
function readPointers(asked: Given, version: 4 | 6): Sides {
  const { path, query } = asked;
  const isText = query.regex !== undefined || hasWildcard(path.qname);
  const own = isText ? [] : [readRange(readAddress('qname', path.qname, version), query.netmask)];
  const networks = readNetworks('network', query.network ?? [], version);
  return {
    owner: isText ? readOwner(asked) : undefined,
    answers: readAnswerNames(asked),
    networks: choiceOfRanges([...own, ...networks], query.net === 'notin'),
  };
}

function readOwner({ path, query }: Given): TextPattern {
  return query.regex === undefined ? readPattern('qname', path.qname) : { kind: 'regex', regex: query.regex };
}

function readAnswerNames({ path, query }: Given): Choice | undefined {
  const patterns = [
    readPattern('qanswer', path.qanswer),
    ...(query.name ?? []).map((text) => readPattern('name', text)),
  ];
  return restrict({ patterns, ranges: [], outside: isNegated(query) });
}

/** `*` alone asks nothing. */
function restrict(choice: Choice): Choice | undefined {
  const all = choice.patterns.some((pattern) => pattern.kind === 'prefix' && pattern.prefix === '');
  return all && !choice.outside ? undefined : choice;
}

// E3, match: the parameter list names `noteq`, the description `neq`
function isNegated({ match }: Asked['query']): boolean {
  return match === 'neq' || match === 'noteq';
}

/** E3: records by their name and their answer. */
export const padnsBoth = jobHandler<'padnsBoth', PairLookup>({
  read: readLookup,
  regex: 'regex',
  isHeavy: isHeavyPair,
  answer: (engine, lookup, options, call) =>
    answerPage(engine, lookup, bothQuery, { ...pageStyleOf(call), complete: withSetHashes, options }),
});
