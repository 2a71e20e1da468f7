// Certificates and scans: the rows of one visit to one host on one day.

import type { Clock } from './clock.ts';
import { issuanceSeconds } from './moments.ts';
import { digest, hash32, randomFor } from './random.ts';
import type { SampleRow, SampleRows } from './rows.ts';
import { mapped, type Scribe } from './scribe.ts';

export interface Issuer {
  commonName: string;
  organization: string;
  chain: readonly string[];
  /** The longest validity the issuer grants. Undefined for a self-signed certificate, which no log accepts. */
  lifetimeDays?: number;
}

export const FREE_ISSUER: Issuer = {
  commonName: 'Larchgate R3',
  organization: 'Larchgate Free Certificates',
  chain: ['Larchgate R3', 'Larchgate Root X1'],
  lifetimeDays: 90,
};
export const PAID_ISSUER: Issuer = {
  commonName: 'Granitetrust Organization Validation CA 2',
  organization: 'Granitetrust AG',
  chain: ['Granitetrust Organization Validation CA 2', 'Granitetrust Global Root'],
  lifetimeDays: 397,
};

/** Longest validity by CA/Browser Forum rules (Baseline Requirements 6.3.2) minus a day, by the day each rule takes effect. */
const LIFETIME_LIMITS = [
  ['2029-03-15', 46],
  ['2027-03-15', 99],
  ['2026-03-15', 199],
  ['', 397],
] as const;
const SELF_SIGNED_DAYS = 3650;

/** Validity in days of a certificate issued on that day. */
export function lifetimeDays({ day }: Clock, issuer: Issuer, issuedDaysAgo: number): number {
  if (issuer.lifetimeDays === undefined) return SELF_SIGNED_DAYS;
  const issued = day(issuedDaysAgo);
  const [, limit] = LIFETIME_LIMITS.find(([since]) => issued >= since) ?? LIFETIME_LIMITS[3];
  return Math.min(issuer.lifetimeDays, limit);
}

/** Days on which the certificates of a site were issued, oldest first: each a month, or a third of its life, before the last runs out. */
export function renewals(clock: Clock, issuer: Issuer, [from, to]: readonly [number, number]): number[] {
  const days: number[] = [];
  for (let day = from; day >= to;) {
    days.push(day);
    const lifetime = lifetimeDays(clock, issuer, day);
    day -= lifetime - Math.min(30, Math.floor(lifetime / 3));
  }
  return days;
}

interface CertificateFacts {
  /** Identifies the certificate: its fingerprints and serial number are derived from the label. */
  label: string;
  names: readonly string[];
  organization?: string;
  issuer: Issuer;
  issuedDaysAgo: number;
}

export function certificateSha1(label: string): string {
  return digest(`${label}/sha1`, 40);
}

export function certificate({ clock }: Scribe, facts: CertificateFacts): SampleRow {
  const { label, names, issuer, issuedDaysAgo } = facts;
  const commonName = names[0] ?? '';
  const serial = `0${digest(`${label}/serial`, 35)}`;
  const seconds = issuanceSeconds(commonName, label, issuedDaysAgo);
  const logged = clock.day(issuedDaysAgo);
  const isPublic = issuer.lifetimeDays !== undefined;
  // log entries are numbered in order: half a million a day
  const logDay = Date.parse(`${logged}T00:00:00Z`) / 86_400_000 - 18_000;
  return {
    table: 'certificates',
    row: {
      fingerprint_sha1: certificateSha1(label),
      fingerprint_sha256: digest(`${label}/sha256`, 64),
      fingerprint_md5: digest(`${label}/md5`, 32),
      subject_common_name: commonName,
      subject_org: facts.organization ?? '',
      domains: names,
      issuer_common_name: issuer.commonName,
      issuer_organization: issuer.organization,
      chain: issuer.chain,
      serial_hex: serial,
      not_before: clock.time(issuedDaysAgo, seconds),
      not_after: clock.time(issuedDaysAgo - lifetimeDays(clock, issuer, issuedDaysAgo), seconds - 1),
      logged,
      cert_index: isPublic ? logDay * 500_000 + Math.floor((seconds / 86_400) * 500_000) : 0,
      source_name: isPublic ? 'Sample Transparency Log' : 'Sample Internet Scan',
      source_url: isPublic ? `https://ct.sample-log.example/entry/${serial.slice(0, 12)}` : '',
    },
  };
}

export interface Favicon {
  md5: string;
  mmh3: number;
  path: string;
}

/** The same label gives the same icon. */
export function faviconOf(label: string): Favicon {
  return { md5: digest(`favicon/${label}`, 32), mmh3: hash32(`favicon/${label}`) | 0, path: '/favicon.ico' };
}

/** JARM of a host without TLS. */
export const NO_TLS_JARM = '0'.repeat(62);

