import { HISTORY_DAYS, type Clock, type Span } from './clock.ts';
import { hash32 } from './random.ts';
import type { Category, DomainFactsRow, IpFactsRow, RecordType, SampleRow, SampleRows, WhoisRow } from './rows.ts';

/** IPv6 columns hold IPv4 addresses in their mapped form. */
export function mapped(address: string): string {
  return address.includes(':') ? address : `::ffff:${address}`;
}

const DEFAULT_TTL: Record<RecordType, number> = {
  A: 3600,
  AAAA: 3600,
  CNAME: 3600,
  MX: 14_400,
  NS: 86_400,
  SOA: 3600,
  TXT: 3600,
  PTR4: 86_400,
  PTR6: 86_400,
};

export interface RecordOptions {
  ttl?: number;
  count?: number;
  rrset?: readonly string[];
}

export interface ListingOptions {
  /** The name or address the indicator stands on; the indicator itself unless that is a URL. */
  host?: string;
  category: Category;
  source: string;
  span: Span;
}

/** What a whois record says, dates in days before the anchor. `expires` may be negative: in the future. */
export interface WhoisFacts extends Omit<WhoisRow, 'date' | 'created' | 'updated' | 'expires' | 'domain'> {
  daysAgo: number;
  created: number;
  updated: number;
  expires: number;
}

/** Writes rows in the words of the trade; every date is given in days before the clock's anchor. */
export interface Scribe {
  readonly clock: Clock;
  record(rrtype: RecordType, rrname: string, rdata: string, span: Span, options?: RecordOptions): SampleRow;
  /** A or AAAA, by the look of the address. */
  address(name: string, address: string, span: Span, options?: RecordOptions): SampleRow;
  /** PTR4 or PTR6. */
  pointer(address: string, name: string, span: Span): SampleRow;
  /** One answer: each member carries the whole sorted set. */
  set(rrtype: 'NS' | 'MX', name: string, members: readonly string[], span: Span, options?: RecordOptions): SampleRows;
  listing(indicator: string, options: ListingOptions): SampleRow;
  ipFacts(address: string, facts: Partial<Omit<IpFactsRow, 'ip'>>): SampleRow;
  domainFacts(
    domain: string,
    facts: Partial<Omit<DomainFactsRow, 'domain' | 'expired_from'>> & { expired?: number },
  ): SampleRow;
  whois(domain: string, facts: WhoisFacts): SampleRow;
}

/**
 * Seconds after the midnights of a span, so that rows do not all begin on the stroke of twelve. An episode ends in the
 * first hour of its last day and the next begins after it: consecutive name-server sets never overlap. What is still
 * going on was seen in the first minute of the anchor: never in the future, and within 24 hours all that day.
 */
function jitter(label: string, [from, to]: Span): [first: number, last: number] {
  const h = hash32(label);
  const last = to === 0 ? h % 60 : from - to < 1 ? 0 : h % 3600;
  return [from - to < 1 ? 0 : 3600 + (h % 70_000), last];
}

function observedCount(label: string, [from, to]: Span): number {
  return 1 + (hash32(`${label}#`) % Math.ceil((from - to) * 9 + 3));
}

export function scribeAt(clock: Clock): Scribe {
  const record: Scribe['record'] = (rrtype, rrname, rdata, span, options = {}) => {
    // members of one answer share their times, so the answer is no part of the label
    const [first, last] = jitter(`${rrtype}/${rrname}/${span[0]}`, span);
    return {
      table: 'obs',
      row: {
        rrtype,
        rrname,
        rdata,
        rrset: options.rrset ?? [],
        first_seen: clock.time(Math.min(span[0], HISTORY_DAYS), first),
        last_seen: clock.time(span[1], last),
        count: options.count ?? observedCount(`${rrname}/${options.rrset ? '' : rdata}`, span),
        ttl: options.ttl ?? DEFAULT_TTL[rrtype],
        sources: 1,
      },
    };
  };
  return {
    clock,
    record,
    address: (name, address, span, options) =>
      record(address.includes(':') ? 'AAAA' : 'A', name, address, span, options),
    pointer: (address, name, span) => record(address.includes(':') ? 'PTR6' : 'PTR4', address, name, span),
    *set(rrtype, name, members, span, options) {
      const rrset = [...members].sort();
      for (const member of rrset) yield record(rrtype, name, member, span, { ...options, rrset });
    },
    listing: (indicator, { host = indicator, category, source, span }) => ({
      table: 'listings',
      row: {
        indicator,
        host,
        ip: /^[\d.]+$|:/.test(host) ? mapped(host) : '::',
        category,
        source,
        first_listed: clock.day(span[0]),
        last_listed: clock.day(span[1]),
      },
    }),
    ipFacts: (address, facts) => ({
      table: 'ip_facts',
      row: { ...NO_IP_FACTS, ...facts, ip: mapped(address) },
    }),
    domainFacts: (domain, { expired, ...facts }) => ({
      table: 'domain_facts',
      row: {
        domain,
        toplist_rank: 0,
        is_url_shortener: 0,
        is_dynamic: 0,
        ...facts,
        expired_from: expired === undefined ? '1900-01-01' : clock.day(expired),
      },
    }),
    whois: (domain, { daysAgo, created, updated, expires, ...facts }) => {
      const seconds = hash32(`whois/${domain}`) % 80_000;
      return {
        table: 'whois',
        row: {
          domain,
          date: clock.day(daysAgo),
          // what was created today was created in its first second: on any hour of the day it is under 24 hours old
          created: clock.time(created, created < 2 ? 0 : seconds),
          updated: clock.time(updated, updated < 2 ? 0 : seconds),
          expires: clock.time(expires, seconds),
          ...facts,
        },
      };
    },
  };
}

const NO_IP_FACTS: Omit<IpFactsRow, 'ip'> = {
  ptr: '',
  tor_exit: 0,
  dsl_dynamic: 0,
  ipfs_node: 0,
  benign_actor: '',
  benign_tags: [],
  sinkhole_tags: [],
  known_benign: 0,
  known_sinkhole: 0,
};
