import { mostJoinedServers, type NsEpisode, nsOverlapSeconds } from '#model/ns-timeline.ts';
import type { RecordType } from '#model/record-type.ts';
import type { Query } from '#server/engine/engine.ts';
import { pointSettings, sourceBits, type PadnsRow } from './padns-selection.ts';

/** A set of the servers of a name. */
export interface ServerSet extends NsEpisode {
  readonly rrname: string;
  readonly rrtype: 'NS' | 'MX';
}

/** The sets of names that were seen last, for `newestServers`. @param names reversed */
export function newestSets(
  name: string,
  types: readonly ServerSet['rrtype'][],
  names: readonly string[],
): Query<ServerSet> {
  return {
    name,
    sql: `SELECT reverse(rname) AS rrname, toString(rrsets.rrtype) AS rrtype, toUnixTimestamp(max(first_seen)) AS first,
            toUnixTimestamp(max(last_seen)) AS last, any(rrsets.members) AS members
          FROM rrsets WHERE rrsets.rrtype IN {types:Array(String)} AND rname IN {names:Array(String)}
          GROUP BY rname, rrsets.rrtype, hash ORDER BY last DESC LIMIT ${mostJoinedServers} BY rname, rrsets.rrtype`,
    params: { types, names },
    settings: { max_threads: 1 },
  };
}

/**
 * SQL of what `newestServers` finds, for rows of rrsets that are grouped by their name. For a few names `newestSets` is faster: planning
 * this expression takes a millisecond.
 */
export const newestSet = `if(length(argMax(members, (last_seen, first_seen)) AS newest) != 1, newest,
  arraySlice(arraySort(arrayDistinct(arrayMap(each -> each.1, arrayFilter(each -> each.2 >= max(last_seen) - ${nsOverlapSeconds},
    groupArrayIf((members[1], last_seen), length(members) = 1))))), 1, ${mostJoinedServers}))`;

interface SetHash {
  readonly rname: string;
  readonly answer: string;
  /** 32 hex digits: the latest set of that name which the answer is a member of. */
  readonly hash: string;
}

/** nshash and mxhash of the records of one page. */
export function setHashes(type: 'NS' | 'MX', rows: readonly PadnsRow[]): Query<SetHash> {
  return {
    name: 'padnsSetHashes',
    sql: `SELECT rname, member AS answer, lower(hex(argMax(rrsets.hash, (last_seen, first_seen)))) AS hash
          FROM rrsets ARRAY JOIN members AS member
          WHERE rrtype = {type:String} AND rname IN {rnames:Array(String)} AND member IN {answers:Array(String)}
          GROUP BY rname, member`,
    params: { type, ...keysOf(rows) },
    settings: { max_threads: 1 },
  };
}

interface Ttl {
  readonly rname: string;
  readonly answer: string;
  readonly ttl: number;
  readonly sources: readonly number[];
}

/** TTLs and sources of the records of a page found by a set: the table of sets does not store them. */
export function setTtls(type: RecordType, rows: readonly PadnsRow[]): Query<Ttl> {
  return {
    name: 'padnsSetTtls',
    sql: `SELECT rname, answer, ttl, ${sourceBits} FROM (
            SELECT rname, answer, max(ttl) AS ttl, groupBitOr(sources) AS sources FROM fwd
            WHERE rname IN {rnames:Array(String)} AND rrtype = {type:String} AND answer IN {answers:Array(String)}
            GROUP BY rname, answer
          )`,
    params: { type, ...keysOf(rows) },
    settings: { max_threads: 1 },
  };
}

/** E5: the servers of a set, sorted; none when no name was ever seen with it. @param hash 32 hex digits */
export function setMembers(type: 'NS' | 'MX', hash: string): Query<{ readonly member: string }> {
  return {
    name: 'padnsTranslate',
    sql: `SELECT arrayJoin(members) AS member
          FROM (SELECT members FROM rrsets_by_hash
                WHERE rrtype = {type:String} AND hash = toFixedString(unhex({hash:String}), 16) LIMIT 1)
          ORDER BY member`,
    params: { type, hash },
    settings: pointSettings,
  };
}

function keysOf(rows: readonly PadnsRow[]): { rnames: string[]; answers: string[] } {
  return {
    rnames: [...new Set(rows.map((row) => row.rname))],
    answers: [...new Set(rows.map((row) => row.answer))],
  };
}
