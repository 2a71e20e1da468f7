import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { countWrites } from './count-writes.ts';
import {
  EngineError,
  toEngineError,
  type Engine,
  type Query,
  type QueryOptions,
  type RowFile,
  type Settings,
} from './engine.ts';
import { boundMemory } from './memory-budget.ts';
import { quoted } from './sql-text.ts';
import { ServerStatements } from './server-statements.ts';
import type { Limits } from './statement-limits.ts';
import { watchStore } from './store-watch.ts';

export interface HttpOptions {
  /** `http(s)://user:password@host:8123/database`; the database defaults to `sightline`. */
  readonly url: string;
  readonly limits: Limits;
  /** Settings of every statement. */
  readonly settings?: Settings;
  /** Statement ids begin with this name and a colon: other processes can find statements that this one left on the server. */
  readonly process?: string;
}

export interface ServerEngine extends Engine {
  /** Why the server does not answer; undefined while it does, as far as is known. */
  readonly outage: string | undefined;
  /**
   * Inserts some rows of a file, as one block.
   * @param columns all columns of the file with their types @param condition SQL on them
   */
  insertWhere(table: string, rows: RowFile, columns: string, condition: string): Promise<void>;
  /** Creates the database unless it exists. @throws EngineError `unreachable` when the server does not answer, `denied` when it refuses the user */
  createDatabase(): Promise<void>;
}

/** A batch of a million rows over a slow line. */
const insertMilliseconds = 600_000;

/**
 * A ClickHouse server over HTTP. Placeholders travel as query parameters.
 * @throws EngineError `unreachable` when the server does not answer: a configured store is never replaced by an empty one.
 */
export async function openServer(options: HttpOptions): Promise<ServerEngine> {
  const engine = connectServer(options);
  try {
    await engine.createDatabase();
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** As `openServer`, without checking that the server answers. @throws EngineError when the text is not a URL */
export function connectServer({ url, limits, settings = {}, process }: HttpOptions): ServerEngine {
  const server = readServerUrl(url);
  const { endpoint, username, password, database } = server;
  const client = createClient({
    url: endpoint,
    username,
    password,
    database,
    request_timeout: 3_600_000,
    // 64-bit integers as numbers, as the embedded engine gives them
    clickhouse_settings: { output_format_json_quote_64bit_integers: 0, ...settings },
    log: { level: ClickHouseLogLevel.OFF }, // every failure is thrown and logged with the request it belongs to
  });

  const watch = watchStore(endpoint);
  const statements = new ServerStatements({ client, watch, limits, process });
  const send = async (request: Parameters<typeof client.exec>[0] & { readonly values: Readable }): Promise<void> => {
    const { stream } = await client.exec(request);
    // reading the empty answer frees the connection
    for await (const _ of stream);
  };
  const insertWhere: ServerEngine['insertWhere'] = (table, rows, columns, condition) =>
    statements.withinTime(insertMilliseconds, [], (abort_signal) => {
      const named = rows.columns.join(', ');
      const source = `input(${quoted(columns)})`;
      return send({
        query: `INSERT INTO ${table} (${named}) SELECT ${named} FROM ${source} WHERE ${condition} FORMAT RowBinaryWithNamesAndTypes`,
        values: contentOf(rows),
        clickhouse_settings: oneBlock,
        query_id: statements.newId(),
        abort_signal,
      });
    });

  const engine = countWrites({
    kind: 'server',
    database,
    query: <Row>(query: Query<Row>, options: QueryOptions = {}) =>
      statements.run(query, options, async (request) => {
        const result = await client.query({ ...request, format: 'JSONEachRow' });
        return result.json<Row>();
      }),
    command: (query, options = {}) =>
      statements.run(query, options, async (request) => {
        await client.command(request);
      }),
    insert: (table, rows) =>
      statements.withinTime(insertMilliseconds, [], async (ending) => {
        // a server may insert asynchronously by default: an insert would not be one block, nor complete when it ends
        const clickhouse_settings = { async_insert: 0 as const };
        const options = { clickhouse_settings, query_id: statements.newId(), abort_signal: ending };
        const isFile = typeof rows === 'object' && 'file' in rows;
        if (!isFile && typeof rows !== 'string')
          return void (await client.insert({ table, values: rows, format: 'JSONEachRow', ...options }));
        if (rows === '') return;
        // the client's `insert` takes neither text nor files in these formats
        const values = isFile ? contentOf(rows) : Readable.from([rows], { objectMode: false });
        const into = isFile ? `(${rows.columns.join(', ')}) FORMAT RowBinaryWithNamesAndTypes` : 'FORMAT JSONEachRow';
        await send({ query: `INSERT INTO ${table} ${into}`, values, ...options });
      }),
    save: (query, file) =>
      statements.run(query, { limits: 'upkeep' }, async ({ query: sql, ...request }) => {
        const { stream } = await client.exec({ ...request, query: `${sql} FORMAT Parquet` });
        await pipeline(stream, createWriteStream(file));
      }),
    status: async () => {
      const outage = await watch.check();
      return outage === undefined ? {} : { outage };
    },
    close: async () => {
      watch.stop();
      await client.close();
    },
  });
  return {
    ...boundMemory(engine, limits.memory),
    get outage() {
      return watch.outage;
    },
    insertWhere,
    createDatabase: () => createDatabase(server),
  };
}

async function createDatabase({ endpoint, username, password, database }: ServerAddress): Promise<void> {
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
    const { fault, message } = toEngineError(error);
    const isDenied = fault === 'denied';
    const reason = `${isDenied ? 'refused by' : 'no answer from'} the ClickHouse server at ${endpoint}: ${message}`;
    throw new EngineError(isDenied ? fault : 'unreachable', reason, { cause: error });
  } finally {
    await bare.close();
  }
}

/** A file that cannot be read fails the request. The handler is for an error that comes after the request has ended. */
function contentOf({ file }: RowFile): Readable {
  return createReadStream(file).on('error', () => undefined);
}

/** Rows that pass through a SELECT are squashed into one block again. */
const oneBlock = {
  async_insert: 0,
  max_threads: 1,
  max_insert_threads: '1',
  max_insert_block_size: '1048449',
  min_insert_block_size_rows: '1048449',
  min_insert_block_size_bytes: '0',
} as const;

interface ServerAddress {
  readonly endpoint: string;
  readonly username: string;
  readonly password: string;
  readonly database: string;
}

/** Takes the credentials and the database out of the URL. @throws EngineError when it is not an http(s) URL */
export function readServerUrl(text: string): ServerAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new EngineError('unreachable', 'the ClickHouse URL must look like http://user:password@host:8123/database');
  const database = url.pathname.replaceAll('/', '') || 'sightline';
  if (!/^\w+$/.test(database))
    throw new EngineError('unreachable', `"${database}" is not a database name: use letters, digits and _`);
  return {
    endpoint: url.origin,
    username: decodeURIComponent(url.username) || 'default',
    password: decodeURIComponent(url.password),
    database,
  };
}

/** Credentials of a dictionary on its own server; empty for the embedded engine and the default user. */
export function dictionaryCredentials(url: string | undefined): string {
  if (!url) return '';
  const { username, password } = readServerUrl(url);
  return `USER ${quoted(username)} PASSWORD ${quoted(password)} `;
}
