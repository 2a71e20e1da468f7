// Mails about parcel fees.
//
// 33 days ago an actor registered fourteen domains within one day at Sunforge Names, all on the name servers of Quartzvps, and sent
// mails with links to them. Ten days later most of them were listed. Since then it uses the DNS accounts of seven small shops, whose passwords
// it had stolen: below each of their domains it created names that point to the same two rented servers. The shops have not noticed.
//
// Verdict: the fourteen domains are found as a registration burst, most of them are malicious. The shops are benign, and found by their
// shadowed names.

import { ALWAYS, type Span } from '#sample/clock.ts';
import { randomFor } from '#sample/random.ts';
import type { SampleRows } from '#sample/rows.ts';
import type { Scribe } from '#sample/scribe.ts';
import { addressIn, serversOf, subnetsOf } from '#sample/world.ts';
import { redacted, registrant, whoisServer } from '#sample/background/registrations.ts';

const CARRIERS = ['parcel', 'postage', 'courier', 'delivery', 'customs', 'shipment', 'package'];
const TASKS = ['fee-notice', 'pay-desk'];
const CAMPAIGN = CARRIERS.flatMap((carrier) => TASKS.map((task) => `${carrier}-${task}.test`));
const CAMPAIGN_SERVERS = ['ns1.quartz-vps.invalid', 'ns2.quartz-vps.invalid'];

const SHOPS = [
  'hedgerow-cheese.example',
  'inkwell-stationers.example',
  'lakeside-lamps.example',
  'millstream-tea.example',
  'oakbarrel-vinegar.example',
  'thimble-fabrics.example',
  'woolpack-blankets.example',
];
const SHOP_SERVERS = ['ns1.brightanvil.example', 'ns2.brightanvil.example'];
const SHADOWS = ['track', 'redelivery', 'parcel-status'];

function* campaign(scribe: Scribe, domain: string, index: number, address: string): SampleRows {
  const span: Span = [33, index % 5 === 0 ? 0 : 22];
  yield* scribe.set('NS', domain, CAMPAIGN_SERVERS, [33, 0]);
  yield scribe.address(domain, address, span);
  const registrar = 'Sunforge Names';
  yield scribe.whois(domain, {
    ...redacted(domain),
    daysAgo: 31,
    created: 33,
    registrar,
    nameservers: CAMPAIGN_SERVERS,
    whois_server: whoisServer(registrar),
  });
  if (index % 5 !== 0) yield scribe.listing(domain, { category: 'phishing', source: 'hookline-phish', span: [23, 0] });
}

function* shop(scribe: Scribe, domain: string, index: number, servers: readonly string[]): SampleRows {
  yield* scribe.set('NS', domain, SHOP_SERVERS, ALWAYS);
  const hosts = subnetsOf(64600).flatMap(serversOf);
  for (const host of [domain, `www.${domain}`]) yield scribe.address(host, hosts[index * 5] ?? '', ALWAYS);
  for (const [i, label] of SHADOWS.entries()) {
    const day = 21 - ((index + i) % 4);
    yield scribe.address(`${label}.${domain}`, servers[(index + i) % servers.length] ?? '', [day, 0], { ttl: 300 });
  }
  const registrar = 'Brightanvil Domains';
  yield scribe.whois(domain, {
    ...registrant(randomFor(`shop/${domain}`), domain),
    daysAgo: 90,
    // the yearly renewal was more than 90 days ago
    created: 2000 + 24 * index,
    registrar,
    nameservers: SHOP_SERVERS,
    whois_server: whoisServer(registrar),
  });
}

export function* parcelFees(scribe: Scribe): SampleRows {
  const [block] = subnetsOf(64660);
  if (!block) throw new RangeError('AS64660 has no subnet');
  // addresses that run no other server
  const others = new Set(serversOf(block));
  const free = Array.from({ length: 40 }, (_, i) => addressIn(block, 30 + i)).filter((each) => !others.has(each));
  const [first = '', second = '', third = ''] = free;
  for (const [index, domain] of CAMPAIGN.entries()) yield* campaign(scribe, domain, index, first);
  for (const [index, domain] of SHOPS.entries()) yield* shop(scribe, domain, index, [second, third]);
}
