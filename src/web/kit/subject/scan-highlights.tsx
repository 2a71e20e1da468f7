import type { EnrichmentScanData } from '#contract/generated/types.gen.ts';
import { certificateFingerprint, unknownFingerprint } from '#model/certificate.ts';
import { isUnansweredJarm } from '#model/connection.ts';
import type { IndicatorKind } from '#model/indicator-kind.ts';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import type { KeyFact } from './KeyFacts.tsx';

/** A value that other hosts may share, with a short form for narrow places. */
interface Mark {
  readonly value: string;
  readonly display?: string;
}

interface CertificateMark extends Mark {
  readonly kind: IndicatorKind;
}

/** The latest certificate, JARM and favicon seen in scans, each linked to the hosts that share it. */
export interface ScanMarks {
  readonly certificate?: CertificateMark;
  readonly jarm?: Mark;
  readonly favicon?: Mark;
}

const shortCharacters = 12;

/**
 * From `scan_data` of an enrichment (G1, G2, G3); the latest scan counts.
 * @param host the name that the scans are about: those of names below it count only where it was not scanned itself
 */
export function scanMarks({ certificates, jarm, favicon }: EnrichmentScanData, host?: string): ScanMarks {
  const certificate = latest(certificates, (scan) => certificateFingerprint(scan) ?? undefined, host);
  const print = certificate && certificateFingerprint(certificate);
  const hash = latest(jarm, ({ jarm_hash }) => jarm_hash, host)?.jarm_hash;
  const icon = latest(favicon, ({ favicon_mmh3 }) => favicon_mmh3, host);
  return {
    ...(print && {
      certificate: { ...print, display: certificate.domain || certificate.domains?.[0] || short(print.value) },
    }),
    ...(hash && !isUnansweredJarm(hash) && { jarm: { value: hash, display: short(hash) } }),
    ...(icon?.favicon_mmh3 !== undefined && { favicon: { value: String(icon.favicon_mmh3) } }),
  };
}

interface DatedScan {
  readonly scan_date?: string;
  readonly hostname?: string;
}

function latest<Scan extends DatedScan>(
  scans: readonly Scan[] | undefined,
  markOf: (scan: Scan) => unknown,
  host: string | undefined,
): Scan | undefined {
  const isOther = ({ hostname }: DatedScan) => Number(hostname !== host);
  return (scans ?? [])
    .filter((scan) => markOf(scan) !== undefined)
    .toSorted((a, b) => isOther(a) - isOther(b) || (b.scan_date ?? '').localeCompare(a.scan_date ?? ''))[0];
}

function short(hash: string): string {
  return `${hash.slice(0, shortCharacters)}…`;
}

const scansOf = { certificate: 'certificates', jarm: 'jarm', favicon: 'favicon' } as const;
/** For scans that took no value to compare. */
const seenWithout: Partial<Record<keyof ScanMarks, string>> = {
  certificate: unknownFingerprint,
  jarm: 'no TLS answer',
};

/** For a value that the scans did not take. A host of which nothing was scanned has no scans to say that of. */
export function missingFromScans(scans: EnrichmentScanData, words: string): string {
  const { certificates, favicon, headers, html, jarm } = scans;
  return [certificates, favicon, headers, html, jarm].some((each) => each?.length) ? words : 'not scanned';
}

/** The key facts from scans. @param scans undefined while loading; null when the answer has none @param host as of `scanMarks` */
export function scanHighlights(scans: EnrichmentScanData | null | undefined, host?: string): readonly KeyFact[] {
  const marks = scans && scanMarks(scans, host);
  const fact = (label: string, kind: IndicatorKind, name: keyof ScanMarks, share = 1): KeyFact => {
    if (!marks) return { label, share, value: marks };
    const mark = marks[name];
    const missing = scans[scansOf[name]]?.length ? seenWithout[name] : undefined;
    return {
      label,
      share,
      value: mark ? (
        <IndicatorLink kind={kind} {...mark} />
      ) : (
        <span className="text-faint">{missing ?? missingFromScans(scans, 'none seen')}</span>
      ),
    };
  };
  return [
    fact('Certificate', 'certificate-sha1', 'certificate', 1.4),
    fact('JARM', 'jarm', 'jarm', 0.9),
    fact('Favicon', 'favicon-mmh3', 'favicon'),
  ];
}
