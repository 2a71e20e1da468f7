import type { Indicator } from './indicator-of.ts';

/** The digests of a certificate as answers have them: empty or absent when they are not known. */
export interface CertificateDigests {
  readonly fingerprint_sha1?: string | undefined;
  readonly fingerprint_sha256?: string | undefined;
  /** The SHA-1 with colons, which some answers have instead. */
  readonly fingerprint?: string | undefined;
}

export const unknownFingerprint = 'fingerprint not known';

/** What a certificate is shown and searched by: its SHA-1, or its SHA-256 when only that is known; null when neither is. */
export function certificateFingerprint(digests: CertificateDigests): Indicator | null {
  const { fingerprint_sha1, fingerprint_sha256, fingerprint = '' } = digests;
  const sha1 = fingerprint_sha1 || fingerprint.replaceAll(':', '').toLowerCase();
  if (sha1) return { kind: 'certificate-sha1', value: sha1 };
  return fingerprint_sha256 ? { kind: 'certificate-sha256', value: fingerprint_sha256 } : null;
}
