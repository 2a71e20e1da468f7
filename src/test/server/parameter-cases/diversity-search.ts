import { expect } from 'vitest';
import { plusDays } from '#model/dates.ts';
import { LANDMARKS } from '#sample/landmarks.ts';
import { casesOf, type ParameterCases } from '#test/server/parameter-case.ts';
import { waitCases } from './padns-common.ts';
import { sampleDay } from '#test/server/made-once.ts';

const { brandDomain, cleanDomain, fluxDomain } = LANDMARKS;
const search = '/explore/padns/search/ipdiversity';
const day = (daysAgo: number) => plusDays(sampleDay, -daysAgo);
// the flux domain's addresses come and go: first seen over 39 days, last seen over as many
const flux = fluxDomain.indicator;
const clean = cleanDomain.indicator;
const brand = brandDomain.indicator;

/** Questions that find something else, or nothing, than without the parameter. */
const questions: Readonly<Record<string, string>> = {
  nsname: 'domain=harborline*&nsname=ns1.crowsnest-dns.test',
  domain: 'domain=harborline*',
  domain_regex: `domain_regex=${encodeURIComponent('^harborline-[[:alpha:]]+[.]')}`,
  mxname: 'domain=*.example&limit=1000&mxname=self',
  asn_diversity: 'domain=*.example&asn_diversity=2',
  asn_diversity_min: 'domain=*.example&limit=1000&asn_diversity_min=3',
  asn_diversity_max: 'domain=harborline*&asn_diversity_max=2',
  ip_diversity_all: 'domain=*.example&ip_diversity_all=2',
  ip_diversity_all_min: 'domain=*.example&limit=1000&ip_diversity_all_min=3',
  ip_diversity_all_max: 'domain=harborline*&ip_diversity_all_max=2',
  ip_diversity_groups: 'domain=*.example&ip_diversity_groups=2',
  ip_diversity_groups_min: 'domain=*.example&limit=1000&ip_diversity_groups_min=3',
  ip_diversity_groups_max: 'domain=harborline*&ip_diversity_groups_max=2',
  first_seen_min: `domain=${clean}&first_seen_min=${day(1)}`,
  first_seen_min_mode: `domain=${flux}&first_seen_min=${day(10)}&first_seen_min_mode=any`,
  first_seen_max: `domain=${clean}&first_seen_max=${day(1000)}`,
  first_seen_max_mode: `domain=${flux}&first_seen_max=${day(20)}&first_seen_max_mode=any`,
  last_seen_min: `domain=${clean}&last_seen_min=2099-01-01`,
  last_seen_min_mode: `domain=${flux}&last_seen_min=${day(10)}&last_seen_min_mode=any`,
  last_seen_max: `domain=${clean}&last_seen_max=${day(10)}`,
  last_seen_max_mode: `domain=${flux}&last_seen_max=${day(10)}&last_seen_max_mode=any`,
  asnum: `domain=${clean}&asnum=64666`,
  asn: `domain=${brand}&asnum=64510&asn=notin`,
  asname: `domain=${clean}&asname=CINDERWALL`,
  asname_starts_with: `domain=${clean}&asname_starts_with=CINDER`,
  asname_contains: `domain=${clean}&asname_contains=Offshore`,
  asn_match: `domain=${brand}&asnum=64666&asnum=64510&asn_match=all`,
  asn_match_min: `domain=${brand}&asnum=64666&asnum=64510&asn_match=limit&asn_match_max=2&asn_match_min=2`,
  asn_match_max: `domain=${brand}&asnum=64666&asnum=64510&asn_match=limit&asn_match_min=0&asn_match_max=0`,
  network: `domain=${clean}&network=203.0.113.0/25`,
  timeline: `domain=${flux}&timeline=1`,
  registrar: `domain=${clean}&registrar=Nightowl`,
  email: `domain=${clean}&email=nobody@no-such.example`,
  whois_date_after: `domain=${clean}&whois_date_after=${day(100)}`,
  nschange_from_ns: `domain=${flux}&nschange_from_ns=*.no-such.example`,
  nschange_to_ns: `domain=${flux}&nschange_to_ns=*.no-such.example`,
  nschange_date_after: `domain=${flux}&nschange_date_after=2099-01-01`,
  nschange_date_before: `domain=${flux}&nschange_date_before=2001-01-01`,
  cert_date_min: `domain=${brand}&cert_date_min=2099-01-01`,
  cert_date_max: `domain=${brand}&cert_date_max=2001-01-01`,
  cert_issuer: `domain=${brand}&cert_issuer=No+such+issuer*`,
};

/** E8. */
export const diversitySearchCases: ParameterCases = {
  padnsIpDiversitySearch: {
    ...casesOf(search, questions),
    infratag: {
      ask: `${search}?domain=${brand}&infratag=_:_:_:no-such-registrar`,
      holds: ({ records }) => expect(records).toEqual([]),
    },
    limit: { ask: `${search}?domain=*.example&limit=3`, holds: ({ records }) => expect(records).toHaveLength(3) },
    skip: { ask: `${search}?domain=*.example&skip=100000`, holds: ({ records }) => expect(records).toEqual([]) },
    ...waitCases(`${search}?domain=harborline*`),
  },
};
