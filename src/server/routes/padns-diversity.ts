import type { IpDiversityRecord, PadnsIpDiversityAnswer } from '#contract/generated/types.gen.ts';
import { dateToEpochSeconds, firstOfLastDays, epochSecondsToDate } from '#model/dates.ts';
import { groupBy } from '#model/group-by.ts';
import { canonicalIp } from '#model/ip-address.ts';
import { readHostScope, readOwnerName, subjectOf } from '#server/input/name.ts';
import { LiveError } from '#server/live/outbound-client.ts';
import type { HostScope } from '#server/queries/condition.ts';
import {
  diversityTimeline,
  type DiversityWindow,
  ipDiversity,
  liveTimeline,
  type DiversityRow,
  timelineOfHosts,
} from '#server/queries/diversity.ts';
import { type DiversityDetail, diversityRecord, liveDiversityRecord } from '#server/serializers/diversity-record.ts';
import {
  type AllServices,
  type Call,
  cutList,
  type LiveHandler,
  type Services,
  jobHandler,
  type Input,
} from './handler.ts';
import { liveAnswers } from './live-answers.ts';
import { emptyElement } from '#model/infratag.ts';
import { classifyWildcard, matchesWildcard, type WildcardClass } from '#model/wildcard.ts';
import type { Engine, QueryOptions } from '#server/engine/engine.ts';
import { badInput } from '#server/http/api-error.ts';
import { isWide, readAsnChoice, readNameMatch, readNetworks } from '#server/input/padns.ts';
import { readDay } from '#server/input/time.ts';
import type { JobResult } from '#server/jobs/job-store.ts';
import {
  type HostEvidence,
  type AsnMatch,
  type CountBounds,
  type DiversitySearch,
  padnsIpDiversitySearch as searchQuery,
  type SeenBound,
  type TagServers,
} from '#server/queries/diversity-search.ts';
import type { ServerMatch } from '#server/queries/ns-transfers.ts';
import type { TextMatch } from '#server/queries/padns-selection.ts';
import { mapInSlices } from '#server/timing/slices.ts';
import { totalOf } from './count-total.ts';
import { collectedTags } from './infratag.ts';
import { readServers } from './ns-changes.ts';

/**
 * E7. Decision: live is set automatically only where no scope is given. So the collected timeline can be requested
 * everywhere, and looking at it sends nothing out.
 */
export const padnsIpDiversity: LiveHandler<'padnsIpDiversity'> = {
  isCacheable: (call) => liveUse(call) === 'never',
  answer: answerDiversity,
};

type DiversityCall = Call<'padnsIpDiversity'>;

function liveUse({ path, query }: Pick<DiversityCall, 'path' | 'query'>): 'only' | 'first' | 'never' {
  const { scope, timeline, verbose } = query;
  if (scope !== undefined) return scope === 'live' ? 'only' : 'never';
  return timeline === 1 || verbose === 1 || path.qtype === 'aaaa' ? 'first' : 'never';
}

async function answerDiversity(
  { path, query, signal }: DiversityCall,
  services: AllServices,
): Promise<PadnsIpDiversityAnswer> {
  const { scope, window: windowDays = 30 } = query;
  const detail = { asn: query.asn !== 0, timeline: query.timeline === 1, verbose: query.verbose === 1 };
  const window: DiversityWindow = {
    type: path.qtype === 'a' ? 'A' : 'AAAA',
    seenAfter: Math.max(0, dateToEpochSeconds(firstOfLastDays(windowDays, services.now())) - 1),
  };
  const input = { window, detail, signal };
  const live = () => answeredNow(readOwnerName('query', path.query), input, services);
  if (scope === 'live') return orNote(await live(), path.query, window.type);
  const collected = () => observed(readHostScope(path.query, scope ?? 'host'), input, services);
  return liveUse({ path, query }) === 'first' ? orCollected(live, collected) : collected();
}

