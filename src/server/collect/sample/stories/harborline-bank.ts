// Harborline Bank, the brand that three other stories are about.
//
// The bank runs its own network (AS64510, 192.0.2.0/26), its own name servers and a paid certificate. Nothing of it was
// ever listed, nothing moved. Its favicon is worth remembering: the flux and look-alike pages copied it.
//
// Verdict: benign, score 0.

import {
  certificate,
  certificateSha1,
  faviconOf,
  jarm,
  jarmOf,
  PAID_ISSUER,
  visit,
} from '#server/collect/sample/evidence.ts';
import { LANDMARKS } from '#server/collect/sample/landmarks.ts';
import type { SampleRows } from '#server/collect/sample/rows.ts';
import type { Scribe, WhoisFacts } from '#server/collect/sample/scribe.ts';

export const BRAND = LANDMARKS.brandDomain.indicator;
export const BRAND_SERVERS = [`ns1.${BRAND}`, `ns2.${BRAND}`];
export const BRAND_FAVICON = faviconOf('harborline-bank');
export const BRAND_TITLE = 'Harborline Bank – Sign in to online banking';
/** Digests of the page body; a copied page has the same. */
export const BRAND_BODY = 'harborline-bank/sign-in';

/** The bank as its whois records name it. */
export const BRAND_REGISTRANT: Omit<WhoisFacts, 'daysAgo' | 'created' | 'updated' | 'expires' | 'nameservers'> = {
  registrar: 'Pinecrest Registrar Services',
  name: 'Domain Administration',
  org: 'Harborline Bank plc',
  emails: [`hostmaster@${BRAND}`],
  address: ['1 Harbour Street'],
  city: 'Port-Selwyn',
  state: '',
  zipcode: '10010',
  country: 'GB',
  whois_server: 'whois.pinecrest-registrar-services.example',
};

const HOSTS: readonly (readonly [label: string, address: string])[] = [
  ['www', '192.0.2.10'],
  ['banking', '192.0.2.11'],
  ['api', '192.0.2.12'],
  ['mail', '192.0.2.20'],
  ['vpn', '192.0.2.25'],
  ['ns1', '192.0.2.53'],
  ['ns2', '192.0.2.54'],
];

export function* harborlineBank(scribe: Scribe): SampleRows {
  yield scribe.address(BRAND, '192.0.2.10', [399, 0]);
  yield scribe.address(BRAND, '2001:db8:1900::10', [399, 0]);
  for (const [label, address] of HOSTS) {
    yield scribe.address(`${label}.${BRAND}`, address, [399, 0]);
    yield scribe.pointer(address, `${label}.${BRAND}`, [399, 0]);
  }
  yield* scribe.set('NS', BRAND, BRAND_SERVERS, [399, 0]);
  yield* scribe.set('MX', BRAND, [`mail.${BRAND}`], [399, 0]);
  yield scribe.record('SOA', BRAND, `ns1.${BRAND} hostmaster.${BRAND} 4711 7200 3600 1209600 300`, [399, 0]);
  yield scribe.record('TXT', BRAND, 'v=spf1 mx -all', [399, 0]);
  yield scribe.record('TXT', `_dmarc.${BRAND}`, `v=DMARC1; p=reject; rua=mailto:dmarc@${BRAND}`, [399, 0]);
  for (const daysAgo of [380, 190, 20]) {
    yield scribe.whois(BRAND, {
      ...BRAND_REGISTRANT,
      daysAgo,
      created: 7030,
      updated: daysAgo + 95,
      expires: daysAgo - 270,
      nameservers: BRAND_SERVERS,
    });
  }
  yield* tls(scribe);
  yield scribe.domainFacts(BRAND, { toplist_rank: 4180 });
}

function* tls(scribe: Scribe): SampleRows {
  const names = [BRAND, `www.${BRAND}`, `banking.${BRAND}`, `api.${BRAND}`];
  for (const issuedDaysAgo of [390, 60]) {
    const label = `harborline-bank/${issuedDaysAgo}`;
    yield certificate(scribe, {
      label,
      names,
      organization: 'Harborline Bank plc',
      issuer: PAID_ISSUER,
      issuedDaysAgo,
    });
  }
  yield* visit(scribe, {
    address: '192.0.2.10',
    hostname: `www.${BRAND}`,
    daysAgo: 2,
    certificateSha1: certificateSha1('harborline-bank/60'),
    favicon: BRAND_FAVICON,
    headers: {
      server: 'harbor-gateway',
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
      'x-frame-options': 'DENY',
    },
    title: BRAND_TITLE,
    body: BRAND_BODY,
  });
  yield jarm(scribe, '192.0.2.10', { hash: jarmOf('harbor-gateway'), banner: 'harbor-gateway', from: 380, to: 1 });
}
