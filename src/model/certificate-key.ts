/** Begins the key of a certificate whose SHA-1 is not known. */
const surrogate = 'sha256:';

/**
 * Tables know a certificate by its SHA-1, 40 digits. Some logs tell the SHA-256 alone: then the key is `sha256:` and the first 33 digits
 * of it, as long as a SHA-1, until a log tells both. Answers show such a key as an empty SHA-1.
 * @returns '' when neither has its number of digits
 */
export function certificateKey({ sha1, sha256 }: { readonly sha1: string; readonly sha256: string }): string {
  if (sha1.length === 40) return sha1;
  return sha256.length === 64 ? surrogate + sha256.slice(0, 33) : '';
}