/** Adds a note to an empty list, which could otherwise be mistaken for a failed look-up. */
function orNote(found: Found, host: string, type: DiversityWindow['type']): PadnsIpDiversityAnswer {
  if (found.records.length > 0) return found;
  return {
    ...found,
    note: `DNS answered that ${host} has no ${type} record now: the name has none, or does not exist.`,
  };
}

interface DiversityInput {
  readonly window: DiversityWindow;
  readonly detail: DiversityDetail;
  readonly signal: AbortSignal;
}

interface Found {
  readonly records: IpDiversityRecord[];
  /** Present when there are more hosts than listed. */
  readonly truncated?: true;
}
type Answer = () => Promise<Found>;

/** Live was not requested explicitly: collected records replace a failed look-up, if there are any. */
async function orCollected(live: Answer, collected: Answer): Promise<Found> {
  try {
    return await live();
  } catch (error) {
    if (!(error instanceof LiveError) || error.fault === 'cancelled') throw error;
    const found = await collected();
    if (found.records.length === 0) throw error;
    return { ...found, records: found.records.map((record) => ({ ...record, live_error: error.message })) };
  }
}

async function observed(
  scope: HostScope,
  { window, detail, signal }: DiversityInput,
  { engine }: Services,
): Promise<Found> {
  const lookup = { ...window, scope };
  const [rows, timeline] = await Promise.all([
    engine.query(ipDiversity(lookup), { signal }),
    detail.timeline || detail.verbose ? engine.query(diversityTimeline(lookup), { signal }) : [],
  ]);
  const byHost = groupBy(timeline, ({ host }) => host);
  const { page, ...cut } = cutList(rows);
  return { records: page.map((row) => diversityRecord(row, byHost.get(row.host) ?? [], detail)), ...cut };
}

/** The current addresses, and with timeline or verbose those of the window. */
async function answeredNow(
  host: string,
  { window, detail, signal }: DiversityInput,
  services: AllServices,
): Promise<Found> {
  const { engine, now } = services;
  const isListed = detail.timeline || detail.verbose;
  const answers = await liveAnswers(host, window.type, signal, services);
  const addresses = answers.flatMap((answer) => canonicalIp(answer) ?? []);
  const at = dateToEpochSeconds(now());
  const scope: HostScope = { kind: 'host', name: host };
  const lookup = { ...window, scope };
  const [current, collected, [counted]] = await Promise.all([
    addresses.length > 0 ? engine.query(liveTimeline({ host, type: window.type, addresses, at }), { signal }) : [],
    isListed ? engine.query(diversityTimeline(lookup), { signal }) : [],
    isListed ? engine.query(ipDiversity(lookup), { signal }) : [],
  ]);
  if (current.length + collected.length === 0) return { records: [] };
  return { records: [liveDiversityRecord({ host, now: current, collected, counted }, detail)] };
}

type SearchQuery = Input<'padnsIpDiversitySearch'>['query'];

/** The window of E7, so that both operations give the same numbers. */
const windowDays = 30;

/** @throws ApiError 400 */
function readSearch(query: SearchQuery, now: Date): DiversitySearch {
  const { limit = 100, skip = 0 } = query;
  const seen = readSeenBounds(query);
  const reach = seen.filter(({ column }) => column === 'last_seen').map(({ edge, time }) => reachOf(edge, time));
  return {
    type: 'A',
    // a query about an earlier time counts the records of that time
    seenAfter: Math.max(0, Math.min(dateToEpochSeconds(firstOfLastDays(windowDays, now)) - 1, ...reach)),
    domain: readDomainMatch(query),
    seen,
    networks: readNetworks(query.network ?? [], 4),
    asns: readAsnMatch(query),
    counts: {
      asns: readCounts(query, 'asn_diversity'),
      addresses: readCounts(query, 'ip_diversity_all'),
      groups: readCounts(query, 'ip_diversity_groups'),
    },
    ...readEvidence(query),
    limit,
    skip,
  };
}

