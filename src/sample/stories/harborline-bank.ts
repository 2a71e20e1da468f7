// Harborline Bank, the brand that three other stories are about.
//
// The bank runs its own network (AS64510, 192.0.2.0/26), its own name servers and a paid certificate. Nothing of it was
// ever listed, nothing moved. The flux and look-alike pages copied its favicon.
//
// Verdict: benign, score 0.

import { ALWAYS } from '#sample/clock.ts';
import {
  certificate,
  certificateSha1,
  faviconOf,
  jarm,
  jarmOf,
  PAID_ISSUER,
  renewals,
  visit,
} from '#sample/evidence.ts';
import { BANK_HOSTS, LANDMARKS } from '#sample/landmarks.ts';
import { digest } from '#sample/random.ts';
import type { SampleRows } from '#sample/rows.ts';
import type { Scribe, WhoisFacts } from '#sample/scribe.ts';

const BRAND = LANDMARKS.brandDomain.indicator;
export const BRAND_SERVERS = [`ns1.${BRAND}`, `ns2.${BRAND}`];
export const BRAND_FAVICON = faviconOf('harborline-bank');
export const BRAND_TITLE = 'Harborline Bank – Sign in to online banking';
/** Digests of the page body; a copied page has the same. */
export const BRAND_BODY = 'harborline-bank/sign-in';

/** The bank's registrant in whois records. */
export const BRAND_REGISTRANT: Omit<WhoisFacts, 'daysAgo' | 'created' | 'changed' | 'lapsed' | 'nameservers'> = {
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

export function* harborlineBank(scribe: Scribe): SampleRows {
  yield scribe.address(BRAND, '192.0.2.10', ALWAYS);
  yield scribe.address(BRAND, '2001:db8:1900::10', ALWAYS);
  for (const [label, address] of BANK_HOSTS) {
    yield scribe.address(`${label}.${BRAND}`, address, ALWAYS);
    yield scribe.pointer(address, `${label}.${BRAND}`, ALWAYS);
  }
  yield* scribe.set('NS', BRAND, BRAND_SERVERS, ALWAYS);
  yield* scribe.set('MX', BRAND, [`mail.${BRAND}`], ALWAYS);
  yield scribe.soa(BRAND, `ns1.${BRAND}`, ALWAYS);
  yield scribe.record('TXT', BRAND, 'v=spf1 mx -all', ALWAYS);
  yield scribe.record('TXT', `_dmarc.${BRAND}`, `v=DMARC1; p=reject; rua=mailto:dmarc@${BRAND}`, ALWAYS);
  yield scribe.record('HTTPS', BRAND, '1 . alpn=h2,h3 ipv4hint=192.0.2.10', ALWAYS);
  yield scribe.record('CAA', BRAND, '0 issue "granitetrust.example"', ALWAYS);
  yield scribe.record('DS', BRAND, `24680 13 2 ${digest('bank/key', 64).toUpperCase()}`, ALWAYS);
  yield scribe.record('SRV', `_imaps._tcp.${BRAND}`, `10 60 993 mail.${BRAND}`, ALWAYS);
  for (const daysAgo of [380, 190, 20]) {
    yield scribe.whois(BRAND, {
      ...BRAND_REGISTRANT,
      daysAgo,
      created: 7030,
      nameservers: BRAND_SERVERS,
    });
  }
  yield* tls(scribe);
  yield scribe.domainFact(BRAND, 'toplist', { value: '4180' });
}

function* tls(scribe: Scribe): SampleRows {
  const names = [BRAND, `www.${BRAND}`, `banking.${BRAND}`, `api.${BRAND}`];
  const label = (issuedDaysAgo: number): string => `harborline-bank/${issuedDaysAgo}`;
  const issued = renewals(scribe.clock, PAID_ISSUER, [390, 20]);
  for (const issuedDaysAgo of issued) {
    yield certificate(scribe, {
      label: label(issuedDaysAgo),
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
    certificateSha1: certificateSha1(label(issued.at(-1) ?? 0)),
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
