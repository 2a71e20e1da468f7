import { dateToIsoDate, plusDays } from '#model/dates.ts';
/**
 * Answers of a hosted deployment of the interface about one invented campaign, with the shapes and quirks of such deployments: older
 * field names, numbers and flags as text, extra fields. All names and addresses are reserved.
 */
export const provided = {
  domain: 'portal.brightloom.example',
  zone: 'brightloom.example',
  address: '198.51.100.20',
  address6: '2001:db8:5::20',
  asn: 64510,
  subnet: '198.51.100.0/24',
  server: 'ns1.brightloom-dns.test',
  nshash: '5a1f0c7744d0b3e29a6f1c0d8e7b6a54',
  unknown: 'never-heard-of.example',
} as const;

const { domain, zone, address, address6, asn, subnet, server, nshash } = provided;
export const asname = 'BRIGHTLOOM-NET, ZZ';
export const day = (back: number): string => plusDays(dateToIsoDate(new Date()), -back);
export const dayInt = (back: number): number => Number(day(back).replaceAll('-', ''));
export const time = (back: number): string => `${day(back)} 04:05:06`;

export const allocation = { asn_allocation_age: 900, asn_allocation_date: 20240301 };
const listing = {
  listed_first: dayInt(40),
  listed_first_ago: 40,
  listed_recent: dayInt(2),
  listed_recent_ago: 2,
  listed_span: 38,
};
const listings = {
  listings_all: 6,
  listings_last_7: 2,
  listings_last_30: 4,
  listings_last_90: 6,
  listings_last_180: 6,
  listings_last_365: 6,
};

const asnFacts = {
  asn,
  ...allocation,
  asn_rank: 12,
  asn_rank_score: 7,
  asn_reputation: 34,
  asn_reputation_score: 20,
  asn_reputation_explain: { ips_in_asn: 1024, ips_num_active: 300, ips_num_listed: 102 },
  asn_takedown_reputation: 60,
  asn_takedown_reputation_score: 30,
  asname,
  date: dayInt(0),
  subnet,
  // keys of another version
  asn_takedown_reputation_explain: {
    ips_active: 300,
    ips_in_asn: 1024,
    ips_num_listed: 11,
    items_num_listed: 36,
    lifetime_avg: 155,
    lifetime_max: 400,
    lifetime_total: 5600,
  },
};

export const sha1 = '3f6c2b9d0e8a71554c3d2e1f0a9b8c7d6e5f4a3b';
export const jarmHash = '3fd3fd20d00000000043d3fd3fd43d684d61a135bd962c8dd9c541ddbaefa8';
const scanned = { hostname: domain, ip: address, scan_date: time(3) };
export const scanData = {
  certificates: [
    {
      domain,
      domains: [domain, `www.${zone}`],
      fingerprint_sha1: sha1,
      is_expired: 'False',
      ...scanned,
      issuer_common_name: 'Reserved CA 7',
      issuer_organization: 'Reserved Trust',
      serial_number: '04af',
      not_after: time(-60),
      not_before: time(30),
    },
  ],
  favicon: [
    {
      favicon2_md5: '',
      favicon2_mmh3: '',
      favicon2_path: '',
      favicon_md5: 'd4e8a1c0b7f6352419a8b7c6d5e4f302',
      favicon_mmh3: -699551,
      ...scanned,
    },
  ],
  headers: [{ headers: { server: 'nginx', 'content-type': 'text/html' }, response: '500 ', ...scanned }],
  html: [
    {
      html_body_murmur3: 2051784,
      html_body_ssdeep: '6:qFzLME+noiLE:Xok4xbKg',
      html_title: 'Sign in to Brightloom',
      ...scanned,
    },
  ],
  jarm: [{ jarm_hash: jarmHash, ...scanned }],
};

