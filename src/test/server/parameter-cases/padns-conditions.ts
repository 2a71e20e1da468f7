import { LANDMARKS } from '#sample/landmarks.ts';
import type { ParameterCases } from '#test/server/parameter-case.ts';
import { commonCases } from './padns-common.ts';

const { badNameServer, brandDomain, c2Address, fluxDomain } = LANDMARKS;
const both = '/explore/padns/lookup/both';
const assets = '/explore/padns/lookup/uld';
const bankHosts = `${assets}/a/*harborline-bank*/_`;
const outsideBank = `${bankHosts.slice(0, -1)}192.0.2.0?netmask=26`;
const longAgo = 'first_seen_after=-700d';

/** E3 and E4. */
export const padnsConditionCases: ParameterCases = {
  padnsBoth: {
    qtype: { ask: `${both}/ns/*.test/*crowsnest*`, ignoring: `${both}/mx/*.test/*crowsnest*` },
    qname: {
      ask: `${both}/a/*.invalid/${c2Address.indicator}?netmask=24`,
      ignoring: `${both}/a/*/${c2Address.indicator}?netmask=24`,
    },
    qanswer: { ask: `${both}/ns/*.test/ns1.crowsnest*`, ignoring: `${both}/ns/*.test/*` },
    regex: { ask: `${both}/ns/_/${badNameServer.indicator}?regex=${encodeURIComponent('^harborline[[:print:]]+$')}` },
    match: { ask: `${both}/ns/*.test/*crowsnest*?match=neq` },
    name: { ask: `${both}/ns/*.test/ns1.crowsnest*?name=ns2.crowsnest*` },
    netmask: { ask: `${both}/a/*.invalid/203.0.113.0?netmask=24` },
    net: { ask: `${both}/a/${fluxDomain.indicator}/198.18.0.0?netmask=16&net=notin` },
    network: { ask: `${both}/a/*.invalid/203.0.113.0?netmask=25&network=198.51.100.0/24` },
    asnum: { ask: `${both}/a/*/203.0.113.0?netmask=24&asnum=64666` },
    asn: { ask: `${both}/a/*.test/${c2Address.indicator}?netmask=25&asnum=64666&asn=notin` },
    asname: { ask: `${both}/a/*/203.0.113.0?netmask=24&asname=CINDERWALL` },
    asname_starts_with: { ask: `${both}/a/*/203.0.113.0?netmask=24&asname_starts_with=CINDER` },
    asname_contains: { ask: `${both}/a/*/203.0.113.0?netmask=24&asname_contains=Offshore` },
    ...commonCases(`${both}/a/${fluxDomain.indicator}/*`),
  },
  padnsUnsanctioned: {
    qtype: {
      ask: `${assets}/aaaa/*harborline-bank*/_?${longAgo}`,
      ignoring: `${assets}/a/*harborline-bank*/_?${longAgo}`,
    },
    qname: { ask: `${assets}/a/*.${brandDomain.indicator}/_`, ignoring: `${assets}/a/*.example/_` },
    qanswer: { ask: `${outsideBank}&${longAgo}`, ignoring: `${bankHosts}?${longAgo}` },
    // E4: without both, the question is refused
    regex: { ask: `${assets}/a/_/_?regex=${encodeURIComponent('^payroll')}`, ignoring: `${assets}/a/*payroll*/_` },
    nsname: { ask: `${bankHosts}?nsname=*.${brandDomain.indicator}&${longAgo}&limit=1000` },
    match: { ask: `${bankHosts}?nsname=*.${brandDomain.indicator}&match=eq&${longAgo}` },
    netmask: { ask: `${outsideBank}&${longAgo}` },
    net: { ask: `${outsideBank}&net=in&${longAgo}` },
    network: { ask: `${bankHosts}?network=192.0.2.0/26&${longAgo}` },
    asnum: { ask: `${bankHosts}?asnum=64510&${longAgo}` },
    asn: { ask: `${bankHosts}?asnum=64510&asn=in&${longAgo}` },
    asname: { ask: `${assets}/a/*.test/_?asname=CINDERWALL&asn=in&${longAgo}` },
    asname_starts_with: { ask: `${assets}/a/*.test/_?asname_starts_with=CINDER&asn=in&${longAgo}` },
    asname_contains: { ask: `${assets}/a/*.test/_?asname_contains=Offshore&asn=in&${longAgo}` },
    reduce: { ask: `${assets}/a/${fluxDomain.indicator.replace('login', '*')}/_?reduce=host&${longAgo}` },
    ...commonCases(`${assets}/a/harborline*/_?${longAgo}`),
    // E4: thirty days back by default
    first_seen_after: { ask: `${bankHosts}?first_seen_after=-700d&limit=1000` },
  },
};
