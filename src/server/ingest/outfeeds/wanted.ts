import { parseCidr } from '#model/cidr.ts';
import { parseIp } from '#model/ip-address.ts';
import { isInternal } from '#model/reserved-space.ts';
import type { Params, Query } from '#server/engine/engine.ts';
import type { EntryRow, OutfeedDefinition } from '#server/queries/outfeeds.ts';
import { givesOutNames, notExempt } from '#server/ingest/scores/sql-parts.ts';
import { groupsInOrder } from '#server/queries/groups-in-order.ts';
import { currentJudgements } from '#server/queries/judgements.ts';
import { isListedUrl, sharedHostNames } from '#server/queries/listings.ts';
import { isPublicSuffix } from '#server/queries/owner-domain.ts';

/** A value that fits the definition of a feed. */
export type WantedRow = Pick<EntryRow, 'value' | 'kind'>;

const listed = `
  SELECT host AS value, multiIf(kind = 'range', 'range', ip = toIPv6('::'), 'domain', 'address') AS form,
    max(listings.confidence) AS sure, arraySort(groupUniqArrayArray([toString(category), toString(listings.source)])) AS words,
    min(${isListedUrl} AND (host IN ${sharedHostNames} OR host IN (SELECT name FROM shared_names))) AS isOnShared
  FROM listings FINAL
  WHERE kind IN ('host', 'range') AND first_listed <= {today:Date32} AND expires >= {today:Date32}
    AND ({category:String} = '' OR category = {category:String}) AND ({source:String} = '' OR listings.source = {source:String})
  GROUP BY value, form`;

const found = `
  SELECT subject AS value,
    multiIf(subject_type = 'ip', 'address', subject_type = 'subnet', 'range', subject_type = 'asn', 'as', 'domain') AS form,
    0 AS sure, arraySort(groupUniqArray(toString(findings.detector))) AS words, 0 AS isOnShared
  FROM findings FINAL
  WHERE gone = toDate(0) AND ({detector:String} = '' OR findings.detector = {detector:String})
  GROUP BY value, form`;

/** The form of a subject in canonical text. */
const formOf = (subject: string) => `
  multiIf(position(${subject}, '/') > 0, 'range', match(${subject}, '^AS[0-9]+$'), 'as',
    isIPv4String(${subject}) OR isIPv6String(${subject}), 'address', 'domain')`;

const judged = `
  SELECT subject AS value, ${formOf('subject')} AS form,
    0 AS sure, [if({tag:String} = '', 'bad', {tag:String})] AS words, 0 AS isOnShared
  FROM (${currentJudgements}) WHERE kind = if({tag:String} = '', 'bad', 'tag') AND text = {tag:String}`;

const searched = `
  SELECT found AS value, ${formOf('found')} AS form, 0 AS sure, ['search'] AS words, 0 AS isOnShared
  FROM (SELECT DISTINCT arrayJoin({values:Array(String)}) AS found)`;

/** Where the values of a feed come from, with the parameters that are used. */
const origins = {
  listing: { sql: listed, names: ['category', 'source', 'today'] },
  score: { sql: listed, names: ['category', 'source', 'today'] },
  finding: { sql: found, names: ['detector'] },
  judged: { sql: judged, names: ['tag', 'today'] },
  search: { sql: searched, names: ['values'] },
} as const;

/** Kinds of entries by the kind of a feed. A range and an AS have no risk score. */
const forms = { domain: ['domain'], address: ['address', 'range', 'as'], both: ['domain', 'address', 'range', 'as'] };

/** SQL of the columns value, form, sure, words and reason: '' for a value that the feed may hold. */
export function wantedSql(
  { holds, kind, ...definition }: OutfeedDefinition,
  { today, values }: WantedToday,
): { readonly sql: string; readonly params: Params } {
  const { sql, names } = origins[holds];
  const own = forms[kind].filter((each) => holds !== 'score' || !['range', 'as'].includes(each));
  return {
    sql: `
      SELECT value, form, sure, words, multiIf(
        form = 'as', 'AS numbers',
        form = 'domain' AND value IN (SELECT name FROM benign_names), 'known benign',
        form = 'address' AND NOT ${notExempt("toIPv6(if(form = 'address', value, '::'))")}, 'known benign',
        form = 'domain' AND ${givesOutNames('value')}, 'domains below which others have names',
        isOnShared = 1, 'URLs on shared hosts', '') AS reason
      FROM (${sql}) WHERE form IN {forms:Array(String)}`,
    params: { forms: own, ...Object.fromEntries(names.map((name) => [name, { ...definition, today, values }[name]])) },
  };
}

export interface WantedToday {
  /** 'yyyy-mm-dd' */
  readonly today: string;
  /** What the search of the feed finds; empty for other feeds. */
  readonly values: readonly string[];
}

/** Counts what a feed would hold, before values that cannot be published are left out. */
export function wantedCounts(
  feed: OutfeedDefinition,
  today: WantedToday,
): Query<{ readonly reason: string; readonly domains: number; readonly addresses: number }> {
  const { sql, params } = wantedSql(feed, today);
  return {
    name: 'outfeedPreview',
    sql: `
      SELECT reason, toUInt32(countIf(form = 'domain')) AS domains, toUInt32(countIf(form != 'domain')) AS addresses
      FROM (${sql}) GROUP BY reason ORDER BY reason`,
    params,
    settings: groupsInOrder,
  };
}

/** Values of a feed in no order that means anything: a sample. */
export function wantedSample(feed: OutfeedDefinition, today: WantedToday, limit: number): Query<WantedRow> {
  const { sql, params } = wantedSql(feed, today);
  return {
    name: 'outfeedPreview',
    sql: `SELECT value, form AS kind FROM (${sql}) WHERE reason = '' ORDER BY cityHash64(value) LIMIT {limit:UInt32}`,
    params: { ...params, limit },
    settings: groupsInOrder,
  };
}

/** A valid host name (RFC 1123), whose last label is not a number: only such names may be in a zone or a hosts file. */
const hostName = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** The largest networks that are published, by version: larger ones are errors of a list. */
const shortestPrefix = { 4: 8, 6: 16 };

/** Why a value may be in no feed; '' when it may. */
export function unpublishable({ value, kind }: WantedRow): string {
  if (kind === 'domain') {
    if (!hostName.test(value)) return 'names that no host can have';
    if (isInternal('domain', value)) return 'names of internal networks';
    return isPublicSuffix(value) ? 'domains below which others have names' : '';
  }
  if (kind === 'range') {
    const cidr = parseCidr(value);
    if (!cidr) return 'texts that are no address';
    if (cidr.length < shortestPrefix[cidr.network.version]) return 'networks that are too large';
    return isInternal('subnet', value) ? 'addresses of internal networks' : '';
  }
  const address = parseIp(value);
  if (!address) return 'texts that are no address';
  return isInternal(address.version === 4 ? 'ipv4' : 'ipv6', value) ? 'addresses of internal networks' : '';
}
