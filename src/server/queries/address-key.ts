import { addressToHex, formatIp, hexToAddress, parseIp, type IpAddress } from '#model/ip-address.ts';

// Columns hold addresses as IPv6, IPv4 mapped. They come back as 32 hex digits, because the engine writes some IPv6
// addresses in another text form than RFC 5952.

/** SQL of the key of an address column. */
export const addressKey = (column: string): string => `lower(hex(${column}))`;

/** The key of an address in canonical text. @throws TypeError when it is none */
export function keyOf(ip: string): string {
  const address: IpAddress | null = parseIp(ip);
  if (!address) throw new TypeError(`no address: ${ip}`);
  return addressToHex(address);
}

/** SQL of whether an address column holds an IPv4 address. */
export const isMapped = (column: string): string =>
  `(${column} BETWEEN toIPv6('::ffff:0.0.0.0') AND toIPv6('::ffff:255.255.255.255'))`;

/**
 * SQL of the CIDR of `length` bits that holds an address column; '' for a length of 0.
 * @param length SQL of the length in the 128-bit form
 */
export const subnetText = (column: string, length: string): string => {
  const first = `toString(tupleElement(IPv6CIDRToRange(${column}, ${length}), 1))`;
  return `multiIf(${length} = 0, '', ${isMapped(column)} AND ${length} >= 96, concat(substring(${first}, 8), '/', toString(${length} - 96)),
    concat(${first}, '/', toString(${length})))`;
};

/** Canonical text of a key; IPv4 in dotted form. @throws TypeError when it is none */
export function addressOfKey(key: string): string {
  const address = hexToAddress(key);
  if (!address) throw new TypeError(`no key of an address: ${key}`);
  return formatIp(address);
}

/** Canonical texts as an IPv6 column reads them: `ip IN {ips:Array(String)}` compares constants, without a subquery. */
export function mapped(ips: readonly string[]): string[] {
  return ips.map((ip) => (ip.includes(':') ? ip : `::ffff:${ip}`));
}

/** Rows by their key, for rows that are one per address. */
export function byKey<Row extends { readonly key: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [row.key, row]));
}
