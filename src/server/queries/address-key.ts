import { addressToHex, formatIp, hexToAddress, parseIp, type IpAddress } from '#model/ip-address.ts';

/**
 * Addresses go into statements as canonical text (`toIPv6` maps IPv4) and come back as 32 hex digits: the engine writes
 * some IPv6 addresses in another text form than RFC 5952.
 */
export const addressKey = (column: string): string => `lower(hex(${column}))`;

/** The addresses asked for, as a table of one column. */
export const askedAddresses = 'SELECT toIPv6(arrayJoin({ips:Array(String)})) AS ip';

/** The key of an address in canonical text. @throws TypeError when it is none */
export function keyOf(ip: string): string {
  const address: IpAddress | null = parseIp(ip);
  if (!address) throw new TypeError(`no address: ${ip}`);
  return addressToHex(address);
}

/** Canonical text of a key; IPv4 in dotted form. @throws TypeError when it is none */
export function addressOfKey(key: string): string {
  const address = hexToAddress(key);
  if (!address) throw new TypeError(`no key of an address: ${key}`);
  return formatIp(address);
}

/** Rows by their key, for rows that are one per address. */
export function byKey<Row extends { readonly key: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [row.key, row]));
}
