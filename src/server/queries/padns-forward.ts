import type { Query, Settings } from '#server/engine/engine.ts';
import { allOf, condition, type Condition, mergeParams } from './condition.ts';
import { amongNewest, type ForwardLookup, ownerCondition, standsUnderAddresses, topNames } from './padns-names.ts';
import {
  atMost,
  isOfNewest,
  maxKeysPerBatch,
  type NewestFirst,
  orderBy,
  type PadnsRow,
  pointSettings,
  queryText,
  reversedName,
  sourceBits,
  timeCondition,
  typeCondition,
} from './padns-selection.ts';

/** E1: records by their name. */
export function padnsForward(lookup: ForwardLookup): Query<PadnsRow> {
  const { owner, limit, skip } = lookup;
  const isByName = owner.kind === 'exact' && !owner.subdomains && !standsUnderAddresses(lookup);
  const { sql, params } = records(lookup, ownerCondition(lookup, topNames(lookup)), {
    ...(isByName && { keys: ['answer'] }),
  });
  return {
    name: 'padnsForward',
    sql: `${sql} LIMIT {limit:UInt32} OFFSET {skip:UInt32}`,
    params: mergeParams(params, { limit, skip }),
    settings: settingsOf(owner),
    ...(isByName && byNames(lookup, owner.text)),
  };
}

/** Up to this many names that an index or a range leaves, comparing all of them is as fast as following their kept order. */
const fewNames = 150_000;
/** How many names are read in their kept order: a frequent pattern finds its page among the first, a rare one costs little more. */
const newestRead = 500_000;
/** Pages further on are left to the whole search. */
const deepestNewest = 10_000;

/**
 * The newest records of names that match a pattern, from the order that `names` keeps (schema/2-passive-dns.sql). Null when the page
 * is not one of those.
 */
export function newestOfPattern(lookup: ForwardLookup): NewestFirst | null {
  const { owner, sort, limit, skip, types, selfOnly } = lookup;
  if (owner.kind !== 'like' && owner.kind !== 'prefix' && owner.kind !== 'regex') return null;
  if (!isOfNewest(lookup) || selfOnly || skip + limit > deepestNewest) return null;
  // several types are grouped by type, and A comes first: the page is theirs when they fill it
  const ofOne = types.length === 1 ? types : sort.length === 0 && types.includes('A') ? (['A'] as const) : [];
  if (ofOne.length === 0 || standsUnderAddresses(lookup)) return null;
  const page = { ...lookup, owner, types: ofOne };
  const { sql, params } = records(page, amongNewest(page, newestRead), {});
  const inOrder: Query<PadnsRow> = {
    name: 'padnsForward',
    sql: `${sql} LIMIT {limit:UInt32} OFFSET {skip:UInt32}`,
    params: mergeParams(params, { limit, skip }),
    settings: { ...pointSettings, optimize_use_projections: 1, max_block_size: 8192 },
  };
  return { few: atMost(fewNames, padnsForward(lookup)), many: [inOrder] };
}

/** Look-ups of single names share one statement: all records of these names, and of each as many as its page takes. */
function byNames(lookup: ForwardLookup, name: string): Pick<Query<PadnsRow>, 'batch'> {
  const { limit, skip } = lookup;
  const key = reversedName(name);
  if (key === null) return {};
  const statement = (keys: readonly string[]): Query<PadnsRow & { readonly batchKey: string }> => {
    const isOne = condition('rname IN {keys:Array(String)}', { keys });
    const { sql, params } = records(lookup, isOne, { more: ', rname AS batchKey' });
    return {
      name: 'padnsForward',
      sql: `${sql} LIMIT {limit:UInt32} OFFSET {skip:UInt32} BY rname`,
      params: mergeParams(params, { limit, skip }),
      settings: pointSettings,
    };
  };
  return { batch: { key, maxKeys: maxKeysPerBatch(lookup), statement } };
}

/** The records of those owners in the order of the page. @param keys what tells them apart, for `orderBy` */
function records(
  lookup: ForwardLookup,
  owner: Condition,
  { more = '', keys }: { readonly more?: string; readonly keys?: readonly string[] },
): Condition {
  const { types, selfOnly } = lookup;
  const where = allOf([
    owner,
    typeCondition(types),
    timeCondition(lookup.bounds),
    ...(selfOnly ? [condition(sameDomain)] : []),
  ]);
  const valueHash = types.length === 1 && (types[0] === 'SOA' || types[0] === 'TXT');
  return condition(
    `SELECT rname, ${queryText(types)} AS query, rrtype AS type, answer,
                 toUnixTimestamp(first_seen) AS first, toUnixTimestamp(last_seen) AS last, count, ttl, ${sourceBits},
                 ${valueHash ? 'toString(xxHash64(answer))' : "''"} AS hash${more}
          FROM fwd FINAL WHERE ${where.sql}
          ${orderBy(lookup, types, keys)}`,
    where.params,
  );
}

// E1, match=self: "in the same domain". The engine's own list of public suffixes decides, so that pages stay whole.
const sameDomain = `cutToFirstSignificantSubdomain(answer) = cutToFirstSignificantSubdomain(reverse(rname))
  AND cutToFirstSignificantSubdomain(answer) != ''`;

function settingsOf(owner: ForwardLookup['owner']): Settings {
  if (owner.kind === 'exact' || owner.kind === 'suffix' || owner.kind === 'range') return pointSettings;
  const lazy = { query_plan_optimize_lazy_materialization: 0 };
  if (owner.kind === 'prefix') return { ...lazy, use_skip_indexes: 0 };
  // blocks of a search are small so that a slow regex can be cancelled between them; LIKE is never slow
  return owner.kind === 'like' ? { ...lazy, max_block_size: 65_536 } : lazy;
}
