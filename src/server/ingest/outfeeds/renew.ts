import { createHash } from 'node:crypto';
import { chunksOf } from '#model/chunks.ts';
import { errorText } from '#model/errors.ts';
import { type JudgementKind, judgementKey } from '#model/judgement.ts';
import { SCORE_BANDS } from '#model/score-band.ts';
import type { Engine } from '#server/engine/engine.ts';
import { groupsInOrder } from '#server/queries/groups-in-order.ts';
import type { Judgements } from '#server/queries/judgements.ts';
import { type OutfeedRow, outfeedsQuery } from '#server/queries/outfeeds.ts';
import { neverPublished } from './never-published.ts';
import { unpublishable, type WantedRow, wantedSql } from './wanted.ts';

/** Looks up the risk scores of at most `mostScored` values of one kind; null for one about which nothing is known. @throws EngineError */
export type RiskScorer = (
  kind: 'domain' | 'address',
  values: readonly string[],
) => Promise<ReadonlyMap<string, number | null>>;

/** The names and addresses that a search finds. @throws ApiError, EngineError */
export type SearchValues = (request: string, signal: AbortSignal | undefined) => Promise<readonly string[]>;

export interface RenewOptions {
  readonly now: Date;
  /** 'yyyy-mm-dd' */
  readonly today: string;
  readonly scoreOf: RiskScorer;
  readonly found: SearchValues;
  readonly judgements: () => Promise<Judgements>;
  readonly signal?: AbortSignal;
}

/** Values of a search in one statement. */
const searchedAtOnce = 1000;

/**
 * Renews the feeds whose last renewal read another state of the collection, or was on another day. The run of each is noted; one that
 * fails does not stop the others, and keeps its entries. @returns how many were renewed @throws EngineError when a run cannot be noted
 */
export async function renewOutfeeds(engine: Engine, options: RenewOptions): Promise<number> {
  const feeds = await engine.query(outfeedsQuery());
  if (feeds.length === 0) return 0;
  const judgements = await options.judgements();
  const never = markOfJudgements(judgements, ['never-flag']);
  const collection = await markOf(engine, options.today);
  const judged = markOfJudgements(judgements, ['bad', 'tag']);
  const isNever = neverPublished(judgements);
  let count = 0;
  for (const feed of feeds) {
    const mark = [collection, ...(feed.holds === 'judged' ? [judged] : []), never].join(' ');
    if (feed.mark === mark || (feed.mark.endsWith(` ${never}`) && isEarly(feed, options.now))) continue;
    await renewOne(engine, feed, { ...options, mark, isNever });
    count += 1;
  }
  return count;
}

/** Scores take about a millisecond each, so feeds that need them are renewed at most once an hour after imports. */
const scoresMilliseconds = 3_600_000;

function isEarly({ holds, state, ranAt }: OutfeedRow, now: Date): boolean {
  const ran = Date.parse(`${ranAt.replace(' ', 'T')}Z`);
  return holds === 'score' && state === 'renewed' && now.getTime() - ran < scoresMilliseconds;
}

/** Identifies the day, the imports of the collection and the runs of the detectors. */
async function markOf(engine: Engine, today: string): Promise<string> {
  const [row] = await engine.query<{ readonly mark: string }>({
    name: 'outfeeds',
    sql: `
      SELECT concat(
        (SELECT concat(toString(count()), ' ', toString(max(at))) FROM imports WHERE state IN ('done', 'removed')), ' ',
        (SELECT toString(max(at)) FROM detector_runs)) AS mark`,
  });
  return `${today} ${row?.mark ?? ''}`;
}

/** Identifies the judgements of some kinds. */
function markOfJudgements({ all }: Judgements, kinds: readonly JudgementKind[]): string {
  const own = all.flatMap((each) => (kinds.includes(each.kind) ? [`${judgementKey(each)} ${each.below}`] : []));
  return createHash('sha256').update(own.toSorted().join('\n')).digest('base64url').slice(0, 16);
}

interface Renewal extends RenewOptions {
  readonly mark: string;
  /** Whether the never-flag list keeps a value out of all feeds. */
  readonly isNever: (value: string) => boolean;
}

async function renewOne(engine: Engine, feed: OutfeedRow, options: Renewal): Promise<void> {
  const { name, changed, domains, addresses, leftOut } = feed;
  const before = { changed, domains, addresses, left_out: leftOut };
  const row = await renewed(engine, feed, options).catch((error: unknown) => {
    options.signal?.throwIfAborted();
    // without a mark, the next minute tries again
    return { ...before, state: 'failed', error: errorText(error), mark: '' };
  });
  await engine.insert('service_outfeed_runs', [{ feed: name, mark: options.mark, ...row }]);
}

