import { createClient } from '@clickhouse/client';
import { EngineError, toEngineError, type Engine, type Params, type Query, type QueryOptions } from './engine.ts';
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
  const bare = createClient({ url: endpoint, username, password, request_timeout: 30_000 });
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
    // cancelling the request cancels the statement; 64-bit integers as numbers, as the embedded engine gives them
    clickhouse_settings: {
      cancel_http_readonly_queries_on_client_close: 1,
      output_format_json_quote_64bit_integers: 0,
    },
  });

  async function run<T>(query: Query<unknown>, options: QueryOptions, act: (sql: string) => Promise<T>): Promise<T> {
    try {
      return await act(withSettings(query.sql, limits, query, options, { log_comment: query.name }));
    } catch (error) {
      if (options.signal?.aborted) throw new EngineError('cancelled', 'nobody waits for this statement any more');
      throw toEngineError(error);
    }
  }
  const request = (sql: string, params: Params | undefined, options: QueryOptions) => ({
    query: sql,
    ...(params && { query_params: params as Record<string, unknown> }),
    ...(options.signal && { abort_signal: options.signal }),
  });

  return {
    kind: 'server',
    database,
    query: <Row>(query: Query<Row>, options: QueryOptions = {}) =>
      run(query, options, async (sql) => {
        const result = await client.query({ ...request(sql, query.params, options), format: 'JSONEachRow' });
        return result.json<Row>();
      }),
    command: (query, options = {}) =>
      run(query, options, async (sql) => {
        await client.command(request(sql, query.params, options));
      }),
    insert: async (table, rows) => {
      try {
        await client.insert({ table, values: rows, format: 'JSONEachRow' });
      } catch (error) {
        throw toEngineError(error);
      }
    },
    close: () => client.close(),
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
