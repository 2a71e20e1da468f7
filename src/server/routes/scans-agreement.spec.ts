// @module-tag long
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { plusDays } from '#model/dates.ts';
import { matchesWildcard } from '#model/wildcard.ts';
import { runs } from '#test/long.ts';
import { useTestService } from '#test/server/use-test-service.ts';

// The searches against plain filters over the same scans, of names, files and headers that are alike in many ways.

const now = new Date('2026-11-21T12:00:00Z');
const dayOf = (ago: number): string => plusDays('2026-11-21', -ago);
const many = 250;

function sampleOf<Item>(item: fc.Arbitrary<Item>, seed: number): readonly Item[] {
  return fc.sample(item, { seed, numRuns: many });
}

// a few addresses around the borders of networks
const anyIp = fc
  .tuple(fc.constantFrom('192.0.2', '192.0.3', '198.51.100'), fc.nat(15))
  .map(([net, host]) => `${net}.${host}`);
const anyAgo = fc.constantFrom(0, 1, 2, 5, 29, 30, 31, 179, 180, 181, 400);
const anyLabel = fc.string({ unit: fc.constantFrom('a', 'b', '-', '1', '_'), minLength: 1, maxLength: 3 });
const anyName = fc
  .tuple(fc.array(anyLabel, { minLength: 1, maxLength: 2 }), fc.constantFrom('ab.test', 'b.test', 'example'))
  .map(([labels, zone]) => [...labels, zone].join('.'));
const anyPath = fc
  .tuple(fc.array(anyLabel, { maxLength: 2 }), anyLabel, fc.constantFrom('', '.zip', '.ZIP', '/'))
  .map(([folders, name, end]) => [...folders, `${name}${end}`].join('/'));
const anyValue = fc.array(fc.constantFrom('nginx', 'Apache', '/1.2', ' ', '%', '_', 'Ü'), {
  minLength: 1,
  maxLength: 3,
});

const certificates = Array.from({ length: 30 }, (_, index) => ({
  sha1: String(index).padStart(40, '0'),
  // around the clock of the service, and one that ends in this very second, which is not over
  notAfter:
    ['2026-11-21 11:59:59', '2026-11-21 12:00:00', '2027-01-01 00:00:00', '2020-01-01 00:00:00'][index % 4] ?? '',
  names: fc.sample(fc.uniqueArray(anyName, { minLength: 1, maxLength: 3 }), { seed: index, numRuns: 1 })[0] ?? [],
}));
const seen = sampleOf(fc.record({ ip: anyIp, ago: anyAgo, certificate: fc.constantFrom(...certificates) }), 1);
const files = sampleOf(fc.record({ ip: anyIp, ago: anyAgo, path: anyPath }), 2);
const headers = sampleOf(fc.record({ ip: anyIp, ago: anyAgo, server: anyValue.map((parts) => parts.join('')) }), 3);
const icons = sampleOf(fc.record({ ip: anyIp, ago: anyAgo, mmh3: fc.integer({ min: -3, max: 3 }) }), 4);
const jarms = sampleOf(fc.record({ ip: anyIp, ago: anyAgo, hash: fc.constantFrom('0a', '0b', '0c') }), 5);

const at = ({ ip, ago }: { ip: string; ago: number }, index: number) => ({
  ip: `::ffff:${ip}`,
  hostname: `h${index}.example`,
  scan_date: `${dayOf(ago)} 10:00:00`,
});

const service = useTestService({ now });
beforeAll(async () => {
  // in several parts, as a collection that is being filled is
  await service.engine.command({ name: 'spec', sql: 'SYSTEM STOP MERGES' });
  await service.add({
    certificates: certificates.map(({ sha1, notAfter, names }) => ({
      fingerprint_sha1: sha1,
      domains: names,
      not_before: '2019-01-01 00:00:00',
      not_after: notAfter,
    })),
  });
  const rows = {
    scan_certificates: seen.map((scan, index) => ({ ...at(scan, index), fingerprint_sha1: scan.certificate.sha1 })),
    scan_opendir: files.map(({ ip, ago, path }) => ({ ip: `::ffff:${ip}`, scan_date: dayOf(ago), filename: path })),
    scan_headers: headers.map((scan, index) => ({
      ...at(scan, index),
      response: '',
      headers: { server: scan.server },
    })),
    scan_favicon: icons.map((scan, index) => ({ ...at(scan, index), favicon_md5: 'x', favicon_mmh3: scan.mmh3 })),
    scan_jarm: jarms.map(({ ip, ago, hash }, index) => ({
      ip: `::ffff:${ip}`,
      hostname: `h${index}.example`,
      jarm_hash: hash.repeat(31),
      server_banner: null,
      first_seen: dayOf(500),
      last_seen: dayOf(ago),
    })),
  };
  for (const from of [0, 100, 200])
    await service.add(
      Object.fromEntries(Object.entries(rows).map(([table, list]) => [table, list.slice(from, from + 100)])),
    );
});

