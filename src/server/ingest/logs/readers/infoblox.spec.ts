import { describe, expect, it } from 'vitest';
import { reading, told } from '#test/server/log-heads.ts';
import { readInfoblox } from './infoblox.ts';

const day = Date.UTC(2026, 0, 20) / 1000;
const at = Date.UTC(2024, 0, 20, 6, 2, 53) / 1000 + 0.123;

const entries = reading(readInfoblox, { day });
const read = (line: string) => told(entries(line));

const header = '<30>Jan 20 06:02:54 192.0.2.5 named[12345]: ';
const stamp = '20-Jan-2024 06:02:53.123 ';
interface Parts {
  readonly head?: string;
  readonly client?: string;
  readonly question?: string;
  readonly answers?: string;
}
function line({
  head = header + stamp,
  client = 'client 192.0.2.9#54321: UDP: ',
  question = 'query: a.test IN A response: NOERROR +AED',
  answers = 'a.test. 300 IN A 198.51.100.7;',
}: Parts = {}): string {
  return `${head}${client}${question} ${answers}`;
}

describe('a response', () => {
  it('gives its records with owners, TTLs and time', () => {
    const answers =
      'a.test. 300 IN CNAME edge.test.; edge.test. 60 IN A 198.51.100.7; edge.test. 60 IN A 198.51.100.8;';
    const seen = { what: 'record', first: at, last: at, count: 1 };
    const found = [
      { ...seen, name: 'a.test.', type: 'CNAME', answer: 'edge.test.', ttl: 300 },
      { ...seen, name: 'edge.test.', type: 'A', answer: '198.51.100.7', ttl: 60 },
      { ...seen, name: 'edge.test.', type: 'A', answer: '198.51.100.8', ttl: 60 },
    ];
    expect(entries(line({ answers }))).toEqual(found);
    expect(entries(`${line({ answers })}\r`)).toEqual(found);
  });

  // examples of the documentation of NIOS, and of appliances
  it.each([
    '07-Apr-2013 20:16:49.083 client 192.0.2.9#57398 UDP: query: a.test IN A response: NOERROR +AED a.test. 28800 IN A 198.51.100.7;',
    '07-Apr-2013 20:16:49.083 client 2001::2#57398 UDP: query: a.test IN A response: NOERROR +AED a.test. 28800 IN A 198.51.100.7;',
    '07-Apr-2013 20:16:49.083 client 192.0.2.9#57398 TCP: query: a.test IN ANY response: NOERROR +ED a.test. 28800 IN A 198.51.100.7;',
    '<30>Dec 17 13:58:40 192.0.2.5 named[90581]: infoblox-responses: 17-Dec-2025 13:58:40.811 client 192.0.2.9#55720: UDP: query: a.test IN A response: NOERROR +EV a.test. 250 IN A 198.51.100.7;',
    '24-Sep-2020 09:46:27.329 client @0x7f0c74087120 192.0.2.9#61568 (a.test): view 1: UDP: query: a.test IN A response: NOERROR + a.test. 60 IN A 198.51.100.7',
    'Mar 11 23:51:31 infoblox named[17742]: client 192.0.2.9#1: UDP: query: a.test IN A response: NOERROR - a.test 28800 IN A 198.51.100.7;',
  ])('%s', (text) => {
    expect(read(text)).toEqual([expect.stringMatching(/^a\.test\.? A 198\.51\.100\.7$/)]);
  });

  it.each([
    [['a.test. MX mx.test.', 'a.test. MX mx2.test.'], 'a.test. 60 IN MX 10 mx.test.; a.test. 60 IN MX 20 mx2.test.;'],
    [['a.test. TXT one; two "three;"'], 'a.test. 60 IN TXT "one; two" " \\"three\\;\\"";'],
    [['a.test. TXT "open; b.test. 60 IN A 198.51.100.7;'], 'a.test. 60 IN TXT "open; b.test. 60 IN A 198.51.100.7;'],
    [['a.test. SOA ns.test.'], 'a.test. 60 IN SOA ns.test. host.test. 1 2 3 4 5;'],
    [['7.100.51.198.in-addr.arpa. PTR a.test.'], '7.100.51.198.in-addr.arpa. 60 IN PTR a.test.;'],
    [['skipped: a reverse look-up of private space'], '1.0.0.10.in-addr.arpa. 60 IN PTR a.test.;'],
    [['skipped: record type RRSIG is not kept'], 'a.test. 60 IN RRSIG A 5 3 28800 20130616004903 abc/+=;'],
    [['skipped: a record of another class than IN'], 'version.bind. 0 CH TXT "9.18";'],
    [['a\u0000b. A 198.51.100.7'], 'a\u0000b. 60 IN A 198.51.100.7;'],
    [['a.test. A 198.51.100.7', 'rejected: an answer cannot be read'], 'a.test. 60 IN A 198.51.100.7; a.test. soon'],
    [['rejected: the TTL is out of range'], 'a.test. 9999999999 IN A 198.51.100.7;'],
    [['skipped: an answer without data'], 'a.test. 60 IN A;'],
    [['skipped: no answer'], ';;;'],
    [['rejected: more than 1000 answers'], 'a.test. 60 IN NS b.test.; '.repeat(1001)],
    [['skipped: an answer without data'], `${'x'.repeat(1_000_000)} 60 IN A`],
    [['rejected: an answer cannot be read'], `${' '.repeat(900_000)}x`],
    [['rejected: an answer cannot be read'], '"'.repeat(500_001)],
  ])('may give %j', (found, answers) => expect(read(line({ answers }))).toEqual(found));

  it('has the whole set of name servers unless it was truncated', () => {
    const answers = 'a.test. 60 IN NS ns1.test.; a.test. 60 IN NS ns2.test.;';
    const set = ['ns1.test.', 'ns2.test.'];
    expect(entries(line({ answers }))).toMatchObject([{ set }, { set }]);
    const question = 'query: a.test IN NS response: NOERROR +tE';
    expect(entries(line({ answers, question }))[0]).not.toHaveProperty('set');
  });
});

