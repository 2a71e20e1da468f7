// The operators of the background name servers, and the share of listed domains on each: the share becomes the
// name-server reputation, so it ranges from none to nearly all.

import { AUTONOMOUS_SYSTEMS } from '#sample/autonomous-systems.ts';
import { ALWAYS, SENSOR_DAYS } from '#sample/clock.ts';
import { randomFor, type Random } from '#sample/random.ts';
import type { SampleRows } from '#sample/rows.ts';
import type { Scribe } from '#sample/scribe.ts';
import { serversOf, subnetsOf } from '#sample/world.ts';

export interface NameServerOperator {
  domain: string;
  servers: readonly string[];
  /** Share of listed domains, 0 to 1. */
  abuse: number;
  /** Number of domains relative to the other operators. */
  weight: number;
  registrar: string;
}

function operator(
  domain: string,
  serverCount: number,
  abuse: number,
  weight: number,
  registrar: string,
): NameServerOperator {
  const servers = Array.from({ length: serverCount }, (_, i) => `ns${i + 1}.${domain}`);
  return { domain, servers, abuse, weight, registrar };
}

const LARGE: readonly NameServerOperator[] = [
  operator('pinecrest-dns.example', 2, 0.02, 46, 'Pinecrest Registrar Services'),
  operator('zonegarden.example', 4, 0.008, 38, 'Zonegarden Domains'),
  operator('weborchard.example', 3, 0.05, 26, 'Weborchard GmbH'),
  operator('cumuline-cloud.example', 4, 0.012, 24, 'Zonegarden Domains'),
  operator('brightanvil.example', 2, 0.03, 16, 'Brightanvil Domains'),
  operator('mistralbox.example', 2, 0.14, 12, 'Nomdeplume Bureau'),
  operator('copperkettle-hosting.example', 2, 0.09, 12, 'Koperen Ketel Registratie'),
  operator('sunforge-dc.example', 2, 0.2, 9, 'Sunforge Names'),
  operator('paperkite-hosting.test', 2, 0.3, 7, 'Paperkite Names'),
  operator('lowtide-servers.example', 2, 0.42, 6, 'Bargain Bin Domains'),
  operator('duneline-hosting.test', 2, 0.55, 4, 'Bargain Bin Domains'),
  operator('quartz-vps.invalid', 2, 0.66, 3, 'Bargain Bin Domains'),
  operator('cinderwall.test', 2, 0.88, 3, 'Bargain Bin Domains'),
  operator('moonless-harbour.invalid', 2, 0.8, 2, 'Nightowl Names'),
  operator('crowsnest-dns.test', 2, 0.96, 3, 'Nightowl Names'),
];

/** Resellers: small, each with its own share. */
const SMALL: readonly NameServerOperator[] = AUTONOMOUS_SYSTEMS.filter(
  (as) => !LARGE.some((large) => large.domain === as.domain) && ['isp', 'hoster', 'cloud'].includes(as.kind),
).map((as, i) =>
  operator(as.domain, 2, [0, 0, 0.02, 0.1, 0.25, 0.5][i % 6] ?? 0, 2, `${as.name.split(' ')[1]} Registrations`),
);

export const NAME_SERVER_OPERATORS: readonly NameServerOperator[] = [...LARGE, ...SMALL];

const TOTAL_WEIGHT = NAME_SERVER_OPERATORS.reduce((sum, o) => sum + o.weight, 0);

/** A large operator more often than a small one. */
export function pickOperator(random: Random): NameServerOperator {
  let lot = random.next() * TOTAL_WEIGHT;
  const found = NAME_SERVER_OPERATORS.find((o) => (lot -= o.weight) < 0);
  return found ?? random.pick(LARGE);
}

export const PARKING_SERVERS = ['ns1.parkingmeadow.example', 'ns2.parkingmeadow.example'];
export const EXPIRY_SERVERS = ['ns1.expired-names.example', 'ns2.expired-names.example'];
export const SINKHOLE_SERVERS = ['ns1.sinkhole.tidewater-cert.example', 'ns2.sinkhole.tidewater-cert.example'];
export const SINKHOLE_ADDRESS = '203.0.113.200';

/** Domains on parking and expiry servers show these pages. */
export const PARKING_ADDRESSES = ['192.0.2.201', '192.0.2.202'];
export const EXPIRY_ADDRESS = '192.0.2.210';

function* specialServers(scribe: Scribe): SampleRows {
  const kinds = [
    ['parkingmeadow.example', 'parking'],
    ['sinkhole.tidewater-cert.example', 'sinkhole'],
    ['expired-names.example', 'expiry'],
  ] as const;
  for (const [zone, kind] of kinds) yield scribe.serverFact(zone, kind);
  for (const [i, name] of [...PARKING_SERVERS, ...EXPIRY_SERVERS].entries()) {
    yield scribe.address(name, `192.0.2.${230 + i}`, ALWAYS, { ttl: 86_400 });
  }
  for (const [i, name] of SINKHOLE_SERVERS.entries()) {
    yield scribe.address(name, `203.0.113.${201 + i}`, ALWAYS, { ttl: 86_400 });
  }
}

/** Addresses of the name servers themselves. */
export function* nameServerHosts(scribe: Scribe): SampleRows {
  const operated = new Set(NAME_SERVER_OPERATORS.map(({ domain }) => domain));
  // networks that serve only their own domains; the bank's servers are part of its story
  const others = AUTONOMOUS_SYSTEMS.filter(({ asn, domain }) => asn !== 64510 && !operated.has(domain));
  const own = others.map(({ domain }) => ({ domain, servers: [`ns1.${domain}`, `ns2.${domain}`] }));
  for (const { domain, servers } of [...NAME_SERVER_OPERATORS, ...own]) {
    const random = randomFor(`name-servers/${domain}`);
    const as = AUTONOMOUS_SYSTEMS.find((candidate) => candidate.domain === domain);
    // the crow's nest has no network: Cinderwall hosts it
    const addresses = subnetsOf(as?.asn ?? 64666)
      .filter((s) => s.allocatedDaysAgo > SENSOR_DAYS && s.tenures.length === 1)
      .flatMap(serversOf);
    const [v4, v6] = [addresses.filter((a) => !a.includes(':')), addresses.filter((a) => a.includes(':'))];
    for (const server of servers) {
      yield scribe.address(server, random.pick(v4), ALWAYS, { ttl: 86_400 });
      if (v6.length > 0 && random.chance(0.6)) yield scribe.address(server, random.pick(v6), ALWAYS, { ttl: 86_400 });
    }
  }
  yield* specialServers(scribe);
}
