import { describe, expect, it, test } from 'vitest';
import { extractIndicators } from './extract-indicators.ts';
import { recognise } from './indicator.ts';

const MD5 = '9f86d081884c7d659a2feaa0c55ad015';
const SHA256 = `${MD5}a3bf4f1b2b0b822cd15d6c15b0f00a08`;
const pairs = (hex: string) => (hex.match(/../g) ?? []).join(':');

const inText = (text: string) => extractIndicators(text).indicators.map(({ kind, value }) => `${kind} ${value}`);

/** What the search box offers: the readings of one value, or the indicators of a text. */
function inOmnibox(text: string): string[] {
  const { interpretations, bulk } = recognise(text);
  return [...interpretations, ...(bulk?.indicators ?? [])].map(({ kind, value }) => `${kind} ${value}`);
}

/** The domain of a name is offered first, and for three labels as a name server as well. */
const withoutServers = (readings: readonly string[]) => readings.filter((each) => !each.startsWith('name-server'));

describe('"as" before a number is English', () => {
  test.each([
    ['identified as 8.8.8.8 and 192.0.2.1', ['ipv4 8.8.8.8', 'ipv4 192.0.2.1']],
    ['as 2001:db8::1', ['ipv6 2001:db8::1']],
    ['hosted as 4shared.example', ['domain 4shared.example']],
    ['happened as 2014.', []],
    [`SHA256 as ${SHA256}`, [`certificate-sha256 ${SHA256}`]],
    ['announced by AS 64500, ASN 64501 and asn: 64502', ['asn 64500', 'asn 64501', 'asn 64502']],
    ['{"asn":64500,"origin_asn": 64501}', ['asn 64500', 'asn 64501']],
    ['the autonomous system 64500', ['asn 64500']],
    ['source.as.number: 64500', ['asn 64500']],
    ['ATLAS 64500, KNOWN_AS 64501, "ips_in_asn": 64502', []],
    ['as 64500', ['asn 64500']],
  ])('%j', (text, expected) => expect(inText(text)).toEqual(expected));

  test.each([
    ['identified as 8.8.8.8 and 192.0.2.1', ['ipv4 8.8.8.8', 'ipv4 192.0.2.1']],
    ['as 2001:db8::1', ['ipv6 2001:db8::1']],
    ['hosted as 4shared.example', ['domain 4shared.example']],
    ['as 64500', ['asn 64500']],
    ['asn: 64500', ['asn 64500']],
  ])('%j in the omnibox', (text, expected) => expect(inOmnibox(text)).toEqual(expected));
});

const NO_NUMBERS = [
  'CVSS:3.1/AV:N',
  '9.8/10',
  'TLS 1.2/1.3',
  '[1] and [23]',
  '8080:80',
  '16:9',
  'main.c:120:5',
  'react@18.2',
  'kernel: [12345.678]',
  'http://8.8/',
  'http://134744072/',
];

describe('a bare number in text is nothing', () => {
  test.each([...NO_NUMBERS, '[64500]', 'scored 7.5 of 10', '64500'])('%j', (text) => expect(inText(text)).toEqual([]));

  test.each(NO_NUMBERS)('%j in the omnibox', (text) =>
    expect(inOmnibox(text).filter((each) => !each.startsWith('as-name'))).toEqual([]),
  );

  it('keeps a number that is typed alone', () => {
    expect(inOmnibox('64500')).toEqual(['asn 64500', 'favicon-mmh3 64500']);
    expect(inOmnibox('1.10')).toEqual(['asn 65546']);
  });

  it('offers the address that a browser takes the host of a URL for', () => {
    expect(recognise('http://134744072/').problem?.tryInstead).toEqual(['8.8.8.8']);
    expect(recognise('http://0x8.8/').problem?.tryInstead).toEqual(['8.0.0.8']);
    expect(extractIndicators('see http://134744072/a').invalid[0]?.reason).toContain('8.8.8.8');
  });
});

