import { describe, expect, it } from 'vitest';
import { isRegistered, mergeRegistrations } from './registration.ts';
import { readWhoisText } from './whois-text.ts';

describe('mergeRegistrations', () => {
  const nothing = readWhoisText('', 'acme.test', 'whois.nic.test');
  it('fills fields missing in the first record from the second, and keeps both values where both count', () => {
    const registrar = { ...nothing, name: 'Jo', whois_server: null, emails: ['a@acme.test'], name_servers: [] };
    const registry = {
      ...nothing,
      name: 'hidden',
      city: 'Rome',
      emails: ['b@acme.test', 'a@acme.test'],
      name_servers: ['ns1.acme.test'],
    };
    expect(mergeRegistrations(registrar, registry)).toMatchObject({
      name: 'Jo',
      city: 'Rome',
      emails: ['a@acme.test', 'b@acme.test'],
      name_servers: ['ns1.acme.test'],
      whois_server: 'whois.nic.test',
    });
  });

  it.each([
    [['free'], false],
    [['AVAILABLE'], false],
    [['ok'], true],
    [[], false],
  ])('with the status %j a domain is registered: %s', (status, expected) =>
    expect(isRegistered({ ...nothing, status })).toBe(expected),
  );
});
