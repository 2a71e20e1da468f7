import { operations, type OperationId } from '#contract/generated/operations.gen.ts';
import { type Cidr, parseCidr } from '#model/cidr.ts';
import { recogniseValue } from '#model/recognise-value.ts';
import { formatIp, formatIpv4, formatIpv6, parseIp, parseIpv4, parseIpv6, unmapIpv4 } from '#model/ip-address.ts';
import { badInput, shortened, type ApiError } from '#server/http/api-error.ts';
import { readItems, type BulkItem } from './bulk-items.ts';

type Version = 4 | 6;
type Wanted = Version | 'any';

/** The operation for an address of the other version; null if there is none. */
const sibling: Partial<Record<OperationId, OperationId>> = {
  ipv4Info: 'ipv6Info',
  ipv4RiskScore: 'ipv6RiskScore',
  ipv4RiskScoreBulk: 'ipv6RiskScoreBulk',
  ipv4InfoBulk: 'ipv6InfoBulk',
  enrichIpv4: 'enrichIpv6',
  ipv6Info: 'ipv4Info',
  ipv6RiskScore: 'ipv4RiskScore',
  ipv6RiskScoreBulk: 'ipv4RiskScoreBulk',
  ipv6InfoBulk: 'ipv4InfoBulk',
  enrichIpv6: 'enrichIpv4',
};

const wanted: Readonly<Record<Wanted, string>> = {
  4: 'Send an IPv4 address: four numbers from 0 to 255 with dots between them, such as 203.0.113.10.',
  6: 'Send an IPv6 address: up to eight groups of hexadecimal digits with colons between them, such as 2001:db8::10.',
  any: 'Send an IPv4 or IPv6 address, such as 203.0.113.10 or 2001:db8::10.',
};

/** The canonical text of an IPv4 address. @throws ApiError 400 that says what to send instead */
export function readIpv4(operation: OperationId, text: string, parameter = 'ipv4', place = parameter): string {
  const value = parseIpv4(text.trim());
  if (value === null) throw refusedAddress(4, text, parameter, { operation, place });
  return formatIpv4(value);
}

/** The canonical text (RFC 5952) of an IPv6 address. @throws ApiError 400 that says what to send instead */
export function readIpv6(operation: OperationId, text: string, parameter = 'ipv6', place = parameter): string {
  const value = parseIpv6(text.trim());
  // an IPv4-mapped address is the IPv4 address, and its record is the one of A1
  if (value === null || unmapIpv4({ version: 6, value }).version === 4)
    throw refusedAddress(6, text, parameter, { operation, place });
  return formatIpv6(value);
}

/** The canonical text of an address of either version, sent as `subject`. @throws ApiError 400 that says what to send instead */
export function readIp(text: string): string {
  const address = parseIp(text.trim());
  if (address && unmapIpv4(address).version === address.version) return formatIp(address);
  throw refusedAddress('any', text, 'subject');
}

/** An IPv4 subnet; host bits are masked off: 20.207.73.82/10 is 20.192.0.0/10. @throws ApiError 400 */
export function readSubnet(
  operation: OperationId,
  { subnet, mask }: { readonly subnet: string; readonly mask: number },
): Cidr {
  const cidr = parseCidr(`${readIpv4(operation, subnet, 'subnet')}/${mask}`);
  if (!cidr) throw new RangeError(`the contract let the mask ${mask} pass`);
  return cidr;
}

/** Reads the addresses of a bulk call one by one. */
export function readIpv4Items(operation: OperationId, ips: readonly unknown[]): BulkItem<string>[] {
  return readItems('ips', ips, (text, place) => readIpv4(operation, text, 'ips', place));
}

/** As readIpv4Items. */
export function readIpv6Items(operation: OperationId, ips: readonly unknown[]): BulkItem<string>[] {
  return readItems('ips', ips, (text, place) => readIpv6(operation, text, 'ips', place));
}

/** The refusal of a text that is not an address of that version, with what to send instead. @param place the parameter unless given */
export function refusedAddress(
  version: Wanted,
  text: string,
  parameter: string,
  { operation, place = parameter }: { readonly operation?: OperationId; readonly place?: string } = {},
): ApiError {
  const trimmed = text.trim();
  return badInput(parameter, `${place}: '${shortened(trimmed)}' ${reason(version, operation, trimmed)}`);
}

function reason(version: Wanted, operation: OperationId | undefined, text: string): string {
  const asNumber = version === 6 ? null : numberForm(text);
  if (asNumber !== null) return `is a number. If it means ${asNumber}, send it that way.`;
  const { interpretations, problem } = recogniseValue(text);
  const [reading] = interpretations;
  if (reading?.kind === 'ipv4' || reading?.kind === 'ipv6')
    return version === 'any' || reading.kind === `ipv${version}`
      ? `is understood as ${reading.value}: send it that way.`
      : otherVersion(version, operation, reading.value);
  if (reading?.kind === 'subnet') return `is a subnet, ${reading.value}. ${wanted[version]}`;
  if (reading?.kind === 'domain') return `is a name. ${wanted[version]}`;
  if (!problem || interpretations.length > 0) return `is not an address. ${wanted[version]}`;
  const [instead] = problem.tryInstead;
  return `is not an address: ${problem.message} ${instead ? `Did you mean ${instead}?` : wanted[version]}`;
}

function otherVersion(version: Version, operation: OperationId | undefined, value: string): string {
  const is = `is ${version === 4 ? 'an IPv6' : 'an IPv4'} address`;
  if (!operation) return `${is}, ${value}. ${wanted[version]}`;
  const other = sibling[operation];
  if (!other) return `${is}, ${value}; this operation knows only IPv${version}. ${wanted[version]}`;
  return `${is}: ask ${operations[other].method} ${operations[other].path} for ${value}.`;
}

/** A single number (decimal, octal or hexadecimal): some programs read it as an IPv4 address, this service never guesses. */
function numberForm(text: string): string | null {
  if (!/^(0x[0-9a-f]{1,8}|0[0-7]{1,11}|[1-9]\d{0,9})$/i.test(text)) return null;
  const value = /^0[0-7]/.test(text) ? Number.parseInt(text, 8) : Number(text);
  return value <= 0xffff_ffff ? formatIpv4(value) : null;
}
