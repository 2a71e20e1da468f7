import { createHash } from 'node:crypto';
import { type ConnectionAttribute, isWithheld } from '#model/connection.ts';
import { isSameOrBelow } from '#model/domain-name.ts';
import { canonicalIp } from '#model/ip-address.ts';
import type { SampleTables } from '#sample/rows.ts';
import { sampleCollection } from '#sample/sample.ts';
import { registrableDomain } from '#server/input/name.ts';

// Attributes that subjects share, recomputed from the rows of the sample collection without the indexes of the service.

/** 'attribute:value' to the subjects that have it. */
export const members = new Map<string, Set<string>>();
/** Subject to 'attribute:value'; for domains only from scans under the name. */
export const attributes = new Map<string, Set<string>>();
export const addressesOf = new Map<string, Set<string>>();
/** Addresses since the day given to `readSample`. */
export const recentAddressesOf = new Map<string, Set<string>>();
/** Registrable domain to names that have addresses. */
export const namesOf = new Map<string, Set<string>>();
/** Attribute to the subjects with any value of it; addresses by family. */
const populations = new Map<string, Set<string>>();
interface Scan {
  readonly ip: string;
  readonly hostname: string;
  readonly key: string;
}
const scans: Scan[] = [];
/** By registrable domain. */
const scansOf = new Map<string, Scan[]>();

export function put(map: Map<string, Set<string>>, key: string, value: string): void {
  map.set(key, (map.get(key) ?? new Set()).add(value));
}

function join(key: string, member: string): void {
  put(members, key, member);
  put(populations, populationKey(key), member);
}

function populationKey(key: string): string {
  const attribute = key.slice(0, key.indexOf(':'));
  if (attribute !== 'address') return attribute;
  return key.indexOf(':', attribute.length + 1) < 0 ? 'address4' : 'address6';
}

export function populationOf(attribute: string, value: string): number {
  return populations.get(populationKey(`${attribute}:${value}`))?.size ?? 0;
}

function note(key: string, member: string, subject = member): void {
  join(key, member);
  put(attributes, subject, key);
}

export const plainIp = (ip: string) => canonicalIp(ip.replace('::ffff:', '')) ?? ip;
const byType = { A: 'address', AAAA: 'address', MX: 'mx', CNAME: 'cname', TXT: 'txt' } as const;

function noteRecord({ rrtype, rrname, rdata, rrset, last_seen }: SampleTables['obs']): void {
  if (rrtype === 'NS') {
    join(`name-server:${rdata}`, rrname);
    if (rrset[0] === rdata) {
      const set = createHash('md5').update(rrset.join(',')).digest('hex');
      setMembers.set(set, rrset);
      note(`ns-set:${set}`, rrname);
    }
  }
  if (!(rrtype in byType)) return;
  const attribute = byType[rrtype as keyof typeof byType];
  const value = attribute === 'address' ? plainIp(rdata) : rdata;
  note(`${attribute}:${value}`, rrname);
  if (attribute !== 'address') return;
  put(addressesOf, rrname, value);
  if (last_seen >= since) put(recentAddressesOf, rrname, value);
}

function noteScan(attribute: string, value: string | number, { ip, hostname }: { ip: string; hostname: string }): void {
  if (value === '') return;
  const key = `${attribute}:${value}`;
  note(key, plainIp(ip));
  if (hostname !== '') scans.push({ ip: plainIp(ip), hostname, key });
}

/** Addresses, and zones of name servers, with a fact that makes them say nothing about an operator. */
const services = new Map<string, string>();
const serviceKinds = ['dsl_dynamic', 'sinkhole', 'parking', 'expiry'];
/** Members of a name-server set by its value. */
const setMembers = new Map<string, readonly string[]>();

/** The fact for which a value weighs nothing; undefined for most. */
export function serviceOf(attribute: string, value: string): string | undefined {
  if (attribute === 'address') return services.get(value);
  if (attribute !== 'ns-set') return undefined;
  const servers = setMembers.get(value) ?? [];
  return [...services].find(([zone]) => servers.some((server) => isSameOrBelow(server, zone)))?.[1];
}

/** Name to the day on which its first certificate began. */
const firstDays = new Map<string, string>();

type Reader = { readonly [T in keyof SampleTables]?: (row: SampleTables[T]) => void };
export const listings: SampleTables['listings'][] = [];
export const prefixes: SampleTables['prefixes'][] = [];

