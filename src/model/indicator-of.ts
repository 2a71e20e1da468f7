import { formatAsn, parseAsn } from '#model/asn.ts';
import { parseCidr } from './cidr.ts';
import { canonicalDomain } from './domain-name.ts';
import { nameServer, type IndicatorKind } from '#model/indicator-kind.ts';
import { canonicalIp, parseIp } from './ip-address.ts';
import { hasWildcard } from '#model/wildcard.ts';

/** A value that can be looked up, with its canonical text. */
export interface Indicator {
  readonly kind: IndicatorKind;
  readonly value: string;
}

/** What people read and copy: `AS64500` for an AS number, any other value as it is. */
export function indicatorText({ kind, value }: Indicator): string {
  const asn = kind === 'asn' ? parseAsn(value) : null;
  return asn === null ? value : formatAsn(asn);
}

/** The kind of a bare value: address, subnet, pattern or name; null when it is none of these. */
export function indicatorOf(value: string): Indicator | null {
  return addressOf(value) ?? subnetOf(value) ?? nameOf(value);
}

/** A name in the position of a name server; null for text that is not a host name. */
export function nameServerOf(text: string): Indicator | null {
  const name = indicatorOf(text);
  return name?.kind === 'domain' ? nameServer(name.value) : null;
}

/** The indicator in the answer (rdata) of a passive DNS record; null for plain text: TXT, SOA, CAA, DS. */
export function answerIndicator(type: string, answer: string): Indicator | null {
  switch (type.toUpperCase()) {
    case 'A':
    case 'AAAA':
      return addressOf(answer);
    case 'NS': {
      const name = nameOf(answer);
      return name?.kind === 'domain' ? nameServer(name.value) : name;
    }
    case 'MX':
      // E1: the bare host; other deployments send the preference before it.
      return nameOf(answer.replace(/^\d+\s+/, ''));
    case 'SRV':
      return nameOf(answer.replace(/^.*\s/, ''));
    case 'SVCB':
    case 'HTTPS':
      return nameOf(answer.split(/\s+/, 2)[1] ?? '');
    case 'CNAME':
    case 'DNAME':
    case 'PTR':
    case 'PTR4':
    case 'PTR6':
      return nameOf(answer);
    default:
      return null;
  }
}

/** What a passive DNS record is under (rrname): a name, or for PTR the address, plain or as its reverse zone. */
export function queryIndicator(type: string, query: string): Indicator | null {
  if (!type.toUpperCase().startsWith('PTR')) return nameOf(query);
  return addressOf(query) ?? reverseZoneAddress(query) ?? nameOf(query);
}

function addressOf(text: string): Indicator | null {
  const address = parseIp(text);
  const value = canonicalIp(text);
  return address && value !== null ? { kind: address.version === 4 ? 'ipv4' : 'ipv6', value } : null;
}

function subnetOf(text: string): Indicator | null {
  return parseCidr(text) ? { kind: 'subnet', value: text } : null;
}

/** One label alone is a zone, not a name that a page could be about; a name with `*` is a pattern. */
function nameOf(text: string): Indicator | null {
  if (hasWildcard(text) && /^[\w.*-]+$/.test(text)) return { kind: 'wildcard', value: text.toLowerCase() };
  const name = canonicalDomain(text);
  return name?.includes('.') ? { kind: 'domain', value: name } : null;
}

function reverseZoneAddress(name: string): Indicator | null {
  const lower = name.toLowerCase().replace(/\.$/, '');
  const ipv4 = /^(\d+)\.(\d+)\.(\d+)\.(\d+)\.in-addr\.arpa$/.exec(lower);
  if (ipv4) return addressOf(ipv4.slice(1).reverse().join('.'));
  const ipv6 = /^((?:[0-9a-f]\.){32})ip6\.arpa$/.exec(lower);
  if (!ipv6) return null;
  const digits = [...(ipv6[1] ?? '').replaceAll('.', '')].reverse().join('');
  return addressOf(digits.replace(/.{4}(?=.)/g, '$&:'));
}
