import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { registryTime } from '#model/registry-time.ts';
import { LiveError } from './outbound-client.ts';
import { isRegistered } from './registration.ts';
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

  it('keeps markup and control characters unchanged', () => {
    const name = '<img src=x onerror=alert(1)> \u202e\u0007=cmd|x';
    expect(read('acme.test', `Registrant Name: ${name}`).name).toBe(name);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'text'])('survives the label %s', (label) => {
    expect(read('acme.test', `${label}: x`, `${label}: y`, 'Registrar: R').registrar).toBe('R');
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it('reads any text quickly, or reports that it cannot', () => {
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
    const before = process.cpuUsage(); // CPU time: the load of the machine matters little
    read('acme.test', '\n'.repeat(200_000), 'a@'.repeat(50_000), 'x'.repeat(100_000), 'Registrar: a\n'.repeat(5000));
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(2000);
  });
});

const days = (texts: readonly string[]) => texts.map(registryTime);

describe('objects of a text', () => {
  it('review B1: the dates of .sk are those of the domain, and its registrar is the one with that handle', () => {
    const record = read(
      'acme.sk',
      'Domain:                       acme.sk',
      'Registrant:                   Acme',
      'Registrar:                    FAJN-0002',
      'Created:                      2003-07-24',
      'Updated:                      2018-07-03',
      'Valid Until:                  2019-07-24',
      '',
      'Registrar:                    FAJN-0002',
      'Name:                         Registrar s. r. o.',
      'Street:                       Krasovského 13',
      'Created:                      2017-09-01',
      'Updated:                      2019-04-17',
      '',
      'Contact:                      Acme',
      'Name:                         Domain Administrator',
      'Organization:                 Acme Unlimited',
      'Street:                       70 Quay',
      'Street:                       Floor 2',
      'Registrar:                    FAJN-0003',
      'Created:                      2018-01-26',
    );
    expect(record).toMatchObject({
      registrar: 'Registrar s. r. o.',
      name: 'Domain Administrator',
      org: 'Acme Unlimited',
      address: ['70 Quay', 'Floor 2'],
      creation_date: ['2003-07-24'],
      updated_date: ['2018-07-03'],
      expiration_date: ['2019-07-24'],
    });
    expect(days(record.creation_date)).toEqual(['2003-07-24 00:00:00']);
  });

  it('review B1: .br has a day of the domain and others of its contacts', () => {
    const record = read(
      'acme.com.br',
      'domain:      acme.com.br',
      'owner:       Acme do Brasil Ltda',
      'created:     19961206 #24302',
      'changed:     20150427',
      '',
      'nic-hdl-br:  CLA75',
      'person:      Jo',
      'created:     20000513',
      'changed:     20100825',
    );
    expect(record.org).toBe('Acme do Brasil Ltda');
    expect(days(record.creation_date)).toEqual(['1996-12-06 00:00:00']);
    expect(days(record.updated_date)).toEqual(['2015-04-27 00:00:00']);
  });

  it('review B1: .nl has an address below its registrar', () => {
    const lines = ['Domain name: acme.nl', '', 'Registrar:', '   Hosting B.V.', '   Straat 61', '   1018VN Amsterdam'];
    expect(read('acme.nl', ...lines)).toMatchObject({ registrar: 'Hosting B.V.', address: [], name: null });
  });

  it('review B1: a contact goes on after a section inside of it', () => {
    const record = read(
      'acme.test',
      'Domain:             acme.test',
      'Created:            2010-01-01',
      '',
      'Registrant',
      '  Organization:     Acme Ltd',
      '  Address:',
      '      1 Main Street',
      '      Floor 2',
      '  Created:          2018-03-02',
      '  Keys:',
      '      tag: 1',
      '  Last Update:      2018-03-02',
    );
    expect(record).toMatchObject({
      org: 'Acme Ltd',
      address: ['1 Main Street', 'Floor 2'],
      creation_date: ['2010-01-01'],
      updated_date: [],
    });
  });

  it('review B1: an object of another domain says nothing of this one', () => {
    const parent = ['domain: CO.TEST', 'registrar: Other', 'nserver: ns1.other.test', 'created: 2001-01-01', ''];
    const own = ['domain: acme.co.test', 'created: 2002-02-02'];
    expect(read('acme.co.test', ...parent, ...own)).toMatchObject({
      registrar: null,
      name_servers: [],
      creation_date: ['2002-02-02'],
    });
    expect(isRegistered(read('acme.co.test', ...parent))).toBe(false);
  });

  it('takes no mail address from the notices around the record', () => {
    const notices = ['% Write to a@registry.test.', '', 'Please send mail to b@registry.test for more.'];
    const record = read('acme.test', 'Domain Name: acme.test', 'Registrant Email: jo@acme.test', '', ...notices);
    expect(record.emails).toEqual(['jo@acme.test']);
  });
});

