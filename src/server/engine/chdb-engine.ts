import { randomUUID } from 'node:crypto';
import { copyFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Session } from 'chdb';
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
import { type Limits, searchThreads, sessionSettings, settingsList, withSettings } from './statement-limits.ts';

export interface ChdbOptions {
  /** Absolute folder of the store; one process at a time. */
  readonly path: string;
  readonly database: string;
  /** Sessions side by side: one runs one statement at a time, two per core served most (engine.md). */
  readonly sessions: number;
  readonly limits: Limits;
}

/** About a second of exact look-ups on the smallest machine: whoever would wait longer is told at once. */
const maxWaitingLookups = 1000;
/** 10,000 names and their answers, escaped; the engine's own limit is 262,144. */
const maxStatementBytes = 16_777_216;
/** A statement that is not yet known to the engine when it is killed runs on: it is killed again until it has ended. */
const killAgainMilliseconds = 50;

/**
 * ClickHouse in this process. Opens the folder, makes the database, and hands statements to a fixed pool of sessions.
 * @throws EngineError when the folder cannot be opened.
 */
export async function openChdb({ path, database, sessions, limits }: ChdbOptions): Promise<Engine> {
  const openControl = async (): Promise<Session> => {
    try {
      const session = new Session(path);
      await session.queryAsync(`CREATE DATABASE IF NOT EXISTS ${database}`);
      return session;
    } catch (error) {
      throw toEngineError(error);
    }
  };
  let control = await openControl();
  const openSession = async (): Promise<Session> => {
    const session = new Session(path);
    await session.queryAsync(`USE ${database}`);
    // values are literals in the text of a statement here: a page of 10,000 names must fit in, each of up to 253 characters
    const held = settingsList({ ...sessionSettings, max_query_size: maxStatementBytes });
    await session.queryAsync(`SET ${held}`);
    return session;
  };
  const openSessions = () => Promise.all(Array.from({ length: sessions }, openSession));
  let opened = await openSessions();
  const pool = sessionPool(opened, maxWaitingLookups);
  const close = (): Promise<void> => {
    for (const session of [control, ...opened]) session.close();
    return Promise.resolve();
  };

  // A statement that fails or is killed leaves the rows it had written in its session, and chDB hands them out before those of
  // the next one: such a session goes, and a new one takes its place.
  const replace = async (spoilt: Session): Promise<Session> => {
    const session = await openSession();
    opened.splice(opened.indexOf(spoilt), 1, session);
    spoilt.close();
    return session;
  };

  /** Runs `work` on a session of its own. It is told how many others of its lane run beside it. */
  const inSession = async <T>(
    lane: Lane,
    signal: AbortSignal | undefined,
    work: (session: Session, others: number) => Promise<T>,
  ): Promise<T> => {
    const idle = pool.acquire(lane, signal);
    const session = idle instanceof Promise ? await idle : idle;
    try {
      const result = await work(session, pool.held(lane) - 1);
      pool.release(session, lane);
      return result;
    } catch (error) {
      pool.release(await replace(session), lane);
      throw error;
    }
  };

  // chDB ignores query_id and its client only stops waiting: KILL by log_comment from another session ends the work
  const kill = (id: string): Promise<unknown> =>
    control.queryAsync(`KILL QUERY WHERE Settings['log_comment'] = '${id}' ASYNC`).catch(() => undefined);

  let statementNumber = 0;
  async function run<T>(
    query: Query<unknown>,
    options: QueryOptions,
    act: (session: Session, sql: string) => Promise<T>,
  ): Promise<T> {
    const { signal, limits: lane = 'lookup' } = options;
    if (signal?.aborted) throw cancelled();
    const id = `${query.name}:${(statementNumber += 1)}`;
    const bound = bind(query.sql, query.params);
    return inSession(lane, signal, async (session, others) => {
      const threads = lane === 'search' && { max_threads: searchThreads(others), ...query.settings };
      const sql = withSettings(bound, limits, query, options, { ...threads, log_comment: id }, sessionSettings);
      let killing: NodeJS.Timeout | undefined;
      const onAbort = () => {
        void kill(id);
        killing = setInterval(() => void kill(id), killAgainMilliseconds);
      };
      signal?.addEventListener('abort', onAbort);
      try {
        if (signal?.aborted) throw cancelled();
        const result = await act(session, sql);
        // a statement that is killed may end without an error and without its rows: an empty answer that is not true
        if (signal?.aborted) throw cancelled();
        return result;
      } catch (error) {
        throw signal?.aborted ? cancelled() : toEngineError(error);
      } finally {
        clearInterval(killing);
        signal?.removeEventListener('abort', onAbort);
      }
    });
  }

  const engine = countWrites({
    kind: 'embedded',
    database,
    query: <Row>(query: Query<Row>, options: QueryOptions = {}) =>
      run(query, options, async (session, sql) => {
        const result = await session.queryAsync(sql, { format: 'JSONEachRow' });
        return rowsOf<Row>(result.text());
      }),
    command: (query, options = {}) =>
      run(query, options, async (session, sql) => {
        await session.queryAsync(sql);
      }),
    insert: (table, rows) =>
      inSession('upkeep', undefined, async (session) => {
        if (typeof rows === 'object' && 'file' in rows) return insertFile(session, table, rows);
        const lines = typeof rows === 'string' ? rows : rows.map((row) => JSON.stringify(row)).join('\n');
        if (lines === '') return;
        await session.queryAsync(`INSERT INTO ${table} FORMAT JSONEachRow\n${lines}`).catch((error: unknown) => {
          throw toEngineError(error);
        });
      }),
    save: (query, file) => {
      const target = bind(`file({file:String}, 'RowBinaryWithNamesAndTypes')`, { file });
      const sql = `INSERT INTO FUNCTION ${target} ${bind(query.sql, query.params)}`;
      const settings = { ...query.settings, engine_file_truncate_on_insert: 1 };
      return run({ name: query.name, sql, settings }, { limits: 'upkeep' }, async (session, text) => {
        await session.queryAsync(text);
      });
    },
    status: () => Promise.resolve({}), // in this process: it is there as long as who asks
    reopen: async () => {
      // only look-ups may take all
      await Promise.all(opened.map(() => pool.acquire('lookup')));
      await close();
      control = await openControl();
      opened = await openSessions();
      for (const session of opened) pool.release(session, 'lookup');
    },
    close,
  });
  return boundMemory(engine, limits.memory);
}

