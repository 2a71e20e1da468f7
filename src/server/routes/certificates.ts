import { classifyWildcard } from '#model/wildcard.ts';
import { certificateRecord } from '#server/serializers/certificate-record.ts';
import { domainCertificates as certificatesQuery, type CertificateSearch } from '#server/queries/certificates.ts';
import { totalOf } from './count-total.ts';
import { readDay } from '#server/input/day.ts';
import type { JobHandler, Question } from './handler.ts';
import { readNamePattern } from '#server/input/name.ts';
import { checkRegex, isWide } from '#server/input/padns.ts';

type Asked = Question<'domainCertificates'>;

/** @throws ApiError 400 */
function readSearch({ path, query }: Asked): CertificateSearch {
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

/** Names of certificates are kept in one order only, by their end: a beginning is not a range of them. */
function isHeavy({ names }: CertificateSearch): boolean {
  return names.kind === 'prefix' || isWide(names);
}

/** C12 */
export const domainCertificates: JobHandler<'domainCertificates'> = {
  isHeavy: async (asked, { engine }) => {
    const search = readSearch(asked);
    await checkRegex(engine, asked.query.domain_regex, 'domain_regex');
    return isHeavy(search);
  },
  answer: async (asked, { engine }) => {
    const search = readSearch(asked);
    const { limit, skip } = search;
    // one certificate more than the page tells whether there is more
    const options = { signal: asked.signal, limits: isHeavy(search) ? 'search' : 'lookup' } as const;
    const pageOf = (page: Pick<CertificateSearch, 'limit' | 'skip'>) => certificatesQuery({ ...search, ...page });
    const found = await engine.query(pageOf({ limit: limit + 1, skip }), options);
    const isWanted = asked.query.with_metadata === 1;
    const records = found.slice(0, limit).map(certificateRecord);
    return {
      response: { domain_certificates: records },
      returned: records.length,
      ...(await totalOf(engine, { limit, skip, found: found.length, search: pageOf, isWanted }, options)),
    };
  },
};
