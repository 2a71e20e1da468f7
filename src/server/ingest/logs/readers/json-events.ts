import { isObject, type JsonObject } from '#model/json-value.ts';
import type { LogEntry, LogReader } from '#server/ingest/logs/log-reader.ts';
import { readJsonLine, reasons, rejected } from './values.ts';

/** A format with one JSON event per line. */
interface EventFormat {
  readonly format: string;
  readonly title: string;
  /** Whether an event is of this format and of no other, also if nothing of it is kept. */
  isOwn(event: JsonObject): boolean;
  read(event: JsonObject): readonly LogEntry[];
}

export function eventReader({ format, title, isOwn, read }: EventFormat): LogReader {
  return {
    format,
    title,
    sniff(head) {
      const lines = head.filter((line) => line.trim() !== '');
      const own = lines.filter((line) => {
        const event = readJsonLine(line);
        return event !== undefined && isOwn(event);
      });
      return 2 * own.length > lines.length ? 0.95 : 0;
    },
    open: () => (line) => {
      const event = readJsonLine(line);
      if (event) return read(event);
      return line.trim() === '' ? [] : rejected(reasons.notJson);
    },
  };
}

/** Dumps of an index wrap a document: `{"_index": ..., "_source": {...}}`. */
export function documentOf(event: JsonObject): JsonObject {
  return isObject(event['_source']) ? event['_source'] : event;
}

/** A part of an event; undefined where the event has none, or null. */
export type Field = (event: JsonObject) => unknown;

/** The value at the first of several paths that has one. Compiled once for each format, because every event needs its fields. */
export function at(...paths: readonly [string, ...string[]]): Field {
  const [first, second, ...others] = paths;
  const field = fieldAt(...(first.split('.') as [string, ...string[]]));
  if (second === undefined) return field;
  const next = at(second, ...others);
  return (event) => field(event) ?? next(event);
}

/** `a.b.c` may be nested, or flattened with dots in its keys, in whole (`a.b.c`) or in part (`a.b` with `c`). */
function fieldAt(key: string, next?: string, ...others: readonly string[]): Field {
  if (next === undefined) return (event) => event[key] ?? undefined;
  const [nested, flattened] = [fieldAt(next, ...others), fieldAt(`${key}.${next}`, ...others)];
  return (event) => {
    const part = event[key];
    return (isObject(part) ? nested(part) : undefined) ?? flattened(event);
  };
}

/** A list of the value; exports of an index write single values as lists. */
export function oneOrMore(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}
