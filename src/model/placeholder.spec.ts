import { expect, it } from 'vitest';
import { isWithheld } from './connection.ts';
import { isPlaceholder } from './placeholder.ts';

it.each([
  'REDACTED FOR PRIVACY',
  'Redacted for GDPR privacy',
  'REDACTED | EU DATA SUBJECT',
  'Not shown, please visit www.dnsbelgium.be for webbased whois.',
  'NOT DISCLOSED!',
  'Not Disclosed - Visit www.internet.ee for webbased WHOIS',
  'Visit www.eurid.eu for webbased WHOIS.',
  'Please query the RDDS service of the Registrar of Record identified in this output',
  'Data protected',
  'Data Protected, not disclosed',
  'Data Redacted',
  'GDPR Masked',
  'GDPR Redacted',
  'Statutory Masking Enabled',
  'Non-Public Data',
  'Hidden upon user request',
  'Personal data, not displayed',
  'see at www.register.bg',
  'Not available from Registry',
  'Datos privados',
  '***N/A***',
  'n/a',
  'Private Person',
  'NA',
  'None',
  '-',
  '.',
  '',
])('%j is a placeholder', (text) => expect(isPlaceholder(text)).toBe(true));

it.each([
  'Acme Ltd',
  'Private Equity LLC',
  'Data Protection Office of Bavaria',
  'Visit Norway AS',
  'Hidden Valley Farms',
  'Unknown Worlds Entertainment, Inc.',
  'Nonesuch Records',
  'Whois Corp.',
  'Available Networks GmbH',
  'Contact Energy Limited',
  'Use Case Software',
  '1 Main Street',
  'Contact Solutions Web Design',
  'DE',
])('%j is data', (text) => expect(isPlaceholder(text)).toBe(false));

it.each([
  ['registrant-org', 'Not shown, please visit www.dnsbelgium.be for webbased whois.', true],
  ['registrant-name', 'Hidden upon user request', true],
  ['registrant-org', 'Domains By Proxy, LLC', true],
  ['registrant-org', 'Acme Ltd', false],
  ['registrar', 'Privacy Registrar Inc.', false],
  ['jarm', '0'.repeat(62), true],
  ['jarm', '2ad2ad16d2ad2ad22c2ad2ad2ad2adc1a3c0d5e7f94b6e0a5dfe7ac41b5c94', false],
] as const)('a shared %s %j is withheld: %s', (attribute, value, expected) =>
  expect(isWithheld({ attribute, value })).toBe(expected),
);
