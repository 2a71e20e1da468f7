import { createHash } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { isLongRun } from '#test/long.ts';
import { C2_MARKS, HEADLINES, LANDMARKS } from './landmarks.ts';
import type { SampleTable, SampleTables } from './rows.ts';
import { sampleCollection, type SampleExtent } from './sample.ts';

const ANCHOR = '2026-11-21';

type Collected = { [T in SampleTable]: SampleTables[T][] };

function collect(anchor: string, extent?: SampleExtent): Collected {
  const tables: Partial<Record<SampleTable, unknown[]>> = {};
  for (const { table, rows } of sampleCollection(anchor, extent)) {
    expect(rows.length).toBeLessThanOrEqual(20_000);
    (tables[table] ??= []).push(...rows);
  }
  return tables as Collected;
}

const sample = collect(ANCHOR);

const DATE = /(?<=")\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?(?=")/g;
const moment = (text: string): number =>
  Date.parse(text.length === 10 ? `${text}T00:00:00Z` : `${text.replace(' ', 'T')}Z`);

/** Table by table; `date` rewrites every date and time on the way. */
function digestsOf(tables: Collected, date = (text: string): string => text): [table: string, digest: string][] {
  return Object.entries(tables).map(([table, rows]) => {
    const hash = createHash('sha256');
    for (const row of rows) hash.update(JSON.stringify(row).replaceAll(DATE, date));
    return [table, hash.digest('hex')];
  });
}

function groupBy<T>(rows: readonly T[], key: (row: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row]);
  return [...groups.values()];
}

const RESERVED_V4 = ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '198.18.0.0/15'].map((c) =>
  ipaddr.IPv4.parseCIDR(c),
);
const RESERVED_V6 = ipaddr.IPv6.parseCIDR('2001:db8::/32');

function isReservedAddress(text: string): boolean {
  const plain = text.replace(/^::ffff:(?=\d)/, '');
  if (isIPv4(plain)) return RESERVED_V4.some((range) => ipaddr.IPv4.parse(plain).match(range));
  return isIPv6(plain) && ipaddr.IPv6.parse(plain).match(RESERVED_V6);
}

const isReservedName = (name: string): boolean =>
  name.length <= 253 && /^(\*\.)?([a-z0-9_-]{1,63}\.)+(example|test|invalid)$/.test(name);
const isReservedAsn = (asn: number): boolean => (asn >= 64_496 && asn <= 65_534) || (asn >= 65_536 && asn <= 65_551);

const offenders = (values: Iterable<string>, allowed: (value: string) => boolean): string[] =>
  [...new Set(values)].filter((value) => !allowed(value));

describe('totals', () => {
  it('reaches its documented size', () => {
    const distinct = new Set(sample.obs.map(({ rrtype, rrname, rdata }) => `${rrtype} ${rrname} ${rdata}`));
    const registrable = new Set(sample.obs.filter((row) => row.rrtype === 'NS').map((row) => row.rrname));
    expect(sample.asns.length).toBeGreaterThanOrEqual(40);
    expect(new Set(sample.prefixes.map((row) => `${row.first}/${row.length}`)).size).toBeGreaterThanOrEqual(300);
    expect([...registrable].filter((name) => name.split('.').length === 2).length).toBeGreaterThanOrEqual(3000);
    expect(distinct.size).toBeGreaterThanOrEqual(150_000);
  });

  it('holds every record type', () => {
    const types = new Set(sample.obs.map((row) => row.rrtype));
    const rest = ['PTR4', 'PTR6', 'SOA', 'SRV', 'TXT'];
    expect([...types].sort()).toEqual(['A', 'AAAA', 'CAA', 'CNAME', 'DS', 'HTTPS', 'MX', 'NS', ...rest]);
  });

  it('shows the subnets that changed hands with both networks', () => {
    const networks = groupBy(sample.prefixes, (row) => `${row.first}/${row.length}`);
    const moved = networks.filter((rows) => new Set(rows.map((row) => row.asn)).size > 1);
    expect(moved.length).toBeGreaterThanOrEqual(15);
  });
});