/** The engine reads the file by itself, on one thread and as one block. */
async function insertFile(session: Session, table: string, { file, columns }: RowFile): Promise<void> {
  const named = columns.join(', ');
  // the engine takes these characters for a pattern
  const isPattern = /[*?{}]/.test(file);
  const plain = isPattern ? join(tmpdir(), `sightline-${randomUUID()}.rows`) : file;
  try {
    if (isPattern) await copyFile(file, plain);
    const source = bind(`file({plain:String}, 'RowBinaryWithNamesAndTypes')`, { plain });
    await session.queryAsync(`INSERT INTO ${table} (${named}) SELECT ${named} FROM ${source} SETTINGS ${oneBlock}`);
  } catch (error) {
    throw toEngineError(error);
  } finally {
    if (isPattern) await rm(plain, { force: true });
  }
}

const oneBlock = 'max_threads = 1, max_insert_threads = 1, max_block_size = 1000000';

/** One row a line: parsing them as one array takes a third of the time. */
function rowsOf<Row>(lines: string): Row[] {
  return JSON.parse(`[${lines.trimEnd().replaceAll('\n', ',')}]`) as Row[];
}

/** Who asks for a session: each kind of work has a share of them. */
export type Lane = NonNullable<QueryOptions['limits']>;

interface SessionPool<S> {
  /**
   * A session of its own until `release`: at once when one is idle.
   * @throws EngineError `overloaded` when too many wait already, `cancelled` when the signal fires first
   */
  acquire(lane: Lane, signal?: AbortSignal): S | Promise<S>;
  release(session: S, lane: Lane): void;
  /** How many sessions the lane has now. */
  held(lane: Lane): number;
}

interface Waiting<S> {
  readonly lane: Lane;
  readonly resolve: (session: S) => void;
}

/**
 * Hands out sessions first come, first served, but no lane more than its share: searches that scan hold half of them at
 * most and upkeep a quarter, so that exact look-ups always find one that is free soon. Only they may take all.
 * @param maxWaiting look-ups that may wait; one more is refused at once, because its turn would come too late
 */
export function sessionPool<S>(sessions: readonly S[], maxWaiting: number): SessionPool<S> {
  const idle = [...sessions];
  const waiting: Waiting<S>[] = [];
  const held: Record<Lane, number> = { lookup: 0, search: 0, upkeep: 0 };
  const share: Readonly<Record<Lane, number>> = {
    lookup: sessions.length,
    search: Math.max(1, Math.floor(sessions.length / 2)),
    upkeep: Math.max(1, Math.floor(sessions.length / 4)),
  };
  const lookupsWaiting = () => waiting.filter(({ lane }) => lane === 'lookup').length;

  const serve = (): void => {
    while (idle.length > 0) {
      const at = waiting.findIndex(({ lane }) => held[lane] < share[lane]);
      const next = waiting[at];
      const session = next === undefined ? undefined : idle.pop();
      if (next === undefined || session === undefined) return;
      waiting.splice(at, 1);
      held[next.lane] += 1;
      next.resolve(session);
    }
  };

  return {
    acquire(lane, signal) {
      if (signal?.aborted) return Promise.reject(cancelled());
      // whatever waits now waits for its lane
      const free = held[lane] < share[lane] ? idle.pop() : undefined;
      if (free !== undefined) {
        held[lane] += 1;
        return free;
      }
      if (lane === 'lookup' && idle.length === 0 && lookupsWaiting() >= maxWaiting)
        return Promise.reject(new EngineError('overloaded', `${maxWaiting} look-ups wait for a session already`));
      return new Promise((resolve, reject) => {
        const onAbort = () => {
          waiting.splice(waiting.indexOf(entry), 1);
          reject(cancelled());
        };
        const entry: Waiting<S> = {
          lane,
          resolve: (session) => {
            signal?.removeEventListener('abort', onAbort);
            resolve(session);
          },
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        waiting.push(entry);
        serve();
      });
    },
    release(session, lane) {
      held[lane] -= 1;
      idle.push(session);
      serve();
    },
    held: (lane) => held[lane],
  };
}
