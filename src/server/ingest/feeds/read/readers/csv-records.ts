import { parse } from 'csv-parse/sync';
import type { FeedDocument, RejectEntry } from '#server/ingest/feeds/read/entry.ts';
import { reject, updateDay } from '#server/ingest/feeds/read/entry-fields.ts';

/** Records of one file, with the names of its columns. */
export interface CsvRow {
  readonly fields: readonly string[];
  readonly columns: CsvColumns;
}

/** Columns by name (letter case does not matter) or by number, counted from 1. */
export class CsvColumns {
  readonly names: readonly string[];

  constructor(names: readonly string[]) {
    this.names = names.map((name) => name.trim());
  }

  /** Where the column is in `fields`; -1 when there is none of that name. */
  indexOf(column: string): number {
    const named = this.names.findIndex((name) => name.toLowerCase() === column.toLowerCase());
    return named < 0 && isColumnNumber(column) ? Number(column) - 1 : named;
  }
}

export function isColumnNumber(column: string): boolean {
  return /^[1-9]\d{0,3}$/.test(column);
}

const maxRecordLength = 65_536;
/** A quote that opened by mistake must not swallow the file. */
const maxRecordLines = 20;
const batchSize = 500;

/**
 * The records below the header, comments (`#`) left out. The header is the first record, or the last comment before it that
 * has the column `wanted` (abuse.ch); with `wanted` null the file has none. A space after a delimiter does not belong to the
 * field. Tells the document the day that a comment gives. Without the wanted column there is one reject and nothing else.
 */
export async function* csvRows(
  document: FeedDocument,
  delimiter: string,
  wanted: string | null,
): AsyncGenerator<CsvRow | RejectEntry> {
  const comments: string[] = [];
  let columns: CsvColumns | undefined = wanted === null ? new CsvColumns([]) : undefined;
  for await (const batch of batches(document, comments)) {
    for (const record of parseBatch(batch, delimiter)) {
      if (typeof record === 'string') {
        yield reject(record, 'A quote in this line is not closed.');
        continue;
      }
      if (columns) {
        yield { fields: record, columns };
        continue;
      }
      const inComment = headerComment(comments, delimiter, wanted ?? '');
      columns = inComment ?? new CsvColumns(record);
      if (columns.indexOf(wanted ?? '') < 0) {
        yield reject(
          record.join(delimiter),
          `There is no column “${wanted}”. Columns: ${columns.names.slice(0, 30).join(', ')}`,
        );
        return;
      }
      if (inComment) yield { fields: record, columns };
    }
  }
}

function headerComment(comments: readonly string[], delimiter: string, wanted: string): CsvColumns | undefined {
  return comments
    .toReversed()
    .map((comment) => new CsvColumns(parseOne(comment.replace(/^#+\s*/, ''), delimiter) ?? []))
    .find((columns) => columns.indexOf(wanted) >= 0);
}

/** Records as text, each of one line or of those that a quoted field goes over; comments before the first go to `comments`. */
async function* batches(document: FeedDocument, comments: string[]): AsyncGenerator<readonly string[]> {
  let batch: string[] = [];
  let hasRecords = false;
  let open: string[] = [];
  for await (const line of document.lines()) {
    if (open.length === 0 && line.startsWith('#')) {
      const day = updateDay(line);
      if (day !== undefined) document.asOf(day);
      if (!hasRecords && comments.length < 100) comments.push(line.slice(0, 5000));
      continue;
    }
    if (open.length === 0 && line.trim() === '') continue;
    hasRecords = true;
    // a field that an odd number of quotes left open goes on in the next line
    if (isOdd(line) !== open.length > 0) {
      open.push(line);
      if (open.length < maxRecordLines && line.length < maxRecordLength) continue;
      batch.push(...open);
    } else if (open.length > 0) batch.push([...open, line].join('\n'));
    else batch.push(line);
    open = [];
    if (batch.length >= batchSize) {
      yield batch;
      batch = [];
    }
  }
  yield [...batch, ...open];
}

function isOdd(line: string): boolean {
  let count = 0;
  for (let at = line.indexOf('"'); at >= 0; at = line.indexOf('"', at + 1)) count += 1;
  return count % 2 === 1;
}

/** The fields of each record; a record that cannot be read stays text. */
function parseBatch(records: readonly string[], delimiter: string): readonly (string[] | string)[] {
  const plain = records.map((record) => plainFields(record, delimiter));
  if (!plain.includes(null)) return plain.filter((fields) => fields !== null);
  const sound = records.every((record) => record.length <= maxRecordLength);
  const rows = sound ? parsed(records.join('\n'), delimiter) : null;
  // a quote in the wrong place may have joined records: then each is read by itself
  if (rows?.length === records.length) return rows;
  return records.map((record) => parseOne(record, delimiter) ?? record);
}

/** Fields without quotes, or each in quotes and none with a quote in it: they need no parser, which is ten times slower. */
function plainFields(record: string, delimiter: string): string[] | null {
  if (record.length > maxRecordLength) return null;
  if (!record.includes('"')) return record.split(delimiter).map((field) => field.trim());
  if (record.length < 2 || !record.startsWith('"') || !record.endsWith('"')) return null;
  const inner = record.slice(1, -1);
  const fields = inner.split(inner.includes(`"${delimiter} "`) ? `"${delimiter} "` : `"${delimiter}"`);
  return fields.some((field) => field.includes('"')) ? null : fields.map((field) => field.trim());
}

function parseOne(record: string, delimiter: string): string[] | null {
  if (record.length > maxRecordLength) return null;
  const rows = parsed(record, delimiter);
  return rows?.length === 1 ? (rows[0] ?? null) : null;
}

function parsed(text: string, delimiter: string): string[][] | null {
  try {
    return parse(text, { delimiter, relaxColumnCount: true, relaxQuotes: true, trim: true, recordDelimiter: '\n' });
  } catch {
    return null;
  }
}
