import { expect } from 'vitest';
import { LANDMARKS } from '#sample/landmarks.ts';
import type { ParameterCase, ParameterCases } from '#test/server/parameter-case.ts';
import { waitCases } from './padns-common.ts';
import { sampleNow } from '#test/server/made-once.ts';

const { brandDomain, cleanDomain, fluxDomain } = LANDMARKS;
const search = '/explore/padns/search/ipdiversity';
const everything = `${search}?domain=*.example`;

interface Found {
  readonly host: string;
  readonly asn_diversity: number;
  readonly ip_diversity_all: number;
  readonly ip_diversity_groups: number;
}
type Answered = { records: Found[] };

const each =
  (told: (record: Found) => void) =>
  ({ records }: Answered) => {
    expect(records).not.toHaveLength(0);
    records.forEach(told);
  };
const hosts = ({ records }: Answered) => records.map(({ host }) => host);
/** Asks for a host that the parameter excludes, and that is found without it. */
const without = (query: string, host: string): ParameterCase => ({
  ask: `${search}?domain=${host}&${query}`,
  holds: (response) => expect(hosts(response as Answered)).toEqual([]),
});
const only = (query: string, expected: (found: string[]) => void): ParameterCase => ({
  ask: `${everything}&limit=1000&${query}`,
  holds: (response) => expected(hosts(response as Answered)),
});

const counts = Object.fromEntries(
  (['asn_diversity', 'ip_diversity_all', 'ip_diversity_groups'] as const).flatMap(
    (field): [string, ParameterCase][] => [
      [field, { ask: `${everything}&${field}=2`, holds: each((record) => expect(record[field]).toBe(2)) }],
      [
        `${field}_min`,
        {
          ask: `${everything}&limit=1000&${field}_min=3`,
          holds: each((record) => expect(record[field]).toBeGreaterThan(2)),
        },
      ],
      [
        `${field}_max`,
        {
          ask: `${search}?domain=harborline*&${field}_max=2`,
          holds: each((record) => expect(record[field]).toBeLessThan(3)),
        },
      ],
    ],
  ),
);

const day = (daysAgo: number) => new Date(sampleNow.getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10);
// the flux domain's addresses come and go: first seen over 39 days, last seen over as many
const flux = fluxDomain.indicator;

/** E8. */
export const diversitySearchCases: ParameterCases = {
  padnsIpDiversitySearch: {
    nsname: {
      ask: `${search}?domain=harborline*&nsname=ns1.crowsnest-dns.test`,
      holds: (response) => {
        expect(hosts(response as Answered)).toContain(flux);
        expect(hosts(response as Answered)).not.toContain(brandDomain.indicator);
      },
    },
    domain: { ask: `${search}?domain=harborline*`, holds: each(({ host }) => expect(host).toMatch(/^harborline/)) },
    domain_regex: {
      ask: `${search}?domain_regex=${encodeURIComponent('^harborline-[[:alpha:]]+[.]')}`,
      holds: each(({ host }) => expect(host).toMatch(/^harborline-[a-z]+\./)),
    },
    mxname: only('mxname=self', (found) => expect(found).not.toContain(flux)),
    ...counts,
    first_seen_min: without(`first_seen_min=${day(1)}`, cleanDomain.indicator),
    first_seen_min_mode: {
      ask: `${search}?domain=${flux}&first_seen_min=${day(10)}&first_seen_min_mode=any`,
      holds: (r) => expect(hosts(r as Answered)).toEqual([flux]),
    },
    first_seen_max: without(`first_seen_max=${day(1000)}`, cleanDomain.indicator),
    first_seen_max_mode: {
      ask: `${search}?domain=${flux}&first_seen_max=${day(20)}&first_seen_max_mode=any`,
      holds: (r) => expect(hosts(r as Answered)).toEqual([flux]),
    },
    last_seen_min: without('last_seen_min=2099-01-01', cleanDomain.indicator),
    last_seen_min_mode: {
      ask: `${search}?domain=${flux}&last_seen_min=${day(10)}&last_seen_min_mode=any`,
      holds: (r) => expect(hosts(r as Answered)).toEqual([flux]),
    },
    last_seen_max: without(`last_seen_max=${day(10)}`, cleanDomain.indicator),
    last_seen_max_mode: {
      ask: `${search}?domain=${flux}&last_seen_max=${day(10)}&last_seen_max_mode=any`,
      holds: (r) => expect(hosts(r as Answered)).toEqual([flux]),
    },
    asnum: without('asnum=64666', cleanDomain.indicator),
    asn: without('asnum=64510&asn=notin', brandDomain.indicator),
    asname: without('asname=CINDERWALL', cleanDomain.indicator),
    asname_starts_with: without('asname_starts_with=CINDER', cleanDomain.indicator),
    asname_contains: without('asname_contains=Offshore', cleanDomain.indicator),
    asn_match: without('asnum=64666&asnum=64510&asn_match=all', brandDomain.indicator),
    asn_match_min: without('asnum=64666&asnum=64510&asn_match=limit&asn_match_min=2', brandDomain.indicator),
    asn_match_max: without(`asnum=64666&asnum=64510&asn_match=limit&asn_match_max=0`, brandDomain.indicator),
    network: without('network=203.0.113.0/25', cleanDomain.indicator),
    timeline: {
      ask: `${search}?domain=${flux}&timeline=1`,
      holds: ({ records }) => expect(records[0]).toHaveProperty('timeline'),
    },
    registrar: without('registrar=Nightowl', cleanDomain.indicator),
    email: without('email=nobody@no-such.example', cleanDomain.indicator),
    whois_date_after: without(`whois_date_after=${day(100)}`, cleanDomain.indicator),
    nschange_from_ns: without('nschange_from_ns=*.no-such.example', flux),
    nschange_to_ns: without('nschange_to_ns=*.no-such.example', flux),
    nschange_date_after: without('nschange_date_after=2099-01-01', flux),
    nschange_date_before: without('nschange_date_before=2001-01-01', flux),
    cert_date_min: without('cert_date_min=2099-01-01', brandDomain.indicator),
    cert_date_max: without('cert_date_max=2001-01-01', brandDomain.indicator),
    cert_issuer: without('cert_issuer=No+such+issuer*', brandDomain.indicator),
    infratag: without('infratag=_:_:_:no-such-registrar', brandDomain.indicator),
    limit: { ask: `${everything}&limit=3`, holds: ({ records }) => expect(records).toHaveLength(3) },
    skip: { ask: `${everything}&skip=100000`, holds: ({ records }) => expect(records).toEqual([]) },
    ...waitCases(`${search}?domain=harborline*`),
  },
};
