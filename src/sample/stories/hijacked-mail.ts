// A town council whose mail was read for a day.
//
// 97 days ago somebody with the password of its registrar account pointed ferrywick-council.example to the name servers of Moonless Harbour,
// and those pointed the mail server to an address there. Within the hour a free certificate for the mail server was issued, although
// the council buys its own, and passwords were collected. The next day everything was as before.
//
// Verdict: benign, score 0 today; the day is found as a short-lived hijack.

import { ALWAYS, SENSOR_DAYS, type Span } from '#sample/clock.ts';
import { certificate, FREE_ISSUER, PAID_ISSUER, renewals } from '#sample/evidence.ts';
import { randomFor } from '#sample/random.ts';
import type { SampleRows } from '#sample/rows.ts';
import type { Scribe } from '#sample/scribe.ts';
import { serversOf, subnetsOf } from '#sample/world.ts';
import { registrant, whoisServer } from '#sample/background/registrations.ts';

const COUNCIL = 'ferrywick-council.example';
const MAIL = `mail.${COUNCIL}`;
const SERVERS = ['ns1.zonegarden.example', 'ns2.zonegarden.example'];
const FOREIGN_SERVERS = ['ns1.moonless-harbour.invalid', 'ns2.moonless-harbour.invalid'];
const REGISTRAR = 'Zonegarden Domains';

const BEFORE: Span = [SENSOR_DAYS, 97];
const DURING: Span = [97, 96];
const SINCE: Span = [96, 0];

export function* hijackedMail(scribe: Scribe): SampleRows {
  const foreign = subnetsOf(64670).flatMap(serversOf).at(-1) ?? '';
  for (const span of [BEFORE, SINCE]) {
    yield* scribe.set('NS', COUNCIL, SERVERS, span);
    yield scribe.address(MAIL, '192.0.2.162', span);
  }
  yield* scribe.set('NS', COUNCIL, FOREIGN_SERVERS, DURING, { ttl: 300 });
  yield scribe.address(MAIL, foreign, DURING, { ttl: 300, count: 41 });
  for (const host of [COUNCIL, `www.${COUNCIL}`]) yield scribe.address(host, '192.0.2.161', ALWAYS);
  yield* scribe.set('MX', COUNCIL, [MAIL], ALWAYS);
  yield scribe.soa(COUNCIL, SERVERS[0] ?? '', ALWAYS);
  for (const issuedDaysAgo of renewals(scribe.clock, PAID_ISSUER, [390, 20])) {
    const label = `council/${issuedDaysAgo}`;
    yield certificate(scribe, { label, names: [COUNCIL, `www.${COUNCIL}`, MAIL], issuer: PAID_ISSUER, issuedDaysAgo });
  }
  yield certificate(scribe, { label: 'council/foreign', names: [MAIL], issuer: FREE_ISSUER, issuedDaysAgo: 97 });
  yield scribe.whois(COUNCIL, {
    ...registrant(randomFor('council'), COUNCIL, 'Ferrywick Town Council'),
    daysAgo: 40,
    created: 4120,
    registrar: REGISTRAR,
    nameservers: SERVERS,
    whois_server: whoisServer(REGISTRAR),
  });
}
