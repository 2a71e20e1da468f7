import type { ReactNode } from 'react';
import type { EnrichmentScanData } from '#contract/generated/types.gen.ts';
import { certificateFingerprint } from '#model/certificate.ts';
import { indicatorOf } from '#model/indicator-of.ts';
import type { Answer } from '#web/api/use-answer.ts';
import { type PanelState, rowsOrEmpty } from '#web/kit/panel/panel-state.ts';
import { Panel } from '#web/kit/panel/Panel.tsx';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { fingerprintColumns } from '#web/kit/records/certificate-columns.tsx';
import { flagColumn, hashColumn, indicatorColumn, textColumn, timeColumn } from '#web/kit/records/record-columns.tsx';
import { RecordTable } from '#web/kit/records/RecordTable.tsx';
import { TimeText } from '#web/kit/time/TimeText.tsx';
import { certificateFacts } from '#web/exports/row-facts.ts';
import { ShortList } from '#web/kit/ui/ShortList.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';

const certificateColumns = [
  timeColumn<CertificateRow>('scan_date', 'Scanned'),
  indicatorColumn<CertificateRow>('domains', 'Names', {
    size: 320,
    accessorFn: ({ domains, domain }) => domains ?? domain,
    meta: { description: 'Names the certificate is valid for' },
  }),
  flagColumn<CertificateRow>('is_expired', 'Expired', { accessorFn: isExpired }),
  timeColumn<CertificateRow>('not_before', 'Valid from'),
  timeColumn<CertificateRow>('not_after', 'Valid to'),
  textColumn<CertificateRow>('issuer_common_name', 'Issuer'),
  textColumn<CertificateRow>('issuer_organization', 'Issuer organization'),
  ...fingerprintColumns<CertificateRow>(),
  indicatorColumn<CertificateRow>('hostname', 'Scanned host', { meta: { isHidden: true } }),
  indicatorColumn<CertificateRow>('ip', 'Scanned address', { meta: { isHidden: true } }),
];

const certificateKey = (row: CertificateRow, index: number) =>
  `${certificateFingerprint(row)?.value ?? ''} ${row.scan_date} ${index}`;

const factsOf = (row: CertificateRow) => certificateFacts(row, { first: row.scan_date });

/** Certificates that scans saw. */
export function Certificates<R>({ source }: { readonly source: ScanSource<R> }) {
  return (
    <ScanPanel
      source={source}
      kind="certificates"
      title="Certificates"
      empty="No scan found a certificate."
      rowCount={4}
    >
      {(rows) => (
        <RecordTable
          caption={`Certificates of ${source.subject}`}
          rows={rows}
          columns={certificateColumns}
          rowKey={certificateKey}
          urlPrefix="c."
          exportTarget={{ view: 'certificates', subject: source.subject, factsOf }}
        />
      )}
    </ScanPanel>
  );
}

/** HTTP headers that scans saw, scan by scan. Names and values are foreign text. */
export function HttpHeaders<R>({ source }: { readonly source: ScanSource<R> }) {
  return (
    <ScanPanel
      source={source}
      kind="headers"
      title="HTTP headers"
      empty="No scan received an HTTP response."
      rowCount={8}
    >
      {(rows) => (
        <ShortList
          label="Scans"
          items={rows.map((row, index) => ({ row, key: `${row.scan_date} ${row.hostname} ${index}` }))}
          itemKey={({ key }) => key}
        >
          {({ row }) => <HeaderSet scan={row} />}
        </ShortList>
      )}
    </ScanPanel>
  );
}

function HeaderSet({ scan }: { scan: HeadersRow }) {
  const host = scan.hostname ? indicatorOf(scan.hostname) : null;
  return (
    <article className="border-border py-1 not-last:border-b">
      <h3 className="flex flex-wrap items-baseline gap-x-3 text-muted">
        <TimeText value={scan.scan_date} />
        {host ? <IndicatorLink {...host} display={scan.hostname} /> : <VisibleText text={scan.hostname ?? ''} />}
        <VisibleText text={scan.response ?? ''} className="text-text" />
      </h3>
      <dl className="grid grid-cols-[minmax(6rem,max-content)_minmax(0,1fr)] gap-x-4 font-mono text-sm">
        {Object.entries(scan.headers ?? {}).map(([name, value]) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid">
            <dt className="max-w-60 break-words text-muted">
              <VisibleText text={name} foldAt={80} />
            </dt>
            <dd>
              <VisibleText text={String(value)} foldAt={300} />
            </dd>
          </div>
        ))}
      </dl>
    </article>
  );
}

