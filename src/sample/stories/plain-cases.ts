// One plain indicator for every state of a page: clean, new today, new yesterday, very old, on the toplist, a
// shortener, dynamic DNS, IPv6 only, a Tor exit, a benign scanner, an address that was hijacked for a while.
//
// Verdict: see landmarks.ts.

import { ALWAYS, SENSOR_DAYS } from '#sample/clock.ts';
import { certificate, certificateSha1, faviconOf, PAID_ISSUER, renewals, visit } from '#sample/evidence.ts';
import { LANDMARKS } from '#sample/landmarks.ts';
import { randomFor } from '#sample/random.ts';
import type { SampleRows } from '#sample/rows.ts';
import { registration, type Scribe } from '#sample/scribe.ts';
import { registrant, whoisServer } from '#sample/background/registrations.ts';

/** Name servers on which nothing was ever listed. */
const STILLWATER = 'stillwater-dns.example';
const SERVERS = [`ns1.${STILLWATER}`, `ns2.${STILLWATER}`];
const REGISTRAR = 'Zonegarden Domains';

interface PlainDomain {
  domain: string;
  ageDays: number;
  addresses: readonly string[];
  toplistRank?: number;
  shortener?: boolean;
}

const CLEAN = LANDMARKS.cleanDomain.indicator;
const CLEAN_ADDRESS = LANDMARKS.cleanAddress.indicator;
const CLEAN_V6 = LANDMARKS.cleanIpv6.indicator;

const PLAIN_DOMAINS: readonly PlainDomain[] = [
  { domain: CLEAN, ageDays: 4390, addresses: [CLEAN_ADDRESS, CLEAN_V6], toplistRank: 8800 },
  { domain: LANDMARKS.elderDomain.indicator, ageDays: 15_200, addresses: ['192.0.2.151'] },
  { domain: LANDMARKS.newToday.indicator, ageDays: 0, addresses: ['192.0.2.152'] },
  { domain: LANDMARKS.newYesterday.indicator, ageDays: 1, addresses: ['192.0.2.153'] },
  {
    domain: LANDMARKS.toplistDomain.indicator,
    ageDays: 9100,
    addresses: ['192.0.2.154', '192.0.2.155', '2001:db8:900::154'],
    toplistRank: 1,
  },
  {
    domain: LANDMARKS.shortenerDomain.indicator,
    ageDays: 3300,
    addresses: ['192.0.2.156'],
    toplistRank: 412,
    shortener: true,
  },
  { domain: 'go-short.test', ageDays: 1100, addresses: ['192.0.2.156'], shortener: true },
  { domain: LANDMARKS.dynamicDomain.indicator, ageDays: 5100, addresses: ['192.0.2.157'] },
  { domain: 'myrouter-dns.test', ageDays: 2050, addresses: ['192.0.2.157'] },
  { domain: 'dyn-garden.example', ageDays: 3600, addresses: ['192.0.2.157'] },
  { domain: 'hereiam.invalid', ageDays: 800, addresses: ['192.0.2.157'] },
  { domain: LANDMARKS.ipv6OnlyDomain.indicator, ageDays: 700, addresses: ['2001:db8:900::6'] },
  { domain: STILLWATER, ageDays: 6100, addresses: ['192.0.2.158'] },
];

function* plainDomain(scribe: Scribe, plain: PlainDomain): SampleRows {
  const { domain, ageDays, addresses, toplistRank = 0, shortener = false } = plain;
  const since = Math.min(SENSOR_DAYS, ageDays);
  for (const address of addresses) {
    yield scribe.address(domain, address, [since, 0]);
    yield scribe.address(`www.${domain}`, address, [since, 0]);
  }
  yield* scribe.set('NS', domain, SERVERS, [since, 0]);
  yield* scribe.set('MX', domain, ['mx1.postwell.example', 'mx2.postwell.example'], [since, 0]);
  yield scribe.soa(domain, SERVERS[0] ?? '', [since, 0]);
  yield scribe.record('TXT', domain, 'v=spf1 include:_spf.postwell.example -all', [since, 0]);
  // the newest record includes the last renewal
  const { renewed } = registration(scribe.clock, { daysAgo: 0, created: ageDays });
  for (const daysAgo of since > 200 ? [380, Math.min(15, renewed)] : [0]) {
    yield scribe.whois(domain, {
      ...registrant(randomFor(`plain/${domain}`), domain),
      daysAgo,
      created: ageDays,
      registrar: REGISTRAR,
      nameservers: SERVERS,
      whois_server: whoisServer(REGISTRAR),
    });
  }
  const listedSince = { since: Math.min(90, ageDays) };
  if (toplistRank > 0) yield scribe.domainFact(domain, 'toplist', { value: String(toplistRank), ...listedSince });
  if (shortener) yield scribe.domainFact(domain, 'url_shortener', listedSince);
}

