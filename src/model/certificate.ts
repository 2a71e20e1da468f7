import type { Indicator } from './indicator-of.ts';

/** Prefix of the key of a certificate without a known SHA-1. */
const surrogate = 'sha256:';

/**
 * The key of a certificate in the tables: its SHA-1, 40 digits. Some logs have only the SHA-256: then the key is `sha256:` and its
 * first 33 digits, as long as a SHA-1, until a log has both. Answers show such a key as an empty SHA-1.
 * @returns '' when neither has the right number of digits
 */
export function certificateKey({ sha1, sha256 }: { readonly sha1: string; readonly sha256: string }): string {
  if (sha1.length === 40) return sha1;
  return sha256.length === 64 ? surrogate + sha256.slice(0, 33) : '';
}

/** The digests of a certificate in an answer: empty or absent when unknown. */
export interface CertificateDigests {
  readonly fingerprint_sha1?: string | undefined;
  readonly fingerprint_sha256?: string | undefined;
  /** The SHA-1 with colons, which some answers have instead. */
  readonly fingerprint?: string | undefined;
}

export const unknownFingerprint = 'fingerprint not known';

/** The fingerprint to show and search: the SHA-1, or the SHA-256 if only that is known; null without both. */
export function certificateFingerprint(digests: CertificateDigests): Indicator | null {
  const { fingerprint_sha1, fingerprint_sha256, fingerprint = '' } = digests;
  const sha1 = fingerprint_sha1 || fingerprint.replaceAll(':', '').toLowerCase();
  if (sha1) return { kind: 'certificate-sha1', value: sha1 };
  return fingerprint_sha256 ? { kind: 'certificate-sha256', value: fingerprint_sha256 } : null;
}
