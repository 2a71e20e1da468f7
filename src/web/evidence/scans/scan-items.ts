import { groupBy } from '#model/group-by.ts';
import { certificateFingerprint, unknownFingerprint } from '#model/certificate.ts';
import { dateToEpochSeconds, dayIntToDate, dayIntToIsoDate, isoDateToDate } from '#model/dates.ts';
import type { ScanKind } from '#web/kit/ask/scan-kind.ts';
import type { TimelineItem } from '#web/charts/timeline-layout.ts';
import type { RecordTimelineLook } from '#web/kit/records/RecordTimeline.tsx';
import { paths } from '#web/url/paths.ts';
import { headerVersions } from './HeaderChanges.tsx';
import { type CertificateRow, type FileRow, type HeadersRow, type JarmRow, type ScanRows } from './scan-rows.ts';
import { filePivot, headerPivot } from './ScanPivot.tsx';

/*
 * Scan records as bars of the timeline. With several addresses, a bar is labelled with its address and links there;
 * with one address, it is labelled with the value seen and links to the other hosts that have it.
 */

/** yyyymmdd or 'yyyy-mm-dd'. */
type Day = number | string | undefined;

function startOf(day: Day): number | null {
  const date = typeof day === 'number' ? dayIntToDate(day) : isoDateToDate(day ?? '');
  return date && dateToEpochSeconds(date);
}

/** Empty when a day is missing or invalid; such a record appears in the table only. */
function bar(first: Day, last: Day, item: Omit<TimelineItem, 'start' | 'end'>): readonly TimelineItem[] {
  const [start, end] = [startOf(first), startOf(last)];
  return start === null || end === null ? [] : [{ ...item, start, end }];
}

function isOne<Row>(rows: readonly Row[], valueOf: (row: Row) => unknown): boolean {
  return new Set(rows.map(valueOf)).size <= 1;
}

const ipOf = ({ ip }: { readonly ip: string }) => ip;

/** A6: from the first to the latest scan that saw the fingerprint, coloured by fingerprint. */
export function jarmItems(rows: readonly JarmRow[]): readonly TimelineItem[] {
  const isOneAddress = isOne(rows, ipOf);
  return rows.flatMap(({ ip, jarm_hash = '', first_seen, last_seen, server_banner }) => {
    const groupPath = paths.scans({ what: 'jarm', jarm_hash });
    return bar(first_seen, last_seen, {
      key: `${ip} ${jarm_hash}`,
      label: isOneAddress ? jarm_hash : ip,
      group: jarm_hash,
      groupLabel: '',
      ...(server_banner && { title: server_banner }),
      path: isOneAddress ? groupPath : paths.ip(ip),
      groupPath,
    });
  });
}

/** A3: validity, coloured by issuer. One certificate at several addresses would give equal bars: each shows its last scan instead. */
export function scanCertificateItems(rows: readonly CertificateRow[]): readonly TimelineItem[] {
  const isOneAddress = isOne(rows, ipOf);
  // certificates without a known fingerprint may all differ
  const isOneCertificate = rows.length > 1 && isOne(rows, (row) => certificateFingerprint(row)?.value ?? row);
  return rows.flatMap((row, index) => {
    const { ip, domains = [], issuer = 'unknown issuer', scan_date } = row;
    const fingerprint = certificateFingerprint(row)?.value;
    const search = fingerprint && paths.scans({ what: 'certificates', fingerprint_sha1: fingerprint });
    const path = isOneAddress ? search : paths.ip(ip);
    const scanned = scan_date === undefined ? null : dayIntToIsoDate(scan_date);
    const [first, last] = isOneCertificate ? [scan_date, scan_date] : [row.not_before, row.not_after];
    return bar(first, last, {
      key: `${ip} ${fingerprint ?? index}`,
      label: isOneAddress ? (domains[0] ?? fingerprint ?? unknownFingerprint) : ip,
      group: issuer,
      groupLabel: '',
      title: [domains.join(' '), scanned && `last scanned ${scanned}`].filter(Boolean).join(', '),
      ...(path && { path }),
    });
  });
}

/** A5: each version of an address's headers from the first to the latest scan that saw it, coloured by server header. */
export function headersItems(rows: readonly HeadersRow[]): readonly TimelineItem[] {
  const isOneAddress = isOne(rows, ipOf);
  return [...groupBy(rows, ipOf).values()].flatMap((scans) => {
    const ip = scans[0]?.ip ?? '';
    const newestFirst = scans.toSorted((a, b) => (b.date ?? 0) - (a.date ?? 0));
    return headerVersions(newestFirst).flatMap(({ first, latest, scanCount, lines }, index) => {
      const server = lines.find(({ name, change }) => name === 'server' && change !== 'removed')?.value;
      const groupPath = server === undefined ? {} : { groupPath: paths.scans(headerPivot('server', server)) };
      const changes = lines.filter(({ change }) => change !== 'same').map(({ name, change }) => `${change} ${name}`);
      return bar(first, latest, {
        key: `${ip} ${index}`,
        label: isOneAddress ? (server ?? noServer) : ip,
        group: server ?? noServer,
        groupLabel: '',
        count: scanCount,
        ...(changes.length > 0 && { title: changes.join(', ') }),
        path: isOneAddress ? (groupPath.groupPath ?? paths.ip(ip)) : paths.ip(ip),
        ...groupPath,
      });
    });
  });
}

const noServer = 'no server header';

/** A7: each file from the first to the latest scan that listed it, coloured by address. */
export function fileItems(rows: readonly FileRow[]): readonly TimelineItem[] {
  const isOneFile = isOne(rows, ({ filename }) => filename);
  return [...groupBy(rows, ({ ip, filename }) => `${ip} ${filename}`).values()].flatMap((scans) => {
    const { ip = '', filename = '' } = scans[0] ?? {};
    const days = scans.map(({ scan_date }) => scan_date).toSorted();
    const groupPath = paths.ip(ip);
    return bar(days[0], days.at(-1), {
      key: `${ip} ${filename}`,
      label: isOneFile ? ip : filename,
      group: ip,
      groupLabel: '',
      count: new Set(days).size,
      title: filename,
      path: isOneFile ? groupPath : paths.scans(filePivot(filename)),
      groupPath,
    });
  });
}

type Looks = { readonly [Kind in ScanKind]: RecordTimelineLook<ScanRows[Kind]> | null };

/** How the records of each kind are drawn over time. A4 does not say when an icon was seen. */
export const scanTimelines: Looks = {
  certificates: {
    itemsOf: scanCertificateItems,
    words: { item: ['certificate', 'certificates'], group: ['issuer', 'issuers'], between: 'by' },
  },
  favicon: null,
  headers: {
    itemsOf: headersItems,
    words: { item: ['version', 'versions'], group: ['server header', 'server headers'], between: 'with' },
  },
  jarm: {
    itemsOf: jarmItems,
    words: { item: ['sighting', 'sightings'], group: ['fingerprint', 'fingerprints'], between: 'of' },
  },
  opendir: {
    itemsOf: fileItems,
    words: { item: ['file', 'files'], group: ['address', 'addresses'], between: 'at' },
  },
};
