/** How the key of a certificate begins whose SHA-1 is unknown. */
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
