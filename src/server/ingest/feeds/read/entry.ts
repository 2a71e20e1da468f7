import type { FactKind } from '#model/fact-kind.ts';
import type { ListingCategory, ReaderOptions } from '#server/ingest/feeds/catalogue/feed.ts';

/**
 * What an entry is about, in canonical text: addresses as `model/ip-address` writes them (IPv4-mapped ones as IPv4), names as
 * `model/domain-name`, hashes and fingerprints as lower-case hex. `text` of a range is its CIDR, or `first-last` where it is not
 * one CIDR; a range of one address is an `ip`. `host` of a URL is an address or a name.
 */
export type FeedSubject =
  | { readonly type: 'ip'; readonly address: string }
  | { readonly type: 'range'; readonly first: string; readonly last: string; readonly text: string }
  | { readonly type: 'asn'; readonly asn: number }
  | { readonly type: 'domain' | 'name_server'; readonly name: string }
  | { readonly type: 'url'; readonly url: string; readonly host: string }
  /** A certificate by its SHA-1 (SHA-256 where a publisher has no other), a file by MD5, SHA-1 or SHA-256. */
  | { readonly type: 'certificate' | 'jarm' | 'ja3' | 'hash'; readonly value: string };

/** A subject is on the list. Days are UTC, 'yyyy-mm-dd'; the feed supplies what an entry does not say. */
export interface ListingEntry {
  readonly what: 'listing';
  readonly subject: FeedSubject;
  readonly category?: ListingCategory;
  /** Malware families and the publisher's own words, in the order of the publisher. */
  readonly tags: readonly string[];
  /** A page of the publisher about this entry, or ''. */
  readonly reference: string;
  /** 0 to 100. */
  readonly confidence?: number;
  readonly first?: string;
  readonly last?: string;
  /** The last day on which it counts, where the publisher says so (STIX `valid_until`, revoked entries). */
  readonly until?: string;
}

/** Something is so about a subject, from one day to another (both included), or for as long as the feed says it. */
export interface FactEntry {
  readonly what: 'fact';
  readonly kind: FactKind;
  readonly subject: FeedSubject;
  /** The actor, provider or rank; '' for kinds without a value. */
  readonly value: string;
  readonly tags: readonly string[];
  readonly from?: string;
  readonly until?: string;
}

/** The AS that announces a range of addresses, and where it is registered. */
export interface OriginEntry {
  readonly what: 'origin';
  readonly first: string;
  readonly last: string;
  readonly asn: number;
  readonly asname: string;
  /** Two capital letters, or ''. */
  readonly country: string;
}

/** A prefix as it stood in the routing table of one day. */
export interface AnnouncementEntry {
  readonly what: 'announcement';
  /** CIDR text. */
  readonly prefix: string;
  /** Each once, the AS that most collectors saw first: several announced the prefix, or the path ended in an AS set. */
  readonly asns: readonly number[];
  /** The path ended in an AS set (aggregated routes), so which of the AS is the origin is not known. */
  readonly isAsSet: boolean;
}

interface Allocated {
  readonly what: 'allocation';
  /** 'arin', 'ripencc', 'apnic', 'lacnic', 'afrinic', 'iana'. */
  readonly registry: string;
  /** Two capital letters, or ''. */
  readonly country: string;
  /** 'yyyy-mm-dd', or '' where the registry does not know it. */
  readonly date: string;
  /** 'allocated', 'assigned', 'available', 'reserved'. */
  readonly status: string;
}

/** What a regional internet registry gave out: `count` AS numbers or addresses from `start` on, or an IPv6 prefix. */
export type AllocationEntry =
  | (Allocated & { readonly kind: 'asn'; readonly start: number; readonly count: number })
  | (Allocated & { readonly kind: 'ipv4'; readonly start: string; readonly count: number })
  | (Allocated & { readonly kind: 'ipv6'; readonly start: string; readonly length: number });

/** A line that could not be read: its beginning (at most 200 characters), and why, in words that can be shown. */
export interface RejectEntry {
  readonly what: 'reject';
  readonly line: string;
  readonly reason: string;
}

export type RoutingEntry = OriginEntry | AnnouncementEntry | AllocationEntry;
export type FeedEntry = ListingEntry | FactEntry | RoutingEntry | RejectEntry;

/** One file of a feed, unpacked. It can be read once, either by lines or as JSON. */
export interface FeedDocument {
  /** The URL it came from, the path of a dropped file or the path inside an archive: tells the lists of one feed apart. */
  readonly name: string;
  /**
   * The lines without their ends (LF or CRLF), invalid UTF-8 as U+FFFD, without a byte order mark. A line of more than
   * a million characters arrives cut off there, so that a file without line ends takes no memory.
   */
  lines(): AsyncIterable<string>;
  /** @throws SyntaxError when the text is not JSON; any other error (too large, unreadable) ends the reading. */
  json(): Promise<unknown>;
  /** Told by the reader when the document says of which day its data is ('yyyy-mm-dd'). The latest day wins. */
  asOf(day: string): void;
  /**
   * Told by the reader when the feed goes on in another document: the events of a MISP manifest, the next page of a TAXII
   * collection, the newest file named in an index. A reference relative to `name`; it is read by the same reader. In a drop
   * folder it is the file of that last path segment, if there is one.
   */
  more(reference: string): void;
}

/** Reads one document as a stream. Never throws because of its content: what cannot be read is a reject. */
export type FeedReader = (document: FeedDocument, options: ReaderOptions) => AsyncIterable<FeedEntry>;
