// Passive DNS of the ordinary domains: web, mail, name servers, SOA, TXT and the hosts a company has.

import { ALWAYS, type Span } from '#sample/clock.ts';
import { randomFor, type Random } from '#sample/random.ts';
import type { SampleRows } from '#sample/rows.ts';
import type { Scribe } from '#sample/scribe.ts';
import { HOST_LABELS } from '#sample/words.ts';
import { pickEdgeName } from './crowds.ts';
import { cut, type DomainPlan } from './domains.ts';
import { EXPIRY_ADDRESS, EXPIRY_SERVERS, PARKING_ADDRESSES, PARKING_SERVERS } from './name-server-operators.ts';

function lifetime(plan: DomainPlan): Span {
  return [plan.homes[0]?.span[0] ?? 0, plan.lastSeenDaysAgo];
}

function* web(scribe: Scribe, plan: DomainPlan, random: Random): SampleRows {
  const { name } = plan;
  const alias = random.chance(0.45);
  if (alias) yield scribe.record('CNAME', `www.${name}`, name, lifetime(plan));
  for (const { addresses, span } of plan.homes) {
    for (const address of addresses) {
      yield scribe.address(name, address, span);
      if (!alias) yield scribe.address(`www.${name}`, address, span);
    }
  }
  if (plan.ipv6) {
    const [from, to] = lifetime(plan);
    const span: Span = [Math.max(to + 1, Math.floor(from * 0.7)), to];
    yield scribe.address(name, plan.ipv6, span);
    if (!alias) yield scribe.address(`www.${name}`, plan.ipv6, span);
  }
}

function* mail(scribe: Scribe, plan: DomainPlan, random: Random): SampleRows {
  const { name, mailProvider } = plan;
  const span = lifetime(plan);
  if (mailProvider) {
    yield* scribe.set('MX', name, [`mx1.${mailProvider}`, `mx2.${mailProvider}`], span);
    yield scribe.record('CNAME', `autodiscover.${name}`, `autodiscover.${mailProvider}`, span);
  } else {
    yield* scribe.set('MX', name, [`mail.${name}`], span);
    for (const home of plan.homes) yield scribe.address(`mail.${name}`, random.pick(home.addresses), home.span);
  }
  yield scribe.record('TXT', name, `v=spf1 ${mailProvider ? `include:_spf.${mailProvider}` : 'mx'} ~all`, span);
  yield scribe.record(
    'TXT',
    `_dmarc.${name}`,
    `v=DMARC1; p=${random.pick(['none', 'quarantine', 'reject'])}; rua=mailto:dmarc@${name}`,
    span,
  );
}

function* delegation(scribe: Scribe, plan: DomainPlan, random: Random): SampleRows {
  for (const { servers, span } of plan.nameServers) {
    yield* scribe.set('NS', plan.name, servers, span);
    if (servers === PARKING_SERVERS) yield scribe.address(plan.name, random.pick(PARKING_ADDRESSES), span);
    if (servers === EXPIRY_SERVERS) yield scribe.address(plan.name, EXPIRY_ADDRESS, span);
    for (const soaSpan of cut(random, span, random.int(1, 4))) {
      yield scribe.soa(plan.name, servers[0] ?? '', soaSpan);
    }
  }
}

function* hosts(scribe: Scribe, plan: DomainPlan, random: Random): SampleRows {
  const labels = new Set(Array.from({ length: random.int(3, 12) }, () => random.pick(HOST_LABELS)));
  // domains with external mail have an alias there
  if (plan.mailProvider) labels.delete('autodiscover');
  for (const label of labels) {
    const host = `${label}.${plan.name}`;
    if (label === 'cdn' || label === 'static' || label === 'img') {
      yield scribe.record('CNAME', host, pickEdgeName(random), lifetime(plan));
      continue;
    }
    for (const home of plan.homes) {
      const [from, to] = home.span;
      const since = random.int(to, from);
      if (since > to || to === 0) yield scribe.address(host, random.pick(home.addresses), [since, to], { ttl: 900 });
      if (random.chance(0.3))
        yield scribe.address(host.replace('.', `${random.int(1, 9)}.`), random.pick(home.addresses), home.span, {
          ttl: 900,
        });
    }
  }
}

export function* zone(scribe: Scribe, plan: DomainPlan): SampleRows {
  const random = randomFor(`zone/${plan.name}`);
  yield* web(scribe, plan, random);
  yield* mail(scribe, plan, random);
  yield* delegation(scribe, plan, random);
  yield* hosts(scribe, plan, random);
  for (let i = random.int(0, 2); i > 0; i--) {
    const service = random.pick(['site-verification', 'mail-verification', 'cloud-domain-token', 'apps-challenge']);
    yield scribe.record('TXT', plan.name, `${service}=${random.text(32)}`, lifetime(plan));
  }
}

/** Hosts of the mail providers, and the aliases that the domains above point to. */
export function* mailProviders(scribe: Scribe): SampleRows {
  const providers = ['postwell.example', 'cumuline-cloud.example', 'weborchard.example', 'brightanvil.example'];
  for (const [i, provider] of providers.entries()) {
    for (const [j, label] of ['mx1', 'mx2', 'autodiscover', 'webmail'].entries()) {
      yield scribe.address(`${label}.${provider}`, `192.0.2.${211 + i * 4 + j}`, ALWAYS);
    }
    yield scribe.record('TXT', `_spf.${provider}`, `v=spf1 ip4:192.0.2.208/28 ip4:192.0.2.224/30 -all`, ALWAYS);
  }
}
