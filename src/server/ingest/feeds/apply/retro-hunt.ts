import { sourceBit } from '#model/record-source.ts';
import type { Engine, Query } from '#server/engine/engine.ts';
import { inParts } from '#server/queries/in-parts.ts';

/** SQL: whether own logs had the record. */
const ofLogs = `bitAnd(sources, ${sourceBit('logs')}) != 0`;
const fresh = `FROM listings_next
  WHERE import = {import:UInt32} AND kind = 'host' AND is_new AND cityHash64(host) % {parts:UInt32} = {part:UInt32}`;
/**
 * Notes which of the staged new listings of a feed own logs had resolved. A repetition after a kill replaces the rows. Each part reads all
 * records once. @param importId of the feed @throws EngineError
 */
export async function noteRetroHunt(engine: Engine, importId: number): Promise<void> {
  await inParts((part, parts) => engine.command(retroHunt(importId, part, parts), { limits: 'upkeep' }));
}

/**
 * The rows of one part of the listings: of the listed name itself, a name that is an alias of it, or a name with the listed address.
 * Sets of hashes take a third of the memory of sets of names; the join compares the names.
 */
function retroHunt(importId: number, part: number, parts: number): Query<never> {
  return {
    name: 'retro_hunt',
    sql: `
      INSERT INTO retro_hunt (host, ip, source, category, listed, import, indicator, count, names, examples, first_seen, last_seen)
      SELECT listing.host, any(listing.ip), any(listing.source), listing.category, listing.first_listed, log, min(listing.indicator),
        any(answers), any(names), any(examples), any(first), any(last)
      FROM (SELECT host, ip, source, category, first_listed, indicator ${fresh}) AS listing
      INNER JOIN (
        SELECT host, log, sum(answers_of_name) AS answers, count() AS names, groupArraySorted(5)(name) AS examples,
          min(first_of_name) AS first, max(last_of_name) AS last
        FROM (
          SELECT host, log, reverse(rname) AS name, sum(count) AS answers_of_name, min(first_seen) AS first_of_name,
            max(last_seen) AS last_of_name
          FROM (
            SELECT reverse(rname) AS host, import AS log, rname, count, first_seen, last_seen FROM contributions
            WHERE ${ofLogs} AND rrtype NOT IN ('WATERMARK', 'PTR4', 'PTR6')
              AND cityHash64(rname) IN (SELECT cityHash64(reverse(host)) ${fresh})
            UNION ALL
            SELECT answer AS host, import AS log, rname, count, first_seen, last_seen FROM contributions
            WHERE ${ofLogs} AND rrtype IN ('A', 'AAAA', 'CNAME') AND cityHash64(answer) IN (SELECT cityHash64(host) ${fresh})
          )
          GROUP BY host, log, rname
        )
        GROUP BY host, log
      ) AS resolved ON listing.host = resolved.host
      GROUP BY listing.host, listing.category, listing.first_listed, log`,
    params: { import: importId, part, parts },
    // two threads halve the wait for the seconds that it takes
    settings: { max_threads: 2 },
  };
}
