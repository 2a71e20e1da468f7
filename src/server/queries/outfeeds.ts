import type { Tlp } from '#model/tlp.ts';
import type { Query } from '#server/engine/engine.ts';

/** What a published feed holds. */
export interface OutfeedDefinition {
  /** Also its place: /feeds/<name>. */
  readonly name: string;
  /** Listed subjects, listed subjects with a risk score, subjects of findings, what the team judged, or what a search finds. */
  readonly holds: 'listing' | 'score' | 'finding' | 'judged' | 'search';
  readonly kind: 'domain' | 'address' | 'both';
  /** Of listings; '' for all. */
  readonly category: string;
  /** Of listings; '' for all. */
  readonly source: string;
  /** Of findings; '' for all. */
  readonly detector: string;
  /** Of the team; '' for what it judged bad. */
  readonly tag: string;
  /** Path and query of the search; '' for other feeds. */
  readonly request: string;
  /** The lowest band of the risk score. */
  readonly band: 'medium' | 'high' | 'critical';
  readonly tlp: Tlp;
}

/** A feed and its last renewal. Times are epoch microseconds; 0 before the first renewal that succeeded. */
export interface OutfeedRow extends OutfeedDefinition {
  /** Epoch seconds. */
  readonly created: number;
  /** '' before the first renewal. */
  readonly state: '' | 'renewed' | 'failed';
  readonly error: string;
  /** 'yyyy-mm-dd hh:mm:ss' */
  readonly ranAt: string;
  readonly changed: number;
  readonly domains: number;
  readonly addresses: number;
  readonly leftOut: readonly (readonly [reason: string, count: number])[];
  readonly mark: string;
}

/** Columns of a definition, in the order of the table. */
const definition = 'name, holds, kind, category, source, detector, tag, request, band, tlp';

/** The feeds by name; all without one. */
export function outfeedsQuery(name = ''): Query<OutfeedRow> {
  return {
    name: 'outfeeds',
    sql: `
      SELECT ${definition}, toUnixTimestamp(created) AS created, state, error,
        if(state = '', '', toString(toDateTime(at, 'UTC'))) AS ranAt, changed, domains,
        addresses, left_out AS leftOut, mark
      FROM (SELECT * FROM service_outfeeds FINAL WHERE removed = 0 AND ({name:String} = '' OR name = {name:String})) AS f
      LEFT JOIN (SELECT * FROM service_outfeed_runs FINAL) AS r ON f.name = r.feed
      ORDER BY name`,
    params: { name },
  };
}

/** An entry of a feed. Times are epoch microseconds; `gone` is 0 while the feed holds it. */
export interface EntryRow {
  readonly value: string;
  readonly kind: 'domain' | 'address' | 'range';
  readonly added: number;
  readonly gone: number;
  readonly id: string;
  /** 0 when no source gives one. */
  readonly confidence: number;
  readonly labels: readonly string[];
}

/** An entry as it was after one of its changes. */
export interface EntryVersion extends EntryRow {
  /** When the feed added or removed it. No two changes of a feed have the same time. */
  readonly at: number;
}

const columns = `value, kind, toUnixTimestamp64Micro(added) AS since, toUnixTimestamp64Micro(gone) AS until, toString(id) AS uuid,
  confidence, labels`;
const renamed = 'value, kind, since AS added, until AS gone, uuid AS id, confidence, labels';

/** Entries of one page of a list: the memory that it takes does not depend on the length of the feed. */
const pageLength = 5000;

/** What a feed held right after its change `at`, in the order of the values: one page. @param after the last value before it */
function entriesQuery(feed: string, at: number, after: string): Query<EntryRow> {
  return {
    name: 'outfeedEntries',
    sql: `
      SELECT ${renamed} FROM (
        SELECT ${columns} FROM service_outfeed_entries FINAL
        WHERE feed = {feed:String} AND value > {after:String} AND added <= fromUnixTimestamp64Micro({at:Int64})
          AND (gone = toDateTime64(0, 6, 'UTC') OR gone > fromUnixTimestamp64Micro({at:Int64}))
        ORDER BY service_outfeed_entries.value LIMIT ${pageLength}
      ) ORDER BY value`,
    params: { feed, at, after },
    settings: { max_threads: 1 },
  };
}

/** Reads what a feed held right after one of its changes, page by page. @throws EngineError */
export async function* entriesOf(
  ask: (query: Query<EntryRow>) => Promise<EntryRow[]>,
  { name, changed }: Pick<OutfeedRow, 'name' | 'changed'>,
): AsyncGenerator<readonly EntryRow[]> {
  let after = '';
  for (;;) {
    const page = await ask(entriesQuery(name, changed, after));
    if (page.length > 0) yield page;
    if (page.length < pageLength) return;
    after = page.at(-1)?.value ?? '';
  }
}

export interface VersionSearch {
  /** Changes after this time. */
  readonly after: number;
  /** Ids of entries; all without any. */
  readonly ids: readonly string[];
  /** The last, the first or all versions, or those of these milliseconds. */
  readonly versions: readonly ('last' | 'first' | 'all' | number)[];
  readonly limit: number;
}

/** The versions of the entries of a feed in the order of their times. */
export function versionsQuery(
  { name, changed }: Pick<OutfeedRow, 'name' | 'changed'>,
  { after, ids, versions, limit }: VersionSearch,
): Query<EntryVersion> {
  const has = (word: string) => Number(versions.some((each) => each === word));
  return {
    name: 'outfeedVersions',
    sql: `
      SELECT ${renamed.replace('until AS gone', 'shown AS gone')}, at FROM (
        SELECT ${columns}, if(until > {changed:Int64}, 0, until) AS ended, arrayJoin(if(ended = 0, [since], [since, ended])) AS at,
          if(at = ended, ended, 0) AS shown
        FROM service_outfeed_entries FINAL
        WHERE feed = {feed:String} AND added <= fromUnixTimestamp64Micro({changed:Int64})
          AND (empty({ids:Array(String)}) OR toString(id) IN {ids:Array(String)})
      )
      WHERE at > {after:Int64} AND (
        {all:UInt8} = 1 OR ({last:UInt8} = 1 AND (ended = 0 OR at = ended)) OR ({first:UInt8} = 1 AND at = since)
        OR has({times:Array(Int64)}, intDiv(at, 1000)))
      ORDER BY at LIMIT {limit:UInt32}`,
    params: {
      feed: name,
      changed,
      after,
      ids,
      limit,
      all: has('all'),
      last: has('last'),
      first: has('first'),
      times: versions.filter((each) => typeof each === 'number'),
    },
    settings: { max_threads: 1 },
  };
}

/** The sources that listings name. */
export function listingSourcesQuery(): Query<{ readonly source: string }> {
  return {
    name: 'outfeeds',
    sql: 'SELECT DISTINCT toString(source) AS source FROM listings ORDER BY source',
    settings: { max_threads: 1 },
  };
}
