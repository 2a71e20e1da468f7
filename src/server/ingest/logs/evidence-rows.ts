import { dateToIsoDate, epochSecondsToDate, epochSecondsToTimestamp } from '#model/dates.ts';
import { canonicalDomain } from '#model/domain-name.ts';
import { formatIp, parseIp, unmapIpv4 } from '#model/ip-address.ts';
import type { SeenCertificate, SeenFingerprint, ShownHeaders, ShownIcon, ShownPage } from './log-reader.ts';

// Rows of the tables of certificates and scans (schema/5-evidence.sql).

/** Rows by table; tables without rows are left out. The caller adds the column `import`. */
export interface EvidenceRows {
  readonly [table: string]: readonly object[];
}

/** A host and a time in epoch seconds, as the tables store them. */
export interface StoredHost {
  /** IPv6 in text; IPv4 is mapped. */
  readonly ip: string;
  /** '' for none. */
  readonly hostname: string;
  readonly time: number;
}

/** Entries without repetitions. The keys only tell them apart. */
export interface HeldEvidence {
  readonly certificates: Map<string, { certificate: SeenCertificate; weight: number }>;
  readonly shown: Map<string, StoredHost & { certificate: string; weight: number }>;
  readonly headers: Map<string, StoredHost & { entry: ShownHeaders; weight: number }>;
  readonly pages: Map<string, StoredHost & { entry: ShownPage; weight: number }>;
  readonly icons: Map<string, HeldIcons>;
  readonly jarms: Map<string, HeldSpan & { jarm: string }>;
  readonly fingerprints: Map<string, HeldSpan & Pick<SeenFingerprint, 'kind' | 'value'>>;
}

/** The newest icon at /favicon.ico and the newest that the page names. */
interface HeldIcons extends StoredHost {
  readonly own?: ShownIcon;
  readonly named?: ShownIcon;
  readonly weight: number;
}

/** From the first to the last time in epoch seconds. */
export interface HeldSpan {
  readonly ip: string;
  readonly hostname: string;
  first: number;
  last: number;
  readonly weight: number;
}

export function noEvidence(): HeldEvidence {
  return {
    certificates: new Map(),
    shown: new Map(),
    headers: new Map(),
    pages: new Map(),
    icons: new Map(),
    jarms: new Map(),
    fingerprints: new Map(),
  };
}

/** undefined when it is not an address. */
export function storedIp(text: string): string | undefined {
  const parsed = parseIp(text);
  if (!parsed) return undefined;
  const address = unmapIpv4(parsed);
  return address.version === 4 ? `::ffff:${formatIp(address)}` : formatIp(address);
}

/** In lower case and without the final dot; '' for addresses and anything else that cannot be a host name. */
export function storedHostname(text: string): string {
  return text === '' ? '' : (canonicalDomain(text) ?? '');
}

const most = {
  ...{ names: 1000, nameLength: 253, chain: 100, serial: 128 },
  ...{ text: 1000, headers: 100, headerValue: 4000 },
} as const;

/** The store cannot hold lone surrogates. */
function clean(text: string, length: number = most.text): string {
  return text.slice(0, length).toWellFormed();
}

/** For columns of fixed length; '' is unknown. */
function ofLength(digits: string, length: number): string {
  return digits.length === length ? digits : '';
}

/** Names as they are on the certificate, including wildcards and single labels. */
function storedNames(names: readonly string[]): string[] {
  const stored = new Set<string>();
  for (const name of names) {
    if (stored.size >= most.names) break;
    // enough of it to see whether it is too long
    const lower = name
      .slice(0, most.nameLength + 2)
      .toLowerCase()
      .replace(/\.$/, '')
      .toWellFormed();
    if (lower !== '' && lower.length <= most.nameLength && !/[\s\p{Cc}]/u.test(lower)) stored.add(lower);
  }
  return [...stored];
}

