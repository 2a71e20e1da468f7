import type { WhoisRecord } from '#contract/generated/types.gen.ts';
import { whoisList } from './whois-list.ts';

/** One member of a stored whois record (C10). */
export interface WhoisField {
  readonly field: keyof WhoisRecord;
  readonly label: string;
  /** How its values are shown; everything but times and indicators is foreign text. */
  readonly kind: 'text' | 'time' | 'name-server';
}

/** In the order of interest: who sold it, when, on which servers, to whom. */
export const WHOIS_FIELDS: readonly WhoisField[] = [
  { field: 'registrar', label: 'Registrar', kind: 'text' },
  { field: 'created', label: 'Created', kind: 'time' },
  { field: 'updated', label: 'Updated', kind: 'time' },
  { field: 'expires', label: 'Expires', kind: 'time' },
  { field: 'nameservers', label: 'Name servers', kind: 'name-server' },
  { field: 'name', label: 'Name', kind: 'text' },
  { field: 'org', label: 'Organization', kind: 'text' },
  { field: 'emails', label: 'Emails', kind: 'text' },
  { field: 'address', label: 'Address', kind: 'text' },
  { field: 'city', label: 'City', kind: 'text' },
  { field: 'zipcode', label: 'Postal code', kind: 'text' },
  { field: 'state', label: 'State', kind: 'text' },
  { field: 'country', label: 'Country', kind: 'text' },
  { field: 'whois_server', label: 'Whois server', kind: 'text' },
];

/** The values of a field, several for a list; none when it is empty. */
export function whoisValues(record: WhoisRecord, field: keyof WhoisRecord): readonly string[] {
  const value = record[field];
  if (field === 'address' && typeof value === 'string') return whoisList(value);
  if (Array.isArray(value)) return value.map(String);
  return value === undefined || value === '' ? [] : [String(value)];
}