describe('typography separates', () => {
  test.each([
    ['evil.test’s server', ['domain evil.test']],
    ['8.8.8.8’s owner', ['ipv4 8.8.8.8']],
    ['evil.test—evil2.test–evil3.test', ['domain evil.test', 'domain evil2.test', 'domain evil3.test']],
    ['「evil.test」‹evil2.test›', ['domain evil.test', 'domain evil2.test']],
    ['evil.test→192.0.2.1', ['domain evil.test', 'ipv4 192.0.2.1']],
    ['•evil.test │192.0.2.1│', ['domain evil.test', 'ipv4 192.0.2.1']],
    ['evil.test… 192.0.2.1¹ evil2.test™', ['domain evil.test', 'ipv4 192.0.2.1', 'domain evil2.test']],
    ['①evil.test ②192.0.2.1', ['domain evil.test', 'ipv4 192.0.2.1']],
    ['访问evil，然后 evil.test。之后', ['domain evil.test']],
    ['evil‑site.test non‐breaking.test', ['domain evil-site.test', 'domain non-breaking.test']],
    ['paral·lel.test コーヒー・店.test', ['domain xn--parallel-koa.test', 'domain xn--tck2c2fcb5611e.test']],
    ['i❤.test', ['domain xn--i-7iq.test']],
  ])('%j', (text, expected) => expect(inText(text)).toEqual(expected));

  test.each([
    ['evil.test’s', ['domain evil.test']],
    ['8.8.8.8’s', ['ipv4 8.8.8.8']],
    ['—evil.test–', ['domain evil.test']],
    ['「evil.test」', ['domain evil.test']],
    ['‹evil.test›', ['domain evil.test']],
    ['→ evil.test', ['domain evil.test']],
    ['• 8.8.8.8', ['ipv4 8.8.8.8']],
    ['192.0.2.1¹', ['ipv4 192.0.2.1']],
    ['evil.test🔥', ['domain evil.test']],
    ['i❤.test', ['domain xn--i-7iq.test']],
  ])('%j in the omnibox', (text, expected) => expect(inOmnibox(text)).toEqual(expected));
});

describe('what programs glue to a host', () => {
  test.each([
    ['IP 192.0.2.1.51234 > 198.51.100.1.domain: 1+ A? evil.test. (27)', ['192.0.2.1', '198.51.100.1', 'evil.test']],
    ['IP6 2001:db8::1.53 > 2001:db8::2.5353: 1/0/0', ['2001:db8::1', '2001:db8::2']],
    ['IP 192.0.2.1 > 198.51.100.1: ICMP echo request', ['192.0.2.1', '198.51.100.1']],
    ['%ASA-4-106023: Deny tcp src outside:192.0.2.1/443 dst inside:198.51.100.1/22', ['192.0.2.1', '198.51.100.1']],
    ['session created 192.0.2.1/443->198.51.100.1/22 0x0', ['192.0.2.1', '198.51.100.1']],
    ['GET http://evil.test/a - HIER_DIRECT/192.0.2.1 text/html', ['evil.test', '192.0.2.1']],
    ['192.0.2.1-192.0.2.9 198.51.100.1:53-198.51.100.2:80', ['192.0.2.1', '192.0.2.9', '198.51.100.1', '198.51.100.2']],
    ['192.0.2.1/198.51.100.1 203.0.113.0/255.255.255.0', ['192.0.2.1', '198.51.100.1', '203.0.113.0/24']],
    ['\\\\192.0.2.1\\share \\\\evil.test@8443\\DavWWWRoot', ['192.0.2.1', 'evil.test']],
    ['{"path":"\\\\\\\\evil.test\\\\a.exe","dir":"C:\\\\Users\\\\bob.smith\\\\x"}', ['evil.test']],
    ['scp a root@192.0.2.1:/tmp', ['192.0.2.1']],
    ['u=https%3A%2F%2Fevil.test%2Fa', ['evil.test']],
    ['~evil.test~ ~192.0.2.1~', ['evil.test', '192.0.2.1']],
    ['ip.addr == 192.0.2.1 && dns.qry.name contains "evil.test"', ['192.0.2.1', 'evil.test']],
    ['{"dns.question.name":"evil.test","destination.ip":"192.0.2.1"}', ['evil.test', '192.0.2.1']],
    ['{"host.name":"evil.test","user.id": "7"} process.name = "a"', ['evil.test']],
    [
      'C2: server.evil.cn, dns.cn and log.evil.id (host.name)',
      ['server.evil.cn', 'dns.cn', 'log.evil.id', 'host.name'],
    ],
    ['dns.google cloud.google.test', ['dns.google', 'cloud.google.test']],
  ])('%j', (text, expected) => expect(extractIndicators(text).indicators.map(({ value }) => value)).toEqual(expected));
});

