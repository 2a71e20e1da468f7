import { isSameOrBelow, parentDomains, reverseName } from '#model/domain-name.ts';
import type { Query } from '#server/engine/engine.ts';
import { mergeParams } from './condition.ts';
import { rangeSettings, readRanges } from './domain-facts.ts';
import type { DomainSubject } from './domain-subject.ts';
import { nameEvidence, type ReadEvidence } from './evidence.ts';
import { bySubject, readFacts } from './fact-rows.ts';
import { byOwner, listingRowsQuery } from './listing-rows.ts';
import type { FlaggedHosts, ScannedHosts } from './scan-data.ts';

/**
 * About domains: what names them, the queried name or a host below that passive DNS has seen, and what is said of their
 * current name servers. Hosts below a dynamic DNS domain are judged separately.
 */
export const domainEvidence: ReadEvidence<DomainSubject> = async (engine, { name, subjects, today }, options) => {
  const domains = [...new Set(subjects.map(({ domain }) => domain))];
  const names = [...new Set([...domains, ...subjects.map(({ query }) => query)])];
  const [listed, servers, ofNames] = await Promise.all([
    engine.query(listedHostsQuery(name, domains, names), options),
    engine.query(currentServersQuery(name, domains), options),
    readFacts(engine, { name, subjects: { domains: names }, today }, options).then(bySubject),
  ]);
  const zonesOf = new Map(servers.map(({ domain, members }) => [domain, zones(members)]));
  const isDynamic = (domain: string) => ofNames(domain).some(({ kind }) => kind === 'dynamic_dns');
  const owned = listed.flatMap(({ host }) => {
    const domain = domains.find((each) => isSameOrBelow(host, each)) ?? host;
    if (!isDynamic(domain)) return [{ host, owner: domain }];
    return names.includes(host) ? [{ host, owner: host }] : [];
  });
  const [rows, ofServers] = await Promise.all([
    owned.length === 0 ? [] : engine.query(listingRowsQuery(name, { ...columns(owned), today }), options),
    readFacts(engine, { name, subjects: { nameServers: [...new Set([...zonesOf.values()].flat())] }, today }, options),
  ]);
  const [rowsOf, factsOf] = [byOwner(rows), bySubject(ofServers)];
  return subjects.map(({ query, domain }) => {
    const own = [...new Set([domain, query])];
    const facts = [...own.flatMap(ofNames), ...(zonesOf.get(domain) ?? []).flatMap(factsOf)];
    return nameEvidence(
      own.flatMap((each) => rowsOf.get(each) ?? []),
      facts,
      today,
    );
  });
};

/** The names themselves, and names below the domains that passive DNS has seen, of those that are on any list. */
function listedHostsQuery(
  name: string,
  domains: readonly string[],
  names: readonly string[],
): Query<{ readonly host: string }> {
  const below = readRanges(domains, 'DISTINCT reverse(rname) AS host');
  return {
    name,
    sql: `SELECT DISTINCT host FROM listings
          WHERE host IN {names:Array(String)} OR host IN (${below.sql})`,
    params: mergeParams(below.params, { names }),
    settings: rangeSettings,
  };
}

interface CurrentServersRow {
  readonly domain: string;
  readonly members: readonly string[];
}

/** The newest set of name servers of each domain; no row for one of which none was seen. */
function currentServersQuery(name: string, domains: readonly string[]): Query<CurrentServersRow> {
  return {
    name,
    sql: `SELECT reverse(rname) AS domain, argMax(members, (last_seen, first_seen)) AS members
          FROM rrsets WHERE rrtype = 'NS' AND rname IN {reversed:Array(String)} GROUP BY rname`,
    params: { reversed: domains.map(reverseName) },
    settings: { max_threads: 1 },
  };
}

/** The servers and every name that they are under, each once. */
function zones(servers: readonly string[]): string[] {
  return [...new Set(servers.flatMap((server) => [server, ...parentDomains(server)]))];
}

function columns(owned: readonly { readonly host: string; readonly owner: string }[]) {
  return { hosts: owned.map(({ host }) => host), owners: owned.map(({ owner }) => owner) };
}

/**
 * Scans of the hosts of a domain. Scans are kept by address, so the addresses that its names ever pointed to are looked up
 * first; of those only what was scanned under a name of the domain counts, because addresses are shared.
 */
export function hostsOf(domain: string): ScannedHosts {
  return {
    sql: `ip IN (SELECT toIPv6OrDefault(answer) FROM fwd
                 WHERE (rname = {rname:String} OR startsWith(rname, {below:String})) AND rrtype IN ('A', 'AAAA'))
          AND (hostname = {domain:String} OR endsWith(hostname, concat('.', {domain:String})))`,
    params: { domain, rname: reverseName(domain), below: `${reverseName(domain)}.` },
  };
}

/**
 * The same for what scans flag. Directories are kept by address alone: those at addresses that names of the domain pointed to
 * in these days, even if other names share them.
 */
export function flaggedHostsOf(domain: string): FlaggedHosts {
  const hosts = hostsOf(domain);
  return {
    hosts,
    directories: {
      sql: `ip IN (SELECT toIPv6OrDefault(answer) FROM fwd
                   WHERE (rname = {rname:String} OR startsWith(rname, {below:String})) AND rrtype IN ('A', 'AAAA')
                     AND toDate(last_seen) >= {since:Date})`,
      params: {},
    },
  };
}
