import { hasWildcard, classifyWildcard } from '#model/wildcard.ts';
import { badInput } from '#server/http/api-error.ts';
import {
  readAddress,
  readNetworks,
  readRange,
  readSelection,
  readPattern,
  type AsnQuery,
  isNarrow,
  isWide,
  readAsnChoice,
} from '#server/input/padns.ts';
import type { TextPattern } from '#server/queries/condition.ts';
import {
  type Choice,
  padnsBoth as bothQuery,
  type PairLookup,
  padnsUnsanctioned as unsanctionedQuery,
  type UnsanctionedLookup,
  type UnsanctionedRow,
} from '#server/queries/padns-pairs.ts';
import type { AddressRange, Selection } from '#server/queries/padns-selection.ts';
import { jobHandler, type Input } from './handler.ts';
import { answerPage, pageStyleOf, withSetHashes } from './padns-page.ts';
import type { UnsanctionedRecord } from '#contract/generated/types.gen.ts';
import { readNamePattern, registrableDomain } from '#server/input/name.ts';
import { padnsRecord } from '#server/serializers/padns-record.ts';
import { ownersAreAddresses } from '#server/queries/padns-forward.ts';

interface Kind {
  readonly type: PairLookup['type'];
  /** Which side of the record is an address, and its version. */
  readonly address?: { readonly side: 'query' | 'answer'; readonly version: 4 | 6 };
}

const kinds: Readonly<Record<Input<'padnsBoth'>['path']['qtype'], Kind>> = {
  a: { type: 'A', address: { side: 'answer', version: 4 } },
  aaaa: { type: 'AAAA', address: { side: 'answer', version: 6 } },
  cname: { type: 'CNAME' },
  mx: { type: 'MX' },
  ns: { type: 'NS' },
  ptr4: { type: 'PTR4', address: { side: 'query', version: 4 } },
  ptr6: { type: 'PTR6', address: { side: 'query', version: 6 } },
};