function reachOf(edge: SeenBound['edge'], time: number): number {
  return edge === 'min' ? time - 1 : dateToEpochSeconds(firstOfLastDays(windowDays, epochSecondsToDate(time))) - 1;
}

function readDomainMatch({ domain, domain_regex }: SearchQuery): TextMatch | undefined {
  if (domain_regex !== undefined) return { kind: 'regex', regex: domain_regex };
  return domain === undefined ? undefined : readNameMatch('domain', domain, false);
}

function readSeenBounds(query: SearchQuery): SeenBound[] {
  return (['first_seen', 'last_seen'] as const).flatMap((column) =>
    (['min', 'max'] as const).flatMap((edge): SeenBound[] => {
      const day = query[`${column}_${edge}`];
      if (day === undefined) return [];
      const time = readDay(`${column}_${edge}`, day, edge === 'min' ? 'start' : 'end');
      return [{ column, edge, mode: query[`${column}_${edge}_mode`] ?? 'strict', time }];
    }),
  );
}

function readCounts(
  query: SearchQuery,
  name: 'asn_diversity' | 'ip_diversity_all' | 'ip_diversity_groups',
): CountBounds[] {
  const exactly = query[name];
  return [
    { min: exactly, max: exactly },
    { min: query[`${name}_min`], max: query[`${name}_max`] },
  ];
}

function readAsnMatch(query: SearchQuery): AsnMatch | undefined {
  const choice = readAsnChoice(query);
  if (!choice) return undefined;
  const { asn_match: match = 'any', asn_match_min: min, asn_match_max: max } = query;
  if (match === 'limit' && min === undefined && max === undefined)
    throw badInput('asn_match', 'asn_match=limit needs asn_match_min or asn_match_max: how many of the chosen ASNs.');
  return { choice, match, limits: { min, max }, negated: query.asn === 'notin' };
}

function readEvidence(query: SearchQuery): Omit<HostEvidence, 'seenAfter'> {
  const { registrar, email, cert_issuer } = query;
  return {
    nameServer: readServer('nsname', query.nsname),
    mailExchanger: readServer('mxname', query.mxname),
    whois: given({
      from: readDay('whois_date_after', query.whois_date_after, 'start'),
      to: undefined,
      registrar,
      email,
    }),
    nsChange: given({
      from: readSide('nschange_from_ns', query.nschange_from_ns),
      to: readSide('nschange_to_ns', query.nschange_to_ns),
      after: readDay('nschange_date_after', query.nschange_date_after, 'start'),
      before: readDay('nschange_date_before', query.nschange_date_before, 'end'),
    }),
    certificate: given({
      issuer: cert_issuer?.replaceAll('+', ' '),
      issuedFrom: readDay('cert_date_min', query.cert_date_min, 'start'),
      issuedTo: readDay('cert_date_max', query.cert_date_max, 'end'),
    }),
  };
}

function readServer(parameter: string, text: string | undefined): WildcardClass | 'self' | undefined {
  const match = readSide(parameter, text);
  return match?.kind === 'pattern' ? classifyWildcard(match.pattern) : match?.kind;
}

function readSide(parameter: string, text: string | undefined): ServerMatch | undefined {
  return text === undefined ? undefined : readServers(parameter, text);
}

/** Undefined when none of its members is given. */
function given<T extends object>(members: T): T | undefined {
  return Object.values(members).some((value) => value !== undefined) ? members : undefined;
}

function isHeavy({ domain }: DiversitySearch): boolean {
  return !domain || isWide(domain);
}

/**
 * E8: hosts by the diversity of their A records. Its shape is not shown: decision in the contract. Conditions are combined
 * with AND; without conditions the answer holds the most diverse hosts of the collection, up to `limit`.
 */
