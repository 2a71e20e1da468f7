// Look-alikes of Harborline Bank.
//
// Five registrations within three weeks, from the mailbox of the flux campaign: a Cyrillic letter, two typing errors, a keyword, another zone; all
// with the bank's favicon and certificates of their own. A sixth, harborline-bank.test, belongs to the bank: it registered
// the name defensively, as its name servers and registrant show.
//
// Verdict: five malicious (the homoglyph and the keyword are already listed, the others are not), one benign.

import { ALWAYS } from '#sample/clock.ts';
import { certificate, certificateSha1, FREE_ISSUER, softwareOf, visit } from '#sample/evidence.ts';
import { LANDMARKS } from '#sample/landmarks.ts';
import type { SampleRows } from '#sample/rows.ts';
import type { Scribe } from '#sample/scribe.ts';
import { whoisServer } from '#sample/background/registrations.ts';
import { BRAND_BODY, BRAND_FAVICON, BRAND_REGISTRANT, BRAND_SERVERS, BRAND_TITLE } from './harborline-bank.ts';
import { CREW, CREW_EXCHANGER } from './harborline-crew.ts';

interface LookAlike {
  domain: string;
  address: string;
  ageDays: number;
  listedDaysAgo?: number;
}

const LOOK_ALIKES: readonly LookAlike[] = [
  { domain: LANDMARKS.homoglyphDomain.indicator, address: '203.0.113.41', ageDays: 24, listedDaysAgo: 19 },
  { domain: 'harborline-bank-support.test', address: '203.0.113.41', ageDays: 19, listedDaysAgo: 6 },
  { domain: 'harborlne-bank.example', address: '203.0.113.42', ageDays: 17 },
  { domain: 'harbor1ine-bank.example', address: '203.0.113.42', ageDays: 17 },
  { domain: 'harborline-bank.invalid', address: '198.51.100.61', ageDays: 4 },
];
const SERVERS = ['ns1.paperkite-hosting.test', 'ns2.paperkite-hosting.test'];

function* lookAlike(scribe: Scribe, { domain, address, ageDays, listedDaysAgo }: LookAlike): SampleRows {
  yield scribe.address(domain, address, [ageDays, 0]);
  yield scribe.address(`www.${domain}`, address, [ageDays, 0]);
  yield* scribe.set('NS', domain, SERVERS, [ageDays, 0]);
  yield* scribe.set('MX', domain, [CREW_EXCHANGER], [ageDays, 0]);
  yield scribe.whois(domain, {
    ...CREW,
    daysAgo: ageDays,
    created: ageDays,
    registrar: 'Paperkite Names',
    nameservers: SERVERS,
    whois_server: whoisServer('Paperkite Names'),
  });
  const label = `look-alike/${domain}`;
  yield certificate(scribe, { label, names: [domain, `www.${domain}`], issuer: FREE_ISSUER, issuedDaysAgo: ageDays });
  yield* visit(scribe, {
    address,
    hostname: domain,
    daysAgo: Math.max(1, ageDays - 3),
    certificateSha1: certificateSha1(label),
    favicon: BRAND_FAVICON,
    headers: { server: softwareOf(address).banner, 'content-type': 'text/html' },
    title: BRAND_TITLE,
    body: BRAND_BODY,
  });
  if (listedDaysAgo === undefined) return;
  yield scribe.listing(domain, { category: 'phishing', source: 'hookline-phish', span: [listedDaysAgo, 0] });
  const url = `https://${domain}/account/unlock`;
  yield scribe.listing(url, {
    host: domain,
    category: 'phishing',
    source: 'tacklebox-phish',
    span: [listedDaysAgo - 1, 0],
  });
}

function* defensive(scribe: Scribe): SampleRows {
  const domain = 'harborline-bank.test';
  yield scribe.address(domain, '192.0.2.10', ALWAYS);
  yield* scribe.set('NS', domain, BRAND_SERVERS, ALWAYS);
  yield scribe.whois(domain, {
    ...BRAND_REGISTRANT,
    daysAgo: 60,
    created: 2900,
    nameservers: BRAND_SERVERS,
  });
}

export function* lookAlikes(scribe: Scribe): SampleRows {
  for (const one of LOOK_ALIKES) yield* lookAlike(scribe, one);
  yield* defensive(scribe);
}
