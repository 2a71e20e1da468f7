import { join } from 'node:path';
import { benchFolder } from '#bench/bench-folder.ts';
import { dateToIsoDate } from '#model/dates.ts';
import { applyListings } from '#server/ingest/feeds/apply/apply-listings.ts';
import { readInThread } from '#server/ingest/reading-thread.ts';
import { latestImports } from '#server/ingest/ledger.ts';
import { refreshScores } from '#server/ingest/scores/refresh.ts';
import type { Engine } from '#server/engine/engine.ts';
import { testFeed } from '#test/server/feed-collection.ts';
import { childProgram } from '#test/server/service-process.ts';
import { listLine } from './documents.ts';
import { writeLines } from './formats.ts';

const feed = testFeed({ id: 'bench', importId: 99 });
const dayMilliseconds = 86_400_000;
/** The days of the list are numbered from here. */
const firstDay = Date.UTC(2026, 9, 1);

/**
 * Imports the next day of a generated list, beginning with yesterday's, from a file as for a feed. The scores are not refreshed:
 * `refreshLastDays` measures that. @returns milliseconds without the writing of the file
 */
export async function importNextDay(engine: Engine, listings: number): Promise<number> {
  const last = (await latestImports(engine, 'done')).find(({ id }) => id === feed.importId);
  const yesterday = Math.floor(Date.now() / dayMilliseconds) * dayMilliseconds - dayMilliseconds;
  const time = Math.max(yesterday, last ? Date.parse(last.asOf) + dayMilliseconds : 0);
  if (time > Date.now()) throw new Error('The folder holds the lists of today and yesterday: use it again tomorrow.');
  const dayNumber = Math.round((time - firstDay) / dayMilliseconds);
  const day = dateToIsoDate(new Date(time));
  const { folder, removeFolder } = benchFolder();
  const file = join(folder, 'list.txt');
  try {
    await writeLines(file, listings, (row) => listLine(row, dayNumber));
    const documents = [{ file: 'list.txt', name: file, at: time }];
    const read = readInThread(await childProgram('thread-program'));
    const startedAt = performance.now();
    const none = () => undefined;
    const reading = { folder, documents, feed };
    const batches = read(reading, { onDocument: none, onAsOf: none });
    const outcome = await applyListings(engine, {
      feed,
      asOf: () => day,
      today: day,
      batches,
      derive: () => Promise.resolve(),
    });
    if (outcome.reason !== undefined) throw new Error(outcome.reason);
    if (outcome.rows.listings < listings * 0.99) throw new Error(`only ${outcome.rows.listings} listings were read`);
    return performance.now() - startedAt;
  } finally {
    removeFolder();
  }
}

/** Refreshes scores as after an import, or after days without running. @param days number, ending today @returns milliseconds */
export async function refreshLastDays(engine: Engine, days: number): Promise<number> {
  const dayBefore = (back: number) => dateToIsoDate(new Date(Date.now() - back * dayMilliseconds));
  const startedAt = performance.now();
  await refreshScores(engine, { from: dayBefore(days - 1), to: dayBefore(0) });
  return performance.now() - startedAt;
}
