import type { Settings } from '#server/engine/engine.ts';

/** For groups by the beginning of the key of a table: they are made one after the other, and millions of them take little memory. */
export const groupsInOrder: Settings = {
  max_threads: 1,
  max_block_size: 8192,
  optimize_aggregation_in_order: 1,
  aggregation_in_order_max_block_bytes: 1_000_000,
};
