import { describe, expect, it } from 'vitest';
import { reading, reasonOf } from '#test/server/log-heads.ts';
import type { LogEntry } from '#server/ingest/logs/log-reader.ts';
import { readZoneFile } from './zone-file.ts';

const day = Date.UTC(2026, 10, 20) / 1000;

const entriesOf = reading(readZoneFile, { day });
const told = (entries: readonly LogEntry[]) =>
  entries.map((entry) =>
    entry.what === 'record'
      ? `${entry.name} ${entry.type} ${entry.answer} ${entry.ttl}`
      : `${entry.what}: ${reasonOf(entry)}`,
  );
const read = (...lines: readonly string[]) => told(entriesOf(...lines));

const origin = '$ORIGIN example.test.';
const noOrigin =
  'lacking: a relative name, with no $ORIGIN or full SOA name above to complete it, and no origin was given';
const noOwner = 'rejected: no owner name, and no record above to take it from';
const notRecord = 'rejected: not a record (name, TTL, class, type, data) or a directive';
const afterFault = 'rejected: part of a record above that could not be read';

/** As people write zones, with what RFC 1035 shows in its section 5.3. */
const zone = [
  '; the zone of the example',
  '$TTL 1h30m',
  '@   IN  SOA     VENERA      Action\\.domains (',
  '                                 20     ; SERIAL (of ours)',
  '                                 7200   ; REFRESH',
  '                                 600    ; RETRY',
  '                                 3600000; EXPIRE',
  '                                 60)    ; MINIMUM',
  '',
  '        NS      A.ISI.EDU.',
  '        NS      VENERA',
  '        MX      10      VENERA',
  '',
  'A       A       192.0.2.103',
  'VENERA  60 IN   A       192.0.2.52',
  '        IN 1W2d AAAA    2001:db8::52',
  'www     CNAME   @',
  '@       TXT     "v=spf1 include:_spf.example.net" " -all" ; two strings',
  '_sip._tcp SRV   0 5 5060 sip',
];

