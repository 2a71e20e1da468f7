import type { EnrichmentScanData } from '#contract/generated/types.gen.ts';
import type { IndicatorKind } from '#model/indicator-kind.ts';
import { IndicatorLink } from '#web/components/indicator/IndicatorLink.tsx';
import type { KeyFact } from './KeyFacts.tsx';

/** A value that other hosts may have as well, and how it is shown where there is little room. */
interface Mark {
  readonly value: string;
  readonly display?: string;
}

/** The latest certificate, JARM and icon that scans saw, each as a way to who else has it. */
export interface ScanMarks {
  readonly certificate?: Mark;
  readonly jarm?: Mark;
  readonly favicon?: Mark;
}

const shortCharacters = 12;

/** From `scan_data` of an enrichment (G1, G2, G3); the latest scan counts. */
export function scanMarks({ certificates, jarm, favicon }: EnrichmentScanData): ScanMarks {
  const certificate = latest(certificates, ({ fingerprint_sha1 }) => fingerprint_sha1);
  const fingerprint = latest(jarm, ({ jarm_hash }) => jarm_hash);
  const icon = latest(favicon, ({ favicon_mmh3 }) => favicon_mmh3);
  return {
    ...(certificate?.fingerprint_sha1 && {
      certificate: {
        value: certificate.fingerprint_sha1,
        display: certificate.domain ?? certificate.domains?.[0] ?? short(certificate.fingerprint_sha1),
      },
    }),
    ...(fingerprint?.jarm_hash && { jarm: { value: fingerprint.jarm_hash, display: short(fingerprint.jarm_hash) } }),
    ...(icon?.favicon_mmh3 !== undefined && { favicon: { value: String(icon.favicon_mmh3) } }),
  };
}

function latest<Scan extends { readonly scan_date?: string }>(
  scans: readonly Scan[] | undefined,
  markOf: (scan: Scan) => unknown,
): Scan | undefined {
  return (scans ?? [])
    .filter((scan) => markOf(scan) !== undefined)
    .toSorted((a, b) => (b.scan_date ?? '').localeCompare(a.scan_date ?? ''))[0];
}

function short(hash: string): string {
  return `${hash.slice(0, shortCharacters)}…`;
}

/** The key facts of them. @param scans undefined while it is asked for; null when the answer has none */
export function scanHighlights(scans: EnrichmentScanData | null | undefined): readonly KeyFact[] {
  const marks = scans && scanMarks(scans);
  const fact = (label: string, kind: IndicatorKind, name: keyof ScanMarks): KeyFact => {
    if (!marks) return { label, value: marks };
    const mark = marks[name];
    return {
      label,
      value: mark ? <IndicatorLink kind={kind} {...mark} /> : <span className="text-faint">none seen</span>,
    };
  };
  return [
    fact('Certificate', 'certificate-sha1', 'certificate'),
    fact('JARM', 'jarm', 'jarm'),
    fact('Favicon', 'favicon-mmh3', 'favicon'),
  ];
}
