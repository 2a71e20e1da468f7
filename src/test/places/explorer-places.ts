/** Where the searches with a form of their own are asked: every parameter of them is a field. */
import type { Place, Places, Step } from './place.ts';

const search: Step = { press: 'Search' };
const times = {
  first_seen_after: '2020-01-01',
  first_seen_before: '1900000000',
  last_seen_after: '-500w',
  last_seen_before: '2031-01-01',
  as_of: '-36h',
};
const page = { limit: '50', skip: '1', max_wait: '20', with_metadata: '0' };
const origins = {
  net: 'in',
  network: '198.51.100.0/24',
  asnum: '64500',
  asn: 'in',
  asname: 'CUMULINE',
  asname_starts_with: 'CINDER',
  asname_contains: 'Hosting',
};

/** A form that is filled and sent; `asks` leaves out what is part of the path. */
function filled(
  place: Omit<Place, 'steps' | 'asks'>,
  form: Readonly<Record<string, string>>,
  {
    before = [],
    then = [],
    path = [],
  }: { before?: readonly Step[]; then?: readonly Step[]; path?: readonly string[] } = {},
): Place {
  const asks = Object.fromEntries(Object.entries(form).filter(([name]) => !path.includes(name)));
  return { ...place, steps: [...before, { form }, ...then, search], asks };
}

const padnsPath = ['qtype', 'qname', 'qanswer'];
function padns(direction: string, form: Readonly<Record<string, string>>): Place {
  const place = { route: '/search/padns', at: '/search/padns', where: `Passive DNS, ${direction}` };
  const before: Step[] = direction === 'Forward' ? [] : [{ press: direction, role: 'radio' }];
  return filled(place, form, { before, path: padnsPath });
}

/** The order at the service is put together from terms. */
function sorted(place: Place): Place {
  const steps = place.steps ?? [];
  return {
    ...place,
    steps: [...steps.slice(0, -1), { press: 'Add sort order' }, ...steps.slice(-1)],
    asks: { ...place.asks, sort: '*' },
  };
}

function scans(what: string, form: Readonly<Record<string, string>>): Place {
  return filled({ route: '/search/scans', at: `/search/scans?what=${what}`, where: `Scans, ${what}` }, form);
}

const network = { ipv4: '203.0.113.0', netmask: '24' };
const fewer = { limit: '50', skip: '1' };

const certificates = { route: '/search/certificates', at: '/search/certificates', where: 'Certificates' };

