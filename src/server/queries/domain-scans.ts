import { reverseName } from '#model/domain-name.ts';
import type { FlaggedHosts, ScannedHosts } from './scan-data.ts';

/**
 * Scans of the hosts of a domain. Scans are kept by address, so the addresses that its names ever pointed to are looked up
 * first; of those only what was scanned under a name of the domain counts, because addresses are shared.
 */
export function hostsOf(domain: string): ScannedHosts {
  return {
    sql: `ip IN (SELECT toIPv6OrDefault(answer) FROM fwd
                 WHERE (rname = {rname:String} OR startsWith(rname, {below:String})) AND rrtype IN ('A', 'AAAA'))
          AND (hostname = {domain:String} OR endsWith(hostname, concat('.', {domain:String})))`,
    params: { domain, rname: reverseName(domain), below: `${reverseName(domain)}.` },
  };
}

/**
 * The same for what scans flag. Directories are kept by address alone: those at addresses that names of the domain pointed to
 * in these days, whoever else may share them.
 */
export function flaggedHostsOf(domain: string): FlaggedHosts {
  const hosts = hostsOf(domain);
  return {
    hosts,
    directories: {
      sql: `ip IN (SELECT toIPv6OrDefault(answer) FROM fwd
                   WHERE (rname = {rname:String} OR startsWith(rname, {below:String})) AND rrtype IN ('A', 'AAAA')
                     AND toDate(last_seen) >= {since:Date})`,
      params: {},
    },
  };
}
