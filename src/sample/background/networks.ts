// Routing and address facts: origin AS and country of every subnet over time, server names, access pools, known actors.

import { openEndDay } from '#model/dates.ts';
import { AUTONOMOUS_SYSTEMS, autonomousSystem } from '#sample/autonomous-systems.ts';
import { SENSOR_DAYS, type Span } from '#sample/clock.ts';
import { randomFor, share } from '#sample/random.ts';
import type { SampleRows } from '#sample/rows.ts';
import { mapped, type Scribe } from '#sample/scribe.ts';
import { SERVER_LABELS } from '#sample/words.ts';
import { addressIn, heldDaysAgo, isV6, serversOf, SUBNETS, type Subnet } from '#sample/world.ts';

export function* routing(scribe: Scribe): SampleRows {
  const { clock } = scribe;
  for (const as of AUTONOMOUS_SYSTEMS) {
    yield { table: 'asns', row: { asn: as.asn, asname: as.name, allocated: clock.day(as.allocatedDaysAgo) } };
  }
  for (const s of SUBNETS) {
    const first = mapped(s.first);
    const length = s.length + (isV6(s) ? 0 : 96);
    for (const { asn, fromDaysAgo, toDaysAgo } of s.tenures) {
      yield {
        table: 'prefixes',
        row: {
          first,
          length,
          asn,
          valid_from: clock.day(fromDaysAgo),
          valid_to: toDaysAgo === undefined ? openEndDay : clock.day(toDaysAgo),
          allocated: clock.day(s.allocatedDaysAgo),
        },
      };
    }
    yield {
      table: 'countries',
      row: { first, length, country: s.country, valid_from: clock.day(s.allocatedDaysAgo), valid_to: openEndDay },
    };
  }
  yield* hijack(scribe);
}

/** Twelve days in which AS64670 announced half of a Copperkettle subnet as a more specific prefix. */
function* hijack({ clock }: Scribe): SampleRows {
  const hijacked = SUBNETS.find((s) => s.first === '198.51.100.128');
  yield {
    table: 'prefixes',
    row: {
      first: mapped('198.51.100.128'),
      length: 96 + 26,
      asn: 64670,
      valid_from: clock.day(77),
      valid_to: clock.day(65),
      allocated: clock.day(hijacked?.allocatedDaysAgo ?? 77),
    },
  };
}

function serverName(s: Subnet, address: string, index: number, { asn, domain } = s.system): string {
  const label = SERVER_LABELS[asn % SERVER_LABELS.length] ?? 'srv';
  return isV6(s)
    ? `${label}${index}.v6-${s.first.split(':')[2]}.${domain}`
    : `${label}-${address.replaceAll('.', '-')}.${domain}`;
}

/** Most servers are older than passive DNS; the others came within the last 400 days. */
export function serverSince(s: Subnet, address: string): number {
  const lot = share(`server/${address}`);
  const since = lot < 0.85 ? SENSOR_DAYS : 30 + Math.floor(((lot - 0.85) / 0.15) * 369);
  return Math.min(since, s.allocatedDaysAgo - 1);
}

/** Every server address has a name of its operator and a pointer back: that is what makes it active. */
export function* serverNames(scribe: Scribe): SampleRows {
  for (const s of SUBNETS) {
    for (const [index, address] of serversOf(s).entries()) {
      const since = serverSince(s, address);
      // each operator of the subnet gave it a name of its own
      for (const { asn, fromDaysAgo, toDaysAgo } of s.tenures) {
        const span: Span = [Math.min(since, fromDaysAgo), toDaysAgo === undefined ? 0 : toDaysAgo - 1];
        if (span[0] <= span[1]) continue;
        const name = serverName(s, address, index, autonomousSystem(asn));
        yield scribe.address(name, address, span);
        yield scribe.pointer(address, name, span);
      }
      // most later ones had a pointer before they were used
      const free = Math.min(SENSOR_DAYS, heldDaysAgo(s)) - 1;
      if (since > 60 && since < free - 2 && share(`server/${address}/before`) < 0.8) {
        yield scribe.pointer(address, `unassigned-${serverName(s, address, index)}`, [free, since]);
      }
    }
  }
}

/** Addresses of home and mobile customers: named after the address, dynamic, most of them only ever seen as pointers. */
export function accessPool(s: Subnet): string[] {
  if (s.system.kind !== 'isp' || isV6(s) || s.length > 24) return [];
  const size = 2 ** (32 - s.length);
  const servers = new Set(serversOf(s));
  const customers = Array.from({ length: Math.min(size - 2, 620) }, (_, i) => addressIn(s, 1 + i));
  return customers.filter((address) => !servers.has(address));
}

/** Days before the anchor on which a customer address got its pointer name. */
export function customerSince(s: Subnet, address: string): number {
  const lot = share(`pool/${address}`);
  const since = lot < 0.7 ? SENSOR_DAYS : 20 + Math.floor(((lot - 0.7) / 0.3) * 379);
  return Math.min(since, heldDaysAgo(s) - 1);
}

export function* accessPools(scribe: Scribe): SampleRows {
  for (const s of SUBNETS) {
    for (const address of accessPool(s)) {
      const since = customerSince(s, address);
      const until = share(`pool/${address}/idle`) < 0.6 ? 0 : Math.floor(since * share(`pool/${address}/until`));
      const name = `dyn-${address.replaceAll('.', '-')}.pool.${s.system.domain}`;
      yield scribe.pointer(address, name, [since, until]);
      yield scribe.addressFact(address, 'ptr', { value: name, since });
      yield scribe.addressFact(address, 'dsl_dynamic', { since });
    }
  }
}

/** Well-known addresses: Tor exits, IPFS nodes, benign scanners, crawlers. */
export function* knownActors(scribe: Scribe): SampleRows {
  for (const s of SUBNETS) {
    const random = randomFor(`actors/${s.first}`);
    for (const [index, address] of serversOf(s).entries()) {
      const since = Math.min(90, heldDaysAgo(s) - 1, serverSince(s, address));
      const benign = (value: string, ...tags: string[]) =>
        scribe.addressFact(address, 'known_benign', { value, tags, since });
      yield scribe.addressFact(address, 'ptr', { value: serverName(s, address, index), since });
      if (s.system.asn === 65551 && random.chance(0.5)) yield scribe.addressFact(address, 'tor_exit', { since });
      else if (s.system.asn === 65549) yield benign('Lighthouse Internet Survey', 'scanner', 'research');
      else if (s.system.kind === 'cdn' && random.chance(0.5))
        yield scribe.addressFact(address, 'cdn', { value: s.system.name, since });
      else if (random.chance(0.02)) yield scribe.addressFact(address, 'ipfs_node', { since });
    }
  }
}
