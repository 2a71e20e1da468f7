import type { Query } from './engine.ts';
import { edited, lex, quoted, replaced } from './sql-text.ts';

/**
 * How the rows of a table are spread over a cluster. The comment above each CREATE TABLE is one of:
 * - `-- placement: everywhere`: each node holds all rows;
 * - `-- placement: sharded(key)`: each shard holds its share by the hash of the key, so that a look-up by key asks one shard. A derived
 *   table has the key of its source rows, so its rows stay on their shard;
 * - `-- placement: gathered(key)`: as sharded(key), with source rows on any shard: its views write through the cluster;
 * - `-- placement: sharded`: rows stay on the shard of their source rows, so equal rows may be on several shards;
 * - `-- placement: landing(key)`: each node has its own, which keeps nothing; rows go to the shard of their key.
 */
export type Placement =
  | { readonly kind: 'everywhere' }
  | { readonly kind: 'landing' | 'sharded'; readonly key: string | undefined; readonly isGathered?: true };

/** Placements and dictionaries of the schema. */
export interface SchemaMap {
  readonly placements: ReadonlyMap<string, Placement>;
  /** The tables that each dictionary is loaded from. */
  readonly dictionaries: ReadonlyMap<string, readonly string[]>;
}

/**
 * Where a statement that changes the collection runs:
 * - one: on one node, from which it reaches the others;
 * - each-shard: on one replica of each shard, on that shard's share;
 * - each-node: on every node.
 */
export interface Routed {
  readonly sql: string;
  readonly on: 'one' | 'each-shard' | 'each-node';
}

/** How the nodes reach each other. */
export interface Access {
  /** host:port of every node. */
  readonly addresses: readonly string[];
  readonly database: string;
  readonly username: string;
  readonly password: string;
}

/** Settings of every statement on every node. */
export const clusterSettings = {
  // sub-queries over sharded tables are answered once and sent to the shards
  distributed_product_mode: 'global',
  prefer_global_in_and_join: 1,
  // a look-up by the key of a placement asks one shard
  optimize_skip_unused_shards: 1,
  // an insert ends when its rows are on a replica of their shard
  distributed_foreground_insert: 1,
  // INSERT ... SELECT is computed on one node
  parallel_distributed_insert_select: 0,
  // rows written to the first replica that answers are read from the same replica
  load_balancing: 'in_order',
  use_hedged_requests: 0,
} as const;

/** The name of the table on one node. */
export function localName(table: string, { placements }: Pick<SchemaMap, 'placements'>): string {
  return placements.get(table)?.kind === 'sharded' ? `${table}_local` : table;
}

/** Other nodes look for a dictionary in their default database unless its database is named. */
export function withQualifiedDictionaries<Row>(query: Query<Row>, database: string): Query<Row> {
  return { ...query, sql: query.sql.replace(/\b(dict(?:Get|Has)\w*)\('(\w+)'/g, `$1('${database}.$2'`) };
}

/** The tables of the schema that a statement names. */
export function tablesIn(sql: string, { placements }: Pick<SchemaMap, 'placements'>): string[] {
  return [...new Set(lex(sql).map(({ text }) => text))].filter((text) => placements.has(text));
}

/**
 * Routes a statement that changes the collection. A table that every node holds is changed through one node where Keeper replicates it,
 * otherwise on each node. The engine refuses a deletion whose sub-queries read sharded tables, so they read the node's share instead.
 * They may read only the table that is deleted from, because its rows of one key are all on one node.
 * @param access absent where Keeper replicates tables
 * @throws Error for a statement that no rule covers
 */
export function routeCommand(sql: string, schema: Pick<SchemaMap, 'placements'>, access?: Access): Routed {
  const tokens = lex(sql);
  const words = tokens.map(({ text }) => text);
  const head = words.slice(0, 3).join(' ');
  const kindOf = (table: string | undefined) => schema.placements.get(table ?? '')?.kind;
  if (/^(SYSTEM RELOAD|CREATE TABLE|DROP TABLE) /.test(head)) return { sql, on: 'each-node' };
  if (/^(TRUNCATE TABLE|OPTIMIZE TABLE|ALTER TABLE|DELETE FROM) /.test(head)) {
    const target = words[2] ?? '';
    if (kindOf(target) !== 'sharded') return { sql, on: access ? 'each-node' : 'one' };
    const isMention = (at: number) => words[at] === target && (at === 2 || /^(FROM|JOIN)$/.test(words[at - 1] ?? ''));
    const mentions = tokens.filter((_, at) => isMention(at));
    const local = localName(target, schema);
    return {
      sql: edited(
        sql,
        mentions.map((token) => replaced(token, local)),
      ),
      on: 'each-shard',
    };
  }
  const [insert, into, table] = tokens;
  if (insert?.text !== 'INSERT' || into?.text !== 'INTO' || !table)
    throw new Error(`no rule for running "${head} ..." on a cluster`);
  if (!access || kindOf(table.text) === 'sharded') return { sql, on: 'one' };
  // the nodes are addressed as replicas of one shard, so each of them gets every row
  const { addresses, database, username, password } = access;
  const target = [addresses.join('|'), database, table.text, username, password].map(quoted).join(', ');
  return { sql: edited(sql, [replaced(table, `FUNCTION remote(${target})`)]), on: 'one' };
}
