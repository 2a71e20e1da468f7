import { plusDays } from '#model/dates.ts';
import type { FeedEntry } from '#server/ingest/feeds/read/entry.ts';
import { factRows, listingRows, type EntryDefaults } from '#server/ingest/feeds/read/listing-rows.ts';
import type { Engine } from '#server/engine/engine.ts';

// A second, plain implementation of the rows that snapshots of a feed leave in the collection: one subject, one row at a time.
// The specs compare the SQL of listing-changes.ts with it.

interface ListingRow {
  readonly kind?: string;
  readonly indicator: string;
  readonly host: string;
  readonly category: string;
  readonly confidence: number;
  readonly tags?: string[];
  readonly reference?: string;
  readonly first_listed: string;
}

interface FactRow {
  readonly subject_type: string;
  readonly first?: string;
  readonly key?: string;
  readonly kind: string;
  readonly value?: string;
  readonly tags?: string[];
  readonly valid_from: string;
  readonly valid_to: string;
}

interface Episode {
  readonly first: string;
  last: string;
  expires: string;
  text: string;
}

interface Period {
  readonly from: string;
  to: string;
  value: string;
  tags: string;
}

export interface NaiveFeed {
  /** The next snapshot; days ('yyyy-mm-dd') come in order. */
  snapshot(day: string, entries: Iterable<FeedEntry>): void;
  /** One line per row, as from `storedLines`. */
  lines(): string[];
}

const unknown = '1970-01-01';

export function naiveFeed(defaults: EntryDefaults): NaiveFeed {
  const listings = new Map<string, Episode[]>();
  const facts = new Map<string, Period[]>();
  let previousDay: string | undefined;

  function list(key: string, rows: readonly ListingRow[], day: string): void {
    const episodes = listings.get(key) ?? [];
    const latest = episodes.at(-1);
    const said = `${Math.max(...rows.map((row) => row.confidence))}|${foldedTags(rows)}|${greatest(rows.map((row) => row.reference ?? ''))}`;
    const expires = plusDays(day, 30);
    if (latest && latest.last >= (previousDay ?? day) && plusDays(latest.expires, 1) >= day) {
      Object.assign(latest, { last: day, expires, text: said });
      return;
    }
    const given = least(rows.map((row) => row.first_listed));
    const isUsable = given !== unknown && given <= day && !(latest && given <= latest.last);
    listings.set(key, [...episodes, { first: isUsable ? given : day, last: day, expires, text: said }]);
  }

  function state(key: string, rows: readonly FactRow[], day: string): void {
    const known = facts.get(key) ?? [];
    const isRank = rows[0]?.kind === 'toplist';
    const value = foldedValue(rows, isRank);
    const given = greatest(rows.map((row) => row.valid_from));
    const to = greatest(rows.map((row) => row.valid_to));
    const tags = foldedTags(rows);
    const held = known.findLast(
      (row) => plusDays(row.to, 1) >= day && (row.value === value || isRank) && given <= row.from,
    );
    if (held) {
      Object.assign(held, { to, value, tags });
      end(known, held.from, day);
      return;
    }
    const isTaken = known.some((row) => given <= row.from || (plusDays(row.to, 1) < day && given <= row.to));
    const from = given === unknown || isTaken ? day : given;
    end(known, from, day);
    const others = known.filter((row) => row.from !== from);
    facts.set(
      key,
      [...others, { from, to, value, tags }].sort((a, b) => (a.from < b.from ? -1 : 1)),
    );
  }

  /** Ends every row but the one that begins on `from`. */
  function end(known: readonly Period[], from: string | undefined, day: string): void {
    for (const row of known.filter((each) => each.from !== from)) {
      const dayBefore = plusDays(day, -1);
      const unread = row.from === day ? day : dayBefore;
      const last = from !== undefined && row.from < from ? plusDays(from, -1) : unread;
      if (row.to > last) row.to = last;
    }
  }

  return {
    snapshot(day, entries) {
      const listed = new Map<string, ListingRow[]>();
      const stated = new Map<string, FactRow[]>();
      for (const entry of entries) {
        if (entry.what === 'listing')
          for (const row of listingRows(entry, defaults) as ListingRow[])
            put(listed, `${row.kind ?? 'host'}|${row.host}|${row.indicator}|${row.category}`, row);
        if (entry.what === 'fact')
          for (const row of factRows(entry) as FactRow[])
            put(stated, `${row.subject_type}|${row.first ?? '::'}|${row.key ?? ''}|${row.kind}`, row);
      }
      for (const [key, rows] of listed) list(key, rows, day);
      for (const [key, rows] of stated) state(key, rows, day);
      for (const [key, known] of facts) if (!stated.has(key)) end(known, undefined, day);
      previousDay = day;
    },
    lines: () =>
      [
        ...[...listings].flatMap(([key, rows]) =>
          rows.map(({ first, last, expires, text }) => `${key}|${text}|${first}|${last}|${expires}`),
        ),
        ...[...facts].flatMap(([key, rows]) =>
          rows.map(({ from, to, value, tags }) => `${key}|${value}|${tags}|${from}|${to}`),
        ),
      ].sort(),
  };
}

/** The rows of a source as the collection has them. */
export async function storedLines(engine: Engine, source: string): Promise<string[]> {
  const rows = await engine.query<{ line: string }>({
    name: 'spec',
    sql: `
      SELECT concatWithSeparator('|', toString(kind), host, indicator, category, toString(confidence),
        arrayStringConcat(tags, ','), reference, toString(first_listed), toString(last_listed), toString(expires)) AS line
      FROM listings FINAL WHERE source = {source:String}
      UNION ALL
      SELECT concatWithSeparator('|', toString(subject_type), toString(first), key, kind, value, arrayStringConcat(tags, ','),
        toString(valid_from), toString(valid_to)) AS line
      FROM facts FINAL WHERE source = {source:String}`,
    params: { source },
  });
  return rows.map(({ line }) => line).sort();
}

function foldedTags(rows: readonly { readonly tags?: string[] }[]): string {
  const all = rows.flatMap(({ tags = [] }) => tags);
  return (rows.length === 1 ? all : [...new Set(all)].sort()).join(',');
}

function foldedValue(rows: readonly FactRow[], isRank: boolean): string {
  const values = [...new Set(rows.map(({ value = '' }) => value).filter((value) => value !== ''))];
  if (isRank && values.length > 1) return String(Math.min(...values.map(Number)));
  return values.sort().join(', ');
}

function put<T>(groups: Map<string, T[]>, key: string, row: T): void {
  groups.set(key, [...(groups.get(key) ?? []), row]);
}

const greatest = (texts: readonly string[]): string => texts.reduce((most, text) => (text > most ? text : most), '');
const least = (texts: readonly string[]): string => texts.reduce((some, text) => (text < some ? text : some));
