import type { WhoisLive } from '#contract/generated/types.gen.ts';
import type { WhoisFinding } from '#server/collect/live-findings.ts';
import { liveWhois } from '#server/live/live-whois.ts';
import { whoisLiveRecord } from '#server/serializers/whois-live-record.ts';
import { readDomain } from '#server/input/domain.ts';
import type { LiveHandler } from './handler.ts';

/** C11: asks the registry now; what it says joins the stored records of today. */
const domainWhoisLive: LiveHandler<'domainWhoisLive'> = {
  isCacheable: () => false,
  answer: async ({ path, signal }, { live, findings, now }) => {
    const { domain } = readDomain('domain', path.domain);
    const registration = await liveWhois(live, domain, signal);
    if (!registration) return { whois_live: { domain, error: 'Not found' } };
    const record = whoisLiveRecord(registration, domain, now());
    findings.recordWhois(findingOf(record, domain));
    return { whois_live: record };
  },
};

/** The years that the store can hold; what a registry writes beyond them is not a time. */
const stored = /^(19[7-9]|20\d|21\d|22[0-8])\d-/;

function findingOf(record: WhoisLive, domain: string): WhoisFinding {
  const { created, updated, expires, address, emails, nameservers, ...texts } = record;
  const times = Object.entries({ created, updated, expires }).filter(([, time]) => time && stored.test(time));
  return {
    domain,
    ...Object.fromEntries(times),
    registrar: texts.registrar ?? '',
    name: texts.name ?? '',
    org: texts.org ?? '',
    city: texts.city ?? '',
    state: texts.state ?? '',
    zipcode: texts.zipcode ?? '',
    country: texts.country ?? '',
    whois_server: texts.whois_server ?? '',
    address: address ?? [],
    emails: [emails ?? []].flat(),
    nameservers: [nameservers ?? []].flat(),
  };
}

/** C11: the live whois record. */
export const whoisLive = { domainWhoisLive };
