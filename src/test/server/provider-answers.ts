import {
  address4,
  address6Record,
  addressReputation,
  allocation,
  asname,
  byType,
  certificate,
  change,
  day,
  dayInt,
  diversity,
  enriched4,
  enrichedDomain,
  history,
  info,
  jarmHash,
  perAddress,
  provided,
  record,
  reputation,
  scanData,
  server_,
  sha1,
  subnetReputation,
  subnets,
  summary,
  takedown,
  time,
  whois,
} from './provider-records.ts';
import { gatewayForbids, type ReplayProvider, sendJson } from './replay-provider.ts';

const { domain, zone, address, address6, asn, subnet, server, nshash } = provided;

type Body = Readonly<Record<string, readonly unknown[]>> | undefined;

/** Answers in the recorded shapes, and unknown paths like the gateway of the deployment. */
export function replayRecordedShapes(provider: ReplayProvider): void {
  provider.replyToAll(({ path, body }, response) => {
    const answer = providerAnswer(path, body);
    if (answer === undefined) gatewayForbids(response);
    else sendJson(response, 200, { status_code: 200, error: null, response: answer });
  });
}

/** The payload for a path below the base path; undefined for a path that the deployment does not have. */
function providerAnswer(
  path: string,
  body?: unknown,
): Readonly<Record<string, unknown>> | readonly unknown[] | undefined {
  const bare = decodeURIComponent(path.replace(/\?.*$/, ''));
  const { ips = [], domains = [], asns = [], dates = [] } = (body ?? {}) as NonNullable<Body>;
  if (bare.includes(provided.unknown)) return notFound(bare);
  const known: readonly (readonly [RegExp, () => Readonly<Record<string, unknown>> | readonly unknown[]])[] = [
    [/^\/explore\/ipv4\/ipv4info\//, () => ({ ip2asn: [address4] })],
    [/^\/explore\/ipv4\/riskscore\//, () => ({ ip2asn: [{ ip: address, sp_risk_score: '91' }] })],
    [
      /scandata\/ipv4\/certificates/,
      () => ({
        certificates: perAddress([
          {
            domains: [domain],
            fingerprint_sha1: sha1,
            issuer: 'Reserved CA 7',
            not_after: dayInt(-60),
            not_before: dayInt(30),
            scan_date: dayInt(3),
          },
        ]),
      }),
    ],
    [
      /scandata\/ipv4\/favicon/,
      () => ({ favicon: perAddress([{ favicon_md5: scanData.favicon[0]?.favicon_md5, favicon_mmh3: '-699551' }]) }),
    ],
    [/scandata\/ipv4\/headers/, () => ({ headers: perAddress([{ date: dayInt(3), headers: { server: 'nginx' } }]) })],
    [
      /scandata\/ipv4\/jarm/,
      () => ({
        jarm: perAddress([{ first_seen: dayInt(30), jarm_hash: jarmHash, last_seen: dayInt(3), server_banner: null }]),
      }),
    ],
    [
      /scandata\/ipv4\/opendir/,
      () => ({
        opendir: [
          { [address]: { [day(3)]: [{ filename: 'kit.zip', filesize: '1024', modified: `${day(9)}T10:00:00` }] } },
        ],
      }),
    ],
    [
      /bulk\/ipv[46]\/riskscore/,
      () =>
        ips.map((ip) => ({ ip, sp_risk_score: 91, sp_risk_score_explain: { sp_risk_score_decider: 'listing_score' } })),
    ],
    [/bulk\/ip2asn\/ipv4/, () => ({ ip2asn: ips.map((ip) => ({ ...address4, ip })) })],
    [/bulk\/ip2asn\/ipv6/, () => ({ ip2asn: ips.map((ip) => ({ ...address6Record, ip })) })],
    [
      /bulk\/history\/ip2asn/,
      () => ({ ip2asn: dates.map((date) => ips.map((ip) => ({ asn, asname, date, ip, subnet }))) }),
    ],
    [
      /bulk\/history\/asn2subnet/,
      () => ({ asn2subnet: dates.map((date) => asns.map((each) => ({ asn: each, asname, date, subnets: [subnet] }))) }),
    ],
    [/bulk\/asn2subnet/, () => ({ asn2subnet: asns.map((each) => ({ ...subnets, asn: each })) })],
    [/ip2asn\/history\/ipv4/, () => ({ records: [{ asn, asname, first: day(80), last: day(0), subnet }] })],
    [/ipv6\/ipv6info/, () => ({ ip2asn: [address6Record] })],
    [/ipv6\/riskscore/, () => ({ ip2asn: [{ ip: address6, sp_risk_score: 20 }] })],
    [/domain\/domaininfo/, () => ({ domaininfo: info })],
    [/bulk\/domain\/riskscore/, () => domains.map((each) => ({ domain: each, sp_risk_score: 88 }))],
    [/domain\/riskscore/, () => ({ domain, sp_risk_score: 88 })],
    [/bulk\/domaininfo/, () => ({ domaininfo: domains.map((each) => ({ ...info, domain: each, query: each })) })],
    [
      /bulk\/domain\/infratags/,
      () => ({
        infratags: domains.map((each) => ({
          domain: each,
          mode: 'padns',
          tag: 'self:brightloom-dns.test:brightloom:reserved',
        })),
        tag_clusters: [{ 25: [{ domains, match: 'self:_:_:_' }] }, { 50: [] }, { 75: [] }, { 100: [] }],
      }),
    ],
    [
      /domain\/infratag\//,
      () => ({ infratag: { domain, mode: 'live', tag: 'self:brightloom-dns.test:brightloom:reserved' } }),
    ],
    [/domain\/nschangessummary/, () => ({ nschanges: { results_summary: summary } })],
    [
      /domain\/nschanges\//,
      () => ({
        nschanges: {
          nschanges: [change('park1.parking.test', server, 4), change('ns.old-host.test', 'park1.parking.test', 20)],
          results_summary: summary,
        },
      }),
    ],
    [
      /query\/nstransfer/,
      () => ({
        nstransfer: [{ change_date: day(4), domain: zone, newnsrecs: [server], oldnsrecs: ['park1.parking.test'] }],
      }),
    ],
    [
      /domain\/whoislive/,
      () => ({
        whois_live: {
          ...whois,
          address: ['1 Reserved Street'],
          date_seen: `${day(0)}T09:38:14`,
          raw: { registrar: 'Reserved Names Ltd', status: ['clientTransferProhibited'], referral_url: null },
        },
      }),
    ],
    [/domain\/whois\//, () => ({ whois: [whois] })],
    [/domain\/certificates/, () => ({ domain_certificates: [certificate] })],
    [
      /domain\/siblings/,
      () => ({
        domain_siblings: { domain: zone, query: domain, results: 2, siblings: [`mail.${zone}`, `*.cdn.${zone}`] },
      }),
    ],
    [/domain\/cousins/, () => ({ domain_cousins: { domain: zone, query: domain, results: 0, cousins: [] } })],
    [/takedownreputation\/rank/, () => ({ takedown_reputation_rank: [takedown] })],
    [
      /takedownreputation\/history/,
      () => ({
        takedown_reputation_history: history((value, ago) => ({
          ...takedown,
          asn_takedown_reputation: value,
          date: dayInt(ago),
        })),
      }),
    ],
    [/takedownreputation\/asn/, () => ({ takedown_reputation: takedown })],
    [/nsreputation\/rank/, () => ({ ns_server_reputation_rank: [server_(67)] })],
    [/nsreputation\/history/, () => ({ ns_server_reputation_history: history(server_) })],
    [/nsreputation\/nameserver/, () => ({ ns_server_reputation: [server_(67)] })],
    [/nameserverlisted/, () => ({ listed_on_nameserver: [{ listed: '6', ns_srv: server }] })],
    [/ipreputation\/rank\/asn/, () => ({ asn_reputation_rank: [{ ...reputation(34), ...allocation }] })],
    [/ipreputation\/history\/asn/, () => ({ asn_reputation_history: history(reputation) })],
    [/ipreputation\/asn/, () => ({ asn_reputation: [reputation(34)] })],
    [
      /ipreputation\/rank\/subnet/,
      () => ({
        subnet_reputation_rank: [
          { ...subnetReputation(15), subnet_allocation_age: 'UNKNOWN', subnet_allocation_date: 'UNKNOWN' },
        ],
      }),
    ],
    [/ipreputation\/history\/subnet/, () => ({ subnet_reputation_history: history(subnetReputation) })],
    [/ipreputation\/subnet/, () => ({ subnet_reputation: [subnetReputation(15)] })],
    [/ipreputation\/rank\/ipv4/, () => ({ ip_reputation_rank: [addressReputation(26)] })],
    [/ipreputation\/history\/ipv4/, () => ({ ip_reputation_history: history(addressReputation) })],
    [/ipreputation\/ipv4/, () => ({ ip_reputation: [addressReputation(26)] })],
    [/padns\/lookup\/uld/, () => ({ records: [{ ...record('A', address), asn, domain: zone }] })],
    [/padns\/lookup\/(query|answer|both)\//, () => ({ records: byType(path) })],
    [/padns\/lookup\/translate/, () => ({ records: [{ nshash }, [{ nssrv: server }]] })],
    [
      /padns\/lookup\/density/,
      () => ({ records: [{ density: '83', nssrv: server, asname, asn_size: 1024, subnets_active: 2 }] }),
    ],
    [
      /padns\/lookup\/ipdiversity/,
      () => ({
        records: [
          {
            ...diversity,
            timeline: [{ asn: String(asn), asname, first_seen: time(30), ip: address, last_seen: time(1) }],
          },
        ],
      }),
    ],
    [/padns\/search\/ipdiversity/, () => ({ records: [diversity] })],
    [/asn\/lookup/, () => ({ records: [{ asn: String(asn), asname }] })],
    [/enrich\/domain/, () => enrichedDomain],
    [/enrich\/ipv4/, () => ({ ip2asn: [enriched4] })],
    [/enrich\/ipv6/, () => ({ ip2asn: [{ ...address6Record, ip_is_ipfs_node: false }] })],
  ];
  return known.find(([pattern]) => pattern.test(bare))?.[1]();
}

/** The forms in which a 200 reports missing data. */
function notFound(bare: string): Readonly<Record<string, unknown>> {
  const name = provided.unknown;
  if (bare.includes('/enrich/domain') || bare.includes('domaininfo'))
    return { domaininfo: { domain: name, query: name, zone: 'example', error: 'No data for this zone' } };
  if (bare.includes('nsreputation/history')) return { ns_server_reputation_history: { error: 'Not found' } };
  if (bare.includes('whois')) return { whois: [{ domain: name, query: name, error: 'Not found' }] };
  if (bare.includes('density')) return { records: [{ error: 'bad request' }] };
  if (bare.includes('nstransfer')) return { nstransfer: [] };
  if (bare.includes('certificates')) return { domain_certificates: [] };
  if (bare.includes('padns')) return { records: [] };
  return { error: 'Not found' };
}
