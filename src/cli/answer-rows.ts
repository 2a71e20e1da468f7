import { answerShapes, namedShapes, type Shape } from '#contract/generated/answer-shapes.gen.ts';
import { type OperationId, operations } from '#contract/generated/operations.gen.ts';
import { isoTime } from '#model/dates.ts';
import { isObject } from '#model/json-value.ts';
import { follow } from '#web/api/read-by-shape.ts';
import { toCsv } from '#web/exports/csv.ts';
import { print, type RowOptions, table } from './output.ts';

/** A record of an answer, under the names of the interface. */
type Row = Readonly<Record<string, unknown>>;

/** The rows of an answer, and their fields by the contract. An answer without a list of records, or with several, is one row. */
export function answerRows(operationId: OperationId) {
  const { method, path } = operations[operationId];
  const answer = resolved(answerShapes[`${method} ${path}`] ?? 'any');
  const lists = Object.entries(fieldsOf(answer)).flatMap(([name, shape]) => {
    const item = itemOf(resolved(shape));
    return item ? [{ name, item }] : [];
  });
  const [only] = lists.length === 1 ? lists : [];
  const rowsOf = (response: unknown): readonly Row[] => {
    const found = only && isObject(response) ? (response[only.name] ?? []) : response;
    return (Array.isArray(found) ? found : [found]) as readonly Row[];
  };
  return { rowsOf, fields: fieldNames(itemOf(answer) ?? only?.item ?? answer) };
}

/** The fields of a record, in the order of the contract. */
export function fieldNames(shape: Shape): readonly string[] {
  return Object.keys(fieldsOf(resolved(shape)));
}

/** A line for each record, unchanged. */
export function ndjsonOf(rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

/** A CSV file with a column for each field that a row has, and times in ISO 8601, as in exports of the dashboard. */
export function csvOf(rows: readonly object[], fields: readonly string[], isRaw: boolean): string {
  const columns = fields
    .filter((id) => rows.some((row) => id in row))
    .map((id) => ({
      id,
      accessorFn: (row: object) => {
        const value = (row as Row)[id];
        return typeof value === 'string' ? isoTime(value) : value;
      },
      meta: { kind: 'text' },
    }));
  return toCsv(rows, columns, { isRaw, hasBom: false });
}

/** Prints records, or as text the lines of a table whose first one is its head. */
export async function printRows(
  rows: readonly object[],
  fields: readonly string[],
  { format, raw }: RowOptions,
  lines: readonly (readonly string[])[],
): Promise<void> {
  if (format === 'csv') await print(csvOf(rows, fields, raw));
  else if (format === 'ndjson') await print(ndjsonOf(rows));
  else if (rows.length > 0) await print(table(lines));
}

const resolved = (shape: Shape): Shape => follow(shape, namedShapes);

function fieldsOf(shape: Shape): Readonly<Record<string, Shape>> {
  return typeof shape === 'object' && 'fields' in shape ? shape.fields : {};
}

/** The shape of the objects in a list; undefined for anything else. */
function itemOf(shape: Shape): Shape | undefined {
  const item = typeof shape === 'object' && 'items' in shape ? resolved(shape.items) : undefined;
  return item !== undefined && Object.keys(fieldsOf(item)).length > 0 ? item : undefined;
}