describe('reserved space only', () => {
  const names = function* (): Generator<string> {
    for (const { rrtype, rrname, rdata, rrset } of sample.obs) {
      if (!rrtype.startsWith('PTR')) yield rrname;
      if (['NS', 'MX', 'CNAME', 'PTR4', 'PTR6'].includes(rrtype)) yield rdata;
      if (rrtype === 'SRV') yield rdata.slice(rdata.lastIndexOf(' ') + 1);
      yield* rrset;
    }
    for (const row of sample.whois) yield* [row.domain, row.whois_server, ...row.nameservers];
    for (const row of sample.certificates) yield* row.domains;
    for (const row of sample.facts) if (row.key !== '') yield row.key;
    for (const row of sample.facts) if (row.kind === 'ptr') yield row.value;
    for (const row of sample.listings) if (row.ip === '::') yield row.host;
    for (const { hostname } of [...sample.scan_favicon, ...sample.scan_headers, ...sample.scan_certificates])
      if (hostname) yield hostname;
    for (const row of sample.whois) yield* row.emails.map((email) => email.slice(email.lastIndexOf('@') + 1));
  };

  const addresses = function* (): Generator<string> {
    for (const { rrtype, rrname, rdata } of sample.obs) {
      if (rrtype.startsWith('PTR')) yield rrname;
      if (rrtype === 'A' || rrtype === 'AAAA') yield rdata;
    }
    for (const row of [...sample.prefixes, ...sample.countries]) yield row.first;
    for (const row of sample.facts) if (row.first !== '::') yield row.first;
    for (const row of [...sample.scan_jarm, ...sample.scan_opendir, ...sample.scan_html]) yield row.ip;
    for (const row of sample.listings) if (row.ip !== '::') yield row.ip;
  };

  it('names', () => expect(offenders(names(), isReservedName)).toEqual([]));
  it('addresses', () => expect(offenders(addresses(), isReservedAddress)).toEqual([]));
  it('AS numbers', () => {
    const numbers = [...sample.asns, ...sample.prefixes].map((row) => row.asn);
    expect(numbers.filter((asn) => !isReservedAsn(asn))).toEqual([]);
  });
  it('hosts of every URL anywhere', () => {
    const hosts = JSON.stringify(sample.listings.concat())
      .concat(JSON.stringify(sample.certificates), JSON.stringify(sample.obs))
      .matchAll(/https?:\/\/(\[[^\]]+\]|[^/:"\\]+)/g);
    expect(
      offenders(
        [...hosts].map((match) => match[1] ?? ''),
        (host) => isReservedName(host) || isReservedAddress(host.replace(/^\[|\]$/g, '')),
      ),
    ).toEqual([]);
  });
});

describe('determinism', () => {
  it('gives the same rows for the same anchor', () => {
    const extent = { domains: 200 };
    expect(digestsOf(collect(ANCHOR, extent))).toEqual(digestsOf(collect(ANCHOR, extent)));
  });

  it('moves every date and nothing else, except values that follow the calendar', { tags: 'long' }, () => {
    // the open ends of validity stay where they are
    const movedBy = (days: number) => (text: string) =>
      /^(1900|2299)/.test(text) ? text : String(moment(text) - days * 86_400_000);
    // terms of whole years, limits on the life of certificates, and SOA serial numbers that are dates
    const free = (tables: Collected): Collected => ({
      ...tables,
      obs: tables.obs.filter(({ rrtype }) => rrtype !== 'SOA'),
      whois: [],
      certificates: [],
      scan_certificates: [],
    });
    const extent = isLongRun ? {} : { domains: 200 };
    const [moved, still] = [collect('2028-02-29', extent), collect(ANCHOR, extent)];
    expect(digestsOf(free(moved), movedBy(465))).toEqual(digestsOf(free(still), movedBy(0)));
  });

  it('refuses an anchor that is not a date', () => {
    expect(() => sampleCollection('yesterday').next()).toThrow(RangeError);
  });
});

describe('times', () => {
  const midnight = moment(ANCHOR);

  it.each([
    ['24 hours', 1],
    ['7 days', 7],
    ['30 days', 30],
  ])('leaves no window empty: first and last seen within %s', (_label, days) => {
    const since = midnight - days * 86_400_000 + 86_399_000;
    expect(sample.obs.filter((row) => moment(row.last_seen) >= Math.min(since, midnight)).length).toBeGreaterThan(
      10_000,
    );
    expect(sample.obs.some((row) => moment(row.first_seen) >= midnight - days * 86_400_000)).toBe(true);
  });

  it('never looks into the future or ends before it begins', () => {
    const wrong = sample.obs.filter(
      (row) => moment(row.first_seen) > moment(row.last_seen) || moment(row.last_seen) > midnight + 60_000,
    );
    expect(wrong).toEqual([]);
    expect(sample.listings.filter((row) => row.first_listed > row.last_listed || row.last_listed > ANCHOR)).toEqual([]);
  });

  it('has open and closed listings, and listings over the whole 400 days', () => {
    const open = sample.listings.filter((row) => row.last_listed === ANCHOR);
    expect(open.length).toBeGreaterThan(500);
    expect(sample.listings.length - open.length).toBeGreaterThan(5000);
    expect(Math.min(...sample.listings.map((row) => moment(row.first_listed)))).toBeLessThan(
      midnight - 390 * 86_400_000,
    );
  });

  it('keeps the episodes of one name-server set apart from the next', () => {
    const episodes = sample.obs.filter((row) => row.rrtype === 'NS' && row.rdata === row.rrset[0]);
    for (const rows of groupBy(episodes, (row) => row.rrname)) {
      rows.sort((a, b) => moment(a.first_seen) - moment(b.first_seen));
      for (const [i, row] of rows.slice(1).entries()) {
        expect([row.rrname, row.first_seen > (rows[i]?.last_seen ?? '')]).toEqual([row.rrname, true]);
      }
    }
  });
});

describe('keys of the replacing tables', () => {
  it.each<[SampleTable, string[]]>([
    ['prefixes', ['first', 'length', 'asn', 'valid_from']],
    ['countries', ['first', 'length', 'country', 'valid_from']],
    ['asns', ['asn']],
    ['facts', ['subject_type', 'first', 'key', 'kind', 'source', 'valid_from']],
    ['listings', ['host', 'indicator', 'source', 'category', 'first_listed']],
    ['whois', ['domain', 'date']],
    ['certificates', ['fingerprint_sha1']],
    ['scan_certificates', ['ip', 'hostname', 'fingerprint_sha1', 'scan_date']],
    ['scan_favicon', ['ip', 'hostname', 'scan_date']],
    ['scan_headers', ['ip', 'hostname', 'scan_date']],
    ['scan_html', ['ip', 'hostname', 'scan_date']],
    ['scan_jarm', ['ip', 'hostname', 'jarm_hash', 'first_seen']],
    ['scan_opendir', ['ip', 'scan_date', 'filename']],
  ])('%s: no row replaces another', (table, key) => {
    const seen = new Set<string>();
    const twice = (sample[table] as Record<string, unknown>[])
      .map((row) => key.map((column) => row[column]).join(' '))
      .filter((text) => seen.size === seen.add(text).size);
    expect(twice).toEqual([]);
  });
});

describe('landmarks', () => {
  it('are five headlines, and indicators that the collection contains', () => {
    expect(Object.keys(HEADLINES)).toHaveLength(5);
    const text = new Set(sample.obs.flatMap((row) => [row.rrname, row.rdata]));
    const unknown = Object.values(LANDMARKS).filter(
      ({ kind, indicator }) => kind !== 'asn' && kind !== 'subnet' && !text.has(indicator),
    );
    expect(unknown.map((landmark) => landmark.indicator)).toEqual([
      LANDMARKS.unknownDomain.indicator,
      LANDMARKS.unknownAddress.indicator,
      LANDMARKS.unknownIpv6.indicator,
    ]);
  });

  it('share the marks of the command-and-control hosts over three addresses', () => {
    const hosts = new Set(sample.scan_jarm.filter((row) => row.jarm_hash === C2_MARKS.jarm).map((row) => row.ip));
    const icons = new Set(
      sample.scan_favicon.filter((row) => row.favicon_mmh3 === C2_MARKS.faviconMmh3).map((row) => row.ip),
    );
    expect(hosts.size).toBe(3);
    expect(icons).toEqual(hosts);
  });

  it('spread the flux domain over eleven networks and let it return to earlier name servers', () => {
    const flux = sample.obs.filter((row) => row.rrname === LANDMARKS.fluxDomain.indicator);
    expect(new Set(flux.filter((row) => row.rrtype === 'A').map((row) => row.rdata)).size).toBeGreaterThan(150);
    expect(new Set(flux.filter((row) => row.rrtype === 'NS').map((row) => row.first_seen)).size).toBe(7);
  });

  it('put 5,000 names on the dense address', () => {
    const names = sample.obs.filter((row) => row.rrtype === 'A' && row.rdata === LANDMARKS.denseAddress.indicator);
    expect(names.length).toBeGreaterThanOrEqual(5000);
  });

  it('carry hostile text unchanged', () => {
    const txt = sample.obs.filter((row) => row.rrtype === 'TXT').map((row) => row.rdata);
    expect(txt.some((text) => text.startsWith('=HYPERLINK("http://'))).toBe(true);
    expect(txt.some((text) => text.length === 65_535)).toBe(true);
    expect(sample.obs.some((row) => row.rrname.length === 253)).toBe(true);
    expect(sample.whois.some((row) => row.name.includes('<script>') && row.org.includes('onerror'))).toBe(true);
    expect(sample.whois.some((row) => row.name.includes('\u202E') && row.org.includes('\u200B'))).toBe(true);
  });
});
