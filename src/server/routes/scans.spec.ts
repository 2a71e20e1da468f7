import { describe, expect, it } from 'vitest';
import { plusDays } from '#model/dates.ts';
import { iconHash } from '#server/live/favicon.ts';
import type { OutboundClient } from '#server/live/outbound-client.ts';
import { offlineClient } from '#server/live/open-outbound-client.ts';
import { repair } from '#server/ingest/repair.ts';
import { useTestService } from '#test/server/use-test-service.ts';

const now = new Date('2026-11-21T12:00:00Z');
const day = (ago: number): string => plusDays('2026-11-21', -ago);
const dayInt = (ago: number): number => Number(day(ago).replaceAll('-', ''));
const at = (ip: string, ago: number, hostname = '') => ({
  ip: ip.includes(':') ? ip : `::ffff:${ip}`,
  hostname,
  scan_date: `${day(ago)} 04:05:06`,
});

const sha1 = { console: 'a'.repeat(40), shop: 'b'.repeat(40), old: 'c'.repeat(40), bare: 'd'.repeat(40) };
const md5 = { console: '1'.repeat(32), panel: '2'.repeat(32), shop: '3'.repeat(32) };
const jarm = { console: '2a'.repeat(31), nginx: '3b'.repeat(31) };
const shopIcon = Buffer.from('the icon of a shop');

const certificate = (fingerprint_sha1: string, domains: readonly string[], notAfter: string) => ({
  fingerprint_sha1,
  domains,
  issuer_common_name: 'Test R1',
  issuer_organization: 'Test Certificates',
  not_before: `${day(300)} 00:00:00`,
  not_after: `${notAfter} 00:00:00`,
  logged: day(300),
});
const file = (ip: string, ago: number, filename: string, filesize: number | null = 5) => ({
  ip: `::ffff:${ip}`,
  scan_date: day(ago),
  filename,
  filesize,
  modified: `${day(ago + 1)} 00:00:00`,
});
const icon = (ip: string, ago: number, favicon_md5: string, favicon_mmh3: number, more = {}) => ({
  ...at(ip, ago),
  favicon_md5,
  favicon_mmh3,
  ...more,
});
const fingerprint = (ip: string, jarm_hash: string, server_banner: string | null, first: number, last: number) => ({
  ...at(ip, last),
  jarm_hash,
  server_banner,
  first_seen: day(first),
  last_seen: day(last),
  scan_date: undefined,
});

const rows = {
  certificates: [
    certificate(sha1.console, ['console.c2.test'], day(-900)),
    certificate(sha1.shop, ['shop.example', '*.shop.example'], day(-30)),
    certificate(sha1.old, ['old.shop.example'], day(10)),
  ],
  scan_certificates: [
    { ...at('192.0.2.1', 2), fingerprint_sha1: sha1.console },
    { ...at('192.0.2.1', 9), fingerprint_sha1: sha1.console },
    { ...at('192.0.2.77', 1), fingerprint_sha1: sha1.console },
    { ...at('192.0.2.77', 3, 'shop.example'), fingerprint_sha1: sha1.shop },
    { ...at('198.51.100.5', 4), fingerprint_sha1: sha1.shop },
    { ...at('198.51.100.6', 90), fingerprint_sha1: sha1.old },
    { ...at('198.51.100.7', 200), fingerprint_sha1: sha1.console },
    { ...at('198.51.100.8', 5), fingerprint_sha1: sha1.bare },
    { ...at('2001:db8::1', 1), fingerprint_sha1: sha1.console },
  ],
  scan_favicon: [
    icon('192.0.2.1', 2, md5.console, -5),
    icon('192.0.2.77', 1, md5.panel, 7, { favicon2_md5: md5.console, favicon2_mmh3: -5, favicon2_path: '/i.png' }),
    icon('198.51.100.5', 300, md5.shop, iconHash(shopIcon)),
  ],
  scan_headers: [
    { ...at('192.0.2.1', 2), response: '200 OK', headers: { server: 'Amber/1.9', 'x-build': '100%' } },
    { ...at('192.0.2.1', 8), response: '200 OK', headers: { server: 'nginx' } },
    { ...at('198.51.100.5', 1), response: '200 OK', headers: { server: 'nginx', via: 'amber' } },
  ],
  scan_jarm: [
    fingerprint('192.0.2.1', jarm.console, null, 60, 2),
    fingerprint('192.0.2.77', jarm.console, 'old', 400, 300),
    fingerprint('192.0.2.77', jarm.console, 'new', 50, 1),
    fingerprint('198.51.100.5', jarm.nginx, 'nginx', 300, 3),
    fingerprint('198.51.100.6', jarm.nginx, 'nginx', 400, 200),
  ].map(({ scan_date: _, ...row }) => row),
  scan_opendir: [
    file('198.51.100.23', 3, 'tools/', null),
    file('198.51.100.23', 3, 'tools/loader.exe', 412_160),
    file('198.51.100.23', 3, 'invoice-7.zip'),
    file('198.51.100.23', 40, 'tools/loader.exe', 412_160),
    file('192.0.2.9', 20, 'loader.exe', 7),
    file('192.0.2.9', 20, 'readme.TXT'),
    file('192.0.2.10', 190, 'loader.exe'),
  ],
};

