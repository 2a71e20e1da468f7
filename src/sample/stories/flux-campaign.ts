// Fast-flux phishing against Harborline Bank.
//
// 46 days ago an actor registered harborline-login.example with Bargain Bin Domains, where ICANN's lock keeps it for 60 days,
// and served it from Pinecrest's free name servers. A week later it moved to ns1.crowsnest-dns.test, where hardly anything but listed domains lives, and its address began to
// change every few hours over home routers of eleven access networks. When the crow's nest was blocked it served itself
// (name servers inside the domain), went back (a circular change), tried a rarely used name server, went
// back again, and is now on the small one for the second time. The page is a copy of the bank's: same favicon, same body.
// harborline-crew.ts tells what else belongs to the actor.
//
// Verdict: malicious, score 100; decided by its listings, and by the name servers even where the listings are ignored.

import { ALWAYS, type Span } from '#sample/clock.ts';
import { certificate, certificateSha1, FREE_ISSUER, visit } from '#sample/evidence.ts';
import { LANDMARKS } from '#sample/landmarks.ts';
import { randomFor } from '#sample/random.ts';
import type { SampleRows } from '#sample/rows.ts';
import type { Scribe } from '#sample/scribe.ts';
import { subnetsOf } from '#sample/world.ts';
import { accessPool } from '#sample/background/networks.ts';
import { redacted, whoisServer } from '#sample/background/registrations.ts';
import { BRAND_BODY, BRAND_FAVICON, BRAND_TITLE } from './harborline-bank.ts';
import { CREW, registeredByCrew } from './harborline-crew.ts';

const FLUX = LANDMARKS.fluxDomain.indicator;
const HOSTS = [FLUX, `www.${FLUX}`, `secure.${FLUX}`];
const REGISTRAR_SERVERS = ['ns1.pinecrest-dns.example', 'ns2.pinecrest-dns.example'];
const CROWS_NEST = ['ns1.crowsnest-dns.test', 'ns2.crowsnest-dns.test'];
const IN_DOMAIN = [`ns1.${FLUX}`, `ns2.${FLUX}`];
const ATTIC = ['ns1.attic-lamp.test', 'ns2.attic-lamp.test'];

const NAME_SERVERS: readonly (readonly [servers: readonly string[], span: Span])[] = [
  [REGISTRAR_SERVERS, [46, 39]],
  [CROWS_NEST, [39, 30]],
  [IN_DOMAIN, [30, 21]],
  [CROWS_NEST, [21, 13]],
  [ATTIC, [13, 6]],
  [CROWS_NEST, [6, 2]],
  [ATTIC, [2, 0]],
];

/** Access networks whose customers' routers carry the page. */
const NETWORKS = [64496, 64498, 64499, 64512, 64520, 64530, 64540, 64550, 65536, 65537, 65539];

/** Every host changes its address several times a day for 39 days; the last addresses are still in use. */
function* flux(scribe: Scribe): SampleRows {
  const pools = NETWORKS.map((asn) => subnetsOf(asn).flatMap(accessPool));
  for (const host of HOSTS) {
    const random = randomFor(`flux/${host}`);
    for (let day = 39; day > 0; day -= 1 / random.pick([4, 6, 8])) {
      const until = Math.max(0, day - random.pick([0.25, 0.5, 0.5, 1.5]));
      const address = random.pick(random.pick(pools));
      yield scribe.address(host, address, [day, until], { ttl: 120, count: random.int(2, 60) });
    }
  }
}

