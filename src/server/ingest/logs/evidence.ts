import { certificateKey } from '#model/certificate.ts';
import { epochSecondsToIsoDate, epochSecondsToTimestamp, MAX_EPOCH_SECONDS, SECONDS_PER_DAY } from '#model/dates.ts';
import { canonicalDomain } from '#model/domain-name.ts';
import { parseIp, storedIp } from '#model/ip-address.ts';
import type {
  RejectedEntry,
  SeenCertificate,
  SeenEvidence,
  SeenFingerprint,
  ShownHeaders,
  ShownIcon,
  ShownPage,
} from './log-reader.ts';
import { reasons } from './readers/values.ts';

// What logs show about servers, folded into rows of the tables of certificates and scans (schema/5-evidence.sql).

/** A row counts once more for every this many characters. */
const rowLength = 1000;

/**
 * One row per certificate; per certificate, host and day (UTC), with the first time of that day; per host and day for headers, page
 * and icons, with the last ones of that day; and per host for each JARM or other TLS fingerprint, with its first and last day.
 */
export class EvidenceFold {
  readonly #totals = new Map<string, number>();
  #held = noEvidence();
  #rejects: RejectedEntry[] = [];
  #size = 0;

  /** Rows and rejects held. Rows with long texts count more than once, because this number bounds the memory. */
  get size(): number {
    return this.#size;
  }

  add(entry: SeenEvidence, line: number): void {
    const reason = this.#keep(entry);
    if (reason === undefined) {
      this.#totals.set(entry.what, (this.#totals.get(entry.what) ?? 0) + 1);
      return;
    }
    this.#size += 1;
    this.#rejects.push({ line, text: shownText(entry), reason });
  }

  take(): { readonly rows: EvidenceRows; readonly rejects: RejectedEntry[] } {
    const taken = { rows: rowsOf(this.#held), rejects: this.#rejects };
    this.#held = noEvidence();
    this.#rejects = [];
    this.#size = 0;
    return taken;
  }

  /** Entries accepted so far, including repetitions, by `what`. */
  totals(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#totals);
  }

  /** @returns why the entry cannot be kept; undefined when it was */
  #keep(entry: SeenEvidence): string | undefined {
    if (!Number.isFinite(entry.time)) return reasons.noTime;
    // scan_date has 32 bits
    const time = Math.min(Math.max(entry.time, 0), MAX_EPOCH_SECONDS);
    if (entry.what === 'certificate') return this.#keepCertificate({ ...entry, time });
    const address = parseIp(entry.ip);
    if (!address) return 'the address of a host cannot be read';
    const ip = storedIp(address);
    const host = { ip, hostname: storedHostname(entry.hostname), time };
    const at = `${ip} ${host.hostname}`;
    const onDay = `${at} ${Math.floor(time / SECONDS_PER_DAY)}`;
    switch (entry.what) {
      case 'shown-certificate': {
        const certificate = certificateKey({ sha1: entry.fingerprint, sha256: entry.fingerprint });
        if (certificate === '') return reasons.badDigest;
        const key = `${onDay} ${certificate}`;
        const before = this.#held.shown.get(key);
        if (!before || time < before.time) this.#put(this.#held.shown, key, { ...host, certificate, weight: 1 });
        return undefined;
      }
      case 'headers':
        if (isLatest(this.#held.headers.get(onDay), time))
          this.#put(this.#held.headers, onDay, {
            ...host,
            entry,
            weight: weightOf(Object.entries(entry.headers).flat()),
          });
        return undefined;
      case 'page':
        if (isLatest(this.#held.pages.get(onDay), time))
          this.#put(this.#held.pages, onDay, { ...host, entry, weight: weightOf([entry.title]) });
        return undefined;
      case 'icon':
        this.#keepIcon(onDay, host, entry);
        return undefined;
      case 'jarm': {
        const { jarm } = entry;
        this.#keepSpan(this.#held.jarms, `${at} ${jarm}`, time, () => ({ ...spanOf(host), jarm }));
        return undefined;
      }
      case 'fingerprint': {
        const { kind, value } = entry;
        this.#keepSpan(this.#held.fingerprints, `${at} ${kind} ${value}`, time, () => ({
          ...spanOf(host),
          kind,
          value,
        }));
        return undefined;
      }
    }
  }

  #put<Value extends { readonly weight: number }>(table: Map<string, Value>, key: string, value: Value): void {
    this.#size += value.weight - (table.get(key)?.weight ?? 0);
    table.set(key, value);
  }

  #keepCertificate(entry: SeenCertificate): string | undefined {
    const key = certificateKey(entry);
    if (key === '') return reasons.badDigest;
    const before = this.#held.certificates.get(key)?.certificate;
    const certificate = before ? merged(before, entry) : entry;
    this.#put(this.#held.certificates, key, {
      certificate,
      weight: weightOf(certificate.names) + weightOf(certificate.chain) - 1,
    });
    return undefined;
  }

  #keepIcon(key: string, host: StoredHost, entry: ShownIcon): void {
    const before = this.#held.icons.get(key);
    const place = entry.path === '' ? 'own' : 'named';
    if (!isLatest(before?.[place], entry.time)) return;
    const time = Math.max(host.time, before?.time ?? 0);
    this.#put(this.#held.icons, key, { ...before, ...host, [place]: entry, time, weight: 1 });
  }

  #keepSpan<Value extends HeldSpan>(table: Map<string, Value>, key: string, time: number, begin: () => Value): void {
    const before = table.get(key);
    if (!before) this.#put(table, key, begin());
    else {
      before.first = Math.min(before.first, time);
      before.last = Math.max(before.last, time);
    }
  }
}

