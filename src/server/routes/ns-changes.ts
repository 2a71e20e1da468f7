import type { NsTransfersData, NsChanges } from '#contract/generated/types.gen.ts';
import { dateToIsoDate, firstOfLastDays } from '#model/dates.ts';
import { readNamePattern, readDomain } from '#server/input/name.ts';
import { checkRegex } from '#server/input/padns.ts';
import { readDay } from '#server/input/time.ts';
import { nsTransfers as transfersQuery, type ServerMatch, type WhoisFilter } from '#server/queries/ns-transfers.ts';
import type { Handler, Services } from './handler.ts';
import { type NsStretch, nsTimeline } from '#model/ns-timeline.ts';
import type { Engine, QueryOptions } from '#server/engine/engine.ts';
import type { Coverage } from '#server/queries/coverage.ts';
import { isKnownDomain } from '#server/queries/domain-dossier.ts';
import { nameServerDensity } from '#server/queries/density.ts';
import { readNsEpisodes } from '#server/queries/domain-facts.ts';
import type { DomainSubject } from '#model/domain-name.ts';
import { nsKinds } from '#server/queries/name-server-reputation.ts';
import { nsChanges, nsChangesSummary } from '#server/serializers/ns-changes.ts';

/** C9 */
export const nsTransfers: Handler<'nsTransfers'> = async ({ query, signal }, { engine, now }) => {
  const { days = 30, order = 'desc', limit = 100, skip = 0 } = query;
  const windowStart = dateToIsoDate(firstOfLastDays(days, now()));
  const search = transfersQuery({
    from: readServers('from_ns', query.from_ns),
    to: readServers('to_ns', query.to_ns),
    domainRegex: query.domain_regex,
    changedFrom: readDay('change_date_after', query.change_date_after ?? windowStart, 'start'),
    changedTo: readDay('change_date_before', query.change_date_before, 'end'),
    whois: readWhois(query, windowStart),
    descending: order === 'desc',
    limit,
    skip,
  });
  await checkRegex(engine, query.domain_regex, 'domain_regex');
  const rows = await engine.query(search, { signal });
  const servers = [...new Set(rows.flatMap(({ oldnsrecs, newnsrecs }) => [...oldnsrecs, ...newnsrecs]))];
  if (servers.length === 0) return { nstransfer: [] };
  const kindsOf = await nsKinds(engine, search.name, { servers, today: dateToIsoDate(now()) }, { signal });
  const kindsOfAll = (all: readonly string[]) => [...new Set(all.flatMap((server) => [...kindsOf(server)]))].sort();
  return {
    nstransfer: rows.map((row) => ({
      ...row,
      oldnskinds: kindsOfAll(row.oldnsrecs),
      newnskinds: kindsOfAll(row.newnsrecs),
    })),
  };
};

/** A pattern of name servers, or `self`. @throws ApiError 400 */
export function readServers(parameter: string, text: string): ServerMatch {
  if (text.trim().toLowerCase() === 'self') return { kind: 'self' };
  return { kind: 'pattern', pattern: readNamePattern(parameter, text) };
}

/**
 * C9: "whois_date_after: last 30 days if unset", "nschanges_only: ignore whois data unless whois options are set", "using
 * [a whois option] limits the search to domains with pre-collected whois data". Decision, with all three true: without a
 * whois option a domain passes that was registered within the window or whose registration is not known; nschanges_only
 * drops that default window; options that are set always apply.
 */
function readWhois(query: NsTransfersData['query'], windowStart: string): WhoisFilter {
  const { whois_date_after, whois_date_before, registrar, email } = query;
  const options = [whois_date_after, whois_date_before, registrar, email];
  const after = whois_date_after ?? (query.nschanges_only === 1 ? undefined : windowStart);
  return {
    from: readDay('whois_date_after', after, 'start'),
    to: readDay('whois_date_before', whois_date_before, 'end'),
    registrar,
    email,
    mayBeUnknown: options.every((option) => option === undefined),
  };
}

/** C7: the changes and their summary. */
export const domainNsChanges: Handler<'domainNsChanges'> = async ({ path, query, signal }, services) => {
  const subject = readDomain('domain', path.domain);
  const report = await changesOf('domainNsChanges', subject, services, { signal });
  if (!report) return { nschanges: unknownChanges(subject) };
  return { nschanges: { ...(query.summary !== 1 && { nschanges: report.changes }), results_summary: report.summary } };
};

/** C8: the summary alone. */
export const domainNsChangesSummary: Handler<'domainNsChangesSummary'> = async ({ path, signal }, services) => {
  const subject = readDomain('domain', path.domain);
  const report = await changesOf('domainNsChangesSummary', subject, services, { signal });
  return { nschanges: report ? { results_summary: report.summary } : unknownChanges(subject) };
};

function unknownChanges({ domain, query }: DomainSubject): NsChanges {
  return { domain, query, error: 'Not found' };
}

interface NsChangeReport {
  readonly changes: ReturnType<typeof nsChanges>;
  readonly summary: ReturnType<typeof nsChangesSummary>;
}

/** Null for an unknown domain. */
async function changesOf(
  name: string,
  subject: DomainSubject,
  services: Services,
  options: QueryOptions,
): Promise<NsChangeReport | null> {
  const { engine } = services;
  const now = services.now();
  const [episodesOf, coverage] = await Promise.all([
    readNsEpisodes(engine, { name, domains: [subject.domain] }, options),
    services.coverage(),
  ]);
  const timeline = nsTimeline(episodesOf.get(subject.domain) ?? []);
  if (timeline.length === 0 && !(await isKnownDomain(engine, { name, subject, now }, options))) return null;
  const timelines = [{ subject, timeline }];
  const [report] = await describeNsChanges(engine, name, { timelines, now, coverage }, options);
  return report ?? null;
}

interface ChangesRequest {
  readonly timelines: readonly { readonly subject: DomainSubject; readonly timeline: readonly NsStretch[] }[];
  readonly now: Date;
  readonly coverage: Coverage;
}

/** The changes in timelines, and their summaries; in the order of the timelines. */
export async function describeNsChanges(
  engine: Engine,
  name: string,
  { timelines, now, coverage }: ChangesRequest,
  options: QueryOptions,
): Promise<NsChangeReport[]> {
  const servers = [...new Set(timelines.flatMap(({ timeline }) => timeline.flatMap(({ members }) => members)))];
  const [densities, kindsOf] = await Promise.all([
    engine.query(nameServerDensity(servers), options),
    nsKinds(engine, name, { servers, today: dateToIsoDate(now) }, options),
  ]);
  const density = new Map(densities.map((row) => [row.subject, row.density]));
  const densityOf = (server: string) => density.get(server) ?? 0;
  return timelines.map(({ subject, timeline }) => {
    const changes = nsChanges({ subject, timeline, kindsOf, densityOf, now });
    return { changes, summary: nsChangesSummary(changes, timeline, subject, coverage) };
  });
}