/**
 * The same label gives the same TLS configuration of the server: for each of ten hellos the chosen cipher (its
 * number in JARM's list) and the version (d is TLS 1.2, e is 1.3), 000 for a refused hello; then a digest.
 */
export function jarmOf(label: string): string {
  const random = randomFor(`jarm/${label}`);
  const [tls12, older, tls13] = [
    random.pick(['29d', '2ad', '21d', '15d', '07d']),
    random.pick(['22c', '14d', '000']),
    random.pick(['42d', '43d', '41d', '000']),
  ];
  const groups = [
    tls12,
    tls12,
    random.pick([tls12, '000', '16d']),
    tls12,
    tls12,
    older,
    random.pick([tls12, '000']),
    tls13,
    tls13,
    random.pick([tls13, '000']),
  ];
  return groups.join('') + digest(`jarm/${label}`, 32);
}

export interface ServerSoftware {
  banner: string;
  poweredBy?: string;
  icon?: string;
}

const SOFTWARE: readonly ServerSoftware[] = [
  { banner: 'nginx/1.28.0' },
  { banner: 'nginx' },
  { banner: 'Apache/2.4.62 (Debian)', poweredBy: 'PHP/8.3.14' },
  { banner: 'Apache', poweredBy: 'PHP/7.4.33', icon: 'blog-engine' },
  { banner: 'Caddy' },
  { banner: 'LiteSpeed', icon: 'hosting-panel' },
  { banner: 'openresty', icon: 'shop-engine' },
  { banner: 'Microsoft-IIS/10.0' },
];

/** One server answers at an address, whichever site is requested. */
export function softwareOf(address: string): ServerSoftware {
  return randomFor(`software/${address}`).pick(SOFTWARE);
}

interface Visit {
  address: string;
  /** Empty: scanned without a name. */
  hostname: string;
  daysAgo: number;
  certificateSha1?: string;
  favicon?: Favicon;
  /** A second icon that the page names. */
  pageIcon?: Favicon;
  headers?: Readonly<Record<string, string>>;
  response?: string;
  title?: string;
  /** Content of the page: the same label gives the same body digests. */
  body?: string;
}

/** Rows of one visit by name or by address. */
export function* visit({ clock }: Scribe, facts: Visit): SampleRows {
  const { hostname } = facts;
  const ip = mapped(facts.address);
  const scan_date = clock.time(facts.daysAgo, facts.daysAgo === 0 ? 30 : hash32(hostname + ip) % 80_000);
  const scan = { ip, hostname, scan_date };
  if (facts.certificateSha1) {
    yield { table: 'scan_certificates', row: { ...scan, fingerprint_sha1: facts.certificateSha1 } };
  }
  if (facts.favicon) {
    const second = facts.pageIcon ?? { md5: '', mmh3: 0, path: '' };
    yield {
      table: 'scan_favicon',
      row: {
        ...scan,
        favicon_md5: facts.favicon.md5,
        favicon_mmh3: facts.favicon.mmh3,
        favicon2_md5: second.md5,
        favicon2_mmh3: second.mmh3,
        favicon2_path: second.path,
      },
    };
  }
  if (facts.headers) {
    yield { table: 'scan_headers', row: { ...scan, response: facts.response ?? '200 OK', headers: facts.headers } };
  }
  if (facts.title !== undefined) {
    const body = `body/${facts.body ?? facts.title}`;
    const fuzzy = randomFor(body);
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    yield {
      table: 'scan_html',
      row: {
        ...scan,
        html_title: facts.title,
        html_body_murmur3: String(hash32(body)),
        html_body_ssdeep: `${fuzzy.pick([48, 96, 192])}:${fuzzy.text(40, letters)}:${fuzzy.text(22, letters)}`,
      },
    };
  }
}

/** The TLS fingerprint of an address over a period, in days before the anchor. */
export function jarm(
  { clock }: Scribe,
  address: string,
  facts: { hostname?: string; hash: string; banner: string | null; from: number; to: number },
): SampleRow {
  return {
    table: 'scan_jarm',
    row: {
      ip: mapped(address),
      hostname: facts.hostname ?? '',
      jarm_hash: facts.hash,
      server_banner: facts.banner,
      first_seen: clock.day(facts.from),
      last_seen: clock.day(facts.to),
    },
  };
}

/** An open directory as listed on one day; a name that ends with '/' is a directory and has no size. */
export function* openDirectory(
  { clock }: Scribe,
  address: string,
  daysAgo: number,
  files: readonly (readonly [filename: string, filesize: number | null, modifiedDaysAgo: number])[],
): SampleRows {
  for (const [filename, filesize, modified] of files) {
    yield {
      table: 'scan_opendir',
      row: {
        ip: mapped(address),
        scan_date: clock.day(daysAgo),
        filename,
        filesize,
        modified: clock.time(modified, hash32(filename) % 80_000),
      },
    };
  }
}
