import { expect } from 'vitest';
import { LANDMARKS } from '#sample/landmarks.ts';
import type { ParameterCases } from '#test/server/parameter-case.ts';
import { sampleDay } from '#test/server/made-once.ts';

const { c2Address, c2AddressRecent, cleanIpv6, movedAddress } = LANDMARKS;
const info = `/explore/ipv4/ipv4info/${c2Address.indicator}`;
const info6 = `/explore/ipv6/ipv6info/${cleanIpv6.indicator}`;
const other = '192.0.2.150';
const other6 = '2001:db8:ffff::1';
/** ip2asn[0] */
const record = (fields: object) => (response: { ip2asn: unknown[] }) =>
  expect(response.ip2asn[0]).toMatchObject(fields);
const isolate = (ips: readonly string[]) => (records: { ip: string }[]) =>
  expect(records.map(({ ip }) => ip).sort()).toEqual([...ips].sort());

/** A1, A2, A8, A9, A13 and B1 to B4. */
export const addressCases: ParameterCases = {
  ipv4Info: {
    ipv4: { ask: info, ignoring: `/explore/ipv4/ipv4info/${other}`, holds: record({ ip: c2Address.indicator }) },
    explain: {
      ask: `${info}?explain=1`,
      holds: record({ sp_risk_score_explain: { sp_risk_score_decider: expect.stringMatching(/./) as string } }),
    },
    scan_data: { ask: `${info}?scan_data=1`, holds: record({ scan_data: { jarm: expect.any(Array) as unknown[] } }) },
    sparse: {
      ask: `${info}?sparse=asn`,
      holds: ({ ip2asn }) => expect(Object.keys(ip2asn[0] as object).sort()).toEqual(['asn', 'ip']),
    },
  },
  ipv4RiskScore: {
    ipv4: {
      ask: `/explore/ipv4/riskscore/${c2Address.indicator}`,
      ignoring: `/explore/ipv4/riskscore/${other}`,
      holds: record({ ip: c2Address.indicator }),
    },
  },
  ipv4RiskScoreBulk: {
    ips: {
      ask: { path: '/explore/bulk/ipv4/riskscore', body: { ips: [c2Address.indicator, c2AddressRecent.indicator] } },
      ignoring: { path: '/explore/bulk/ipv4/riskscore', body: { ips: [other] } },
      holds: isolate([c2Address.indicator, c2AddressRecent.indicator]),
    },
  },
  ipv4InfoBulk: {
    ips: {
      ask: { path: '/explore/bulk/ip2asn/ipv4', body: { ips: [c2Address.indicator] } },
      ignoring: { path: '/explore/bulk/ip2asn/ipv4', body: { ips: [other] } },
      holds: record({ ip: c2Address.indicator }),
    },
  },
  ipv4History: {
    ipv4: {
      ask: `/explore/ip2asn/history/ipv4/${movedAddress.indicator}?window=400`,
      ignoring: `/explore/ip2asn/history/ipv4/${other}?window=400`,
      holds: ({ records }) => expect((records as { asn: number }[]).map(({ asn }) => asn)).toContain(64_670),
    },
    window: {
      ask: `/explore/ip2asn/history/ipv4/${movedAddress.indicator}?window=1`,
      holds: ({ records }) => expect(records).toHaveLength(1),
    },
    date: {
      ask: `/explore/ip2asn/history/ipv4/${movedAddress.indicator}?date=${sampleDay}`,
      holds: ({ records }) => expect(records).toHaveLength(1),
    },
  },
  ipv6Info: {
    ipv6: {
      ask: info6,
      ignoring: `/explore/ipv6/ipv6info/${other6}`,
      holds: record({ asn: expect.any(Number) as number }),
    },
    explain: { ask: `${info6}?explain=1`, holds: record({ asn_reputation_explain: expect.any(Object) as object }) },
    sparse: {
      ask: `${info6}?sparse=asname`,
      holds: ({ ip2asn }) => expect(Object.keys(ip2asn[0] as object).sort()).toEqual(['asname', 'ip']),
    },
  },
  ipv6RiskScore: {
    ipv6: {
      ask: `/explore/ipv6/riskscore/${cleanIpv6.indicator}`,
      ignoring: `/explore/ipv6/riskscore/${other6}`,
      holds: record({ ip: cleanIpv6.indicator }),
    },
  },
  ipv6RiskScoreBulk: {
    ips: {
      ask: { path: '/explore/bulk/ipv6/riskscore', body: { ips: [cleanIpv6.indicator, other6] } },
      ignoring: { path: '/explore/bulk/ipv6/riskscore', body: { ips: [other6] } },
      holds: isolate([cleanIpv6.indicator, other6]),
    },
  },
  ipv6InfoBulk: {
    ips: {
      ask: { path: '/explore/bulk/ip2asn/ipv6', body: { ips: [cleanIpv6.indicator] } },
      ignoring: { path: '/explore/bulk/ip2asn/ipv6', body: { ips: [other6] } },
      holds: record({ ip: cleanIpv6.indicator }),
    },
  },
};
