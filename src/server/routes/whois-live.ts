import type { WhoisLive, WhoisRaw } from '#contract/generated/types.gen.ts';
import { registryTime } from '#model/registry-time.ts';
import type { WhoisFinding } from '#server/ingest/live-findings.ts';
import { readDomain } from '#server/input/name.ts';
import { liveWhois } from '#server/live/live-whois.ts';
import type { AllServices, LiveHandler } from './handler.ts';

/** C11: queries the registry and adds its answer to the stored records of today. */
const domainWhoisLive: LiveHandler<'domainWhoisLive'> = {
  answer: async ({ path, signal }, services) => {
    const { domain } = readDomain('domain', path.domain);
    const registration = await liveWhois(services.live, domain, signal);
    if (!registration) return { whois_live: { domain, error: 'Not found' } };
    return { whois_live: recordRegistration(registration, domain, services) };
  },
};

/** Adds a registry answer to the collection. @returns the answer in the form of the interface */
export function recordRegistration(
  registration: WhoisRaw,
  domain: string,
  { findings, now }: Pick<AllServices, 'findings' | 'now'>,
): WhoisLive {
  const record = whoisLiveRecord(registration, domain, now());
  findings.recordWhois(findingOf(record, domain));
  return record;
}

/** The years that the store can hold; times outside of them are ignored. */
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

/** C11: a registry answer with the fields of a stored record, and the original text under `raw`. */
function whoisLiveRecord(raw: WhoisRaw, domain: string, now: Date): WhoisLive {
  return {
    address: list(raw.address),
    city: raw.city ?? null,
    country: raw.country ?? null,
    created: times(raw.creation_date).at(0) ?? null,
    date_seen: now.toISOString().slice(0, 19).replace('T', ' '),
    domain,
    emails: list(raw.emails),
    expires: times(raw.expiration_date).at(-1) ?? null,
    name: raw.name ?? null,
    nameservers: [...new Set(list(raw.name_servers).map((name) => name.toLowerCase().replace(/\.$/, '')))],
    org: raw.org ?? null,
    registrar: raw.registrar ?? null,
    state: raw.state ?? null,
    updated: times(raw.updated_date).at(-1) ?? null,
    whois_server: raw.whois_server ?? null,
    zipcode: raw.zipcode ?? null,
    raw,
  };
}

/** Registry and registrar may differ by hours: the earliest creation and the latest expiry count. */
function times(texts: WhoisRaw['creation_date']): string[] {
  return list(texts)
    .map(registryTime)
    .filter((time) => time !== null)
    .sort();
}

function list(value: WhoisRaw['creation_date']): string[] {
  return [value ?? []].flat();
}