const htmlColumns = [
  timeColumn<HtmlRow>('scan_date', 'Scanned'),
  textColumn<HtmlRow>('html_title', 'Title', { size: 320 }),
  textColumn<HtmlRow>('html_body_murmur3', 'Body, murmur3', { size: 130 }),
  textColumn<HtmlRow>('html_body_ssdeep', 'Body, ssdeep', { size: 320 }),
  indicatorColumn<HtmlRow>('hostname', 'Scanned host'),
  indicatorColumn<HtmlRow>('ip', 'Scanned address', { meta: { isHidden: true } }),
];

const htmlKey = ({ html_body_murmur3, scan_date }: HtmlRow, index: number) =>
  `${html_body_murmur3} ${scan_date} ${index}`;

/** Pages that scans saw: title and hashes of the body. */
export function HtmlPages<R>({ source }: { readonly source: ScanSource<R> }) {
  return (
    <ScanPanel source={source} kind="html" title="HTML" empty="No scan found a page." rowCount={3}>
      {(rows) => (
        <RecordTable
          caption={`Pages of ${source.subject}`}
          rows={rows}
          columns={htmlColumns}
          rowKey={htmlKey}
          urlPrefix="p."
          exportTarget={{ view: 'html', subject: source.subject }}
        />
      )}
    </ScanPanel>
  );
}

const faviconColumns = [
  timeColumn<FaviconRow>('scan_date', 'Scanned'),
  hashColumn<FaviconRow>('favicon_mmh3', 'mmh3', 'favicon-mmh3', {
    size: 120,
    meta: { description: 'Murmur3 of /favicon.ico' },
  }),
  hashColumn<FaviconRow>('favicon_md5', 'MD5', 'favicon-md5', {
    size: 270,
    meta: { description: 'MD5 of /favicon.ico' },
  }),
  textColumn<FaviconRow>('favicon2_path', 'Named icon', {
    size: 160,
    meta: { description: 'Path of the icon the page names' },
  }),
  hashColumn<FaviconRow>('favicon2_mmh3', 'Named icon, mmh3', 'favicon-mmh3', { size: 140 }),
  hashColumn<FaviconRow>('favicon2_md5', 'Named icon, MD5', 'favicon-md5', { size: 270 }),
  indicatorColumn<FaviconRow>('hostname', 'Scanned host', { meta: { isHidden: true } }),
  indicatorColumn<FaviconRow>('ip', 'Scanned address', { meta: { isHidden: true } }),
];

const faviconKey = ({ favicon_md5, scan_date }: FaviconRow, index: number) => `${favicon_md5} ${scan_date} ${index}`;

/** Icons that scans saw, by their hashes only: no picture of a foreign site is ever loaded. */
export function Favicons<R>({ source }: { readonly source: ScanSource<R> }) {
  return (
    <ScanPanel source={source} kind="favicon" title="Favicon" empty="No scan found a favicon." rowCount={3}>
      {(rows) => (
        <RecordTable
          caption={`Favicons of ${source.subject}`}
          rows={rows}
          columns={faviconColumns}
          rowKey={faviconKey}
          urlPrefix="f."
          exportTarget={{ view: 'favicon', subject: source.subject }}
        />
      )}
    </ScanPanel>
  );
}

const jarmColumns = [
  timeColumn<JarmRow>('scan_date', 'Scanned'),
  hashColumn<JarmRow>('jarm_hash', 'JARM', 'jarm', { size: 480 }),
  indicatorColumn<JarmRow>('hostname', 'Scanned host', { meta: { isHidden: true } }),
  indicatorColumn<JarmRow>('ip', 'Scanned address', { meta: { isHidden: true } }),
];

const jarmKey = ({ jarm_hash, scan_date }: JarmRow, index: number) => `${jarm_hash} ${scan_date} ${index}`;

/** JARM fingerprints that scans saw: how the server answers TLS greetings, the same for the same software and set-up. */
export function JarmFingerprints<R>({ source }: { readonly source: ScanSource<R> }) {
  return (
    <ScanPanel source={source} kind="jarm" title="JARM" empty="No scan recorded a JARM fingerprint." rowCount={3}>
      {(rows) => (
        <RecordTable
          caption={`JARM fingerprints of ${source.subject}`}
          rows={rows}
          columns={jarmColumns}
          rowKey={jarmKey}
          urlPrefix="j."
          exportTarget={{ view: 'jarm', subject: source.subject }}
        />
      )}
    </ScanPanel>
  );
}

