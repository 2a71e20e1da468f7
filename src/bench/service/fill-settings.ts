import type { Settings } from '#server/engine/engine.ts';

/** Of statements that fill a collection: a block of 500,000 rows becomes one part, within more memory than the service gives a statement. */
export const fillSettings: Settings = {
  parallel_view_processing: 1,
  max_insert_threads: 1,
  max_block_size: 500_000,
  min_insert_block_size_rows: 500_000,
  min_insert_block_size_bytes: 0,
  max_memory_usage: 4_000_000_000,
};
