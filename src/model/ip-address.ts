/** An address as a number: IPv4 in 32 bits, IPv6 as a bigint of 128 bits. */
export type IpAddress = { version: 4; value: number } | { version: 6; value: bigint };

const MAPPED_PREFIX = 0xffffn << 32n;

/**
 * Four decimal octets, each 0 to 255, without leading zeros: some programs read `010` as 8, so it is refused. Null for
 * other text. Written by hand because bulk input and imports call it millions of times.
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

/** The value of a hex digit; -1 for any other character. */
function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  if (code >= 97 && code <= 102) return code - 87;
  return code >= 65 && code <= 70 ? code - 55 : -1;
}

const [COLON, DOT] = [58, 46];

/** The eight groups. Written by hand for the same reason as {@link parseIpv4}. */
function ipv6Groups(text: string): number[] | null {
  if (text.length < 2 || text.length > 45) return null;
  const groups: number[] = [];
  /** How many groups are before `::`; -1 without it. */
  let gap = text.startsWith('::') ? 0 : -1;
  let at = gap < 0 ? 0 : 2;
  let mustFollow = gap < 0;
  while (mustFollow || at < text.length) {
    let [value, end] = [0, at];
    for (; end < text.length; end += 1) {
      const digit = hexDigit(text.charCodeAt(end));
      if (digit < 0) break;
      value = value * 16 + digit;
    }
    if (text.charCodeAt(end) === DOT) {
      // the last part of an address may be IPv4
      const four = parseIpv4(text.slice(at));
      if (four === null) return null;
      groups.push(four >>> 16, four & 0xffff);
      break;
    }
    if (end === at || end - at > 4) return null;
    groups.push(value);
    if (end === text.length) break;
    if (text.charCodeAt(end) !== COLON) return null;
    mustFollow = text.charCodeAt(end + 1) !== COLON;
    at = mustFollow ? end + 1 : end + 2;
    if (mustFollow) continue;
    if (gap >= 0) return null;
    gap = groups.length;
  }
  if (gap < 0) return groups.length === 8 ? groups : null;
  if (groups.length > 7) return null;
  return [...groups.slice(0, gap), ...new Array<number>(8 - groups.length).fill(0), ...groups.slice(gap)];
}

/** Any text form of RFC 4291, upper or lower case, without brackets and zone. Null when the text is anything else. */
export function parseIpv6(text: string): bigint | null {
  const groups = ipv6Groups(text);
  return groups && BigInt(`0x${groups.map((group) => group.toString(16).padStart(4, '0')).join('')}`);
}

/** RFC 5952: lower case, no leading zeros, the longest run of zero groups as `::`, IPv4-mapped addresses with dots. */
export function formatIpv6(value: bigint): string {
  const digits = value.toString(16).padStart(32, '0');
  return formatGroups(Array.from({ length: 8 }, (_, index) => parseInt(digits.slice(4 * index, 4 * index + 4), 16)));
}

function formatGroups(groups: readonly number[]): string {
  const isMapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  if (isMapped) return `::ffff:${formatIpv4((groups[6] ?? 0) * 65_536 + (groups[7] ?? 0))}`;
  const [start, length] = longestZeros(groups);
  const texts = groups.map((group) => group.toString(16));
  if (length < 2) return texts.join(':');
  return `${texts.slice(0, start).join(':')}::${texts.slice(start + length).join(':')}`;
}

/** The first of the longest runs of zero groups. */
function longestZeros(groups: readonly number[]): readonly [start: number, length: number] {
  let best: readonly [number, number] = [0, 0];
  let start = 0;
  for (let index = 0; index <= groups.length; index += 1) {
    if (groups[index] === 0) continue;
    if (index - start > best[1]) best = [start, index - start];
    start = index + 1;
  }
  return best;
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

/** Of which version an address is; null when the text is not one. Cheaper than {@link parseIp}. */
export function ipVersion(text: string): 4 | 6 | null {
  if (text.includes(':')) return ipv6Groups(text) && 6;
  return parseIpv4(text) === null ? null : 4;
}

/** The one text form under which an address is stored, compared and linked; null when the text is not an address. */
export function canonicalIp(text: string): string | null {
  if (!text.includes(':')) return parseIpv4(text) === null ? null : text;
  const groups = ipv6Groups(text);
  return groups && formatGroups(groups);
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

/** Text of an address as the store keeps it, IPv4 as IPv4-mapped IPv6. */
export function storedIp(address: IpAddress): string {
  return address.version === 4 ? `::ffff:${formatIpv4(address.value)}` : formatIpv6(address.value);
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

/** '192.0.2.1' -> '1.2.0.192.in-addr.arpa', IPv6 by nibbles under ip6.arpa; null when the text is not an address. */
export function reverseZoneName(text: string): string | null {
  const address = parseIp(text);
  if (!address) return null;
  if (address.version === 4) return `${text.split('.').reverse().join('.')}.in-addr.arpa`;
  return `${[...addressToHex(address)].reverse().join('.')}.ip6.arpa`;
}

/** The name and type of a passive DNS record as the DNS has them: PTR4 and PTR6 are PTR records, whose name is here an address. */
export function dnsOwner(type: string, query: string): { readonly rrname: string; readonly rrtype: string } {
  const isPointer = /^PTR[46]$/i.test(type);
  return isPointer
    ? { rrname: reverseZoneName(query) ?? query, rrtype: 'PTR' }
    : { rrname: query, rrtype: type.toUpperCase() };
}

/**
 * The address that a reverse-zone name covers ('1.2.0.192.in-addr.arpa' -> '192.0.2.1'), also in a zone for a part of a /24 (RFC 2317:
 * '1.0/25.2.0.192.in-addr.arpa'); null for any other name.
 */
export function addressOfReverseZone(name: string): string | null {
  const [, labels = '', zone] = /^(.+)\.(in-addr|ip6)\.arpa\.?$/i.exec(name) ?? [];
  const parts = labels.split('.').reverse();
  if (zone?.toLowerCase() === 'in-addr') {
    const [range = '', last = ''] = parts.slice(3);
    const isPart = parts.length === 5 && isInPart(range, Number(last));
    return canonicalIp((isPart ? parts.toSpliced(3, 1) : parts).join('.'));
  }
  const address = parts.every((nibble) => nibble.length === 1) ? hexToAddress(parts.join('')) : null;
  return address && formatIp(address);
}

/** Whether a label of RFC 2317 covers the last number of an address: '128/25', '128-25', or its first and last number '128-255'. */
function isInPart(label: string, last: number): boolean {
  const [, from, sign, to] = /^(\d{1,3})([/-])(\d{1,3})$/.exec(label) ?? [];
  const [first, other] = [Number(from), Number(to)];
  const isPrefix = other >= 24 && other <= 32 && last >= first && last < first + 2 ** (32 - other);
  return isPrefix || (sign === '-' && last >= first && last <= other);
}
