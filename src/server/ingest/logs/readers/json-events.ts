import type { LogEntry, LogReader } from '#server/ingest/logs/log-reader.ts';
import { isObject, type LogObject, readJsonLine, reasons, rejected } from './values.ts';

/** A format with one JSON event on each line. */
interface EventFormat {
  readonly format: string;
  readonly title: string;
  /** Whether an event is of this format and of no other, even if it has nothing to do with DNS. */
  isOwn(event: LogObject): boolean;
  read(event: LogObject): readonly LogEntry[];
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

/** Where a field stands: nested, or flattened with dots in its key, in whole or in part. */
type Path = readonly { readonly key: string; readonly rest: Path | undefined }[];

/** Made once for each path: every event needs it. */
function pathOf(names: string): Path {
  const parts = names.split('.');
  return parts.map((_, index) => ({
    key: parts.slice(0, index + 1).join('.'),
    rest: index + 1 < parts.length ? pathOf(parts.slice(index + 1).join('.')) : undefined,
  }));
}

function valueAt(object: LogObject, path: Path): unknown {
  for (const { key, rest } of path) {
    const value = object[key];
    const found = rest ? (isObject(value) ? valueAt(value, rest) : undefined) : value;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A part of an event. */
export type Field = (event: LogObject) => unknown;

/** The first of several paths at which an event has a value; undefined for null, too. */
export function at(...names: readonly string[]): Field {
  const [first = [], ...others] = names.map(pathOf);
  return (event) => {
    const value = valueAt(event, first) ?? undefined;
    if (value !== undefined || others.length === 0) return value;
    for (const path of others) {
      const other = valueAt(event, path) ?? undefined;
      if (other !== undefined) return other;
    }
    return undefined;
  };
}

/** Exports of an index write single values as lists. */
export function oneOrMore(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}