/** @throws ApiError 400 */
function readBoth({ path, query }: Input<'padnsBoth'>, now: Date): PairLookup {
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

type ReadSides = Pick<PairLookup, 'owner' | 'answers' | 'networks'>;
type Given = Pick<Input<'padnsBoth'>, 'path' | 'query'>;

/** cname, mx, ns: names on both sides. */
function readNames(asked: Given): ReadSides {
  const { query } = asked;
  for (const parameter of ['network', 'asnum', 'asname', 'asname_starts_with', 'asname_contains'] as const)
    if (query[parameter] !== undefined)
      throw badInput(
        parameter,
        `${parameter} is about addresses, and ${asked.path.qtype} records have none. Send it with a, aaaa, ptr4 or ptr6.`,
      );
  return { owner: readName(asked), answers: readAnswerNames(asked), networks: undefined };
}

/** a, aaaa: an address in qanswer is a network like those of `network`, a pattern narrows them. */
function readAddresses(asked: Given, version: 4 | 6): ReadSides {
  const { path, query } = asked;
  const own = readAnswerAddresses(asked, version);
  const networks = readNetworks(query.network ?? [], version);
  const outside = query.net === 'notin';
  const owner = readName(asked);
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
function readPointers(asked: Given, version: 4 | 6): ReadSides {
  const { path, query } = asked;
  const isText = query.regex !== undefined || hasWildcard(path.qname);
  const own = isText ? [] : [readRange(readAddress('qname', path.qname, version), query.netmask)];
  const networks = readNetworks(query.network ?? [], version);
  return {
    owner: isText ? readName(asked) : undefined,
    answers: readAnswerNames(asked),
    networks: choiceOfRanges([...own, ...networks], query.net === 'notin'),
  };
}

function readName({ path, query }: Given): TextPattern {
  return query.regex === undefined ? readPattern('qname', path.qname) : { kind: 'regex', regex: query.regex };
}

function readAnswerNames({ path, query }: Given): Choice | undefined {
  const patterns = [
    readPattern('qanswer', path.qanswer),
    ...(query.name ?? []).map((text) => readPattern('name', text)),
  ];
  return restrict({ patterns, ranges: [], outside: isNegated(query) });
}

/** `*` alone is not a condition. */
function restrict(choice: Choice): Choice | undefined {
  const all = choice.patterns.some((pattern) => pattern.kind === 'prefix' && pattern.prefix === '');
  return all && !choice.outside ? undefined : choice;
}

// E3, match: the parameter list names `noteq`, the description `neq`
function isNegated({ match }: Input<'padnsBoth'>['query']): boolean {
  return match === 'neq' || match === 'noteq';
}

/** E3: records by their name and their answer. */
export const padnsBoth = jobHandler<'padnsBoth', PairLookup>({
  read: readBoth,
  regex: 'regex',
  isHeavy: isHeavyPair,
  answer: (engine, lookup, options, call) =>
    answerPage(engine, lookup, bothQuery, { ...pageStyleOf(call), complete: withSetHashes, options }),
});

/** E4: names that look like one's own, on addresses or name servers that are not. */
export const padnsUnsanctioned = jobHandler<'padnsUnsanctioned', UnsanctionedLookup>({
  read: readUnsanctioned,
  regex: 'regex',
  isHeavy: isHeavyPair,
  answer: (engine, lookup, options, call) =>
    answerPage(engine, lookup, unsanctionedQuery, { ...pageStyleOf(call), record: unsanctionedRecord, options }),
});

/** A record with the AS that announces its answer and the registrable domain of its name. */
function unsanctionedRecord(row: UnsanctionedRow): UnsanctionedRecord {
  return { ...padnsRecord(row, true), asn: row.asn, domain: registrableDomain(row.query) };
}

/** @throws ApiError 400 */
function readUnsanctioned({ path, query }: Input<'padnsUnsanctioned'>, now: Date): UnsanctionedLookup {
  const ranges = readRanges({ path, query });
  // E4: the networks and ASNs given are one's own, so that addresses outside them are looked for unless `in` is sent
  const sides = {
    type: path.qtype === 'a' ? 'A' : 'AAAA',
    owner: readNamePatternOrRegex(path.qname, query.regex),
    answers: undefined,
    networks: choiceOfRanges(ranges, query.net !== 'in'),
    asns: readAsns(query, query.asn !== 'in'),
  } as const;
  return {
    ...readWindow(query, now),
    ...sides,
    ...planOf(sides),
    nameServers: readNameServers(query),
    byHost: query.reduce === 'host',
  };
}

/** Only a pattern is useful: an exact name would not find similar names. */
function readNamePatternOrRegex(qname: string, regex: string | undefined): TextPattern {
  if (regex !== undefined) return { kind: 'regex', regex };
  if (hasWildcard(qname)) return readPattern('qname', qname);
  throw badInput('qname', 'qname takes a pattern such as *acme*, with * for any run of characters, or _ with regex.');
}

/** The network of qanswer and those of `network`. E4: "'_' when no IP match is wanted". */
function readRanges({ path, query }: Pick<Input<'padnsUnsanctioned'>, 'path' | 'query'>): AddressRange[] {
  const version = path.qtype === 'a' ? 4 : 6;
  const own = path.qanswer === '_' ? [] : [readRange(readAddress('qanswer', path.qanswer, version), query.netmask)];
  return [...own, ...readNetworks(query.network ?? [], version)];
}

/** The contract's default: first seen within the last 30 days. The validator fills it in, so it also means "not given". */
const defaultWindow = '-2592000';

/** E4. Bounds on an earlier time replace the default window, because no record could meet both. */
function readWindow(
  { first_seen_after = defaultWindow, ...query }: Input<'padnsUnsanctioned'>['query'],
  now: Date,
): Selection {
  const withWindow = readSelection({ ...query, first_seen_after }, now);
  if (first_seen_after !== defaultWindow) return withWindow;
  const { firstSeenAfter = 0, firstSeenBefore = Infinity, lastSeenBefore = Infinity } = withWindow.bounds;
  const endsBeforeWindow = Math.min(firstSeenBefore, lastSeenBefore) < firstSeenAfter; // as_of also bounds first_seen
  return endsBeforeWindow ? readSelection(query, now) : withWindow;
}

function readNameServers({
  nsname = [],
  match,
}: Input<'padnsUnsanctioned'>['query']): UnsanctionedLookup['nameServers'] {
  if (nsname.length === 0) return undefined;
  const patterns = nsname.map((text) => classifyWildcard(readNamePattern('nsname', text)));
  return { patterns, outside: match !== 'eq' };
}

/** Undefined when no network is given: the address is not restricted. */
function choiceOfRanges(ranges: readonly AddressRange[], outside: boolean): Choice | undefined {
  return ranges.length === 0 ? undefined : { patterns: [], ranges, outside };
}

/** E3, E4: ASNs that the address must, or must not, belong to. */
function readAsns(query: AsnQuery, outside: boolean): PairLookup['asns'] {
  const choice = readAsnChoice(query);
  return choice && { choice, outside };
}

type Sides = Pick<PairLookup, 'type' | 'owner' | 'answers' | 'networks'>;
type Plan = Pick<PairLookup, 'table' | 'byKey'>;

/** Picks the side that leaves the fewest records to read; conditions on the other side then filter them. */
function planOf({ type, owner, answers, networks }: Sides): Plan {
  const byName: Plan = { table: 'fwd', byKey: true };
  const byAnswer: Plan = { table: 'rev', byKey: true };
  const isPointer = ownersAreAddresses({ types: [type] });
  if (owner?.kind === 'exact') return byName;
  if (answers && isKey(answers, type)) return byAnswer;
  if (networks && isKey(networks, type)) return isPointer ? byName : byAnswer;
  if (owner?.kind === 'suffix' && !isPointer && !isWide(owner)) return byName;
  // a search: by name, unless every name matches
  const anyName = !owner || (owner.kind === 'prefix' && owner.prefix === '');
  return { table: anyName && !isPointer ? 'rev' : 'fwd', byKey: false };
}

/** True for a query that reads a large part of the collection: it waits for a worker. */
function isHeavyPair({ byKey, owner }: PairLookup): boolean {
  return !byKey && !(owner?.kind === 'prefix' && !isWide(owner));
}

/** True when a few key ranges cover the selection. */
function isKey({ patterns, ranges, outside }: Choice, type: PairLookup['type']): boolean {
  if (outside) return false;
  // the tables do not store addresses as text
  const areNames =
    patterns.every(({ kind }) => kind === 'exact' || kind === 'suffix') && type !== 'A' && type !== 'AAAA';
  return (patterns.length === 0 || (areNames && !patterns.some(isWide))) && ranges.every(isNarrow);
}
