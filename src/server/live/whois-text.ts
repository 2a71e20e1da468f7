import parsers from 'whoiser/src/parsers.js';
import { LiveError } from './outbound-client.ts';
import { distinct, type Registration } from './registration.ts';

/** What more than one line of text may say. */
const maxValues = 100;

/** Far more than a record needs; the library takes the square of each of these for some layouts. */
const most = { characters: 60_000, lines: 1500, lineLength: 500 } as const;

/** The text in lines that any parser can work through at once: cut, with one kind of line end and no run of empty lines. */
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

/** Reads the text of a whois server, whose layout each registry invents again. @throws LiveError when it cannot be read */
export function readWhoisText(whole: string, domain: string, server: string): Registration {
  const text = boundedText(whole);
  const fields = parse(text, domain);
  const all = (...labels: string[]) =>
    distinct(labels.flatMap((label) => fields[label] ?? []).map(String)).slice(0, maxValues);
  const one = (...labels: string[]) => all(...labels)[0] ?? null;
  return {
    address: all('Registrant Street', 'Registrant Address', 'Registrant Street1', 'address'),
    city: one('Registrant City', 'city'),
    country: one('Registrant Country', 'Registrant Country Code', 'country'),
    creation_date: all('Created Date'),
    dnssec: one('DNSSEC'),
    domain_name: all('Domain Name'),
    emails: emailsIn(text),
    expiration_date: all('Expiry Date'),
    name: one('Registrant Name', 'person'),
    name_servers: all('Name Server'),
    org: one('Registrant Organization', 'descr'),
    referral_url: one('Referral URL', 'Registrar URL'),
    registrar: one('Registrar'),
    state: one('Registrant State/Province', 'Registrant State'),
    status: all('Domain Status'),
    updated_date: all('Updated Date'),
    whois_server: one('Registrar WHOIS Server', 'Whois Server') ?? server,
    zipcode: one('Registrant Postal Code', 'Registrant Postal code', 'Registrant Zip'),
  };
}

/** The library's parser alone, which opens no connection. It gives up on some layouts it thinks it knows. */
function parse(text: string, domain: string): Readonly<Record<string, string | readonly string[]>> {
  const lines = text
    .split('\n')
    // it takes labels as keys of plain objects, which have some of their own
    .filter((line) => !((line.split(':')[0] ?? '').trim().toLowerCase() in {}));
  try {
    return parsers.parseDomainWhois(domain, lines.join('\n'), true);
  } catch (cause) {
    throw new LiveError('live_failed', 'The answer of the whois server cannot be read.', { cause });
  }
}

/** Wherever they stand, also those of abuse desks. */
function emailsIn(text: string): string[] {
  const found = text.match(/[\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}/gi) ?? [];
  return distinct(found.map((email) => email.toLowerCase())).slice(0, maxValues);
}
