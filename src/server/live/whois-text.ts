import { domainToASCII } from 'node:url';
import { isPlaceholder } from '#model/placeholder.ts';
import { registryTime } from '#model/registry-time.ts';
import { distinct, isHandle, type Registration, withoutPlaceholders } from './registration.ts';
import { hostsIn } from './whois-hosts.ts';
import { idLabels, type WhoisField } from './whois-layouts.ts';
import { Vocabulary, type WhoisObject, whoisObjects } from './whois-objects.ts';

/** Size limit of each list. */
const maxValues = 100;

/** Far more than a record needs. */
const most = { characters: 60_000, lines: 1500, lineLength: 500 } as const;

/** The text with one kind of line end, cut to its limits, and without runs of empty lines. */
export function boundedText(text: string): string {
  return text
    .slice(0, most.characters)
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.slice(0, most.lineLength).trimEnd())
    .filter((line, index, lines) => line !== '' || lines[index - 1] !== '')
    .slice(0, most.lines)
    .join('\n');
}

/** Values by field. */
type Fields = ReadonlyMap<WhoisField, readonly string[]>;

/**
 * Reads the text of a whois server. Layouts differ by registry; the objects of a text are kept apart, so that the dates of
 * a contact or the address of a registrar are not taken for those of the domain.
 */
export function readWhoisText(whole: string, domain: string, server: string): Registration {
  const vocabulary = new Vocabulary(domain);
  const objects = ofDomain(whoisObjects(boundedText(whole), domain, vocabulary), domain);
  const fields = fieldsOf(objects, vocabulary);
  const all = (field: WhoisField): string[] => distinct(fields.get(field) ?? []).slice(0, maxValues);
  const one = (field: WhoisField): string | null => all(field).find((value) => !isPlaceholder(value)) ?? null;
  const holder = registrantOf(fields, objects, vocabulary);
  return withoutPlaceholders({
    address: distinct(holder.get('registrant.street') ?? []).slice(0, maxValues),
    city: first(holder, 'registrant.city'),
    country: first(holder, 'registrant.country'),
    creation_date: all('created').filter(registryTime),
    dnssec: one('dnssec'),
    domain_name: all('domain').filter((name) => /^\S+\.\S+$/.test(name)),
    emails: emailsIn(objects),
    expiration_date: all('expires').filter(registryTime),
    name: first(holder, 'registrant.name'),
    name_servers: distinct((fields.get('nameServer') ?? []).flatMap(hostsIn)).slice(0, maxValues),
    org: first(holder, 'registrant.org'),
    referral_url: one('registrar.url'),
    registrar: registrarOf(fields, objects),
    state: first(holder, 'registrant.state'),
    status: all('status'),
    updated_date: all('updated').filter(registryTime),
    whois_server: one('whoisServer') ?? server,
    zipcode: first(holder, 'registrant.zipcode'),
  });
}

function first(fields: Fields, field: WhoisField): string | null {
  return fields.get(field)?.find((value) => !isPlaceholder(value)) ?? null;
}

/** The objects without those of another domain, such as the parent, which end where the domain itself begins. */
function ofDomain(objects: readonly WhoisObject[], domain: string): WhoisObject[] {
  let isOther = false;
  return objects.filter((object) => {
    const name = nameOf(object);
    if (name !== undefined) isOther = domainToASCII(name) !== domain;
    return !isOther;
  });
}

/** The name of a domain object; undefined when it has none, or one whose spelling cannot be compared. */
function nameOf({ kind, entries }: WhoisObject): string | undefined {
  if (kind !== 'domain') return undefined;
  const [entry] = entries.filter(({ label }) => ['domain', 'domain name', 'domainname'].includes(label));
  const name = entry?.values.find(Boolean)?.toLowerCase().replace(/\.$/, '');
  return name !== undefined && /^[\x21-\x7e]+$/.test(name) ? name : undefined;
}

/** Fields with one value per line; of the others only the first line is the value. */
const lists: ReadonlySet<WhoisField> = new Set(['registrant.street', 'nameServer', 'status', 'registrant.ref']);

