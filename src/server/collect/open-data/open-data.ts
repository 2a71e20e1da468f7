/** Rows of one table for one insert, and how many lines of the source they stand for (what progress counts). */
export interface TableBatch {
  readonly table: string;
  readonly rows: object[];
  readonly lines: number;
}

/** One source of open data as the first load reads it. */
export interface OpenData {
  readonly source: string;
  readonly kind: string;
  /** Package and version: names exactly what is read. */
  readonly digest: string;
  readonly licence: string;
  /** 'yyyy-mm-dd' */
  readonly asOf: string;
  countLines(): Promise<number>;
  read(): AsyncGenerator<TableBatch>;
}

/** Larger inserts are hardly faster, and a row costs about 500 bytes on its way. */
export const batchRows = 50_000;

/** Collects rows until they are worth an insert. */
export async function* inBatches(
  table: string,
  lines: AsyncIterable<object[]> | Iterable<object[]>,
): AsyncGenerator<TableBatch> {
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
