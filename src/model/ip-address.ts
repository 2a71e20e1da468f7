import ipaddr from 'ipaddr.js';

/** An address as a number: IPv4 in 32 bits, IPv6 in 128 (no number of JavaScript holds those, so a bigint). */
export type IpAddress = { version: 4; value: number } | { version: 6; value: bigint };

const MAPPED_PREFIX = 0xffffn << 32n;

/**
 * Four decimal octets, each 0 to 255, without leading zeros: `010` is 8 to some programs and 10 to others, so it is refused.
 * Null when the text is anything else. Written by hand because bulk input and imports ask it a million times.
 */
export function parseIpv4(text: string): number | null {
  if (text.length < 7 || text.length > 15) return null;
  let value = 0;
  let octet = -1;
  let dots = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 46) {
      if (octet < 0) return null;
      value = value * 256 + octet;
      octet = -1;
      dots += 1;
    } else {
      if (code < 48 || code > 57 || octet === 0) return null;
      octet = octet < 0 ? code - 48 : octet * 10 + code - 48;
      if (octet > 255) return null;
    }
  }
  return dots === 3 && octet >= 0 ? value * 256 + octet : null;
}

export function formatIpv4(value: number): string {
  return `${value >>> 24}.${(value >>> 16) & 255}.${(value >>> 8) & 255}.${value & 255}`;
}

function ipv6Groups(text: string): number[] | null {
  try {
    return ipaddr.IPv6.parse(text).parts;
  } catch {
    return null;
  }
}

/** Any text form of RFC 4291, upper or lower case, without brackets and zone. Null when the text is anything else. */
export function parseIpv6(text: string): bigint | null {
  if (!/^[0-9a-f:.]{2,45}$/i.test(text) || !text.includes(':')) return null;
  // ipaddr.js reads an embedded 010 as 10, which parseIpv4 refuses; the rest of the grammar is its own.
  if (text.includes('.') && parseIpv4(text.slice(text.lastIndexOf(':') + 1)) === null) return null;
  const groups = ipv6Groups(text);
  return groups && groups.reduce((value, group) => (value << 16n) | BigInt(group), 0n);
}

/** RFC 5952: lower case, no leading zeros, the longest run of zero groups as `::`, IPv4-mapped addresses with dots. */
export function formatIpv6(value: bigint): string {
  if (value >> 32n === 0xffffn) return `::ffff:${formatIpv4(Number(value & 0xffff_ffffn))}`;
  const parts = Array.from({ length: 8 }, (_, index) => Number((value >> BigInt(112 - 16 * index)) & 0xffffn));
  return new ipaddr.IPv6(parts).toRFC5952String();
}

/** IPv4 or IPv6 text to an address; null when it is neither. */
export function parseIp(text: string): IpAddress | null {
  if (text.includes(':')) {
    const value = parseIpv6(text);
    return value === null ? null : { version: 6, value };
  }
  const value = parseIpv4(text);
  return value === null ? null : { version: 4, value };
}

export function formatIp(address: IpAddress): string {
  return address.version === 4 ? formatIpv4(address.value) : formatIpv6(address.value);
}

/** The one text form under which an address is stored, compared and linked; null when the text is not an address. */
export function canonicalIp(text: string): string | null {
  const address = parseIp(text);
  return address && formatIp(address);
}

/** ::ffff:192.0.2.1 -> 192.0.2.1; any other address stays as it is. */
export function unmapIpv4(address: IpAddress): IpAddress {
  if (address.version === 6 && address.value >> 32n === 0xffffn) {
    return { version: 4, value: Number(address.value & 0xffff_ffffn) };
  }
  return address;
}

/** An address in the one number space of the store, which keeps IPv4 as IPv4-mapped IPv6. */
export function toIpv6Value(address: IpAddress): bigint {
  return address.version === 6 ? address.value : MAPPED_PREFIX | BigInt(address.value);
}

/** 32 lower-case hex digits of the IPv6 form (IPv4 as IPv4-mapped): fixed width, so it sorts as the addresses do. */
export function addressToHex(address: IpAddress): string {
  if (address.version === 4) return `00000000000000000000ffff${address.value.toString(16).padStart(8, '0')}`;
  return address.value.toString(16).padStart(32, '0');
}

/** The address of 32 hex digits; IPv4-mapped values come back as IPv4. Null when the text is anything else. */
export function hexToAddress(hex: string): IpAddress | null {
  if (!/^[0-9a-f]{32}$/i.test(hex)) return null;
  return unmapIpv4({ version: 6, value: BigInt(`0x${hex}`) });
}
