import { expect } from 'vitest';
import { LANDMARKS } from '#sample/landmarks.ts';
import type { ParameterCase, ParameterCases } from '#test/server/parameter-case.ts';
import { commonCases, each, some } from './padns-common.ts';

const { badNameServer, brandDomain, c2Address, fluxDomain, unsanctionedAsset } = LANDMARKS;
const both = '/explore/padns/lookup/both';
const assets = '/explore/padns/lookup/uld';
const fluxAnywhere = `${both}/a/${fluxDomain.indicator}/*`;
const bankHosts = `${assets}/a/*harborline-bank*/_`;
const longAgo = 'first_seen_after=-700d';
const octets = (address: string) => address.split('.').map(Number);
/** AS64666 announces the first half of 203.0.113.0/24. */
const inCinderwall = each(({ answer }) => expect(octets(answer)[3]).toBeLessThan(128));
const inBankNetwork = (address: string) => address.startsWith('192.0.2.') && (octets(address)[3] ?? 0) < 64;
const withAsn = (told: (asn: number) => void) => each(({ asn }) => told(asn ?? 0));

const asnNames = (path: string): Readonly<Record<string, ParameterCase>> =>
  Object.fromEntries(
    [
      ['asname', 'CINDERWALL'],
      ['asname_starts_with', 'CINDER'],
      ['asname_contains', 'Offshore'],
    ].map(([name, value]) => [
      name,
      {
        ask: `${path}${String(name)}=${String(value)}`,
        holds: inCinderwall,
      },
    ]),
  );

