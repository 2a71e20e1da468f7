import type { CoverageKind } from '#model/fact-kind.ts';

/** Rows of one table for one insert, and the number of source lines they come from, for the progress. */
export interface SourceBatch {
  readonly table: string;
  readonly rows: readonly object[];
  readonly lines: number;
}

/**
 * A source of data for `runImport`. To add one, write a function that returns a `Source`, list it in `packaged-sources.ts`, and write
 * a spec.
 */
export interface Source {
  /** Its number in the ledger and in its rows; below 20, never reused. */
  readonly importId: number;
  /** Its name in the ledger and in the progress of an import. */
  readonly id: string;
  readonly kind: string;
  /** Identifies the data: the same digest means the same data. */
  readonly digest: string;
  readonly licence: string;
  /** The day of the data, 'yyyy-mm-dd', not the day it was loaded; that of the sample collection is the day from which it counts back. */
  readonly asOf: string;
  /** Kinds of data that it covers; none for the sample collection. */
  readonly covers: readonly CoverageKind[];
  /** Tables in which it always has rows: if there are none, they were lost. */
  readonly tables: readonly string[];
  /** The total of the progress; 0 when unknown. */
  countLines(): Promise<number>;
  /** The same rows in the same batches each time. The table `obs` takes passive DNS observations (observations.ts). */
  batches(): AsyncIterable<SourceBatch> | Iterable<SourceBatch>;
}

/** Rows of one insert: larger ones are hardly faster, and a row takes about 500 bytes of memory. */
export const batchRows = 50_000;

/** Groups rows into batches. @param lines the rows of each source line */
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
