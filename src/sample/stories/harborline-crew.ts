// The crew behind three stories: the flux campaign, the look-alikes, and Amber Console, which controls both.
//
// It pays from one mailbox and orders privacy only weeks after a registration, so that the first whois records of its domains name the
// same registrant. secure-notices.test, registered on the day of harborline-login.example, sends the mails; its server is the mail
// exchanger of the page, of its name servers' domain and of the look-alikes. One certificate names the
// page and the mail domain beside both beacons of Amber Console.

import type { Span } from '#sample/clock.ts';
import { certificate, FREE_ISSUER } from '#sample/evidence.ts';
import { LANDMARKS } from '#sample/landmarks.ts';
import { randomFor } from '#sample/random.ts';
import type { SampleRows } from '#sample/rows.ts';
import type { Scribe, WhoisFacts } from '#sample/scribe.ts';
import { redacted, registrant, type Registrant, whoisServer } from '#sample/background/registrations.ts';

const PAGE = LANDMARKS.fluxDomain.indicator;
const BEACONS = [LANDMARKS.c2Domain.indicator, 'cdn-metrics-sync.invalid'];
const MAIL_DOMAIN = 'secure-notices.test';
/** Shared with the name servers of attic-lamp.test. */
const MAIL_ADDRESS = '203.0.113.33';
const MAIL_SPAN: Span = [39, 0];
/** The mail server of all its domains. */
export const CREW_EXCHANGER = `mail.${MAIL_DOMAIN}`;

/** The registrant in whois records of before the privacy service. */
export const CREW: Registrant = registrant(randomFor('flux/registrant'), 'quick-post.test');

interface Registration extends Pick<WhoisFacts, 'created' | 'registrar'> {
  /** The days on which records were collected: before, and after privacy was ordered. */
  readonly collected: readonly [named: number, hidden: number];
  readonly hidden: number;
  readonly nameservers: readonly string[];
}

/** A registration of the crew: first under its name, later under that of a privacy service. */
export function* registeredByCrew(scribe: Scribe, domain: string, facts: Registration): SampleRows {
  const { collected, hidden, ...rest } = facts;
  const each = { ...rest, whois_server: whoisServer(facts.registrar) };
  yield scribe.whois(domain, { ...each, ...CREW, daysAgo: collected[0] });
  yield scribe.whois(domain, { ...each, ...redacted(domain), daysAgo: collected[1], changed: hidden });
}

export function* harborlineCrew(scribe: Scribe): SampleRows {
  const servers = ['ns1.pinecrest-dns.example', 'ns2.pinecrest-dns.example'];
  yield* scribe.set('NS', MAIL_DOMAIN, servers, [46, 0]);
  yield scribe.soa(MAIL_DOMAIN, servers[0] ?? '', [46, 0]);
  for (const host of [MAIL_DOMAIN, CREW_EXCHANGER]) yield scribe.address(host, MAIL_ADDRESS, MAIL_SPAN);
  for (const domain of [MAIL_DOMAIN, PAGE, 'attic-lamp.test']) {
    yield* scribe.set('MX', domain, [CREW_EXCHANGER], MAIL_SPAN);
    yield scribe.record('TXT', domain, `v=spf1 ip4:${MAIL_ADDRESS} -all`, MAIL_SPAN);
  }
  yield* registeredByCrew(scribe, MAIL_DOMAIN, {
    created: 46,
    registrar: 'Bargain Bin Domains',
    nameservers: servers,
    collected: [45, 20],
    hidden: 21,
  });
  yield certificate(scribe, {
    label: 'crew/all',
    names: [MAIL_DOMAIN, PAGE, ...BEACONS],
    issuer: FREE_ISSUER,
    issuedDaysAgo: 38,
  });
  yield scribe.listing(MAIL_DOMAIN, { category: 'spam', source: 'postmark-abuse', span: [33, 0] });
}
