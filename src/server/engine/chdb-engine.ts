import { createClient, type ClickHouseClient } from '@clickhouse/client';
import { createChdbConnection } from 'chdb/connection';
import { randomUUID } from 'node:crypto';
import { bind } from './bind.ts';
import { EngineError, toEngineError, type Engine, type Query, type QueryOptions } from './engine.ts';
import { withSettings, type Limits } from './statement-limits.ts';

export interface ChdbOptions {
  /** Absolute folder of the store; one process at a time. */
  readonly path: string;
  readonly database: string;
  /** Sessions side by side: one runs one statement at a time, two per core served most (engine.md). */
  readonly sessions: number;
  readonly limits: Limits;
}

interface Waiting {
  readonly resolve: (session: ClickHouseClient) => void;
}

/**
 * ClickHouse in this process. Opens the folder, makes the database, and hands statements to a fixed pool of sessions.
 * @throws EngineError when the folder cannot be opened.
 */
export async function openChdb({ path, database, sessions, limits }: ChdbOptions): Promise<Engine> {
  const open = (): ClickHouseClient => createClient({ connection: connectionOf(path) });
  const control = open();
  await control.command({ query: `CREATE DATABASE IF NOT EXISTS ${database}` }).catch((error: unknown) => {
    throw toEngineError(error);
  });
  const pool = await Promise.all(
    Array.from({ length: sessions }, async () => {
      const session = open();
      await session.command({ query: `USE ${database}` });
      return session;
    }),
  );
  const idle = [...pool];
  const waiting: Waiting[] = [];

  const acquire = (signal?: AbortSignal): Promise<ClickHouseClient> => {
    const session = idle.pop();
    if (session) return Promise.resolve(session);
    return new Promise((resolve, reject) => {
      const entry: Waiting = { resolve };
      waiting.push(entry);
      signal?.addEventListener('abort', () => {
        const at = waiting.indexOf(entry);
        if (at >= 0) waiting.splice(at, 1);
        reject(cancelled());
      });
    });
  };
  const release = (session: ClickHouseClient): void => {
    const next = waiting.shift();
    if (next) next.resolve(session);
    else idle.push(session);
  };

  // chDB ignores query_id and its client only stops waiting: KILL by log_comment from another session ends the work
  const kill = (id: string) =>
    control.command({ query: `KILL QUERY WHERE Settings['log_comment'] = '${id}' ASYNC` }).then(
      () => undefined,
      () => undefined,
    );

  async function run<T>(
    query: Query<unknown>,
    options: QueryOptions,
    act: (session: ClickHouseClient, sql: string) => Promise<T>,
  ): Promise<T> {
    const { signal } = options;
    if (signal?.aborted) throw cancelled();
    const id = `${query.name}:${randomUUID()}`;
    const sql = withSettings(bind(query.sql, query.params), limits, query, options, { log_comment: id });
    const session = await acquire(signal);
    const onAbort = () => void kill(id);
    signal?.addEventListener('abort', onAbort);
    try {
      if (signal?.aborted) throw cancelled();
      return await act(session, sql);
    } catch (error) {
      throw signal?.aborted ? cancelled() : toEngineError(error);
    } finally {
      signal?.removeEventListener('abort', onAbort);
      release(session);
    }
  }

  return {
    kind: 'embedded',
    database,
    query: <Row>(query: Query<Row>, options: QueryOptions = {}) =>
      run(query, options, async (session, sql) => {
        const result = await session.query({ query: sql, format: 'JSONEachRow' });
        return result.json<Row>();
      }),
    command: (query, options = {}) =>
      run(query, options, async (session, sql) => {
        await session.command({ query: sql });
      }),
    insert: async (table, rows) => {
      const session = await acquire();
      try {
        await session.insert({ table, values: rows, format: 'JSONEachRow' });
      } catch (error) {
        throw toEngineError(error);
      } finally {
        release(session);
      }
    },
    close: async () => {
      await Promise.all([control, ...pool].map((session) => session.close()));
    },
  };
}

/** chdb compiles against its own copy of the client's types; the shapes are the same. */
function connectionOf(path: string): NonNullable<NonNullable<Parameters<typeof createClient>[0]>['connection']> {
  return createChdbConnection({ path }) as never;
}

function cancelled(): EngineError {
  return new EngineError('cancelled', 'nobody waits for this statement any more');
}
