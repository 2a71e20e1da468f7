import { availableParallelism } from 'node:os';
import type { Query, QueryOptions, Settings } from './engine.ts';
import { memoryShares, type MemoryShares } from './memory-budget.ts';
import { quoted } from './sql-text.ts';

/** Limits of one statement, per kind of work. */
export interface Limits extends Readonly<Record<NonNullable<QueryOptions['limits']>, Settings>> {
  /** The memory that all statements together may hold. */
  readonly memory: MemoryShares;
}

// compiling a statement at its third run takes 30 to 80 ms, and look-ups and days of scores end before that pays off
const uncompiled = { compile_expressions: 0, compile_aggregate_expressions: 0, compile_sort_description: 0 };
// the thread that formats the few rows and the search for projections, which look-ups cannot use, take a tenth of an exact look-up
const ofLookups = {
  output_format_parallel_formatting: 0,
  optimize_use_projections: 0,
  optimize_use_implicit_projections: 0,
};
/** The engine's defaults, for a session that holds the settings of look-ups. */
const ofOthers = {
  output_format_parallel_formatting: 1,
  optimize_use_projections: 1,
  optimize_use_implicit_projections: 1,
};

/**
 * Settings of each session of the embedded engine, so that look-ups need not name them: each one named costs 1 % of a look-up. None may
 * end a statement, because statements without a SETTINGS clause run with them, too.
 */
export const sessionSettings: Settings = { ...uncompiled, ...ofLookups };

/** @param memoryBytes the most memory that all statements of this process may hold together */
export function statementLimits(memoryBytes: number): Limits {
  const memory = memoryShares(memoryBytes);
  const lookup = {
    ...uncompiled,
    ...ofLookups,
    max_execution_time: 10,
    max_memory_usage: memory.lookup.bytes,
    max_rows_to_read: 50_000_000,
  };
  return {
    memory,
    lookup,
    list: lookup,
    // a statement can be cancelled only between two blocks, and a regex may take 20 microseconds a row
    // the scans of all workers together leave cores for look-ups
    search: {
      ...uncompiled,
      ...ofOthers,
      max_threads: searchThreads(1),
      max_execution_time: 300,
      max_memory_usage: memory.search.bytes,
      max_rows_to_read: 0,
      max_block_size: 4096,
    },
    upkeep: {
      ...uncompiled,
      ...ofOthers,
      max_execution_time: 3600,
      max_memory_usage: memory.upkeep.bytes,
      max_rows_to_read: 0,
      // large groups spill to disk instead of failing
      max_bytes_before_external_group_by: Math.floor(memory.upkeep.bytes / 2),
      max_bytes_before_external_sort: Math.floor(memory.upkeep.bytes / 2),
    },
  };
}

/**
 * Threads of a search: half the cores when it runs alone, but two where there are two; a quarter beside other searches. Several
 * searches together may use every core in any case, so a lone one slows look-ups no more than they do.
 */
export function searchThreads(others: number): number {
  const cores = availableParallelism();
  return others === 0 ? Math.min(cores, Math.max(2, cores >> 1)) : Math.max(1, cores >> 2);
}

/**
 * SQL with its one SETTINGS clause. Inline, because settings passed beside the statement become SET in chDB and stay on
 * that session for good.
 * @param held settings that the session has already
 */
export function withSettings(
  sql: string,
  limits: Limits,
  query: Query<unknown>,
  options: QueryOptions,
  own: Settings = {},
  held: Settings = {},
): string {
  if (!/^\s*(--[^\n]*\n\s*)*(SELECT|WITH|INSERT)/i.test(sql)) return sql;
  // Object.assign takes a ninth of the time of a literal with spreads
  const all = Object.assign({}, limits[options.limits ?? 'lookup'], query.settings, own);
  return `${sql}\nSETTINGS ${settingsList(all, held)}`;
}

/** Formatted as in SET and SETTINGS. @param held settings that are left out where equal */
export function settingsList(settings: Settings, held: Settings = {}): string {
  let list = '';
  for (const name in settings) {
    const value = settings[name];
    if (value === undefined || value === held[name]) continue;
    list += `${list === '' ? '' : ', '}${name} = ${typeof value === 'number' ? value : quoted(value)}`;
  }
  return list;
}
