import { certificateFingerprint } from '#model/certificate-fingerprint.ts';
import type { ScanKind } from '#web/kit/ask/scan-kind.ts';
import { fingerprintColumns } from '#web/kit/records/certificate-columns.tsx';
import {
  countColumn,
  flagColumn,
  hashColumn,
  indicatorColumn,
  textColumn,
  timeColumn,
} from '#web/kit/records/record-columns.tsx';
import type { Cell, Column } from '#web/table/column.ts';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { WarningIcon } from '#web/kit/ui/icons.ts';
import type { CertificateRow, FaviconRow, FileRow, HeadersRow, JarmRow, ScanRows } from './scan-rows.ts';
import { filePivot, headerPivot, ScanPivot } from './ScanPivot.tsx';

type Columns = { readonly [Kind in ScanKind]: readonly Column<ScanRows[Kind]>[] };

const address = <Row,>() => indicatorColumn<Row>('ip', 'Address', { width: 150 });

const certificates: readonly Column<CertificateRow>[] = [
  address<CertificateRow>(),
  timeColumn<CertificateRow>('scan_date', 'Last scanned', { width: 120 }),
  indicatorColumn<CertificateRow>('domains', 'Names', {
    width: 320,
    description: 'Names the certificate is valid for',
  }),
  flagColumn<CertificateRow>('is_expired', 'Expired', {
    width: 104,
    description: 'Not-after date is in the past',
    cell: ExpiredMark,
  }),
  timeColumn<CertificateRow>('not_before', 'Valid from', { width: 120 }),
  timeColumn<CertificateRow>('not_after', 'Valid to', { width: 120 }),
  textColumn<CertificateRow>('issuer', 'Issuer'),
  ...fingerprintColumns<CertificateRow>(),
];

const favicon: readonly Column<FaviconRow>[] = [
  address<FaviconRow>(),
  // mmh3 is a hash, no quantity: it is not grouped by thousands
  hashColumn<FaviconRow>('favicon_mmh3', 'mmh3', 'favicon-mmh3', { width: 140 }),
  hashColumn<FaviconRow>('favicon_md5', 'MD5', 'favicon-md5', { width: 290 }),
];

const headers: readonly Column<HeadersRow>[] = [
  address<HeadersRow>(),
  timeColumn<HeadersRow>('date', 'Scanned', { width: 120 }),
  textColumn<HeadersRow>('server', 'Server', {
    width: 220,
    value: ({ headers: sent }) => sent?.['server'],
    cell: ({ text }) =>
      text && <ScanPivot text={text} query={headerPivot('server', text)} what="Hosts that send this header" />,
  }),
  textColumn<HeadersRow>('headers', 'Headers', {
    width: 640,
    value: ({ headers: sent = {} }) => Object.entries(sent).map(([name, value]) => `${name}: ${value}`),
    exportValue: ({ headers: sent }) => sent,
  }),
];

const jarm: readonly Column<JarmRow>[] = [
  address<JarmRow>(),
  timeColumn<JarmRow>('first_seen', 'First scan', { width: 120 }),
  timeColumn<JarmRow>('last_seen', 'Latest scan', { width: 120 }),
  hashColumn<JarmRow>('jarm_hash', 'JARM', 'jarm', { width: 500 }),
  textColumn<JarmRow>('server_banner', 'Server banner', { width: 280 }),
];

const opendir: readonly Column<FileRow>[] = [
  address<FileRow>(),
  timeColumn<FileRow>('scan_date', 'Scanned', { width: 120 }),
  textColumn<FileRow>('filename', 'File', {
    width: 360,
    cell: ({ text }) => <ScanPivot text={text} query={filePivot(text)} what="Hosts that list this file" />,
  }),
  countColumn<FileRow>('filesize', 'Bytes', { width: 120 }),
  timeColumn<FileRow>('modified', 'Changed', { description: 'As reported by the server' }),
];

/** With the address they were seen at. */
export const scanColumns: Columns = { certificates, favicon, headers, jarm, opendir };

/** The same where all rows are of one address. */
export const ownScanColumns: Columns = {
  certificates: certificates.slice(1),
  favicon: favicon.slice(1),
  headers: headers.slice(1),
  jarm: jarm.slice(1),
  opendir: opendir.slice(1),
};

function ExpiredMark({ value, text }: Cell<CertificateRow>) {
  if (value !== true) return <span className="text-faint">{text === '' ? '–' : 'no'}</span>;
  return (
    <Badge tone="warning" icon={<WarningIcon />}>
      expired
    </Badge>
  );
}

type RowKeys = { readonly [Kind in ScanKind]: (row: ScanRows[Kind], index: number) => string };

export const scanRowKeys: RowKeys = {
  // several certificates of an address may have no known fingerprint
  certificates: (row, index) => `${row.ip} ${certificateFingerprint(row)?.value ?? index}`,
  favicon: ({ ip, favicon_md5, favicon_mmh3 }) => `${ip} ${favicon_md5} ${favicon_mmh3}`,
  // two names of one address may have been scanned on one day
  headers: ({ ip, date }, index) => `${ip} ${date} ${index}`,
  jarm: ({ ip, jarm_hash }) => `${ip} ${jarm_hash}`,
  opendir: ({ ip, scan_date, filename }) => `${ip} ${scan_date} ${filename}`,
};
