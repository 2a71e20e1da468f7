// An asset unknown to the bank.
//
// 22 days ago a project team delegated payroll-test.harborline-bank.example to the name servers of a cheap hoster and put
// a test system there: outside 192.0.2.0/26, off the bank's name servers, with the payroll of real people on it. Twelve
// days ago a marketing team followed with harborline-bank-events.example.
//
// Verdict: not malicious. No score finds them; a search outside the bank's networks does.

import { certificate, certificateSha1, FREE_ISSUER, openDirectory, visit } from '#sample/evidence.ts';
import { LANDMARKS } from '#sample/landmarks.ts';
import type { SampleRows } from '#sample/rows.ts';
import type { Scribe } from '#sample/scribe.ts';
import { BRAND_REGISTRANT } from './harborline-bank.ts';

const ASSET = LANDMARKS.unsanctionedAsset.indicator;
const EVENTS = 'harborline-bank-events.example';
const HOSTER = ['ns1.mistralbox.example', 'ns2.mistralbox.example'];
const ADDRESS = '192.0.2.188';

export function* unsanctionedAsset(scribe: Scribe): SampleRows {
  yield* scribe.set('NS', ASSET, HOSTER, [22, 0]);
  yield scribe.address(ASSET, ADDRESS, [22, 0]);
  yield scribe.address(`db.${ASSET}`, ADDRESS, [20, 0]);
  yield* scribe.set('NS', EVENTS, HOSTER, [12, 0]);
  yield scribe.address(EVENTS, ADDRESS, [12, 0]);
  yield scribe.address(`www.${EVENTS}`, ADDRESS, [12, 0]);
  yield scribe.whois(EVENTS, {
    ...BRAND_REGISTRANT,
    registrar: 'Nomdeplume Bureau',
    name: 'Events Team',
    emails: ['events.harborline@quick-post.test'],
    daysAgo: 11,
    created: 12,
    nameservers: HOSTER,
    whois_server: 'whois.nomdeplume-bureau.example',
  });
  yield certificate(scribe, { label: 'unsanctioned', names: [ASSET], issuer: FREE_ISSUER, issuedDaysAgo: 21 });
  yield* visit(scribe, {
    address: ADDRESS,
    hostname: ASSET,
    daysAgo: 5,
    certificateSha1: certificateSha1('unsanctioned'),
    headers: { server: 'Apache/2.4.62 (Debian)', 'x-powered-by': 'PHP/8.3.14', 'x-debug-token': 'on' },
    title: 'Payroll TEST – do not use',
  });
  yield* openDirectory(scribe, ADDRESS, 5, [
    ['backup/', null, 21],
    ['backup/payroll-test.sql.gz', 88_204_112, 19],
  ]);
}
