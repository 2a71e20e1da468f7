import { availableParallelism } from 'node:os';
import PQueue from 'p-queue';
import { errorText } from '#model/errors.ts';

/** A value that a typed placeholder can take; arrays are for `Array(T)`. */
export type ParamValue = string | number | bigint | boolean | Date | readonly ParamValue[];
export type Params = Readonly<Record<string, ParamValue>>;
export type Settings = Readonly<Record<string, string | number>>;

/**
 * A query is data: SQL with typed placeholders (`{name:Type}`), their values, and the settings of this one statement.
 * `name` is the operationId it serves; it labels metrics and the statement in the engine's own log. A SELECT or INSERT never
 * carries a SETTINGS clause of its own, because the engine adds its limits there. Other statements run without limits: `settings`
 * do not reach them, so they carry their own clause.
 */
export interface Query<Row> {
  readonly name: string;
  readonly sql: string;
  readonly params?: Params;
  readonly settings?: Settings;
  /** Present on look-ups by key: several that wait may be answered by one statement. */
  readonly batch?: Batch<Row>;
  /** Never present: it carries the row type. */
  readonly row?: Row;
}

/** How look-ups that differ in their key only are answered by one statement. */
interface Batch<Row> {
  readonly key: string;
  /** The most keys that one statement may take, which limits its rows. */
  readonly maxKeys: number;
  /**
   * The statement for several keys. Its rows have one more column, `batchKey`, which says which key they belong to; the rows
   * of one key are exactly those that the look-up alone would give, in the same order.
   */
  readonly statement: (keys: readonly string[]) => Query<Row & { readonly batchKey: string }>;
}

export interface QueryOptions {
  /** Cancels the statement in the engine, not only the wait for it. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Which limits apply: a look-up that a caller waits for, one of many statements of a heavy answer (`list`), a search that may run as a
   * job, or upkeep of the collection.
   */
  readonly limits?: 'lookup' | 'list' | 'search' | 'upkeep';
}

/**
 * The port to the collection. It has three implementations: chDB in this process, a ClickHouse server over HTTP, and a
 * cluster of such servers. No query knows which one answers. 64-bit integers arrive as JSON numbers; hashes that would lose digits are
 * turned into strings in SQL.
 * @throws EngineError
 */
export interface Engine {
  readonly kind: 'embedded' | 'server';
  /** The database that holds the collection; unqualified table names resolve to it. */
  readonly database: string;
  query<Row>(query: Query<Row>, options?: QueryOptions): Promise<Row[]>;
  /** Runs a statement without an answer (DDL, INSERT ... SELECT, SYSTEM). */
  command(query: Query<never>, options?: QueryOptions): Promise<void>;
  /**
   * One insert is one block: up to 1,000,000 rows arrive together or not at all. Text holds one row per line, as a JSON object.
   */
  insert(table: string, rows: readonly object[] | string | RowFile): Promise<void>;
  /** Writes the rows of a query as a Parquet file; an existing file is replaced. @param file absolute */
  save(query: Query<never>, file: string): Promise<void>;
  /** Whether the collection can be read and written right now; asks a server, and takes a few seconds at most. */
  status(): Promise<StoreStatus>;
  /** How many commands and inserts of this process have ended: an answer read before the last of them may be stale. */
  writes(): number;
  /** Runs work that must not run twice at once, such as a refresh of scores: it begins when all earlier work has ended. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /** The cluster, if the collection is spread over one. */
  readonly cluster?: Cluster;
  /**
   * Closes the embedded store and opens it again, which frees memory that filling it took. It waits for running statements; later ones
   * wait for it. Dictionaries are loaded again at first use.
   * @throws EngineError when the store cannot be opened again; the engine is unusable then
   */
  readonly reopen?: () => Promise<void>;
  close(): Promise<void>;
}

/** The cluster that the collection is spread over. */
interface Cluster {
  readonly name: string;
  /** `replicated`: Keeper keeps the replicas of a table equal. `shards`: each shard has one replica, and tables are plain. */
  readonly form: 'shards' | 'replicated';
  /** In the order of their numbers. */
  readonly shards: readonly Shard[];
  /** The nodes that answer, as far as is known; in the order of the configuration. */
  nodes(): readonly ClusterNode[];
}

/** One replica of one shard. */
export interface ClusterNode {
  /** host:port of the native protocol, as the cluster names it. */
  readonly address: string;
  /** Counted from 1. */
  readonly shard: number;
  /** Reads and changes this node alone, by the local names of its tables. */
  readonly engine: Engine;
}

/** A part of the collection with its own blocks of rows. */
export interface Shard {
  /** Counted from 1. */
  readonly shard: number;
  /** Reads and changes one replica of this shard, by the local names of its tables. */
  readonly engine: Engine;
  /** The local name of a table of the schema, which holds the shard's share of the rows or all of them. */
  localTable(table: string): string;
  /** Inserts the rows of a file that belong to the shard, as one block. @param into another table of the same columns */
  insertShare(table: string, rows: RowFile, into?: string): Promise<void>;
  /**
   * Waits until the replica that is asked has every row of these tables that another one has acknowledged.
   * @throws EngineError while it cannot get them
   */
  settle(tables: readonly string[]): Promise<void>;
}

