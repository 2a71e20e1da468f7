import type { DomainWhoisAnswer, WhoisLive, WhoisRecord } from '#contract/generated/types.gen.ts';
import type { ConnectionAttribute } from '#model/connection.ts';
import type { PanelState } from '#web/kit/panel/panel-state.ts';

/** One member of a stored whois record (C10). */
export interface WhoisField {
  readonly field: keyof WhoisRecord;
  readonly label: string;
  /** How the values are shown; everything but times and hosts is foreign text. */
  readonly kind: 'text' | 'time' | 'host';
  /** The attribute that finds domains with the same value. */
  readonly attribute?: ConnectionAttribute;
}

/** In order of interest: registrar, dates, name servers, registrant. */
export const WHOIS_FIELDS: readonly WhoisField[] = [
  { field: 'registrar', label: 'Registrar', kind: 'text', attribute: 'registrar' },
  { field: 'created', label: 'Created', kind: 'time' },
  { field: 'updated', label: 'Updated', kind: 'time' },
  { field: 'expires', label: 'Expires', kind: 'time' },
  { field: 'nameservers', label: 'Name servers', kind: 'host' },
  { field: 'name', label: 'Name', kind: 'text', attribute: 'registrant-name' },
  { field: 'org', label: 'Organization', kind: 'text', attribute: 'registrant-org' },
  { field: 'emails', label: 'Emails', kind: 'text', attribute: 'registrant-email' },
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

/**
 * C10: `address` is a list in text form, JSON or a Python literal depending on the deployment. Any other text is
 * kept as one line: it is foreign text, and none of it may be lost.
 */
export function whoisList(text: string): readonly string[] {
  if (text.trim() === '') return [];
  return jsonList(text) ?? pythonList(text) ?? [text];
}

function jsonList(text: string): readonly string[] | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) && parsed.every((line) => typeof line === 'string') ? parsed : null;
  } catch {
    return null;
  }
}

const quoted = /\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\s*(,|$)/sy;

function pythonList(text: string): readonly string[] | null {
  const inside = /^\s*\[(.*)\]\s*$/s.exec(text)?.[1];
  if (inside === undefined) return null;
  if (inside.trim() === '') return [];
  const lines: string[] = [];
  quoted.lastIndex = 0;
  while (quoted.lastIndex < inside.length) {
    const match = quoted.exec(inside);
    if (!match) return null;
    lines.push((match[1] ?? match[2] ?? '').replace(/\\(['"\\])/g, '$1'));
  }
  return lines;
}

/** A live record (C11) in the form of a stored one (C10), so that the two can be compared. */
export function liveAsStored({ raw: _, error: __, date_seen, ...live }: WhoisLive): WhoisRecord {
  const texts = Object.fromEntries(
    Object.entries(live).map(([field, value]) => [field, value ?? '']),
  ) as Partial<WhoisRecord>;
  return {
    ...texts,
    // C10 holds the lines of the address in one text
    address: JSON.stringify(live.address ?? []),
    emails: [live.emails ?? []].flat(),
    nameservers: [live.nameservers ?? []].flat(),
    ...(date_seen && { date: Number(date_seen.slice(0, 10).replaceAll('-', '')) }),
  };
}

/** The registry's raw answer, member by member, as lines; missing members are omitted. */
export function rawLines(raw: WhoisLive['raw']): readonly (readonly [member: string, lines: readonly string[]])[] {
  return Object.entries(raw ?? {}).flatMap(([member, value]) => {
    const lines = [value ?? []].flat().map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
    return lines.length === 0 ? [] : [[member, lines] as const];
  });
}

/** C10 */
export const whoisQuestion = (domain: string) => ({ operationId: 'domainWhois', path: { domain } }) as const;

export const whoisUnknown =
  'No whois record of this domain was collected. Only some domains are looked up at registries.';

/** The stored records, newest first; undefined when none: one record with an error or, with some deployments, an error alone. */
export function whoisRecords({ whois }: DomainWhoisAnswer): readonly WhoisRecord[] | undefined {
  const stored = Array.isArray(whois) ? whois.filter(({ error }) => error === undefined) : [];
  return stored.length === 0 ? undefined : stored.toSorted((a, b) => (b.date ?? 0) - (a.date ?? 0));
}

export function whoisState(response: DomainWhoisAnswer): PanelState<readonly WhoisRecord[]> {
  const records = whoisRecords(response);
  return records ? { is: 'data', data: records, count: records.length } : { is: 'unknown', message: whoisUnknown };
}
