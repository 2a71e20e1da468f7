import { isPlaceholder } from '#model/placeholder.ts';

/** Registry data of a domain in its original form: the `raw` of C11. Null, or an empty list, for missing fields. */
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

/** Whether any field is set that only a registered domain has. */
export function isRegistered({ creation_date, name_servers, registrar, status }: Registration): boolean {
  // some registries also give a status to available names
  const isFree = status.length > 0 && status.every((each) => /^(free|available|not registered)\b/i.test(each));
  return !isFree && (creation_date.length > 0 || name_servers.length > 0 || registrar !== null || status.length > 0);
}

/** Limits of remote data: more than any registry sends. */
const most = { values: 100, characters: 2000 } as const;

/** Cuts every list and text, and replaces lone surrogates, which the store cannot hold as JSON. */
export function boundedRegistration(registration: Registration): Registration {
  const text = (value: string): string => value.slice(0, most.characters).toWellFormed();
  const fields = Object.entries(registration).map(([field, value]: [string, string[] | string | null]) => [
    field,
    Array.isArray(value) ? value.slice(0, most.values).map(text) : value && text(value),
  ]);
  return Object.fromEntries(fields) as Registration;
}

const aboutRegistrant = ['city', 'country', 'name', 'org', 'state', 'zipcode'] as const;

/** Omits values that only say that they are withheld, so that they are not taken for a shared registrant. */
export function withoutPlaceholders(registration: Registration): Registration {
  const named = aboutRegistrant.map((field) => {
    const value = registration[field];
    // NA is Namibia
    const isCode = field === 'country' && value?.length === 2;
    return [field, value === null || (isPlaceholder(value) && !isCode) ? null : value];
  });
  const address = registration.address.filter((line) => !isPlaceholder(line));
  return { ...registration, ...(Object.fromEntries(named) as Partial<Registration>), address };
}

/** Merges two records: missing fields of the first come from the second. The registrar has more fields, the registry is authoritative for the registrar. */
export function mergeRegistrations(first: Registration, second: Registration): Registration {
  const both = Object.entries(first).map(([field, value]) => {
    const other = second[field as keyof Registration];
    if (!Array.isArray(value)) return [field, value ?? other];
    if (together.has(field)) return [field, distinct([...value, ...(other as string[])])];
    return [field, value.length > 0 ? value : other];
  });
  return Object.fromEntries(both) as Registration;
}

/** Fields where both have different values. */
const together = new Set(['creation_date', 'domain_name', 'emails', 'expiration_date', 'updated_date']);

export function distinct(values: readonly string[]): string[] {
  return [...new Set(values.map((value) => value.trim()).filter(Boolean))];
}

/** 'FAJN-0002', '1498673-X', 'CON-66', '33693450239': an identifier at the registry, not a name. */
export function isHandle(text: string): boolean {
  return /^[A-Z]+-\d+$|^(?:[a-z0-9]+[-_])*[a-z]{0,10}\d{3,}(?:[-_][a-z0-9]+)*$/i.test(text);
}
