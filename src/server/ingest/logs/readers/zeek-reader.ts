import type { JsonObject } from '#model/json-value.ts';
import type { AboutFile, LogEntry, LogReader } from '#server/ingest/logs/log-reader.ts';
import { at } from './json-events.ts';
import { reasons, rejected, skipped } from './values.ts';
import {
  directive,
  eventOf,
  EventRow,
  type Fields,
  initialLayout,
  positionsOf,
  type TableLayout,
  TableRow,
  underscored,
  type ZeekRow,
} from './zeek-log.ts';

// Which log of Zeek a line belongs to. A file may hold several: `_path` (`@stream` in exports over Kafka) names the log of a JSON event,
// `#path` that of the rows below it.

interface ZeekLog<Column extends string> {
  readonly format: string;
  readonly title: string;
  /** As in `#path`, `_path` and `@stream`. */
  readonly path: string;
  /** The columns that `read` uses. */
  readonly columns: readonly Column[];
  /** Whether a TSV file with these columns is this log. */
  isTable(has: (column: Column) => boolean): boolean;
  /** Whether a JSON event that does not name its log belongs to this one. */
  isEvent(event: JsonObject): boolean;
  /** Of one file. */
  open(about: AboutFile): (row: ZeekRow<Column>) => readonly LogEntry[];
}

/** A log of Zeek that is read. */
export interface ZeekKind extends Pick<ZeekLog<string>, 'format' | 'title' | 'path' | 'isEvent'> {
  /** Whether a TSV file with these columns is this log. */
  hasColumns(names: readonly string[]): boolean;
  /** Of one file. */
  open(about: AboutFile): OpenedKind;
}

interface OpenedKind {
  readonly event: (event: JsonObject) => readonly LogEntry[];
  /** Of the rows below one line #fields. */
  readonly table: (layout: TableLayout) => (line: string) => readonly LogEntry[];
}

export function zeekKind<Column extends string>(log: ZeekLog<Column>): ZeekKind {
  const { format, title, path, columns } = log;
  const positions = (names: readonly string[]) => positionsOf(columns, names);
  const fields = Object.fromEntries(
    columns.map((column) => [column, column.includes('.') ? at(column, underscored(column)) : at(column)]),
  ) as Fields<Column>;
  return {
    format,
    title,
    path,
    isEvent: log.isEvent,
    hasColumns(names) {
      const found = positions(names);
      return log.isTable((column) => found[column] >= 0);
    },
    open(about) {
      const read = log.open(about);
      return {
        event: (event) => read(new EventRow(event, fields)),
        table(layout) {
          const row = new TableRow(positions(layout.names), layout);
          return (line) => (row.take(line) ? read(row) : rejected('fewer columns than #fields names'));
        },
      };
    },
  };
}

/** The log that a JSON event names; undefined when it names none. */
function namedPath(event: JsonObject): string | undefined {
  const { _path: path = event['@stream'] } = event;
  return typeof path === 'string' ? path : undefined;
}

/** The kind of a JSON event, or the name of its log when that is not read; undefined when neither is known. */
function kindOf(kinds: readonly ZeekKind[], event: JsonObject): ZeekKind | string | undefined {
  const path = namedPath(event);
  // sensors may write a log under another name
  return kinds.find((kind) => kind.path === path) ?? kinds.find((kind) => kind.isEvent(event)) ?? path;
}

/** The logs in the beginning of a file, each by its kind or by its name; undefined for an event of neither. */
function logsIn(kinds: readonly ZeekKind[], head: readonly string[]): readonly (ZeekKind | string | undefined)[] {
  const lines = head.filter((line) => line.trim() !== '');
  const paths = lines.flatMap((line) => (line.startsWith('#path\t') ? [line.slice('#path\t'.length).trim()] : []));
  const columns = lines.find((line) => line.startsWith('#fields\tts'));
  const names = columns?.trimEnd().split('\t').slice(1) ?? [];
  const known = kinds.find((kind) => kind.hasColumns(names));
  const [path, ...others] = paths.map((each) => kinds.find((kind) => kind.path === each) ?? each);
  // of a single table, the columns count more than an unknown name
  if (path !== undefined) return others.length === 0 && typeof path === 'string' ? [known ?? path] : [path, ...others];
  if (columns !== undefined) return [known ?? (names.includes('conn_state') ? 'conn' : '')];
  return lines
    .filter((line) => line.startsWith('{'))
    .map((line) => {
      const event = eventOf(line);
      if (!event) return undefined;
      const kind = kindOf(kinds, event) ?? ('conn_state' in event ? 'conn' : undefined);
      return typeof kind === 'object' || 'ts' in event ? kind : undefined;
    });
}

