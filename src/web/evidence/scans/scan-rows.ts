import type {
  CertificateScan,
  FaviconScan,
  HeadersScan,
  JarmScan,
  OpenDirectoryFile,
  ScanCertificatesAnswer,
  ScanFaviconAnswer,
  ScanHeadersAnswer,
  ScanJarmAnswer,
  ScanOpenDirectoriesAnswer,
} from '#contract/generated/types.gen.ts';
import { dateToDayInt } from '#model/dates.ts';

interface AtAddress {
  readonly ip: string;
}
export interface CertificateRow extends CertificateScan, AtAddress {
  /** The not-after date is in the past; undefined for a certificate known only by its fingerprint. */
  readonly is_expired: boolean | undefined;
}
export interface FaviconRow extends FaviconScan, AtAddress {}
export interface HeadersRow extends HeadersScan, AtAddress {}
export interface JarmRow extends JarmScan, AtAddress {}
export interface FileRow extends OpenDirectoryFile, AtAddress {
  /** 'yyyy-mm-dd' */
  readonly scan_date: string;
}

/** The answers of A3 to A7 are objects keyed by address; here each row has its address. */
export const rowsOfKind = {
  certificates: ({ certificates }: ScanCertificatesAnswer): readonly CertificateRow[] => {
    const today = dateToDayInt(new Date());
    return flat(certificates).map((row) => ({
      ...row,
      is_expired: row.not_after === undefined ? undefined : row.not_after < today,
    }));
  },
  favicon: ({ favicon }: ScanFaviconAnswer): readonly FaviconRow[] => flat(favicon),
  headers: ({ headers }: ScanHeadersAnswer): readonly HeadersRow[] => flat(headers),
  jarm: ({ jarm }: ScanJarmAnswer): readonly JarmRow[] => flat(jarm),
  opendir: ({ opendir = [] }: ScanOpenDirectoriesAnswer): readonly FileRow[] =>
    opendir
      .flatMap((address) => Object.entries(address))
      .flatMap(([ip, scans]) =>
        Object.entries(scans).flatMap(([scan_date, files]) => files.map((file) => ({ ip, scan_date, ...file }))),
      ),
} as const;

/** The rows of each kind. */
export type ScanRows = { readonly [Kind in keyof typeof rowsOfKind]: ReturnType<(typeof rowsOfKind)[Kind]>[number] };

function flat<Scan>(addresses: readonly Readonly<Record<string, readonly Scan[]>>[] = []): (Scan & AtAddress)[] {
  return addresses
    .flatMap((address) => Object.entries(address))
    .flatMap(([ip, scans]) => scans.map((scan) => ({ ip, ...scan })));
}
