import type { Fact } from '#model/fact.ts';

/** What a file needs of a column; those of tables have more. */
export interface ExportColumn<Row> {
  /** The wire field name. */
  id: string;
  kind: string;
  value: (row: Row) => unknown;
  /** What files hold instead of `value`, for example an object in JSON. */
  exportValue?: (row: Row) => unknown;
}

export interface FetchAllOptions {
  signal: AbortSignal;
  /** Rows so far; `total` is null when the service does not say. */
  onProgress: (loaded: number, total: number | null) => void;
}

/** What an export is called and where more of it comes from. */
export interface ExportTarget<Row> {
  /** For the file name: `padns-forward`. */
  view: string;
  /** For the file name: the domain, address or query that was asked. */
  subject: string;
  /** What a row says about indicators, for STIX and MISP; without it the table offers neither. None: the row says nothing. */
  factsOf?: (row: Row) => readonly Fact[];
  /** Gets every row of the answer page by page; rejects when aborted. */
  fetchAll?: (options: FetchAllOptions) => Promise<readonly Row[]>;
}
