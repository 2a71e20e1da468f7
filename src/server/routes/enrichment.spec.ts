import { describe, expect, it } from 'vitest';
import { announced } from '#test/server/announced.ts';
import { useTestService } from '#test/server/use-test-service.ts';
import { noEvidence } from '#test/server/evidence-collection.ts';
import { domainFact, serverFact } from '#test/server/facts.ts';
import { observation, observedSet } from '#test/server/seeded-observations.ts';

const listing = (indicator: string, host: string, first: string, last: string) => ({
  indicator,
  host,
  ip: '::',
  category: 'phishing',
  source: 'list',
  first_listed: first,
  last_listed: last,
  import: 1,
});
const sha1 = (digit: string) => digit.repeat(40);
const certificate = (digit: string, domains: string[], not_after: string) => ({
  fingerprint_sha1: sha1(digit),
  fingerprint_sha256: digit.repeat(64),
  fingerprint_md5: digit.repeat(32),
  domains,
  issuer_common_name: 'CA 1',
  issuer_organization: 'CA',
  not_before: '2026-01-01 00:00:00',
  not_after,
  logged: '2026-01-01',
  import: 1,
});
const at = { ip: '::ffff:192.0.2.1', scan_date: '2026-11-10 10:00:00', import: 1 };

const rows = {
  prefixes: [announced('192.0.2.0/24', 64500), announced('198.51.100.0/24', 64501)],
  imports: [{ import: 1, source: 'scores', kind: 'scores', state: 'done', as_of: '2026-11-21' }],
  reputation_ns: [
    {
      ns_server: 'ns1.bad.example',
      date: '2026-11-21',
      ns_server_reputation: 64,
      ns_server_domain_density: 25,
      ns_server_domains_listed: 16,
    },
  ],
  facts: [
    serverFact('parking.example', 'parking'),
    domainFact('quietbrook.example', 'toplist', { value: '9999' }),
    domainFact('outside.example', 'toplist', { value: '10001' }),
    domainFact('lnk.example', 'url_shortener'),
    domainFact('homehop.example', 'dynamic_dns'),
  ],
  whois: [
    {
      domain: 'quietbrook.example',
      date: '2026-11-01',
      created: '2014-01-01 00:00:00',
      registrar: 'Registrar Ltd',
      import: 1,
    },
  ],
  listings: [
    listing('quietbrook.example', 'quietbrook.example', '2026-08-01', '2026-11-20'),
    listing('https://www.quietbrook.example/a', 'www.quietbrook.example', '2026-11-01', '2026-11-16'),
    listing('https://www.quietbrook.example/b', 'www.quietbrook.example', '2026-06-01', '2026-06-10'),
    listing('parked.example', 'parked.example', '2026-11-01', '2026-11-16'),
  ],
  obs: [
    observation('A', 'quietbrook.example', '192.0.2.1', ['2026-01-01', '2026-11-20']),
    observation('A', 'quietbrook.example', '198.51.100.1', ['2026-01-01', '2026-11-20']),
    observation('A', 'quietbrook.example', '198.51.100.9', ['2026-01-01', '2026-03-20']),
    observation('A', 'www.quietbrook.example', '192.0.2.1', ['2026-01-01', '2026-11-20']),
    ...observedSet('NS', 'quietbrook.example', ['ns1.bad.example', 'ns2.bad.example'], ['2026-01-01', '2026-11-20']),
    ...observedSet('NS', 'parked.example', ['ns1.parking.example'], ['2024-01-01', '2026-11-20']),
    observation('A', 'xkqzvbtpwj.test', '192.0.2.3', ['2026-01-01', '2026-11-20']),
  ],
  certificates: [
    certificate('a', ['quietbrook.example', 'www.quietbrook.example'], '2027-01-01 00:00:00'),
    certificate('b', ['neighbour.example'], '2026-05-01 00:00:00'),
    certificate('c', ['old.quietbrook.example'], '2026-05-01 00:00:00'),
  ],
  scan_certificates: [
    { ...at, hostname: 'www.quietbrook.example', fingerprint_sha1: sha1('a') },
    { ...at, hostname: 'neighbour.example', fingerprint_sha1: sha1('b') },
    { ...at, hostname: 'quietbrook.example', fingerprint_sha1: sha1('c'), scan_date: '2026-11-09 10:00:00' },
  ],
  scan_favicon: [
    {
      ...at,
      hostname: 'quietbrook.example',
      favicon_md5: 'f'.repeat(32),
      favicon_mmh3: -5,
      favicon2_md5: '',
      favicon2_mmh3: 0,
      favicon2_path: '',
    },
  ],
  scan_headers: [{ ...at, hostname: 'quietbrook.example', response: '200 OK', headers: { server: 'nginx' } }],
  scan_html: [
    { ...at, hostname: 'quietbrook.example', html_title: 'Hi', html_body_murmur3: '1', html_body_ssdeep: '3:a:b' },
  ],
  scan_jarm: [
    {
      ip: at.ip,
      hostname: 'quietbrook.example',
      jarm_hash: '1'.repeat(62),
      server_banner: null,
      first_seen: '2026-10-01',
      last_seen: '2026-11-10',
      import: 1,
    },
    {
      ip: at.ip,
      hostname: 'neighbour.example',
      jarm_hash: '2'.repeat(62),
      server_banner: null,
      first_seen: '2026-10-01',
      last_seen: '2026-11-10',
      import: 1,
    },
  ],
};