async function renewed(engine: Engine, feed: OutfeedRow, options: Renewal) {
  await engine.command({ name: 'outfeeds', sql: 'TRUNCATE TABLE service_outfeed_wanted' });
  const found =
    feed.holds === 'search' ? chunksOf(await options.found(feed.request, options.signal), searchedAtOnce) : [[]];
  for (const values of found) {
    const { sql, params } = wantedSql(feed, { today: options.today, values });
    await engine.command(
      {
        name: 'outfeeds',
        sql: `INSERT INTO service_outfeed_wanted (value, kind, confidence, labels, reason) SELECT value, form, sure, words, reason FROM (${sql})`,
        params,
        settings: groupsInOrder,
      },
      { limits: 'upkeep', signal: options.signal },
    );
  }
  await leaveOut(engine, feed, options);
  await applyChanges(engine, feed, options);
  const [counts] = await engine.query<{ changed: number; domains: number; addresses: number }>({
    name: 'outfeeds',
    sql: `
      SELECT toUnixTimestamp64Micro(max(greatest(added, gone))) AS changed,
        toUInt32(countIf(gone = toDateTime64(0, 6, 'UTC') AND kind = 'domain')) AS domains,
        toUInt32(countIf(gone = toDateTime64(0, 6, 'UTC') AND kind != 'domain')) AS addresses
      FROM service_outfeed_entries FINAL WHERE feed = {feed:String}`,
    params: { feed: feed.name },
    settings: groupsInOrder,
  });
  const left = await engine.query<{ reason: string; count: number }>({
    name: 'outfeeds',
    sql: `
      SELECT reason, toUInt32(count()) AS count FROM (
        SELECT value, max(reason) AS reason FROM service_outfeed_wanted GROUP BY value)
      WHERE reason NOT IN ('', {outOfBand:String}) GROUP BY reason ORDER BY reason`,
    params: { outOfBand },
    settings: groupsInOrder,
  });
  await engine.command({ name: 'outfeeds', sql: 'TRUNCATE TABLE service_outfeed_wanted' });
  const { changed = 0, domains = 0, addresses = 0 } = counts ?? {};
  return {
    state: 'renewed',
    error: '',
    domains,
    addresses,
    changed: changed || feed.created * 1e6,
    left_out: left.map(({ reason, count }) => [reason, count]),
  };
}

/** Marks what does not belong to the feed because of its score: it is not counted as left out. */
const outOfBand = 'out of band';
/** Values that are judged at a time, and of which the scores are looked up at a time. */
const judged = 10_000;
const mostScored = 100;

/** Adds a row with the reason for each value that the feed does not hold. */
async function leaveOut(
  engine: Engine,
  { holds, band }: OutfeedRow,
  { scoreOf, isNever, signal }: Renewal,
): Promise<void> {
  for (let after = ''; ;) {
    signal?.throwIfAborted();
    const page = await engine.query<WantedRow>(
      {
        name: 'outfeeds',
        sql: `
          SELECT value, kind FROM service_outfeed_wanted WHERE value > {after:String} AND reason = ''
          ORDER BY value LIMIT ${judged}`,
        params: { after },
        settings: groupsInOrder,
      },
      { limits: 'upkeep' },
    );
    const rows = page.map((row) => ({
      reason: unpublishable(row) || (isNever(row.value) ? 'on the never-flag list' : ''),
      ...row,
    }));
    const fitting = rows.filter(({ reason }) => reason === '');
    const inBand = holds === 'score' ? await valuesInBand(fitting, band, scoreOf, signal) : undefined;
    const left = rows.flatMap((row) => {
      if (row.reason !== '') return [row];
      return inBand && !inBand.has(row.value) ? [{ ...row, reason: outOfBand }] : [];
    });
    if (left.length > 0) await engine.insert('service_outfeed_wanted', left);
    if (page.length < judged) return;
    after = page.at(-1)?.value ?? '';
  }
}

/** The values whose risk score is in a band or above. @param signal stops it between two look-ups @throws EngineError */
export async function valuesInBand(
  rows: readonly WantedRow[],
  band: OutfeedRow['band'],
  scoreOf: RiskScorer,
  signal?: AbortSignal,
): Promise<ReadonlySet<string>> {
  const lowest = SCORE_BANDS.find((each) => each.name === band)?.min ?? 100;
  const found = new Set<string>();
  for (const kind of ['domain', 'address'] as const) {
    const values = rows.flatMap((row) => (row.kind === kind ? [row.value] : []));
    for (const batch of chunksOf(values, mostScored)) {
      signal?.throwIfAborted();
      const scores = await scoreOf(kind, batch);
      for (const value of batch) if ((scores.get(value) ?? 0) >= lowest) found.add(value);
    }
  }
  return found;
}

