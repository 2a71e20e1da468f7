import { setImmediate as nextTurn } from 'node:timers/promises';
import { finishImport, latestImports } from '#server/collect/ledger.ts';
import type { Engine } from '#server/engine/engine.ts';
import { deriveNow, feedKind } from './apply-feed.ts';
import type { Feed } from './feed.ts';
import { rejectCounter, type FeedImport, type FeedOutcome } from './import-feed.ts';
import { openRoutingSnapshot, type RoutingEntry, type RoutingSnapshot } from './routing-snapshot.ts';

/** Feeds of these kinds say which AS announces an address, and who it was given to: data of one day, kept as history. */
const routingKinds: ReadonlySet<string> = new Set(['origin_as', 'country', 'as_allocation', 'subnet_allocation']);

export function isRouting({ fills }: Pick<Feed, 'fills'>): boolean {
  return fills.some((kind) => routingKinds.has(kind));
}

export interface RoutingImport extends Omit<FeedImport, 'feed' | 'isIncremental' | 'previousRows'> {
  readonly feed: Pick<Feed, 'id' | 'importId' | 'licence' | 'fills' | 'reader'>;
}

const batchSize = 5000;

/**
 * Brings a snapshot of routing or allocation data into the collection, as a whole or not at all; `settleRouting` finishes or
 * drops one that was cut off. The day of the data is asked for at the first entry that is no reject.
 * @throws EngineError, what the entries throw, or the reason of the signal
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
  const { feed, entries, signal, onProgress } = options;
  const rejects = rejectCounter();
  let snapshot: RoutingSnapshot | undefined;
  let asOf = options.today;
  let batch: RoutingEntry[] = [];
  let read = 0;
  const flush = async (): Promise<void> => {
    if (batch.length === 0) return;
    signal?.throwIfAborted();
    snapshot ??= await openRoutingSnapshot(engine, { ...sourceOf(feed), asOf: (asOf = earlier(options.asOf(), asOf)) });
    await snapshot.add(batch);
    batch = [];
    onProgress?.({ step: 'reading', done: read, total: 0 });
    await nextTurn();
  };
  try {
    for await (const entry of entries) {
      read += 1;
      if (entry.what === 'reject') rejects.add(entry.line, entry.reason);
      else if (entry.what === 'listing' || entry.what === 'fact')
        rejects.add(JSON.stringify(entry), 'Listings and facts are not read from this feed.');
      else batch.push(entry);
      if (batch.length >= batchSize) await flush();
    }
    await flush();
    signal?.throwIfAborted();
  } catch (error) {
    // what cannot be removed now is removed before the next snapshot
    await snapshot?.drop().catch(() => undefined);
    throw error;
  }
  return { ...(snapshot && { snapshot }), asOf, rejects: rejects.counted() };
}

/** The routing table itself knows better than what is derived from it. */
function sourceOf({ id, importId, reader }: RoutingImport['feed']) {
  return { importId, source: `feed:${id}`, rank: reader === 'pfx2as' ? 2 : 1 };
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}
