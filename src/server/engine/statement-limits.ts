import { availableParallelism } from 'node:os';
import type { Query, QueryOptions, Settings } from './engine.ts';
import { memoryShares, type MemoryShares } from './memory-budget.ts';
import { quoted } from './sql-text.ts';

/** What one statement may take, per kind of work. */
export interface Limits extends Readonly<Record<NonNullable<QueryOptions['limits']>, Settings>> {
  /** What all statements together may hold. */
  readonly memory: MemoryShares;
}

// code made for a statement at its third run takes 30 to 80 ms to make, and look-ups and days of scores are over before it pays
const uncompiled = { compile_expressions: 0, compile_aggregate_expressions: 0, compile_sort_description: 0 };
// a tenth of an exact look-up went into a thread that writes its few rows, and into a search for projections: there are none
const ofLookups = {
  output_format_parallel_formatting: 0,
  optimize_use_projections: 0,
  optimize_use_implicit_projections: 0,
};
/** The engine's own, where a session holds those of look-ups. */
const ofOthers = {
  output_format_parallel_formatting: 1,
  optimize_use_projections: 1,
  optimize_use_implicit_projections: 1,
};

/**
 * What a session of the embedded engine holds, so that look-ups need not name it: each name costs a hundredth of one. Nothing that could
 * end a statement, because those without a SETTINGS clause run with them, too.
 */
export const sessionSettings: Settings = { ...uncompiled, ...ofLookups };

/** @param memoryBytes the most memory that all statements of this process may hold together */
export function statementLimits(memoryBytes: number): Limits {
  const memory = memoryShares(memoryBytes);
  return {
    memory,
    lookup: {
      ...uncompiled,
      ...ofLookups,
      max_execution_time: 10,
      max_memory_usage: memory.lookup.bytes,
      max_rows_to_read: 50_000_000,
    },
    // a statement hears that it was cancelled between two blocks, and a regex may take 20 microseconds a row
    // the scans of all workers together leave cores to the look-ups that somebody waits for
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
 * @param held what the session has already
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
  const all = { ...limits[options.limits ?? 'lookup'], ...query.settings, ...own };
  return `${sql}\nSETTINGS ${settingsList(all, held)}`;
}

/** As in SET and SETTINGS. @param held left out where they are the same */
export function settingsList(settings: Settings, held: Settings = {}): string {
  let list = '';
  for (const name in settings) {
    const value = settings[name];
    if (value === undefined || value === held[name]) continue;
    list += `${list === '' ? '' : ', '}${name} = ${typeof value === 'number' ? value : quoted(value)}`;
  }
  return list;
}