/** The namespace of the ids of entries (UUID version 5). */
const namespace = '83467552611144e7a5030096a01de7cd';

/** SQL of the UUID of an entry: version 5, of "feed value microseconds". */
const uuid = `
  toUUID(concat(substring(digest, 1, 8), '-', substring(digest, 9, 4), '-5', substring(digest, 14, 3), '-',
    substring('89ab89ab89ab89ab', position('0123456789abcdef', substring(digest, 17, 1)), 1), substring(digest, 18, 3), '-',
    substring(digest, 21, 12)))`;

/** Values that are compared at a time: more would not fit into the memory of a statement. */
const comparedAtOnce = 200_000;

/**
 * Adds what is new, and what is gone. Each change has a time of its own, later than all before: the changes of a renewal are a
 * microsecond apart, and those of two renewals in different seconds, which are the serials of zones. Until the run is noted, none of them
 * counts.
 */
async function applyChanges(engine: Engine, { name }: OutfeedRow, { now, signal }: Renewal): Promise<void> {
  const readState = async () => {
    const [state] = await engine.query<{ changed: number; values: number }>({
      name: 'outfeeds',
      sql: `
        SELECT toUnixTimestamp64Micro(max(greatest(added, gone))) AS changed,
          count() + (SELECT count() FROM service_outfeed_wanted) AS values
        FROM service_outfeed_entries WHERE feed = {feed:String}`,
      params: { feed: name },
    });
    return state ?? { changed: 0, values: 0 };
  };
  const { changed, values } = await readState();
  const parts = Math.max(1, Math.ceil(values / comparedAtOnce));
  let base = Math.max(now.getTime() * 1000, (Math.floor(changed / 1e6) + 1) * 1e6);
  for (let part = 0; part < parts; part += 1) {
    if (part > 0) base = Math.max(base, (await readState()).changed);
    await applyPart(engine, { feed: name, base, part, parts }, signal);
  }
}

interface ChangedPart {
  readonly feed: string;
  /** The changes come after this time, epoch microseconds. */
  readonly base: number;
  /** Of all values, by their hashes. */
  readonly part: number;
  readonly parts: number;
}

async function applyPart(engine: Engine, changed: ChangedPart, signal: AbortSignal | undefined): Promise<void> {
  const ofPart = 'cityHash64(value) % {parts:UInt32} = {part:UInt32}';
  await engine.command(
    {
      name: 'outfeeds',
      sql: `
        INSERT INTO service_outfeed_entries (feed, value, added, gone, id, kind, confidence, labels)
        SELECT {feed:String}, text, fromUnixTimestamp64Micro(since, 'UTC'), fromUnixTimestamp64Micro(until, 'UTC'),
          if(isNew, ${uuid}, known), form, sure, words
        FROM (
          SELECT *, if(isNew, at, was) AS since, if(isNew, 0, at) AS until,
            lower(hex(SHA1(concat(unhex('${namespace}'), {feed:String}, ' ', text, ' ', toString(since))))) AS digest
          FROM (
            SELECT c.value = '' AS isNew, if(isNew, w.value, c.value) AS text, if(isNew, w.kind, c.kind) AS form,
              if(isNew, w.confidence, c.confidence) AS sure, if(isNew, w.labels, c.labels) AS words,
              c.was AS was, c.known AS known, {base:Int64} + toInt64(row_number() OVER (ORDER BY c.value = '' DESC, w.value, c.value)) AS at
            FROM (
              SELECT value, any(kind) AS kind, any(confidence) AS confidence, any(labels) AS labels
              FROM service_outfeed_wanted WHERE ${ofPart} GROUP BY value HAVING max(reason) = ''
            ) AS w
            FULL JOIN (
              SELECT value, kind, confidence, labels, toUnixTimestamp64Micro(added) AS was, id AS known
              FROM service_outfeed_entries FINAL WHERE feed = {feed:String} AND gone = toDateTime64(0, 6, 'UTC') AND ${ofPart}
            ) AS c ON w.value = c.value
            WHERE (w.value = '') != (c.value = '')
          )
        )`,
      params: { ...changed },
      settings: groupsInOrder,
    },
    { limits: 'upkeep', signal },
  );
}
