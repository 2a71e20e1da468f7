import type { Engine, Settings } from '#server/engine/engine.ts';

/** A block of 500,000 rows becomes one part, within more memory than the service gives a statement. */
const settings: Settings = {
  parallel_view_processing: 1,
  max_insert_threads: 1,
  max_block_size: 500_000,
  min_insert_block_size_rows: 500_000,
  min_insert_block_size_bytes: 0,
  max_memory_usage: 4_000_000_000,
};

/** Runs a statement that fills a table of a collection. */
export function fillTable(engine: Engine, sql: string): Promise<void> {
  return engine.command({ name: 'bench', sql, settings }, { limits: 'upkeep' });
}

/** Merges tables as the service does after an import, because look-ups over many parts are slow. */
export async function mergeTables(engine: Engine, names: readonly string[]): Promise<void> {
  for (const table of names)
    await engine.command({ name: 'bench', sql: `OPTIMIZE TABLE ${table} FINAL` }, { limits: 'upkeep' });
}
