import { expect } from 'vitest';
import { plusDays } from '#model/dates.ts';
import { LANDMARKS } from '#sample/landmarks.ts';
import type { ParameterCase, ParameterCases, Question } from '#test/server/parameter-case.ts';
import { registeredDomain } from '#test/server/sample-internet.ts';
import { waitCases } from './padns-common.ts';
import { sampleDay } from '#test/server/made-once.ts';

const { brandDomain, cleanDomain, fluxDomain, homoglyphDomain } = LANDMARKS;
const brand = brandDomain.indicator;
const flux = fluxDomain.indicator;
const domain = '/explore/domain';
const day = (daysAgo: number) => plusDays(sampleDay, -daysAgo);

const tag = (fields: object) => (response: { infratag: unknown }) => expect(response.infratag).toMatchObject(fields);
const tags = '/explore/bulk/domain/infratags';
const bulkTags = (fields: object) => (response: { infratags: unknown }) =>
  expect(response.infratags).toMatchObject([fields]);
const body = (members: object, query = ''): Question => ({
  path: `${tags}${query}`,
  body: { domains: [brand], ...members },
});
const selfHosted = { domain: brand, mode: 'padns', tag: expect.stringMatching(/^self:self:/) as string };
const named = { domain: brand, tag: expect.stringContaining(`${brand}:${brand}:`) as string };
const clusters: ParameterCase['holds'] = (response) => expect(response).toHaveProperty('tag_clusters');
// three weeks ago the flux campaign's domain had its own name servers
const before = { domain: flux, mode: 'padns', tag: expect.stringMatching(/^[^:]*:[^:]*self/) as string };

const transfers = '/explore/query/nstransfer';
const moves = `${transfers}?from_ns=*&to_ns=*&nschanges_only=1&limit=1000&days=400`;
const certificates = `${domain}/certificates/*.example`;

/** C5, C6, C9 and C11 to C14. */
export const domainEvidenceCases: ParameterCases = {
  domainInfratag: {
    domain: {
      ask: `${domain}/infratag/${brand}?mode=padns`,
      ignoring: `${domain}/infratag/${cleanDomain.indicator}?mode=padns`,
      holds: tag({ domain: brand }),
    },
    mode: { ask: `${domain}/infratag/${brand}?mode=padns`, holds: tag(selfHosted) },
    match: { ask: `${domain}/infratag/${brand}?mode=padns&match=full`, holds: tag(named) },
    as_of: { ask: `${domain}/infratag/${flux}?as_of=${day(25)}`, holds: tag(before) },
  },
  domainInfratagBulk: {
    domains: {
      ask: body({ mode: 'padns' }),
      ignoring: { path: tags, body: { domains: [flux], mode: 'padns' } },
      holds: bulkTags({ domain: brand }),
    },
    mode: { ask: body({}, '?mode=padns'), holds: bulkTags(selfHosted) },
    match: { ask: body({}, '?mode=padns&match=full'), holds: bulkTags(named) },
    as_of: { ask: { path: `${tags}?as_of=${day(25)}`, body: { domains: [flux] } }, holds: bulkTags(before) },
    clusters: { ask: body({}, '?mode=padns&clusters=1'), holds: clusters },
    'body.mode': { ask: body({ mode: 'padns' }), holds: bulkTags(selfHosted) },
    'body.match': { ask: body({ mode: 'padns', match: 'full' }), holds: bulkTags(named) },
    'body.as_of': { ask: { path: tags, body: { domains: [flux], as_of: day(25) } }, holds: bulkTags(before) },
    'body.clusters': { ask: body({ mode: 'padns', clusters: 1 }), holds: clusters },
  },
  nsTransfers: {
    from_ns: { ask: moves.replace('from_ns=*', 'from_ns=*.crowsnest-dns.test'), ignoring: moves },
    to_ns: { ask: moves.replace('to_ns=*', 'to_ns=self'), ignoring: moves },
    domain_regex: { ask: `${moves}&domain_regex=${encodeURIComponent('^harborline-[[:alpha:]]+[.]')}` },
    days: { ask: `${transfers}?from_ns=*&to_ns=*&nschanges_only=1&limit=1000&days=3` },
    change_date_after: { ask: `${moves}&change_date_after=${day(20)}` },
    change_date_before: { ask: `${moves}&change_date_before=${day(20)}` },
    // old.example's registration is long past: only nschanges_only=1 finds domains of any age
    nschanges_only: {
      ask: `${transfers}?from_ns=*&to_ns=*&nschanges_only=1&limit=1000&days=30&domain_regex=${encodeURIComponent('^harborline-login')}`,
    },
    whois_date_after: { ask: `${moves}&whois_date_after=2099-01-01` },
    whois_date_before: { ask: `${moves}&whois_date_before=1980-01-01` },
    registrar: { ask: `${moves}&registrar=no+such+registrar` },
    email: { ask: `${moves}&email=nobody@no-such.example` },
    order: { ask: `${moves}&order=asc` },
    limit: { ask: `${transfers}?from_ns=*&to_ns=*&nschanges_only=1&days=400&limit=2` },
    skip: { ask: `${moves}&skip=100000` },
  },
  domainWhoisLive: {
    domain: {
      ask: `${domain}/whoislive/${registeredDomain}`,
      ignoring: `${domain}/whoislive/not-registered.test`,
      holds: ({ whois_live }) => expect(whois_live).toMatchObject({ registrar: 'Test Registrar' }),
    },
  },
  domainCertificates: {
    domain: { ask: `${domain}/certificates/${brand}`, ignoring: `${domain}/certificates/${cleanDomain.indicator}` },
    domain_regex: { ask: `${certificates}?domain_regex=${encodeURIComponent('^harborline[[:print:]]*$')}` },
    cert_issuer: { ask: `${domain}/certificates/*harborline*?cert_issuer=*Let*` },
    date_min: { ask: `${certificates}?date_min=${day(20)}&limit=1000` },
    date_max: { ask: `${certificates}?date_max=${day(20)}` },
    limit_by_n: { ask: `${certificates}?limit_by_n=1&limit=1000` },
    limit: { ask: `${certificates}?limit=3` },
    skip: { ask: `${certificates}?skip=100000` },
    ...waitCases(certificates),
  },
  domainSiblings: {
    domain: {
      ask: `${domain}/siblings/${brand}`,
      ignoring: `${domain}/siblings/${cleanDomain.indicator}`,
      holds: ({ domain_siblings }) => expect(domain_siblings).toMatchObject({ domain: brand }),
    },
  },
  domainCousins: {
    domain: {
      ask: `${domain}/cousins/${brand}`,
      ignoring: `${domain}/cousins/${cleanDomain.indicator}`,
      holds: ({ domain_cousins }) => expect(JSON.stringify(domain_cousins)).toContain(homoglyphDomain.indicator),
    },
  },
};
