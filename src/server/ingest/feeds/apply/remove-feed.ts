import type { SourceRemoval } from '#contract/generated/types.gen.ts';
import { activeDays, plusDays } from '#model/dates.ts';
import type { Engine, Params } from '#server/engine/engine.ts';
import { scoreTables } from '#server/ingest/collection-tables.ts';
import type { Derive } from '#server/ingest/derive.ts';
import { dictionaries, reloadDictionaries } from '#server/ingest/dictionaries.ts';
import type { Feed } from '#server/ingest/feeds/catalogue/feed.ts';
import { latestImports, recordImport } from '#server/ingest/ledger.ts';
import { historyUpTo, oweScores } from '#server/ingest/scores/refresh.ts';
import { settleFeed } from './apply-listings.ts';
import { settleRouting } from './apply-routing.ts';
import { reducingKinds } from './listing-changes.ts';

// Listings and facts of a source depend on nothing but what this source said, and allocations are kept for each import: all of it is
// deleted. Prefixes, countries and AS names of all sources are one history, in which the source with the best data of a day counts.
// What the others said that day was not kept, so they cannot be taken out.

type RemovedFeed = Pick<Feed, 'id' | 'importId'>;

const bySource = ['listings', 'listed_below', 'facts', 'retro_hunt'];
const byImport = ['allocations', 'asn_allocations', 'routing_snapshots'];

function paramsOf({ id, importId }: RemovedFeed): Params {
  return { source: `feed:${id}`, import: importId };
}

async function read<Row>(engine: Engine, sql: string, params: Params): Promise<Row> {
  const [row] = await engine.query<Row>({ name: 'removal', sql, params }, { limits: 'upkeep' });
  if (row === undefined) throw new Error('a SELECT without GROUP BY answers one row');
  return row;
}

const rowsHeld = [
  ...bySource.map((table) => `(SELECT count() FROM ${table} WHERE source = {source:String})`),
  ...byImport.map((table) => `(SELECT count() FROM ${table} WHERE import = {import:UInt32})`),
].join(' + ');

/** Whether the collection holds anything that a feed brought. @throws EngineError */
export async function holdsFeed(engine: Engine, feed: RemovedFeed): Promise<boolean> {
  return (await read<{ rows: number }>(engine, `SELECT ${rowsHeld} AS rows`, paramsOf(feed))).rows > 0;
}

/** Why what a feed brought cannot be taken out, in words; undefined when it can. @throws EngineError */
export async function whyFeedStays(engine: Engine, feed: RemovedFeed): Promise<string | undefined> {
  const { rows, shared } = await read<{ rows: number; shared: number }>(
    engine,
    `SELECT ${rowsHeld} AS rows,
       (SELECT count() FROM routing_snapshots
        WHERE import = {import:UInt32} AND kind IN ('prefixes', 'countries', 'asn_names')) AS shared`,
    paramsOf(feed),
  );
  if (shared > 0)
    return 'Routing data of several sources is one history: what the others said on its days was not kept, so this feed cannot be taken out. It can be switched off.';
  return rows === 0 ? 'The collection holds nothing of this feed.' : undefined;
}

/** What would leave the collection with a feed. @param today 'yyyy-mm-dd' @throws EngineError */
export async function previewFeedRemoval(
  engine: Engine,
  feed: RemovedFeed,
  today: string,
): Promise<Omit<Required<SourceRemoval>, 'scores_from'>> {
  const params = { ...paramsOf(feed), today };
  const own = 'source = {source:String}';
  const listings = await read<{ listings: number; listings_today: number; begun: string; ended: string }>(
    engine,
    `SELECT count() AS listings, countIf(expires >= {today:Date32}) AS listings_today,
       toString(min(first_listed)) AS begun, toString(max(last_listed)) AS ended
     FROM listings FINAL WHERE ${own}`,
    params,
  );
  const unlisted = await read<{ subjects_unlisted: number; subjects: string[] }>(
    engine,
    `SELECT count() AS subjects_unlisted, groupArray(5)(host) AS subjects
     FROM (SELECT host FROM listings WHERE host IN (SELECT host FROM listings WHERE ${own}) GROUP BY host HAVING min(${own}) ORDER BY host)`,
    params,
  );
  const others = await read<{ facts: number; allocations: number }>(
    engine,
    `SELECT (SELECT count() FROM facts FINAL WHERE ${own}) AS facts,
       (SELECT count() FROM allocations FINAL WHERE import = {import:UInt32})
         + (SELECT count() FROM asn_allocations FINAL WHERE import = {import:UInt32}) AS allocations`,
    params,
  );
  const { begun, ended, ...counts } = listings;
  const isListing = counts.listings > 0;
  return { ...counts, ...unlisted, ...others, from: isListing ? begun : '', to: isListing ? ended : '' };
}

/**
 * The first day whose scores depend on the feed, at most as long ago as scores are kept.
 * @param retentionDays of records: scores of earlier days could not be computed again, and stay @throws EngineError
 */
export async function firstScoredDay(
  engine: Engine,
  feed: RemovedFeed,
  { today, retentionDays }: { readonly today: string; readonly retentionDays?: number | undefined },
): Promise<string> {
  const { day } = await read<{ day: string }>(
    engine,
    `SELECT toString(min(begun)) AS day FROM (
       SELECT {today:Date32} AS begun
       UNION ALL SELECT toDate32(first_listed) FROM listings WHERE source = {source:String}
       UNION ALL SELECT valid_from FROM facts WHERE source = {source:String} AND kind IN (${reducingKinds}, 'toplist'))`,
    { ...paramsOf(feed), today },
  );
  const kept = retentionDays === undefined ? '' : plusDays(today, Math.min(0, activeDays - retentionDays));
  return [day, historyUpTo(today).from, kept].sort().at(-1) ?? today;
}

/**
 * Takes what a feed brought out of the collection, as if it had never come, and computes the scores from `scoresFrom` ('yyyy-mm-dd') on
 * again: first those of today, then the earlier days, which are missing meanwhile. A removal that was killed is repeated as a whole. @throws EngineError
 */
export async function removeFeed(
  engine: Engine,
  feed: RemovedFeed,
  { today, scoresFrom, derive }: { readonly today: string; readonly scoresFrom: string; readonly derive: Derive },
): Promise<void> {
  const run = (sql: string, params: Params = paramsOf(feed)) =>
    engine.command({ name: 'removal', sql, params }, { limits: 'upkeep' });
  await settleFeed(engine, feed.importId, () => Promise.resolve());
  await settleRouting(engine);
  // a start after a kill takes the missing rows for damage unless the ledger says why
  const line = (await latestImports(engine)).find(({ id }) => id === feed.importId);
  if (line) await recordImport(engine, { ...line, covers: [] }, 'removing', 0);
  await run("DELETE FROM imports WHERE import = {import:UInt32} AND state != 'removing'");
  for (const table of bySource) await run(`DELETE FROM ${table} WHERE source = {source:String}`);
  for (const table of byImport) await run(`DELETE FROM ${table} WHERE import = {import:UInt32}`);
  await reloadDictionaries(engine, dictionaries.routing);
  await derive({ ranges: true, scores: true });
  if (scoresFrom < today) {
    await oweScores(engine, scoresFrom);
    // a subject that has nothing listed any more gets a new row today, but none on an earlier day
    for (const table of scoreTables)
      await run(`DELETE FROM ${table} WHERE date >= {from:Date} AND date < {today:Date}`, { from: scoresFrom, today });
    await derive({ ranges: false, scores: true });
  }
  await run('DELETE FROM imports WHERE import = {import:UInt32}');
}
