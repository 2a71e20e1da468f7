// The staging server of a loader actor.
//
// 198.51.100.23 on Lowtide, a network that answers abuse reports after months, lists its whole web root publicly: a
// loader, its stages, a builder, and lists of stolen data. It was scanned four times; every time something was
// added. drop-pantry.invalid points there, and so does the download address in a listing of 61 days ago that is still open.
//
// Verdict: malicious; the listing decides, and the takedown reputation of AS64505 shows how long it is likely to stay online.

import { jarm, NO_TLS_JARM, openDirectory, visit } from '#sample/evidence.ts';
import { LANDMARKS } from '#sample/landmarks.ts';
import type { SampleRows } from '#sample/rows.ts';
import type { Scribe } from '#sample/scribe.ts';
import { redacted, whoisServer } from '#sample/background/registrations.ts';

const ADDRESS = LANDMARKS.openDirectory.indicator;
const DOMAIN = 'drop-pantry.invalid';
const SERVERS = ['ns1.lowtide-servers.example', 'ns2.lowtide-servers.example'];

const FILES: readonly (readonly [filename: string, filesize: number | null, modifiedDaysAgo: number])[] = [
  ['tools/', null, 70],
  ['tools/loader.exe', 412_160, 70],
  ['tools/stage2.bin', 1_284_096, 69],
  ['invoice_2291.js', 38_412, 66],
  ['tools/builder.zip', 9_120_771, 45],
  ['tools/stage2_x64.bin', 1_310_720, 44],
  ['out/', null, 30],
  ['out/hosts.txt', 22_118, 30],
  ['out/mailboxes.csv', 1_048_576, 9],
  ['tools/stage3.ps1', 7_733, 8],
];

export function* openDirectoryStory(scribe: Scribe): SampleRows {
  for (const daysAgo of [62, 41, 25, 3]) {
    yield* openDirectory(
      scribe,
      ADDRESS,
      daysAgo,
      FILES.filter(([, , modified]) => modified > daysAgo),
    );
  }
  yield scribe.address(DOMAIN, ADDRESS, [68, 0]);
  yield scribe.address(`dl.${DOMAIN}`, ADDRESS, [66, 0]);
  yield* scribe.set('NS', DOMAIN, SERVERS, [68, 0]);
  yield scribe.address('box-198-51-100-23.lowtide-servers.example', ADDRESS, [390, 0]);
  yield scribe.pointer(ADDRESS, 'box-198-51-100-23.lowtide-servers.example', [390, 0]);
  yield scribe.whois(DOMAIN, {
    ...redacted(DOMAIN),
    daysAgo: 66,
    created: 68,
    registrar: 'Bargain Bin Domains',
    nameservers: SERVERS,
    whois_server: whoisServer('Bargain Bin Domains'),
  });
  yield scribe.listing(`http://${ADDRESS}/tools/stage2.bin`, {
    host: ADDRESS,
    category: 'malware',
    source: 'rookery-payloads',
    span: [61, 0],
  });
  yield scribe.listing(ADDRESS, { category: 'malware', source: 'emberwatch-malware', span: [55, 0] });
  yield scribe.listing(`http://dl.${DOMAIN}/invoice_2291.js`, {
    host: `dl.${DOMAIN}`,
    category: 'malware',
    source: 'emberwatch-malware',
    span: [50, 0],
  });
  yield* visit(scribe, {
    address: ADDRESS,
    hostname: '',
    daysAgo: 3,
    headers: { server: 'SimpleHTTP/0.6 Python/3.12.3', 'content-type': 'text/html; charset=utf-8' },
    title: 'Directory listing for /',
  });
  yield jarm(scribe, ADDRESS, { hash: NO_TLS_JARM, banner: 'SimpleHTTP/0.6 Python/3.12.3', from: 62, to: 3 });
}
