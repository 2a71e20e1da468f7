import { reverseName } from '#model/domain-name.ts';
import { nsMoves, nsTimeline, type NsEpisode } from '#model/ns-timeline.ts';
import type { Engine } from '#server/engine/engine.ts';
import { nsEpisodes } from '#server/queries/domain-facts.ts';
import { finishImport, importIds, importState } from './ledger.ts';

/** Names that one query reads. */
const chunkNames = 20_000;

/**
 * Derives the name-server transfers of all names and replaces the old ones at once: a kill leaves the old or the new ones, and a
 * repetition changes nothing. Only names with more than one set are read.
 * @param today 'yyyy-mm-dd', noted in the ledger
 * @throws EngineError
 */
export async function refreshNsTransfers(engine: Engine, today: string, signal?: AbortSignal): Promise<void> {
  const run = (sql: string) => engine.command({ name: 'ns_transfers', sql }, { limits: 'upkeep', signal });
  await run('TRUNCATE TABLE ns_transfers_next');
  let transfers = 0;
  for (let after = '', isMore = true; isMore;) {
    const names = await episodesAfter(engine, after, signal);
    const rows = names.flatMap(transfersOf);
    if (rows.length > 0) await engine.insert('ns_transfers_next', rows);
    transfers += rows.length;
    isMore = names.length === chunkNames;
    after = names.at(-1)?.rname ?? after;
  }
  // the engine refuses to replace a partition with an empty one
  await run(
    transfers === 0
      ? 'TRUNCATE TABLE ns_transfers'
      : 'ALTER TABLE ns_transfers REPLACE PARTITION tuple() FROM ns_transfers_next',
  );
  await run('TRUNCATE TABLE ns_transfers_next');
  const head = { source: 'ns-transfers', kind: 'ns-transfers', digest: '', licence: '' };
  await finishImport(engine, { id: importIds.nsTransfers, ...head, asOf: today }, transfers);
}

/** Whether the transfers were derived on that day. */
export async function hasNsTransfers(engine: Engine, today: string): Promise<boolean> {
  const last = await importState(engine, importIds.nsTransfers);
  return last?.asOf === today;
}

interface NameEpisodes {
  /** The name reversed. */
  readonly rname: string;
  /** First and last seen in epoch seconds, and the set. */
  readonly episodes: readonly (readonly [number, number, readonly string[]])[];
}

/** The next names with different sets, ordered by their reversed form; their episodes are those of C7. */
function episodesAfter(engine: Engine, after: string, signal?: AbortSignal): Promise<NameEpisodes[]> {
  return engine.query<NameEpisodes>(
    {
      name: 'ns_transfers',
      sql: `
        SELECT rname, groupArray((first, last, members)) AS episodes
        FROM (${nsEpisodes(
          'rname',
          `(SELECT rname FROM rrsets WHERE rrtype = 'NS' AND rname > {after:String}
            GROUP BY rname HAVING uniqExact(hash) > 1 ORDER BY rname LIMIT ${chunkNames})`,
        )})
        GROUP BY rname ORDER BY rname`,
      params: { after },
      // in the order of the key, so that the search for names stops when it has enough
      settings: { optimize_aggregation_in_order: 1, max_threads: 1 },
    },
    { limits: 'upkeep', signal },
  );
}

function transfersOf({ rname, episodes }: NameEpisodes): object[] {
  const timeline = nsTimeline(episodes.map(([first, last, members]): NsEpisode => ({ first, last, members })));
  return nsMoves(timeline).map(({ at, from, to }) => ({ at, domain: reverseName(rname), old: from, new: to }));
}