function* nameServers(scribe: Scribe): SampleRows {
  for (const [servers, span] of NAME_SERVERS) {
    yield* scribe.set('NS', FLUX, servers, span, { ttl: servers === REGISTRAR_SERVERS ? 86_400 : 300 });
    yield scribe.soa(FLUX, servers[0] ?? '', span, { mailbox: `admin.${FLUX}`, timers: '300 60 3600 60' });
  }
  for (const [i, server] of IN_DOMAIN.entries())
    yield scribe.address(server, `203.0.113.${31 + i}`, [30, 21], { ttl: 300 });
  for (const [i, server] of ATTIC.entries()) yield scribe.address(server, `203.0.113.${33 + i}`, [40, 0], { ttl: 300 });
  // the only other customer: an example of low density
  yield* scribe.set('NS', 'attic-lamp.test', ATTIC, [40, 0]);
  yield* registeredByCrew(scribe, 'attic-lamp.test', {
    created: 40,
    registrar: 'Bargain Bin Domains',
    nameservers: ATTIC,
    collected: [39, 20],
    hidden: 21,
  });
  yield* crowsNest(scribe);
}

/** The name-server operator: hosted by Cinderwall, on its own name servers, as old as Cinderwall. */
function* crowsNest(scribe: Scribe): SampleRows {
  const domain = 'crowsnest-dns.test';
  yield* scribe.set('NS', domain, CROWS_NEST, ALWAYS);
  for (const host of [domain, `panel.${domain}`]) yield scribe.address(host, '203.0.113.30', ALWAYS);
  yield scribe.whois(domain, {
    ...redacted(domain),
    daysAgo: 70,
    created: 690,
    registrar: 'Nightowl Names',
    nameservers: CROWS_NEST,
    whois_server: whoisServer('Nightowl Names'),
  });
}

function* registration(scribe: Scribe): SampleRows {
  const steps = [
    { daysAgo: 46, changed: 46, owner: CREW, nameservers: REGISTRAR_SERVERS },
    { daysAgo: 38, changed: 39, owner: CREW, nameservers: CROWS_NEST },
    { daysAgo: 20, changed: 21, owner: redacted(FLUX), nameservers: CROWS_NEST },
    { daysAgo: 1, changed: 2, owner: redacted(FLUX), nameservers: ATTIC },
  ];
  const registrar = 'Bargain Bin Domains';
  for (const { daysAgo, changed, owner, nameservers } of steps) {
    yield scribe.whois(FLUX, {
      ...owner,
      daysAgo,
      created: 46,
      changed,
      registrar,
      nameservers,
      whois_server: whoisServer(registrar),
    });
  }
}

function* listings(scribe: Scribe): SampleRows {
  yield scribe.listing(FLUX, { category: 'phishing', source: 'hookline-phish', span: [37, 0] });
  yield scribe.listing(FLUX, { category: 'phishing', source: 'tacklebox-phish', span: [35, 0] });
  yield scribe.listing(`http://secure.${FLUX}/verify/session.php`, {
    host: `secure.${FLUX}`,
    category: 'phishing',
    source: 'hookline-phish',
    span: [33, 0],
  });
  yield scribe.listing(`https://${FLUX}/login`, {
    host: FLUX,
    category: 'phishing',
    source: 'hookline-phish',
    span: [12, 0],
  });
  yield scribe.listing('attic-lamp.test', { category: 'phishing', source: 'tacklebox-phish', span: [11, 0] });
}

export function* fluxCampaign(scribe: Scribe): SampleRows {
  yield* flux(scribe);
  yield* nameServers(scribe);
  yield* registration(scribe);
  yield* listings(scribe);
  yield certificate(scribe, { label: 'flux/1', names: HOSTS, issuer: FREE_ISSUER, issuedDaysAgo: 40 });
  const router = randomFor('flux/visited').pick(subnetsOf(64499).flatMap(accessPool));
  yield scribe.address(FLUX, router, [3, 0], { ttl: 120 });
  yield* visit(scribe, {
    address: router,
    hostname: FLUX,
    daysAgo: 2,
    certificateSha1: certificateSha1('flux/1'),
    favicon: BRAND_FAVICON,
    headers: { server: 'nginx', 'content-type': 'text/html', 'x-proxy-hop': '3' },
    title: BRAND_TITLE,
    body: BRAND_BODY,
  });
}
