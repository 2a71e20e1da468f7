import { parseAsn } from '#model/asn.ts';
import {
  formatCidr,
  lastAddress,
  maskLength,
  parseCidr,
  subnetOf,
  type Cidr,
  ipv4RangeToCidrs,
  ipv6RangeToCidrs,
} from '#model/cidr.ts';
import { parseDomainName } from '#model/domain-name.ts';
import { formatIp, parseIp, parseIpv4, unmapIpv4, type IpAddress } from '#model/ip-address.ts';
import { refang } from '#model/refang.ts';
import { splitUrl } from '#model/url-parts.ts';
import type { FeedSubject } from './entry.ts';

/** A subject, or for a person the reason why the text is not one. */
export type Reading = FeedSubject | string;
/** Reads a text of one kind. */
export type ReadSubject = (text: string) => Reading;

/** One IPv4 or IPv6 address; IPv4-mapped ones are read as IPv4. */
export function addressSubject(text: string): Reading {
  const four = parseIpv4(text);
  // parseIpv4 accepts only one spelling, so the text is canonical
  if (four !== null) return four === 0 ? unspecified : { type: 'ip', address: text };
  const address = parseIp(text);
  if (!address) return 'Not an IP address.';
  return address.value === 0n ? unspecified : { type: 'ip', address: formatIp(unmapIpv4(address)) };
}

const unspecified = 'The unspecified address does not identify a host.';

/** `address/length` (host bits are masked off) or `first-last`; a range of one address is that address. */
export function rangeSubject(text: string): Reading {
  const dash = text.indexOf('-');
  if (dash > 0) return spanSubject(text.slice(0, dash).trim(), text.slice(dash + 1).trim());
  const cidr = parseCidr(withLength(text));
  if (!cidr) return 'Not a range of addresses: it needs an address and a prefix length.';
  return cidrSubject(unmapCidr(cidr));
}

/** `192.0.2.0/255.255.255.0` with the length of its netmask. */
function withLength(text: string): string {
  const [, address, mask = ''] = /^([\d.]+)\/(\d+\.[\d.]+)$/.exec(text) ?? [];
  return address === undefined ? text : `${address}/${maskLength(mask) ?? mask}`;
}

function unmapCidr(cidr: Cidr): Cidr {
  const network = unmapIpv4(cidr.network);
  if (network.version === cidr.network.version || cidr.length < 96) return cidr;
  return { network, length: cidr.length - 96 };
}

/** Wider ranges are mistakes or unallocated space, not evidence about an address. */
const shortestPrefix = { 4: 8, 6: 12 } as const;

function tooWide(length: number): string {
  return `The range is too wide to say anything about one address (/${length}).`;
}

function cidrSubject(cidr: Cidr): Reading {
  const { network, length } = cidr;
  if (length === (network.version === 4 ? 32 : 128)) return addressSubject(formatIp(network));
  if (length < shortestPrefix[network.version]) return tooWide(length);
  const first = formatIp(network);
  return { type: 'range', first, last: formatIp(lastAddress(cidr)), text: formatCidr(cidr) };
}

/** The addresses from `first` to `last`, both included. */
export function spanSubject(first: string, last: string): Reading {
  const [from, to] = [parseIp(first), parseIp(last)].map((address) => address && unmapIpv4(address));
  if (!from || !to || from.version !== to.version) return 'Not a range of addresses: it needs a first and a last one.';
  if (from.value > to.value) return 'The first address of the range comes after the last one.';
  const [cidr, more] = cidrsBetween(from, to);
  if (cidr && !more) return cidrSubject(cidr);
  const widest = subnetOf(from, shortestPrefix[from.version]);
  if (widest && spanSize(from, to) > spanSize(widest.network, lastAddress(widest)))
    return tooWide(shortestPrefix[from.version] - 1);
  const [one, other] = [formatIp(from), formatIp(to)];
  return { type: 'range', first: one, last: other, text: `${one}-${other}` };
}

function cidrsBetween(from: IpAddress, to: IpAddress): Cidr[] {
  if (from.version === 4 && to.version === 4) return ipv4RangeToCidrs(from.value, to.value);
  if (from.version === 6 && to.version === 6) return ipv6RangeToCidrs(from.value, to.value);
  return [];
}

function spanSize(from: IpAddress, to: IpAddress): bigint {
  return BigInt(to.value) - BigInt(from.value);
}

/** A domain or host name of at least two labels; a leading `*.` or dot is removed. */
export function nameSubject(text: string): Reading {
  const read = readName(text.startsWith('*.') ? text.slice(2) : text.startsWith('.') ? text.slice(1) : text);
  return typeof read === 'string' ? { type: 'domain', name: read } : read.problem;
}

