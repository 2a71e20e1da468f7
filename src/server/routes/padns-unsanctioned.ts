import { classifyWildcard, hasWildcard } from '#model/wildcard.ts';
import { badInput } from '#server/http/api-error.ts';
import { unsanctionedRecord } from '#server/serializers/unsanctioned-record.ts';
import { padnsUnsanctioned as unsanctionedQuery, type UnsanctionedLookup } from '#server/queries/padns-unsanctioned.ts';
import type { Selection } from '#server/queries/padns-selection.ts';
import type { TextPattern } from '#server/queries/wildcard-condition.ts';
import { registrableDomain } from '#server/input/domain.ts';
import type { JobHandler, Question } from './handler.ts';
import { readNamePattern } from '#server/input/name.ts';
import { checkRegex, readAddress, readNetworks, readRange, readSelection } from '#server/input/padns.ts';
import { answerPage } from './padns-page.ts';
import { choiceOfRanges, isHeavyPair, planOf, readAsns, readPattern } from '#server/input/padns-pair.ts';

type Asked = Question<'padnsUnsanctioned'>;

/** @throws ApiError 400 */
function readLookup({ path, query }: Asked, now: Date): UnsanctionedLookup {
  const version = path.qtype === 'a' ? 4 : 6;
  // E4: "'_' when no IP match is wanted"
  const own = path.qanswer === '_' ? [] : [readRange(readAddress('qanswer', path.qanswer, version), query.netmask)];
  const networks = [...own, ...readNetworks('network', query.network ?? [], version)];
  const lookup = {
    type: path.qtype === 'a' ? 'A' : 'AAAA',
    owner: readOwner(path.qname, query.regex),
    answers: undefined,
    networks: choiceOfRanges(networks, query.net !== 'in'),
    asns: readAsns(query, query.asn !== 'in'),
  } as const;
  return {
    ...readWindow(query, now),
    ...lookup,
    ...planOf(lookup),
    nameServers: readNameServers(query),
    byHost: query.reduce === 'host',
  };
}

/** The default of the contract, which stands in the query when nothing was given. */
const defaultWindow = '-2592000';

/** E4: first seen within the last 30 days, unless the question is about an earlier time: nothing could meet both. */
function readWindow({ first_seen_after = defaultWindow, ...query }: Asked['query'], now: Date): Selection {
  const bounded = readSelection({ ...query, first_seen_after }, now);
  if (first_seen_after !== defaultWindow) return bounded;
  const { firstSeenAfter = 0, firstSeenBefore = Infinity, lastSeenBefore = Infinity } = bounded.bounds;
  // as_of is a bound on first_seen, too
  const isEarlier = Math.min(firstSeenBefore, lastSeenBefore) < firstSeenAfter;
  return isEarlier ? readSelection(query, now) : bounded;
}

function readOwner(qname: string, regex: string | undefined): TextPattern {
  if (regex !== undefined) return { kind: 'regex', regex };
  if (hasWildcard(qname)) return readPattern('qname', qname);
  throw badInput('qname', 'qname takes a pattern such as *acme*, with * for any run of characters, or _ with regex.');
}

function readNameServers({ nsname = [], match }: Asked['query']): UnsanctionedLookup['nameServers'] {
  if (nsname.length === 0) return undefined;
  const patterns = nsname.map((text) => classifyWildcard(readNamePattern('nsname', text)));
  return { patterns, outside: match !== 'eq' };
}

/** E4: what looks like one's own and is not where it should be. */
export const padnsUnsanctioned: JobHandler<'padnsUnsanctioned'> = {
  isHeavy: async (asked, { engine, now }) => {
    const lookup = readLookup(asked, now());
    await checkRegex(engine, asked.query.regex);
    return isHeavyPair(lookup);
  },
  answer: async (asked, { engine, now }) => {
    const lookup = readLookup(asked, now());
    return answerPage(engine, lookup, unsanctionedQuery, {
      cof: asked.query.output_format === 'cof',
      isCounted: asked.query.with_metadata === 1,
      record: (row) => unsanctionedRecord(row, registrableDomain(row.query)),
      options: { signal: asked.signal, limits: isHeavyPair(lookup) ? 'search' : 'lookup' },
    });
  },
};
