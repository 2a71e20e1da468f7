import type { UnsanctionedRecord } from '#contract/generated/types.gen.ts';
import { classifyWildcard, hasWildcard } from '#model/wildcard.ts';
import { badInput } from '#server/http/api-error.ts';
import { readNamePattern, registrableDomain } from '#server/input/name.ts';
import { choiceOfRanges, isHeavyPair, planOf, readAsns, readPattern } from '#server/input/padns-pair.ts';
import { readAddress, readNetworks, readRange, readSelection } from '#server/input/padns.ts';
import type { TextPattern } from '#server/queries/condition.ts';
import type { AddressRange, Selection } from '#server/queries/padns-selection.ts';
import {
  padnsUnsanctioned as unsanctionedQuery,
  type UnsanctionedLookup,
  type UnsanctionedRow,
} from '#server/queries/padns-unsanctioned.ts';
import { padnsRecord } from '#server/serializers/padns-record.ts';
import { jobHandler, type Question } from './handler.ts';
import { answerPage, pageStyleOf } from './padns-page.ts';

type Asked = Question<'padnsUnsanctioned'>;

/** E4: names that look like one's own, on addresses or name servers that are not. */
export const padnsUnsanctioned = jobHandler<'padnsUnsanctioned', UnsanctionedLookup>({
  read: readLookup,
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
function readLookup({ path, query }: Asked, now: Date): UnsanctionedLookup {
  const ranges = readRanges({ path, query });
  // E4: the networks and ASNs given are one's own, so that addresses outside them are looked for unless `in` is sent
  const sides = {
    type: path.qtype === 'a' ? 'A' : 'AAAA',
    owner: readOwner(path.qname, query.regex),
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

/** The name has a pattern: an exact name would find nothing that looks like it. */
function readOwner(qname: string, regex: string | undefined): TextPattern {
  if (regex !== undefined) return { kind: 'regex', regex };
  if (hasWildcard(qname)) return readPattern('qname', qname);
  throw badInput('qname', 'qname takes a pattern such as *acme*, with * for any run of characters, or _ with regex.');
}

/** The network of qanswer and those of `network`. E4: "'_' when no IP match is wanted". */
function readRanges({ path, query }: Pick<Asked, 'path' | 'query'>): AddressRange[] {
  const version = path.qtype === 'a' ? 4 : 6;
  const own = path.qanswer === '_' ? [] : [readRange(readAddress('qanswer', path.qanswer, version), query.netmask)];
  return [...own, ...readNetworks('network', query.network ?? [], version)];
}

/** The contract's default: first seen within the last 30 days. The validator fills it in, so it also represents "not given". */
const defaultWindow = '-2592000';

/** E4. The default window gives way to bounds on an earlier time: no record could meet both. */
function readWindow({ first_seen_after = defaultWindow, ...query }: Asked['query'], now: Date): Selection {
  const withWindow = readSelection({ ...query, first_seen_after }, now);
  if (first_seen_after !== defaultWindow) return withWindow;
  const { firstSeenAfter = 0, firstSeenBefore = Infinity, lastSeenBefore = Infinity } = withWindow.bounds;
  const endsBeforeWindow = Math.min(firstSeenBefore, lastSeenBefore) < firstSeenAfter; // as_of also bounds first_seen
  return endsBeforeWindow ? readSelection(query, now) : withWindow;
}

function readNameServers({ nsname = [], match }: Asked['query']): UnsanctionedLookup['nameServers'] {
  if (nsname.length === 0) return undefined;
  const patterns = nsname.map((text) => classifyWildcard(readNamePattern('nsname', text)));
  return { patterns, outside: match !== 'eq' };
}