describe('a zone file', () => {
  it('gives the records of its names', () => {
    expect(read('$ORIGIN Example.test.', ...zone)).toEqual([
      'Example.test. SOA VENERA.Example.test. 5400',
      'Example.test. NS A.ISI.EDU. 5400',
      'Example.test. NS VENERA.Example.test. 5400',
      'Example.test. MX VENERA.Example.test. 5400',
      'A.Example.test. A 192.0.2.103 5400',
      'VENERA.Example.test. A 192.0.2.52 60',
      'VENERA.Example.test. AAAA 2001:db8::52 777600',
      'www.Example.test. CNAME Example.test. 5400',
      'Example.test. TXT v=spf1 include:_spf.example.net -all 5400',
      '_sip._tcp.Example.test. SRV 0 5 5060 sip.example.test 5400',
    ]);
  });

  it('has the day that is given, and its name servers come without their set', () => {
    expect(entriesOf(origin, '@ NS ns1')).toEqual([
      {
        what: 'record',
        name: 'example.test.',
        type: 'NS',
        answer: 'ns1.example.test.',
        first: day,
        last: day,
        count: 1,
        ttl: 0,
        dayFrom: 'given',
      },
    ]);
  });

  it('may have ends of lines of another system and a byte order mark', () => {
    const lines = ['\ufeff$ORIGIN example.test.', ...zone];
    expect(read(...lines.map((line) => `${line}\r`))).toEqual(read(...lines));
    expect(read('', ' ', '\r', ';', '  ; a comment', '()')).toEqual([]);
  });

  it.each([
    ['www 300 IN A 192.0.2.1', 'www.example.test. A 192.0.2.1 300'],
    ['www IN 300 A 192.0.2.1', 'www.example.test. A 192.0.2.1 300'],
    ['www IN A 192.0.2.1', 'www.example.test. A 192.0.2.1 0'],
    ['www 300 A 192.0.2.1', 'www.example.test. A 192.0.2.1 300'],
    ['www A 192.0.2.1', 'www.example.test. A 192.0.2.1 0'],
    ['www\t1D\tin\ta\t192.0.2.1', 'www.example.test. A 192.0.2.1 86400'],
    ['www CLASS1 TYPE28 2001:db8::1', 'www.example.test. AAAA 2001:db8::1 0'],
    ['10 IN PTR host.example.test.', 'skipped: a PTR record of a name that is not a reverse name'],
    ['7.2.0.192.in-addr.arpa. PTR host', '7.2.0.192.in-addr.arpa. PTR host.example.test. 0'],
    ['7.0.0.10.in-addr.arpa. PTR host', 'skipped: a reverse look-up of private space'],
    ['www CH TXT "9.18"', 'skipped: a record of another class than IN'],
    ['. NS a.root-servers.example.', 'skipped: a record of the root zone'],
    ['@ MX 0 .', 'skipped: an answer without data'],
    ['www HTTPS 1 . alpn="h2,h3" IPV4HINT=192.0.2.1', 'www.example.test. HTTPS 1 . alpn=h2,h3 ipv4hint=192.0.2.1 0'],
    ['_dns SVCB 1 dns alpn=dot', '_dns.example.test. SVCB 1 dns.example.test alpn=dot 0'],
    ['@ CAA 0 Issue letsencrypt.org', 'example.test. CAA 0 issue "letsencrypt.org" 0'],
    ['@ DS 12345 13 2 ( abcd ef01 )', 'example.test. DS 12345 13 2 ABCDEF01 0'],
    ['_sip SRV 0 5 5060', 'rejected: an answer cannot be read'],
    [String.raw`www HTTPS \# 3 000100`, 'rejected: data in the generic form of RFC 3597 is not read'],
    ['www TYPE65280 \\# 0', 'skipped: record type TYPE65280 is not kept'],
    ['*.www A 192.0.2.1', '*.www.example.test. A 192.0.2.1 0'],
  ])('reads %s', (line, expected) => expect(read(origin, line)).toEqual([expected]));

  it.each([
    [String.raw`"a \"b\" \\ \195\164 ; (c)"`, 'a "b" \\ ä ; (c)'],
    ['"one" "two"', 'onetwo'],
    ['"one""two"', 'onetwo'],
    ['one two', 'onetwo'],
    [String.raw`semi\;colon`, 'semi;colon'],
    ['a"b', 'a"b'],
    [String.raw`a\"b`, 'a"b'],
    ['( "one"', 'onetwo', '"two" )'],
    ['""', ''],
    [String.raw`"\300"`, '300'],
  ])('reads the text %s', (text, expected, ...more) => {
    const found = read(origin, `@ TXT ${text}`, ...more);
    expect(found).toEqual(expected === '' ? ['skipped: an answer without data'] : [`example.test. TXT ${expected} 0`]);
  });

  it.each([
    [String.raw`\042.sub`, '*.sub.example.test.'],
    [String.raw`\_dmarc`, '_dmarc.example.test.'],
    [String.raw`a\.b`, String.raw`a\.b.example.test.`],
    [String.raw`a\.`, String.raw`a\..example.test.`],
    [String.raw`a\\.`, String.raw`a\\.`],
    [String.raw`a\032b.test.`, String.raw`a\032b.test.`],
    [String.raw`\@`, '@.example.test.'],
  ])('reads the name %s', (name, expected) => expect(read(origin, `${name} A 192.0.2.1`)[0]).toContain(expected));

  it('may leave out a TTL: that of $TTL, of the record before or the minimum of the SOA record', () => {
    const soa = 'example.test. SOA ns. host. 1 2 3 4 900';
    expect(read(soa, ' A 192.0.2.1', 'b 60 A 192.0.2.1', 'c A 192.0.2.1', '$TTL 30', 'd A 192.0.2.1')).toEqual([
      'example.test. SOA ns. 900',
      'example.test. A 192.0.2.1 900',
      'b.example.test. A 192.0.2.1 60',
      'c.example.test. A 192.0.2.1 60',
      'd.example.test. A 192.0.2.1 30',
    ]);
  });
});

