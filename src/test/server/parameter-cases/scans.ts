import { expect } from 'vitest';
import { isoDateToDayInt, plusDays } from '#model/dates.ts';
import { C2_MARKS, LANDMARKS } from '#sample/landmarks.ts';
import { servedIcon, servedIconHost } from '#test/server/sample-internet.ts';
import { casesOf, type ParameterCase, type ParameterCases } from '#test/server/parameter-case.ts';
import { sampleDay } from '#test/server/made-once.ts';

const { c2Address, movedAddress, openDirectory } = LANDMARKS;
const scans = '/explore/scandata/ipv4';

const dayInt = (daysAgo: number) => isoDateToDayInt(plusDays(sampleDay, -daysAgo));

/** Of a search that finds more than two addresses. */
const common = {
  ipv4: `ipv4=${c2Address.indicator}`,
  netmask: `ipv4=${c2Address.indicator}&netmask=20`,
  limit: 'limit=2',
  skip: 'skip=1',
};

/** Asks for a value from the console's own scan, so that it is never written twice. */
const fromScan =
  (path: string, field: string): Exclude<ParameterCase['ask'], string> =>
  async (service) => {
    const { response } = await service.get(`${scans}/${path}?ipv4=${c2Address.indicator}`);
    const [address] = response[path] as Readonly<Record<string, Readonly<Record<string, unknown>>[]>>[];
    const [record] = Object.values(address ?? {}).flat();
    return `${scans}/${path}?${field.replace('favicon_', '')}=${String(record?.[field])}`;
  };

/** A3 to A7 and A10 to A12. */
export const scanCases: ParameterCases = {
  scanCertificates: {
    ...casesOf(`${scans}/certificates`, {
      ...common,
      domain: 'domain=amber-console.*',
      expired_certs_only: 'expired_certs_only=1&limit=1000',
      window: 'window=3&limit=1000',
    }),
    fingerprint_sha1: { ask: fromScan('certificates', 'fingerprint_sha1') },
  },
  scanFavicon: {
    ...casesOf(`${scans}/favicon`, {
      ...common,
      net: `ipv4=${c2Address.indicator}&netmask=24&net=notin&mmh3=${C2_MARKS.faviconMmh3}`,
      mmh3: `mmh3=${C2_MARKS.faviconMmh3}`,
    }),
    md5: { ask: fromScan('favicon', 'favicon_md5') },
    // the icon that the small internet serves was put on one more address of the collection
    favicon_mmh3_from_url: {
      ask: `${scans}/favicon?favicon_mmh3_from_url=${encodeURIComponent(servedIcon.url)}`,
      holds: ({ favicon }) =>
        expect((favicon as object[]).flatMap((one) => Object.keys(one))).toEqual([servedIconHost]),
    },
  },
  scanHeaders: casesOf(`${scans}/headers`, { ...common, header_search: 'header_search=AMBER-BUILD' }),
  scanJarm: casesOf(`${scans}/jarm`, {
    ...common,
    jarm_hash: `jarm_hash=${C2_MARKS.jarm}`,
    window: `ipv4=${openDirectory.indicator}&window=1`,
  }),
  scanOpenDirectories: casesOf(`${scans}/opendir`, {
    ipv4: `ipv4=${openDirectory.indicator}`,
    netmask: 'ipv4=198.51.100.22&netmask=30',
    filename: 'filename=stage*.ps1',
    filename_regex: `filename_regex=${encodeURIComponent('^stage[[:digit:]]_x64[.]bin$')}`,
    window: `ipv4=${openDirectory.indicator}&window=10`,
    result_mode: 'filename=stage3.ps1&result_mode=full',
  }),
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