const tlsColumns = [
  timeColumn<TlsFingerprintRow>('last_seen', 'Last seen', { size: 120 }),
  timeColumn<TlsFingerprintRow>('first_seen', 'First seen', { size: 120 }),
  textColumn<TlsFingerprintRow>('kind', 'Kind', {
    size: 88,
    accessorFn: ({ kind }) => kind?.toUpperCase(),
    meta: { exportValue: ({ kind }) => kind, description: 'JA3 and JA4 of a client, JA3S and JA4S of a server' },
  }),
  // no search finds the other hosts that have it
  indicatorColumn<TlsFingerprintRow>('value', 'Fingerprint', { size: 360, meta: { indicatorOf: () => null } }),
  indicatorColumn<TlsFingerprintRow>('hostname', 'Server name', {
    meta: { description: 'The name that the client asked the server for' },
  }),
];

const tlsKey = ({ kind, value, hostname }: TlsFingerprintRow, index: number) => `${kind} ${value} ${hostname} ${index}`;

/** JA3, JA4 and the like, of TLS handshakes in imported logs. */
export function TlsFingerprints<R>({ source }: { readonly source: ScanSource<R> }) {
  return (
    <ScanPanel
      source={source}
      kind="tls_fingerprints"
      title="TLS fingerprints"
      empty="No imported log contains a TLS fingerprint."
      rowCount={3}
    >
      {(rows) => (
        <RecordTable
          caption={`TLS fingerprints of ${source.subject}`}
          rows={rows}
          columns={tlsColumns}
          rowKey={tlsKey}
          urlPrefix="t."
          exportTarget={{ view: 'tls-fingerprints', subject: source.subject }}
        />
      )}
    </ScanPanel>
  );
}

/** Where scan data comes from: an enrichment call (G1, G2, G3 with scan_data=1), and how its answer tells what it knows. */
interface ScanSource<R> {
  readonly answer: Answer<R>;
  readonly read: (response: R) => PanelState<EnrichmentScanData | undefined>;
  /** For captions and file names. */
  readonly subject: string;
}

interface ScanPanelProps<R, Kind extends ScanKind> {
  readonly source: ScanSource<R>;
  readonly kind: Kind;
  readonly title: string;
  readonly empty: string;
  readonly rowCount: number;
  readonly children: (rows: readonly ScanRow<Kind>[]) => ReactNode;
}

/** One list of the scan data. */
function ScanPanel<R, Kind extends ScanKind>(props: ScanPanelProps<R, Kind>) {
  const { source, kind, title, empty, rowCount, children } = props;
  return (
    <Panel
      title={title}
      answer={source.answer}
      read={(response) => {
        const state = source.read(response);
        return state.is === 'data' ? scanRows(state.data, kind, empty) : state;
      }}
      skeleton={{ shape: 'rows', count: rowCount }}
    >
      {children}
    </Panel>
  );
}

/** The lists of enrichment with scan_data=1 (G1, G2, G3). */
type ScanKind = 'certificates' | 'favicon' | 'headers' | 'html' | 'jarm' | 'tls_fingerprints';
type ScanRow<Kind extends ScanKind> = NonNullable<EnrichmentScanData[Kind]>[number];

type CertificateRow = ScanRow<'certificates'>;
type FaviconRow = ScanRow<'favicon'>;
type HeadersRow = ScanRow<'headers'>;
type HtmlRow = ScanRow<'html'>;
type JarmRow = ScanRow<'jarm'>;
type TlsFingerprintRow = ScanRow<'tls_fingerprints'>;

/** One list of the scans. An answer without scan data says nothing about scans: unknown, not empty. */
export function scanRows<Kind extends ScanKind>(
  scanData: EnrichmentScanData | undefined,
  kind: Kind,
  empty: string,
): PanelState<readonly ScanRow<Kind>[]> {
  if (!scanData) return { is: 'unknown', message: 'The answer holds no scan data.' };
  // a kind that no scan saw may be left out
  return rowsOrEmpty((scanData[kind] ?? []) as readonly ScanRow<Kind>[], empty);
}

/** Some deployments send the flag as text. */
export function isExpired({ is_expired }: CertificateRow): boolean {
  return is_expired === true || is_expired === 'true';
}
