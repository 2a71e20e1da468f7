import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { copyFile, rm, stat } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type * as Chdb from 'chdb';
import type { Session } from 'chdb';
import { errorText } from '#model/errors.ts';
import { eachInSlices } from '#server/timing/slices.ts';
import { bind } from './bind.ts';
import { countWrites } from './count-writes.ts';
import {
  cancelled,
  type Engine,
  EngineError,
  type Query,
  type QueryOptions,
  type RowFile,
  toEngineError,
} from './engine.ts';
import { boundMemory } from './memory-budget.ts';
import { type Lane, sessionPool, type SessionPool } from './session-pool.ts';
import { type Limits, searchThreads, sessionSettings, settingsList, withSettings } from './statement-limits.ts';
import { lowerThreads, priorities } from './thread-priority.ts';

export interface ChdbOptions {
  /** Absolute folder of the store; one process at a time. */
  readonly path: string;
  readonly database: string;
  /** Sessions side by side, one statement each; two per core gave the highest throughput. */
  readonly sessions: number;
  readonly limits: Limits;
  /** Called when the engine has failed for good: nothing can be read or written until the process starts again. */
  readonly onLost?: (message: string) => void;
}

/** How often a session is opened, a second apart, until the engine counts as lost: memory may be short for a moment. */
const openingTries = 5;

/** About a second of exact look-ups on the smallest machine: a look-up that would wait longer is refused at once. */
const maxWaitingLookups = 1000;
/**
 * Threads of merges: two, and one where there are two or three cores. Twice as many merges take turns on them; with two threads on two cores,
 * four merges hold their memory at the same time, and look-ups wait for a core.
 */
const engineArguments = [`--background_pool_size=${availableParallelism() < 4 ? 1 : 2}`];
/** The threads of merges, as the engine names them. */
const mergeThreads = 'MergeMutate';
/** 10,000 names and their answers, escaped; the engine's own limit is 262,144. */
const maxStatementBytes = 16_777_216;
/** KILL misses a statement that the engine has not registered yet, so it is repeated until the statement has ended. */
const killAgainMilliseconds = 50;

/**
 * ClickHouse in this process. Opens the folder, makes the database, and hands statements to a fixed pool of sessions.
 * @throws EngineError when the folder cannot be opened.
 */
export async function openChdb(options: ChdbOptions): Promise<Engine> {
  const store = new ChdbStore(options);
  await store.open();
  return boundMemory(countWrites(portOf(store, options.database)), options.limits.memory);
}

/** Loads the library, which reads the settings of its allocator then. */
function loadEngine(): Promise<typeof Chdb> {
  // by default, freed memory is kept for five seconds: that of each block and merge would add up
  // oxlint-disable-next-line no-restricted-properties -- nothing is read: the library takes this setting from the environment alone
  process.env['JE_MALLOC_CONF'] ??= 'dirty_decay_ms:500';
  return import('chdb');
}

/** The sessions of one folder. */
class ChdbStore {
  readonly #options: ChdbOptions;
  /** For statements outside the port: creating the database, and killing statements of other sessions. */
  #control: Session | undefined;
  #opened: Session[] = [];
  #pool: SessionPool<Session> | undefined;
  #statementNumber = 0;
  /** Closed for good: a reopening keeps it false. */
  #isClosed = false;

  constructor(options: ChdbOptions) {
    this.#options = options;
  }

  async open(): Promise<void> {
    const { path, database, sessions } = this.#options;
    const { Session } = await loadEngine();
    try {
      this.#control = new Session(path, { connectionArgs: engineArguments });
      await this.#control.queryAsync(`CREATE DATABASE IF NOT EXISTS ${database}`);
    } catch (error) {
      const owner = runningOwner(path);
      if (owner === undefined) throw toEngineError(error);
      throw new EngineError(
        'failed',
        `The store ${path} is in use by process ${owner}. Stop it, or use another data folder.`,
      );
    }
    this.#opened = await Promise.all(Array.from({ length: sessions }, () => this.#openSession()));
    this.#pool ??= sessionPool(this.#opened, maxWaitingLookups);
    // look-ups and imports do not wait for merges
    lowerThreads(mergeThreads, priorities.merge);
  }