function fieldsOf(objects: readonly WhoisObject[], vocabulary: Vocabulary): Fields {
  const fields = new Map<WhoisField, string[]>();
  const put = (field: WhoisField, values: readonly string[], most = values.length): void => {
    const filled = values.map((value) => value.trim()).filter(Boolean);
    fields.set(field, [...(fields.get(field) ?? []), ...filled.slice(0, most)]);
  };
  for (const { kind, entries, lines } of objects) {
    if (kind === 'hosts') put('nameServer', lines);
    if (kind === 'registrar') put('registrar.name', lines, 1);
    if (kind === 'registrant') put('registrant.ref', lines);
    for (const { label, values } of entries) {
      const field = vocabulary.field(kind, label);
      if (field) put(field, values, lists.has(field) ? values.length : 1);
    }
  }
  return fields;
}

/** The registrant: its own fields, those of the contact that the domain refers to, or the lines of its section. */
function registrantOf(fields: Fields, objects: readonly WhoisObject[], vocabulary: Vocabulary): Fields {
  const references = (fields.get('registrant.ref') ?? []).filter((line) => !isPlaceholder(line));
  const ids = [...references, ...(fields.get('registrant.handle') ?? [])];
  const contact = ids.map((id) => objects.find((object) => idOf(object) === id)).find(Boolean);
  const own = contact ? contactFields(contact, vocabulary) : writtenOut(references);
  return new Map([...own, ...[...fields].filter(([, values]) => values.some((value) => !isPlaceholder(value)))]);
}

function idOf({ kind, entries }: WhoisObject): string | undefined {
  if (kind !== 'contact') return undefined;
  const labels = idLabels.filter((id) => entries.some(({ label }) => label === id));
  return entries.find(({ label }) => label === labels[0])?.values[0];
}

function contactFields(contact: WhoisObject, vocabulary: Vocabulary): Fields {
  const id = idOf(contact);
  const entries = contact.entries.filter(({ values }) => values[0] !== id);
  return fieldsOf([{ ...contact, entries, kind: 'registrant' }], vocabulary);
}

/** A name and its address in lines, without the lines to call or write to. */
function writtenOut(lines: readonly string[]): Fields {
  const [head = '', ...others] = lines;
  const named = [head.replace(/\s*\(?\S+@\S+/, ''), ...others].filter(Boolean);
  const [name, ...street] = named.filter((line) => !/@|^\+ ?\d|^[a-z .-]{2,20}:/i.test(line));
  if (name === undefined || isHandle(name) || /^[A-Z]+\d+-[A-Z]+$/.test(name)) return new Map();
  return new Map([
    ['registrant.name', [name]],
    ['registrant.street', street],
  ]);
}

/** The name of the registrar; a handle that no object of the text explains is not a name. */
function registrarOf(fields: Fields, objects: readonly WhoisObject[]): string | null {
  const names = [
    ...(fields.get('registrar.org') ?? []),
    ...(fields.get('registrar.name') ?? []),
    ...(fields.get('registrar.ref') ?? []).filter(
      (name) => !isHandle(name) && !objects.some((each) => idOf(each) === name),
    ),
  ];
  const [name] = names.map(withoutNote).filter((each) => !isPlaceholder(each));
  return name ?? null;
}

/** 'Acme Ltd ( https://acme.test )' and 'Acme Ltd [Tag = ACME]' are Acme Ltd. */
function withoutNote(name: string): string {
  return name.replace(/\s*(?:\(\s*(?:https?:\/\/|www\.)[^)]*\)|\[Tag = [^\]]*\])\s*$/i, '').trim();
}

/** All email addresses of the record, including those of abuse desks; the notices around it have others. */
function emailsIn(objects: readonly WhoisObject[]): string[] {
  const texts = objects.flatMap(({ kind, entries, lines }) => [
    ...entries.flatMap(({ values }) => values.slice(0, 1)),
    ...(kind === 'other' ? [] : lines),
  ]);
  const email = /(?<![\w.+-])[\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}/gi;
  return distinct(texts.flatMap((text) => text.match(email) ?? []).map((each) => each.toLowerCase())).slice(
    0,
    maxValues,
  );
}