export const padnsIpDiversitySearch = jobHandler<'padnsIpDiversitySearch', DiversitySearch>({
  read: ({ query }, now) => readSearch(query, now),
  regex: 'domain_regex',
  isHeavy,
  answer: async (engine, search, options, { query }) => {
    const { page, ...total } = query.infratag
      ? await taggedPage(engine, search, query.infratag, options)
      : await pageOf(engine, search, query.with_metadata === 1, options);
    const timeline = query.timeline === 1;
    const hosts = page.map(({ host }) => host);
    const rows = timeline ? await engine.query(timelineOfHosts('padnsIpDiversitySearch', hosts, search), options) : [];
    const byHost = groupBy(rows, ({ host }) => host);
    const detail = { asn: true, timeline, verbose: false };
    const records = await mapInSlices(page, (row) => diversityRecord(row, byHost.get(row.host) ?? [], detail));
    return {
      response: { records },
      returned: page.length,
      ...total,
    };
  },
});

/** Hosts of one page, and their total count. */
interface Hosts extends Pick<JobResult, 'totalAtLeast' | 'totalIsExact'> {
  readonly page: readonly DiversityRow[];
}

async function pageOf(
  engine: Engine,
  search: DiversitySearch,
  isWanted: boolean,
  options: QueryOptions,
): Promise<Hosts> {
  const { limit, skip } = search;
  const at = (page: Pick<DiversitySearch, 'limit' | 'skip'>) => searchQuery({ ...search, ...page });
  const found = await engine.query(at({ limit: limit + 1, skip }), options);
  const total = await totalOf(engine, { limit, skip, found: found.length, search: at, isWanted }, options);
  return { page: found.slice(0, limit), ...total };
}

/** Maximum number of hosts to tag: a tag takes several look-ups, so the other conditions must leave few hosts. */
const maxTagged = 2000;

/**
 * The mail and name servers that hosts with such a tag must have: a superset, because the tags are compared afterwards. Elements are
 * in their places only in a pattern with all four.
 */
function serversOf(pattern: string): TagServers {
  const elements = pattern.split(':');
  return elements.length === 4 ? { MX: serverIn(elements[0]), NS: serverIn(elements[1]) } : {};
}

/** The first label of an element without wildcards, or the end of the last one. */
function serverIn(element = ''): WildcardClass | 'self' | undefined {
  const label = element.startsWith('*') ? element.slice(1) : element.split('+')[0];
  if (!label || label === emptyElement || element.includes('%') || /[*+]/.test(label) || element.slice(1).includes('*'))
    return undefined;
  if (element.startsWith('*') && 'self'.endsWith(label)) return undefined;
  if (label === 'self') return 'self';
  return { kind: 'suffix', suffix: label };
}

/** Hosts whose tag (as in C5 with mode=padns) matches the pattern. @throws ApiError 400 when too many hosts are left */
async function taggedPage(
  engine: Engine,
  search: DiversitySearch,
  infratag: string,
  options: QueryOptions,
): Promise<Hosts> {
  const pattern = infratag.trim().toLowerCase();
  const narrowed = { ...search, tagged: serversOf(pattern), limit: maxTagged + 1, skip: 0 };
  const candidates = await engine.query(searchQuery(narrowed), options);
  if (candidates.length > maxTagged)
    throw badInput(
      'infratag',
      `infratag is compared with at most ${maxTagged} hosts, and more meet the other conditions. Name a mail or name server in it, or add a condition, such as domain or nsname.`,
    );
  const subjects = candidates.map(({ host }) => subjectOf(host));
  const plan = { name: 'padnsIpDiversitySearch', subjects, match: 'self' } as const;
  const tags = await collectedTags(engine, plan, options);
  const found = candidates.filter((_, index) => matchesWildcard(pattern, tags[index]?.tag?.toLowerCase() ?? ''));
  const page = found.slice(search.skip, search.skip + search.limit);
  return { page, totalAtLeast: found.length, totalIsExact: true };
}
