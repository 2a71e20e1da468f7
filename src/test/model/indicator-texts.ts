import fc from 'fast-check';
import { formatAsdot } from '#model/asn.ts';
import { formatCidr, subnetOf } from '#model/cidr.ts';
import { formatIp, type IpAddress, parseIpv6 } from '#model/ip-address.ts';

/** An indicator as it is written, and what has to be read: its kind and value, for a mail address its domain as well. */
export interface Written {
  readonly text: string;
  readonly expected: readonly string[];
  /** May stand where a URL has its host. */
  readonly isHost: boolean;
}

/** Digits in lower case. */
export const hex = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`));
const hash = (kind: string, length: number) =>
  fc
    .tuple(hex(length), fc.boolean())
    .map(([value, isUpper]) => written(isUpper ? value.toUpperCase() : value, `${kind} ${value}`));

function written(text: string, expected: string, isHost = false): Written {
  return { text, expected: [expected], isHost };
}

const ipv4Address = fc.integer({ min: 2 ** 24, max: 2 ** 32 - 1 }).map((value): IpAddress => ({ version: 4, value }));
/** A global address with a run of zeros, or without one. */
const ipv6Address = fc
  .tuple(hex(3), hex(4), hex(4), hex(4), fc.boolean())
  .map(([first, second, third, last, isFull]): IpAddress => {
    const middle = isFull ? `${second}:${third}:1:${last}:2:3` : `${second}::${third}`;
    return { version: 6, value: parseIpv6(`2${first}:${middle}:${last}`) ?? 1n };
  });
const ipv4 = ipv4Address.map((address) => written(formatIp(address), `ipv4 ${formatIp(address)}`, true));
const ipv6 = ipv6Address.map((address) => written(formatIp(address), `ipv6 ${formatIp(address)}`));
const subnet = fc
  .oneof(
    fc.tuple(ipv4Address, fc.integer({ min: 8, max: 32 })),
    fc.tuple(ipv6Address, fc.integer({ min: 16, max: 128 })),
  )
  .map(([address, length]) => {
    const cidr = subnetOf(address, length);
    const text = cidr ? formatCidr(cidr) : '';
    return written(text, `subnet ${text}`);
  });

const label = fc.stringMatching(/^[a-z0-9](?:[a-z0-9-]{0,8}[a-z0-9])?$/).filter((text) => !text.startsWith('xn--'));
const ending = fc.constantFrom(
  'com',
  'net',
  'org',
  'example',
  'test',
  'co.uk',
  'io',
  'info',
  'ru',
  'xn--p1ai',
  'zip',
  'sh',
);
const domain = fc
  .tuple(fc.array(label, { minLength: 1, maxLength: 3 }), ending, fc.boolean())
  .map(([labels, last, isUpper]) => {
    const name = [...labels, last].join('.');
    return written(isUpper ? name.toUpperCase() : name, `domain ${name}`, true);
  });
const idn = fc
  .tuple(
    fc.constantFrom(
      'bücher',
      'пример',
      '例え',
      '測試',
      'παράδειγμα',
      'مثال',
      'उदाहरण',
      'paral·lel',
      'コーヒー',
      'straße',
    ),
    fc.constantFrom('test', 'example', 'рф', 'テスト', '中国'),
    label,
  )
  .map(([first, last, middle]) => {
    const name = `${first}.${middle}.${last}`;
    return written(name, `domain ${new URL(`http://${name}`).hostname}`, true);
  });

const url = fc
  .tuple(
    fc.constantFrom('http', 'https', 'HTTP', 'ftp'),
    fc.oneof(
      ipv4,
      domain,
      idn,
      ipv6.map((each) => ({ ...each, text: `[${each.text}]` })),
    ),
    fc.constantFrom('', ':8080', ':443'),
    fc.constantFrom(
      '',
      '/',
      '/login.php',
      '/a/b-c/d_e.html?id=12&x=%20y#top',
      '/?q=a+b',
      '/~user/1.2.3/',
      '/index.php?u=x@y',
    ),
  )
  .map(([scheme, host, port, path]) => ({ ...host, text: `${scheme}://${host.text}${port}${path}`, isHost: false }));
const mail = fc
  .tuple(fc.stringMatching(/^[a-z][a-z0-9]{0,4}(?:[.+_-][a-z0-9]{1,4})?$/), fc.oneof(domain, idn))
  .map(([local, host]) => {
    const name = (host.expected[0] ?? '').slice('domain '.length);
    return { text: `${local}@${host.text}`, expected: [`e-mail ${local}@${name}`, `domain ${name}`], isHost: false };
  });

const asn = fc
  .tuple(
    fc.integer({ min: 1, max: 2 ** 32 - 1 }),
    fc.constantFrom('AS', 'ASN', 'AS ', 'ASN ', 'asn ', 'asn: ', 'as'),
    fc.boolean(),
  )
  .map(([value, prefix, isAsdot]) => written(prefix + (isAsdot ? formatAsdot(value) : value), `asn ${value}`));
const favicon = fc
  .tuple(
    fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
    fc.constantFrom(
      'http.favicon.hash:#',
      'icon_hash="#"',
      'favicon hash #',
      'favicon_hash=#',
      'mmh3: #',
      'http.favicon.hash: #',
    ),
    fc.boolean(),
  )
  .map(([value, form, isUnsigned]) =>
    written(form.replace('#', String(isUnsigned && value < 0 ? value + 2 ** 32 : value)), `favicon-mmh3 ${value}`),
  );

/** A random indicator of any kind. */
export const anyIndicator: fc.Arbitrary<Written> = fc.oneof(
  ipv4,
  ipv6,
  subnet,
  domain,
  idn,
  url,
  mail,
  hash('nshash', 32),
  hash('certificate-sha1', 40),
  hash('certificate-sha256', 64),
  hash('jarm', 62),
  asn,
  favicon,
);

