import { reverseName } from '#model/domain-name.ts';
import { nsMoves, nsTimeline, type NsEpisode } from '#model/ns-timeline.ts';
import type { Engine } from '#server/engine/engine.ts';
import { finishImport, importIds, importState } from './ledger.ts';

/** Names whose sets are read at a time. */
const chunkNames = 20_000;

/**
 * Derives the name-server transfers of all names anew and puts them in the place of the old ones at once: killed at any
 * moment it leaves a whole state, and repeating it changes nothing. Only names that had more than one set are read.
 * @param today 'yyyy-mm-dd', noted in the ledger
 * @returns how many transfers there are
 * @throws EngineError
 */
export async function refreshNsTransfers(engine: Engine, today: string): Promise<number> {
  const run = (sql: string) => engine.command({ name: 'ns_transfers', sql }, { limits: 'upkeep' });
  await run('TRUNCATE TABLE ns_transfers_next');
  let transfers = 0;
  for (
    let names = await movedNames(engine, '');
    names.length > 0;
    names = await movedNames(engine, names.at(-1) ?? '')
  ) {
    const rows = await transfersOf(engine, names);
    if (rows.length > 0) await engine.insert('ns_transfers_next', rows);
    transfers += rows.length;
  }
  await run('EXCHANGE TABLES ns_transfers AND ns_transfers_next');
  await run('TRUNCATE TABLE ns_transfers_next');
  const head = { source: 'ns-transfers', kind: 'ns-transfers', digest: '', licence: '', sample: false };
  await finishImport(engine, { id: importIds.nsTransfers, ...head, asOf: today }, transfers);
  return transfers;
}

/** Whether the transfers were derived on that day or later. */
export async function hasNsTransfers(engine: Engine, today: string): Promise<boolean> {
  const last = await importState(engine, importIds.nsTransfers);
  return last !== null && last.asOf >= today;
}

/** The next names, reversed and in their order, that were seen with different sets. */
async function movedNames(engine: Engine, after: string): Promise<string[]> {
  const rows = await engine.query<{ rname: string }>(
    {
      name: 'ns_transfers',
      sql: `SELECT rname FROM rrsets WHERE rrtype = 'NS' AND rname > {after:String}
            GROUP BY rname HAVING uniqExact(hash) > 1 ORDER BY rname LIMIT ${chunkNames}`,
      params: { after },
      // the key gives the order: the statement stops when it has its names
      settings: { optimize_aggregation_in_order: 1, max_threads: 1 },
    },
    { limits: 'upkeep' },
  );
  return rows.map(({ rname }) => rname);
}

/** The same observations as C7 looks at (queries/domain-facts.ts): the newest 2000 of each name. */
async function transfersOf(engine: Engine, names: readonly string[]): Promise<object[]> {
  const rows = await engine.query<{ rname: string; episodes: [number, number, string[]][] }>(
    {
      name: 'ns_transfers',
      sql: `SELECT rname, groupArray((toUnixTimestamp(first_seen), toUnixTimestamp(last_seen), members)) AS episodes
            FROM (
              SELECT rname, first_seen, last_seen, members FROM rrsets FINAL
              WHERE rrtype = 'NS' AND rname BETWEEN {first:String} AND {last:String} AND rname IN {names:Array(String)}
              ORDER BY rname, last_seen DESC LIMIT 2000 BY rname
            )
            GROUP BY rname ORDER BY rname`,
      params: { first: names[0] ?? '', last: names.at(-1) ?? '', names },
    },
    { limits: 'upkeep' },
  );
  return rows.flatMap(({ rname, episodes }) => {
    const timeline = nsTimeline(episodes.map(([first, last, members]): NsEpisode => ({ first, last, members })));
    return nsMoves(timeline).map(({ at, from, to }) => ({ at, domain: reverseName(rname), old: from, new: to }));
  });
}
