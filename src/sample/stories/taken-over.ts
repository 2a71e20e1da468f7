// Three domains that ended, and two that were brought back.
//
// grimtide-update.test steered the Grimtide botnet from Cinderwall until Tidewater's emergency team took it over 58 days
// ago; since then its name servers and its address are the sinkhole's. meadowlark-lounge.example sent phishing for a
// while, was dropped by its owner and bought by a domain dealer who parks it. old-lantern-cafe.example was simply not
// renewed; the order form of a caterer, saltbrook-pantry.example, still points to a name below it. grimtide-mirror.invalid, not
// seized yet, shows what the first one was like. The dealer sold two names with a clean past to a customer of Cinderwall, who
// moved them there within the last three weeks.
//
// Verdict: sinkholed, parked, expired: score suppressed, whatever the listings say. The mirror: malicious. Of the two that
// left the parking service one is already listed; the other is suspicious only for its new name servers.

import { ALWAYS, SENSOR_DAYS, type Span } from '#sample/clock.ts';
import { LANDMARKS } from '#sample/landmarks.ts';
import { randomFor } from '#sample/random.ts';
import type { SampleRows } from '#sample/rows.ts';
import type { Scribe } from '#sample/scribe.ts';
import {
  EXPIRY_ADDRESS,
  EXPIRY_SERVERS,
  PARKING_ADDRESSES,
  PARKING_SERVERS,
  SINKHOLE_ADDRESS,
  SINKHOLE_SERVERS,
} from '#sample/background/name-server-operators.ts';
import { redacted, registrant, whoisServer, type Registrant } from '#sample/background/registrations.ts';

const CINDERWALL = ['ns1.cinderwall.test', 'ns2.cinderwall.test'];
const PINECREST = ['ns1.pinecrest-dns.example', 'ns2.pinecrest-dns.example'];

/** Bought for their age, which filters trust. */
const AGED_NAMES = [
  { domain: 'quillford-pottery.example', ageDays: 2216, soldDaysAgo: 19 },
  { domain: 'maplewick-choir.example', ageDays: 1654, soldDaysAgo: 11 },
] as const;

interface Chapter {
  servers: readonly string[];
  address: string;
  span: Span;
  owner: Registrant;
  registrar: string;
}

interface Life {
  domain: string;
  ageDays: number;
  /** The day of the missed renewal. */
  lapsed?: number;
  chapters: readonly Chapter[];
}

const CERT: Registrant = {
  name: 'Sinkhole Operations',
  org: 'Tidewater Computer Emergency Team',
  emails: ['sinkhole@tidewater-cert.example'],
  address: ['12 Lantern Street'],
  city: 'Tarnfold',
  state: '',
  zipcode: '10117',
  country: 'EE',
};

function lives(): Life[] {
  const [sinkholed, parked, expired] = [LANDMARKS.sinkholedDomain, LANDMARKS.parkedDomain, LANDMARKS.expiredDomain].map(
    (landmark) => landmark.indicator,
  ) as [string, string, string];
  const mirror = 'grimtide-mirror.invalid';
  const singer = registrant(randomFor('taken-over/parked'), parked, 'Meadowlark Lounge');
  const host = registrant(randomFor('taken-over/expired'), expired, 'Old Lantern Cafe');
  const dealer: Registrant = {
    ...redacted(parked),
    org: 'Parking Meadow Domains',
    emails: ['sales@parkingmeadow.example'],
  };
  const [nightowl, pinecrest] = ['Nightowl Names', 'Pinecrest Registrar Services'];
  return [
    {
      domain: sinkholed,
      ageDays: 312,
      chapters: [
        {
          servers: CINDERWALL,
          address: '203.0.113.51',
          span: [312, 58],
          owner: redacted(sinkholed),
          registrar: nightowl,
        },
        { servers: SINKHOLE_SERVERS, address: SINKHOLE_ADDRESS, span: [58, 0], owner: CERT, registrar: pinecrest },
      ],
    },
    {
      domain: parked,
      ageDays: 1790,
      chapters: [
        { servers: PINECREST, address: '192.0.2.190', span: [SENSOR_DAYS, 140], owner: singer, registrar: pinecrest },
        {
          servers: PARKING_SERVERS,
          address: PARKING_ADDRESSES[0] ?? '',
          span: [140, 0],
          owner: dealer,
          registrar: 'Bargain Bin Domains',
        },
      ],
    },
    {
      domain: expired,
      ageDays: 2950,
      lapsed: 30,
      chapters: [
        { servers: PINECREST, address: '192.0.2.191', span: [SENSOR_DAYS, 28], owner: host, registrar: pinecrest },
        { servers: EXPIRY_SERVERS, address: EXPIRY_ADDRESS, span: [28, 0], owner: host, registrar: pinecrest },
      ],
    },
    ...AGED_NAMES.map(({ domain, ageDays, soldDaysAgo }) => ({
      domain,
      ageDays,
      chapters: [
        {
          servers: PARKING_SERVERS,
          address: PARKING_ADDRESSES[1] ?? '',
          span: [420, soldDaysAgo] as const,
          owner: dealer,
          registrar: 'Bargain Bin Domains',
        },
        {
          servers: CINDERWALL,
          address: '203.0.113.52',
          span: [soldDaysAgo, 0] as const,
          owner: redacted(domain),
          registrar: nightowl,
        },
      ],
    })),
    {
      domain: mirror,
      ageDays: 118,
      chapters: [
        { servers: CINDERWALL, address: '203.0.113.51', span: [118, 0], owner: redacted(mirror), registrar: nightowl },
      ],
    },
  ];
}

