import { addressToHex, canonicalIp, formatIp, hexToAddress, parseIp } from './ip-address.ts';

/** '192.0.2.1' -> '1.2.0.192.in-addr.arpa', IPv6 by nibbles under ip6.arpa; null when the text is not an address. */
export function reverseZoneName(text: string): string | null {
  const address = parseIp(text);
  if (!address) return null;
  if (address.version === 4) return `${text.split('.').reverse().join('.')}.in-addr.arpa`;
  return `${[...addressToHex(address)].reverse().join('.')}.ip6.arpa`;
}

/** The address that a reverse-zone name covers ('1.2.0.192.in-addr.arpa' -> '192.0.2.1'); null for any other name. */
export function addressOfReverseZone(name: string): string | null {
  const [, labels = '', zone] = /^(.+)\.(in-addr|ip6)\.arpa\.?$/i.exec(name) ?? [];
  const parts = labels.split('.').reverse();
  if (zone?.toLowerCase() === 'in-addr') return canonicalIp(parts.join('.'));
  const address = parts.every((nibble) => nibble.length === 1) ? hexToAddress(parts.join('')) : null;
  return address && formatIp(address);
}