export const address4 = {
  ...asnFacts,
  benign_info: { actor: '', known_benign: false, tags: [] },
  density: '37',
  ip: address,
  ip_is_dsl_dynamic: false,
  ip_is_dsl_dynamic_score: 0,
  ip_is_tor_exit_node: 'false',
  ip_location: {
    continent_code: 'EU',
    continent_name: 'Europe',
    country_code: 'NL',
    country_is_in_european_union: true,
    country_name: 'Netherlands',
  },
  ip_ptr: `host20.${zone}`,
  listing_score: 91,
  listing_score_explain: { ...listing, ...listings },
  malscore: 40,
  sinkhole_info: { known_sinkhole_ip: false, tags: [] },
  sp_risk_score: 91,
  sp_risk_score_explain: { sp_risk_score_decider: 'listing_score' },
  subnet_allocation_age: 'UNKNOWN',
  subnet_allocation_date: 'UNKNOWN',
  subnet_reputation: 15,
  subnet_reputation_score: 12,
  subnet_reputation_explain: { ips_in_subnet: 256, ips_num_active: 40, ips_num_listed: 6 },
};
export const enriched4 = {
  ...address4,
  ip_has_expired_certificate: false,
  ip_has_open_directory: 1,
  ip_is_ipfs_node: 0,
  ip_reputation: 26,
  ip_reputation_score: 15,
  ip_reputation_explain: { ip_density: 37, names_num_listed: 9 },
  ip_flags: { is_proxy: false, is_sinkhole: false, is_vpn: null },
  scan_data: scanData,
};
const { subnet: _four, ...without4 } = asnFacts;
export const address6Record = {
  ...without4,
  subnet: '2001:db8:5::/48',
  density: 2,
  ip: address6,
  sp_risk_score: 20,
  sp_risk_score_explain: { sp_risk_score_decider: 'asn_reputation_score' },
};

export const info = {
  age: 31,
  age_score: 46,
  domain: zone,
  first_seen: dayInt(31),
  is_new: false,
  is_new_score: 0,
  last_seen: dayInt(0),
  query: domain,
  registrar: 'Reserved Names Ltd',
  whois_age: '31',
  whois_created_date: `${day(31)}T08:14:27`,
  zone: 'example',
};

export const summary = {
  changes_0_7_days: 1,
  changes_7_30_days: 1,
  changes_30_90_days: 0,
  changes_last_7_days: 1,
  changes_last_30_days: 2,
  changes_last_90_days: 2,
  num_changes_all: 2,
  ns_entropy: 14,
  ns_entropy_score: 56,
  last_change: dayInt(4),
  last_change_days_ago: 4,
  domain: zone,
  query: domain,
  has_change_circular: false,
  has_change_expire_from: false,
  has_change_expire_to: false,
  has_change_parked_from: true,
  has_change_parked_to: false,
};
export const change = (from: string, to: string, ago: number) => ({
  circular_change_to: false,
  date: dayInt(ago),
  days_ago: ago,
  domain: zone,
  query: domain,
  from_nameservers: [from],
  to_nameservers: [to],
  from_parked: false,
  to_parked: false,
  from_expire: false,
  to_expire: false,
  from_ns_srv_domain_density: { [from]: 4 },
  to_ns_srv_domain_density: { [to]: 9 },
});

export const record = (type: string, answer: string, more: object = {}) => ({
  answer,
  count: 3459,
  first_seen: time(30),
  last_seen: time(1),
  query: domain,
  ttl: 300,
  type,
  ...more,
});
const records = {
  ns: [record('NS', server, { query: zone, nshash }), record('NS', 'ns2.brightloom-dns.test', { query: zone, nshash })],
  mx: [record('MX', `mx.${zone}`, { query: zone, mxhash: 'b0c1d2e3f40516273849a5b6c7d8e9f0' })],
  a: [record('A', address), record('A', '198.51.100.21', { first_seen: `${day(20)}T01:02:03` })],
  aaaa: [record('AAAA', address6)],
  txt: [record('TXT', 'v=spf1 -all', { txthash: '12749163548237461123' })],
  soa: [record('SOA', `${server} hostmaster.${zone} 1 2 3 4 5`, { soahash: '9912345678123456789' })],
  cname: [record('CNAME', `edge.${zone}`)],
  ptr4: [record('PTR4', `host20.${zone}`, { query: address })],
};
const cof = {
  rrname: domain,
  rrtype: 'A',
  rdata: address,
  time_first: 1_780_000_000,
  time_last: 1_790_000_000,
  count: 12,
};
export const byType = (path: string): readonly object[] => {
  const type = /\/(?:query|answer|both|uld)\/([a-z0-9]+)\//i.exec(path)?.[1]?.toLowerCase() ?? 'a';
  if (path.includes('output_format=cof')) return [cof];
  if (type.startsWith('any')) return Object.values(records).flat();
  if (type.endsWith('hash')) return records[type === 'mxhash' ? 'mx' : 'ns'];
  return (records as Readonly<Record<string, readonly object[]>>)[type] ?? [];
};