const live: OutboundClient = {
  ...offlineClient(),
  http: async (url, signal) => {
    if (!url.startsWith('https://shop.example/')) return offlineClient().http(url, signal);
    return { status: 200, url, headers: {}, body: shopIcon };
  },
};
const service = useTestService({ rows, now, live });

const paths = {
  scanCertificates: ['certificates', 'certificates'],
  scanFavicon: ['favicon', 'favicon'],
  scanHeaders: ['headers', 'headers'],
  scanJarm: ['jarm', 'jarm'],
  scanOpenDirectories: ['opendir', 'opendir'],
} as const;
type Search = keyof typeof paths;

/** Under each address what was seen there; the order of the addresses is that of the answer. */
async function ask(search: Search, query: string): Promise<Record<string, unknown>> {
  const [path, key] = paths[search];
  const { status, body, response } = await service.get(`/explore/scandata/ipv4/${path}?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  const objects = response[key] as Record<string, unknown>[];
  for (const each of objects) expect(Object.keys(each)).toHaveLength(1);
  return Object.assign({}, ...objects) as Record<string, unknown>;
}
const addresses = async (search: Search, query: string) => Object.keys(await ask(search, query));

const [c2, twin, shop, shop2, gone, bare] = [
  '192.0.2.1',
  '192.0.2.77',
  '198.51.100.5',
  '198.51.100.6',
  '198.51.100.7',
  '198.51.100.8',
];

// Without the parameter each of these questions has another answer: every one of them would find more, or others.
describe('what each parameter keeps', () => {
  it.each<[search: Search, parameter: string, does: string, query: string, found: readonly string[]]>([
    ['scanCertificates', 'ipv4', 'keeps one address', `ipv4=${c2}`, [c2]],
    ['scanCertificates', 'netmask', 'keeps a network', `ipv4=198.51.100.9&netmask=24`, [shop, bare, shop2]],
    ['scanCertificates', 'fingerprint_sha1', 'keeps one certificate', `fingerprint_sha1=${sha1.console}`, [twin, c2]],
    [
      'scanCertificates',
      'fingerprint_sha1',
      'is taken with colons',
      `fingerprint_sha1=AA${':aa'.repeat(19)}`,
      [twin, c2],
    ],
    ['scanCertificates', 'domain', 'keeps certificates with the name', 'domain=Shop.example', [twin, shop]],
    ['scanCertificates', 'domain', 'takes *. for what ends so', 'domain=*.shop.example', [twin, shop, shop2]],
    ['scanCertificates', 'domain', 'takes * at the end', 'domain=console*', [twin, c2]],
    ['scanCertificates', 'domain', 'takes * in the middle', 'domain=o*.example', [shop2]],
    ['scanCertificates', 'expired_certs_only', 'keeps what has run out', 'expired_certs_only=1', [shop2]],
    ['scanCertificates', 'window', 'keeps scans of so many days', 'window=3', [twin, c2]],
    ['scanCertificates', 'window', 'is 180 unless given', '', [twin, c2, shop, bare, shop2]],
    ['scanCertificates', 'window', 'reaches back', 'window=36500', [twin, c2, shop, bare, shop2, gone]],
    ['scanCertificates', 'limit', 'keeps so many addresses', 'limit=2', [twin, c2]],
    ['scanCertificates', 'skip', 'leaves so many out', 'skip=3', [bare, shop2]],
    ['scanFavicon', 'ipv4', 'keeps one address', `ipv4=${c2}`, [c2]],
    ['scanFavicon', 'netmask', 'keeps a network', `ipv4=192.0.2.0&netmask=24`, [twin, c2]],
    ['scanFavicon', 'net', 'turns the network round', `ipv4=192.0.2.0&netmask=24&net=notin`, [shop]],
    ['scanFavicon', 'md5', 'keeps one icon, also of a page', `md5=${md5.console}`, [twin, c2]],
    ['scanFavicon', 'mmh3', 'keeps one icon', 'mmh3=7', [twin]],
    ['scanFavicon', 'mmh3', 'is understood unsigned', `mmh3=${2 ** 32 - 5}`, [twin, c2]],
    [
      'scanFavicon',
      'favicon_mmh3_from_url',
      'searches for the icon there',
      'favicon_mmh3_from_url=https://shop.example/i',
      [shop],
    ],
    ['scanFavicon', 'limit', 'keeps so many addresses', 'limit=1', [twin]],
    ['scanFavicon', 'skip', 'leaves so many out', 'skip=1', [c2, shop]],
    ['scanHeaders', 'ipv4', 'keeps one address', `ipv4=${c2}`, [c2]],
    ['scanHeaders', 'netmask', 'keeps a network', 'ipv4=198.51.100.77&netmask=25', [shop]],
    ['scanHeaders', 'header_search', 'keeps what holds it', 'header_search=server: AMBER', [c2]],
    ['scanHeaders', 'header_search', 'means % as it stands', 'header_search=0%25', [c2]],
    ['scanHeaders', 'header_search', 'finds values of any header', 'header_search=amber', [shop, c2]],
    ['scanHeaders', 'limit', 'keeps so many addresses', 'limit=1', [shop]],
    ['scanHeaders', 'skip', 'leaves so many out', 'skip=1', [c2]],
    ['scanJarm', 'ipv4', 'keeps one address', `ipv4=${c2}`, [c2]],
    ['scanJarm', 'netmask', 'keeps a network', 'ipv4=192.0.2.0&netmask=24', [twin, c2]],
    ['scanJarm', 'jarm_hash', 'keeps one fingerprint', `jarm_hash=${jarm.console.toUpperCase()}`, [twin, c2]],
    ['scanJarm', 'window', 'keeps what was seen since', 'window=2', [twin, c2]],
    ['scanJarm', 'window', 'reaches back', 'window=200', [twin, c2, shop, shop2]],
    ['scanJarm', 'limit', 'keeps so many addresses', 'limit=2', [twin, c2]],
    ['scanJarm', 'skip', 'leaves so many out', 'skip=2', [shop]],
    ['scanOpenDirectories', 'ipv4', 'keeps one address', 'ipv4=192.0.2.9', ['192.0.2.9']],
    ['scanOpenDirectories', 'netmask', 'keeps a network', 'ipv4=192.0.2.0&netmask=28', ['192.0.2.9']],
    [
      'scanOpenDirectories',
      'filename',
      'keeps the name in any folder',
      'filename=loader.exe',
      ['198.51.100.23', '192.0.2.9'],
    ],
    ['scanOpenDirectories', 'filename', 'compares the path when it has a slash', 'filename=tools/*', ['198.51.100.23']],
    ['scanOpenDirectories', 'filename', 'minds letter case', 'filename=*.TXT', ['192.0.2.9']],
    [
      'scanOpenDirectories',
      'filename_regex',
      'matches the name',
      'filename_regex=^invoice-[0-9]%2B',
      ['198.51.100.23'],
    ],
    [
      'scanOpenDirectories',
      'filename_regex',
      'knows RE2 classes',
      'filename_regex=^readme.[[:upper:]]%2B$',
      ['192.0.2.9'],
    ],
    [
      'scanOpenDirectories',
      'filename_regex',
      'matches the path when it has a slash',
      'filename_regex=/l',
      ['198.51.100.23'],
    ],
    ['scanOpenDirectories', 'window', 'keeps scans of so many days', 'window=5', ['198.51.100.23']],
    ['scanOpenDirectories', 'window', 'reaches back', 'window=200', ['198.51.100.23', '192.0.2.9', '192.0.2.10']],
  ])('%s %s: %s', async (search, _parameter, _does, query, found) => {
    expect(await addresses(search, query)).toEqual(found);
  });

  it('scanOpenDirectories result_mode: full gives everything listed where the file was found', async () => {
    const loader = { filename: 'tools/loader.exe', filesize: 412_160 };
    const here = { [day(3)]: [{ ...loader, modified: `${day(4)} 00:00:00` }] };
    const earlier = { [day(40)]: [{ ...loader, modified: `${day(41)} 00:00:00` }] };
    const query = 'ipv4=198.51.100.23&filename=loader.exe';
    expect(await ask('scanOpenDirectories', query)).toEqual({ '198.51.100.23': { ...here, ...earlier } });
    expect(await ask('scanOpenDirectories', `${query}&result_mode=full`)).toEqual({
      '198.51.100.23': {
        [day(3)]: [
          { filename: 'invoice-7.zip', filesize: 5, modified: `${day(4)} 00:00:00` },
          { filename: 'tools/', filesize: null, modified: `${day(4)} 00:00:00` },
          { ...loader, modified: `${day(4)} 00:00:00` },
        ],
        ...earlier,
      },
    });
  });
});

describe('what stands under an address', () => {
  it('scanCertificates: each certificate once, with its latest scan', async () => {
    const known = { fingerprint_sha256: '', issuer: 'Test R1', not_before: dayInt(300) };
    const console = { ...known, domains: ['console.c2.test'], fingerprint_sha1: sha1.console, not_after: dayInt(-900) };
    expect(await ask('scanCertificates', 'ipv4=192.0.2.0&netmask=24')).toEqual({
      [twin]: [
        { ...console, scan_date: dayInt(1) },
        {
          ...known,
          domains: ['shop.example', '*.shop.example'],
          fingerprint_sha1: sha1.shop,
          not_after: dayInt(-30),
          scan_date: dayInt(3),
        },
      ],
      [c2]: [{ ...console, scan_date: dayInt(2) }],
    });
  });

  it('scanCertificates: a fingerprint alone when no one kept the certificate', async () => {
    expect(await ask('scanCertificates', `fingerprint_sha1=${sha1.bare}`)).toEqual({
      [bare]: [{ fingerprint_sha1: sha1.bare, fingerprint_sha256: '', scan_date: dayInt(5) }],
    });
  });

  it('scanFavicon: both icons, or the one that was asked for', async () => {
    const [panel, console] = [
      { favicon_md5: md5.panel, favicon_mmh3: 7 },
      { favicon_md5: md5.console, favicon_mmh3: -5 },
    ];
    expect(await ask('scanFavicon', `ipv4=${twin}`)).toEqual({ [twin]: [console, panel] });
    expect(await ask('scanFavicon', `ipv4=${twin}&mmh3=7`)).toEqual({ [twin]: [panel] });
    expect(await ask('scanFavicon', `md5=${md5.panel}&mmh3=-5`)).toEqual({});
  });

  it('scanHeaders: every scan that holds the text', async () => {
    const scans = [
      { date: dayInt(2), headers: { server: 'Amber/1.9', 'x-build': '100%' } },
      { date: dayInt(8), headers: { server: 'nginx' } },
    ];
    expect(await ask('scanHeaders', `ipv4=${c2}`)).toEqual({ [c2]: scans });
    expect(await ask('scanHeaders', `ipv4=${c2}&header_search=nginx`)).toEqual({ [c2]: [scans[1]] });
  });

  it('scanJarm: each fingerprint from its first day on, with its latest banner', async () => {
    expect(await ask('scanJarm', `jarm_hash=${jarm.console}`)).toEqual({
      [twin]: [{ first_seen: dayInt(400), jarm_hash: jarm.console, last_seen: dayInt(1), server_banner: 'new' }],
      [c2]: [{ first_seen: dayInt(60), jarm_hash: jarm.console, last_seen: dayInt(2), server_banner: null }],
    });
  });

  it.each(Object.keys(paths) as Search[])('%s: nothing found is an empty list', async (search) => {
    expect(await ask(search, 'ipv4=203.0.113.9')).toEqual({});
  });
});

describe('what is refused', () => {
  it.each<[Search, string, string, number, string]>([
    ['scanCertificates', 'ipv4=example.com', 'ipv4', 400, 'bad_input'],
    ['scanCertificates', 'ipv4=192.0.2.1&netmask=33', 'netmask', 400, 'bad_input'],
    ['scanCertificates', 'fingerprint_sha1=abc', 'fingerprint_sha1', 400, 'bad_input'],
    ['scanCertificates', 'domain=a b', 'domain', 400, 'bad_input'],
    ['scanFavicon', 'md5=abc', 'md5', 400, 'bad_input'],
    ['scanFavicon', 'net=notin', 'ipv4', 400, 'bad_input'],
    ['scanFavicon', 'favicon_mmh3_from_url=ftp://shop.example/i', 'favicon_mmh3_from_url', 400, 'bad_input'],
    ['scanFavicon', 'favicon_mmh3_from_url=https://other.example/i', '', 503, 'offline'],
    ['scanJarm', 'jarm_hash=zz', 'jarm_hash', 400, 'bad_input'],
    ['scanOpenDirectories', 'filename_regex=(?=a)', 'filename_regex', 400, 'invalid_regex'],
  ])('%s %s', async (search, query, parameter, status, code) => {
    const answer = await service.get(`/explore/scandata/ipv4/${paths[search][0]}?${query}`);
    expect(answer.status).toBe(status);
    expect(answer.body['error']).toMatchObject(parameter === '' ? { code } : { code, parameter });
  });
});

it('what is kept for searches is the same after it was lost and rebuilt', async () => {
  const { engine } = service;
  const created = '2024-05-06 07:08:09';
  const others = {
    certificates: { ...certificate('e'.repeat(40), [], day(10)), fingerprint_sha256: 'e1'.repeat(32) },
    scan_html: { ...at('192.0.2.1', 2), html_title: 'Sign in', html_body_murmur3: '77' },
    tls_fingerprints: { kind: 'ja4s', value: 't13', ip: '::ffff:192.0.2.1', first_seen: day(2), last_seen: day(1) },
    whois: { domain: 'shop.example', date: day(3), created, registrar: 'Names ', emails: ['A@shop.example'] },
    listings: { indicator: 'c2.test', host: 'c2.test', ip: '::', category: 'c2', source: 'spec', last_listed: day(1) },
  };
  for (const [table, row] of Object.entries(others)) await engine.insert(table, [row]);
  const lost = [
    'certificate_hosts',
    'certificate_digests',
    'first_certificates',
    'icon_hosts',
    'icons',
    'jarm_hosts',
    'opendir_files',
    'page_hosts',
    'tls_hosts',
    'whois_values',
    'listed_below',
  ];
  const contents = () =>
    Promise.all(lost.map((table) => engine.query({ name: 'spec', sql: `SELECT * FROM ${table} FINAL ORDER BY ALL` })));
  const before = await contents();
  expect(before.map((rows) => rows.length)).not.toContain(0);
  for (const table of lost) await engine.command({ name: 'spec', sql: `TRUNCATE TABLE ${table}` });
  const damage = lost.map((table) => ({ table, reason: 'emptied' }));
  // once for the emptied tables, once more because a repair that was cut off runs again
  for (let times = 0; times < 2; times += 1)
    expect(await repair(engine, damage, { sample: false, today: '2026-11-20' })).toEqual([]);
  expect(await contents()).toEqual(before);
});