function* cleanSite(scribe: Scribe): SampleRows {
  const names = [CLEAN, `www.${CLEAN}`];
  const issuedDaysAgo = renewals(scribe.clock, PAID_ISSUER, [80, 3]).at(-1) ?? 80;
  yield certificate(scribe, {
    label: 'plain/clean',
    names,
    organization: 'Quietbrook Printers',
    issuer: PAID_ISSUER,
    issuedDaysAgo,
  });
  yield* visit(scribe, {
    address: CLEAN_ADDRESS,
    hostname: CLEAN,
    daysAgo: 1,
    certificateSha1: certificateSha1('plain/clean'),
    favicon: faviconOf(CLEAN),
    pageIcon: { ...faviconOf(`${CLEAN}/touch`), path: '/touch-icon.png' },
    headers: { server: 'Caddy', 'content-type': 'text/html; charset=utf-8' },
    title: 'Quietbrook Printers',
  });
  yield scribe.pointer(CLEAN_ADDRESS, `www.${CLEAN}`, ALWAYS);
  yield scribe.pointer(CLEAN_V6, `www.${CLEAN}`, ALWAYS);
}

function* plainAddresses(scribe: Scribe): SampleRows {
  const { torExit, benignScanner, movedAddress, denseAddress } = LANDMARKS;
  yield scribe.addressFact(torExit.indicator, 'ptr', { value: 'exit-20.oniongrove.example' });
  yield scribe.addressFact(torExit.indicator, 'tor_exit');
  yield scribe.address('exit-20.oniongrove.example', torExit.indicator, [300, 0]);
  yield scribe.pointer(torExit.indicator, 'exit-20.oniongrove.example', [300, 0]);
  yield scribe.listing(torExit.indicator, { category: 'scan', source: 'lantern-scan', span: [45, 0] });
  yield scribe.addressFact(benignScanner.indicator, 'ptr', { value: 'probe-150.lighthouse-survey.example' });
  yield scribe.addressFact(benignScanner.indicator, 'known_benign', {
    value: 'Lighthouse Internet Survey',
    tags: ['scanner', 'research'],
  });
  yield scribe.address('probe-150.lighthouse-survey.example', benignScanner.indicator, ALWAYS);
  yield scribe.pointer(benignScanner.indicator, 'probe-150.lighthouse-survey.example', ALWAYS);
  yield scribe.listing(benignScanner.indicator, { category: 'scan', source: 'lantern-scan', span: [120, 0] });
  yield scribe.address('vps-198-51-100-150.copperkettle-hosting.example', movedAddress.indicator, [380, 0]);
  yield scribe.pointer(movedAddress.indicator, 'vps-198-51-100-150.copperkettle-hosting.example', [380, 0]);
  yield scribe.addressFact(denseAddress.indicator, 'ptr', { value: 'shops.storefronta.example' });
  yield scribe.address('shops.storefronta.example', denseAddress.indicator, ALWAYS);
  yield scribe.pointer(denseAddress.indicator, 'shops.storefronta.example', ALWAYS);
}

export function* plainCases(scribe: Scribe): SampleRows {
  for (const plain of PLAIN_DOMAINS) yield* plainDomain(scribe, plain);
  for (const [i, server] of SERVERS.entries())
    yield scribe.address(server, `192.0.2.${160 + i}`, ALWAYS, { ttl: 86_400 });
  yield* cleanSite(scribe);
  yield* plainAddresses(scribe);
}