function* life(scribe: Scribe, { domain, ageDays, lapsed, chapters }: Life): SampleRows {
  for (const { servers, address, span, owner, registrar } of chapters) {
    yield* scribe.set('NS', domain, servers, span);
    yield scribe.soa(domain, servers[0] ?? '', span);
    for (const host of [domain, `www.${domain}`]) yield scribe.address(host, address, span);
    yield scribe.whois(domain, {
      ...owner,
      daysAgo: span[0],
      created: ageDays,
      changed: span[0] === SENSOR_DAYS ? ageDays : span[0],
      lapsed,
      registrar,
      nameservers: servers,
      whois_server: whoisServer(registrar),
    });
  }
}

/** Its order form ran on a server of the cafe. */
function* caterer(scribe: Scribe): SampleRows {
  const domain = 'saltbrook-pantry.example';
  const registrar = 'Pinecrest Registrar Services';
  const target = `orders.${LANDMARKS.expiredDomain.indicator}`;
  yield* scribe.set('NS', domain, PINECREST, ALWAYS);
  for (const host of [domain, `www.${domain}`]) yield scribe.address(host, '192.0.2.192', ALWAYS);
  yield scribe.address(target, '192.0.2.191', [SENSOR_DAYS, 28]);
  yield scribe.record('CNAME', `orders.${domain}`, target, [480, 0]);
  yield scribe.whois(domain, {
    ...registrant(randomFor('caterer'), domain, 'Saltbrook Pantry'),
    daysAgo: 40,
    created: 3120,
    registrar,
    nameservers: PINECREST,
    whois_server: whoisServer(registrar),
  });
}

export function* takenOver(scribe: Scribe): SampleRows {
  for (const one of lives()) yield* life(scribe, one);
  yield* caterer(scribe);
  yield scribe.domainFact(LANDMARKS.expiredDomain.indicator, 'expired', { since: 30 });
  const listed = [
    [LANDMARKS.sinkholedDomain.indicator, 'c2', [300, 0]],
    [LANDMARKS.parkedDomain.indicator, 'phishing', [160, 131]],
    ['grimtide-mirror.invalid', 'c2', [90, 0]],
  ] as const;
  for (const [domain, category, span] of listed)
    yield scribe.listing(domain, { category, source: 'beaconlog-c2', span });
  yield scribe.listing(AGED_NAMES[0].domain, { category: 'phishing', source: 'hookline-phish', span: [12, 0] });
  yield scribe.listing('203.0.113.51', { category: 'c2', source: 'beaconlog-c2', span: [290, 0] });
  yield scribe.addressFact(SINKHOLE_ADDRESS, 'ptr', { value: 'sinkhole.tidewater-cert.example' });
  yield scribe.addressFact(SINKHOLE_ADDRESS, 'sinkhole', {
    tags: ['tidewater-cert', 'grimtide', 'murkfin'],
    since: 300,
  });
  yield scribe.address('sinkhole.tidewater-cert.example', SINKHOLE_ADDRESS, ALWAYS);
  yield scribe.pointer(SINKHOLE_ADDRESS, 'sinkhole.tidewater-cert.example', ALWAYS);
}
