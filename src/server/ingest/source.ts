import type { CoverageKind } from '#model/fact-kind.ts';

/** Rows of one table for one insert, and how many lines of the source they stand for (what progress counts). */
export interface SourceBatch {
  readonly table: string;
  readonly rows: readonly object[];
  readonly lines: number;
}

/**
 * Where data of the collection comes from, as `runImport` takes it. To add one: a reader that makes a `Source`, its entry in
 * `packaged-sources.ts`, and a spec.
 */
export interface Source {
  /** Its number in the ledger and in the rows it fills; below 100, and never given to another source again. */
  readonly importId: number;
  /** Named in the ledger and in the progress of an import. */
  readonly id: string;
  readonly kind: string;
  /** Names exactly what is read: the same digest twice is the same data. */
  readonly digest: string;
  readonly licence: string;
  /** The day the data speaks of, 'yyyy-mm-dd'; never the day it was loaded. */
  readonly asOf: string;
  /** The day the sample collection counts back from; other sources have none. */
  readonly anchor?: string;
  readonly isSample?: boolean;
  /** What it speaks for; the sample collection covers nothing. */
  readonly covers: readonly CoverageKind[];
  /** Tables in which it always has rows: without any, they were lost. */
  readonly tables: readonly string[];
  /** What progress counts up to; 0 when it is not known. */
  countLines(): Promise<number>;
  /** The same rows in the same batches each time. The table `obs` takes passive DNS observations (observations.ts). */
  batches(): AsyncIterable<SourceBatch> | Iterable<SourceBatch>;
}

/** Larger inserts are hardly faster, and a row costs about 500 bytes on its way. */
export const batchRows = 50_000;

/** Collects rows until they are worth an insert. */
export async function* inBatches(
  table: string,
  lines: AsyncIterable<object[]> | Iterable<object[]>,
): AsyncGenerator<SourceBatch> {
  let rows: object[] = [];
  let count = 0;
  for await (const some of lines) {
    rows.push(...some);
    count += 1;
    if (rows.length < batchRows) continue;
    yield { table, rows, lines: count };
    rows = [];
    count = 0;
  }
  yield { table, rows, lines: count };
}
