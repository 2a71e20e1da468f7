import { randomUUID } from 'node:crypto';
import { chunksOf } from '#model/chunks.ts';
import { dayIntToIsoDate } from '#model/dates.ts';
import type { Engine } from '#server/engine/engine.ts';

type Row = Readonly<Record<string, unknown>>;

/** Rows of one insert. */
const rowsPerInsert = 50_000;

/**
 * Writes rows as a Parquet file, by the engine. Columns of equal values keep their type: integers, decimals, flags, times in UTC, days and
 * lists of text. Any other value is text, and an object or a mixed list is its JSON.
 * @param rows at least one @param file absolute
 */
export async function writeParquet(whole: Engine, rows: readonly Row[], file: string): Promise<void> {
  // the table is on one node alone
  const engine = whole.cluster?.nodes()[0]?.engine ?? whole;
  const columns = columnsOf(rows);
  const table = `service_export_${randomUUID().replaceAll('-', '')}`;
  await dropLeftovers(engine);
  const definitions = columns.map(({ name, type }) => `${quoted(name)} ${type}`).join(', ');
  await engine.command({ name: 'parquet', sql: `CREATE TABLE ${table} (${definitions}) ENGINE = Memory` });
  try {
    for (const chunk of chunksOf(rows, rowsPerInsert))
      await engine.insert(
        table,
        chunk.map((row) => stored(row, columns)),
      );
    await engine.save({ name: 'parquet', sql: `SELECT * FROM ${table}` }, file);
  } finally {
    await engine.command({ name: 'parquet', sql: `DROP TABLE ${table}` });
  }
}

/** Empty tables of exports that a kill interrupted. */
async function dropLeftovers(engine: Engine): Promise<void> {
  const rows = await engine.query<{ readonly name: string }>({
    name: 'parquet',
    sql: `
      SELECT name FROM system.tables
      WHERE database = currentDatabase() AND name LIKE 'service\\_export\\_%' AND metadata_modification_time < now() - 86400`,
  });
  for (const { name } of rows) await engine.command({ name: 'parquet', sql: `DROP TABLE IF EXISTS ${name}` });
}

interface Column {
  readonly name: string;
  readonly type: string;
}

function columnsOf(rows: readonly Row[]): readonly Column[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return names.map((name) => ({
    name,
    type: typeOf(
      name,
      rows.map((row) => row[name] ?? null),
    ),
  }));
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isDayInt = (value: unknown): value is number => typeof value === 'number' && dayIntToIsoDate(value) !== null;

/** A time or day of the years that the engine can hold. */
function isTime(value: unknown, end: RegExp): boolean {
  return (
    isText(value) && /^(?:19|2[01])\d\d-\d\d-\d\d/.test(value) && end.test(value) && !Number.isNaN(Date.parse(value))
  );
}

/** Fields of the interface in which a whole number is a day, yyyymmdd. */
const dayField = /^(?:.*_)?date$|^(?:first|last)_seen$/;

function typeOf(name: string, all: readonly unknown[]): string {
  const values = all.filter((value) => value !== null);
  const are = (check: (value: unknown) => boolean) => values.length > 0 && values.every(check);
  if (are((value) => typeof value === 'boolean')) return 'Nullable(Bool)';
  if (dayField.test(name) && are((value) => isDayInt(value))) return 'Nullable(Date32)';
  if (are(Number.isSafeInteger)) return 'Nullable(Int64)';
  if (are((value) => typeof value === 'number')) return 'Nullable(Float64)';
  if (are((value) => isTime(value, /[ T]\d\d:\d\d:\d\d$/))) return `Nullable(DateTime64(3, 'UTC'))`;
  if (are((value) => isTime(value, /^.{10}$/))) return 'Nullable(Date32)';
  // a list cannot be null
  const isList = values.length === all.length && are((value) => Array.isArray(value) && value.every(isText));
  return isList ? 'Array(String)' : 'Nullable(String)';
}

/** The row as the table takes it: in a column of text, a value that is not text becomes JSON. */
function stored(row: Row, columns: readonly Column[]): Row {
  return Object.fromEntries(
    columns.map(({ name, type }) => {
      const value = row[name] ?? null;
      if (type === 'Nullable(Date32)' && isDayInt(value)) return [name, dayIntToIsoDate(value)];
      const isPlain = type !== 'Nullable(String)' || value === null || isText(value);
      return [name, isPlain ? value : JSON.stringify(value)];
    }),
  );
}

function quoted(name: string): string {
  return `\`${name.replace(/[\\`]/g, '\\$&')}\``;
}
