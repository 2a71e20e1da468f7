import type { Query } from './engine.ts';
import { edited, lex, quoted, replaced, type Placement, type Token } from './schema-forms.ts';

/** What a cluster needs to know of itself to write statements. */
export interface Spread {
  readonly database: string;
  readonly placements: ReadonlyMap<string, Placement>;
  /** host:port of every node. */
  readonly addresses: readonly string[];
  /** How the nodes reach each other. */
  readonly username: string;
  readonly password: string;
}

/** On which nodes a statement runs: on all, or on the first, which reaches the others. */
export interface Routed {
  readonly sql: string;
  readonly on: 'first' | 'every';
}

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

/** Other nodes look for a dictionary in their default database unless it is named. */
export function withQualifiedDictionaries<Row>(query: Query<Row>, database: string): Query<Row> {
  return { ...query, sql: query.sql.replace(/\b(dict(?:Get|Has)\w*)\('(\w+)'/g, `$1('${database}.$2'`) };
}

/**
 * A statement that changes the collection, as the nodes run it:
 * - an INSERT into a table that every node holds is computed once and written to all of them;
 * - an INSERT into a table that is spread goes through its Distributed table;
 * - anything else runs on every node, on its own share. The engine refuses a deletion whose sub-queries read tables that are spread:
 *   they read the node's share of the table that is deleted from, where all rows of one key are, and of no other.
 * @throws Error for a statement that no rule covers
 */
export function routeCommand(sql: string, spread: Spread): Routed {
  const tokens = lex(sql);
  const head = tokens
    .slice(0, 3)
    .map(({ text }) => text)
    .join(' ');
  if (/^(CREATE TABLE|DROP TABLE|EXCHANGE TABLES|SYSTEM RELOAD) /.test(head)) return { sql, on: 'every' };
  if (/^(TRUNCATE TABLE|OPTIMIZE TABLE|ALTER TABLE|DELETE FROM) /.test(head)) {
    const target = tokens[2]?.text ?? '';
    const local = localName(target, spread.placements);
    const mentions = tokens.filter(
      ({ text }, at) => text === target && (at === 2 || /^(FROM|JOIN)$/.test(tokens[at - 1]?.text ?? '')),
    );
    return {
      sql: edited(
        sql,
        mentions.map((token) => replaced(token, local)),
      ),
      on: 'every',
    };
  }
  const [insert, into, table] = tokens;
  if (insert?.text !== 'INSERT' || into?.text !== 'INTO' || !table)
    throw new Error(`no rule for running "${head} ..." on a cluster`);
  if (spread.placements.get(table.text)?.kind === 'sharded') return { sql, on: 'first' };
  return { sql: edited(sql, [replaced(table, onAllNodes(table, spread))]), on: 'first' };
}

/** The nodes as the replicas of one shard: each of them gets every row. */
function onAllNodes({ text }: Token, spread: Spread): string {
  return `FUNCTION ${remote(spread.addresses, text, spread)}`;
}

/** @param addresses of nodes that are to be taken for replicas of each other */
export function remote(addresses: readonly string[], table: string, { database, username, password }: Spread): string {
  return `remote(${[addresses.join('|'), database, table, username, password].map(quoted).join(', ')})`;
}