/** An engine without a cluster as a single shard: it holds all rows, under the names of the schema. */
function wholeStore(engine: Engine): Shard {
  return {
    engine,
    shard: 1,
    localTable: (table: string) => table,
    settle: () => Promise.resolve(),
    insertShare: (table, rows, into = table) => engine.insert(into, rows),
  };
}

/** Statements of one heavy answer that run or wait in the engine: those beyond would hold memory that look-ups wait for. */
const statementsPerList = Math.max(2, availableParallelism() >> 2);

/** The same engine for one heavy answer: its statements leave sessions and memory to the look-ups of others. */
export function asList(engine: Engine): Engine {
  const turns = new PQueue({ concurrency: statementsPerList });
  return {
    ...engine,
    query: (query, options = {}) =>
      turns.add(() => engine.query(query, { ...options, limits: options.limits ?? 'list' })),
  };
}

/** Where blocks of rows go: the shards of a cluster, or the engine. */
export function shardsOf(engine: Engine): readonly Shard[] {
  return engine.cluster?.shards ?? [wholeStore(engine)];
}

/** Rows in a file, which go to the engine without passing through JavaScript: large inserts are three times as fast. */
export interface RowFile {
  /** Absolute, in RowBinaryWithNamesAndTypes. */
  readonly file: string;
  /** Its columns in order. */
  readonly columns: readonly string[];
  /** No row has fewer bytes. */
  readonly leastRowBytes?: number;
}

/** What stops the collection from being read or written, in words for the operator; empty when nothing does. */
export interface StoreStatus {
  /** Why nothing can be read. */
  readonly outage?: string;
  /** Why the last write failed: the disk is full or read-only. Look-ups still work. */
  readonly writeFault?: string;
}

/** Kinds of failure that the service tells apart. */
export type EngineFault =
  | 'invalid-regex'
  | 'timeout'
  | 'too-large'
  | 'memory'
  | 'overloaded'
  | 'cancelled'
  | 'unreachable'
  | 'disk-full'
  | 'read-only'
  | 'denied'
  | 'damaged'
  | 'failed';

export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly fault: EngineFault;
  /** The shard of a cluster that cannot be reached, counted from 1. */
  readonly shard: number | undefined;
  constructor(fault: EngineFault, message: string, options?: ErrorOptions & { readonly shard?: number | undefined }) {
    super(message, options);
    this.fault = fault;
    this.shard = options?.shard;
  }
}

export function cancelled(): EngineError {
  return new EngineError('cancelled', 'no caller is waiting for this statement any more');
}

const faultByCode: Readonly<Record<string, EngineFault>> = {
  '427': 'invalid-regex', // CANNOT_COMPILE_REGEXP: the engine's RE2 decides what is "valid re2"
  '159': 'timeout', // TIMEOUT_EXCEEDED
  '160': 'timeout', // TOO_SLOW
  '158': 'too-large', // TOO_MANY_ROWS
  '241': 'memory', // MEMORY_LIMIT_EXCEEDED
  '307': 'too-large', // TOO_MANY_BYTES
  '396': 'too-large', // TOO_MANY_ROWS_OR_BYTES
  '394': 'cancelled', // QUERY_WAS_CANCELLED
  '202': 'overloaded', // TOO_MANY_SIMULTANEOUS_QUERIES
  '209': 'unreachable', // SOCKET_TIMEOUT, between the nodes of a cluster
  '210': 'unreachable', // NETWORK_ERROR
  '279': 'unreachable', // ALL_CONNECTION_TRIES_FAILED
  '999': 'unreachable', // KEEPER_EXCEPTION
  '242': 'read-only', // TABLE_IS_READ_ONLY: a replica without Keeper
  '497': 'denied', // ACCESS_DENIED
  '516': 'denied', // AUTHENTICATION_FAILED
  '40': 'damaged', // CHECKSUM_DOESNT_MATCH
  '226': 'damaged', // NO_FILE_IN_DATA_PART
  '246': 'damaged', // CORRUPTED_DATA
  '243': 'disk-full', // NOT_ENOUGH_SPACE
};

/** Reads the fault from an error of a client library: ClickHouse's number is at the head of the message or, over HTTP, in `code`. */
export function toEngineError(cause: unknown): EngineError {
  if (cause instanceof EngineError) return cause;
  const message = errorText(cause);
  const given = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
  const code = /^Code: (\d+)\./.exec(message)?.[1] ?? given;
  return new EngineError(faultOf(code, message), message, { cause });
}

function faultOf(code: string, message: string): EngineFault {
  if (/^(ECONN|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|EAI_|UND_ERR)/.test(code)) return 'unreachable';
  // writes fail with many codes; the message of the operating system is the same in all of them
  if (/No space left on device|Disk quota exceeded|ENOSPC|EDQUOT/.test(message)) return 'disk-full';
  if (/Read-only file system|EROFS/.test(message)) return 'read-only';
  return faultByCode[code] ?? 'failed';
}