export const explorerPlaces: Places = {
  scanCertificates: [
    scans('certificates', {
      fingerprint_sha1: '3b1f0c9a5e7d2486b0c1d2e3f405162738495a6b',
      domain: '*.harborline-login.example',
      ...network,
      expired_certs_only: '1',
      window: '400',
      ...fewer,
    }),
  ],
  scanFavicon: [
    scans('favicon', {
      mmh3: '-1231872293',
      md5: '9f86d081884c7d659a2feaa0c55ad015',
      ...network,
      net: 'notin',
      ...fewer,
    }),
    {
      route: '/search/scans',
      at: '/search/scans?what=favicon',
      where: 'Scans, favicon by URL: “Fetch the icon and search”',
      steps: [
        { form: { favicon_mmh3_from_url: 'http://icons.example/favicon.ico' } },
        search,
        { press: 'Fetch the icon and search' },
      ],
      asks: { favicon_mmh3_from_url: 'http://icons.example/favicon.ico' },
    },
  ],
  scanHeaders: [scans('headers', { header_search: 'nginx', ...network, ...fewer })],
  scanJarm: [
    scans('jarm', {
      jarm_hash: '27d40d40d00040d00042d43d000000d2e61cae37a985f75ecafb81b33ca523',
      ...network,
      window: '400',
      ...fewer,
    }),
  ],
  scanOpenDirectories: [
    scans('opendir', {
      filename: '*.exe',
      filename_regex: '^loader.*$',
      ...network,
      result_mode: 'full',
      window: '400',
    }),
  ],
  nsTransfers: [
    filled(
      { route: '/search/transfers', at: '/search/transfers', where: 'Transfers' },
      {
        from_ns: '*',
        to_ns: '*.crowsnest-dns.test',
        domain_regex: '^.*$',
        days: '90',
        change_date_after: '2026-01-01',
        change_date_before: '2031-01-01',
        nschanges_only: '0',
        whois_date_after: '2020-01-01',
        whois_date_before: '2031-01-01',
        registrar: 'Nightowl',
        email: 'owner@mail.example',
        order: 'asc',
        ...fewer,
      },
    ),
  ],
  domainCertificates: [
    filled(
      certificates,
      {
        domain: '*.harborline-bank.example',
        cert_issuer: 'Granitetrust*',
        date_min: '2020-01-01',
        date_max: '2031-01-01',
        limit_by_n: '5',
        ...page,
      },
      { path: ['domain'] },
    ),
    filled(certificates, { domain_regex: '^login.*$', prefer: 'job_id' }),
  ],
  padnsForward: [
    sorted(
      padns('Forward', {
        qtype: 'a',
        qname: 'harborline-login.example',
        subdomains: '1',
        output_format: 'cof',
        ...times,
        ...page,
      }),
    ),
    padns('Forward', { qtype: 'ptr4', qname: '203.0.113.0', netmask: '24' }),
    padns('Forward', { qtype: 'ns', match: 'self', regex: '^harborline.*$', prefer: 'job_id' }),
  ],
  padnsReverse: [
    sorted(
      padns('Reverse', {
        qtype: 'a',
        qname: '203.0.113.0',
        netmask: '24',
        subdomains: '0',
        output_format: 'cof',
        ...times,
        ...page,
      }),
    ),
    padns('Reverse', { qtype: 'ns', regex: '^ns1\\.crowsnest.*$', prefer: 'job_id' }),
  ],
  padnsBoth: [
    sorted(
      padns('Name and answer', {
        qtype: 'a',
        qname: '*harborline*',
        qanswer: '192.0.2.0',
        netmask: '26',
        match: 'neq',
        name: '192.0.2.1',
        output_format: 'cof',
        ...origins,
        net: 'notin',
        asn: 'notin',
        ...times,
        ...page,
      }),
    ),
    padns('Name and answer', { qtype: 'a', qanswer: '*', regex: '^.*harborline.*$', prefer: 'job_id' }),
  ],
  padnsUnsanctioned: [
    sorted(
      padns('Unsanctioned assets', {
        qtype: 'a',
        qname: '*harborline-bank*',
        qanswer: '192.0.2.0',
        netmask: '26',
        nsname: 'ns*.harborline-bank.example',
        match: 'eq',
        reduce: 'host',
        output_format: 'cof',
        ...origins,
        ...times,
        ...page,
      }),
    ),
    padns('Unsanctioned assets', { qtype: 'a', regex: '^.*harborline.*$', prefer: 'job_id' }),
  ],
  padnsTranslate: [
    {
      route: '/search/padns',
      at: '/search/padns',
      where: 'Passive DNS, Reverse by the hash of a set of servers: “This set of name servers”',
      steps: [
        { press: 'Reverse', role: 'radio' },
        { form: { qtype: 'nshash', qname: '8f14e45fceea167a5a36dedd4bea2543' } },
        search,
      ],
    },
  ],
  padnsIpDiversitySearch: [
    filled(
      { route: '/search/diversity', at: '/search/diversity', where: 'IP diversity' },
      {
        nsname: '*.crowsnest-dns.test',
        domain: '*.example',
        domain_regex: '^.*$',
        mxname: '*',
        ...Object.fromEntries(
          ['asn_diversity', 'ip_diversity_all', 'ip_diversity_groups'].flatMap((name) => [
            [name, '6'],
            [`${name}_min`, '2'],
            [`${name}_max`, '90'],
          ]),
        ),
        ...Object.fromEntries(
          ['first_seen_min', 'last_seen_min', 'first_seen_max', 'last_seen_max'].flatMap((name) => [
            [name, name.endsWith('min') ? '2020-01-01' : '2031-01-01'],
            [`${name}_mode`, 'any'],
          ]),
        ),
        asnum: '64500',
        asn: 'notin',
        asname: 'CUMULINE',
        asname_starts_with: 'CINDER',
        asname_contains: 'Hosting',
        asn_match: 'limit',
        asn_match_min: '1',
        asn_match_max: '5',
        network: '198.18.0.0/16',
        timeline: '1',
        registrar: 'Nomdeplume',
        email: 'someone@a.example',
        whois_date_after: '2020-01-01',
        nschange_from_ns: 'self',
        nschange_to_ns: '*.crowsnest-dns.test',
        nschange_date_after: '2020-01-01',
        nschange_date_before: '2031-01-01',
        cert_date_min: '2020-01-01',
        cert_date_max: '2031-01-01',
        cert_issuer: '*Free*',
        infratag: '*:crowsnest-dns.test:*:*',
        ...page,
        prefer: 'job_id',
      },
    ),
  ],
  asnLookup: [
    filled(
      { route: '/search/asn', at: '/search/asn', where: 'AS names' },
      {
        asname_contains: 'wall',
        asname_starts_with: 'CINDER',
        asname: 'CINDER',
        asnum: '64666',
        limit: '50',
        skip: '0',
      },
    ),
  ],
};
