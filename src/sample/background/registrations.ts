// Whois history, facts and listings of the ordinary domains.

import { randomFor, type Random } from '#sample/random.ts';
import type { SampleRows } from '#sample/rows.ts';
import { registration, type Scribe, type WhoisFacts } from '#sample/scribe.ts';
import { CITIES, FAMILY_NAMES, GIVEN_NAMES, STREETS } from '#sample/words.ts';
import { feed } from './address-listings.ts';
import type { DomainPlan } from './domains.ts';

const COUNTRIES = ['US', 'GB', 'DE', 'FR', 'NL', 'CA', 'BR', 'IN', 'JP', 'SE', 'PL', 'ZA', 'MX', 'AU', 'NG'];

export type Registrant = Pick<
  WhoisFacts,
  'name' | 'org' | 'emails' | 'address' | 'city' | 'state' | 'zipcode' | 'country'
>;

/** A fictional person; `mailDomain` hosts the mailbox. */
export function registrant(random: Random, mailDomain: string, org = ''): Registrant {
  const given = random.pick(GIVEN_NAMES);
  const family = random.pick(FAMILY_NAMES);
  return {
    name: `${given} ${family}`,
    org,
    emails: [`${given}.${family}@${mailDomain}`.toLowerCase()],
    address: [`${random.int(1, 240)} ${random.pick(STREETS)} Street`],
    city: random.pick(CITIES),
    state: '',
    zipcode: random.text(5, '0123456789'),
    country: random.pick(COUNTRIES),
  };
}

/** The registrant shown by a privacy service. */
export function redacted(domain: string): Registrant {
  return {
    name: 'Registration Private',
    org: 'Nomdeplume Privacy Bureau',
    emails: [`${domain.replaceAll('.', '-')}@nomdeplume-privacy.example`],
    address: ['PO Box 40'],
    city: 'Westergate',
    state: '',
    zipcode: '00040',
    country: 'IS',
  };
}

/** The whois server of a registrar. */
export function whoisServer(registrar: string): string {
  return `whois.${registrar.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.example`;
}

function organisation(name: string, random: Random): string {
  const words = (name.split('.')[0] ?? '').split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join(' ')} ${random.pick(['Ltd', 'GmbH', 'Inc', 'BV', 'SARL', 'Cooperative', 'Oy'])}`;
}

/** The days on which a record was collected, oldest first; each finds the name servers of its day. */
function collectedOn(random: Random, ageDays: number, renewedDaysAgo: number): number[] {
  const oldest = Math.min(ageDays, 390);
  const days = [oldest, ...Array.from({ length: random.int(0, 3) }, () => random.int(0, oldest))].sort((a, b) => a - b);
  // the newest record includes the last renewal: a domain in use does not look expired
  days[0] = Math.min(days[0] ?? 0, random.int(0, renewedDaysAgo));
  return [...new Set(days)].sort((a, b) => b - a);
}

/** ICANN's transfer policy: none within 60 days of the registration or of the last transfer. */
const TRANSFER_LOCK_DAYS = 60;

export function* whoisHistory(scribe: Scribe, plan: DomainPlan): SampleRows {
  const random = randomFor(`whois/${plan.name}`);
  const { ageDays, expiredDaysAgo } = plan;
  const owner = registrant(random, plan.name, random.chance(0.7) ? organisation(plan.name, random) : '');
  const buyer = random.chance(0.15) ? registrant(random, plan.name, organisation(plan.name, random)) : owner;
  const registrarBefore = random.chance(0.15) ? 'Brightanvil Domains' : plan.registrar;
  const hidden = random.chance(0.25);
  const planned = Math.min(random.int(1, 380), ageDays - TRANSFER_LOCK_DAYS - random.int(1, 30));
  const handover = planned > (expiredDaysAgo ?? 0) ? planned : 0;
  const changes = plan.nameServers.slice(1).map(({ span }) => span[0]);
  if (handover > 0 && (hidden || buyer !== owner || registrarBefore !== plan.registrar)) changes.push(handover);
  // the newest record is from after the last renewal, or after the expiry
  const { renewed } = registration(scribe.clock, { daysAgo: 0, created: ageDays });
  for (const daysAgo of collectedOn(random, ageDays, expiredDaysAgo ?? renewed)) {
    const late = daysAgo <= handover || handover <= 0;
    const registrar = late ? plan.registrar : registrarBefore;
    const servers =
      plan.nameServers.find(({ span }) => daysAgo <= span[0] && daysAgo > span[1]) ?? plan.nameServers.at(-1);
    yield scribe.whois(plan.name, {
      ...(hidden && late ? redacted(plan.name) : late && handover > 0 ? buyer : owner),
      daysAgo,
      created: ageDays,
      changed: Math.min(ageDays, ...changes.filter((day) => day >= daysAgo)),
      lapsed: expiredDaysAgo,
      registrar,
      nameservers: servers?.servers ?? [],
      whois_server: whoisServer(registrar),
    });
  }
}

export function* domainFacts(scribe: Scribe, plan: DomainPlan): SampleRows {
  if (plan.toplistRank > 0) yield scribe.domainFact(plan.name, 'toplist', { value: String(plan.toplistRank) });
  if (plan.expiredDaysAgo !== undefined) yield scribe.domainFact(plan.name, 'expired', { since: plan.expiredDaysAgo });
}

const PATHS = ['login/verify', 'wp-content/update.zip', 'invoice/view', 'panel/gate.php', 'track/unsubscribe'];

export function* domainListings(scribe: Scribe, plan: DomainPlan): SampleRows {
  const start = randomFor(`listings/${plan.name}`).int(0, PATHS.length - 1);
  for (const [i, { category, span }] of plan.listings.entries()) {
    const source = feed(category, `${plan.name}/${i}`);
    const indicator = i === 0 ? plan.name : `http://${plan.name}/${PATHS[(start + i) % PATHS.length]}`;
    yield scribe.listing(indicator, { host: plan.name, category, source, span });
  }
}
