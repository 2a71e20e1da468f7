import { certificateKey } from '#model/certificate.ts';
import { MAX_EPOCH_SECONDS, SECONDS_PER_DAY } from '#model/dates.ts';
import {
  type EvidenceRows,
  type HeldSpan,
  noEvidence,
  rowsOf,
  storedHostname,
  type StoredHost,
  storedIp,
} from './evidence-rows.ts';
import type { SeenCertificate, SeenEvidence, ShownIcon } from './log-reader.ts';
import { reasons } from './readers/values.ts';

/** What could not be kept: its line, what it was, and why, in words for the report. */
interface EvidenceReject {
  readonly line: number;
  readonly text: string;
  readonly reason: string;
}

/** Collects what logs show besides DNS, without repetitions, and makes rows of it. */
interface EvidenceFold {
  add(entry: SeenEvidence, line: number): void;
  /** Rows and rejects held. Rows with long texts count more than once, because this number bounds the memory. */
  size(): number;
  take(): { readonly rows: EvidenceRows; readonly rejects: EvidenceReject[] };
  /** Entries accepted so far, including repetitions, by `what`. */
  totals(): Readonly<Record<string, number>>;
}

/** Every so many characters a row counts once more. */
const rowLength = 1000;

/**
 * One row per certificate; per certificate, host and day (UTC), with the first time of that day; per host and day for headers, page
 * and icons, of which the last ones count; and per host for each JARM or other TLS fingerprint, with its first and last day.
 */
export function evidenceFold(): EvidenceFold {
  const totals = new Map<string, number>();
  let held = noEvidence();
  let rejects: EvidenceReject[] = [];
  let size = 0;

  return {
    add(entry, line) {
      const reason = keep(entry);
      if (reason === undefined) {
        totals.set(entry.what, (totals.get(entry.what) ?? 0) + 1);
        return;
      }
      size += 1;
      rejects.push({ line, text: shownText(entry), reason });
    },
    size: () => size,
    take() {
      const taken = { rows: rowsOf(held), rejects };
      held = noEvidence();
      rejects = [];
      size = 0;
      return taken;
    },
    totals: () => Object.fromEntries(totals),
  };

  /** @returns why the entry cannot be kept; undefined when it was */
  function keep(entry: SeenEvidence): string | undefined {
    if (!Number.isFinite(entry.time)) return reasons.noTime;
    // scan_date has 32 bits
    const time = Math.min(Math.max(entry.time, 0), MAX_EPOCH_SECONDS);
    if (entry.what === 'certificate') return keepCertificate({ ...entry, time });
    const ip = storedIp(entry.ip);
    if (ip === undefined) return 'the address of a host cannot be read';
    const host = { ip, hostname: storedHostname(entry.hostname), time };
    const at = `${ip} ${host.hostname}`;
    const onDay = `${at} ${Math.floor(time / SECONDS_PER_DAY)}`;
    switch (entry.what) {
      case 'shown-certificate': {
        const certificate = certificateKey({ sha1: entry.fingerprint, sha256: entry.fingerprint });
        if (certificate === '') return reasons.badDigest;
        const key = `${onDay} ${certificate}`;
        const before = held.shown.get(key);
        if (!before || time < before.time) put(held.shown, key, { ...host, certificate, weight: 1 });
        return undefined;
      }
      case 'headers':
        if (isLatest(held.headers.get(onDay), time))
          put(held.headers, onDay, { ...host, entry, weight: weightOf(Object.entries(entry.headers).flat()) });
        return undefined;
      case 'page':
        if (isLatest(held.pages.get(onDay), time))
          put(held.pages, onDay, { ...host, entry, weight: weightOf([entry.title]) });
        return undefined;
      case 'icon':
        keepIcon(onDay, host, entry);
        return undefined;
      case 'jarm': {
        const { jarm } = entry;
        keepSpan(held.jarms, `${at} ${jarm}`, time, () => ({ ...spanOf(host), jarm }));
        return undefined;
      }
      case 'fingerprint': {
        const { kind, value } = entry;
        keepSpan(held.fingerprints, `${at} ${kind} ${value}`, time, () => ({ ...spanOf(host), kind, value }));
        return undefined;
      }
    }
  }

  function put<Value extends { readonly weight: number }>(table: Map<string, Value>, key: string, value: Value): void {
    size += value.weight - (table.get(key)?.weight ?? 0);
    table.set(key, value);
  }

  function keepCertificate(entry: SeenCertificate): string | undefined {
    const key = certificateKey(entry);
    if (key === '') return reasons.badDigest;
    const before = held.certificates.get(key)?.certificate;
    const certificate = before ? merged(before, entry) : entry;
    put(held.certificates, key, { certificate, weight: weightOf(certificate.names) + weightOf(certificate.chain) - 1 });
    return undefined;
  }

  function keepIcon(key: string, host: StoredHost, entry: ShownIcon): void {
    const before = held.icons.get(key);
    const place = entry.path === '' ? 'own' : 'named';
    if (!isLatest(before?.[place], entry.time)) return;
    const time = Math.max(host.time, before?.time ?? 0);
    put(held.icons, key, { ...before, ...host, [place]: entry, time, weight: 1 });
  }

  function keepSpan<Value extends HeldSpan>(
    table: Map<string, Value>,
    key: string,
    time: number,
    begin: () => Value,
  ): void {
    const before = table.get(key);
    if (!before) put(table, key, begin());
    else {
      before.first = Math.min(before.first, time);
      before.last = Math.max(before.last, time);
    }
  }
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
