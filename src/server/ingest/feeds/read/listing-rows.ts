import { openEndDay } from '#model/dates.ts';
import {
  formatCidr,
  lastAddress,
  maxPrefixLength,
  type Cidr,
  ipv4RangeToCidrs,
  ipv6RangeToCidrs,
} from '#model/cidr.ts';
import { factKinds } from '#model/fact-kind.ts';
import { formatIp, parseIp, parseIpv4, parseIpv6, storedIp, type IpAddress } from '#model/ip-address.ts';
import { internalZoneOf, isSpecialUse } from '#model/reserved-space.ts';
import type { FactEntry, FeedSubject, ListingEntry } from './entry.ts';
import { isPublicSuffix } from '#server/queries/owner-domain.ts';
import type { ListingCategory } from '#server/ingest/feeds/catalogue/feed.ts';

/** Values of a feed for entries without their own. */
export interface EntryDefaults {
  readonly category: ListingCategory | '';
  /** 0 to 100. */
  readonly confidence: number;
}

/** Rows of a staging table (schema/4-listings.sql) without their import, or the reason why the entry has none. */
type Rows = readonly object[] | string;

/** The value for an unknown day. */
const unknownDay = '1970-01-01';
/** Publishers' tags are for people to read: longer ones are a mistake or an attack. */
const maxTags = 32;
const maxTagLength = 100;
const maxTextLength = 2000;
/**
 * A listed range with a shorter prefix is a mistake or an attack: it would list a part of the internet. subject.ts has the limit for all
 * ranges; facts may be about wider IPv6 ranges than listings.
 */
const widestListed = { 4: 8, 6: 16 } as const;

/**
 * The rows of a listing: a range has one for each of its CIDRs, a URL is stored by its host.
 * @param latest 'yyyy-mm-dd': a listing of a later day has no rows
 */
export function listingRows(entry: ListingEntry, defaults: EntryDefaults, latest?: string): Rows {
  if (latest !== undefined && (entry.last ?? entry.first ?? '') > latest) return 'The date is in the future.';
  const category = entry.category ?? defaults.category;
  if (category === '') return 'neither the entry nor the feed has a category';
  const places = whyUnlistable(entry.subject) ?? placesOf(entry.subject);
  if (typeof places === 'string') return places;
  const first = entry.first ?? entry.last;
  const row = {
    category,
    confidence: entry.confidence ?? defaults.confidence,
    ...textsOf(entry.tags),
    ...(entry.reference !== '' && { reference: clean(entry.reference, maxTextLength) }),
    first_listed: first ?? unknownDay,
    last_listed: later(entry.last, first) ?? unknownDay,
    ...(entry.until !== undefined && { until: entry.until }),
  };
  return places.map((place) => ({ ...place, ...row }));
}

/** The rows of a fact: a range has one for each of its CIDRs. */
export function factRows(entry: FactEntry): Rows {
  const { kind, subject, value, from, until } = entry;
  const { label, subjects } = factKinds[kind];
  if (subject.type === 'url' || !(subjects as readonly string[]).includes(subject.type))
    return `"${label}" does not apply to ${nouns[subject.type]}`;
  const keys = keysOf(subject);
  if (typeof keys === 'string') return keys;
  const row = {
    kind,
    ...(value !== '' && { value: clean(value, maxTextLength) }),
    ...textsOf(entry.tags),
    valid_from: from ?? unknownDay,
    valid_to: until ?? openEndDay,
  };
  return keys.map((key) => ({ ...key, ...row }));
}

const nouns: Readonly<Record<FeedSubject['type'], string>> = {
  ip: 'an address',
  range: 'a range of addresses',
  asn: 'an autonomous system',
  domain: 'a domain',
  name_server: 'a name server',
  url: 'a URL',
  certificate: 'a certificate',
  jarm: 'a JARM fingerprint',
  ja3: 'a JA3 fingerprint',
  hash: 'a file hash',
};

/** Why a listing is refused: its subject does not belong to one party on the internet. Undefined when it is accepted. */
function whyUnlistable(subject: FeedSubject): string | undefined {
  switch (subject.type) {
    case 'ip':
      return whyHostUnlistable(subject.address);
    case 'url':
      return whyHostUnlistable(subject.host);
    case 'domain':
    case 'name_server':
      return isPublicSuffix(subject.name)
        ? 'a public suffix, below which anybody can register names'
        : whyHostUnlistable(subject.name);
    case 'range': {
      const cidrs = cidrsOf(subject.first, subject.last);
      return typeof cidrs !== 'string' && cidrs.some(isSpecialUse) ? specialUse : undefined;
    }
    default:
      return undefined;
  }
}

