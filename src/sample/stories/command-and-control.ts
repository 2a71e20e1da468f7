// Three command-and-control hosts of one actor.
//
// update-telemetry.test and cdn-metrics-sync.invalid beacon to 203.0.113.66 on Cinderwall, listed for more than half a
// year. The actor runs the same console elsewhere: on 198.51.100.140 (Copperkettle, listed nine days ago) and on
// 192.0.2.77, a compromised server of the University of Elmhaven that is not listed. They are connected by what they
// share: a JARM, a favicon and a self-signed certificate; and the beacon domains pointed to all three. The first whois records of the
// beacon domains name the registrant of the flux campaign.
//
// Verdict: all three malicious; the third is the one an analyst has to find.

import { ALWAYS } from '#sample/clock.ts';
import { certificate, certificateSha1, jarm, visit, type Favicon, type Issuer } from '#sample/evidence.ts';
import { C2_MARKS, LANDMARKS } from '#sample/landmarks.ts';
import { digest } from '#sample/random.ts';
import type { SampleRows } from '#sample/rows.ts';
import type { Scribe } from '#sample/scribe.ts';
import { registeredByCrew } from './harborline-crew.ts';

const LISTED = LANDMARKS.c2Address.indicator;
const RECENT = LANDMARKS.c2AddressRecent.indicator;
const UNLISTED = LANDMARKS.c2AddressUnlisted.indicator;
const BEACON = LANDMARKS.c2Domain.indicator;
const SECOND_BEACON = 'cdn-metrics-sync.invalid';

const SELF_SIGNED: Issuer = {
  commonName: C2_MARKS.certificateCommonName,
  organization: 'Amber Console',
  chain: [C2_MARKS.certificateCommonName],
};
const FAVICON: Favicon = { md5: digest('c2/favicon', 32), mmh3: C2_MARKS.faviconMmh3, path: '/favicon.ico' };

function* amberConsole(scribe: Scribe, address: string, from: number): SampleRows {
  yield jarm(scribe, address, { hash: C2_MARKS.jarm, banner: null, from, to: 0 });
  for (const daysAgo of [from - 1, 4]) {
    yield* visit(scribe, {
      address,
      hostname: '',
      daysAgo,
      certificateSha1: certificateSha1('c2/console'),
      favicon: FAVICON,
      headers: {
        server: 'Amber',
        'content-type': 'text/html',
        'www-authenticate': 'Basic realm="Amber Console"',
        'x-amber-build': '1.9.3',
      },
      response: '401 Unauthorized',
      title: 'Amber Console',
    });
  }
}

function* names(scribe: Scribe): SampleRows {
  yield scribe.address(BEACON, LISTED, [210, 34], { ttl: 300 });
  yield scribe.address(BEACON, RECENT, [34, 12], { ttl: 300 });
  yield scribe.address(BEACON, LISTED, [12, 0], { ttl: 300 });
  yield scribe.address(SECOND_BEACON, RECENT, [60, 16], { ttl: 300 });
  yield scribe.address(SECOND_BEACON, UNLISTED, [16, 0], { ttl: 300 });
  yield scribe.address(`gate.${BEACON}`, LISTED, [200, 0], { ttl: 300 });
  yield scribe.address('lab-17.elmhaven-university.example', UNLISTED, ALWAYS);
  yield scribe.pointer(UNLISTED, 'lab-17.elmhaven-university.example', ALWAYS);
  yield scribe.address('vps-198-51-100-140.copperkettle-hosting.example', RECENT, ALWAYS);
  yield scribe.pointer(RECENT, 'vps-198-51-100-140.copperkettle-hosting.example', ALWAYS);
  yield scribe.record('TXT', `cfg.${BEACON}`, `amber1;sleep=300;jitter=20;k=${digest('c2/key', 64)}`, [180, 0], {
    ttl: 60,
  });
  for (const domain of [BEACON, SECOND_BEACON]) {
    yield* scribe.set(
      'NS',
      domain,
      ['ns1.crowsnest-dns.test', 'ns2.crowsnest-dns.test'],
      [domain === BEACON ? 210 : 60, 0],
    );
    yield* registeredByCrew(scribe, domain, {
      created: domain === BEACON ? 211 : 61,
      registrar: 'Nightowl Names',
      nameservers: ['ns1.crowsnest-dns.test', 'ns2.crowsnest-dns.test'],
      collected: [domain === BEACON ? 205 : 60, 30],
      hidden: domain === BEACON ? 180 : 40,
    });
  }
}

export function* commandAndControl(scribe: Scribe): SampleRows {
  yield certificate(scribe, {
    label: 'c2/console',
    names: [C2_MARKS.certificateCommonName],
    organization: 'Amber Console',
    issuer: SELF_SIGNED,
    issuedDaysAgo: 230,
  });
  yield* amberConsole(scribe, LISTED, 215);
  yield* amberConsole(scribe, RECENT, 62);
  yield* amberConsole(scribe, UNLISTED, 17);
  yield* names(scribe);
  yield scribe.listing(LISTED, { category: 'c2', source: 'tidewatch-c2', span: [205, 0] });
  yield scribe.listing(LISTED, { category: 'c2', source: 'beaconlog-c2', span: [170, 0] });
  yield scribe.listing(`https://${LISTED}:8443/submit.php`, {
    host: LISTED,
    category: 'malware',
    source: 'rookery-payloads',
    span: [40, 0],
  });
  yield scribe.listing(RECENT, { category: 'c2', source: 'tidewatch-c2', span: [9, 0] });
  yield scribe.listing(BEACON, { category: 'c2', source: 'beaconlog-c2', span: [150, 0] });
  yield scribe.listing(SECOND_BEACON, { category: 'c2', source: 'tidewatch-c2', span: [14, 0] });
}
