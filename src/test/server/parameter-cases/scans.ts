import { expect } from 'vitest';
import { C2_MARKS, LANDMARKS } from '#sample/landmarks.ts';
import { servedIcon, servedIconHost } from '#test/server/sample-internet.ts';
import type { ParameterCase, ParameterCases } from '#test/server/parameter-case.ts';
import { sampleNow } from '#test/server/made-once.ts';

const { c2Address, movedAddress, openDirectory } = LANDMARKS;
const scans = '/explore/scandata/ipv4';

type ByAddress = Readonly<Record<string, Readonly<Record<string, unknown>>[]>>[];
const addressesOf = (list: ByAddress) => list.flatMap((one) => Object.keys(one));
const recordsOf = (list: ByAddress) => list.flatMap((one) => Object.values(one).flat());
const listOf = (response: Record<string, unknown>, key: string) => response[key] as ByAddress;

/** The cases that A3 to A7 share, for a search that finds more than three addresses. */
const networkCases = (path: string, key: string): Readonly<Record<string, ParameterCase>> => ({
  ipv4: {
    ask: `${scans}/${path}?ipv4=${c2Address.indicator}`,
    holds: (response) => expect(new Set(addressesOf(listOf(response, key)))).toEqual(new Set([c2Address.indicator])),
  },
  netmask: {
    ask: `${scans}/${path}?ipv4=${c2Address.indicator}&netmask=20`,
    holds: (response) => expect(new Set(addressesOf(listOf(response, key))).size).toBeGreaterThan(1),
  },
});
const pageCases = (path: string, key: string): Readonly<Record<string, ParameterCase>> => ({
  limit: {
    ask: `${scans}/${path}?limit=2`,
    holds: (response) => expect(response[key]).toHaveLength(2),
  },
  skip: { ask: `${scans}/${path}?skip=100000`, holds: (response) => expect(response[key]).toEqual([]) },
});
const dayInt = (daysAgo: number) =>
  Number(new Date(sampleNow.getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10).replaceAll('-', ''));
const found = (path: string, key: string, query: string, addresses: readonly string[]): ParameterCase => ({
  ask: `${scans}/${path}?${query}`,
  holds: (response) => expect(new Set(addressesOf(listOf(response, key)))).toEqual(new Set(addresses)),
});

const consoles = [c2Address.indicator, LANDMARKS.c2AddressRecent.indicator, LANDMARKS.c2AddressUnlisted.indicator];

/** Asks for a value from the console's own scan, so that it is never written twice. */
const fromScan =
  (path: string, key: string, field: string): Exclude<ParameterCase['ask'], string> =>
  async (service) => {
    const { response } = await service.get(`${scans}/${path}?ipv4=${c2Address.indicator}`);
    const [record] = recordsOf(listOf(response as Record<string, unknown>, key));
    const parameter = field.replace('favicon_', '');
    return `${scans}/${path}?${parameter}=${String(record?.[field])}`;
  };
const onConsoles = (key: string) => (response: Record<string, unknown>) =>
  expect(new Set(addressesOf(listOf(response, key)))).toEqual(new Set(consoles));

const listedFiles = (response: {
  opendir: Readonly<Record<string, Readonly<Record<string, { filename: string }[]>>>>[];
}) => response.opendir.flatMap((one) => Object.values(one).flatMap((days) => Object.values(days).flat()));

