import { uncapital } from './format.ts';
import { isPlaceholder } from './placeholder.ts';

/**
 * The attributes that hosts and names may share, and the kind of their members: names (domains and host names) or
 * addresses. Scans are stored by address, records and registrations by name.
 */
export const connectionAttributes = {
  address: 'name',
  'ns-set': 'name',
  'name-server': 'name',
  mx: 'name',
  cname: 'name',
  txt: 'name',
  registrar: 'name',
  created: 'name',
  'registrar-day': 'name',
  'registrant-email': 'name',
  'registrant-org': 'name',
  'registrant-name': 'name',
  'certificate-names': 'name',
  'first-certificate': 'name',
  certificate: 'address',
  jarm: 'address',
  favicon: 'address',
  'html-hash': 'address',
  'html-title': 'address',
  ja3s: 'address',
  ja4s: 'address',
} as const satisfies Record<string, 'name' | 'address'>;

export type ConnectionAttribute = keyof typeof connectionAttributes;

/** An attribute with its value, in the form of answers and queries. */
export interface Connection {
  readonly attribute: ConnectionAttribute;
  readonly value: string;
}

/** Names of privacy services, which register domains for others. */
const privacyService = /privacy|private|proxy|whoisguard/i;

/** The JARM of a server that answered none of the TLS probes: all zeros, which identifies nothing. */
export function isUnansweredJarm(hash: string): boolean {
  return /^0+$/.test(hash);
}

/** Whether the value is too generic to be a connection, even if few share it. */
export function isWithheld({ attribute, value }: Connection): boolean {
  if (attribute === 'jarm') return isUnansweredJarm(value);
  return attribute.startsWith('registrant-') && (isPlaceholder(value) || privacyService.test(value));
}

export function isConnectionAttribute(text: string): text is ConnectionAttribute {
  return Object.hasOwn(connectionAttributes, text);
}

/** The kind of a subject that answers about connections name. */
export function kindOfMember(type: string | undefined, subject: string): 'domain' | 'ipv4' | 'ipv6' {
  if (type === 'domain') return 'domain';
  return subject.includes(':') ? 'ipv6' : 'ipv4';
}

/** 'jarm:2ad2ad…'; null for anything but an attribute, a colon and a value. */
export function parseConnection(text: string): Connection | null {
  const colon = text.indexOf(':');
  const [attribute, value] = [text.slice(0, colon), text.slice(colon + 1).trim()];
  return colon > 0 && isConnectionAttribute(attribute) && value !== '' ? { attribute, value } : null;
}

/** An attribute and its value in an answer. */
interface AnsweredConnection {
  readonly attribute: string;
  readonly value: string;
}

export function formatConnection({ attribute, value }: AnsweredConnection): string {
  return `${attribute}:${value}`;
}

/** What a compound value is made of: 'example registrar on 2026-11-25' of a day and a registrar. */
function partsOf({ attribute, value }: AnsweredConnection): readonly AnsweredConnection[] {
  if (attribute !== 'registrar-day') return [];
  const day = value.slice(-'2026-11-25'.length);
  return [
    { attribute: 'created', value: day },
    { attribute: 'registrar', value: value.slice(0, -` on ${day}`.length) },
  ];
}

/**
 * Rows without the parts of their compound values.
 * @param isSame whether a part says no more than the compound value
 */
export function withoutParts<Row>(
  rows: readonly Row[],
  connectionOf: (row: Row) => AnsweredConnection,
  isSame: (compound: Row, part: Row) => boolean = () => true,
): Row[] {
  const compounds = new Map(
    rows.flatMap((row) => partsOf(connectionOf(row)).map((part) => [formatConnection(part), row])),
  );
  return rows.filter((row) => {
    const compound = compounds.get(formatConnection(connectionOf(row)));
    return !compound || !isSame(compound, row);
  });
}

/** Answered rows without the parts that as many share as the compound value: those who have it have its parts. */
export function withoutEqualParts<Row extends Partial<AnsweredConnection> & { readonly shared_by?: number }>(
  rows: readonly Row[],
): Row[] {
  return withoutParts(
    rows,
    ({ attribute = '', value = '' }) => ({ attribute, value }),
    (compound, part) => compound.shared_by === part.shared_by,
  );
}

const attributeWords: Readonly<Record<ConnectionAttribute, string>> = {
  address: 'Address',
  'ns-set': 'Name-server set',
  'name-server': 'Name server',
  mx: 'Mail server (MX)',
  cname: 'Alias target (CNAME)',
  txt: 'TXT record',
  registrar: 'Registrar',
  created: 'Day of registration',
  'registrar-day': 'Registrar and day',
  'registrant-email': 'Registrant e-mail',
  'registrant-org': 'Registrant organization',
  'registrant-name': 'Registrant name',
  'certificate-names': 'Names on certificate',
  'first-certificate': 'Day of first certificate',
  certificate: 'Certificate',
  jarm: 'JARM',
  favicon: 'Favicon',
  'html-hash': 'Page body hash',
  'html-title': 'Page title',
  ja3s: 'JA3S',
  ja4s: 'JA4S',
};

/** 'Name-server set' */
export function attributeWord(attribute: string): string {
  return isConnectionAttribute(attribute) ? attributeWords[attribute] : attribute;
}

/** 'name-server set', 'JARM': abbreviations keep their letters. */
export function inSentence(attribute: string): string {
  const word = attributeWord(attribute);
  return /^[A-Z][a-z]/.test(word) ? uncapital(word) : word;
}

/** "same favicon and JARM" */
export function sameWords(attributes: readonly string[]): string {
  return `same ${attributes.map(inSentence).join(' and ')}`;
}

/** 'same name-server set', 'same JARM' */
export function sameWord(attribute: string): string {
  return sameWords([attribute]);
}

/** A trace along connections ends after this many hops. */
export const mostHops = 6;
