/** What a registry says about a domain, as it says it: the `raw` of C11. Null, or an empty list, where it says nothing. */
export interface Registration {
  readonly address: string[];
  readonly city: string | null;
  readonly country: string | null;
  readonly creation_date: string[];
  readonly dnssec: string | null;
  readonly domain_name: string[];
  readonly emails: string[];
  readonly expiration_date: string[];
  readonly name: string | null;
  readonly name_servers: string[];
  readonly org: string | null;
  readonly referral_url: string | null;
  readonly registrar: string | null;
  readonly state: string | null;
  readonly status: string[];
  readonly updated_date: string[];
  readonly whois_server: string | null;
  readonly zipcode: string | null;
}

/** Whether anything was said that only a registered domain has. */
export function isRegistered({ creation_date, name_servers, registrar, status }: Registration): boolean {
  // some registries give names that may be registered a status, too
  const isFree = status.length > 0 && status.every((each) => /^(free|available|not registered)\b/i.test(each));
  return !isFree && (creation_date.length > 0 || name_servers.length > 0 || registrar !== null || status.length > 0);
}

/** The registrar knows more, the registry knows better who the registrar is: what is missing in the first comes from the second. */
export function mergeRegistrations(first: Registration, second: Registration): Registration {
  const both = Object.entries(first).map(([field, value]) => {
    const other = second[field as keyof Registration];
    if (!Array.isArray(value)) return [field, value ?? other];
    if (together.has(field)) return [field, distinct([...value, ...((other as string[] | null) ?? [])])];
    return [field, value.length > 0 ? value : other];
  });
  return Object.fromEntries(both) as unknown as Registration;
}

/** Where both may say something of their own. */
const together = new Set(['creation_date', 'domain_name', 'emails', 'expiration_date', 'updated_date']);

export function distinct(values: readonly string[]): string[] {
  return [...new Set(values.map((value) => value.trim()).filter(Boolean))];
}