  /** Waits for running statements; later statements wait for the reopening. */
  async reopen(): Promise<void> {
    // only the look-up lane may take all sessions
    await Promise.all(this.#opened.map(() => this.#sessions.acquire('lookup')));
    this.#closeSessions();
    await this.open();
    for (const session of this.#opened) this.#sessions.release(session, 'lookup');
  }

  /** Ends what runs: a process that closes a session under its statement, or ends, would crash. */
  async close(): Promise<void> {
    this.#isClosed = true;
    let isIdle = false;
    const idle = Promise.all(this.#opened.map(() => this.#sessions.acquire('lookup'))).then(() => (isIdle = true));
    while (!isIdle) {
      await this.#kill("query NOT LIKE 'KILL %'");
      await Promise.race([idle, pause(killAgainMilliseconds)]);
    }
    this.#closeSessions();
  }

  #closeSessions(): void {
    this.#control?.close();
    for (const session of this.#opened) session.close();
  }

  /** Runs a statement with its limits and settings, and ends it in the engine when its caller hangs up. @throws EngineError */
  async run<T>(query: Query<unknown>, options: QueryOptions, act: Act<T>): Promise<T> {
    const { signal, limits: lane = 'lookup' } = options;
    if (signal?.aborted || this.#isClosed) throw cancelled();
    const id = `${query.name}:${(this.#statementNumber += 1)}`;
    const bound = bind(query.sql, query.params);
    return this.inSession(lane, signal, async (session, others) => {
      const threads = lane === 'search' && { max_threads: searchThreads(others), ...query.settings };
      const priority = lane === 'upkeep' && { os_threads_nice_value_query: priorities.upkeep };
      const own = { log_comment: id, ...threads, ...priority };
      const sql = withSettings(bound, this.#options.limits, query, options, own, sessionSettings);
      return this.#untilAborted(id, signal, () => act(session, sql));
    });
  }

  /** Runs `work` on its own session, with the number of other statements of its lane. */
  async inSession<T>(
    lane: Lane,
    signal: AbortSignal | undefined,
    work: (session: Session, others: number) => Promise<T>,
  ): Promise<T> {
    const pool = this.#sessions;
    const session = await pool.acquire(lane, signal);
    try {
      const result = await work(session, pool.held(lane) - 1);
      pool.release(session, lane);
      return result;
    } catch (error) {
      pool.release(await this.#replace(session), lane);
      throw error;
    }
  }

  get #sessions(): SessionPool<Session> {
    if (!this.#pool) throw new TypeError('the store is not open');
    return this.#pool;
  }

  async #openSession(): Promise<Session> {
    const { path, database } = this.#options;
    const { Session } = await loadEngine();
    const session = new Session(path);
    try {
      await session.queryAsync(`USE ${database}`);
      // values are literals in the SQL text: a page of 10,000 names of up to 253 characters must fit
      await session.queryAsync(`SET ${settingsList({ ...sessionSettings, max_query_size: maxStatementBytes })}`);
    } catch (error) {
      session.close();
      throw error;
    }
    return session;
  }

  /**
   * A failed or killed statement leaves its partial rows in the session, and chDB returns them before the rows of the next statement:
   * the session is replaced. A store that was closed meanwhile gets none: it would stay open.
   */
  async #replace(spoilt: Session): Promise<Session> {
    for (let tries = 1; !this.#isClosed; tries += 1) {
      try {
        const session = await this.#openSession();
        if (this.#isClosed) session.close();
        this.#opened.splice(this.#opened.indexOf(spoilt), 1, session);
        spoilt.close();
        return session;
      } catch (error) {
        if (tries === openingTries) {
          this.#options.onLost?.(`The engine failed and opens no session any more: ${errorText(error)}`);
          break;
        }
        await pause(1000);
      }
    }
    return spoilt;
  }

  async #untilAborted<T>(id: string, signal: AbortSignal | undefined, act: () => Promise<T>): Promise<T> {
    let killing: NodeJS.Timeout | undefined;
    const onAbort = () => {
      const isThis = `Settings['log_comment'] = '${id}'`;
      void this.#kill(isThis);
      killing = setInterval(() => void this.#kill(isThis), killAgainMilliseconds);
    };
    signal?.addEventListener('abort', onAbort);
    try {
      if (signal?.aborted) throw cancelled();
      const result = await act();
      // a killed statement may end without an error and without its rows: the empty answer would be wrong
      if (signal?.aborted) throw cancelled();
      return result;
    } catch (error) {
      throw signal?.aborted || this.#isClosed ? cancelled() : toEngineError(error);
    } finally {
      clearInterval(killing);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  /** chDB ignores query_id and its client only stops waiting: KILL by log_comment from another session ends the work. */
  async #kill(where: string): Promise<void> {
    await this.#control?.queryAsync(`KILL QUERY WHERE ${where} ASYNC`).catch(() => undefined);
  }
}

/** The id of another running process that has the store open, from the file by which the engine locks it. */
function runningOwner(path: string): number | undefined {
  try {
    const owner = Number(/^PID: (\d+)/m.exec(readFileSync(join(path, 'status'), 'utf8'))?.[1]);
    return owner !== process.pid && process.kill(owner, 0) ? owner : undefined;
  } catch {
    return undefined;
  }
}

type Act<T> = (session: Session, sql: string) => Promise<T>;

/** The engine port, before its writes are counted and its memory is bounded. */
function portOf(store: ChdbStore, database: string): Omit<Engine, 'writes' | 'inTurn'> {
  return {
    kind: 'embedded',
    database,
    query: <Row>(query: Query<Row>, options: QueryOptions = {}) =>
      store.run(query, options, async (session, sql) => {
        const result = await session.queryAsync(sql, { format: 'JSONEachRow' });
        return rowsOf<Row>(result.bytes());
      }),
    command: (query, options = {}) => store.run(query, options, execute),
    insert: (table, rows) =>
      store.inSession('upkeep', undefined, async (session) => {
        if (typeof rows === 'object' && 'file' in rows) return insertFile(session, table, rows);
        const lines = typeof rows === 'string' ? rows : rows.map((row) => JSON.stringify(row)).join('\n');
        if (lines === '') return;
        await session.queryAsync(`INSERT INTO ${table} FORMAT JSONEachRow\n${lines}`).catch((error: unknown) => {
          throw toEngineError(error);
        });
      }),
    save: (query, file) => {
      const target = bind(`file({file:String}, 'Parquet')`, { file });
      const sql = `INSERT INTO FUNCTION ${target} ${bind(query.sql, query.params)}`;
      const settings = { ...query.settings, engine_file_truncate_on_insert: 1 };
      return store.run({ name: query.name, sql, settings }, { limits: 'upkeep' }, execute);
    },
    status: () => Promise.resolve({}), // in this process, so always reachable
    reopen: () => store.reopen(),
    close: () => store.close(),
  };
}

async function execute(session: Session, sql: string): Promise<void> {
  await session.queryAsync(sql);
}

/** The engine reads the file, on one thread and as one block. Look-ups go first where the process may change priorities (CAP_SYS_NICE). */
async function insertFile(
  session: Session,
  table: string,
  { file, columns, leastRowBytes = 1 }: RowFile,
): Promise<void> {
  const named = columns.join(', ');
  // the engine reads these characters as a glob pattern
  const isPattern = /[*?{}]/.test(file);
  const plain = isPattern ? join(tmpdir(), `sightline-${randomUUID()}.rows`) : file;
  try {
    if (isPattern) await copyFile(file, plain);
    const source = bind(`file({plain:String}, 'RowBinaryWithNamesAndTypes')`, { plain });
    const rows = Math.ceil((await stat(plain)).size / leastRowBytes);
    const settings = `${oneThread}, max_block_size = ${Math.min(rows, maxBlockRows)}`;
    await session.queryAsync(`INSERT INTO ${table} (${named}) SELECT ${named} FROM ${source} SETTINGS ${settings}`);
  } catch (error) {
    throw toEngineError(error);
  } finally {
    if (isPattern) await rm(plain, { force: true });
  }
}

const oneThread = `max_threads = 1, max_insert_threads = 1, os_threads_nice_value_query = ${priorities.upkeep}`;
/** The engine makes room for as many rows as a block may have. */
const maxBlockRows = 1_000_000;

/** Rows that are parsed in one go: about a millisecond. */
const parsedBytes = 65_536;
const decoder = new TextDecoder();

/** One row per line. Parsing many as one array takes a third of the time. */
async function rowsOf<Row>(lines: Uint8Array): Promise<Row[]> {
  if (lines.length <= parsedBytes) return parsed(lines);
  const rows: Row[] = [];
  await eachInSlices(blocksOf(lines), (block) => {
    for (const row of parsed<Row>(block)) rows.push(row);
  });
  return rows;
}

function* blocksOf(lines: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < lines.length;) {
    const end = lines.indexOf(newline, at + parsedBytes);
    const next = end < 0 ? lines.length : end + 1;
    yield lines.subarray(at, next);
    at = next;
  }
}

const newline = 10;

function parsed<Row>(lines: Uint8Array): Row[] {
  return JSON.parse(`[${decoder.decode(lines).trimEnd().replaceAll('\n', ',')}]`) as Row[];
}
