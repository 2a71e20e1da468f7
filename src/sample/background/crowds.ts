// The bulk of passive DNS: rotating content delivery, dynamic DNS, wildcard subdomains, one address with
// thousands of shops, and generated botnet names.

import { digest, randomFor, type Random } from '#sample/random.ts';
import type { SampleRows } from '#sample/rows.ts';
import type { Scribe } from '#sample/scribe.ts';
import { FIRST_WORDS, SECOND_WORDS } from '#sample/words.ts';
import { isV6, serversOf, SUBNETS, subnetsOf } from '#sample/world.ts';
import { SENSOR_DAYS } from '#sample/clock.ts';
import { LANDMARKS } from '#sample/landmarks.ts';
import { accessPool, customerSince } from './networks.ts';
import { NAME_SERVER_OPERATORS, SINKHOLE_ADDRESS, SINKHOLE_SERVERS } from './name-server-operators.ts';
import { redacted, whoisServer } from './registrations.ts';

const CDNS = [
  { asn: 64504, zone: 'edge.edgewater-cdn.example' },
  { asn: 65542, zone: 'edge.swiftedge.example' },
  { asn: 65543, zone: 'edge.glassrail.example' },
] as const;
const EDGE_NAMES = 110;
/** Short-lived records also exist before the first score. */
const SEEN_DAYS = 460;

function edgeName(zone: string, index: number): string {
  return `${digest(`edge/${zone}/${index}`, 12)}.${zone}`;
}

/** The edge name that a customer's alias points to. */
export function pickEdgeName(random: Random): string {
  return edgeName(random.pick(CDNS).zone, random.int(0, EDGE_NAMES - 1));
}

/** Each edge name resolves to dozens of addresses, each for a few days at a time. */
export function* contentDelivery(scribe: Scribe): SampleRows {
  for (const { asn, zone } of CDNS) {
    const servers = subnetsOf(asn).flatMap(serversOf);
    for (let i = 0; i < EDGE_NAMES; i++) {
      const random = randomFor(`cdn/${zone}/${i}`);
      const name = edgeName(zone, i);
      for (const address of servers) {
        if (!random.chance(0.45)) continue;
        const from = random.int(1, SEEN_DAYS);
        yield scribe.address(
          name,
          address,
          [from, random.chance(0.4) ? 0 : random.int(Math.max(0, from - 60), from - 1)],
          { ttl: 60 },
        );
      }
    }
  }
}

/** Home routers that report their address to a dynamic DNS provider. */
export function* dynamicHosts(scribe: Scribe): SampleRows {
  const pool = SUBNETS.flatMap((s) => accessPool(s).map((address) => ({ address, since: customerSince(s, address) })));
  const zones = [LANDMARKS.dynamicDomain.indicator, 'myrouter-dns.test', 'dyn-garden.example', 'hereiam.invalid'];
  for (let i = 0; i < 2600; i++) {
    const random = randomFor(`dynamic/${i}`);
    const name = `${random.pick(FIRST_WORDS)}${random.pick(SECOND_WORDS)}${random.int(1, 99)}.${random.pick(zones)}`;
    let day = random.int(5, SENSOR_DAYS - 20);
    for (let moves = random.int(2, 8); moves > 0 && day > 0; moves--) {
      const next = Math.max(0, day - random.int(3, 60));
      const home = random.pick(pool);
      if (home.since > day) yield scribe.address(name, home.address, [day, next], { ttl: 60 });
      day = next;
    }
  }
  for (const zone of zones) yield scribe.domainFact(zone, 'dynamic_dns');
}