describe('scripts without spaces', () => {
  test.each([
    ['攻击者使用192.0.2.1和evil.test进行通信', ['192.0.2.1', 'evil.test']],
    ['访问evil.test和evil2.test获取', ['evil.test', 'evil2.test']],
    ['域名：evil.test，地址：192.0.2.1:443，', ['evil.test', '192.0.2.1']],
    ['(见evil.test)，从evil.test到evil2.test', ['evil.test', 'evil2.test']],
    ['일반적으로 evil.test입니다. 또는 例え.test으로', ['evil.test', 'xn--r8jz45g.test']],
    ['使用2001:db8::1和2001:db8:1::/48的AS64500', ['2001:db8::1', '2001:db8:1::/48', '64500']],
    [
      '发给bob@evil.test的44d88612fea8a8f36de82e1278abb02f文件',
      ['bob@evil.test', 'evil.test', '44d88612fea8a8f36de82e1278abb02f'],
    ],
    ['โดเมนevil.testเป็นอันตราย ที่192.0.2.1', ['evil.test', '192.0.2.1']],
    ['日本語abc.jp', ['xn--abc-s08fl0dtz6h.jp']],
    ['block 例え.test and 192.0.2.0/24.', ['xn--r8jz45g.test', '192.0.2.0/24']],
    ['通信先はhttps://evil.test/aです。', ['evil.test']],
    ['통신 대상은 evil.test입니다', ['evil.test']],
    ['домен:evil.test', ['evil.test']],
    ['www.例え.test 例え.テスト', ['www.xn--r8jz45g.test', 'xn--r8jz45g.xn--zckzah']],
  ])('%j', (text, expected) => expect(extractIndicators(text).indicators.map(({ value }) => value)).toEqual(expected));
});

describe('square brackets wrap', () => {
  test.each([
    ['[http://evil.test/a](http://evil2.test/b)', ['domain evil.test', 'domain evil2.test']],
    ['[https://evil.test]', ['domain evil.test']],
    ['[evil.test:443]', ['domain evil.test']],
    ['[1.2.3.4/24]', ['subnet 1.2.3.0/24']],
    ['[1.2.3.4]', ['ipv4 1.2.3.4']],
    [
      '[url=http://evil.test/a]evil2.test[/url][img]https://evil3.test/x.png[/img]',
      ['domain evil.test', 'domain evil2.test', 'domain evil3.test'],
    ],
    [
      '[2001:db8::1] [2001:db8::2]:443 [[2001:db8::3]:80] [2001:db8::]/32',
      ['ipv6 2001:db8::1', 'ipv6 2001:db8::2', 'ipv6 2001:db8::3', 'subnet 2001:db8::/32'],
    ],
    ['[2001:db8::1][2001:db8::2]', ['ipv6 2001:db8::1', 'ipv6 2001:db8::2']],
  ])('%j', (text, expected) => {
    expect(inText(text)).toEqual(expected);
  });

  test.each([
    ['[https://evil.test]', ['domain evil.test']],
    ['[evil.test:443]', ['domain evil.test']],
    ['[1.2.3.4/24]', ['subnet 1.2.3.0/24', 'ipv4 1.2.3.4']],
    ['[http://evil.test/a](http://evil2.test/b)', ['domain evil.test', 'domain evil2.test']],
    ['[evil.test](http://evil.test/b)', ['domain evil.test']],
    ['[2001:db8::1]:443', ['ipv6 2001:db8::1']],
  ])('%j in the omnibox', (text, expected) => expect(inOmnibox(text)).toEqual(expected));
});

const DEFANGED_FORMS: readonly (readonly [string, string])[] = [
  ['example\\.com', 'domain example.com'],
  ['1\\.2\\.3\\.4', 'ipv4 1.2.3.4'],
  ['www[.example.test', 'domain www.example.test'],
  ['8.8.8[.8', 'ipv4 8.8.8.8'],
  ['evil.]test', 'domain evil.test'],
  ['[8].[8].[8].[8]', 'ipv4 8.8.8.8'],
  ['1<.>1<.>1<.>1', 'ipv4 1.1.1.1'],
  ['hxxp[s]://evil.test/a', 'domain evil.test'],
  ['hxxp[:/]/evil.test/a', 'domain evil.test'],
  ['http:\\\\evil.test', 'domain evil.test'],
  ['evil\\[.\\]test', 'domain evil.test'],
  ['evil[.com', 'domain evil.com'],
  ['hxxps[:]//evil[.]test[:]443/a', 'domain evil.test'],
  ['http:\\/\\/evil.test\\/a', 'domain evil.test'],
];

