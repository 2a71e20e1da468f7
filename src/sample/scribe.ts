import type { FactKind } from '#model/fact-kind.ts';
import type { RecordType } from '#model/record-type.ts';
import type { Clock, Span } from './clock.ts';
import { observedCount, registrationSeconds, registrySeconds, seen } from './moments.ts';
import { hash32, share } from './random.ts';
import type { Category, FactRow, SampleRow, SampleRows, WhoisRow } from './rows.ts';

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
  SRV: 3600,
  HTTPS: 300,
  SVCB: 300,
  CAA: 3600,
  DS: 86_400,
};

interface RecordOptions {
  ttl?: number;
  count?: number;
  rrset?: readonly string[];
}

interface ListingOptions {
  /** The host of the indicator; the indicator itself unless it is a URL. */
  host?: string;
  category: Category;
  source: string;
  span: Span;
}

interface FactOptions {
  value?: string;
  tags?: readonly string[];
  /** Since when it holds, in days before the anchor. */
  since?: number;
}

/** Fields of a whois record, dates in days before the anchor. A domain is renewed on every anniversary of its registration. */
export interface WhoisFacts extends Omit<WhoisRow, 'date' | 'created' | 'updated' | 'expires' | 'domain'> {
  daysAgo: number;
  created: number;
  /** The last change before the record was collected, renewals apart. */
  changed?: number;
  /** The day of a missed renewal; the domain is then at least as old as `created`, in whole years. */
  lapsed?: number | undefined;
}

/** Builds rows from domain terms; every date is given in days before the clock's anchor. */
export interface Scribe {
  readonly clock: Clock;
  record(rrtype: RecordType, rrname: string, rdata: string, span: Span, options?: RecordOptions): SampleRow;
  /** A or AAAA, depending on the address. */
  address(name: string, address: string, span: Span, options?: RecordOptions): SampleRow;
  /** PTR4 or PTR6. */
  pointer(address: string, name: string, span: Span): SampleRow;
  /** One answer: each member carries the whole sorted set. */
  /** The start of authority of a zone; its serial number is the time of its last edit. */
  soa(zone: string, primary: string, span: Span, options?: { mailbox?: string; timers?: string }): SampleRow;
  set(rrtype: 'NS' | 'MX', name: string, members: readonly string[], span: Span, options?: RecordOptions): SampleRows;
  listing(indicator: string, options: ListingOptions): SampleRow;
  addressFact(address: string, kind: FactKind, options?: FactOptions): SampleRow;
  domainFact(domain: string, kind: FactKind, options?: FactOptions): SampleRow;
  /** A fact about every server at or below a name. */
  serverFact(zone: string, kind: FactKind): SampleRow;
  whois(domain: string, facts: WhoisFacts): SampleRow;
}

/** Refresh, retry, expire and negative TTL, as operators set them. */
const SOA_TIMERS = [
  '7200 3600 1209600 300',
  '3600 600 604800 3600',
  '10800 3600 604800 86400',
  '86400 7200 3600000 3600',
] as const;

/** The day of the registration, of its last renewal before a day, and of its end; in days before the anchor. */
export function registration(
  { yearsLater }: Clock,
  { daysAgo, created, lapsed }: Pick<WhoisFacts, 'daysAgo' | 'created' | 'lapsed'>,
): { created: number; renewed: number; expires: number } {
  let first = created;
  if (lapsed !== undefined) {
    let years = Math.max(1, Math.floor((created - lapsed) / 366));
    while (yearsLater(lapsed, -years) < created) years++;
    first = yearsLater(lapsed, -years);
  }
  const last = Math.max(daysAgo, lapsed === undefined ? daysAgo : lapsed + 1);
  let years = Math.max(0, Math.floor((first - last) / 366));
  while (yearsLater(first, years + 1) >= last) years++;
  return { created: first, renewed: yearsLater(first, years), expires: yearsLater(first, years + 1) };
}

export function scribeAt(clock: Clock): Scribe {
  const record: Scribe['record'] = (rrtype, rrname, rdata, span, options = {}) => {
    // members of one answer share their times, so the answer is not part of the label
    const [first, last] = seen(`${rrtype}/${rrname}/${span[0]}`, rrname, span);
    return {
      table: 'obs',
      row: {
        rrtype,
        rrname,
        rdata,
        rrset: options.rrset ?? [],
        first_seen: clock.time(0, first),
        last_seen: clock.time(0, last),
        count: options.count ?? observedCount(`${rrname}/${options.rrset ? '' : rdata}`, first, last),
        ttl: options.ttl ?? DEFAULT_TTL[rrtype],
        sources: 1,
      },
    };
  };
  const fact = (
    subject_type: FactRow['subject_type'],
    subject: string,
    kind: FactKind,
    { value = '', tags = [], since = 90 }: FactOptions = {},
  ): SampleRow => {
    const [first, key] = subject_type === 'ip' ? [mapped(subject), ''] : ['::', subject];
    const row = { subject_type, first, last: first, key, kind, source: 'sample', value, tags };
    return { table: 'facts', row: { ...row, valid_from: clock.day(since) } };
  };
  return {
    clock,
    record,
    address: (name, address, span, options) =>
      record(address.includes(':') ? 'AAAA' : 'A', name, address, span, options),
    pointer: (address, name, span) => record(address.includes(':') ? 'PTR6' : 'PTR4', address, name, span),
    soa: (zone, primary, span, { mailbox = `hostmaster.${zone}`, timers } = {}) => {
      const label = `soa/${zone}`;
      const [first] = seen(`SOA/${zone}/${span[0]}`, zone, span);
      const edited = clock.time(0, first - 300);
      const serial =
        share(label) < 0.7
          ? `${edited.slice(0, 10).replaceAll('-', '')}0${hash32(`${label}/${span[0]}`) % 4}`
          : String(Date.parse(`${edited.replace(' ', 'T')}Z`) / 1000);
      const set = timers ?? SOA_TIMERS[hash32(`timers/${primary}`) % SOA_TIMERS.length];
      return record('SOA', zone, `${primary} ${mailbox} ${serial} ${set}`, span);
    },
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
    addressFact: (address, kind, options) => fact('ip', address, kind, options),
    domainFact: (domain, kind, options) => fact('domain', domain, kind, options),
    serverFact: (zone, kind) => fact('name_server', zone, kind),
    whois: (domain, { daysAgo, created, changed, lapsed, ...facts }) => {
      const days = registration(clock, { daysAgo, created, lapsed });
      const registered = registrationSeconds(domain, days.created);
      const moments = [clock.time(days.created, registered)];
      if (days.renewed < days.created) {
        const batch = days.renewed === 0 ? 40 : 86_400;
        moments.push(clock.time(days.renewed, hash32(`renewed/${domain}/${days.renewed}`) % batch));
      }
      if (changed !== undefined && changed < days.created) {
        const last = Math.max(changed, daysAgo);
        moments.push(clock.time(last, registrySeconds(domain, last)));
      }
      return {
        table: 'whois',
        row: {
          domain,
          date: clock.day(daysAgo),
          created: clock.time(days.created, registered),
          updated: moments.sort().at(-1) ?? '',
          expires: clock.time(days.expires, registered),
          ...facts,
        },
      };
    },
  };
}
