import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LiveError } from './door.ts';
import { isRegistered, mergeRegistrations } from './registration.ts';
import { readWhoisText } from './whois-text.ts';

const read = (domain: string, ...lines: string[]) => readWhoisText(lines.join('\n'), domain, 'whois.nic.test');

describe('readWhoisText', () => {
  it('reads the layout of generic domains', () => {
    const record = read(
      'acme.test',
      '   Domain Name: ACME.TEST',
      '   Updated Date: 2026-01-02T03:04:05Z',
      '   Creation Date: 2020-01-02T03:04:05Z',
      '   Registrar URL: http://www.registrar.test',
      '   Registrar: Registrar, Inc.',
      '   Domain Status: clientDeleteProhibited https://icann.org/epp#clientDeleteProhibited',
      '   Domain Status: clientTransferProhibited https://icann.org/epp#clientTransferProhibited',
      '   Name Server: NS1.ACME.TEST',
      '   Name Server: NS2.ACME.TEST',
      '   Registrant Name: REDACTED FOR PRIVACY',
      '   Registrant State/Province: Bavaria',
      '   Registrant Email: abuse+acme@registrar.test',
      '>>> Last update of whois database: 2026-11-21T00:00:00Z <<<',
    );
    expect(record).toMatchObject({
      domain_name: ['ACME.TEST'],
      creation_date: ['2020-01-02T03:04:05Z'],
      updated_date: ['2026-01-02T03:04:05Z'],
      registrar: 'Registrar, Inc.',
      referral_url: 'http://www.registrar.test',
      name: null,
      state: 'Bavaria',
      emails: ['abuse+acme@registrar.test'],
      name_servers: ['NS1.ACME.TEST', 'NS2.ACME.TEST'],
      whois_server: 'whois.nic.test',
    });
    expect(record.status).toHaveLength(2);
    expect(isRegistered(record)).toBe(true);
  });

  it.each([
    [
      'acme.uk',
      [
        '    Domain name:',
        '        acme.uk',
        '',
        '    Relevant dates:',
        '        Registered on: 02-Jan-2020',
        '        Expiry date:  02-Jan-2030',
        '',
        '    Name servers:',
        '        ns1.acme.test',
        '        ns2.acme.test',
      ],
      {
        creation_date: ['02-Jan-2020'],
        expiration_date: ['02-Jan-2030'],
        name_servers: ['ns1.acme.test', 'ns2.acme.test'],
      },
    ],
    [
      'acme.ru',
      [
        'domain:        ACME.RU',
        'nserver:       ns1.acme.test.',
        'state:         REGISTERED, DELEGATED',
        'org:           Acme',
        'registrar:     REG-RU',
        'created:       2020-01-02T00:00:00Z',
        'paid-till:     2030-01-02T00:00:00Z',
      ],
      { org: 'Acme', registrar: 'REG-RU', expiration_date: ['2030-01-02T00:00:00Z'] },
    ],
    [
      'acme.jp',
      [
        '[Domain Name]                   ACME.JP',
        '[Registrant]                    Acme',
        '[Name Server]                   ns1.acme.test',
        '[Created on]                    2020/01/02',
      ],
      { domain_name: ['ACME.JP'], creation_date: ['2020/01/02'], name_servers: ['ns1.acme.test'] },
    ],
  ])('reads the layout of %s', (domain, lines, expected) => {
    expect(read(domain, ...lines)).toMatchObject(expected);
  });

  it('keeps markup and control characters of others as they are', () => {
    const name = '<img src=x onerror=alert(1)> \u202e\u0007=cmd|x';
    expect(read('acme.test', `Registrant Name: ${name}`).name).toBe(name);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'text'])('survives the label %s', (label) => {
    expect(read('acme.test', `${label}: x`, `${label}: y`, 'Registrar: R').registrar).toBe('R');
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it('reads any text in moments, or says that it cannot', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('domain:', 'nic-hdl: x', '\n', 'Registrar', ': ', 'source', '[', '   '),
    );
    const domain = fc.constantFrom('a.test', 'a.fr', 'a.it', 'a.jp', 'a.tr', 'a.ua', 'a.uk', 'a.gg');
    fc.assert(
      fc.property(domain, fc.array(piece, { maxLength: 30 }), (name, pieces) => {
        try {
          read(name, pieces.join(''));
        } catch (error) {
          expect(error).toBeInstanceOf(LiveError);
        }
      }),
    );
    const startedAt = performance.now();
    read('acme.test', '\n'.repeat(200_000), 'a@'.repeat(50_000), 'x'.repeat(100_000), 'Registrar: a\n'.repeat(5000));
    expect(performance.now() - startedAt).toBeLessThan(2000);
  });
});

describe('mergeRegistrations', () => {
  const nothing = read('acme.test', '');
  it('takes what the first leaves out from the second, and both where both may speak', () => {
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
