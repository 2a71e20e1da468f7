import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { INDICATOR_KINDS } from './indicator-kind.ts';
import { recognise } from './indicator.ts';
import { defang } from './refang.ts';

const MD5 = '0123456789abcdef0123456789abcdef';
const pairs = (hex: string) => (hex.match(/../g) ?? []).join(':');
const readings = (text: string) => recognise(text).interpretations.map(({ kind, value }) => `${kind} ${value}`);

describe('recognise', () => {
  test.each([
    // subnets and addresses
    ['20.207.73.82/10', ['subnet 20.192.0.0/10', 'ipv4 20.207.73.82']],
    ['192.0.2.0/24', ['subnet 192.0.2.0/24']],
    ['192.0.2.1/32', ['subnet 192.0.2.1/32', 'ipv4 192.0.2.1']],
    ['192.0.2.0/255.255.255.0', ['subnet 192.0.2.0/24']],
    ['192.0.2.1/255.255.255.128', ['subnet 192.0.2.0/25', 'ipv4 192.0.2.1']],
    ['192.0.2.1/198.51.100.2', ['ipv4 192.0.2.1']],
    ['2001:DB8::/32', ['subnet 2001:db8::/32']],
    ['[2001:db8::]/32', ['subnet 2001:db8::/32']],
    ['192.0.2.1', ['ipv4 192.0.2.1']],
    ['192.0.2.1:8080', ['ipv4 192.0.2.1']],
    ['192.0.2.1/login', ['ipv4 192.0.2.1']],
    ['http://192.0.2.1/24', ['ipv4 192.0.2.1']],
    ['2001:DB8::1', ['ipv6 2001:db8::1']],
    ['2001:db8::', ['ipv6 2001:db8::']],
    ['[2001:db8::1]:443', ['ipv6 2001:db8::1']],
    ['fe80::1%eth0', ['ipv6 fe80::1']],
    ['::ffff:192.0.2.1', ['ipv4 192.0.2.1', 'ipv6 ::ffff:192.0.2.1']],
    // AS numbers, hashes, integers
    ['AS64500', ['asn 64500']],
    ['asn 64500', ['asn 64500']],
    ['AS1.10', ['asn 65546']],
    ['1.10', ['asn 65546']],
    ['64500', ['asn 64500', 'favicon-mmh3 64500']],
    ['1840324437', ['favicon-mmh3 1840324437', 'asn 1840324437']],
    ['-1840324437', ['favicon-mmh3 -1840324437']],
    ['4200000000', ['asn 4200000000', 'favicon-mmh3 -94967296']],
    [MD5, [`nshash ${MD5}`, `mxhash ${MD5}`, `favicon-md5 ${MD5}`, `certificate-md5 ${MD5}`]],
    [MD5.toUpperCase(), [`nshash ${MD5}`, `mxhash ${MD5}`, `favicon-md5 ${MD5}`, `certificate-md5 ${MD5}`]],
    [pairs(MD5), [`certificate-md5 ${MD5}`]],
    [`${MD5}01234567`, [`certificate-sha1 ${MD5}01234567`]],
    [pairs(`${MD5}01234567`).toUpperCase(), [`certificate-sha1 ${MD5}01234567`]],
    [`${MD5}${MD5}`, [`certificate-sha256 ${MD5}${MD5}`]],
    [`${MD5}${MD5}`.slice(2), [`jarm ${`${MD5}${MD5}`.slice(2)}`]],
    ['1'.repeat(40), [`certificate-sha1 ${'1'.repeat(40)}`]],
    // patterns
    ['*.Example.test', ['wildcard *.example.test']],
    ['*[.]example[.]test', ['wildcard *.example.test']],
    ['mail*', ['wildcard mail*']],
    ['^mail[.]x\\d+\\.test$', ['regex ^mail[.]x\\d+\\.test$']],
    // names
    ['hxxps://evil[.]example/login', ['domain evil.example']],
    ['“Evil.Example.”', ['domain evil.example']],
    ['_dmarc.example.test', ['domain _dmarc.example.test', 'name-server _dmarc.example.test']],
    ['www.example.test', ['domain www.example.test', 'name-server www.example.test']],
    ['ns1.example.test.', ['name-server ns1.example.test', 'domain ns1.example.test']],
    ['dns.example', ['domain dns.example', 'name-server dns.example']],
    ['Bücher.example', ['domain xn--bcher-kva.example']],
    ['例え。テスト', ['domain xn--r8jz45g.xn--zckzah']],
    ['User[@]evil[.]example', ['e-mail user@evil.example', 'domain evil.example']],
    ['mailto:a.b+c@mail.evil.example?subject=x', ['e-mail a.b+c@mail.evil.example', 'domain mail.evil.example']],
    ['<abuse@Bücher.example>', ['e-mail abuse@xn--bcher-kva.example', 'domain xn--bcher-kva.example']],
    ['ssh://user@evil.example', ['domain evil.example']],
    ['user@evil.example:22', ['domain evil.example']],
    ['user@192.0.2.1', ['ipv4 192.0.2.1']],
    ['ev\u200bil.example', ['domain evil.example']],
    ['Example Hosting', ['as-name Example Hosting']],
    ['ALPHA/BETA', ['as-name ALPHA/BETA']],
    ['Example Hosting, Inc.', ['as-name Example Hosting, Inc']],
    ['localhost', ['as-name localhost']],
    ['   ', []],
  ])('%j', (text, expected) => expect(readings(text)).toEqual(expected));

  test.each([
    ['999.1.1.1', 'first number, 999, is not between 0 and 255', []],
    ['192.168.01.1', '01 has a leading zero', ['192.168.1.1']],
    ['1.2.3', '3 numbers instead of four', ['1.2.3.0/24']],
    ['1.2.3.4.5', '5 numbers instead of four', []],
    ['1.2.3.4/33', 'prefix length 33 is not between 0 and 32', ['1.2.3.4/32', '1.2.3.4']],
    ['2001:db8::/129', 'prefix length 129 is not between 0 and 128', ['2001:db8::/128', '2001:db8::']],
    ['2001:db8::1::2', 'Reads like an IPv6 address', []],
    ['12345::1', 'Reads like an IPv6 address', []],
    ['00:00:5e:00:53:01', 'MAC', []],
    ['AS4294967296', 'end at 4294967295', []],
    ['99999999999', 'too large', []],
    ['0123456789abcdef0123456789abcdef0', '33 hex digits', []],
    [`${'a'.repeat(64)}.example`, 'a label has 64 characters', []],
    ['evil..example', 'a label is empty', []],
    ['invoice.pdf', 'file name', []],
    ['version.2b', "'2b' cannot be a top-level domain", []],
    ['http://', 'Nothing that can be looked up', []],
  ])('%j is explained: %s', (text, message, tryInstead) => {
    const { interpretations, problem } = recognise(text);
    expect(interpretations).toEqual([]);
    expect(problem?.message).toContain(message);
    expect(problem?.tryInstead).toEqual(tryInstead);
  });

  it('says what it changed', () => {
    const { interpretations } = recognise('“hxxps://user@evil[.]example:8443/login”');
    expect(interpretations[0]?.changes).toEqual([
      'quotes or punctuation around it removed',
      'refanged from hxxps://user@evil[.]example:8443/login',
      'without scheme https, user user, port 8443, path /login',
    ]);
  });

  test.each([
    ['192.0.2.9/24', 'host bits of 192.0.2.9/24 masked off'],
    ['2001:0db8::1', 'written as 2001:db8::1'],
    ['fe80::1%eth0', 'zone eth0 dropped'],
    ['::ffff:192.0.2.1', 'taken out of the IPv4-mapped form ::ffff:192.0.2.1'],
    ['bücher.example', 'internationalised name bücher.example = xn--bcher-kva.example'],
    ['ev\u202eil.example', 'invisible or unusual characters replaced'],
  ])('%j: %s', (text, detail) => expect(recognise(text).interpretations[0]?.changes).toContain(detail));

  it('shows what people read', () => {
    expect(recognise('64500').interpretations[0]?.display).toBe('AS64500');
    expect(recognise('xn--bcher-kva.example').interpretations[0]?.display).toBe('bücher.example');
    expect(recognise('AS65546').interpretations[0]?.why).toBe('asdot 1.10');
  });

  test.each([
    ['192.0.2.1\n192.0.2.2', { ipv4: 2 }],
    ['192.0.2.1, evil.example', { ipv4: 1, domain: 1 }],
    ['blocked evil[.]example for AS 64500', { domain: 1, asn: 1 }],
    ['one\ntwo', {}],
  ])('%j is offered in bulk', (text, counts) => {
    const { bulk, interpretations } = recognise(text);
    expect(interpretations).toEqual([]);
    expect(bulk?.counts).toEqual(counts);
  });

  it('reads every value that it answered as that value again', () => {
    const text = fc.oneof(
      fc.ipV4(),
      fc.ipV6(),
      fc.ipV4Extended(),
      fc.domain(),
      fc.webUrl(),
      fc.emailAddress(),
      fc.string(),
    );
    fc.assert(
      fc.property(text, (input) => {
        for (const { kind, value } of recognise(input).interpretations) {
          expect(INDICATOR_KINDS[kind].one).toBeTruthy();
          if (kind === 'regex' || kind === 'as-name') continue;
          expect(readings(value)).toContain(`${kind} ${value}`);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('understands what defang wrote', () => {
    const value = fc.oneof(fc.ipV4(), fc.ipV6(), fc.domain(), fc.webUrl());
    fc.assert(
      fc.property(value, (text) => {
        expect(readings(defang(text))).toEqual(readings(text));
      }),
    );
  });
});
