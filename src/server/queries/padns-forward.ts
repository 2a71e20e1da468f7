import type { RecordType } from '#model/record-type.ts';
import type { Query, Settings } from '#server/engine/engine.ts';
import { allOf, condition, type Condition, mergeParams } from './condition.ts';
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
  type AddressRange,
  age,
  bound,
  type Selection,
  type TextMatch,
  type TimeBounds,
} from './padns-selection.ts';
import { escapeLike } from '#model/wildcard.ts';

/** E1: records by their name. */
export function padnsForward(lookup: ForwardLookup): Query<PadnsRow> {
  const { owner, limit, skip } = lookup;
  const isByName = owner.kind === 'exact' && !owner.subdomains && !ownersAreAddresses(lookup);
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

/** Up to this many names selected by an index or a range, comparing all is as fast as following their stored order. */
const fewNames = 150_000;
/**
 * How many names are read in stored order. A frequent pattern fills its page from the first ones; a rare one costs little
 * more.
 */
const newestRead = 500_000;
/** Deeper pages use the whole search. */
const deepestNewest = 10_000;

/**
 * The newest records of names that match a pattern, from the order in which `names` is stored (schema/2-passive-dns.sql).
 * Null when the page needs the whole search.
 */
export function newestOfPattern(lookup: ForwardLookup): NewestFirst | null {
  const { owner, sort, limit, skip, types, selfOnly } = lookup;
  if (owner.kind !== 'like' && owner.kind !== 'prefix' && owner.kind !== 'regex') return null;
  if (!isOfNewest(lookup) || selfOnly || skip + limit > deepestNewest) return null;
  // several types are grouped by type, A first: a page full of A records is complete
  const ofOne = types.length === 1 ? types : sort.length === 0 && types.includes('A') ? (['A'] as const) : [];
  if (ofOne.length === 0 || ownersAreAddresses(lookup)) return null;
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

/** Look-ups of single names share one statement, which reads a page of records for each name. */
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
  // small blocks, so that a slow regex can be cancelled between them; LIKE is never slow
  return owner.kind === 'like' ? { ...lazy, max_block_size: 65_536 } : lazy;
}

/** The names to find. The bounds narrow the search for names and do not replace the bounds on records. */
interface OwnerLookup {
  readonly types: readonly RecordType[];
  /** The owners of the records: names, or the addresses of PTR records. */
  readonly owner: TextMatch | { readonly kind: 'range'; readonly range: AddressRange };
  readonly bounds: TimeBounds;
}

/** E1: a page of their records. */
export interface ForwardLookup extends OwnerLookup, Selection {
  /** Only records whose answer lies in the registrable domain of their own name. */
  readonly selfOnly: boolean;
}

/** PTR records: their owners are stored as addresses, not as names. */
export function ownersAreAddresses({ types }: Pick<ForwardLookup, 'types'>): boolean {
  return types.includes('PTR4') || types.includes('PTR6');
}

/** A condition on fwd: a range of keys, or the names that a search finds. @param top cuts that search down to a page */
export function ownerCondition(lookup: OwnerLookup, top?: Condition): Condition {
  const { owner } = lookup;
  const byAddress = ownersAreAddresses(lookup);
  if (owner.kind === 'range')
    return condition('rname BETWEEN lower(hex({first:IPv6})) AND lower(hex({last:IPv6}))', { ...owner.range });
  if (owner.kind === 'exact' && !byAddress)
    return owner.subdomains
      ? condition('rname = reverse({owner:String}) OR startsWith(rname, reverse({below:String}))', {
          owner: owner.text,
          below: `.${owner.text}`,
        })
      : condition('rname = reverse({owner:String})', { owner: owner.text });
  if (owner.kind === 'suffix' && !byAddress)
    return condition('startsWith(rname, reverse({suffix:String}))', { suffix: owner.suffix });
  return namesFirst(lookup, nameCondition(owner), top);
}

/** Prefix, infix and regex: pick the names, as few as the page needs, then look their records up. */
function namesFirst(lookup: OwnerLookup, names: Condition, top: Condition | undefined): Condition {
  const key = ownersAreAddresses(lookup) ? 'lower(hex(toIPv6OrDefault(qname)))' : 'reverse(qname)';
  const seen = seenSince(lookup.bounds);
  // the type is the last part of the key: `if` keeps it out of the key search, where it costs more than it saves
  const where = seen
    ? allOf([typeCondition(lookup.types), seen, names])
    : allOf([condition('if(rrtype IN {types:Array(String)}, 1, 0)', { types: lookup.types }), names]);
  const having = seen ? condition('true') : nameBounds(lookup.bounds);
  return condition(
    `rname IN (SELECT ${key} FROM names WHERE ${where.sql} GROUP BY qname HAVING ${having.sql} ${top?.sql ?? ''})`,
    mergeParams(where.params, having.params, top?.params ?? {}),
  );
}

/**
 * Rows of `names` seen since the later of these times, which are a range of the kept order. A name with a record after that
 * time has such a row, and until rows are merged this row may lack an earlier first_seen.
 */
function seenSince({ firstSeenAfter, lastSeenAfter }: TimeBounds): Condition | undefined {
  if (firstSeenAfter === undefined && lastSeenAfter === undefined) return undefined;
  return condition(`${age} <= 4294967295 - {seenSince:UInt32}`, {
    seenSince: Math.max(firstSeenAfter ?? 0, lastSeenAfter ?? 0),
  });
}

/**
 * The names of the page, ordered by newest record and then by name, as on the page. A name that was seen again may have an
 * older row as well, which comes later.
 * @param read how many rows are read
 */
function amongNewest(lookup: ForwardLookup & { readonly owner: TextMatch }, read: number): Condition {
  const { types, owner, bounds, limit, skip } = lookup;
  const names = nameCondition(owner);
  const seen = seenSince(bounds);
  const isRead = allOf([typeCondition(types), ...(seen ? [seen] : [])]);
  // on one thread rows keep their order and reading stops at the last name needed; with fewer names, the page could
  // miss records of names that were not read
  return condition(
    `rname IN (
       SELECT reverse(qname) FROM (
         SELECT qname, count() OVER () AS found FROM (
           SELECT qname FROM (
             SELECT qname FROM names WHERE ${isRead.sql} ORDER BY rrtype, ${age}, reverse(qname) LIMIT {read:UInt32})
           WHERE ${names.sql} LIMIT 1 BY qname LIMIT {top:UInt32}))
       WHERE found = {top:UInt32})`,
    mergeParams(isRead.params, names.params, { read, top: skip + limit }),
  );
}

/** The condition on `names` for matching names. */
function nameCondition(owner: TextMatch): Condition {
  switch (owner.kind) {
    case 'regex': {
      const { prefix, infix } = requiredLiteral(owner.regex);
      // match() alone would read every name: a literal that it needs is found by key or by index
      return allOf([
        condition('match(qname, {regex:String})', { regex: owner.regex }),
        ...(prefix === '' ? [] : [condition('startsWith(qname, {prefix:String})', { prefix })]),
        ...(prefix === '' && infix.length >= 3
          ? [condition('qname LIKE {literal:String}', { literal: `%${escapeLike(infix)}%` })]
          : []),
      ]);
    }
    case 'prefix':
    case 'like': {
      const like = owner.kind === 'like' ? owner.like : `${escapeLike(owner.prefix)}%`;
      if (owner.subdomains)
        return condition('qname LIKE {like:String} OR qname LIKE {below:String}', { like, below: `%.${like}` });
      if (owner.kind === 'prefix') return condition('startsWith(qname, {prefix:String})', { prefix: owner.prefix });
      return condition('qname LIKE {like:String} AND startsWith(qname, {prefix:String})', {
        like,
        prefix: owner.prefix,
      });
    }
    case 'suffix':
      return condition('endsWith(qname, {suffix:String})', { suffix: owner.suffix });
    case 'exact':
      return condition('qname = {owner:String}', { owner: owner.text });
  }
}

/** Conditions that a name meets when one of its records is within the bounds (last seen is never before first seen). */
function nameBounds({ firstSeenBefore, lastSeenBefore }: TimeBounds): Condition {
  return allOf([
    ...bound("min(first_seen) <= toDateTime({firstSeenBefore:UInt32}, 'UTC')", { firstSeenBefore }),
    ...bound("min(first_seen) <= toDateTime({lastSeenBefore:UInt32}, 'UTC')", { lastSeenBefore }),
  ]);
}

/**
 * The page's records belong to the first skip + limit names, counting ties, if the order of names gives the place of the
 * best record of each. Then the other names need not be read. Filters that this record may fail rule this out.
 */
function topNames({ sort, bounds, selfOnly, types, limit, skip }: ForwardLookup): Condition | undefined {
  const { firstSeenAfter, firstSeenBefore, lastSeenAfter, lastSeenBefore } = bounds;
  if (selfOnly || firstSeenAfter !== undefined || lastSeenBefore !== undefined) return undefined;
  if (sort.length === 0 && types.length > 1) return undefined; // grouped by type first
  const { column, descending } = sort[0] ?? { column: 'last_seen', descending: true };
  const onlyLast = firstSeenBefore === undefined;
  const onlyFirst = lastSeenAfter === undefined;
  const params = { top: skip + limit };
  if (column === 'last_seen' && descending && onlyLast)
    return condition('ORDER BY max(last_seen) DESC LIMIT {top:UInt32} WITH TIES', params);
  if (column === 'first_seen' && !descending && onlyFirst)
    return condition('ORDER BY min(first_seen) ASC LIMIT {top:UInt32} WITH TIES', params);
  // names that differ as text may be one address, and PTR records are sorted by its number
  if (column === 'query' && (onlyLast || onlyFirst) && !ownersAreAddresses({ types }))
    return condition(`ORDER BY qname ${descending ? 'DESC' : 'ASC'} LIMIT {top:UInt32}`, params);
  return undefined;
}

/** Text that every match of a pattern must contain: at its start, or anywhere. Both are empty when no text is certain. */
interface RequiredLiteral {
  readonly prefix: string;
  readonly infix: string;
}

const NOTHING: RequiredLiteral = { prefix: '', infix: '' };

/**
 * Reads from an RE2 pattern the literals that narrow a search before `match()` decides. An alternative, an inline flag, a
 * group or a quoted stretch anywhere in the pattern yields no literal, because a wrong literal would lose answers.
 */
export function requiredLiteral(pattern: string): RequiredLiteral {
  if (/\||\(\?|\\[QEC\d]/.test(pattern)) return NOTHING;
  const anchored = pattern.startsWith('^');
  const runs = literalRuns(anchored ? pattern.slice(1) : pattern);
  const longest = runs.reduce((best, run) => (run.text.length > best.length ? run.text : best), '');
  const first = runs[0];
  return { prefix: anchored && first?.at === 0 ? first.text : '', infix: longest };
}

interface Run {
  /** Number of pieces of the pattern before it. */
  readonly at: number;
  text: string;
}

/** Stretches of literal characters outside groups, each certain to be matched as a whole. */
function literalRuns(pattern: string): Run[] {
  const pieces = pattern.match(PIECE) ?? [];
  if (pieces.join('') !== pattern) return [];
  const runs: Run[] = [];
  let open: Run | undefined;
  let depth = 0;
  for (const [at, piece] of pieces.entries()) {
    if (piece === '(') depth += 1;
    if (piece === ')') depth -= 1;
    const literal = depth === 0 ? literalOf(piece) : undefined;
    const quantifier = pieces[at + 1] ?? '';
    const mayBeAbsent = /^[*?{]/.test(quantifier);
    if (literal === undefined || mayBeAbsent) {
      open = undefined;
      continue;
    }
    if (!open) runs.push((open = { at, text: '' }));
    open.text += literal;
    // a+ holds at least one a, but what follows need not follow the first
    if (quantifier.startsWith('+')) open = undefined;
  }
  return runs;
}

// one piece: an escape with its argument, a character class (with [:names:] inside), a quantifier, or one character
const PIECE =
  /\\[pPx](?:\{[^}]*\}|[\da-f]{2}|[A-Z])|\\[\s\S]|\[\^?\]?(?:\[:\^?\w+:\]|\\[\s\S]|[^\]\\])*\]|\{\d+(?:,\d*)?\}\??|[*+?]\??|[\s\S]/gi;

/** The character that a piece represents; undefined when it represents several. */
function literalOf(piece: string): string | undefined {
  if (/^\\[.\-_/]$/.test(piece)) return piece[1];
  return /^[a-z0-9_-]$/.test(piece) ? piece : undefined;
}