export const whois = {
  address: "['1 Reserved Street', 'PO Box 2606']",
  city: 'Sampleton',
  country: 'ZZ',
  created: `${day(31)} 08:14:27`,
  date: dayInt(3),
  domain: zone,
  emails: [`owner@${zone}`],
  expires: `${day(-334)}T08:14:27`,
  name: 'Privacy Agent',
  nameservers: [server],
  org: 'Privacy Ltd',
  query: domain,
  registrar: 'Reserved Names Ltd',
  state: 'ZZ',
  updated: `${day(10)} 14:22:13`,
  whois_server: 'whois.reserved-names.test',
  zipcode: 98083,
};
export const certificate = {
  cert_index: 1_293_066,
  chain: ['Reserved CA 7', 'Reserved Root'],
  date: dayInt(30),
  domain: zone,
  domains: [domain, `*.${zone}`],
  fingerprint: sha1.toUpperCase().replace(/..(?=.)/g, '$&:'),
  fingerprint_md5: '49b367eac206301f76b98f89a892040b',
  fingerprint_sha1: sha1,
  fingerprint_sha256: '5e0c'.repeat(16),
  host: `*.${zone}`,
  issuer: 'Reserved CA 7',
  not_after: `${day(-60)} 16:03:35`,
  not_before: `${day(30)} 16:03:36`,
  serial_dec: '3405333',
  serial_hex: '3E8BCD',
  serial_number: '3E8BCD',
  source_name: "Reserved 'Log2026'",
  source_url: 'https://log.test/2026/',
  subject: `{'C': None, 'CN': '*.${zone}'}`,
  wildcard: '1',
};

export const reputation = (value: number, ago = 0) => ({
  asn,
  asn_reputation: value,
  asn_reputation_explain: asnFacts.asn_reputation_explain,
  asname,
  date: dayInt(ago),
});
export const takedown = {
  asn,
  ...allocation,
  asn_takedown_reputation: 60,
  asn_takedown_reputation_explain: asnFacts.asn_takedown_reputation_explain,
  asname,
};
export const server_ = (value: number, ago = 0) => ({
  date: dayInt(ago),
  ns_server: server,
  ns_server_reputation: value,
  ns_server_reputation_explain: { ns_server_domain_density: 9, ns_server_domains_listed: 6 },
});
export const subnetReputation = (value: number, ago = 0) => ({
  date: dayInt(ago),
  subnet,
  subnet_reputation: value,
  subnet_reputation_explain: address4.subnet_reputation_explain,
});
export const addressReputation = (value: number, ago = 0) => ({
  date: dayInt(ago),
  ip: address,
  ip_reputation: value,
  ip_reputation_explain: enriched4.ip_reputation_explain,
});
export const subnets = {
  asn,
  ...allocation,
  asn_rank: 12,
  asn_reputation: 34,
  asn_takedown_reputation: 60,
  asname,
  date: dayInt(0),
  malscore: 4,
  subnets: [subnet, '203.0.113.0/25'],
};
export const diversity = { asn_diversity: '2', host: domain, ip_diversity_all: '5', ip_diversity_groups: '3' };
export const history = <T>(make: (value: number, ago: number) => T): T[] =>
  [26, 24, 20, 9].map((value, ago) => make(value, ago));
export const perAddress = (records: readonly object[]) => [{ [address]: records }];

export const enrichedDomain = {
  domain_string_frequency_probability: {
    avg_probability: '2.68955',
    dga_probability_score: 12,
    domain,
    domain_string_freq_probabilities: [3.48, 1.89],
    query: domain,
  },
  domain_urls: {
    results_summary: {
      alexa_rank: null,
      alexa_top10k: false,
      alexa_top10k_score: 0,
      dynamic_domain_score: 0,
      is_dynamic_domain: false,
      is_url_shortener: false,
      results: 0,
      url_shortener_score: 0,
    },
  },
  domaininfo: info,
  host_flags: [
    { domain, host_has_expired_certificate: false, host_has_open_directory: false, host_has_open_s3_bucket: false },
  ],
  ip_diversity: diversity,
  is_private_suffix: false,
  listing_score: 88,
  listing_score_explain: { ...listing, ...listings },
  ns_reputation: {
    is_expired: false,
    is_parked: false,
    is_sinkholed: false,
    ns_reputation_max: 67,
    ns_reputation_score: 67,
    ns_srv_reputation: [
      {
        domain: zone,
        ns_server: server,
        ns_server_domain_density: 9,
        ns_server_domains_listed: 6,
        ns_server_reputation: 67,
      },
    ],
  },
  nschanges: { results_summary: summary },
  scan_data: scanData,
  sp_risk_score: 88,
  sp_risk_score_explain: { sp_risk_score_decider: 'listing_score' },
};
