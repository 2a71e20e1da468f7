import type { Query } from '#server/engine/engine.ts';

/** The bit of own logs in `sources` (schema/2-passive-dns.sql). */
const ofLogs = 'bitTest(sources, 2)';
const fresh = `FROM listings_next WHERE import = {import:UInt32} AND kind = 'host' AND is_new`;

/**
 * Notes which of the staged new listings of a feed own logs had resolved: the listed name itself, a name that is an alias of it, or
 * a name with the listed address. A repetition after a kill replaces the rows. @param importId of the feed
 */
export function retroHunt(importId: number): Query<never> {
  return {
    name: 'retro_hunt',
    sql: `
      INSERT INTO retro_hunt (host, ip, source, category, listed, import, indicator, count, names, examples, first_seen, last_seen)
      SELECT host, ip, source, category, listed, log, indicator, answers, names, examples, first, last
      FROM (
        SELECT host, any(ip) AS ip, any(source) AS source, category, first_listed AS listed, min(indicator) AS indicator
        ${fresh} GROUP BY host, category, first_listed
      ) AS listing
      INNER JOIN (
        SELECT host, log, sum(answers_of_name) AS answers, count() AS names, groupArraySorted(5)(name) AS examples,
          min(first_of_name) AS first, max(last_of_name) AS last
        FROM (
          SELECT host, log, reverse(rname) AS name, sum(count) AS answers_of_name, min(first_seen) AS first_of_name,
            max(last_seen) AS last_of_name
          FROM (
            SELECT reverse(rname) AS host, import AS log, rname, count, first_seen, last_seen FROM contributions
            WHERE ${ofLogs} AND rrtype NOT IN ('WATERMARK', 'PTR4', 'PTR6') AND rname IN (SELECT reverse(host) ${fresh})
            UNION ALL
            SELECT answer AS host, import AS log, rname, count, first_seen, last_seen FROM contributions
            WHERE ${ofLogs} AND rrtype IN ('A', 'AAAA', 'CNAME') AND answer IN (SELECT host ${fresh})
          )
          GROUP BY host, log, rname
        )
        GROUP BY host, log
      ) AS resolved ON listing.host = resolved.host`,
    params: { import: importId },
    settings: { max_threads: 1 },
  };
}
