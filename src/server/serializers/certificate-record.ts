import type { DomainCertificate } from '#contract/generated/types.gen.ts';
import type { CertificateRow } from '#server/queries/certificates.ts';

/** C12 */
export function certificateRecord(row: CertificateRow): Required<DomainCertificate> {
  const serial = /^[\da-f]+$/i.test(row.serial_hex) ? BigInt(`0x${row.serial_hex}`) : undefined;
  return {
    cert_index: row.cert_index,
    chain: [...row.chain],
    date: row.logged,
    domain: row.domain,
    domains: [...row.domains],
    fingerprint: row.fingerprint_sha1.toUpperCase().match(/../g)?.join(':') ?? '',
    fingerprint_md5: row.fingerprint_md5,
    fingerprint_sha1: row.fingerprint_sha1,
    fingerprint_sha256: row.fingerprint_sha256,
    host: row.host,
    issuer: row.issuer_common_name || row.issuer_organization,
    not_after: row.not_after.replace(' ', 'T'),
    not_before: row.not_before.replace(' ', 'T'),
    serial_dec: serial?.toString() ?? '',
    serial_hex: serial?.toString(16) ?? '',
    serial_number: row.serial_hex,
    source_name: row.source_name,
    source_url: row.source_url,
    subject: pythonDict({ C: null, CN: row.subject_common_name || null, O: row.subject_org || null }),
    wildcard: Number(row.domains.some((name) => name.startsWith('*.'))),
  };
}

/** Existing clients read the subject with Python's own parser of literals: `{'C': None, 'CN': 'example.test'}`. */
function pythonDict(values: Readonly<Record<string, string | null>>): string {
  const entries = Object.entries(values).map(
    ([key, value]) => `'${key}': ${value === null ? 'None' : pythonText(value)}`,
  );
  return `{${entries.join(', ')}}`;
}

function pythonText(text: string): string {
  // a bare line break or NUL ends a literal; other control characters are shown the same way
  const escaped = text
    .replace(/[\\']/g, '\\$&')
    .replace(/[\0-\x1f\x7f]/g, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
  return `'${escaped}'`;
}