describe('names', () => {
  it('are relative to the last $ORIGIN, which may be relative itself', () => {
    const lines = ['www A 192.0.2.1', '$ORIGIN sub', 'www A 192.0.2.2', '$ORIGIN .', 'test A 192.0.2.3'];
    expect(read(origin, ...lines)).toEqual([
      'www.example.test. A 192.0.2.1 0',
      'www.sub.example.test. A 192.0.2.2 0',
      'test. A 192.0.2.3 0',
    ]);
  });

  it('are relative to the zone of the SOA record where the file names no origin', () => {
    const soa = 'example.test. 60 IN SOA ns1 host 1 2 3 4 5';
    expect(read(soa, '  NS ns1')).toEqual([
      'example.test. SOA ns1.example.test. 60',
      'example.test. NS ns1.example.test. 60',
    ]);
  });

  it('are completed by the origin that is given, or by a SOA record with a full name', () => {
    const relative = ['@ 60 SOA ns1 host 1 2 3 4 5', ' NS ns1', 'www A 192.0.2.1'];
    const records = [
      'example.test. SOA ns1.example.test. 60',
      'example.test. NS ns1.example.test. 60',
      'www.example.test. A 192.0.2.1 60',
    ];
    for (const name of ['example.test', 'example.test.'])
      expect(told(reading(readZoneFile, { day, origin: name })(...relative))).toEqual(records);
    expect(read('example.test. 60 SOA ns1 host 1 2 3 4 5', ...relative.slice(1))).toEqual(records);
    // a directive of the file counts more
    expect(told(reading(readZoneFile, { day, origin: 'a.test' })('$ORIGIN b.test.', 'www A 192.0.2.1'))).toEqual([
      'www.b.test. A 192.0.2.1 0',
    ]);
    expect(reading(readZoneFile, {})('www A 192.0.2.1')).toMatchObject([{ facts: ['origin', 'day'] }]);
    expect(entriesOf('www A 192.0.2.1')).toMatchObject([{ facts: ['origin'] }]);
  });

  it('are rejected when nothing says what they are relative to', () => {
    expect(read('@ SOA ns1 host 1 2 3 4 5', ' NS ns1', 'www A 192.0.2.1', 'a.test. NS ns1')).toEqual([
      noOrigin,
      noOrigin,
      noOrigin,
      noOrigin,
    ]);
    expect(read(origin, '$ORIGIN', 'www A 192.0.2.1')).toEqual([noOrigin, noOrigin]);
    expect(read('a.test. A 192.0.2.1', 'www A 192.0.2.1', ' A 192.0.2.2').slice(1)).toEqual([noOrigin, noOrigin]);
  });

  it('do not grow without end', () => {
    const lines = Array<string>(2000).fill('$ORIGIN sub.domain');
    expect(read(origin, ...lines)[0]).toBe('rejected: a name is too long');
  });
});

describe('output of tools', () => {
  it('of dig AXFR', () => {
    expect(
      read(
        '',
        '; <<>> DiG 9.18.24 <<>> @ns1.example.test axfr example.test',
        ';; global options: +cmd',
        'example.test.\t\t3600\tIN\tSOA\tns1.example.test. host.example.test. 1 7200 3600 1209600 300',
        'example.test.\t\t3600\tIN\tMX\t10 mx.example.test.',
        'example.test.\t\t3600\tIN\tRRSIG\tMX 13 2 3600 20261220000000 20261120000000 1 example.test. abc/+=',
        ';; Query time: 1 msec',
      ),
    ).toEqual([
      'example.test. SOA ns1.example.test. 3600',
      'example.test. MX mx.example.test. 3600',
      'skipped: record type RRSIG is not kept',
    ]);
    expect(read('; Transfer failed.')).toEqual(['rejected: dig reports that the zone transfer failed']);
  });

  it('of registries', () => {
    expect(
      read('test.\t900\tin\tsoa\ta.nic.test. host.nic.test. 1 2 3 4 5', 'a.test.\t900\tin\tns\tns1.a.test.'),
    ).toEqual(['test. SOA a.nic.test. 900', 'a.test. NS ns1.a.test. 900']);
  });
});

