import type { Copy } from './cluster-copies.ts';
import { isOutage } from './cluster-copies.ts';
import { onEachOf, type Spread } from './cluster-statements.ts';
import { EngineError, toEngineError, type MajorityAnswer, type Query, type QueryOptions } from './engine.ts';
import { edited, lex, replaced } from './schema-forms.ts';

/**
 * The tables that service processes agree by (placement `majority`). Every node has them, whether or not it is up to date with the
 * collection. A write counts once nodes with more than half of all votes have it, and a read asks nodes with more than half of them:
 * what was acknowledged is found, whichever nodes are down. What a row says never changes, and where several belong together
 * the statement that reads them picks one, as it does on one server.
 */
export interface Majority {
  /** Whether a statement is about these tables. */
  concerns(sql: string): boolean;
  query<Row>(asked: Query<Row>, options?: QueryOptions): Promise<Row[]>;
  /** Runs a statement on each node. */
  command(asked: Query<never>, options?: QueryOptions): Promise<void>;
  insert(table: string, rows: readonly object[] | string): Promise<void>;
  /** Asks each node by itself. @returns what a majority answered, or more @throws EngineError `unreachable` without a majority */
  ask<T>(act: (copy: Copy) => Promise<T>): Promise<MajorityAnswer<T>[]>;
  /** In an order that all processes have. */
  readonly nodes: readonly Copy[];
  /** Of all nodes together. */
  readonly votes: number;
}

/** A node that hangs must not take longer than a process may be silent. */
const readSettings = { connect_timeout_with_failover_ms: 1000, receive_timeout: 3, send_timeout: 3 } as const;
const probeMilliseconds = 3000;

export function majorityOf(all: readonly Copy[], spread: Spread): Majority {
  const nodes = [...all].sort((one, other) => (one.address < other.address ? -1 : 1));
  // of two halves the one with the first node goes on
  const votesOf = (copy: Copy): number => (copy === nodes[0] ? 3 : 2);
  const votesIn = (copies: readonly Copy[]): number => copies.reduce((sum, copy) => sum + votesOf(copy), 0);
  const votes = votesIn(all);
  const isMajority = (copies: readonly Copy[]): boolean => 2 * votesIn(copies) > votes;
  const isOwn = (table: string): boolean => spread.placements.get(table)?.kind === 'majority';
  const lacking = (cause?: unknown): EngineError =>
    new EngineError(
      'unreachable',
      `less than half of the nodes of the cluster can be reached: ${all.map(({ address }) => address).join(', ')}`,
      { cause },
    );

  /** Ends as soon as it is certain how it ends: a node that hangs is not waited for. */
  function onMajority(act: (copy: Copy) => Promise<unknown>): Promise<void> {
    return new Promise((resolve, reject) => {
      const done: Copy[] = [];
      const failed: Copy[] = [];
      for (const copy of all)
        void act(copy).then(
          () => {
            done.push(copy);
            if (isMajority(done)) resolve();
          },
          (error: unknown) => {
            failed.push(copy);
            if (isMajority(all.filter((each) => !failed.includes(each)))) return;
            reject(isOutage(error) ? lacking(error) : toEngineError(error));
          },
        );
    });
  }
  function unionOf(sql: string, copies: readonly Copy[]): string {
    const tokens = lex(sql);
    const addresses = copies.map(({ address }) => address);
    const edits = tokens.flatMap((token, at) =>
      /^(FROM|JOIN)$/.test(tokens[at - 1]?.text ?? '') && isOwn(token.text)
        ? [replaced(token, `${onEachOf(token.text, addresses, spread)} AS ${token.text}`)]
        : [],
    );
    return edited(sql, edits);
  }
  async function ask<T>(act: (copy: Copy) => Promise<T>): Promise<MajorityAnswer<T>[]> {
    const answers: MajorityAnswer<T>[] = [];
    const answered = (): readonly Copy[] => all.filter((copy) => answers.some(({ node }) => node === copy));
    const settled = Promise.allSettled(
      all.map(async (copy) => {
        const answer = await act(copy);
        answers.push({ node: copy, votes: votesOf(copy), answer });
      }),
    );
    await Promise.race([settled, timeOver(probeMilliseconds)]);
    if (isMajority(answered())) return [...answers];
    const failure = (await settled).find((each) => each.status === 'rejected');
    if (!isMajority(answered())) throw lacking(failure?.reason);
    return answers;
  }
  /** The nodes that answer and have the table; one that lost its disk has not. */
  async function holdersOf(sql: string): Promise<Copy[]> {
    const table = lex(sql).find(({ text }) => isOwn(text))?.text ?? '';
    const probe = { name: 'cluster', sql: `SELECT 1 FROM ${table} LIMIT 0`, settings: { max_execution_time: 2 } };
    const found = await ask(({ engine }) => engine.query(probe));
    return all.filter((copy) => found.some(({ node }) => node === copy));
  }

  return {
    ...{ ask, nodes, votes },
    concerns: (sql) => lex(sql).some(({ text }) => isOwn(text)),
    async query<Row>(asked: Query<Row>, options?: QueryOptions): Promise<Row[]> {
      let nodes = all.filter(({ engine }) => engine.outage === undefined);
      for (let tries = 0; ; tries += 1) {
        if (!isMajority(nodes)) nodes = await holdersOf(asked.sql);
        const one = nodes[tries % nodes.length];
        if (!one) throw lacking();
        try {
          const { sql, settings, ...rest } = asked;
          const query = { ...rest, sql: unionOf(sql, nodes), settings: { ...readSettings, ...settings } };
          return await one.engine.query<Row>(query, options);
        } catch (error) {
          // a node that is not asked itself fails the statement with many codes
          if (tries === all.length || options?.signal?.aborted) throw isOutage(error) ? lacking(error) : error;
          nodes = await holdersOf(asked.sql);
        }
      }
    },
    command: (asked, options) => onMajority(({ engine }) => engine.command(asked, options)),
    insert: (table, rows) => onMajority(({ engine }) => engine.insert(table, rows)),
  };
}

function timeOver(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
