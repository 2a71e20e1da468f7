import type { Query } from '#server/engine/engine.ts';
import { allOf, anyOf, type AsnChoice, chosenAsns, condition, type Condition, mergeParams, not } from './condition.ts';
import { hostEvidence, type HostEvidence } from './diversity-evidence.ts';
import { diversityOf, type DiversityRow, type DiversityWindow } from './diversity.ts';
import { ownerCondition } from './padns-names.ts';
import { type AddressRange, bound, type TextMatch } from './padns-selection.ts';

/** A number that has to be within bounds, inclusive. */
export interface CountBounds {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** A bound on first or last seen of a host's A records: all of them meet it (`strict`) or at least one (`any`). */
export interface SeenBound {
  readonly column: 'first_seen' | 'last_seen';
  readonly edge: 'min' | 'max';
  readonly mode: 'strict' | 'any';
  /** Epoch seconds, inclusive. */
  readonly time: number;
}

/** How many of the chosen ASNs a host uses. */
export interface AsnMatch {
  readonly choice: AsnChoice;
  readonly match: 'any' | 'all' | 'limit';
  readonly limits: CountBounds;
  /** The hosts for which it is not so. */
  readonly negated: boolean;
}

export interface DiversitySearch extends DiversityWindow, HostEvidence {
  /** The host, as a name. */
  readonly domain?: TextMatch | undefined;
  readonly seen: readonly SeenBound[];
  /** At least one address in one of them. */
  readonly networks: readonly AddressRange[];
  readonly asns?: AsnMatch | undefined;
  readonly counts: Readonly<Record<'asns' | 'addresses' | 'groups', readonly CountBounds[]>>;
  readonly limit: number;
  readonly skip: number;
}

/**
 * E8: hosts by their diversity, most addresses first. What narrows the hosts by a key is inside: their name, their
 * networks, and evidence about their domain; the records of those that are left are counted once.
 */
export function padnsIpDiversitySearch(search: DiversitySearch): Query<DiversityRow> {
  const named = search.domain ? ownerCondition({ owner: search.domain, types: ['A'], bounds: {} }) : condition('true');
  const hosts = allOf([named, ...onNetworks(search), ...hostEvidence(search), ...seenHosts(search.seen, named)]);
  const counted = diversityOf(hosts, search);
  const having = allOf([...countConditions(search.counts), ...asnConditions(search.asns)]);
  return {
    name: 'padnsIpDiversitySearch',
    sql: `${counted.sql} HAVING ${having.sql} ORDER BY addresses DESC, rname LIMIT {limit:UInt32} OFFSET {skip:UInt32}`,
    params: mergeParams(counted.params, having.params, { limit: search.limit, skip: search.skip }),
    // the table is sorted by rname: one host after the other is counted, whatever their number
    settings: { optimize_aggregation_in_order: 1 },
  };
}

function onNetworks({ networks }: DiversitySearch): Condition[] {
  if (networks.length === 0) return [];
  const inOne = anyOf(
    networks.map(({ first, last }, at) =>
      condition(`ip BETWEEN {netFirst${at}:IPv6} AND {netLast${at}:IPv6}`, {
        [`netFirst${at}`]: first,
        [`netLast${at}`]: last,
      }),
    ),
  );
  return [
    condition(
      `rname IN (SELECT rname FROM rev WHERE rrtype = 'A' AND last_seen > toDateTime({seenAfter:UInt32}, 'UTC')
                 AND (${inOne.sql}))`,
      inOne.params,
    ),
  ];
}

/** All A records of a host count here, however old: a host whose first record is of last year is not a new one. */
function seenHosts(bounds: readonly SeenBound[], named: Condition): Condition[] {
  if (bounds.length === 0) return [];
  const having = allOf(bounds.map(seenCondition));
  return [
    condition(
      `rname IN (SELECT rname FROM (SELECT rname, first_seen, last_seen FROM fwd FINAL WHERE (${named.sql}) AND rrtype = 'A')
                 GROUP BY rname HAVING ${having.sql})`,
      having.params,
    ),
  ];
}

function seenCondition({ column, edge, mode, time }: SeenBound): Condition {
  const key = `${column}_${edge}`;
  // all records are at or after a time when the least is; one of them is when the greatest is
  const aggregate = (edge === 'min') === (mode === 'strict') ? 'min' : 'max';
  const operator = edge === 'min' ? '>=' : '<=';
  return condition(`${aggregate}(${column}) ${operator} toDateTime({${key}:UInt32}, 'UTC')`, { [key]: time });
}

function countConditions(counts: DiversitySearch['counts']): Condition[] {
  return Object.entries(counts).flatMap(([column, list]) =>
    list.flatMap((bounds, at) => within(column, `${column}${at}`, bounds)),
  );
}

function within(sql: string, key: string, { min, max }: CountBounds): Condition[] {
  return [
    ...bound(`${sql} >= {${key}Min:UInt32}`, { [`${key}Min`]: min }),
    ...bound(`${sql} <= {${key}Max:UInt32}`, { [`${key}Max`]: max }),
  ];
}

function asnConditions(asked: AsnMatch | undefined): Condition[] {
  if (!asked) return [];
  const chosen = chosenAsns(asked.choice);
  const used = `uniqExactIf(asn, asn IN (${chosen.sql}))`;
  const matches = {
    any: () => condition(`${used} > 0`),
    all: () => condition(`${used} > 0 AND ${used} = (SELECT count() FROM (${chosen.sql}))`),
    limit: () => allOf(within(used, 'asnMatch', asked.limits)),
  }[asked.match]();
  const met = condition(matches.sql, mergeParams(chosen.params, matches.params));
  return [asked.negated ? not(met) : met];
}