interface Network {
  readonly ipv4: string;
  readonly netmask: number;
}
const anyNetwork = fc.option(fc.record({ ipv4: anyIp, netmask: fc.constantFrom(0, 8, 23, 24, 28, 31, 32) }), {
  nil: undefined,
});
const numberOf = (ip: string): number => ip.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
const inside = (network: Network | undefined, ip: string): boolean => {
  if (!network) return true;
  const size = 2 ** (32 - network.netmask);
  return Math.floor(numberOf(ip) / size) === Math.floor(numberOf(network.ipv4) / size);
};
const anyWindow = fc.constantFrom(undefined, 1, 2, 30, 180, 1000);

/** Addresses with the newest of their days first, as the searches order them. */
function ordered(scans: readonly { readonly ip: string; readonly ago: number }[]): string[] {
  const newest = new Map<string, number>();
  for (const { ip, ago } of scans) newest.set(ip, Math.min(ago, newest.get(ip) ?? ago));
  return [...newest].sort((a, b) => a[1] - b[1] || numberOf(a[0]) - numberOf(b[0])).map(([ip]) => ip);
}

async function ask<Value = unknown>(
  path: string,
  parameters: Readonly<Record<string, unknown>>,
): Promise<Record<string, Value>[]> {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]));
  const { status, body, response } = await service.get(`/explore/scandata/ipv4/${path}?${query.toString()}`);
  expect(status, `${query.toString()} ${JSON.stringify(body)}`).toBe(200);
  return Object.values(response as object)[0] as Record<string, Value>[];
}
const addressesOf = (objects: readonly object[]): string[] => objects.flatMap((each) => Object.keys(each));

const anyPattern = (...pieces: string[]) =>
  fc
    .array(fc.constantFrom('a', 'b', '-', '1', '_', 'ab', '*', '*', ...pieces), { minLength: 1, maxLength: 5 })
    .map((list) => list.join(''));

