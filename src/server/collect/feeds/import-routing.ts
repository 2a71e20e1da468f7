import { finishImport, latestImports } from '#server/collect/ledger.ts';
import type { Engine } from '#server/engine/engine.ts';
import { deriveNow, feedKind } from './apply-feed.ts';
import type { Feed } from './feed.ts';
import type { FeedImport, FeedOutcome } from './import-feed.ts';
import { eachBatch } from './read-feed.ts';
import { openRoutingSnapshot, type RoutingSnapshot } from './routing-snapshot.ts';

export interface RoutingImport extends Omit<FeedImport, 'feed' | 'isIncremental' | 'previousRows'> {
  readonly feed: Pick<Feed, 'id' | 'importId' | 'licence' | 'fills' | 'reader'>;
}

/**
 * Brings a snapshot of routing or allocation data into the collection, as a whole or not at all; `settleRouting` finishes or
 * drops one that was cut off. The day of the data is asked for at the first entry that is no reject.
 * @throws EngineError, what the batches throw, or the reason of the signal
 */
export async function importRouting(engine: Engine, options: RoutingImport): Promise<FeedOutcome> {
  const { feed, today, onProgress, derive = deriveNow(engine, today) } = options;
  const { id, importId, licence, fills } = feed;
  const last = (await latestImports(engine, 'done')).find((line) => line.id === importId);
  const { snapshot, asOf, rejects } = await readSnapshot(engine, options);
  if (!snapshot) return { state: 'suspect', reason: 'The list is empty.', rows: rowsOf(0), rejects };
  onProgress?.({ step: 'writing', done: 0, total: 0 });
  const { rows } = await snapshot.stage();
  const reason = suspicion(rows, last?.rows ?? 0);
  if (reason !== undefined) {
    await snapshot.drop();
    return { state: 'suspect', reason, rows: rowsOf(rows), rejects };
  }
  await snapshot.apply();
  onProgress?.({ step: 'scoring', done: 0, total: 0 });
  await derive({ ranges: false, scores: true });
  const record = { id: importId, source: `feed:${id}`, kind: feedKind, digest: '', licence, sample: false };
  await finishImport(engine, { ...record, asOf, covers: fills }, rows);
  return { state: 'done', rows: rowsOf(rows), rejects };
}

function rowsOf(routing: number): FeedOutcome['rows'] {
  return { listings: 0, facts: 0, routing };
}

function suspicion(rows: number, before: number): string | undefined {
  if (rows === 0) return 'The list is empty.';
  if (2 * rows >= before) return undefined;
  return `The list has ${rows.toLocaleString('en')} entries, less than half of the ${before.toLocaleString('en')} before.`;
}

interface ReadSnapshot {
  /** Absent when nothing but rejects came. */
  readonly snapshot?: RoutingSnapshot;
  readonly asOf: string;
  readonly rejects: FeedOutcome['rejects'];
}

async function readSnapshot(engine: Engine, options: RoutingImport): Promise<ReadSnapshot> {
  const { feed, batches, signal, onProgress } = options;
  let snapshot: RoutingSnapshot | undefined;
  let asOf = options.today;
  try {
    const rejects = await eachBatch(batches, signal, async (batch) => {
      if (batch.table) return;
      snapshot ??= await openRoutingSnapshot(engine, {
        ...sourceOf(feed),
        asOf: (asOf = earlier(options.asOf(), asOf)),
      });
      await snapshot.add(batch.routing);
      onProgress?.({ step: 'reading', done: batch.read, total: 0 });
    });
    return { ...(snapshot && { snapshot }), asOf, rejects };
  } catch (error) {
    // what cannot be removed now is removed before the next snapshot
    await snapshot?.drop().catch(() => undefined);
    throw error;
  }
}

/** The routing table itself knows better than what is derived from it. */
function sourceOf({ id, importId, reader }: RoutingImport['feed']) {
  return { importId, source: `feed:${id}`, rank: reader === 'pfx2as' ? 2 : 1 };
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}
