import { parseCidr } from '#model/cidr.ts';
import { formatIp } from '#model/ip-address.ts';

/** A row of `prefixes`: the AS announces this network, since 2020 by default. */
export function announced(network: string, asn: number, more: object = {}): object {
  const cidr = parseCidr(network);
  if (!cidr) throw new Error(`not a network: ${network}`);
  const first = formatIp(cidr.network);
  const stored =
    cidr.network.version === 4
      ? { first: `::ffff:${first}`, length: cidr.length + 96 }
      : { first, length: cidr.length };
  return { ...stored, asn, valid_from: '2020-01-01', import: 1, ...more };
}
