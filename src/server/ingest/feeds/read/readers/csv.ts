import type { FeedDocument, FeedEntry, FieldMapping, ReaderOptions } from '#server/ingest/feeds/read/entry.ts';
import {
  categoryOf,
  dayOf,
  entryOf,
  optional,
  referenceOf,
  reject,
  tagsOf,
  type ListingDetails,
} from '#server/ingest/feeds/read/entry-fields.ts';
import { subjectOf } from '#server/ingest/feeds/read/subject.ts';
import { csvRows, isColumnNumber, type CsvColumns } from './csv-records.ts';

const columnNames = ['indicator', 'first', 'last', 'category', 'tags', 'reference'] as const;

/** CSV with a mapping, by default of the first column. With numbers alone in the mapping, a header is not needed. */
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
    // without names the first record may be a header
    const isHeader = isFirst && named === undefined && typeof subject === 'string';
    isFirst = false;
    if (isHeader) continue;
    if (typeof subject === 'string') yield reject(row.fields.join(delimiter), subject);
    else yield entryOf(value.indicator, subject, options, detailsOf(value));
  }
}

/** `tab` and `\t` stand for a tabulator. */
function delimiterOf(text: string | undefined): string {
  if (text === 'tab' || text === '\\t') return '\t';
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

function detailsOf({ first, last, category, tags, reference }: Mapped): ListingDetails {
  return {
    tags: tagsOf(tags),
    reference: referenceOf(reference),
    ...optional('category', categoryOf(category)),
    ...optional('first', dayOf(first)),
    ...optional('last', dayOf(last)),
  };
}
