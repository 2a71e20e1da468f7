import type { HostedName, HostingNetwork } from '#contract/generated/types.gen.ts';
import { activeDays, dateToIsoDate, epochSecondsToTimestamp, firstOfLastDays } from '#model/dates.ts';
import { answerItems, type RefusedItem } from '#server/input/bulk-items.ts';
import { readDomainItems } from '#server/input/name.ts';
import { addressOfKey } from '#server/queries/address-key.ts';
import { asnListedNamesQuery, asnListedQuery, type HostingRow, hostingQuery } from '#server/queries/network-hosting.ts';
import { isSharedHost } from '#server/queries/domain-facts.ts';
import { bySubject, readFacts } from '#server/queries/fact-rows.ts';
import type { DomainSubject } from '#model/domain-name.ts';
import type { Handler } from './handler.ts';
import { listedFields, worstOf } from './listed-records.ts';
import { mostScored, notScored, scoreAddresses, scoreNames } from './member-scores.ts';

/** The worst listed addresses of an AS. */
const asnListed: Handler<'asnListed'> = async ({ path, query, signal }, services) => {
  const { engine, now, coverage } = services;
  const rows = await engine.query(asnListedQuery(path.asn, dateToIsoDate(now()), mostScored), { signal });
  const { titleOf } = await coverage();
  const scores = new Map(
    await scoreAddresses(
      rows.map(({ key }) => addressOfKey(key)),
      services,
      { signal },
    ),
  );
  const records = rows.map((row) => {
    const ip = addressOfKey(row.key);
    const { risk_score, decider, verdict } = scores.get(ip) ?? notScored;
    return {
      ip,
      subnet: row.subnet,
      ...listedFields(row, titleOf),
      ...{ risk_score, decider, verdict },
    };
  });
  return { asn: path.asn, total: rows[0]?.total ?? 0, records: worstOf(records, query.limit) };
};

/** The listed names that point into an AS. */
const asnListedNames: Handler<'asnListedNames'> = async ({ path, query, signal }, services) => {
  const { engine, now, coverage } = services;
  const days = { today: dateToIsoDate(now()), since: dateToIsoDate(firstOfLastDays(activeDays, now())) };
  const rows = await engine.query(asnListedNamesQuery(path.asn, days, mostScored), { signal });
  const names = rows.map(({ name }) => name);
  const [{ titleOf }, scored, factsOf] = await Promise.all([
    coverage(),
    scoreNames(names, services, { signal }),
    readFacts(engine, { name: 'asnListedNames', subjects: { domains: names }, today: days.today }, { signal }),
  ]).then(([covered, found, facts]) => [covered, found, bySubject(facts)] as const);
  const scores = new Map(scored);
  const records = rows.map((row) => {
    const { risk_score, decider, verdict } = scores.get(row.name) ?? notScored;
    return {
      domain: row.name,
      addresses: row.keys.map(addressOfKey),
      ...listedFields(row, titleOf),
      on_shared_host: row.isUrlOnly === 1 && isSharedHost(row.name, factsOf(row.name)),
      ...{ risk_score, decider, verdict },
    };
  });
  return { asn: path.asn, total: rows[0]?.total ?? 0, records: worstOf(records, query.limit) };
};

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
    ...{ asname, country },
    asn_reputation: active > 0 ? reputation : null,
    ips: keys.map(addressOfKey),
    ips_total: addresses,
  };
}

/** Hosting: listed addresses and names in an AS, and the networks of a name. */
export const networkHosting = { asnListed, asnListedNames, hosting };
