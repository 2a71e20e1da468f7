import { randomFor } from '#sample/random.ts';
import { openFolderStore } from './folder-store.ts';
import { zeekLog, zeekLogDay } from './zeek-log.ts';

/** How often a name was seen; times are Unix seconds. */
interface LoggedCount {
  readonly count: number;
  readonly first: number;
  readonly last: number;
}

/** A Zeek DNS log of random hosts below kills.test, and its counts by name. */
export function generatedLog(extent: { readonly lines: number; readonly hosts: number }) {
  const random = randomFor('log kills');
  const expected = new Map<string, LoggedCount>();
  const answers = Array.from({ length: extent.lines }, (_, index) => {
    const host = `h${Math.floor(random.next() * extent.hosts)}.kills.test`;
    const time = zeekLogDay + index;
    const seen = expected.get(host) ?? { count: 0, first: time, last: time };
    expected.set(host, { count: seen.count + 1, first: Math.min(seen.first, time), last: Math.max(seen.last, time) });
    return [time + 0.5, host, '198.51.100.7'] as const;
  });
  return { text: zeekLog(answers), expected };
}

/** The counts of such a log in the store of a data folder. */
export async function loggedCounts(folder: string): Promise<ReadonlyMap<string, LoggedCount>> {
  const engine = await openFolderStore(folder);
  const rows = await engine.query<LoggedCount & { readonly name: string }>({
    name: 'spec',
    sql: `SELECT reverse(rname) AS name, sum(count) AS count, toUnixTimestamp(min(first_seen)) AS first,
            toUnixTimestamp(max(last_seen)) AS last
          FROM fwd WHERE rname LIKE reverse('%.kills.test') GROUP BY rname`,
  });
  await engine.close();
  return new Map(rows.map(({ name, ...seen }) => [name, seen]));
}
