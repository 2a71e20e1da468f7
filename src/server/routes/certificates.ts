import type { DomainCertificate } from '#contract/generated/types.gen.ts';
import { classifyWildcard } from '#model/wildcard.ts';
import { readNamePattern } from '#server/input/name.ts';
import { isWide } from '#server/input/padns.ts';
import { readDay } from '#server/input/time.ts';
import {
  type CertificateRow,
  type CertificateSearch,
  domainCertificates as certificatesQuery,
} from '#server/queries/certificates.ts';
import { mapInSlices } from '#server/timing/slices.ts';
import { totalOf } from './count-total.ts';
import { jobHandler, type Input } from './handler.ts';

/** @throws ApiError 400 */
function readSearch({ path, query }: Input<'domainCertificates'>): CertificateSearch {
  const { domain_regex: regex, cert_issuer, date_min, date_max, limit_by_n, limit = 100, skip = 0 } = query;
  return {
    names: regex === undefined ? classifyWildcard(readNamePattern('domain', path.domain)) : { kind: 'regex', regex },
    issuer: cert_issuer?.replaceAll('+', ' '), // C12: '+' stands for a space, also where the query string kept it
    issuedFrom: readDay('date_min', date_min, 'start'),
    issuedTo: readDay('date_max', date_max, 'end'),
    perDomain: limit_by_n,
    limit,
    skip,
  };
}

/** Names of certificates are stored reversed, so the beginning of a name is not a range. */
function isHeavy({ names }: CertificateSearch): boolean {
  return names.kind === 'prefix' || isWide(names);
}

/** C12 */
export const domainCertificates = jobHandler<'domainCertificates', CertificateSearch>({
  read: readSearch,
  regex: 'domain_regex',
  isHeavy,
  answer: async (engine, search, options, { query }) => {
    const { limit, skip } = search;
    // one certificate more than the page shows whether there are more
    const pageOf = (page: Pick<CertificateSearch, 'limit' | 'skip'>) => certificatesQuery({ ...search, ...page });
    const found = await engine.query(pageOf({ limit: limit + 1, skip }), options);
    const isWanted = query.with_metadata === 1;
    const records = await mapInSlices(found.slice(0, limit), certificateRecord);
    return {
      response: { domain_certificates: records },
      returned: records.length,
      ...(await totalOf(engine, { limit, skip, found: found.length, search: pageOf, isWanted }, options)),
    };
  },
});

/** C12 */
function certificateRecord(row: CertificateRow): Required<DomainCertificate> {
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
  // a bare line break or NUL ends a Python literal; other control characters are escaped the same way
  const escaped = text
    .replace(/[\\']/g, '\\$&')
    .replace(/[\0-\x1f\x7f]/g, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
  return `'${escaped}'`;
}
