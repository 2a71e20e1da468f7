import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LiveError } from './outbound-client.ts';
import { isRegistered } from './registration.ts';
import { readWhoisText } from './whois-text.ts';

// whois-registries.spec.ts reads texts of each registry; here are the rules that its texts do not show.

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

describe('objects of a text', () => {
  it('a contact goes on after a section inside of it', () => {
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

  it('an object of another domain says nothing of this one', () => {
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
    ['acme.es', ['Name Server: ns1.acme.es, ns2.acme.es']],
    ['acme.ng', ['Nameserver: acme.ng\tNS\tns1.acme.ng.', 'Nameserver: acme.ng\tNS\tns2.acme.ng.']],
  ])('of %s, each once', (domain, lines) => {
    const text = [`Domain name: ${domain}`, '', ...lines, '', 'WHOIS lookup made at 11:55:41 18-Apr-2026'];
    expect(read(domain, ...text).name_servers.map((name) => name.toLowerCase())).toEqual([
      `ns1.${domain}`,
      `ns2.${domain}`,
    ]);
  });

  it.each(['None', 'see www.registry.test for more', 'n/a', '192.0.2.1', '1.5', 'ns1', 'a@b.test'])(
    '%s is none',
    (text) => expect(read('acme.test', 'Domain Name: acme.test', `Name Server: ${text}`).name_servers).toEqual([]),
  );
});

describe('registrants and registrars', () => {
  it.each([
    [
      'acme.test',
      [
        'Registrant Name: REDACTED FOR PRIVACY',
        'Registrant Street: REDACTED FOR PRIVACY',
        'Registrant City: Data protected',
      ],
    ],
    ['acme.br', ['owner-c:      CLA75']],
  ])('whois of %s names nobody', (domain, lines) => {
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
  ])('registrar: %s is %s', (value, registrar) =>
    expect(read('acme.test', 'domain: acme.test', `registrar: ${value}`).registrar).toBe(registrar),
  );

  it.each([
    ['one label twice', ['Registrant Street: 1 Main Street', 'Registrant Street: Floor 2']],
    ['numbered labels', ['Registrant Street1: 1 Main Street', 'Registrant Street2: Floor 2']],
    ['a continued line', ['Registrant Address: 1 Main Street', '                    Floor 2']],
  ])('two lines of a street as %s', (_, lines) =>
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

  it('no text costs much more than a usual one of its size, in any layout', () => {
    const usual = filled('   Registrant Name: Jo Doe\n   Name Server: ns1.acme.test\n   Updated Date: 2026-01-02\n');
    cost(usual); // without the compiler
    const bound = 15 * cost(usual);
    const costs = Object.entries(hostile).map(([name, piece]) => [name, cost(filled(piece))] as const);
    expect(costs.filter(([, each]) => each > bound)).toEqual([]);
  });

  it('a line that is longer than any record is cut', () => {
    expect(read('acme.test', `Registrant Name: ${filled('x')}`, 'Registrar: R')).toMatchObject({ registrar: null });
    expect(read('acme.test', `Registrant Name: ${'x'.repeat(5000)}`, 'Registrar: R')).toMatchObject({
      name: 'x'.repeat(500 - 'Registrant Name: '.length),
      registrar: 'R',
    });
  });
});
