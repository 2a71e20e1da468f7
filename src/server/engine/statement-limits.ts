import { availableParallelism } from 'node:os';
import type { Query, QueryOptions, Settings } from './engine.ts';
import { memoryShares, type MemoryShares } from './memory-budget.ts';
import { quoted } from './sql-text.ts';

/** What one statement may take, per kind of work. */
export interface Limits extends Readonly<Record<NonNullable<QueryOptions['limits']>, Settings>> {
  /** What all statements together may hold. */
  readonly memory: MemoryShares;
}

/** @param memoryBytes the most memory that all statements of this process may hold together */
export function statementLimits(memoryBytes: number): Limits {
  const memory = memoryShares(memoryBytes);
  // code made for a statement at its third run takes 30 to 80 ms to make, and look-ups and days of scores are over before it pays
  const uncompiled = { compile_expressions: 0, compile_aggregate_expressions: 0, compile_sort_description: 0 };
  return {
    memory,
    lookup: {
      ...uncompiled,
      max_execution_time: 10,
      max_memory_usage: memory.lookup.bytes,
      max_rows_to_read: 50_000_000,
      // a tenth of an exact look-up went into a thread that writes its few rows, and into a search for projections: there are none
      output_format_parallel_formatting: 0,
      optimize_use_projections: 0,
      optimize_use_implicit_projections: 0,
    },
    // a statement hears that it was cancelled between two blocks, and a regex may take 20 microseconds a row
    // the scans of all workers together leave cores to the look-ups that somebody waits for
    search: {
      ...uncompiled,
      max_threads: searchThreads(1),
      max_execution_time: 300,
      max_memory_usage: memory.search.bytes,
      max_rows_to_read: 0,
      max_block_size: 4096,
    },
    upkeep: {
      ...uncompiled,
      max_execution_time: 3600,
      max_memory_usage: memory.upkeep.bytes,
      max_rows_to_read: 0,
      // large groups go to the disk instead of failing
      max_bytes_before_external_group_by: Math.floor(memory.upkeep.bytes / 2),
      max_bytes_before_external_sort: Math.floor(memory.upkeep.bytes / 2),
    },
  };
}

/**
 * How many threads a search takes: one that runs alone half the cores, and two where there are two; one beside others a quarter.
 * All searches together may use every core, as two side by side do, so a lone one slows a look-up no more than they do.
 */
export function searchThreads(others: number): number {
  const cores = availableParallelism();
  return others === 0 ? Math.min(cores, Math.max(2, cores >> 1)) : Math.max(1, cores >> 2);
}

/**
 * SQL with its one SETTINGS clause. Inline, because settings given beside the statement become SET in chDB and stay on
 * that session for good.
 */
export function withSettings(
  sql: string,
  limits: Limits,
  query: Query<unknown>,
  options: QueryOptions,
  own: Settings = {},
): string {
  if (!/^\s*(--[^\n]*\n\s*)*(SELECT|WITH|INSERT)/i.test(sql)) return sql;
  const all = { ...limits[options.limits ?? 'lookup'], ...query.settings, ...own };
  const clause = Object.entries(all).map(
    ([name, value]) => `${name} = ${typeof value === 'number' ? value : quoted(value)}`,
  );
  return `${sql}\nSETTINGS ${clause.join(', ')}`;
}
