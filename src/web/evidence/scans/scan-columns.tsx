import { certificateFingerprint } from '#model/certificate.ts';
import type { ScanKind } from '#web/kit/ask/scan-kind.ts';
import { textOf } from '#web/table/cell-text.ts';
import {
  countColumn,
  fingerprintColumns,
  flagColumn,
  hashColumn,
  indicatorColumn,
  textColumn,
  timeColumn,
} from '#web/kit/records/record-columns.tsx';
import type { CellContext, ColumnDef, RowData } from '#web/table/column-def.ts';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { WarningIcon } from '#web/kit/ui/icons.ts';
import type { CertificateRow, FaviconRow, FileRow, HeadersRow, JarmRow, ScanRows } from './scan-rows.ts';
import { filePivot, headerPivot, ScanPivot } from './ScanPivot.tsx';

type Columns = { readonly [Kind in ScanKind]: readonly ColumnDef<ScanRows[Kind]>[] };

const address = <Row extends RowData>() => indicatorColumn<Row>('ip', 'Address', { size: 150 });

const certificates: readonly ColumnDef<CertificateRow>[] = [
  address<CertificateRow>(),
  timeColumn<CertificateRow>('scan_date', 'Last scanned', { size: 120 }),
  indicatorColumn<CertificateRow>('domains', 'Names', {
    size: 320,
    meta: { description: 'Names the certificate is valid for' },
  }),
  flagColumn<CertificateRow>('is_expired', 'Expired', {
    size: 104,
    cell: ExpiredMark,
    meta: { description: 'Not-after date is in the past' },
  }),
  timeColumn<CertificateRow>('not_before', 'Valid from', { size: 120 }),
  timeColumn<CertificateRow>('not_after', 'Valid to', { size: 120 }),
  textColumn<CertificateRow>('issuer', 'Issuer'),
  ...fingerprintColumns<CertificateRow>(),
];

const favicon: readonly ColumnDef<FaviconRow>[] = [
  address<FaviconRow>(),
  // mmh3 is a hash, not a quantity, so its digits are not grouped
  hashColumn<FaviconRow>('favicon_mmh3', 'mmh3', 'favicon-mmh3', { size: 140 }),
  hashColumn<FaviconRow>('favicon_md5', 'MD5', 'favicon-md5', { size: 290 }),
];

const headers: readonly ColumnDef<HeadersRow>[] = [
  address<HeadersRow>(),
  timeColumn<HeadersRow>('date', 'Scanned', { size: 120 }),
  textColumn<HeadersRow>('server', 'Server', {
    size: 220,
    accessorFn: ({ headers: sent }) => sent?.['server'],
    cell: (cell) =>
      textOf(cell) && (
        <ScanPivot text={textOf(cell)} query={headerPivot('server', textOf(cell))} what="Hosts that send this header" />
      ),
  }),
  textColumn<HeadersRow>('headers', 'Headers', {
    size: 640,
    accessorFn: ({ headers: sent = {} }) => Object.entries(sent).map(([name, value]) => `${name}: ${value}`),
    meta: { exportValue: ({ headers: sent }) => sent },
  }),
];

const jarm: readonly ColumnDef<JarmRow>[] = [
  address<JarmRow>(),
  timeColumn<JarmRow>('first_seen', 'First scan', { size: 120 }),
  timeColumn<JarmRow>('last_seen', 'Latest scan', { size: 120 }),
  hashColumn<JarmRow>('jarm_hash', 'JARM', 'jarm', { size: 500 }),
  textColumn<JarmRow>('server_banner', 'Server banner', { size: 280 }),
];

const opendir: readonly ColumnDef<FileRow>[] = [
  address<FileRow>(),
  timeColumn<FileRow>('scan_date', 'Scanned', { size: 120 }),
  textColumn<FileRow>('filename', 'File', {
    size: 360,
    cell: (cell) => <ScanPivot text={textOf(cell)} query={filePivot(textOf(cell))} what="Hosts that list this file" />,
  }),
  countColumn<FileRow>('filesize', 'Bytes', { size: 120 }),
  timeColumn<FileRow>('modified', 'Changed', { meta: { description: 'As reported by the server' } }),
];

/** The first column is the scanned address. */
export const scanColumns: Columns = { certificates, favicon, headers, jarm, opendir };

function ExpiredMark(cell: CellContext<CertificateRow>) {
  if (cell.getValue() !== true) return <span className="text-faint">{textOf(cell) || '–'}</span>;
  return (
    <Badge tone="warning" icon={<WarningIcon />}>
      expired
    </Badge>
  );
}

type RowKeys = { readonly [Kind in ScanKind]: (row: ScanRows[Kind], index: number) => string };

export const scanRowKeys: RowKeys = {
  // an address may have several certificates without a known fingerprint
  certificates: (row, index) => `${row.ip} ${certificateFingerprint(row)?.value ?? index}`,
  favicon: ({ ip, favicon_md5, favicon_mmh3 }) => `${ip} ${favicon_md5} ${favicon_mmh3}`,
  // two names of one address may have been scanned on one day
  headers: ({ ip, date }, index) => `${ip} ${date} ${index}`,
  jarm: ({ ip, jarm_hash }) => `${ip} ${jarm_hash}`,
  opendir: ({ ip, scan_date, filename }) => `${ip} ${scan_date} ${filename}`,
};