const service = useTestService({ rows, now: new Date('2026-11-21T12:00:00Z') });

const enrich = async (path: string) => {
  const { status, body, response } = await service.get(`/explore/enrich/domain/${path}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return response;
};

describe('enrichDomain', () => {
  it('puts everything about a domain in one answer', async () => {
    const answer = await enrich('quietbrook.example');
    expect(answer).toEqual({
      domain_string_frequency_probability: {
        avg_probability: expect.any(Number),
        dga_probability_score: 0,
        domain: 'quietbrook.example',
        domain_string_freq_probabilities: expect.any(Array),
        query: 'quietbrook.example',
      },
      domain_urls: {
        results_summary: {
          toplist_rank: 9999,
          toplist_top10k: true,
          toplist_top10k_score: 100,
          dynamic_domain_score: 0,
          is_dynamic_domain: false,
          is_url_shortener: false,
          results: 2,
          url_shortener_score: 0,
        },
      },
      domaininfo: {
        domain: 'quietbrook.example',
        query: 'quietbrook.example',
        age: 4707,
        age_score: 0,
        first_seen: 20260101,
        last_seen: 20261120,
        is_new: false,
        is_new_score: 0,
        registrar: 'Registrar Ltd',
        whois_age: 4707,
        whois_created_date: '2014-01-01 00:00:00',
        zone: 'example',
        ...noEvidence.domain,
        listings: ['quietbrook.example', 'https://www.quietbrook.example/a', 'https://www.quietbrook.example/b'].map(
          (subject) => expect.objectContaining({ subject, category: 'phishing' }) as unknown,
        ),
        listings_total: 3,
        facts: [expect.objectContaining({ kind: 'toplist', value: '9999', subject: 'quietbrook.example' })],
      },
      host_flags: [
        {
          domain: 'quietbrook.example',
          host_has_expired_certificate: true,
          host_has_open_directory: null,
          host_has_open_s3_bucket: null,
        },
      ],
      ip_diversity: {
        asn_diversity: '2',
        host: 'quietbrook.example',
        ip_diversity_all: '2',
        ip_diversity_groups: '2',
        asns: [64500, 64501],
      },
      is_private_suffix: false,
      listing_score: 90,
      ns_reputation: {
        is_expired: null,
        is_parked: null,
        is_sinkholed: null,
        ns_reputation_max: 64,
        ns_reputation_score: 36,
        ns_srv_reputation: [
          {
            domain: 'quietbrook.example',
            ns_server: 'ns1.bad.example',
            ns_server_reputation: 64,
            ns_server_domain_density: 25,
            ns_server_domains_listed: 16,
          },
          {
            domain: 'quietbrook.example',
            ns_server: 'ns2.bad.example',
            ns_server_reputation: 0,
            ns_server_domain_density: 1,
            ns_server_domains_listed: 0,
          },
        ],
      },
      nschanges: { results_summary: expect.objectContaining({ num_changes_all: 0, domain: 'quietbrook.example' }) },
      sp_risk_score: 90,
      verdict: 'scored',
      checked: ['listing_score', 'ns_reputation_score', 'ns_entropy_score', 'is_new_score', 'age_score'],
    });
    expect(answer.domain_string_frequency_probability.domain_string_freq_probabilities).toHaveLength(9);
  });

  it('explain=1 adds the inputs of the scores', async () => {
    const answer = await enrich('www.quietbrook.example?explain=1');
    expect(answer.sp_risk_score_explain).toEqual({ sp_risk_score_decider: 'listing_score' });
    expect(answer.listing_score_explain).toEqual({
      listed_first: 20260601,
      listed_first_ago: 173,
      listed_recent: 20261120,
      listed_recent_ago: 1,
      listed_span: 172,
      listings_all: 3,
      listings_last_7: 2,
      listings_last_30: 2,
      listings_last_90: 2,
      listings_last_180: 3,
      listings_last_365: 3,
      lists_all: 1,
      lists_open: 1,
    });
    const never = await enrich('xkqzvbtpwj.test?explain=1');
    expect(never.listing_score_explain).toEqual({});
    expect(never.sp_risk_score_explain).toEqual({ sp_risk_score_decider: '' });
  });

  it('scan_data=1 adds what scans saw under names of the domain', async () => {
    const { scan_data } = await enrich('quietbrook.example?scan_data=1');
    expect(scan_data.certificates).toMatchObject([
      { fingerprint_sha1: sha1('a'), hostname: 'www.quietbrook.example', ip: '192.0.2.1', is_expired: false },
      { fingerprint_sha1: sha1('c'), hostname: 'quietbrook.example', is_expired: true },
    ]);
    expect(scan_data.jarm).toMatchObject([{ jarm_hash: '1'.repeat(62) }]);
    expect([scan_data.favicon, scan_data.headers, scan_data.html].map((list) => list.length)).toEqual([1, 1, 1]);
    expect(await enrich('quietbrook.example')).not.toHaveProperty('scan_data');
  });

  it('scan_data of a host has no scans of other hosts of its domain, alone and beside the domain', async () => {
    const host = await enrich('www.quietbrook.example?scan_data=1');
    expect(host.scan_data.certificates).toMatchObject([{ hostname: 'www.quietbrook.example' }]);
    const indicators = ['quietbrook.example', 'www.quietbrook.example'];
    const { response } = await service.post('/explore/bulk/summary/domain?scan_data=1', { domains: indicators });
    expect(response).toEqual([await enrich('quietbrook.example?scan_data=1'), host]);
  });

  it.each([
    ['outside.example', { toplist_rank: 10_001, toplist_top10k: false, toplist_top10k_score: 0 }],
    ['lnk.example', { is_url_shortener: true, url_shortener_score: 100, toplist_rank: null }],
    ['homehop.example', { is_dynamic_domain: true, dynamic_domain_score: 100 }],
  ])('domain_urls of %s', async (name, expected) => {
    expect((await enrich(name)).domain_urls.results_summary).toMatchObject(expected);
  });

  it('a parked domain is harmless and says why', async () => {
    const answer = await enrich('parked.example?explain=1');
    expect(answer.ns_reputation).toMatchObject({ is_parked: true, is_expired: null, is_sinkholed: null });
    expect(answer).toMatchObject({ sp_risk_score: 0, sp_risk_score_explain: { sp_risk_score_decider: 'is_parked' } });
    expect(answer.listing_score).toBe(80);
    // promised, so it is there when no whois record is
    expect(answer.domaininfo).toHaveProperty('registrar', '');
  });

  it('knows machine-made names', async () => {
    const { dga_probability_score } = (await enrich('xkqzvbtpwj.test')).domain_string_frequency_probability;
    expect(dga_probability_score).toBeGreaterThan(80);
  });

  it('refuses what is not a name', async () => {
    const { status, body } = await service.get('/explore/enrich/domain/192.0.2.1');
    expect({ status, error: body['error'] }).toMatchObject({ status: 400, error: { parameter: 'domain' } });
  });
});
