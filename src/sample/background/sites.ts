// Certificates and scans of the ordinary web sites.

import { HISTORY_DAYS } from '#sample/clock.ts';
import {
  certificate,
  certificateSha1,
  faviconOf,
  FREE_ISSUER,
  jarm,
  jarmOf,
  lifetimeDays,
  openDirectory,
  PAID_ISSUER,
  renewals,
  softwareOf,
  visit,
  type Issuer,
  type ServerSoftware,
} from '#sample/evidence.ts';
import { randomFor, share, type Random } from '#sample/random.ts';
import type { SampleRows } from '#sample/rows.ts';
import type { Scribe } from '#sample/scribe.ts';
import { isV6, serversOf, SUBNETS } from '#sample/world.ts';
import type { DomainPlan } from './domains.ts';
import { serverSince } from './networks.ts';

/** Renewed as far back as the history goes, newest first. */
function issueDays({ clock }: Scribe, random: Random, plan: DomainPlan, issuer: Issuer): number[] {
  const oldest = Math.min(plan.ageDays, HISTORY_DAYS - 1);
  const first = plan.ageDays < HISTORY_DAYS ? oldest - random.int(0, 3) : oldest - random.int(0, 60);
  const days = renewals(clock, issuer, [first, plan.lastSeenDaysAgo + 1]).reverse();
  // some were forgotten: their newest certificate has expired
  const forgotten = random.chance(0.05) && days.length > 1;
  return forgotten ? days.slice(1).filter((day) => day > lifetimeDays(clock, issuer, day)) : days;
}

interface Answer {
  response: string;
  headers: Record<string, string>;
  title?: string;
}

const REFUSALS = [
  ['403 Forbidden', 0.05],
  ['404 Not Found', 0.09],
  ['503 Service Unavailable', 0.11],
  ['500 Internal Server Error', 0.12],
] as const;

/** Most sites serve a page; some redirect, some refuse. */
function answerOf(software: ServerSoftware, random: Random, hostname: string): Answer {
  const headers: Record<string, string> = { server: software.banner, 'content-type': 'text/html; charset=utf-8' };
  const lot = random.next();
  const refusal = REFUSALS.find(([, below]) => lot < below)?.[0];
  if (refusal) {
    return {
      response: refusal,
      headers: { ...headers, 'content-length': String(random.int(140, 600)) },
      title: refusal,
    };
  }
  if (lot < 0.2 && hostname !== '') {
    const response = lot < 0.18 ? '301 Moved Permanently' : '302 Found';
    const location = `https://${hostname.startsWith('www.') ? hostname.slice(4) : `www.${hostname}`}/`;
    return {
      response,
      headers: { ...headers, location, 'content-length': String(random.int(140, 260)) },
      title: response,
    };
  }
  return {
    response: '200 OK',
    headers: {
      ...headers,
      ...(software.poweredBy ? { 'x-powered-by': software.poweredBy } : {}),
      ...(random.chance(0.4) ? { 'strict-transport-security': 'max-age=31536000' } : {}),
      ...(random.chance(0.3) ? { 'x-frame-options': 'SAMEORIGIN' } : {}),
      'content-length': String(random.int(900, 90_000)),
    },
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
  const issued = issueDays(scribe, random, plan, issuer);
  const label = (day: number): string => `${plan.name}/${issued.length - issued.indexOf(day)}`;
  for (const issuedDaysAgo of issued) {
    yield certificate(scribe, { label: label(issuedDaysAgo), names, issuer, issuedDaysAgo });
  }
  for (const { addresses, span } of plan.homes.slice(-2)) {
    const address = addresses[0];
    const [oldest, newest] = [Math.min(span[0], 170) - 1, span[1] === 0 ? 0 : span[1] + 1];
    if (!address || oldest < newest) continue;
    const software = softwareOf(address);
    const daysAgo = random.int(newest, oldest);
    const shown = issued.find((day) => day > daysAgo);
    const hostname = random.chance(0.5) ? plan.name : `www.${plan.name}`;
    const { title = titleOf(plan.name), ...answer } = answerOf(software, random, hostname);
    const body = answer.response === '200 OK' ? {} : { body: `${software.banner}/${answer.response}` };
    yield* visit(scribe, {
      address,
      hostname,
      daysAgo,
      ...(shown === undefined ? {} : { certificateSha1: certificateSha1(label(shown)) }),
      ...(answer.response === '200 OK' ? { favicon: faviconOf(software.icon ?? plan.name) } : {}),
      ...answer,
      ...body,
      title,
    });
  }
}

const MIRROR_FILES: readonly (readonly [string, number | null, number])[] = [
  ['pub/', null, 175],
  ['pub/README.txt', 2048, 380],
  ['pub/release-4.2.tar.gz', 48_120_331, 176],
  ['pub/release-4.2.tar.gz.sig', 566, 176],
  ['pub/SHA256SUMS', 1311, 175],
];

/** TLS fingerprints of the servers, by address, and the few harmless open directories. */
export function* serverScans(scribe: Scribe): SampleRows {
  for (const s of SUBNETS.filter((candidate) => !isV6(candidate))) {
    const random = randomFor(`scans/${s.first}`);
    for (const address of serversOf(s)) {
      const since = serverSince(s, address);
      const from = Math.min(since - 1, 20 + Math.floor(share(`jarm/${address}`) * 370));
      const software = softwareOf(address);
      const banner = random.chance(0.2) ? null : software.banner;
      // the same software is set up in a few ways
      const setUp = `${software.banner}/${Math.floor(share(`tls/${address}`) * 5)}`;
      if (random.chance(0.45)) {
        yield jarm(scribe, address, { hash: jarmOf(setUp), banner, from, to: random.int(0, 12) });
      }
      if (random.chance(0.08)) {
        const { title = 'Default page', ...answer } = answerOf(software, random, '');
        const daysAgo = random.int(0, Math.min(150, since - 1));
        yield* visit(scribe, { address, hostname: '', daysAgo, ...answer, title, body: `${software.banner}/${title}` });
      }
      if (s.system.kind === 'university' && random.chance(0.12)) {
        yield* openDirectory(scribe, address, random.int(3, Math.min(160, since - 1)), MIRROR_FILES);
      }
    }
  }
}
