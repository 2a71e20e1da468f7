import { isObject, type JsonObject, listOf, textOf } from '#model/json-value.ts';
import type { Field } from './json-events.ts';
import { readJsonLine } from './values.ts';

// Logs of Zeek (docs.zeek.org, "Zeek Log Formats"): tab-separated with directives that name the columns, or JSON, also inside
// `result._raw` (Splunk exports).

/** One line, read by column name: TSV or JSON. */
export interface ZeekRow<Column extends string> {
  /** Text in TSV, any value in JSON; '' or undefined when unset. */
  value(column: Column): unknown;
  /** Elements of a vector. */
  list(column: Column): readonly unknown[];
  /** The first element of a vector; '' or undefined when it has none. */
  first(column: Column): unknown;
  numbers(column: Column): readonly number[];
  /** Whether a vector is unset or has no elements. */
  isEmpty(column: Column): boolean;
  /** The text of a line from one column to another; undefined where columns have no order, as in JSON. */
  span(from: Column, to: Column): string | undefined;
}

/** Zeek joins the parts of a name with a dot or, where it is set up so, with an underscore (`Log::default_scope_sep`). */
export function underscored(column: string): string {
  return column.replaceAll('.', '_');
}

/** 'id.resp_h' is a flat key, also as 'id_resp_h', or `resp_h` inside the object `id`. */
export type Fields<Column extends string> = Readonly<Record<Column, Field>>;

/** What the directives above the rows of a table say. */
export interface TableLayout {
  /** The name of the log; '' without one. */
  readonly path: string;
  readonly unset: string;
  readonly empty: string;
  /** Between the elements of a vector. */
  readonly separator: string;
  /** Of the columns, in order. */
  readonly names: readonly string[];
}

export const initialLayout: TableLayout = { path: '', unset: '-', empty: '(empty)', separator: ',', names: [] };

/** Rotated and concatenated files may repeat their directives. */
export function directive(layout: TableLayout, line: string): TableLayout {
  const [name = '', ...values] = line.split('\t');
  if (name === '#fields') return { ...layout, names: values };
  const [value = ''] = values;
  if (name === '#path') return { ...layout, path: value };
  if (name === '#unset_field') return { ...layout, unset: value };
  if (name === '#empty_field') return { ...layout, empty: value };
  return name === '#set_separator' && value !== '' ? { ...layout, separator: value } : layout;
}

type Positions<Column extends string> = Readonly<Record<Column, number>>;

/** The index of each column, -1 when missing. */
export function positionsOf<Column extends string>(
  columns: readonly Column[],
  names: readonly string[],
): Positions<Column> {
  const positionOf = (column: Column) => Math.max(names.indexOf(column), names.indexOf(underscored(column)));
  return Object.fromEntries(columns.map((column) => [column, positionOf(column)])) as Positions<Column>;
}

/** One object is reused for all lines of a table, which may have millions. */
export class TableRow<Column extends string> implements ZeekRow<Column> {
  #line = '';
  /** Begin and end of the cells that are read, in the order of `#wanted`. */
  readonly #begins: number[];
  readonly #ends: number[];
  /** Positions of the columns that are read, in ascending order. */
  readonly #wanted: readonly number[];
  /** The index of each column in the lists above; -1 for a column that the table lacks. */
  readonly #places: Readonly<Record<Column, number>>;
  readonly #layout: TableLayout;

  constructor(positions: Positions<Column>, layout: TableLayout) {
    const wanted = [...new Set(Object.values<number>(positions))].filter((each) => each >= 0).sort((a, b) => a - b);
    const places = Object.entries<number>(positions).map(([column, position]) => [column, wanted.indexOf(position)]);
    this.#wanted = wanted;
    this.#begins = wanted.map(() => 0);
    this.#ends = wanted.map(() => 0);
    this.#places = Object.fromEntries(places) as Record<Column, number>;
    this.#layout = layout;
  }

  /** Finds the cells that are read. @returns whether the line has as many cells as there are columns */
  take(line: string): boolean {
    this.#line = line;
    const last = this.#layout.names.length - 1;
    let [begin, next] = [0, 0];
    for (let position = 0; position <= last; position += 1) {
      const end = line.indexOf('\t', begin);
      if (position === this.#wanted[next]) {
        this.#begins[next] = begin;
        this.#ends[next] = end < 0 ? line.length : end;
        next += 1;
      }
      if (end < 0) return position === last;
      begin = end + 1;
    }
    return true;
  }