describe('what cannot be read', () => {
  it.each([
    [
      'rejected: $INCLUDE is not followed: import the output of named-compilezone, which holds the whole zone',
      '$INCLUDE sub.zone',
    ],
    [
      'rejected: $GENERATE is not expanded: import the output of named-compilezone, which holds the whole zone',
      '$GENERATE 1-254 $ A 192.0.2.$',
    ],
    ['rejected: an unknown directive', '$FOO bar'],
    ['rejected: the TTL is out of range', '$TTL soon'],
    ['rejected: the TTL is out of range', '$TTL'],
    ['rejected: the TTL is out of range', 'www 9999999999 A 192.0.2.1'],
    [notRecord, 'www'],
    [notRecord, 'www 300 IN'],
    [notRecord, 'www, 300'],
    [notRecord, '{"rrname":"a.test"}'],
    [notRecord, '\u0000'],
    ['rejected: an answer cannot be read', 'www A'],
    ['rejected: an answer cannot be read', 'www A 192.0.2.1 192.0.2.2'],
    ['rejected: an answer cannot be read', 'www MX mx.example.test.'],
    ['rejected: an answer cannot be read', 'www TXT'],
    ['rejected: an answer cannot be read', '@ SOA ns1 host 1'],
    ['rejected: data in the generic form of RFC 3597 is not read', String.raw`www A \# 4 c0000201`],
    ['rejected: a quote is not closed on its line', 'www TXT "abc'],
    ['rejected: a quote is not closed on its line', String.raw`www TXT "abc\"`],
    ['rejected: a closing parenthesis without an opening one', 'www A 192.0.2.1 )'],
    ['rejected: a name is too long', `${'a'.repeat(5000)} A 192.0.2.1`],
    ['rejected: a record has more than 100,000 characters', `www A ${'1'.repeat(100_000)}`],
    ['rejected: a record has more than 100,000 characters', '('.repeat(1_000_000)],
  ])('%s', (expected, line) => expect(read(origin, line)).toEqual([expected]));

  it('keeps names as they are, for others to check', () => {
    expect(read(origin, 'a\u0000b A 192.0.2.1', '\ud800 A x')).toEqual([
      'a\u0000b.example.test. A 192.0.2.1 0',
      '\ud800.example.test. A x 0',
    ]);
  });

  it('gives indented lines to no other name than their own', () => {
    expect(
      read(origin, 'a A 192.0.2.1', 'b TXT "open', '  A 192.0.2.2', '; comment', '', 'c A 192.0.2.3', ' A 192.0.2.4'),
    ).toEqual([
      'a.example.test. A 192.0.2.1 0',
      'rejected: a quote is not closed on its line',
      afterFault,
      'c.example.test. A 192.0.2.3 0',
      'c.example.test. A 192.0.2.4 0',
    ]);
    expect(read(origin, 'a A 192.0.2.1', ' TXT "open', ' A 192.0.2.2').at(-1)).toBe('a.example.test. A 192.0.2.2 0');
    expect(read(origin, 'a A 192.0.2.1', '$FOO', ' A 192.0.2.2').at(-1)).toBe(noOwner);
  });

  it('a parenthesis that stays open takes 100 lines and no more', () => {
    const lines = Array.from({ length: 99 }, (_, at) => `line${at} A 192.0.2.1`);
    const after = ['  still inside', ')', 'b A 192.0.2.2'];
    expect(read(origin, 'a TXT (', ...lines, ...after)).toEqual([
      'rejected: a parenthesis is not closed within 100 lines',
      afterFault,
      afterFault,
      'b.example.test. A 192.0.2.2 0',
    ]);
    expect(read(origin, 'a TXT (', ...Array<string>(98).fill(' x'), ')')).toEqual([
      `a.example.test. TXT ${'x'.repeat(98)} 0`,
    ]);
    expect(read(origin, 'a TXT (', 'x'.repeat(60_000), 'y'.repeat(60_000), 'b A 192.0.2.2')).toEqual([
      'rejected: a record has more than 100,000 characters',
      'b.example.test. A 192.0.2.2 0',
    ]);
  });
});
