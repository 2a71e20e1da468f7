// Certificates and scans of the ordinary web sites.

import { HISTORY_DAYS } from '#server/collect/sample/clock.ts';
import {
  certificate,
  certificateSha1,
  faviconOf,
  FREE_ISSUER,
  jarm,
  jarmOf,
  openDirectory,
  PAID_ISSUER,
  visit,
} from '#server/collect/sample/evidence.ts';
import { randomFor, share, type Random } from '#server/collect/sample/random.ts';
import type { SampleRows } from '#server/collect/sample/rows.ts';
import type { Scribe } from '#server/collect/sample/scribe.ts';
import { isV6, serversOf, SUBNETS } from '#server/collect/sample/world.ts';
import type { DomainPlan } from './domains.ts';

interface ServerSoftware {
  banner: string;
  poweredBy?: string;
  icon?: string;
}

const SOFTWARE: readonly ServerSoftware[] = [
  { banner: 'nginx/1.28.0' },
  { banner: 'nginx' },
  { banner: 'Apache/2.4.62 (Debian)', poweredBy: 'PHP/8.3.14' },
  { banner: 'Apache', poweredBy: 'PHP/7.4.33', icon: 'blog-engine' },
  { banner: 'Caddy' },
  { banner: 'LiteSpeed', icon: 'hosting-panel' },
  { banner: 'openresty', icon: 'shop-engine' },
  { banner: 'Microsoft-IIS/10.0' },
];

/** Renewed a month before it runs out, as far back as the history goes. */
function issueDays(random: Random, ageDays: number, lifetimeDays: number): number[] {
  const days: number[] = [];
  const oldest = Math.min(ageDays, HISTORY_DAYS - 1);
  for (let day = random.int(0, Math.min(lifetimeDays, oldest)); day <= oldest; day += lifetimeDays - 30) days.push(day);
  // some were forgotten: their newest certificate has run out
  return random.chance(0.05) && days.length > 1 ? days.slice(1).filter((day) => day > lifetimeDays) : days;
}

function headersOf(software: ServerSoftware, random: Random): Record<string, string> {
  return {
    server: software.banner,
    'content-type': 'text/html; charset=utf-8',
    ...(software.poweredBy ? { 'x-powered-by': software.poweredBy } : {}),
    ...(random.chance(0.4) ? { 'strict-transport-security': 'max-age=31536000' } : {}),
    ...(random.chance(0.3) ? { 'x-frame-options': 'SAMEORIGIN' } : {}),
    'content-length': String(random.int(900, 90_000)),
  };
}

function titleOf(name: string): string {
  const words = (name.split('.')[0] ?? name).split('-');
  return `${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')} – Welcome`;
}

export function* site(scribe: Scribe, plan: DomainPlan): SampleRows {
  const random = randomFor(`site/${plan.name}`);
  if (random.chance(0.25)) return;
  const issuer = random.chance(0.8) ? FREE_ISSUER : PAID_ISSUER;
  const wildcard = random.chance(0.12);
  const names = wildcard ? [plan.name, `*.${plan.name}`] : [plan.name, `www.${plan.name}`];
  const issued = issueDays(random, plan.ageDays, issuer.lifetimeDays);
  const label = (day: number): string => `${plan.name}/${issued.length - issued.indexOf(day)}`;
  for (const issuedDaysAgo of issued) {
    yield certificate(scribe, { label: label(issuedDaysAgo), names, issuer, issuedDaysAgo });
  }
  const software = random.pick(SOFTWARE);
  const favicon = faviconOf(software.icon ?? plan.name);
  for (const { addresses, span } of plan.homes.slice(-2)) {
    const address = addresses[0];
    if (!address) continue;
    const daysAgo = Math.max(span[1], random.int(0, Math.min(span[0], 170)));
    const shown = issued.find((day) => day >= daysAgo);
    yield* visit(scribe, {
      address,
      hostname: random.chance(0.5) ? plan.name : `www.${plan.name}`,
      daysAgo: Math.min(daysAgo, span[0]),
      ...(shown === undefined ? {} : { certificateSha1: certificateSha1(label(shown)) }),
      favicon,
      headers: headersOf(software, random),
      title: titleOf(plan.name),
    });
  }
}

const MIRROR_FILES: readonly (readonly [string, number | null, number])[] = [
  ['pub/', null, 380],
  ['pub/README.txt', 2048, 380],
  ['pub/release-4.2.tar.gz', 48_120_331, 120],
  ['pub/release-4.2.tar.gz.sig', 566, 120],
  ['pub/SHA256SUMS', 1311, 120],
];

/** TLS fingerprints of the servers, by address, and the few harmless open directories. */
export function* serverScans(scribe: Scribe): SampleRows {
  for (const s of SUBNETS.filter((candidate) => !isV6(candidate))) {
    const random = randomFor(`scans/${s.first}`);
    for (const address of serversOf(s)) {
      const from = 20 + Math.floor(share(`jarm/${address}`) * 370);
      const software = random.pick(SOFTWARE);
      const banner = random.chance(0.2) ? null : software.banner;
      if (random.chance(0.45))
        yield jarm(scribe, address, { hash: jarmOf(software.banner), banner, from, to: random.int(0, 12) });
      if (random.chance(0.08)) {
        yield* visit(scribe, {
          address,
          hostname: '',
          daysAgo: random.int(0, 150),
          headers: headersOf(software, random),
          title: 'Default page',
          body: software.banner,
        });
      }
      if (s.system.kind === 'university' && random.chance(0.12)) {
        yield* openDirectory(scribe, address, random.int(3, 160), MIRROR_FILES);
      }
    }
  }
}
