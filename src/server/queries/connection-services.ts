import type { Connection } from '#model/connection.ts';
import { parentDomains } from '#model/domain-name.ts';
import type { FactKind } from '#model/fact-kind.ts';
import type { Engine, Query, QueryOptions } from '#server/engine/engine.ts';
import { keyOf } from './address-key.ts';
import type { AttributeRow } from './connection-attributes.ts';
import { readFacts } from './fact-rows.ts';
import { pointSettings } from './padns-selection.ts';

/** Facts that say that a value belongs to a service with changing customers, or to the party that took a domain over. */
const serviceKinds = ['dsl_dynamic', 'sinkhole', 'parking', 'expiry'] as const satisfies readonly FactKind[];
export type ServiceKind = (typeof serviceKinds)[number];

/**
 * The addresses and name-server sets that say nothing about the operator of a subject, with the fact about each.
 * @param today 'yyyy-mm-dd'
 * @throws EngineError
 */
export async function servicesAmong(
  rows: readonly AttributeRow[],
  engine: Engine,
  { today, ...options }: QueryOptions & { readonly today: string },
): Promise<ReadonlyMap<Connection, ServiceKind>> {
  const ips = rows.flatMap(({ attribute, value }) => (attribute === 'address' ? [value] : []));
  const sets = rows.filter(({ attribute }) => attribute === 'ns-set');
  const zonesOf = new Map(
    sets.map((row) => [row, row.label.split(' ').flatMap((name) => [name, ...parentDomains(name)])]),
  );
  const covered = ips.length === 0 ? [] : await engine.query(rangesQuery(ips), options);
  const rangesOf = new Map(covered.map(({ key, ranges }) => [key, ranges]));
  const subjects = {
    ips,
    ranges: [...new Set([...rangesOf.values()].flat())],
    nameServers: [...new Set([...zonesOf.values()].flat())],
  };
  const facts = await readFacts(engine, { name: 'connections', subjects, today }, options);
  const kinds = new Map(
    serviceKinds.flatMap((each) =>
      facts.flatMap(({ subject, kind }) => (kind === each ? [[subject, each] as const] : [])),
    ),
  );
  const found = new Map<Connection, ServiceKind>();
  for (const row of rows) {
    const keys =
      row.attribute === 'address' ? [keyOf(row.value), ...(rangesOf.get(row.value) ?? [])] : zonesOf.get(row);
    const kind = keys?.map((key) => kinds.get(key)).find((each) => each !== undefined);
    if (kind) found.set(row, kind);
  }
  return found;
}

/** The ranges with facts that hold each address, by address. */
function rangesQuery(ips: readonly string[]): Query<{ readonly key: string; readonly ranges: string[] }> {
  return {
    name: 'connections',
    sql: `SELECT ip AS key, splitByChar(',', dictGet('covering_ranges', 'ranges', toIPv6(ip))) AS ranges
          FROM (SELECT arrayJoin({ips:Array(String)}) AS ip) WHERE notEmpty(ranges[1])`,
    params: { ips },
    settings: pointSettings,
  };
}
