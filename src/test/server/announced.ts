import { parseCidr } from '#model/cidr.ts';
import { storedPrefix } from '#server/ingest/open-data/address-ranges.ts';

/** A row of `prefixes`: the AS announces this network, since 2020 by default. */
export function announced(network: string, asn: number, more: object = {}): object {
  const cidr = parseCidr(network);
  if (!cidr) throw new Error(`not a network: ${network}`);
  return { ...storedPrefix(cidr), asn, valid_from: '2020-01-01', import: 1, ...more };
}