const specialUse = 'special-use address space, in which no host of the internet is';

function whyHostUnlistable(host: string): string | undefined {
  const address = parseIp(host);
  if (address)
    return isSpecialUse({ network: address, length: maxPrefixLength(address.version) }) ? specialUse : undefined;
  const zone = internalZoneOf(host);
  // onion names are of no network, but of one service
  return zone === null || zone === 'onion' ? undefined : 'a name of a local network, not of the internet';
}

/** The columns that identify the subject of a listing: kind, indicator, host and ip. */
function placesOf(subject: FeedSubject): Rows {
  switch (subject.type) {
    case 'ip':
      return [hostPlace(subject.address, subject.address)];
    case 'domain':
    case 'name_server':
      return [hostPlace(subject.name, subject.name)];
    case 'url':
      return [hostPlace(clean(subject.url, maxTextLength), subject.host)];
    case 'asn': {
      const host = `AS${subject.asn}`;
      return [{ kind: 'asn', indicator: host, host }];
    }
    case 'range': {
      const cidrs = cidrsOf(subject.first, subject.last);
      if (typeof cidrs === 'string') return cidrs;
      if (cidrs.some(({ network, length }) => length < widestListed[network.version]))
        return 'the range is so wide that it would list a large part of the internet';
      // the publisher's own text, so that the rows count as one listing
      const indicator = cidrs.length === 1 ? undefined : clean(subject.text, maxTextLength);
      return cidrs.map((cidr) => {
        const host = isOneAddress(cidr) ? formatIp(cidr.network) : formatCidr(cidr);
        if (isOneAddress(cidr)) return hostPlace(indicator ?? host, host);
        return { kind: 'range', indicator: indicator ?? host, host };
      });
    }
    default:
      return [{ kind: subject.type, indicator: subject.value, host: subject.value }];
  }
}

function hostPlace(indicator: string, host: string): object {
  const address = parseIp(host);
  return address ? { indicator, host, ip: storedIp(address) } : { indicator, host };
}

/** The columns that identify the subject of a fact: subject_type, first, key and last. */
function keysOf(subject: Exclude<FeedSubject, { type: 'url' }>): Rows {
  switch (subject.type) {
    case 'ip': {
      const address = parseIp(subject.address);
      if (!address) return 'the address is not an IPv4 or IPv6 address';
      return [addressKey(address)];
    }
    case 'range': {
      const cidrs = cidrsOf(subject.first, subject.last);
      if (typeof cidrs === 'string') return cidrs;
      return cidrs.map((cidr) => (isOneAddress(cidr) ? addressKey(cidr.network) : rangeKey(cidr)));
    }
    case 'asn':
      return [{ subject_type: 'asn', key: String(subject.asn) }];
    case 'domain':
    case 'name_server':
      return [{ subject_type: subject.type, key: subject.name }];
    default:
      return [{ subject_type: subject.type, key: subject.value }];
  }
}

function addressKey(address: IpAddress): object {
  const first = storedIp(address);
  return { subject_type: 'ip', first, last: first };
}

function rangeKey(cidr: Cidr): object {
  const [first, last] = [storedIp(cidr.network), storedIp(lastAddress(cidr))];
  return { subject_type: 'range', first, key: formatCidr(cidr), last };
}

function cidrsOf(first: string, last: string): readonly Cidr[] | string {
  const [first4, last4] = [parseIpv4(first), parseIpv4(last)];
  if (first4 !== null && last4 !== null) return orEmpty(ipv4RangeToCidrs(first4, last4));
  const [first6, last6] = [parseIpv6(first), parseIpv6(last)];
  if (first6 === null || last6 === null) return 'the ends of the range are not two addresses of one kind';
  return orEmpty(ipv6RangeToCidrs(first6, last6));
}

function orEmpty(cidrs: readonly Cidr[]): readonly Cidr[] | string {
  return cidrs.length > 0 ? cidrs : 'the range ends before it begins';
}

function isOneAddress({ network, length }: Cidr): boolean {
  return length === maxPrefixLength(network.version);
}

function textsOf(tags: readonly string[]): { tags?: string[] } {
  const kept = tags.map((tag) => clean(tag, maxTagLength)).filter((tag) => tag !== '');
  return kept.length > 0 ? { tags: [...new Set(kept)].slice(0, maxTags) } : {};
}

/** Replaces lone surrogates, which the store cannot hold. */
function clean(text: string, length: number): string {
  return text.slice(0, length).toWellFormed();
}

function later(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one > other ? one : other;
}