/** DateTime64 holds 1900 to 2299. */
const [firstSecond, lastSecond] = [-2_208_988_800, 10_413_791_999];

function validityTime(seconds: number): string {
  return epochSecondsToTimestamp(Math.floor(Math.min(Math.max(seconds, firstSecond), lastSecond)));
}

function dayOf(seconds: number): string {
  return dateToIsoDate(epochSecondsToDate(seconds));
}

function scan({ ip, hostname, time }: StoredHost) {
  return { ip, hostname, scan_date: epochSecondsToTimestamp(Math.floor(time)) };
}

function certificateRow(key: string, certificate: SeenCertificate): object {
  const { sha256, md5, subjectCommonName, subjectOrganization, issuerCommonName, issuerOrganization } = certificate;
  const { serial, notBefore, notAfter, time, index, sourceName, sourceUrl } = certificate;
  return {
    ...{ fingerprint_sha1: key, fingerprint_sha256: ofLength(sha256, 64), fingerprint_md5: ofLength(md5, 32) },
    ...{ subject_common_name: clean(subjectCommonName), subject_org: clean(subjectOrganization) },
    domains: storedNames(certificate.names),
    ...{ issuer_common_name: clean(issuerCommonName), issuer_organization: clean(issuerOrganization) },
    chain: certificate.chain.slice(0, most.chain).flatMap((name) => (name === '' ? [] : clean(name))),
    serial_hex: clean(serial, most.serial),
    ...{ not_before: validityTime(notBefore), not_after: validityTime(notAfter), logged: dayOf(time) },
    ...{ cert_index: index, source_name: clean(sourceName), source_url: clean(sourceUrl) },
  };
}

function headersRow({ entry, ...host }: StoredHost & { readonly entry: ShownHeaders }): object {
  const headers = Object.entries(entry.headers)
    .slice(0, most.headers)
    .map(([name, value]) => [clean(name).toLowerCase(), clean(value, most.headerValue)]);
  return { ...scan(host), response: clean(entry.response), headers: Object.fromEntries(headers) as object };
}

function pageRow({ entry, ...host }: StoredHost & { readonly entry: ShownPage }): object {
  const { title, bodyMurmur3 } = entry;
  return {
    ...{ ...scan(host), html_title: clean(title) },
    ...{ html_body_murmur3: clean(bodyMurmur3), html_body_ssdeep: '' },
  };
}

function iconRow({ own, named, ...host }: HeldIcons): object {
  return {
    ...{ ...scan(host), favicon_md5: clean(own?.md5 ?? ''), favicon_mmh3: own?.mmh3 ?? 0 },
    ...{
      favicon2_md5: clean(named?.md5 ?? ''),
      favicon2_mmh3: named?.mmh3 ?? 0,
      favicon2_path: clean(named?.path ?? ''),
    },
  };
}

function span({ ip, hostname, first, last }: HeldSpan) {
  return { ip, hostname, first_seen: dayOf(first), last_seen: dayOf(last) };
}

export function rowsOf(held: HeldEvidence): EvidenceRows {
  const { certificates, shown, headers, pages, icons, jarms, fingerprints } = held;
  const rows = {
    certificates: [...certificates].map(([key, { certificate }]) => certificateRow(key, certificate)),
    scan_certificates: [...shown.values()].map((each) => ({ ...scan(each), fingerprint_sha1: each.certificate })),
    scan_headers: [...headers.values()].map(headersRow),
    scan_html: [...pages.values()].map(pageRow),
    scan_favicon: [...icons.values()].map(iconRow),
    scan_jarm: [...jarms.values()].map((each) => ({ ...span(each), jarm_hash: each.jarm, server_banner: null })),
    tls_fingerprints: [...fingerprints.values()].map((each) => ({ kind: each.kind, value: each.value, ...span(each) })),
  };
  return Object.fromEntries(Object.entries(rows).filter(([, list]) => list.length > 0));
}
