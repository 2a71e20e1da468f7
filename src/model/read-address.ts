import { formatCidr, maxPrefixLength, subnetOf } from './cidr.ts';
import {
  impossible,
  interpretation,
  understood,
  type Change,
  type Interpretation,
  type Reading,
} from './interpretation.ts';
import { formatIp, formatIpv4, parseIp, parseIpv4, parseIpv6, unmapIpv4, type IpAddress } from './ip-address.ts';

function normalised(from: string, to: string): Change[] {
  return from === to ? [] : [{ kind: 'normalised', detail: `written as ${to}` }];
}

function addressInterpretation(address: IpAddress, text: string): Interpretation {
  const value = formatIp(address);
  return interpretation(address.version === 4 ? 'ipv4' : 'ipv6', value, { changes: normalised(text, value) });
}

/** `address/length`, the address also in brackets; host bits are masked off, and the address itself is offered second. */
export function readSubnet(text: string): Reading | null {
  const match = /^\[?([0-9a-f:.]+)\]?\/(\d{1,3})$/i.exec(text);
  const address = match && parseIp(match[1] ?? '');
  if (!match || !address) return null;
  const length = Number(match[2]);
  const cidr = subnetOf(address, length);
  const max = maxPrefixLength(address.version);
  if (!cidr) {
    const host = formatIp(address);
    return impossible(`Reads like a subnet, but the prefix length ${length} is not between 0 and ${max}.`, [
      `${host}/${max}`,
      host,
    ]);
  }
  const value = formatCidr(cidr);
  const isMasked = cidr.network.value !== address.value;
  const changes: Change[] = isMasked
    ? [{ kind: 'masked', detail: `host bits of ${text} masked off` }]
    : normalised(text, value);
  const subnet = interpretation('subnet', value, { changes });
  const offersAddress = isMasked || length === max;
  return offersAddress ? understood(subnet, addressInterpretation(address, formatIp(address))) : understood(subnet);
}

const ORDINALS = ['first', 'second', 'third', 'fourth'];

function octetProblem(octets: string[]): string | null {
  for (const [index, octet] of octets.entries()) {
    if (Number(octet) > 255) return `its ${ORDINALS[index]} number, ${octet}, is not between 0 and 255`;
    if (octet.length > 1 && octet.startsWith('0'))
      return `${octet} has a leading zero, which some programs read as octal`;
  }
  return null;
}

function withoutLeadingZeros(octets: string[]): string[] {
  const candidate = octets.map((octet) => octet.replace(/^0+(?=\d)/, '')).join('.');
  return parseIpv4(candidate) === null ? [] : [candidate];
}

export function readIpv4(text: string): Reading | null {
  const value = parseIpv4(text);
  if (value !== null) return understood(interpretation('ipv4', formatIpv4(value)));
  if (!/^\d{1,10}(?:\.\d{1,10}){2,}$/.test(text)) return null;
  const octets = text.split('.');
  if (octets.length !== 4) {
    const padded = [...octets, '0'].slice(0, 4).join('.');
    const network = octets.length === 3 && parseIpv4(padded) !== null ? [`${padded}/24`] : [];
    return impossible(`Reads like an IPv4 address, but has ${octets.length} numbers instead of four.`, network);
  }
  return impossible(`Reads like an IPv4 address, but ${octetProblem(octets)}.`, withoutLeadingZeros(octets));
}

const ZONE = /^([0-9a-f:.]+)%[\w.~-]+$/i;

/** IPv6 without brackets (splitUrl took them). A zone is dropped: it only means something on the host that named it. */
export function readIpv6(text: string): Reading | null {
  if (!text.includes(':')) return null;
  const bare = ZONE.exec(text)?.[1] ?? text;
  const value = parseIpv6(bare);
  if (value === null) return null;
  const address: IpAddress = { version: 6, value };
  const zone: Change[] =
    bare === text ? [] : [{ kind: 'stripped', detail: `zone ${text.slice(bare.length + 1)} dropped` }];
  const plain = addressInterpretation(address, bare);
  const ipv6 = { ...plain, changes: [...zone, ...plain.changes] };
  const inner = unmapIpv4(address);
  if (inner.version === 6) return understood(ipv6);
  const changes: Change[] = [...zone, { kind: 'unmapped', detail: `taken out of the IPv4-mapped form ${ipv6.value}` }];
  return understood(interpretation('ipv4', formatIp(inner), { changes }), ipv6);
}

/** Hex groups and colons that are neither an address nor a fingerprint (ask after both). */
export function readBrokenIpv6(text: string): Reading | null {
  if (!/^[0-9a-f.]*(?::[0-9a-f.]*){2,}$/i.test(text)) return null;
  if (/^(?:[0-9a-f]{2}:){5}[0-9a-f]{2}$/i.test(text)) {
    return impossible('Reads like a hardware (MAC) address; nothing is collected about those.');
  }
  return impossible(
    'Reads like an IPv6 address, but is none: eight groups of up to four hex digits, one run of zeros as ::.',
  );
}