/** E3 and E4. */
export const padnsConditionCases: ParameterCases = {
  padnsBoth: {
    qtype: {
      ask: `${both}/ns/*.test/*crowsnest*`,
      ignoring: `${both}/mx/*.test/*crowsnest*`,
      holds: each(({ type }) => expect(type).toBe('NS')),
    },
    qname: {
      ask: `${both}/a/*.invalid/${c2Address.indicator}?netmask=24`,
      ignoring: `${both}/a/*/${c2Address.indicator}?netmask=24`,
      holds: each(({ query }) => expect(query).toMatch(/\.invalid$/)),
    },
    qanswer: {
      ask: `${both}/ns/*.test/ns1.crowsnest*`,
      ignoring: `${both}/ns/*.test/*`,
      holds: each(({ answer }) => expect(answer).toMatch(/^ns1\.crowsnest/)),
    },
    regex: {
      ask: `${both}/ns/_/${badNameServer.indicator}?regex=${encodeURIComponent('^harborline[[:print:]]+$')}`,
      holds: each(({ query }) => expect(query).toMatch(/^harborline/)),
    },
    match: {
      ask: `${both}/ns/*.test/*crowsnest*?match=neq`,
      holds: each(({ answer }) => expect(answer).not.toContain('crowsnest')),
    },
    name: {
      ask: `${both}/ns/*.test/ns1.crowsnest*?name=ns2.crowsnest*`,
      holds: some(({ answer }) => answer.startsWith('ns2.crowsnest')),
    },
    netmask: {
      ask: `${both}/a/*.invalid/203.0.113.0?netmask=24`,
      holds: each(({ answer }) => expect(answer).toMatch(/^203\.0\.113\./)),
    },
    net: {
      ask: `${both}/a/${fluxDomain.indicator}/198.18.0.0?netmask=16&net=notin`,
      holds: each(({ answer }) => expect(answer).not.toMatch(/^198\.18\./)),
    },
    network: {
      ask: `${both}/a/*.invalid/203.0.113.0?netmask=25&network=198.51.100.0/24`,
      holds: some(({ answer }) => answer.startsWith('198.51.100.')),
    },
    asnum: {
      ask: `${both}/a/*/203.0.113.0?netmask=24&asnum=64666`,
      holds: inCinderwall,
    },
    asn: {
      ask: `${both}/a/*.test/${c2Address.indicator}?netmask=25&asnum=64666&asn=notin`,
      holds: ({ records }) => expect(records).toEqual([]),
    },
    ...asnNames(`${both}/a/*/203.0.113.0?netmask=24&`),
    ...commonCases(fluxAnywhere, 20),
  },
  padnsUnsanctioned: {
    qtype: {
      ask: `${assets}/aaaa/*harborline-bank*/_?${longAgo}`,
      ignoring: `${assets}/a/*harborline-bank*/_?${longAgo}`,
      holds: each(({ type }) => expect(type).toBe('AAAA')),
    },
    qname: {
      ask: `${assets}/a/*.${brandDomain.indicator}/_`,
      ignoring: `${assets}/a/*.example/_`,
      holds: each(({ query }) => expect(query).toMatch(/harborline-bank/)),
    },
    qanswer: {
      ask: `${bankHosts.slice(0, -1)}192.0.2.0?netmask=26&${longAgo}`,
      ignoring: `${bankHosts}?${longAgo}`,
      holds: each(({ answer }) => expect(inBankNetwork(answer)).toBe(false)),
    },
    regex: {
      ask: `${assets}/a/_/_?regex=${encodeURIComponent('^payroll')}`,
      holds: some(({ query }) => query === unsanctionedAsset.indicator),
    },
    nsname: {
      ask: `${bankHosts}?nsname=*.${brandDomain.indicator}&${longAgo}&limit=1000`,
      holds: ({ records }) => {
        const names = (records as { query: string }[]).map(({ query }) => query);
        expect(names).toContain(unsanctionedAsset.indicator);
        expect(names).not.toContain(`www.${brandDomain.indicator}`);
      },
    },
    match: {
      ask: `${bankHosts}?nsname=*.${brandDomain.indicator}&match=eq&${longAgo}`,
      holds: some(({ query }) => query === `www.${brandDomain.indicator}`),
    },
    netmask: {
      ask: `${bankHosts.slice(0, -1)}192.0.2.0?netmask=26&${longAgo}`,
      holds: each(({ answer }) => expect(inBankNetwork(answer)).toBe(false)),
    },
    net: {
      ask: `${bankHosts.slice(0, -1)}192.0.2.0?netmask=26&net=in&${longAgo}`,
      holds: each(({ answer }) => expect(inBankNetwork(answer)).toBe(true)),
    },
    network: {
      ask: `${bankHosts}?network=192.0.2.0/26&${longAgo}`,
      holds: each(({ answer }) => expect(inBankNetwork(answer)).toBe(false)),
    },
    asnum: { ask: `${bankHosts}?asnum=64510&${longAgo}`, holds: withAsn((asn) => expect(asn).not.toBe(64_510)) },
    asn: { ask: `${bankHosts}?asnum=64510&asn=in&${longAgo}`, holds: withAsn((asn) => expect(asn).toBe(64_510)) },
    ...Object.fromEntries(
      [
        ['asname', 'CINDERWALL'],
        ['asname_starts_with', 'CINDER'],
        ['asname_contains', 'Offshore'],
      ].map(([name, value]) => [
        name,
        {
          ask: `${assets}/a/*.test/_?${String(name)}=${String(value)}&asn=in&${longAgo}`,
          holds: withAsn((asn) => expect(asn).toBe(64_666)),
        },
      ]),
    ),
    reduce: {
      ask: `${assets}/a/${fluxDomain.indicator.replace('login', '*')}/_?reduce=host&${longAgo}`,
      holds: ({ records }) => {
        const names = (records as { query: string }[]).map(({ query }) => query);
        expect(names.length).toBeGreaterThan(0);
        expect(new Set(names).size).toBe(names.length);
      },
    },
    ...commonCases(`${assets}/a/harborline*/_?${longAgo}`, 20),
    // E4: thirty days back by default
    first_seen_after: {
      ask: `${bankHosts}?first_seen_after=-700d&limit=1000`,
      holds: some(({ query }) => query === `www.${brandDomain.indicator}`),
    },
  },
};
