import type { WhoisLive, WhoisRaw } from '#contract/generated/types.gen.ts';
import { registryTime } from '#model/registry-time.ts';

/** C11: what a registry says, in the fields and forms of a stored record, with its own words under `raw`. */
export function whoisLiveRecord(raw: WhoisRaw, domain: string, now: Date): WhoisLive {
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

/** Registry and registrar may differ by hours: a domain was created when the first says so, and lasts as long as the last says. */
function times(texts: WhoisRaw['creation_date']): string[] {
  return list(texts)
    .map(registryTime)
    .filter((time) => time !== null)
    .sort();
}

function list(value: WhoisRaw['creation_date']): string[] {
  return [value ?? []].flat();
}