const readers: Reader = {
  listings: (row) => void listings.push(row),
  facts: ({ subject_type, first, key, kind }) => {
    if (!serviceKinds.includes(kind)) return;
    if (subject_type === 'ip') services.set(plainIp(first), kind);
    if (subject_type === 'name_server') services.set(key, kind);
  },
  prefixes: (row) => void prefixes.push(row),
  obs: noteRecord,
  whois: (row) => {
    for (const [attribute, value] of whoisValues(row)) {
      join(`${attribute}:${value}`, row.domain);
      if (!isWithheld({ attribute, value })) put(attributes, row.domain, `${attribute}:${value}`);
    }
  },
  certificates: ({ fingerprint_sha1, domains, not_before }) => {
    for (const name of domains) {
      const key = `certificate-names:${fingerprint_sha1}`;
      const named = name.replace(/^\*\./, '');
      join(key, named);
      const [day, before] = [not_before.slice(0, 10), firstDays.get(named)];
      if (before === undefined || day < before) firstDays.set(named, day);
      put(attributes, name, key);
    }
  },
  scan_certificates: (row) => noteScan('certificate', row.fingerprint_sha1, row),
  scan_jarm: (row) => {
    if (isWithheld({ attribute: 'jarm', value: row.jarm_hash })) join(`jarm:${row.jarm_hash}`, plainIp(row.ip));
    else noteScan('jarm', row.jarm_hash, row);
  },
  scan_html: (row) => {
    noteScan('html-hash', row.html_body_murmur3, row);
    noteScan('html-title', row.html_title, row);
  },
  scan_favicon: (row) => {
    if (row.favicon_md5 !== '' || row.favicon_mmh3 !== 0) noteScan('favicon', row.favicon_mmh3, row);
    // the second icon of a visit is found by its value, and is not an attribute of the host
    if (row.favicon2_md5 !== '' || row.favicon2_mmh3 !== 0) join(`favicon:${row.favicon2_mmh3}`, plainIp(row.ip));
  },
};

function whoisValues(row: SampleTables['whois']): (readonly [ConnectionAttribute, string])[] {
  const { registrar, created, date, org, name, emails } = row;
  const day = created.startsWith('1970-') ? '' : created.slice(0, 10);
  const isEarly = (Date.parse(date) - Date.parse(day)) / 86_400_000 <= 60;
  return [
    ['registrar', registrar] as const,
    ['created', day] as const,
    ['registrar-day', registrar && isEarly ? `${registrar} on ${day}` : ''] as const,
    ['registrant-org', org] as const,
    ['registrant-name', name] as const,
    ...emails.map((email) => ['registrant-email', email] as const),
  ].flatMap(([attribute, value]) => (value.trim() === '' ? [] : [[attribute, value.trim().toLowerCase()] as const]));
}

let since = '';

/** Reads the rows of the sample collection of a day once. @param recent 'yyyy-mm-dd': since when addresses are recent */
export function readSample(day: string, recent: string): void {
  since = recent;
  for (const { table, rows } of sampleCollection(day)) {
    const read = readers[table] as ((row: unknown) => void) | undefined;
    if (read) for (const row of rows) read(row);
  }
  for (const [name, day] of firstDays) note(`first-certificate:${day}`, name);
  for (const name of addressesOf.keys()) put(namesOf, registrableDomain(name), name);
  for (const scan of scans)
    scansOf.set(registrableDomain(scan.hostname), [...(scansOf.get(registrableDomain(scan.hostname)) ?? []), scan]);
}

export interface Expected {
  readonly keys: ReadonlySet<string>;
  /** Other subjects that have the value. */
  readonly others: (key: string) => string[];
}

export function expectedOf(type: string, subject: string): Expected {
  if (type === 'ip')
    return {
      keys: new Set([
        `address:${subject}`,
        ...[...(attributes.get(subject) ?? [])].filter((key) => !/^(?:ns-set|mx|cname|txt):/.test(key)),
      ]),
      others: (key) => [...(members.get(key) ?? [])].filter((member) => member !== subject),
    };
  const domain = registrableDomain(subject);
  const names = [...(namesOf.get(domain) ?? [])];
  const pointed = (at: string) =>
    new Set(names.flatMap((name) => (isSameOrBelow(name, at) ? [...(addressesOf.get(name) ?? [])] : [])));
  const [own, below] = [pointed(domain), pointed(subject)];
  const scanned = (scansOf.get(domain) ?? []).filter(
    ({ hostname, ip }) => isSameOrBelow(hostname, subject) && below.has(ip),
  );
  const ofDomain = [...(attributes.get(domain) ?? [])].filter((key) => /^(?:ns-set|registra|created)/.test(key));
  const ofName = [...(attributes.get(subject) ?? [])].filter((key) => !/^(?:ns-set|registra|created)/.test(key));
  return {
    keys: new Set([...ofName, ...ofDomain, ...scanned.map(({ key }) => key)]),
    others: (key) => [...(members.get(key) ?? [])].filter((each) => !isSameOrBelow(each, domain) && !own.has(each)),
  };
}
