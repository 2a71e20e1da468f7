import { classifyWildcard, escapeLike } from '#model/wildcard.ts';
import type { Query } from '#server/engine/engine.ts';
import { allOf, condition, type Condition, mergeParams, wildcardCondition } from './condition.ts';
import { bound } from './padns-selection.ts';
import type { Page } from './page.ts';

/** The name servers on one side of a transfer: a pattern in lower case, or servers inside the domain that moved. */
export type ServerMatch = { readonly kind: 'self' } | { readonly kind: 'pattern'; readonly pattern: string };

/** Times are epoch seconds, inclusive. */
interface NsTransferSearch extends Page {
  readonly from: ServerMatch;
  readonly to: ServerMatch;
  readonly domainRegex: string | undefined;
  readonly changedFrom: number;
  readonly changedTo: number | undefined;
  readonly whois: WhoisFilter;
  readonly descending: boolean;
}

/** Conditions on the newest whois record of the domain. */
export interface WhoisFilter {
  /** Registered in that time; epoch seconds, inclusive. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** Part of the registrar's name, ignoring case. */
  readonly registrar: string | undefined;
  readonly email: string | undefined;
  /** Domains without a known registration match. */
  readonly mayBeUnknown: boolean;
}

interface NsTransferRow {
  readonly domain: string;
  /** 'yyyy-mm-dd' */
  readonly change_date: string;
  readonly oldnsrecs: readonly string[];
  readonly newnsrecs: readonly string[];
}

/** C9: transfers of all domains by time. No two share time and domain, so pages are stable. */
export function nsTransfers(search: NsTransferSearch): Query<NsTransferRow> {
  const { domainRegex, changedFrom, changedTo, descending, limit, skip } = search;
  const moved = allOf([
    ...transferConditions({ from: search.from, to: search.to, after: changedFrom, before: changedTo }),
    ...(domainRegex === undefined ? [] : [condition('match(domain, {domainRegex:String})', { domainRegex })]),
  ]);
  const where = allOf([moved, ...whoisCondition(search.whois, moved)]);
  const order = descending ? 'DESC' : 'ASC';
  return {
    name: 'nsTransfers',
    sql: `SELECT domain, toString(toDate(at)) AS change_date, old AS oldnsrecs, new AS newnsrecs
          FROM ns_transfers WHERE ${where.sql}
          ORDER BY at ${order}, domain ${order} LIMIT {limit:UInt32} OFFSET {skip:UInt32}`,
    params: mergeParams(where.params, { limit, skip }),
    // Measured: most of the time is planning, and the older analyzer saves a tenth of the whole.
    settings: { enable_analyzer: 0 },
  };
}

/** What is known of a transfer. Times are epoch seconds, inclusive. */
export interface TransferMatch {
  readonly from: ServerMatch | undefined;
  readonly to: ServerMatch | undefined;
  readonly after: number | undefined;
  readonly before: number | undefined;
}

/** Conditions on a row of `ns_transfers`, those given. */
export function transferConditions({ from, to, after, before }: TransferMatch): Condition[] {
  return [
    ...bound('at >= {changedFrom:UInt32}', { changedFrom: after }),
    ...bound('at <= {changedTo:UInt32}', { changedTo: before }),
    ...(from ? [serverCondition('old', from)] : []),
    ...(to ? [serverCondition('new', to)] : []),
  ];
}

/** One server of that side of a transfer matches. `column` is a word of the code, never input. */
function serverCondition(column: 'old' | 'new', match: ServerMatch): Condition {
  if (match.kind === 'self')
    return condition(`arrayExists(server -> server = domain OR endsWith(server, concat('.', domain)), ${column})`);
  // both sides of a transfer have servers
  if (match.pattern === '*') return condition('true');
  const matches = wildcardCondition({ text: 'server' }, column, classifyWildcard(match.pattern));
  return condition(`arrayExists(server -> ${matches.sql}, ${column})`, matches.params);
}

// A record that does not say when the domain was registered holds the epoch.
const registration = (created: string) => `toUnixTimestamp64Second(${created})`;

type WhoisColumn = 'created' | 'registrar' | 'emails';
/** SQL of a column of the newest record, where the records are grouped by domain. */
export const newestWhois = (column: WhoisColumn): string => `argMax(${column}, date)`;

/** Conditions on records of `whois`, those given. @param of SQL of a column: of each record unless given */
export function whoisFilters(
  { from, to, registrar, email }: Omit<WhoisFilter, 'mayBeUnknown'>,
  of: (column: WhoisColumn) => string = (column) => column,
): Condition[] {
  return [
    ...bound(`${registration(of('created'))} >= {registeredFrom:UInt32}`, { registeredFrom: from }),
    ...bound(`${registration(of('created'))} <= {registeredTo:UInt32}`, { registeredTo: to }),
    ...bound(`${of('registrar')} ILIKE {registrar:String}`, {
      registrar: registrar === undefined ? undefined : `%${escapeLike(registrar)}%`,
    }),
    ...bound(`has(${of('emails')}, {email:String})`, { email }),
  ];
}

/** Only the records of domains that moved are read, by key; the newest one of each decides. */
function whoisCondition({ from, to, registrar, email, mayBeUnknown }: WhoisFilter, moved: Condition): Condition[] {
  const filters = whoisFilters({ from, to, registrar, email }, newestWhois);
  if (filters.length === 0) return [];
  const isKnown = condition(`${registration(newestWhois('created'))} > 0`);
  const says = allOf(from === undefined && to === undefined ? filters : [...filters, isKnown]);
  const domains = (which: string) => `
    SELECT domain FROM whois FINAL WHERE domain IN (SELECT domain FROM ns_transfers WHERE ${moved.sql})
    GROUP BY domain HAVING ${which}`;
  return mayBeUnknown
    ? [condition(`domain NOT IN (${domains(`${isKnown.sql} AND NOT (${says.sql})`)})`, says.params)]
    : [condition(`domain IN (${domains(says.sql)})`, says.params)];
}