/** A random indicator that can be the host of a URL. */
export const anyHost: fc.Arbitrary<Written> = fc.oneof(ipv4, domain, idn);

/** Ways to defang. Hashes and numbers have nothing to defang and stay as they are. */
export const defangings: readonly ((text: string) => string)[] = [
  (text) => text.replaceAll('.', '[.]'),
  (text) => text.replaceAll('.', '(.)').replace(/^http/i, 'hxxp'),
  (text) => text.replaceAll('.', '{.}').replace(/^http/i, 'hXXp'),
  (text) => text.replaceAll('.', '[dot]').replace('@', '[at]'),
  (text) => text.replaceAll('.', '(DOT)').replace('@', '(at)'),
  (text) => text.replaceAll('.', '<.>').replace('@', '[@]'),
  (text) => text.replaceAll('.', '[.').replace('://', '[://]'),
  (text) => text.replaceAll('.', '.]').replace(/^http(s?):\/\//i, 'hxxp$1[:]//'),
  (text) => text.replaceAll('.', '\\.').replace(/^https:/i, 'hxxp[s]:'),
  (text) => text.replaceAll('.', '\\[.\\]').replace('://', '[:/]/'),
  (text) => text.replaceAll('.', ' [.] ').replace(/^http/i, 'h**p'),
  (text) => text.replace('.', '[.]').replace('://', ':\\\\'),
];

const zeroWidth = '\u200b';
/** How typography sets a value. */
export const styles: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `“${text}”`,
  (text) => `${text}’s`,
  (text) => `„${text}“`,
  (text) => `«\u00a0${text}\u00a0»`,
  (text) => `‹${text}›`,
  (text) => `「${text}」`,
  (text) => `it—${text}—then`,
  (text) => `seen–${text}…`,
  (text) => `→${text}→`,
  (text) => `•\u00a0${text}│`,
  (text) => `（${zeroWidth}${text}${zeroWidth}），`,
];

/** Texts with places for indicators: `{}` for any, `{h}` for a host. None holds an indicator of its own. */
export const templates: readonly string[] = [
  // prose
  'The sample contacted {} and then went quiet.',
  'We saw {}, {} and {} in three cases (two of them in May).',
  'Hosted as {}; known as {}.',
  'It resolves to {} (see {}), which is 9.8/10 bad.',
  'Blocked: {}!',
  'Is it {}? No: {}.',
  'Indicators as of 2026-11-27: {} / {}',
  '{}',
  '{},{},{}',
  '{} | {} | {}',
  '{};{}',
  '{}\t{}\n{}',
  // Markdown
  '- {}\n- {}\n- {}',
  '1. `{}`\n2. `{}`',
  '**{}** and *{}* and __{}__',
  '| type | value |\n|---|---|\n| ioc | {} |\n| ioc | `{}` |',
  '[{}]',
  '[the panel](http://{h}/a)',
  '[http://{h}/a](https://{h}/b)',
  '> quoted {}\n>> twice {}',
  '```\n{}\n```',
  '<https://{h}/x> and {}',
  '![shot](https://{h}/shot.png "title")',
  '* {} [1]\n* {} [23]',
  // BBCode
  '[url=http://{h}/a]here[/url]',
  '[url]https://{h}/[/url]',
  '[code]{}[/code]',
  '[quote="x"]{} [b]{}[/b][/quote]',
  '[img]http://{h}/a.png[/img]',
  '[list][*]{}[*]{}[/list]',
  // JSON and other data
  '{"type":"ioc","value":"{}","score":9.8}',
  '{"values":["{}","{}"],"count":2}',
  "{'ioc': '{}', 'n': 1}",
  '{"message":"first {}\\nthen {}\\n"}',
  'ioc: "{}"\nport: 443',
  '<ioc type="x">{}</ioc>',
  '&lt;{}&gt; &quot;{}&quot;',
  '"{}","{}",2026-11-27,"x"',
  '{"url":"http:\\/\\/{h}\\/a"}',
  "[{'a': ['{}']}]",
  // logs
  'Nov 21 12:00:59 host sshd[123]: Failed password for root from {} port 22 ssh2',
  '2026-11-21T12:00:59.123Z level=info msg="blocked {}" count=3',
  'src={h} dst={h} spt=1024 act=drop',
  '[21/Nov/2026:12:00:59 +0000] "GET /a.php HTTP/1.1" 200 612 "http://{h}/x" "Mozilla/5.0 Chrome/120.0.0.0"',
  '{h}:1024 -> {h}:443 TCP TTL:64 TOS:0x0 ID:1234',
  '{h}:1024->{h}:53',
  'CEF:0|Vendor|Product|1.0|100|blocked|5|msg={} cnt=1',
  'kernel: [12345.678] DROP IN=eth0 SRC={h} DST={h} LEN=40',
  'query[A] {h} from {h}',
  'client @0x7f2a {h}#5353: query: {h} IN A +E(0)K',
  // e-mail
  'Received: from {h} (unknown [{h}]) by localhost with ESMTP id 4Xb1; Fri, 27 Nov 2026 12:00:59 +0000',
  'Subject: Re: {} blocked\nX-Score: 7.5',
  'Hello,\n\nplease block {} and {}.\n\nRegards\n-- \nJo',
  'List-Unsubscribe: <http://{h}/u?id=1>, <http://{h}/v>',
  '<a href="https://{h}/x">{}</a><br>',
  'Authentication-Results: localhost; dkim=pass header.d={h}',
  // defanged: the spec defangs what stands in these
  'IOCs (defanged): {d}, {d}',
  '[{d}] "{d}"',
  'C2 server: {d}.',
  '{d}\n{d}\n{d}',
];
