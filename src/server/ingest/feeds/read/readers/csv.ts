import { parse } from 'csv-parse/sync';
import type { FieldMapping, ReaderOptions } from '#server/ingest/feeds/catalogue/feed.ts';
import type { FeedDocument, FeedEntry, RejectEntry } from '#server/ingest/feeds/read/entry.ts';
import {
  categoryOf,
  daysOf,
  entryOf,
  optional,
  referenceOf,
  reject,
  tagsOf,
  updateDay,
  type ListingDetails,
} from '#server/ingest/feeds/read/entry-fields.ts';
import { subjectOf } from '#server/ingest/feeds/read/subject.ts';

const columnNames = ['indicator', 'first', 'last', 'category', 'tags', 'reference'] as const;

/** CSV with a mapping; by default the first column. A mapping of numbers needs no header. */
export async function* readCsv(document: FeedDocument, options: ReaderOptions): AsyncGenerator<FeedEntry> {
  const { mapping = { indicator: '1' } } = options;
  const named = columnNames.map((name) => mapping[name]).find((column) => column && !isColumnNumber(column));
  const delimiter = delimiterOf(options.delimiter);
  let fieldsOf: FieldsOf | undefined;
  let isFirst = true;
  for await (const row of csvRows(document, delimiter, named ?? null)) {
    if ('what' in row) {
      yield row;
      continue;
    }
    fieldsOf ??= fieldReader(mapping, row.columns);
    const value = fieldsOf(row.fields);
    const subject = subjectOf(value.indicator);
    // if the mapping has only numbers, the first record may be a header
    const isHeader = isFirst && named === undefined && typeof subject === 'string';
    isFirst = false;
    if (isHeader) continue;
    const details = detailsOf(value);
    if (typeof subject === 'string') yield reject(row.fields.join(delimiter), subject);
    else if (typeof details === 'string') yield reject(row.fields.join(delimiter), details);
    else yield entryOf(value.indicator, subject, options, details);
  }
}

/** A delimiter of the settings as a character. */
export function delimiterOf(text: string | undefined): string {
  if (text === 'tab') return '\t';
  return text === undefined || text === '' ? ',' : text;
}

type Mapped = Readonly<Record<(typeof columnNames)[number], string>>;
type FieldsOf = (fields: readonly string[]) => Mapped;

function fieldReader(mapping: FieldMapping, columns: CsvColumns): FieldsOf {
  const at = columnNames.map((name) => {
    const column = mapping[name];
    return column === undefined || column === '' ? -1 : columns.indexOf(column);
  });
  const [indicator = -1, first = -1, last = -1, category = -1, tags = -1, reference = -1] = at;
  return (fields) => ({
    indicator: fields[indicator] ?? '',
    first: fields[first] ?? '',
    last: fields[last] ?? '',
    category: fields[category] ?? '',
    tags: fields[tags] ?? '',
    reference: fields[reference] ?? '',
  });
}

function detailsOf({ first, last, category, tags, reference }: Mapped): ListingDetails | string {
  const days = daysOf(first, last);
  if (typeof days === 'string') return days;
  return {
    tags: tagsOf(tags),
    reference: referenceOf(reference),
    ...optional('category', categoryOf(category)),
    ...days,
  };
}

/** A record of a file, with the columns of the file. */
export interface CsvRow {
  readonly fields: readonly string[];
  readonly columns: CsvColumns;
}

/** Columns by name (case-insensitive) or by number, counted from 1. */
class CsvColumns {
  readonly names: readonly string[];

  constructor(names: readonly string[]) {
    this.names = names.map((name) => name.trim());
  }

  /** Index of the column in `fields`, or -1. */
  indexOf(column: string): number {
    const named = this.names.findIndex((name) => name.toLowerCase() === column.toLowerCase());
    return named < 0 && isColumnNumber(column) ? Number(column) - 1 : named;
  }
}

function isColumnNumber(column: string): boolean {
  return /^[1-9]\d{0,3}$/.test(column);
}

const maxRecordLength = 65_536;
/** Limits the damage of a quote that is opened by mistake. */
const maxRecordLines = 20;
const batchSize = 500;

/**
 * The records below the header, without comments (`#`). The header is the first record, or the last comment before it that has the
 * column `wanted` (abuse.ch); with `wanted` null the file has none. Spaces around fields are removed. A day in a comment becomes
 * that of the document. Without the wanted column the result is a single reject.
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

/** Records as text; one with a quoted field may span several lines. Comments before the first are added to `comments`. */
async function* batches(document: FeedDocument, comments: string[]): AsyncGenerator<readonly string[]> {
  let batch: string[] = [];
  let hasRecords = false;
  let open: string[] = [];
  for await (const line of document.lines()) {
    if (open.length === 0 && line.startsWith('#')) {
      document.asOf(updateDay(line));
      if (!hasRecords && comments.length < 100) comments.push(line.slice(0, 5000));
      continue;
    }
    if (open.length === 0 && line.trim() === '') continue;
    hasRecords = true;
    // an odd number of quotes leaves a field open, which continues in the next line
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

/** The fields of each record; a record that cannot be parsed stays text. */
function parseBatch(records: readonly string[], delimiter: string): readonly (string[] | string)[] {
  const plain = records.map((record) => plainFields(record, delimiter));
  if (!plain.includes(null)) return plain.filter((fields) => fields !== null);
  const sound = records.every((record) => record.length <= maxRecordLength);
  const rows = sound ? parsed(records.join('\n'), delimiter) : null;
  // a misplaced quote may have joined records: then each is parsed separately
  if (rows?.length === records.length) return rows;
  return records.map((record) => parseOne(record, delimiter) ?? record);
}

/** The fields of a record whose quotes need no parser, which is ten times slower: none, or around each field. Otherwise null. */
function plainFields(record: string, delimiter: string): string[] | null {
  if (record.length > maxRecordLength) return null;
  if (!record.includes('"')) return record.split(delimiter).map((field) => field.trim());
  if (record.length < 2 || !record.startsWith('"') || !record.endsWith('"')) return null;
  const inner = record.slice(1, -1);
  const fields = inner.split(inner.includes(`"${delimiter} "`) ? `"${delimiter} "` : `"${delimiter}"`);
  return fields.some((field) => field.includes('"')) ? null : fields.map((field) => field.trim());
}

/** The fields of one record; null when it cannot be parsed. */
export function parseOne(record: string, delimiter: string): string[] | null {
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
