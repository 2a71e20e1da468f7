import { type Engine, EngineError, type Query, type QueryOptions } from '#server/engine/engine.ts';
import type { JobResult } from '#server/jobs/job-store.ts';
import type { Page } from '#server/queries/page.ts';

/** with_metadata: results are counted up to this number. */
const MAX_COUNTED = 100_000;

interface CountedPage extends Page {
  /** How many rows were found, of at most limit + 1. */
  readonly found: number;
  /** The same search, for counting. */
  readonly search: (page: Page) => Query<unknown>;
  /** with_metadata=1: counting costs a second statement. */
  readonly isWanted: boolean;
}

/** The total number of results: known from the last page, otherwise counted if requested. */
export async function totalOf(
  engine: Engine,
  { limit, skip, found, search, isWanted }: CountedPage,
  options: QueryOptions,
): Promise<Pick<JobResult, 'totalAtLeast' | 'totalIsExact'>> {
  const known = found && skip + found;
  if (found <= limit && (found > 0 || skip === 0)) return { totalAtLeast: known, totalIsExact: true };
  if (!isWanted) return { totalAtLeast: known, totalIsExact: false };
  try {
    const [row] = await engine.query(countOf(search({ limit: MAX_COUNTED + 1, skip: 0 })), options);
    const total = row?.total ?? 0;
    if (total <= MAX_COUNTED) return { totalAtLeast: Math.max(total, known), totalIsExact: true };
    return { totalAtLeast: Math.max(MAX_COUNTED, known), totalIsExact: false };
  } catch (error) {
    const isTooMuch = error instanceof EngineError && (error.fault === 'timeout' || error.fault === 'too-large');
    if (!isTooMuch) throw error;
    return { totalAtLeast: known, totalIsExact: false };
  }
}

function countOf({ name, sql, params = {}, settings = {} }: Query<unknown>): Query<{ readonly total: number }> {
  return { name, sql: `SELECT count() AS total FROM (${sql})`, params, settings };
}