/** A3 to A7 and A10 to A12. */
export const scanCases: ParameterCases = {
  scanCertificates: {
    ...networkCases('certificates', 'certificates'),
    fingerprint_sha1: {
      ask: fromScan('certificates', 'certificates', 'fingerprint_sha1'),
      holds: onConsoles('certificates'),
    },
    domain: found('certificates', 'certificates', 'domain=amber-console.*', consoles),
    expired_certs_only: {
      ask: `${scans}/certificates?expired_certs_only=1&limit=1000`,
      holds: (response) =>
        recordsOf(listOf(response, 'certificates')).forEach(({ not_after }) =>
          expect(Number(not_after)).toBeLessThanOrEqual(dayInt(0)),
        ),
    },
    window: {
      ask: `${scans}/certificates?window=3&limit=1000`,
      holds: ({ certificates }) => {
        const days = recordsOf(certificates as ByAddress).map(({ scan_date }) => Number(scan_date));
        expect(Math.min(...days, dayInt(0))).toBeGreaterThanOrEqual(dayInt(3));
      },
    },
    ...pageCases('certificates', 'certificates'),
  },
  scanFavicon: {
    ...networkCases('favicon', 'favicon'),
    net: {
      ask: `${scans}/favicon?ipv4=${c2Address.indicator}&netmask=24&net=notin&mmh3=${C2_MARKS.faviconMmh3}`,
      holds: (response) =>
        expect(new Set(addressesOf(listOf(response, 'favicon')))).toEqual(new Set(consoles.slice(1))),
    },
    md5: { ask: fromScan('favicon', 'favicon', 'favicon_md5'), holds: onConsoles('favicon') },
    mmh3: found('favicon', 'favicon', `mmh3=${C2_MARKS.faviconMmh3}`, consoles),
    // the icon that the small internet serves was put on one more address of the collection
    favicon_mmh3_from_url: {
      ask: `${scans}/favicon?favicon_mmh3_from_url=${encodeURIComponent(servedIcon.url)}`,
      holds: (response) => expect(addressesOf(listOf(response, 'favicon'))).toEqual([servedIconHost]),
    },
    ...pageCases('favicon', 'favicon'),
  },
  scanHeaders: {
    ...networkCases('headers', 'headers'),
    header_search: found('headers', 'headers', 'header_search=AMBER-BUILD', consoles),
    ...pageCases('headers', 'headers'),
  },
  scanJarm: {
    ...networkCases('jarm', 'jarm'),
    jarm_hash: found('jarm', 'jarm', `jarm_hash=${C2_MARKS.jarm}`, consoles),
    window: {
      ask: `${scans}/jarm?ipv4=${openDirectory.indicator}&window=1`,
      holds: ({ jarm }) => expect(jarm).toEqual([]),
    },
    ...pageCases('jarm', 'jarm'),
  },
  scanOpenDirectories: {
    ipv4: found('opendir', 'opendir', `ipv4=${openDirectory.indicator}`, [openDirectory.indicator]),
    netmask: {
      ask: `${scans}/opendir?ipv4=198.51.100.22&netmask=30`,
      holds: (response) => expect(addressesOf(listOf(response, 'opendir'))).toEqual([openDirectory.indicator]),
    },
    filename: {
      ask: `${scans}/opendir?filename=stage*.ps1`,
      holds: (response) => {
        const names = listedFiles(response as Parameters<typeof listedFiles>[0]).map(({ filename }) => filename);
        expect(new Set(names)).toEqual(new Set(['tools/stage3.ps1']));
      },
    },
    filename_regex: {
      ask: `${scans}/opendir?filename_regex=${encodeURIComponent('^stage[[:digit:]]_x64[.]bin$')}`,
      holds: (response) => {
        const names = listedFiles(response as Parameters<typeof listedFiles>[0]).map(({ filename }) => filename);
        expect(new Set(names)).toEqual(new Set(['tools/stage2_x64.bin']));
      },
    },
    window: {
      ask: `${scans}/opendir?ipv4=${openDirectory.indicator}&window=10`,
      holds: (response) =>
        expect(Object.keys(Object.values(listOf(response, 'opendir')[0] ?? {})[0] ?? {})).toHaveLength(1),
    },
    result_mode: {
      ask: `${scans}/opendir?filename=stage3.ps1&result_mode=full`,
      holds: (response) =>
        expect(
          listedFiles(response as Parameters<typeof listedFiles>[0]).some(
            ({ filename }) => filename === 'out/hosts.txt',
          ),
        ).toBe(true),
    },
  },
  ipv4HistoryBulk: {
    ips: {
      ask: { path: '/explore/bulk/history/ip2asn/ipv4', body: { ips: [movedAddress.indicator], dates: [dayInt(0)] } },
      ignoring: { path: '/explore/bulk/history/ip2asn/ipv4', body: { ips: [c2Address.indicator], dates: [dayInt(0)] } },
      holds: ({ ip2asn }) => expect(ip2asn).toMatchObject([[{ ip: movedAddress.indicator }]]),
    },
    dates: {
      ask: {
        path: '/explore/bulk/history/ip2asn/ipv4',
        body: { ips: [movedAddress.indicator], dates: [dayInt(9), dayInt(1)] },
      },
      ignoring: {
        path: '/explore/bulk/history/ip2asn/ipv4',
        body: { ips: [movedAddress.indicator], dates: [dayInt(0)] },
      },
      holds: ({ ip2asn }) => expect(ip2asn).toMatchObject([[{ date: dayInt(9) }], [{ date: dayInt(1) }]]),
    },
  },
  asnSubnetsBulk: {
    asns: {
      ask: { path: '/explore/bulk/asn2subnet', body: { asns: [64_666] } },
      ignoring: { path: '/explore/bulk/asn2subnet', body: { asns: [64_505] } },
      holds: ({ asn2subnet }) => expect(asn2subnet).toMatchObject([{ asn: 64_666 }]),
    },
  },
  asnSubnetsHistoryBulk: {
    asns: {
      ask: { path: '/explore/bulk/history/asn2subnet', body: { asns: [64_666], dates: [dayInt(0)] } },
      ignoring: { path: '/explore/bulk/history/asn2subnet', body: { asns: [64_505], dates: [dayInt(0)] } },
      holds: ({ asn2subnet }) => expect(asn2subnet).toMatchObject([[{ asn: 64_666 }]]),
    },
    dates: {
      ask: { path: '/explore/bulk/history/asn2subnet', body: { asns: [64_666], dates: [dayInt(30)] } },
      ignoring: { path: '/explore/bulk/history/asn2subnet', body: { asns: [64_666], dates: [dayInt(0)] } },
      holds: ({ asn2subnet }) => expect(asn2subnet).toMatchObject([[{ date: dayInt(30) }]]),
    },
  },
};
