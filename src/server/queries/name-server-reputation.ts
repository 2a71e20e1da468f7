import { activeDays } from '#model/dates.ts';
import { parentDomains } from '#model/domain-name.ts';
import type { FactKind } from '#model/fact-kind.ts';
import type { Engine, Query, QueryOptions } from '#server/engine/engine.ts';
import { scoresDayQuery } from './data-day.ts';
import { bySubject, type FactRow } from './fact-rows.ts';
import { pointSettings } from './padns-selection.ts';

/** The reputation of a name server as of the latest snapshots. */
export interface NameServerReputation {
  readonly ns_server: string;
  readonly ns_server_reputation: number;
  readonly ns_server_domain_density: number;
  readonly ns_server_domains_listed: number;
}

const nsKindNames = ['parking', 'sinkhole', 'expiry'] as const satisfies readonly FactKind[];
/** The purpose of a name server that explains its domains: parking, a sinkhole, a registrar's expiry page. */
export type NsKind = (typeof nsKindNames)[number];

/**
 * The reputation of each name server. A server without a snapshot had nothing listed: its reputation is 0, and its density
 * is counted as in a snapshot of that day, unless only the score is asked for: the density is 0 then.
 * @param today 'yyyy-mm-dd', used as the day of the snapshots before there are any
 * @throws EngineError
 */
export async function nameServerReputations(
  engine: Engine,
  name: string,
  {
    servers,
    today,
    isForScore,
  }: { readonly servers: readonly string[]; readonly today: string; readonly isForScore: boolean },
  options: QueryOptions,
): Promise<ReadonlyMap<string, NameServerReputation>> {
  if (servers.length === 0) return new Map();
  const [latest] = await engine.query(scoresDayQuery(name), options);
  const day = latest && latest.day !== '1970-01-01' ? latest.day : today;
  const [rows, presences] = await Promise.all([
    engine.query(reputationQuery(name, servers, day), options),
    isForScore ? [] : engine.query(nsPresenceQuery(name, servers, day), options),
  ]);
  const active = new Map(presences.map((row) => [row.ns_server, row.active]));
  const scored = new Map(rows.map((row) => [row.ns_server, row]));
  const unlisted = (server: string): NameServerReputation => ({
    ns_server: server,
    ns_server_reputation: 0,
    ns_server_domain_density: active.get(server) ?? 0,
    ns_server_domains_listed: 0,
  });
  return new Map(servers.map((server) => [server, scored.get(server) ?? unlisted(server)]));
}

interface NsPresenceRow {
  readonly ns_server: string;
  /** Domains ever seen on the name server. */
  readonly density: number;
  /** Those of the last 30 days before `day`: ns_server_domain_density of every operation. */
  readonly active: number;
}

/** How many domains name servers have on a day 'yyyy-mm-dd'; a server without domains has no row. */
export function nsPresenceQuery(name: string, servers: readonly string[], day: string): Query<NsPresenceRow> {
  return {
    name,
    sql: `
      SELECT reverse(arev) AS ns_server, count() AS density,
        countIf(toDate(first_seen) <= {day:Date} AND toDate(last_seen) >= {day:Date} - {activeDays:UInt16}) AS active
      FROM rev FINAL WHERE rrtype = 'NS' AND arev IN (SELECT reverse(arrayJoin({servers:Array(String)})))
      GROUP BY arev`,
    params: { servers, day, activeDays },
    settings: { max_threads: 1 },
  };
}

function reputationQuery(name: string, servers: readonly string[], day: string): Query<NameServerReputation> {
  return {
    name,
    sql: `SELECT ns_server, ns_server_reputation, ns_server_domain_density, ns_server_domains_listed
          FROM reputation_ns FINAL WHERE ns_server IN {servers:Array(String)} AND date = {day:Date}`,
    params: { servers, day },
  };
}

/** The kinds of name servers on a day 'yyyy-mm-dd', by their names and parent zones. @throws EngineError */
export async function nsKinds(
  engine: Engine,
  name: string,
  { servers, today }: { readonly servers: readonly string[]; readonly today: string },
  options: QueryOptions,
): Promise<(server: string) => ReadonlySet<NsKind>> {
  if (servers.length === 0) return () => new Set();
  return kindsOf(await engine.query(factKindsQuery(name, withParents(servers), today), options));
}

function factKindsQuery(
  name: string,
  servers: readonly string[],
  today: string,
): Query<Pick<FactRow, 'subject' | 'kind'>> {
  return {
    name,
    sql: `SELECT key AS subject, toString(kind) AS kind FROM facts FINAL
          WHERE subject_type = 'name_server' AND first = toIPv6('::') AND key IN {servers:Array(String)}
            AND valid_from <= {today:Date32} AND valid_to >= {today:Date32}`,
    params: { servers, today },
    settings: pointSettings,
  };
}

/** @param facts those about the name servers and their parent zones */
export function nsKindsOf(facts: readonly FactRow[]): (server: string) => ReadonlySet<NsKind> {
  return kindsOf(facts.filter(({ subjectType }) => subjectType === 'name_server'));
}

function kindsOf(facts: readonly Pick<FactRow, 'subject' | 'kind'>[]): (server: string) => ReadonlySet<NsKind> {
  const factsOf = bySubject(facts);
  return (server) => {
    const kinds = new Set(withParents([server]).flatMap((each) => factsOf(each).map(({ kind }) => kind)));
    return new Set(nsKindNames.filter((kind) => kinds.has(kind)));
  };
}

/** The servers and all their parent zones, each once. */
export function withParents(servers: readonly string[]): string[] {
  return [...new Set(servers.flatMap((server) => [server, ...parentDomains(server)]))];
}
