import type { HostedName, HostingNetwork, Listing } from '#contract/generated/types.gen.ts';
import { activeDays, dateToIsoDate, epochSecondsToTimestamp, firstOfLastDays, isoDateToDate } from '#model/dates.ts';
import type { QueryOptions } from '#server/engine/engine.ts';
import { answerItems, type RefusedItem } from '#server/input/bulk-items.ts';
import { readDomainItems, readOwnerName } from '#server/input/name.ts';
import { addressOfKey } from '#server/queries/address-key.ts';
import {
  listedNamesOfAs,
  asnListedQuery,
  type HostingRow,
  hostingQuery,
  serverDomainsQuery,
  serverMovesQuery,
} from '#server/queries/network-hosting.ts';
import { isSharedHost } from '#server/queries/domain-facts.ts';
import { bySubject, readFacts } from '#server/queries/fact-rows.ts';
import type { DomainSubject } from '#model/domain-name.ts';
import type { Handler, Services } from './handler.ts';
import { listedFields, worstOf } from './listed-records.ts';
import { mostScored, notScored, scoreAddresses, type ScoredMember, scoreNames } from './member-scores.ts';
import { tagsOf } from './member-tags.ts';

/** All listed addresses or names of an AS, without scores. The operations read and score only those on most lists. */
export async function listedOfAs(
  what: 'asnListed' | 'asnListedNames',
  { asn, limit }: { readonly asn: number; readonly limit: number },
  { engine, now }: Pick<Services, 'engine' | 'now'>,
  options: QueryOptions,
) {
  if (what === 'asnListed') {
    const rows = await engine.query(asnListedQuery(asn, dateToIsoDate(now()), limit), options);
    return { total: rows[0]?.total ?? 0, records: rows.map(({ key }) => ({ ip: addressOfKey(key) })) };
  }
  const rows = await listedNamesOfAs(engine, { asn, ...hostingDays(now()), limit }, options);
  return { total: rows[0]?.total ?? 0, records: rows.map(({ name }) => ({ domain: name })) };
}

const hostingDays = (now: Date) => ({
  today: dateToIsoDate(now),
  since: dateToIsoDate(firstOfLastDays(activeDays, now)),
});

/** The worst listed addresses of an AS. */
const asnListed: Handler<'asnListed'> = async ({ path, query, signal }, services) => {
  const { engine, now, coverage } = services;
  const rows = await engine.query(asnListedQuery(path.asn, dateToIsoDate(now()), mostScored), { signal });
  const { titleOf } = await coverage();
  const ips = rows.map(({ key }) => addressOfKey(key));
  const scored = await scoreAddresses(ips, services, { signal });
  const records = rows.map((row) => {
    const ip = addressOfKey(row.key);
    const { risk_score, decider, verdict } = scored.get(ip)?.score ?? notScored;
    return {
      ip,
      subnet: row.subnet,
      ...listedFields(row, titleOf),
      risk_score,
      decider,
      verdict,
    };
  });
  const worst = await tagged(worstOf(records, query.limit), ({ ip }) => ip, scored, services, { signal });
  return { asn: path.asn, total: rows[0]?.total ?? 0, records: worst };
};

/** Adds the tags of scored subjects to their records. @throws EngineError */
async function tagged<Row>(
  rows: readonly Row[],
  memberOf: (row: Row) => string,
  scored: ReadonlyMap<string, ScoredMember>,
  services: Services,
  options: { readonly signal: AbortSignal },
) {
  const members = rows.flatMap((row) => scored.get(memberOf(row)) ?? []);
  const tags = await tagsOf(members, services, options);
  return rows.map((row) => ({ ...row, tags: tags.get(memberOf(row))?.tags ?? [] }));
}

/** The listed names that point into an AS. */
const asnListedNames: Handler<'asnListedNames'> = async ({ path, query, signal }, services) => {
  const { engine, now, coverage } = services;
  const days = hostingDays(now());
  const rows = await listedNamesOfAs(engine, { asn: path.asn, ...days, limit: mostScored }, { signal });
  const names = rows.map(({ name }) => name);
  const [{ titleOf }, scored, factsOf] = await Promise.all([
    coverage(),
    scoreNames(names, services, { signal }),
    readFacts(engine, { name: 'asnListedNames', subjects: { domains: names }, today: days.today }, { signal }),
  ]).then(([covered, found, facts]) => [covered, found, bySubject(facts)] as const);
  const records = rows.map((row) => {
    const { risk_score, decider, verdict } = scored.get(row.name)?.score ?? notScored;
    return {
      domain: row.name,
      addresses: row.keys.map(addressOfKey),
      ...listedFields(row, titleOf),
      on_shared_host: row.isUrlOnly === 1 && isSharedHost(row.name, factsOf(row.name)),
      risk_score,
      decider,
      verdict,
    };
  });
  const worst = await tagged(worstOf(records, query.limit), ({ domain }) => domain, scored, services, { signal });
  return { asn: path.asn, total: rows[0]?.total ?? 0, records: worst };
};