/** Pages that a platform puts under its own wildcard: the label is random, the addresses are few. */
export function* wildcardPages(scribe: Scribe): SampleRows {
  const servers = subnetsOf(64710)
    .filter((s) => !isV6(s))
    .flatMap(serversOf);
  const random = randomFor('wildcard-pages');
  for (let i = 0; i < 9000; i++) {
    const from = random.int(1, SEEN_DAYS);
    const name = `${random.text(8)}-${random.text(5, 'abcdef0123456789')}.pages.altocloud.example`;
    yield scribe.address(
      name,
      servers[i % 9] ?? random.pick(servers),
      [from, random.chance(0.5) ? 0 : random.int(0, from - 1)],
      { ttl: 300 },
    );
  }
}

/** 5,000 shops on one address of the shop platform. */
export function* denseAddress(scribe: Scribe): SampleRows {
  const random = randomFor('dense-address');
  for (let i = 0; i < 5000; i++) {
    const name = `${random.pick(FIRST_WORDS)}-${random.pick(SECOND_WORDS)}-${i}.shops.storefronta.example`;
    const since = random.int(1, SENSOR_DAYS);
    yield scribe.address(name, LANDMARKS.denseAddress.indicator, [since, 0]);
    // a handful of shops among thousands is bad: the address is not
    if (i % 430 === 7) {
      const span = [Math.min(since, random.int(1, 90)), 0] as const;
      yield scribe.listing(`https://${name}/checkout`, {
        host: name,
        category: 'phishing',
        source: 'tacklebox-phish',
        span,
      });
    }
  }
}

const GENERATORS = [
  { family: 'murkfin', count: 420, length: [14, 20], alphabet: 'abcdefghijklmnopqrstuvwxyz', category: 'c2' },
  { family: 'hexhare', count: 360, length: [16, 16], alphabet: '0123456789abcdef', category: 'malware' },
  { family: 'vowelless', count: 300, length: [11, 17], alphabet: 'bcdfghjklmnpqrstvwxz', category: 'c2' },
  { family: 'dustmoth', count: 260, length: [8, 12], alphabet: 'aeiouklmnprst', category: 'malware' },
] as const;

/**
 * Generated names of four botnets. Each lives for a few days on bulletproof servers; every third was then seized and
 * points to the sinkhole.
 */
export function* generatedNames(scribe: Scribe): SampleRows {
  const shelters = [64666, 64670]
    .flatMap(subnetsOf)
    .filter((s) => !isV6(s))
    .flatMap(serversOf);
  const operators = NAME_SERVER_OPERATORS.filter((o) => o.abuse > 0.6);
  for (const { family, count, length, alphabet, category } of GENERATORS) {
    for (let i = 0; i < count; i++) {
      const random = randomFor(`generated/${family}/${i}`);
      const name = `${random.text(random.int(length[0], length[1]), alphabet)}.${random.pick(['test', 'invalid'])}`;
      const operator = random.pick(operators);
      // registered for a year that is not over yet
      const born = random.int(2, 360);
      const taken = i % 3 === 0;
      const until = taken || born > 30 ? Math.max(0, born - random.int(2, 30)) : 0;
      for (let homes = random.int(1, 3); homes > 0; homes--) {
        yield scribe.address(name, random.pick(shelters), [born, until], { ttl: 300 });
      }
      yield* scribe.set('NS', name, operator.servers, [born, until]);
      const timers = '3600 600 86400 60';
      yield scribe.soa(name, operator.servers[0] ?? '', [born, until], { mailbox: `root.${name}`, timers });
      if (taken && until > 0) {
        yield* scribe.set('NS', name, SINKHOLE_SERVERS, [until, 0]);
        yield scribe.address(name, SINKHOLE_ADDRESS, [until, 0], { ttl: 60 });
      }
      yield scribe.listing(name, {
        category,
        source: 'rookery-names',
        // feeds keep a name until their next check
        span: [born - 1, Math.min(born - 1, Math.max(0, until - random.int(4, 75)))],
      });
      yield scribe.whois(name, {
        ...redacted(name),
        daysAgo: born,
        created: born,
        registrar: operator.registrar,
        nameservers: operator.servers,
        whois_server: whoisServer(operator.registrar),
      });
    }
  }
}