function readName(text: string): string | { readonly problem: string } {
  // punycode takes quadratic time for a label, and names have at most 253 characters
  if (text.length > 512) return { problem: 'Not a domain: it is too long.' };
  const result = parseDomainName(text);
  if (!result.ok) return { problem: `Not a domain: ${result.problem}.` };
  const { ascii } = result.name;
  return ascii.includes('.') ? ascii : { problem: 'Not a domain: it has one label only.' };
}

const maxUrlLength = 2000;
const scheme = /^[a-z][a-z0-9+.-]*:\/\//i;

/** A URL with its scheme. The host is an address or a name; the rest stays as the publisher wrote it. */
export function urlSubject(text: string): Reading {
  if (text.length > maxUrlLength) return `The URL is longer than ${maxUrlLength} characters.`;
  if (/[\0-\x20\x7f]/.test(text)) return 'The URL has spaces or control characters in it.';
  const { host, stripped } = splitUrl(text);
  const subject = host.includes(':') || parseIpv4(host) !== null ? addressSubject(host) : nameSubject(host);
  if (typeof subject === 'string') return `The URL has no valid host. ${subject}`;
  const name = subject.type === 'ip' ? subject.address : subject.type === 'domain' ? subject.name : host;
  const { user, port, path = '' } = stripped;
  const authority = `${user === undefined ? '' : `${user}@`}${name.includes(':') ? `[${name}]` : name}`;
  const url = `${stripped.scheme ?? 'http'}://${authority}${port === undefined ? '' : `:${port}`}${path}`;
  return { type: 'url', url, host: name };
}

/** `AS64500` or `64500`. */
export function asnSubject(text: string): Reading {
  const asn = parseAsn(text);
  return asn ? { type: 'asn', asn } : 'Not an AS number.';
}

type Print = 'certificate' | 'jarm' | 'ja3' | 'hash';

const printLengths: Readonly<Record<Print, readonly number[]>> = {
  certificate: [40, 64],
  hash: [32, 40, 64],
  jarm: [62],
  ja3: [32],
};

/** A fingerprint or hash in hex, with colons or without. */
export function printSubject(type: Print, text: string): Reading {
  const value = (text.includes(':') ? text.replaceAll(':', '') : text).toLowerCase();
  if (printLengths[type].includes(value.length) && isHex(value)) return { type, value };
  return `Not a ${type === 'hash' ? 'hash' : `${type} fingerprint`}: ${printLengths[type].join(' or ')} hex digits are expected.`;
}

function isHex(text: string): boolean {
  return /^[0-9a-f]+$/i.test(text);
}

/**
 * The subject of any indicator: address, range, URL, AS number with `AS`, file hash, JARM or name, also with a port. Defanged text
 * is refanged. Text with a path but no scheme is a URL.
 */
export function subjectOf(text: string): Reading {
  const four = parseIpv4(text);
  if (four !== null && four !== 0) return { type: 'ip', address: text };
  if (text.length > maxUrlLength) return 'Longer than any indicator.';
  return bareSubject(refang(text.trim()));
}

function bareSubject(text: string): Reading {
  if (text === '') return 'Empty.';
  if (scheme.test(text)) return urlSubject(text);
  if (/^[0-9a-f.:]+\/\d+(?:\.\d+){0,3}$/i.test(text) || isSpan(text)) return rangeSubject(text);
  if (/^as ?\d/i.test(text)) return asnSubject(text);
  if (text.length >= 32 && isHex(text)) return printSubject(text.length === 62 ? 'jarm' : 'hash', text);
  return hostSubject(text);
}

/** `first-last`; a name such as `1-2.example` has no address before its hyphen. */
function isSpan(text: string): boolean {
  const [, first] = /^([0-9a-f.:]+) ?- ?[0-9a-f.:]+$/i.exec(text) ?? [];
  return first !== undefined && parseIp(first) !== null;
}

/** A host, perhaps with a port or a path. */
function hostSubject(text: string): Reading {
  if (/[/?#]/.test(text)) return urlSubject(text);
  if (!text.includes(':')) return parseIpv4(text) === null ? nameSubject(text) : addressSubject(text);
  const literal = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1];
  const address = addressSubject(literal ?? text);
  if (typeof address !== 'string') return address;
  const [, host] = /^([^:]+):\d{1,5}$/.exec(text) ?? [];
  return host === undefined ? address : hostSubject(host);
}

/** A subject as text for a person. */
export function subjectText(subject: FeedSubject): string {
  switch (subject.type) {
    case 'ip':
      return subject.address;
    case 'range':
      return subject.text;
    case 'asn':
      return `AS${subject.asn}`;
    case 'domain':
    case 'name_server':
      return subject.name;
    case 'url':
      return subject.url;
    default:
      return subject.value;
  }
}