describe('the usual ways to defang are undone', () => {
  test.each(DEFANGED_FORMS)('%s is %s', (text, expected) => {
    expect(inText(`seen ${text} today`)).toEqual([expected]);
    expect(inText(text)).toEqual([expected]);
    expect(withoutServers(inOmnibox(text))).toEqual([expected]);
  });

  it('tells that it did', () =>
    expect(recognise('8.8.8[.8').interpretations[0]?.changes).toEqual(['refanged from 8.8.8[.8']));

  it('leaves a backslash in a URL where it ends the host', () =>
    expect(inText('http://good.test\\@evil.test')).toEqual(['domain good.test']));
});

describe('pairs of hex digits are not an IPv6 address', () => {
  test.each([
    ['Serial Number: aa:bb:cc:dd:ee:ff:00:11:22', []],
    ['aa:bb:cc:dd:ee:ff:00:11', []],
    [`MD5 Fingerprint=${pairs(MD5).toUpperCase()}`, [`certificate-md5 ${MD5}`]],
    [`sha256:${pairs(SHA256)}`, [`certificate-sha256 ${SHA256}`]],
    ['use Foo::Bar, a::b, :: and abc::d3', []],
    ['ip:2001:db8::2 add:2001:db8::3', ['ipv6 2001:db8::2', 'ipv6 add:2001:db8::3']],
  ])('%j', (text, expected) => expect(inText(text)).toEqual(expected));

  it('takes none out of a serial number in the omnibox', () => {
    expect(inOmnibox('aa:bb:cc:dd:ee:ff:00:11:22')).toEqual([]);
    expect(inOmnibox(pairs(MD5))).toEqual([`certificate-md5 ${MD5}`]);
  });
});

describe('favicon hashes and full stops of other scripts', () => {
  test.each([
    ['2594644036', ['favicon-mmh3 -1700323260', 'asn 2594644036']],
    ['http.favicon.hash:-1700323260', ['favicon-mmh3 -1700323260']],
    ['http.favicon.hash:2594644036', ['favicon-mmh3 -1700323260']],
    ['http.favicon.hash:64500', ['favicon-mmh3 64500']],
    ['icon_hash="-1700323260"', ['favicon-mmh3 -1700323260']],
    ['8。8。8。8', ['ipv4 8.8.8.8']],
    ['8｡8｡8｡8', ['ipv4 8.8.8.8']],
  ])('%j in the omnibox', (text, expected) => expect(inOmnibox(text)).toEqual(expected));

  test.each([
    ['http.favicon.hash:-1700323260', ['favicon-mmh3 -1700323260']],
    ['{"favicon_hash": 2594644036}', ['favicon-mmh3 -1700323260']],
    ['the favicon hash (mmh3) is −1700323260', ['favicon-mmh3 -1700323260']],
    ['2594644036', []],
    ['"body_mmh3": -1700323260', []],
    ['msg=http.favicon.hash:-1700323260', ['favicon-mmh3 -1700323260']],
    ['at 8。8。8。8', ['ipv4 8.8.8.8']],
  ])('%j in text', (text, expected) => expect(inText(text)).toEqual(expected));

  it('tells what it changed', () => {
    const changes = (text: string) => recognise(text).interpretations[0]?.changes;
    expect(changes('2594644036')).toEqual(['written as -1700323260']);
    expect(changes('http.favicon.hash:2594644036')).toEqual(['without http.favicon.hash:', 'written as -1700323260']);
    expect(changes('evil.test’s')).toEqual(['taken out of evil.test’s']);
  });
});

describe('a number with a meaning', () => {
  test.each([
    ['Chrome version 120.0.6.1', []],
    ['"version":"1.2.3.4"', []],
    ['ip.addr==192.0.2.1', ['ipv4 192.0.2.1']],
    ['"message":"evil.test\\nevil2.test"', ['domain evil.test', 'domain evil2.test']],
    ['**evil.test** _evil2.test_ &lt;evil3.test&gt;', ['domain evil.test', 'domain evil2.test', 'domain evil3.test']],
    ['192.0.2.1:1024->198.51.100.1:80', ['ipv4 192.0.2.1', 'ipv4 198.51.100.1']],
  ])('%j', (text, expected) => expect(inText(text)).toEqual(expected));

  it('names a version among what was refused', () =>
    expect(extractIndicators('version 1.2.3.4').invalid[0]?.reason).toContain('version'));
});