/** Rows by table; tables without rows are left out. The caller adds the column `import`. */
export interface EvidenceRows {
  readonly [table: string]: readonly object[];
}

/** A host and a time in epoch seconds, as the tables store them. */
interface StoredHost {
  /** IPv6 in text; IPv4 is mapped. */
  readonly ip: string;
  /** '' for none. */
  readonly hostname: string;
  readonly time: number;
}

/** Entries without repetitions. The keys only tell them apart. */
interface HeldEvidence {
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
interface HeldSpan {
  readonly ip: string;
  readonly hostname: string;
  first: number;
  last: number;
  readonly weight: number;
}

function noEvidence(): HeldEvidence {
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

/** In lower case and without the final dot; '' for addresses and anything else that cannot be a host name. */
function storedHostname(text: string): string {
  return text === '' ? '' : (canonicalDomain(text) ?? '');
}

const most = {
  names: 1000,
  nameLength: 253,
  chain: 100,
  serial: 128,
  text: 1000,
  headers: 100,
  headerValue: 4000,
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

function scan({ ip, hostname, time }: StoredHost) {
  return { ip, hostname, scan_date: epochSecondsToTimestamp(Math.floor(time)) };
}

function certificateRow(key: string, certificate: SeenCertificate): object {
  const { sha256, md5, subjectCommonName, subjectOrganization, issuerCommonName, issuerOrganization } = certificate;
  const { serial, notBefore, notAfter, time, index, sourceName, sourceUrl } = certificate;
  return {
    fingerprint_sha1: key,
    fingerprint_sha256: ofLength(sha256, 64),
    fingerprint_md5: ofLength(md5, 32),
    subject_common_name: clean(subjectCommonName),
    subject_org: clean(subjectOrganization),
    domains: storedNames(certificate.names),
    issuer_common_name: clean(issuerCommonName),
    issuer_organization: clean(issuerOrganization),
    chain: certificate.chain.slice(0, most.chain).flatMap((name) => (name === '' ? [] : clean(name))),
    serial_hex: clean(serial, most.serial),
    not_before: validityTime(notBefore),
    not_after: validityTime(notAfter),
    logged: epochSecondsToIsoDate(time),
    cert_index: index,
    source_name: clean(sourceName),
    source_url: clean(sourceUrl),
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
    ...scan(host),
    html_title: clean(title),
    html_body_murmur3: clean(bodyMurmur3),
    html_body_ssdeep: '',
  };
}

function iconRow({ own, named, ...host }: HeldIcons): object {
  return {
    ...scan(host),
    favicon_md5: clean(own?.md5 ?? ''),
    favicon_mmh3: own?.mmh3 ?? 0,
    favicon2_md5: clean(named?.md5 ?? ''),
    favicon2_mmh3: named?.mmh3 ?? 0,
    favicon2_path: clean(named?.path ?? ''),
  };
}

function span({ ip, hostname, first, last }: HeldSpan) {
  return { ip, hostname, first_seen: epochSecondsToIsoDate(first), last_seen: epochSecondsToIsoDate(last) };
}

function rowsOf(held: HeldEvidence): EvidenceRows {
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

function spanOf({ ip, hostname, time }: StoredHost): HeldSpan {
  return { ip, hostname, first: time, last: time, weight: 1 };
}

/** Of equal times the later line counts. */
function isLatest(before: { readonly time: number } | undefined, time: number): boolean {
  return !before || time >= before.time;
}

function weightOf(texts: readonly string[]): number {
  return 1 + Math.floor(texts.reduce((sum, text) => sum + text.length, 0) / rowLength);
}

/** Two descriptions of the same certificate as one. */
function merged(one: SeenCertificate, other: SeenCertificate): SeenCertificate {
  const longer = (first: readonly string[], second: readonly string[]) =>
    second.length > first.length ? second : first;
  return {
    ...one,
    sha256: one.sha256 || other.sha256,
    md5: one.md5 || other.md5,
    subjectCommonName: one.subjectCommonName || other.subjectCommonName,
    subjectOrganization: one.subjectOrganization || other.subjectOrganization,
    issuerCommonName: one.issuerCommonName || other.issuerCommonName,
    issuerOrganization: one.issuerOrganization || other.issuerOrganization,
    names: longer(one.names, other.names),
    chain: longer(one.chain, other.chain),
    serial: one.serial || other.serial,
    time: Math.min(one.time, other.time),
    ...(one.sourceName === '' && {
      index: other.index,
      sourceName: other.sourceName,
      sourceUrl: other.sourceUrl,
    }),
  };
}

function shownText(entry: SeenEvidence): string {
  const subject = entry.what === 'certificate' ? entry.subjectCommonName : `${entry.ip} ${entry.hostname}`;
  return `${entry.what} ${subject}`.trimEnd().slice(0, 200);
}
