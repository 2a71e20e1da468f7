import { answerShapes, namedShapes, type Shape } from '#contract/generated/answer-shapes.gen.ts';
import { type OperationId, operations } from '#contract/generated/operations.gen.ts';
import { isoTime } from '#model/dates.ts';
import { isObject } from '#model/json-value.ts';
import { follow } from '#web/api/read-by-shape.ts';
import { toCsv } from '#web/exports/csv.ts';
import { print, type RowOptions, table } from './output.ts';

/** A record of an answer, under the names of the interface. */
type Row = Readonly<Record<string, unknown>>;

/** Fields about the answer, beside its records. */
const aside = ['job_status', 'metadata'];
/** The fields for what scans are keyed by. */
const scanKeys = ['ip', 'scan_date'];

/**
 * The rows of an answer, the number of its items, and the fields of these rows by the contract; of an answer without rows, the fields that
 * a record would have. An answer of several parts is one row.
 */
export function answerRows(operationId: OperationId) {
  const { method, path } = operations[operationId];
  const answer = resolved(answerShapes[`${method} ${path}`] ?? 'any');
  const parts = Object.entries(fieldsOf(answer)).filter(
    ([name, shape]) => !aside.includes(name) && namesIn(shape).length > 0,
  );
  const read = (response: unknown) => {
    const given = isObject(response) ? response : {};
    const [part, ...others] = parts.filter(([name]) => name in given);
    const isAll = Object.keys(given).every((name) => name === part?.[0] || aside.includes(name));
    const isRows = part && others.length === 0 && (isAll || Array.isArray(given[part[0]]));
    const [found, shape] = isRows ? [given[part[0]], part[1]] : [response, answer];
    return { rows: rowsIn(found, shape), items: Array.isArray(found) ? found.length : 1 };
  };
  const inParts = parts.flatMap(([, shape]) => namesIn(shape));
  const fields = (rows: readonly object[]) => [
    ...new Set(rows.length === 0 && parts.length > 0 ? inParts : [...inParts, ...namesIn(answer)]),
  ];
  return { read, fields };
}

/** The fields of a record, in the order of the contract. */
export function fieldNames(shape: Shape): readonly string[] {
  return Object.keys(fieldsOf(resolved(shape)));
}

/** A line for each record, unchanged. */
export function ndjsonOf(rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

/** A CSV file with a column for each field that a row has (without rows: for each), and times in ISO 8601, as in exports of the dashboard. */
export function csvOf(rows: readonly object[], fields: readonly string[], isRaw: boolean): string {
  const columns = fields
    .filter((id) => rows.length === 0 || rows.some((row) => id in row))
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

/** The records in a value: those of a list, of the lists in it, or of lists by address and day. */
function rowsIn(value: unknown, shape: Shape, [key = '', ...keys] = scanKeys): readonly Row[] {
  const [its = 'any'] = choicesOf(shape).filter((each) => !Array.isArray(value) || isList(each));
  if (Array.isArray(value))
    return value.flatMap((each) => rowsIn(each, isList(its) ? its.items : 'any', [key, ...keys]));
  const rest = restOf(its);
  if (rest === undefined || !isObject(value)) return [value as Row];
  return Object.entries(value).flatMap(([name, each]) =>
    rowsIn(each, rest, keys).map((row) => ({ [key]: name, ...row })),
  );
}

/** The fields of the records in a value of a shape. */
function namesIn(shape: Shape, [key = '', ...keys] = scanKeys): readonly string[] {
  return choicesOf(shape).flatMap((its) => {
    if (isList(its)) return namesIn(its.items, [key, ...keys]);
    const rest = restOf(its);
    return rest === undefined ? Object.keys(fieldsOf(its)) : [key, ...namesIn(rest, keys)];
  });
}

function choicesOf(shape: Shape): readonly Shape[] {
  const its = resolved(shape);
  return Array.isArray(its) ? its.map(resolved) : [its];
}

const isList = (shape: Shape): shape is { readonly items: Shape } => typeof shape === 'object' && 'items' in shape;

/** The shape of the values of an object whose keys are data. */
function restOf(shape: Shape): Shape | undefined {
  const isKeyed = typeof shape === 'object' && 'rest' in shape && Object.keys(shape.fields).length === 0;
  return isKeyed ? shape.rest : undefined;
}