  value(column: Column): string {
    return unescaped(this.#cell(column));
  }

  list(column: Column): readonly string[] {
    return this.#members(column).map(unescaped);
  }

  first(column: Column): string {
    const text = this.#cell(column);
    if (text === this.#layout.empty) return '';
    const end = text.indexOf(this.#layout.separator);
    return unescaped(end < 0 ? text : text.slice(0, end));
  }

  numbers(column: Column): readonly number[] {
    const text = this.#cell(column);
    if (this.#layout.separator === ',' && plainNumbers.test(text)) return numbersIn(text);
    return this.#members(column).map(Number);
  }

  isEmpty(column: Column): boolean {
    const text = this.#cell(column);
    return text === '' || text === this.#layout.empty;
  }

  span(from: Column, to: Column): string | undefined {
    const [first, last] = [this.#places[from], this.#places[to]];
    return first < 0 || last < first ? undefined : this.#line.slice(this.#begins[first], this.#ends[last]);
  }

  #cell(column: Column): string {
    const place = this.#places[column];
    if (place < 0) return '';
    const text = this.#line.slice(this.#begins[place], this.#ends[place]);
    return text === this.#layout.unset ? '' : text.trimEnd();
  }

  #members(column: Column): readonly string[] {
    const text = this.#cell(column);
    return text === '' || text === this.#layout.empty ? [] : text.split(this.#layout.separator);
  }
}

/** '300.000000,60.000000': intervals as Zeek writes them. */
const plainNumbers = /^\d{1,9}(?:\.0+)?(?:,\d{1,9}(?:\.0+)?)*$/;

/** The whole numbers of such a text. */
function numbersIn(text: string): readonly number[] {
  const numbers: number[] = [];
  let number = 0;
  let isWhole = true;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === comma) {
      numbers.push(number);
      number = 0;
      isWhole = true;
    } else if (code === dot) isWhole = false;
    else if (isWhole) number = 10 * number + (code - zero);
  }
  numbers.push(number);
  return numbers;
}
const [comma, dot, zero] = [0x2c, 0x2e, 0x30];

/** Zeek escapes separators as \xhh, and also bytes that are not printable ASCII (of a log in UTF-8, those that are not UTF-8). */
export function bytesOf(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8').toString('latin1');
  const unescapedBytes = bytes.replaceAll(/\\x([0-9a-fA-F]{2})|\\\\/g, (_, hex?: string) =>
    hex ? String.fromCharCode(parseInt(hex, 16)) : '\\',
  );
  return Buffer.from(unescapedBytes, 'latin1');
}

/** A text without the escapes of Zeek; one with bytes that are not UTF-8 keeps all of them. */
function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  const decoded = bytesOf(text).toString('utf8');
  return decoded.includes('\uFFFD') ? text : decoded;
}

/** The event of a line of JSON; undefined for anything else. */
export function eventOf(line: string): JsonObject | undefined {
  const event = readJsonLine(line);
  if (!event || 'ts' in event) return event;
  const { result } = event;
  if (isObject(result) && typeof result['_raw'] === 'string') return readJsonLine(result['_raw']);
  // zeek-kafka with tag_json: {"dns": {"ts": ...}}
  const [[path, inside] = [], ...others] = Object.entries(event);
  return others.length === 0 && isObject(inside) && 'ts' in inside ? { ...inside, _path: path } : event;
}

export class EventRow<Column extends string> implements ZeekRow<Column> {
  readonly #event: JsonObject;
  readonly #fields: Fields<Column>;

  constructor(event: JsonObject, fields: Fields<Column>) {
    this.#event = event;
    this.#fields = fields;
  }

  value(column: Column): unknown {
    return this.#fields[column](this.#event);
  }

  list(column: Column): readonly unknown[] {
    return listOf(this.value(column));
  }

  first(column: Column): unknown {
    return this.list(column)[0];
  }

  isEmpty(column: Column): boolean {
    return this.list(column).length === 0;
  }

  numbers(column: Column): readonly number[] {
    return this.list(column).map(zeekNumber);
  }

  span(): undefined {
    return undefined;
  }
}

/** NaN for anything but a number or text: Number() throws for some objects. */
export function zeekNumber(value: unknown): number {
  return typeof value === 'number' ? value : Number(textOf(value) || NaN);
}

/** Whether a time is in milliseconds, as JSON::TS_MILLIS writes it. */
export function isInMilliseconds(time: unknown): time is number {
  return typeof time === 'number' && time > 1e11;
}

/** As `readTime` takes it. */
export function zeekTime(time: unknown): unknown {
  return isInMilliseconds(time) ? time / 1000 : time;
}
