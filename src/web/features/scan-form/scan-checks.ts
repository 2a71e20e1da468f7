import { addressCount, formatCidr, subnetOf } from '#model/cidr.ts';
import { parseIp } from '#model/ip-address.ts';

/** Each answers what is wrong with a text, which is never empty; undefined for nothing. */

export function addressProblem(text: string): string | undefined {
  if (parseIp(text)?.version === 4) return undefined;
  return text.includes('/')
    ? 'The address alone: the number after / belongs into Netmask.'
    : 'An IPv4 address: scans are kept of those only.';
}

const digitsOf = { MD5: 32, 'SHA-1': 40, JARM: 62 } as const;
const nameOf = new Map([
  [32, 'an MD5'],
  [40, 'a SHA-1'],
  [64, 'a SHA-256'],
]);

/** Colons between the bytes are allowed, as some tools write them. */
export function hashCheck(name: keyof typeof digitsOf): (text: string) => string | undefined {
  return (text) => {
    const bare = text.replaceAll(':', '');
    const isHex = /^[0-9a-f]+$/i.test(bare);
    if (isHex && bare.length === digitsOf[name]) return undefined;
    const other = isHex ? nameOf.get(bare.length) : undefined;
    const wanted = `${name}, ${digitsOf[name]} hexadecimal digits`;
    return other ? `This is ${other}: scans are searched by ${wanted}.` : `A ${wanted}.`;
  };
}

/** Only the shape: whether the target is allowed is for the service to say, with its reason. */
export function urlProblem(text: string): string | undefined {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)
    ? undefined
    : 'A URL that begins with http:// or https://.';
}

/** The network that address and netmask make, in words; undefined while they make none. */
export function networkReading({ ipv4 = '', netmask = '' }: Readonly<Record<string, string>>): string | undefined {
  const address = parseIp(ipv4.trim());
  if (address?.version !== 4 || !/^\d{1,2}$/.test(netmask.trim())) return undefined;
  const cidr = subnetOf(address, Number(netmask));
  return cidr ? `${formatCidr(cidr)}: ${addressCount(cidr).toLocaleString('en')} addresses.` : undefined;
}