/** @returns the logs in the beginning of a file, if most of its lines are of such a log */
function mainLogs(kinds: readonly ZeekKind[], head: readonly string[]): ReadonlySet<ZeekKind | string> {
  const logs = logsIn(kinds, head);
  const found = logs.filter((log) => log !== undefined);
  return new Set(2 * found.length > logs.length ? found : []);
}

/** The names of the logs in the beginning of a file; '' for one that is not named. None when one of them is read. */
export function unreadLogs(kinds: readonly ZeekKind[], head: readonly string[]): readonly string[] {
  const logs = [...mainLogs(kinds, head)];
  return logs.every((log) => typeof log === 'string') ? logs : [];
}

/** @param own the log that the reader is for; without it, for files that hold several */
export function zeekReader(kinds: readonly ZeekKind[], own?: ZeekKind): LogReader {
  const { format, title } = own ?? { format: 'zeek', title: 'Several logs of Zeek in one file (TSV or JSON)' };
  return {
    format,
    title,
    sniff(head) {
      const logs = [...mainLogs(kinds, head)];
      const isOne = logs.length === 1 && logs[0] === own;
      const areSeveral = logs.length > 1 && own === undefined && logs.some((log) => typeof log === 'object');
      if (!isOne && !areSeveral) return 0;
      if (head.some((line) => line.startsWith('#path\t'))) return 1;
      return head.some((line) => line.startsWith('#fields\t')) ? 0.9 : 0.95;
    },
    open: (about) => openZeek(kinds, about, own),
  };
}

/** @param own the log that lines are of unless they name another */
function openZeek(all: readonly ZeekKind[], about: AboutFile, own?: ZeekKind): (line: string) => readonly LogEntry[] {
  const kinds = own ? [own, ...all.filter((kind) => kind !== own)] : all;
  const opened = new Map<ZeekKind, OpenedKind>();
  const open = (kind: ZeekKind): OpenedKind => {
    const found = opened.get(kind) ?? kind.open(about);
    opened.set(kind, found);
    return found;
  };
  const stray = rejected(own ? `not an event of ${own.path}.log` : 'not an event of a Zeek log that is read');
  let layout = initialLayout;
  let table: ((line: string) => readonly LogEntry[]) | undefined;

  return (line) => {
    if (line.startsWith('#')) {
      layout = directive(layout, line.trimEnd());
      table = undefined;
      return [];
    }
    if (line.trim() === '') return [];
    if (line.startsWith('{')) {
      const event = eventOf(line);
      if (!event) return rejected(reasons.notJson);
      const kind = kindOf(kinds, event);
      if (typeof kind === 'string') return unread(kind);
      return kind ? open(kind).event(event) : stray;
    }
    table ??= tableOf(layout);
    return table(line);
  };

  function tableOf(given: TableLayout): (line: string) => readonly LogEntry[] {
    const { path, names } = given;
    const isKnown = kinds.some((kind) => kind.path === path);
    const fitting = kinds.filter((kind) => kind.hasColumns(names));
    const kind = fitting.find((each) => each.path === path) ?? fitting.find((each) => each === own || !isKnown);
    if (kind) return open(kind).table(given);
    if (path !== '' && !isKnown) return () => unread(path);
    return () => rejected('no line #fields before it says which columns it has');
  }
}

function unread(path: string): readonly LogEntry[] {
  return skipped(
    /^[a-z][a-z0-9_]{0,30}$/i.test(path) ? `${path}.log of Zeek is not read` : 'a log of Zeek that is not read',
  );
}