describe('name servers', () => {
  it.each([
    [
      'acme.co.uk',
      ['    Name servers:', '        ns1.acme.co.uk      192.0.2.1  2001:db8::1', '        ns2.acme.co.uk  2001:db8::'],
    ],
    [
      'acme.be',
      ['Nameservers:', '\tns1.acme.be (192.0.2.1)', '\tns1.acme.be (2001:db8::1)', '\tns2.acme.be (2001:db8::2)'],
    ],
    ['acme.pl', ['nameservers:   ns1.acme.pl. [192.0.2.1][2001:db8::1]', '               ns2.acme.pl. [192.0.2.2]']],
    [
      'acme.kr',
      [
        'Primary Name Server',
        '   Host Name   : ns1.acme.kr',
        '   IP Address  : 192.0.2.1',
        '',
        'Secondary Name Server',
        '   Host Name   : ns2.acme.kr',
      ],
    ],
    ['acme.hk', ['Name Servers Information:', '', 'NS1.ACME.HK', 'NS2.ACME.HK']],
    [
      'acme.fi',
      [
        'Nameservers',
        '',
        'nserver............: ns1.acme.fi [192.0.2.1] [2001:db8::1] [OK]',
        'nserver............: ns2.acme.fi [Technical Error]',
      ],
    ],
    ['acme.cz', ['nserver:  ns1.acme.cz (192.0.2.1, 2001:db8::1)', 'nserver:  ns2.acme.cz']],
    ['acme.rs', ['DNS: ns1.acme.rs - 192.0.2.1', 'DNS: ns2.acme.rs -']],
    [
      'acme.pt',
      [
        'Name Server: ns1.acme.pt | IPv4: 192.0.2.1 and IPv6: 2001:db8::1',
        'Name Server: ns2.acme.pt | IPv4:  and IPv6:',
      ],
    ],
    ['acme.es', ['Name Server: ns1.acme.es, ns2.acme.es']],
    ['acme.ng', ['Nameserver: acme.ng\tNS\tns1.acme.ng.', 'Nameserver: acme.ng\tNS\tns2.acme.ng.']],
  ])('review B2: of %s with their addresses', (domain, lines) => {
    const text = [`Domain name: ${domain}`, '', ...lines, '', 'WHOIS lookup made at 11:55:41 18-Apr-2026'];
    expect(read(domain, ...text).name_servers.map((name) => name.toLowerCase())).toEqual([
      `ns1.${domain}`,
      `ns2.${domain}`,
    ]);
  });

  it.each(['None', 'see www.registry.test for more', 'n/a', '192.0.2.1', '1.5', 'ns1', 'a@b.test'])(
    'review B2: %s is none',
    (text) => expect(read('acme.test', 'Domain Name: acme.test', `Name Server: ${text}`).name_servers).toEqual([]),
  );
});

describe('registrants and registrars', () => {
  it.each([
    ['acme.be', ['Registrant:', '\tNot shown, please visit www.dnsbelgium.be for webbased whois.']],
    ['acme.eu', ['Registrant:', '\tNOT DISCLOSED!', '\tVisit www.eurid.eu for webbased WHOIS.']],
    [
      'acme.test',
      [
        'Registrant Name: REDACTED FOR PRIVACY',
        'Registrant Street: REDACTED FOR PRIVACY',
        'Registrant City: Data protected',
      ],
    ],
    ['acme.se', ['holder:           abcdef1234-00001']],
    ['acme.si', ['registrant:     G123456']],
    ['acme.is', ['registrant:   AB12-IS']],
    ['acme.br', ['owner-c:      CLA75']],
  ])('review B4: %s names nobody', (domain, lines) => {
    const record = read(domain, `Domain: ${domain}`, '', ...lines);
    expect(record).toMatchObject({ name: null, org: null, address: [], city: null });
  });

  it.each([
    ['1498673-X', null],
    ['FAJN-0002', null],
    ['REG466-NORID', null],
    ['R01-RU', 'R01-RU'],
    ['101DOMAIN-RU', '101DOMAIN-RU'],
    ['Key-Systems GmbH', 'Key-Systems GmbH'],
    ['1API GmbH', '1API GmbH'],
    ['123-Reg Limited [Tag = 123-REG]', '123-Reg Limited'],
    ['MarkMonitor Inc. ( https://nic.test/registrar/434 )', 'MarkMonitor Inc.'],
  ])('review B4: registrar: %s is %s', (value, registrar) =>
    expect(read('acme.test', 'domain: acme.test', `registrar: ${value}`).registrar).toBe(registrar),
  );

  it.each([
    ['one label twice', ['Registrant Street: 1 Main Street', 'Registrant Street: Floor 2']],
    ['numbered labels', ['Registrant Street1: 1 Main Street', 'Registrant Street2: Floor 2']],
    ['a continued line', ['Registrant Address: 1 Main Street', '                    Floor 2']],
  ])('review B4: two lines of a street as %s', (_, lines) =>
    expect(read('acme.test', 'Domain Name: acme.test', ...lines).address).toEqual(['1 Main Street', 'Floor 2']),
  );
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

  /** CPU milliseconds for all layouts; the load of the machine matters little. */
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