describe('the searches agree with a plain filter', () => {
  it('scanCertificates: names, networks, windows and expiry', async () => {
    const pattern = fc.option(anyPattern('.test', 'example', '.'), { nil: undefined });
    const parameters = fc.record({ network: anyNetwork, window: anyWindow, domain: pattern, expired: fc.boolean() });
    const property = fc.asyncProperty(parameters, async ({ network, window, domain, expired }) => {
      fc.pre(domain === undefined || (!/^\.|\.\./.test(domain) && domain !== '.'));
      const text = domain?.replace(/\.$/, '');
      const matching = seen.filter(
        ({ ip, ago, certificate: { names, notAfter } }) =>
          inside(network, ip) &&
          ago <= (window ?? 180) &&
          (text === undefined || names.some((name) => matchesWildcard(text, name))) &&
          (!expired || notAfter < '2026-11-21 12:00:00'),
      );
      const asked = { ...network, window, domain, expired_certs_only: Number(expired), limit: 1000 };
      const objects = await ask<{ fingerprint_sha1: string }[]>('certificates', asked);
      expect(addressesOf(objects)).toEqual(ordered(matching));
      for (const [ip, list] of objects.flatMap((each) => Object.entries(each))) {
        const own = matching.filter((scan) => scan.ip === ip).map(({ certificate }) => certificate.sha1);
        expect(list.map((scan) => scan.fingerprint_sha1).sort()).toEqual([...new Set(own)].sort());
      }
    });
    await fc.assert(property, { numRuns: runs(15, 150) });
  });

  it('scanOpenDirectories: file names, regular expressions, networks and windows', async () => {
    const atom = fc.constantFrom('a', 'b', '[ab]', '.', '1', '\\.', 'zip', '(?i:ZIP)', '-', '/');
    const regex = fc
      .tuple(
        fc.constantFrom('', '^'),
        fc.array(fc.tuple(atom, fc.constantFrom('', '', '+', '?')), { minLength: 1, maxLength: 3 }),
        fc.constantFrom('', '$'),
      )
      .map(([start, atoms, end]) => `${start}${atoms.map((pair) => pair.join('')).join('')}${end}`);
    const parameters = fc.record({
      network: anyNetwork,
      window: anyWindow,
      filename: fc.option(anyPattern('.zip', '/'), { nil: undefined }),
      regex: fc.option(regex, { nil: undefined }),
      full: fc.boolean(),
    });
    const compared = (path: string, pattern: string) =>
      pattern.includes('/') ? path : (/[^/]*\/?$/.exec(path)?.[0] ?? '');
    const property = fc.asyncProperty(parameters, async ({ network, window, filename, regex: text, full }) => {
      const within = files.filter(({ ip, ago }) => inside(network, ip) && ago <= (window ?? 180));
      // JavaScript of this age knows no inline flags
      const expression = text === undefined ? undefined : new RegExp(text.replaceAll('(?i:ZIP)', '(?:[zZ][iI][pP])'));
      const matching = within.filter(
        ({ path }) =>
          (filename === undefined || matchesWildcard(filename, compared(path, filename))) &&
          (expression === undefined || expression.test(compared(path, text ?? ''))),
      );
      const hosts = new Set(matching.map(({ ip }) => ip));
      const expected = full ? within.filter(({ ip }) => hosts.has(ip)) : matching;
      const asked = { ...network, window, filename, filename_regex: text, result_mode: full ? 'full' : 'file' };
      const objects = await ask<Record<string, { filename: string }[]>>('opendir', asked);
      expect(addressesOf(objects)).toEqual(ordered(expected));
      const listed = objects
        .flatMap((each) => Object.entries(each))
        .flatMap(([ip, scans]) =>
          Object.entries(scans).flatMap(([day, list]) => list.map((each) => `${ip} ${day} ${each.filename}`)),
        );
      expect(listed.sort()).toEqual(
        [...new Set(expected.map(({ ip, ago, path }) => `${ip} ${dayOf(ago)} ${path}`))].sort(),
      );
    });
    await fc.assert(property, { numRuns: runs(10, 100) });
  });

  it('scanHeaders: any part of a line, in any letter case', async () => {
    const part = fc
      .array(fc.constantFrom('ngi', 'NGINX', 'a', 'PACHE', '/1', '.2', ' ', '%', '_', ': ', 'er', 'Ü', '*'), {
        minLength: 1,
        maxLength: 3,
      })
      .map((list) => list.join(''))
      .filter((text) => text.trim() !== '');
    const lower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
    const property = fc.asyncProperty(part, anyNetwork, async (text, network) => {
      const matching = headers.filter(
        ({ ip, server }) => inside(network, ip) && lower(`server: ${server}`).includes(lower(text)),
      );
      const objects = await ask('headers', { ...network, header_search: text, limit: 1000 });
      expect(addressesOf(objects)).toEqual(ordered(matching));
      expect(objects.flatMap((each) => Object.values(each).flat())).toHaveLength(matching.length);
    });
    await fc.assert(property, { numRuns: runs(15, 150) });
  });

  it('scanFavicon: icons inside and outside networks', async () => {
    const mmh3 = fc.option(fc.integer({ min: -4, max: 3 }), { nil: undefined });
    const property = fc.asyncProperty(anyNetwork, mmh3, fc.boolean(), async (network, hash, outside) => {
      fc.pre(network !== undefined || !outside);
      const matching = icons.filter(
        (icon) => inside(network, icon.ip) !== outside && (hash === undefined || icon.mmh3 === hash),
      );
      const objects = await ask('favicon', { ...network, net: outside ? 'notin' : 'in', mmh3: hash, limit: 1000 });
      expect(addressesOf(objects)).toEqual(ordered(matching));
    });
    await fc.assert(property, { numRuns: runs(10, 100) });
  });
});

describe('pages make up the whole', () => {
  it.each([
    ['certificates', { window: 1000 }],
    ['favicon', {}],
    ['headers', { header_search: 'server' }],
    ['jarm', { window: 1000, jarm_hash: '0a'.repeat(31) }],
  ])('of %s', async (path, parameters) => {
    const whole = await ask(path, { ...parameters, limit: 1000 });
    expect(whole.length).toBeGreaterThan(15);
    for (const limit of [5, 20]) {
      const pages: object[] = [];
      for (let skip = 0; skip < whole.length; skip += limit)
        pages.push(...(await ask(path, { ...parameters, limit, skip })));
      expect(pages).toEqual(whole);
    }
  });

  it('scanJarm: the latest day decides the window', async () => {
    for (const [window, hash] of [
      [1, '0a'],
      [30, '0b'],
      [180, '0c'],
      [1000, '0a'],
    ] as const) {
      const matching = jarms.filter((each) => each.hash === hash && each.ago <= window);
      const objects = await ask('jarm', { jarm_hash: hash.repeat(31), window, limit: 1000 });
      expect(addressesOf(objects)).toEqual(ordered(matching));
    }
  });
});
