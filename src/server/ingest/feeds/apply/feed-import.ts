import { formatNumber } from '#model/format.ts';
import type { Engine } from '#server/engine/engine.ts';
import { eachBatch, type Rejects } from '#server/ingest/batches.ts';
import type { Derive } from '#server/ingest/derive.ts';
import type { Feed } from '#server/ingest/feeds/catalogue/feed.ts';
import type { FeedBatches } from '#server/ingest/feeds/read/read-documents.ts';

/** The kind of the ledger lines of feeds. */
export const feedKind = 'feed';

/** How far an import is; `total` is 0 while unknown. */
interface FeedProgress {
  readonly step: 'reading' | 'writing' | 'scoring';
  readonly done: number;
  readonly total: number;
}
export type OnFeedProgress = (progress: FeedProgress) => void;

/** A feed on its way into the collection (apply-listings.ts, apply-routing.ts). */
export interface FeedImport {
  readonly feed: Feed;
  /**
   * The day of the documents, 'yyyy-mm-dd': that of the fetch, or the one they give. Called after the last entry was read, because
   * a document may give its day at its end.
   */
  readonly asOf: () => string;
  /** 'yyyy-mm-dd', UTC */
  readonly today: string;
  readonly batches: FeedBatches;
  /** The documents hold only what is new since the last fetch, which may be nothing. */
  readonly isIncremental?: boolean;
  /** Ends the reading. Once an import writes, it is finished. */
  readonly signal?: AbortSignal;
  readonly onProgress?: OnFeedProgress;
  /** Brings derived data up to date before the import is done. */
  readonly derive: Derive;
}

export interface FeedOutcome {
  /** `suspect`: nothing was changed, for the given reason. */
  readonly state: 'done' | 'suspect';
  /** For the operator. */
  readonly reason?: string;
  /** What to do about a suspect list, when it cannot be accepted as it is. */
  readonly advice?: string;
  /** What was read, each subject counted once. */
  readonly rows: { readonly listings: number; readonly facts: number; readonly routing: number };
  readonly rejects: Rejects;
}

/** Writes the batches into the staging tables as they come. @throws EngineError, what the batches throw, or the reason of the signal */
export function stageBatches(engine: Engine, { batches, signal, onProgress }: FeedImport): Promise<Rejects> {
  return eachBatch(batches, signal, async ({ table, lines, read }) => {
    await engine.insert(table, lines);
    onProgress?.({ step: 'reading', done: read, total: 0 });
  });
}

/** The day of the data, which is never later than today. */
export function dayOfData({ asOf, today }: FeedImport): string {
  const day = asOf();
  return day < today ? day : today;
}

/** Why a list is so short that it may be a publisher's accident, which must not end all listings. */
export function shortness(rows: number, before: number): string | undefined {
  if (rows === 0) return 'The list is empty.';
  if (2 * rows >= before) return undefined;
  return `The list has ${formatNumber(rows)} entries, less than half of the ${formatNumber(before)} before.`;
}
