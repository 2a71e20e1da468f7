import { addressToHex, parseIp } from './ip-address.ts';

/** '192.0.2.1' -> '1.2.0.192.in-addr.arpa', IPv6 by nibbles under ip6.arpa; null when the text is no address. */
export function reverseZoneName(text: string): string | null {
  const address = parseIp(text);
  if (!address) return null;
  if (address.version === 4) return `${text.split('.').reverse().join('.')}.in-addr.arpa`;
  return `${[...addressToHex(address)].reverse().join('.')}.ip6.arpa`;
}
