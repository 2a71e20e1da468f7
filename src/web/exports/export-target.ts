import type { Fact } from '#model/fact.ts';

/** What a file needs of a column definition; those of tables have more. */
export interface ExportColumn<Row> {
  /** The wire field name. */
  id: string;
  accessorFn: (row: Row) => unknown;
  meta: {
    kind: string;
    /** What files hold instead of the value, for example an object in JSON. */
    exportValue?: (row: Row) => unknown;
  };
}

/** What a file holds of a row in one column. */
export function exportValueOf<Row>(row: Row, { accessorFn, meta }: ExportColumn<Row>): unknown {
  return meta.exportValue ? meta.exportValue(row) : accessorFn(row);
}

export interface FetchAllOptions {
  signal: AbortSignal;
  /** Rows so far; `total` is null when the service does not say. */
  onProgress: (loaded: number, total: number | null) => void;
}

/** What is requested after the rows, such as scores, in columns that are late (`meta.isLate`). An export that needs it waits until every row has it. */
interface LateValues<Row> {
  /** The row still lacks some of it. */
  isPending: (row: Row) => boolean;
  /** Requests all that is missing, counting values. An abort ends it early with what has come until then. */
  complete: (rows: readonly Row[], options: FetchAllOptions) => Promise<CompletedRows<Row>>;
}

export interface CompletedRows<Row> {
  rows: readonly Row[];
  /** What is still missing, as a sentence; null when nothing is. */
  missing: string | null;
}

/** What an export is called and where more of it comes from. */
export interface ExportTarget<Row> {
  /** For the file name: `padns-forward`. */
  view: string;
  /** For the file name: the domain, address or query that was queried. */
  subject: string;
  /** What a row says about indicators, for STIX and MISP; without it the table offers neither. None: the row says nothing. */
  factsOf?: (row: Row) => readonly Fact[];
  /** What the table does not hold yet, as a sentence; null when nothing is missing. For tables without paging. */
  leftOut?: string | null;
  /** Gets every row of the answer page by page; rejects when aborted. */
  fetchAll?: (options: FetchAllOptions) => Promise<readonly Row[]>;
  late?: LateValues<Row>;
  /** Runs the search as background jobs, and gets all its results as a Parquet file of the service; rejects when aborted. */
  parquet?: (options: FetchAllOptions) => Promise<ParquetFile>;
}

/** A file that the service wrote. */
interface ParquetFile {
  readonly file: Blob;
  /** What it lacks, as sentences. */
  readonly notes: readonly string[];
}

const MAX_PART = 80;

/** Letters, digits, dot, dash and underscore; everything else, and dots that would hide a file or climb, becomes a dash. */
function safePart(text: string): string {
  const safe = text
    .normalize('NFKC')
    // 203.0.113.0/24
    .replace(/\/(?=\d{1,3}(?!\d))/g, '_')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/\.{2,}/g, '-')
    .replace(/-{2,}/g, '-')
    .slice(0, MAX_PART)
    .replace(/^[.-]+|[.-]+$/g, '');
  return safe || 'all';
}

/** `<UTC time>_<view>_<subject>.<extension>`, safe on every file system: 20260131T100000Z_padns-forward_a.example.csv */
export function exportFileName(time: Date, view: string, subject: string, extension: string): string {
  const stamp = time.toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '');
  return `${stamp}_${safePart(view)}_${safePart(subject)}.${extension}`;
}

/**
 * A cell that a spreadsheet would run as a formula: it begins with = + - @, tab, CR, LF or NUL, or the full-width form of a
 * sign, also after white space. Wider than PapaParse's own guard, which lets `"=1+1\nfoo"` and full-width signs through.
 */
export const FORMULA_START = /^\s*[=+\-@\t\r\n\0\uFF1D\uFF0B\uFF0D\uFF20]/;

/** The text as a spreadsheet shows it and never runs it. */
export function guardFormula(text: string): string {
  return FORMULA_START.test(text) ? `'${text}` : text;
}