/** The worst domains on a name server. */
const serverDomains: Handler<'serverDomains'> = async ({ path, query, signal }, services) => {
  const { engine, now } = services;
  const server = readOwnerName('nameserver', path.nameserver);
  const until = isoDateToDate(query.moves_until ?? '') ?? now();
  const [rows, moves] = await Promise.all([
    engine.query(serverDomainsQuery(server, dateToIsoDate(now()), mostScored), { signal }),
    movesByWeek(server, until, services, { signal }),
  ]);
  const about = { ns_server: server, total: rows[0]?.total ?? 0, scored: rows.length };
  if (rows.length === 0) return { ...about, records: [], moves };
  const names = rows.map(({ domain }) => domain);
  const scored = await scoreNames(names, services, { signal });
  const records = rows.map(({ domain, first: first_seen, last: last_seen }) => ({
    domain,
    first_seen,
    last_seen,
    ...(scored.get(domain)?.score ?? notScored),
  }));
  const worst = worstOf(records, query.limit ?? 15);
  const tagged = await tagsOf(
    worst.flatMap(({ domain }) => scored.get(domain) ?? []),
    services,
    { signal },
  );
  return {
    ...about,
    records: worst.map((row) => {
      const { tags = [], listings = [] } = tagged.get(row.domain) ?? {};
      const registrar = scored.get(row.domain)?.dossier.whois?.registrar ?? '';
      return { ...row, tags, lists: listsOf(listings), registrar };
    }),
    moves,
  };
};

const weeks = 13;

/** Every week, the last one ending on a day, the oldest first. @throws EngineError */
async function movesByWeek(server: string, until: Date, { engine }: Services, options: QueryOptions) {
  const firstOf = (week: number) => dateToIsoDate(firstOfLastDays(7 * (weeks - week) - 1, until));
  const days = { start: firstOf(0), until: dateToIsoDate(until) };
  const rows = new Map((await engine.query(serverMovesQuery(server, days), options)).map((row) => [row.week, row]));
  return Array.from({ length: weeks }, (_, week) => {
    const { movedIn = 0, movedOut = 0 } = rows.get(week) ?? {};
    return { week: firstOf(week), moved_in: movedIn, moved_out: movedOut };
  });
}

/** The titles of lists with an open listing. */
function listsOf(listings: readonly Listing[]): string[] {
  const titles = listings.flatMap(({ title, is_open: isOpen }) => (title && isOpen ? [title] : []));
  return [...new Set(titles)].toSorted();
}

/** Where names point now. */
const hosting: Handler<'hosting'> = async ({ body, signal }, { engine, now }) => {
  const since = dateToIsoDate(firstOfLastDays(activeDays, now()));
  const ask = async (subjects: readonly DomainSubject[]): Promise<HostedName[]> => {
    const names = [...new Set(subjects.flatMap(({ query }) => [query, `www.${query}`]))];
    const rows = await engine.query(hostingQuery(names, since), { signal });
    const rowsOf = (name: string) => rows.filter((row) => row.name === name);
    return subjects.map(({ query }) => {
      const own = rowsOf(query);
      return hostedName(query, own.length > 0 ? own : rowsOf(`www.${query}`));
    });
  };
  const refuse = ({ sent, error }: RefusedItem): HostedName => ({ domain: sent, error });
  return { names: await answerItems(readDomainItems(body.domains), ask, refuse) };
};

function hostedName(domain: string, rows: readonly HostingRow[]): HostedName {
  return {
    domain,
    host: rows[0]?.name ?? null,
    last_seen: rows.length === 0 ? null : epochSecondsToTimestamp(Math.max(...rows.map(({ seen }) => seen))),
    networks: rows.map(hostingNetwork),
  };
}

function hostingNetwork({ asn, asname, country, reputation, active, keys, addresses }: HostingRow): HostingNetwork {
  return {
    asn,
    asname,
    country,
    asn_reputation: active > 0 ? reputation : null,
    ips: keys.map(addressOfKey),
    ips_total: addresses,
  };
}

/** Hosting: listed addresses and names in an AS, the domains on a name server, and the networks of a name. */
export const networkHosting = { asnListed, asnListedNames, serverDomains, hosting };
