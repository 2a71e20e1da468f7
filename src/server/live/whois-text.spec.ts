import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LiveError } from './outbound-client.ts';
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
    const before = process.cpuUsage(); // a busy machine counts little in it
    read('acme.test', '\n'.repeat(200_000), 'a@'.repeat(50_000), 'x'.repeat(100_000), 'Registrar: a\n'.repeat(5000));
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(2000);
  });
});

describe('hostile whois texts', () => {
  const size = 262_144;
  const filled = (piece: string): string => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
  const hostile = {
    'empty lines': '\n',
    'carriage returns': '\r',
    'lines of blanks': ' \n',
    'opening brackets': '[',
    'labels without end': '[a]\n',
    'continued lines': ' x\n',
    'one continued label': '[a] x\n b\n',
    contacts: 'nic-hdl: x\n\n',
    'one label, many values': 'Registrar: abc\n',
    colons: ':',
    'labels alone': 'a:\n',
    sections: '** a:\nb\n',
    blanks: ' ',
    tabs: '\t',
    'at signs': 'a@',
    dots: 'a.',
    'name servers': 'nserver: \u00fc.\u00e4.example ns.example\n',
    'name servers of other scripts': 'nserver: \u4e00\u4e8c\u4e09\u56db\u4e94.example\n',
    'percent signs': '%',
    stars: '* ',
    prototypes: '__proto__: x\nconstructor: y\n',
  };
  const zones = ['test', 'fr', 'it', 'jp', 'tr', 'ua', 'uk', 'gg', 'be', 'ru'];

  /** Milliseconds that this process worked for all layouts; a busy machine counts little in them. */
  const cost = (text: string): number => {
    const before = process.cpuUsage();
    for (const zone of zones)
      try {
        read(`acme.${zone}`, text);
      } catch (error) {
        expect(error).toBeInstanceOf(LiveError);
      }
    return process.cpuUsage(before).user / 1000;
  };

  it('review C9: no text costs much more than a usual one of its size, in any layout', () => {
    const usual = filled('   Registrant Name: Jo Doe\n   Name Server: ns1.acme.test\n   Updated Date: 2026-01-02\n');
    cost(usual); // without the compiler
    const bound = 15 * cost(usual);
    const costs = Object.entries(hostile).map(([name, piece]) => [name, cost(filled(piece))] as const);
    expect(costs.filter(([, each]) => each > bound)).toEqual([]);
  });

  it('review C9: a line that is longer than any record is cut', () => {
    expect(read('acme.test', `Registrant Name: ${filled('x')}`, 'Registrar: R')).toMatchObject({ registrar: null });
    expect(read('acme.test', `Registrant Name: ${'x'.repeat(5000)}`, 'Registrar: R')).toMatchObject({
      name: 'x'.repeat(500 - 'Registrant Name: '.length),
      registrar: 'R',
    });
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
