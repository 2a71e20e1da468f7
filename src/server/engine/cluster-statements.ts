import type { Query } from './engine.ts';
import { edited, lex, quoted, replaced, type Edit, type Schema } from './schema-forms.ts';

/** What a cluster needs to know of itself to write statements. */
export interface Spread extends Pick<Schema, 'placements' | 'derived'> {
  readonly database: string;
  /** How the nodes reach each other. */
  readonly username: string;
  readonly password: string;
}

/** host:port of copies, for each shard. */
export type Copies = readonly (readonly string[])[];

/** On which nodes a statement runs: on all, or on one, which reaches the others. */
export interface Routed {
  readonly sql: string;
  readonly on: 'one' | 'every';
  /** What a copy that misses the statement lacks afterwards: tables by their names in the schema, or `dictionaries`. */
  readonly changes: readonly string[];
}

/** Stands among the names of tables: dictionaries that must be read again. */
export const dictionariesChanged = 'dictionaries';

/** Of every statement on every node. */
export const clusterSettings = {
  // sub-queries over spread tables are answered once and sent to the shards
  distributed_product_mode: 'global',
  prefer_global_in_and_join: 1,
  // a look-up by the key of a placement asks one shard
  optimize_skip_unused_shards: 1,
  // an insert ends when its rows are on every replica of their shard
  distributed_foreground_insert: 1,
  // and is computed in one place, for all replicas alike
  parallel_distributed_insert_select: 0,
  use_hedged_requests: 0,
} as const;

/** The table as one node holds it. */
export function localName(table: string, placements: Spread['placements']): string {
  return placements.get(table)?.kind === 'sharded' ? `${table}_local` : table;
}

/** A table and all that materialized views fill from it. */
export function withDerived(table: string, derived: Spread['derived']): string[] {
  return [table, ...(derived.get(table) ?? []).flatMap((each) => withDerived(each, derived))];
}

/** Other nodes look for a dictionary in their default database unless it is named. */
export function withQualifiedDictionaries<Row>(query: Query<Row>, database: string): Query<Row> {
  return { ...query, sql: query.sql.replace(/\b(dict(?:Get|Has)\w*)\('(\w+)'/g, `$1('${database}.$2'`) };
}

/**
 * A statement that reads, as it asks these copies only: a Distributed table would ask any replica that its cluster names. It asks all
 * shards: the key of a table function would be taken for a column of the statement around it.
 * @param copies some of each shard
 */
export function readFrom(sql: string, copies: Copies, spread: Spread): string {
  const tokens = lex(sql);
  const words = tokens.map(({ text }) => text);
  const ownNames = new Set(words.filter((_, at) => words[at + 1] === 'AS' && words[at + 2] === '('));
  const edits = tokens.flatMap((token, at): Edit[] => {
    const { text } = token;
    if (!/^(FROM|JOIN)$/.test(words[at - 1] ?? '') || ownNames.has(text)) return [];
    if (spread.placements.get(text)?.kind !== 'sharded') return [];
    const alias = words[at + 1] === 'AS' ? '' : ` AS ${text}`;
    return [replaced(token, `${overShards(text, copies, spread)}${alias}`)];
  });
  return edited(sql, edits);
}

/**
 * A statement that changes the collection, as the nodes run it:
 * - an INSERT into a table that every node holds is computed once and written to all of them;
 * - an INSERT into a table that is spread goes to all copies of each shard;
 * - anything else runs on every node, on its own share. The engine refuses a deletion whose sub-queries read tables that are spread:
 *   they read the node's share of the table that is deleted from, where all rows of one key are, and of no other.
 * @param copies that are to be changed
 * @throws Error for a statement that no rule covers
 */
export function routeCommand(sql: string, copies: Copies, spread: Spread): Routed {
  const { placements, derived } = spread;
  const tokens = lex(sql);
  const head = tokens
    .slice(0, 3)
    .map(({ text }) => text)
    .join(' ');
  const mentioned = [...new Set(tokens.map(({ text }) => text))].filter((text) => placements.has(text));
  if (head.startsWith('SYSTEM RELOAD ')) return { sql, on: 'every', changes: [dictionariesChanged] };
  if (/^(CREATE TABLE|DROP TABLE|EXCHANGE TABLES) /.test(head)) return { sql, on: 'every', changes: mentioned };
  if (/^(TRUNCATE TABLE|OPTIMIZE TABLE|ALTER TABLE|DELETE FROM) /.test(head)) {
    const target = tokens[2]?.text ?? '';
    const local = localName(target, placements);
    const mentions = tokens.filter(
      ({ text }, at) => text === target && (at === 2 || /^(FROM|JOIN)$/.test(tokens[at - 1]?.text ?? '')),
    );
    const edits = mentions.map((token) => replaced(token, local));
    const changed = head.startsWith('ALTER') ? mentioned : [target];
    return { sql: edited(sql, edits), on: 'every', changes: head.startsWith('OPTIMIZE') ? [] : changed };
  }
  const [insert, into, table] = tokens;
  if (insert?.text !== 'INSERT' || into?.text !== 'INTO' || !table)
    throw new Error(`no rule for running "${head} ..." on a cluster`);
  return {
    sql: edited(sql, [replaced(table, insertTarget(table.text, copies, spread))]),
    on: 'one',
    changes: withDerived(table.text, derived),
  };
}

/** Where one node inserts the rows of a table so that all copies get them. */
export function insertTarget(table: string, copies: Copies, spread: Spread): string {
  const isSpread = spread.placements.get(table)?.kind === 'sharded';
  return `FUNCTION ${isSpread ? byKey(table, copies, spread) : onAll(table, copies.flat(), spread)}`;
}

/** The table that every node holds, on nodes that are taken for the replicas of one shard: each of them gets every row. */
export function onAll(
  table: string,
  addresses: readonly string[],
  { database, username, password }: Omit<Spread, 'placements' | 'derived'>,
): string {
  return `remote(${[addresses.join('|'), database, table, username, password].map(quoted).join(', ')})`;
}

/** The table that every node holds, on nodes that are taken for shards: the rows of all of them together. */
export function onEachOf(
  table: string,
  addresses: readonly string[],
  { database, username, password }: Omit<Spread, 'placements' | 'derived'>,
): string {
  return `remote(${[addresses.join(','), database, table, username, password].map(quoted).join(', ')})`;
}

function overShards(
  table: string,
  copies: Copies,
  { placements, database, username, password }: Omit<Spread, 'derived'>,
): string {
  const shards = copies.map((addresses) => addresses.join('|')).join(',');
  return `remote(${[shards, database, localName(table, placements), username, password].map(quoted).join(', ')})`;
}

/** The same with the expression that says which shard a row belongs to. */
function byKey(table: string, copies: Copies, spread: Spread): string {
  const placement = spread.placements.get(table);
  const key = placement?.kind === 'sharded' && placement.key ? `cityHash64(${placement.key})` : 'rand()';
  return overShards(table, copies, spread).replace(/\)$/, `, ${key})`);
}
