import { randomUUID } from 'node:crypto';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { countWrites } from './count-writes.ts';
import { cancelled, EngineError, toEngineError, type Engine, type Query, type QueryOptions } from './engine.ts';
import { withSettings, type Limits } from './statement-limits.ts';

export interface HttpOptions {
  /** `http(s)://user:password@host:8123/database`; the database defaults to `sightline`. */
  readonly url: string;
  readonly limits: Limits;
}

/**
 * A ClickHouse server over HTTP. Placeholders travel as query parameters.
 * @throws EngineError `unreachable` when the server does not answer: a configured store is never replaced by an empty one.
 */
export async function openServer({ url, limits }: HttpOptions): Promise<Engine> {
  const { endpoint, username, password, database } = readServerUrl(url);
  const bare = createClient({
    url: endpoint,
    username,
    password,
    request_timeout: 30_000,
    log: { level: ClickHouseLogLevel.OFF },
  });
  try {
    await bare.command({ query: `CREATE DATABASE IF NOT EXISTS ${database}` });
  } catch (error) {
    throw new EngineError(
      'unreachable',
      `no answer from the ClickHouse server at ${endpoint}: ${toEngineError(error).message}`,
      {
        cause: error,
      },
    );
  } finally {
    await bare.close();
  }
  const client = createClient({
    url: endpoint,
    username,
    password,
    database,
    request_timeout: 3_600_000,
    // 64-bit integers as numbers, as the embedded engine gives them
    clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
    log: { level: ClickHouseLogLevel.OFF }, // every failure is thrown and logged with the request it belongs to
  });

  // hanging up does not end a statement that was sent by POST: it is killed by its id
  const kill = (id: string) =>
    client
      .command({ query: 'KILL QUERY WHERE query_id = {id:String} ASYNC', query_params: { id } })
      .then(() => undefined)
      .catch(() => undefined);

  async function run<T>(
    query: Query<unknown>,
    options: QueryOptions,
    act: (request: ReturnType<typeof requestOf>) => Promise<T>,
  ): Promise<T> {
    const id = randomUUID();
    const onAbort = () => void kill(id);
    options.signal?.addEventListener('abort', onAbort);
    try {
      return await act(requestOf(query, options, limits, id));
    } catch (error) {
      if (options.signal?.aborted) throw cancelled();
      throw toEngineError(error);
    } finally {
      options.signal?.removeEventListener('abort', onAbort);
    }
  }

  return countWrites({
    kind: 'server',
    database,
    query: <Row>(query: Query<Row>, options: QueryOptions = {}) =>
      run(query, options, async (request) => {
        const result = await client.query({ ...request, format: 'JSONEachRow' });
        return result.json<Row>();
      }),
    command: (query, options = {}) =>
      run(query, options, async (request) => {
        await client.command(request);
      }),
    insert: async (table, rows) => {
      try {
        await client.insert({ table, values: rows, format: 'JSONEachRow' });
      } catch (error) {
        throw toEngineError(error);
      }
    },
    close: () => client.close(),
  });
}

function requestOf(query: Query<unknown>, options: QueryOptions, limits: Limits, id: string) {
  return {
    query: withSettings(query.sql, limits, query, options, { log_comment: query.name }),
    query_id: id,
    ...(query.params && { query_params: query.params as Record<string, unknown> }),
    ...(options.signal && { abort_signal: options.signal }),
  };
}

/** Takes the credentials and the database out of the URL. @throws EngineError when it is no http(s) URL */
export function readServerUrl(text: string): {
  endpoint: string;
  username: string;
  password: string;
  database: string;
} {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new EngineError('unreachable', 'the ClickHouse URL must look like http://user:password@host:8123/database');
  const database = url.pathname.replaceAll('/', '') || 'sightline';
  if (!/^\w+$/.test(database))
    throw new EngineError('unreachable', `"${database}" is no database name: use letters, digits and _`);
  return {
    endpoint: url.origin,
    username: decodeURIComponent(url.username) || 'default',
    password: decodeURIComponent(url.password),
    database,
  };
}

/** How a dictionary reaches the server it lives on; nothing for the embedded engine and the default user. */
export function dictionaryCredentials(url: string | undefined): string {
  if (!url) return '';
  const { username, password } = readServerUrl(url);
  const quoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;
  return `USER ${quoted(username)} PASSWORD ${quoted(password)} `;
}
