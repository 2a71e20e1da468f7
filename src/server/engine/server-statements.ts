import { randomUUID } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import { bind } from './bind.ts';
import { cancelled, EngineError, toEngineError, type Query, type QueryOptions } from './engine.ts';
import { withSettings, type Limits } from './statement-limits.ts';
import type { StoreWatch } from './store-watch.ts';

/** How much longer than its limit a statement may take before the server counts as silent. */
const graceMilliseconds = 5000;

interface StatementTools {
  readonly client: ClickHouseClient;
  readonly watch: StoreWatch;
  readonly limits: Limits;
  /** Statement ids begin with this name and a colon. */
  readonly process: string | undefined;
}

/** The statements of one process on a ClickHouse server: their ids, time limits, and how they end. */
export class ServerStatements {
  readonly #tools: StatementTools;

  constructor(tools: StatementTools) {
    this.#tools = tools;
  }

  newId(): string {
    const { process } = this.#tools;
    return process === undefined ? randomUUID() : `${process}:${randomUUID()}`;
  }

  /** Runs a statement within the limits of its lane. Once its caller has gone, it is killed on the server. @throws EngineError */
  async run<T>(
    query: Query<unknown>,
    options: QueryOptions,
    act: (request: ReturnType<typeof requestOf> & { readonly abort_signal: AbortSignal }) => Promise<T>,
  ): Promise<T> {
    const { watch, limits } = this.#tools;
    const { signal, limits: lane = 'lookup' } = options;
    if (signal?.aborted) throw cancelled();
    const id = this.newId();
    const seconds = Number(query.settings?.['max_execution_time'] ?? limits[lane]['max_execution_time']);
    // upkeep is not cancelled when the server pauses for a moment
    const signals = [...(signal ? [signal] : []), ...(lane === 'upkeep' ? [] : [watch.outageSignal()])];
    try {
      return await this.withinTime(seconds * 1000 + graceMilliseconds, signals, (ending) => {
        ending.addEventListener('abort', () => void this.#kill(id), { once: true });
        return act({ ...requestOf(query, options, limits, id), abort_signal: ending });
      });
    } catch (error) {
      throw signal?.aborted ? cancelled() : error;
    }
  }

  /**
   * Settles with the answer or when the time is over. The kernel accepts connections for a server that hangs, so the wait would
   * otherwise last until the connection breaks. @throws EngineError
   */
  async withinTime<T>(
    milliseconds: number,
    signals: readonly AbortSignal[],
    act: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const { watch } = this.#tools;
    if (watch.outage !== undefined) throw new EngineError('unreachable', watch.outage);
    const ending = new AbortController();
    const end = () => ending.abort();
    let isSilent = false;
    const timer = setTimeout(() => {
      isSilent = true;
      end();
    }, milliseconds);
    for (const signal of signals) signal.addEventListener('abort', end);
    try {
      return await Promise.race([act(ending.signal), rejectedBy(ending.signal)]);
    } catch (error) {
      if (isSilent) throw this.#unreachable(`the ClickHouse server gave no answer within ${milliseconds} ms`);
      if (watch.outage !== undefined) throw this.#unreachable(watch.outage, error);
      const known = toEngineError(error);
      throw known.fault === 'unreachable' ? this.#unreachable(known.message, error) : known;
    } finally {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener('abort', end);
    }
  }

  /** Hanging up does not end a statement that was sent by POST, so it is killed by its id. */
  #kill(id: string): Promise<unknown> {
    return this.withinTime(graceMilliseconds, [], (abort_signal) =>
      this.#tools.client.command({
        query: 'KILL QUERY WHERE query_id = {id:String} ASYNC',
        query_params: { id },
        abort_signal,
      }),
    ).catch(() => undefined);
  }

  #unreachable(reason: string, cause?: unknown): EngineError {
    this.#tools.watch.suspect();
    return new EngineError('unreachable', reason, { cause });
  }
}

function requestOf(query: Query<unknown>, options: QueryOptions, limits: Limits, id: string) {
  const { sql, params = {} } = query;
  // a server takes values up to 128 KB and URLs up to 1 MB: longer lists are written into the SQL text, as in chDB
  const isLong = Object.values(params).some((value) => Array.isArray(value) && value.length > maxListedInUrl);
  return {
    query: withSettings(isLong ? bind(sql, params) : sql, limits, query, options, { log_comment: query.name }),
    query_id: id,
    ...(!isLong && { query_params: params as Record<string, unknown> }),
    ...(isLong && { clickhouse_settings: { max_query_size: '16777216' } }),
  };
}

/** This many names of 253 characters fit into the URL, percent-encoded or not. */
const maxListedInUrl = 150;

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(cancelled()), { once: true });
  });
}