describe('the time', () => {
  it.each([
    ['20-Jan-2024 06:02:53 ', Date.UTC(2024, 0, 20, 6, 2, 53)],
    [`${header}20-Jan-2024 06:02:53.5 queries: info: `, Date.UTC(2024, 0, 20, 6, 2, 53, 500)],
    [header, Date.UTC(2026, 0, 20, 6, 2, 54)],
    ['Jan  2 06:02:54 ns1 named[1]: ', Date.UTC(2026, 0, 2, 6, 2, 54)],
    ['<30>Dec 31 23:59:59 ns1 named[1]: ', Date.UTC(2025, 11, 31, 23, 59, 59)],
    ['<30>1 2024-01-20T06:02:53.5+01:00 ns1 named 1 - - ', Date.UTC(2024, 0, 20, 5, 2, 53, 500)],
    ['2024-01-20T06:02:53Z ns1 named[1]: ', Date.UTC(2024, 0, 20, 6, 2, 53)],
  ])('of %s', (head, milliseconds) => {
    expect(entries(line({ head }))).toMatchObject([{ first: milliseconds / 1000, last: milliseconds / 1000 }]);
  });

  it.each(['', '31-Feb-2024 06:02:53.123 ', '20-Foo-2024 06:02:53.123 ', 'Foo 20 06:02:54 ns1 named[1]: ', '<30>x '])(
    'is missing in %j',
    (head) =>
      expect(read(line({ head }))).toEqual([
        'rejected: the time is missing or cannot be read: send ISO 8601 or epoch seconds',
      ]),
  );
});

describe('what is skipped', () => {
  it.each([
    ['no answer', line({ question: 'query: a.test IN A response: NXDOMAIN +ED', answers: '' })],
    ['no answer', line({ question: 'query: a.test IN SRV response: NOERROR +A', answers: '' }).trimEnd()],
    ['a query without an answer', `${header}client 192.0.2.9#42386: query: a.test IN A + (192.0.2.53)`],
    [
      'a query without an answer',
      `${header}client @0x7f 192.0.2.9#5 (a.test): view x: query: a.test IN A +E(0) (192.0.2.53)`,
    ],
    ['not a DNS event', `${header}zone a.test/IN: loaded serial 1`],
    ['not a DNS event', '<30>Jan 20 06:02:54 ns1 dhcpd[1]: DHCPACK on 192.0.2.9 to 00:00:5e:00:53:01 via eth1'],
    ['not a DNS event', 'response: NOERROR +'],
    ['not a DNS event', '{"query":"a.test"}'],
    ['not a DNS event', '\u0000'],
    ['not a DNS event', 'client '.repeat(140_000)],
    ['a query without an answer', `client 192.0.2.9#1: ${' query:'.repeat(140_000)}`],
    ['not a DNS event', `client 192.0.2.9#1: ${'x'.repeat(900_000)} query: `],
  ])('%s', (reason, text) => expect(read(text)).toEqual([`skipped: ${reason}`]));
});
