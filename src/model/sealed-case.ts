// Sealed evidence: the files of a case, a manifest with their hashes, and the signature of the deployment.

export const sealedFormat = 'sightline-evidence';
export const manifestFile = 'manifest.json';
/** Base64 of the Ed25519 signature of the manifest. */
export const signatureFile = 'manifest.json.sig';

export interface SealedManifest {
  readonly format: typeof sealedFormat;
  readonly version: 1;
  readonly name: string;
  /** ISO 8601, from the clock of the service. */
  readonly sealed_at: string;
  /** Id of the API key: the head of its SHA-256. */
  readonly sealed_by: string;
  /** Ed25519, SPKI in base64. */
  readonly public_key: string;
  /** A line for each file, as {@link sealedLine} writes it. */
  readonly files: readonly string[];
}

/** A file in the manifest. @param sha256 in hexadecimal digits */
export function sealedLine(path: string, bytes: number, sha256: string): string {
  return `${sha256} ${bytes} ${path}`;
}

export function pathOfSealed(line: string): string {
  return line.split(' ')[2] ?? '';
}
