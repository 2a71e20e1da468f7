import type { FactKind } from '#model/fact-kind.ts';
import type { ListingCategory, ReaderOptions } from '#server/ingest/feeds/catalogue/feed.ts';

/**
 * The subject of an entry in canonical text: addresses as `model/ip-address` writes them (IPv4-mapped ones as IPv4), names as
 * `model/domain-name`, hashes and fingerprints in lower-case hex. The `text` of a range is its CIDR, or `first-last` if it is not
 * a single CIDR; a range of one address is an `ip`. The `host` of a URL is an address or a name.
 */
export type FeedSubject =
  | { readonly type: 'ip'; readonly address: string }
  | { readonly type: 'range'; readonly first: string; readonly last: string; readonly text: string }
  | { readonly type: 'asn'; readonly asn: number }
  | { readonly type: 'domain' | 'name_server'; readonly name: string }
  | { readonly type: 'url'; readonly url: string; readonly host: string }
  /** A certificate by its SHA-1 (SHA-256 if the publisher has only that), a file by MD5, SHA-1 or SHA-256. */
  | { readonly type: 'certificate' | 'jarm' | 'ja3' | 'hash'; readonly value: string };

/** A subject is on the list. Days are UTC, 'yyyy-mm-dd'; the feed supplies what the entry lacks. */
export interface ListingEntry {
  readonly what: 'listing';
  readonly subject: FeedSubject;
  readonly category?: ListingCategory;
  /** Malware families and the publisher's own words, in the publisher's order. */
  readonly tags: readonly string[];
  /** A page of the publisher about this entry, or ''. */
  readonly reference: string;
  /** 0 to 100. */
  readonly confidence?: number;
  readonly first?: string;
  readonly last?: string;
  /** The last day on which it counts, if the publisher gives it (STIX `valid_until`, revoked entries). */
  readonly until?: string;
}

/** A fact about a subject, from one day to another (both included), or for as long as the feed contains it. */
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

/** A prefix in the routing table of one day. */
export interface AnnouncementEntry {
  readonly what: 'announcement';
  /** CIDR text. */
  readonly prefix: string;
  /**
   * Each once, the one most collectors saw first. Several if they all announced the prefix, or the path ended in an AS set (aggregated
   * routes), so that the origin among them is unknown.
   */
  readonly asns: readonly number[];
}

interface Allocated {
  readonly what: 'allocation';
  /** 'arin', 'ripencc', 'apnic', 'lacnic', 'afrinic', 'iana'. */
  readonly registry: string;
  /** Two capital letters, or ''. */
  readonly country: string;
  /** 'yyyy-mm-dd', or '' if the registry does not know it. */
  readonly date: string;
  /** 'allocated', 'assigned', 'available', 'reserved'. */
  readonly status: string;
}

/** An allocation of a regional internet registry: `count` AS numbers or addresses from `start` on, or an IPv6 prefix. */
export type AllocationEntry =
  | (Allocated & { readonly kind: 'asn'; readonly start: number; readonly count: number })
  | (Allocated & { readonly kind: 'ipv4'; readonly start: string; readonly count: number })
  | (Allocated & { readonly kind: 'ipv6'; readonly start: string; readonly length: number });

/** A line that could not be read: its beginning (at most 200 characters), and the reason for a person. */
export interface RejectEntry {
  readonly what: 'reject';
  readonly line: string;
  readonly reason: string;
}

export type RoutingEntry = OriginEntry | AnnouncementEntry | AllocationEntry;
export type FeedEntry = ListingEntry | FactEntry | RoutingEntry | RejectEntry;

/** One file of a feed, unpacked. It can be read once, either by lines or as JSON. */
export interface FeedDocument {
  /** Its URL, the name of a dropped file or the path inside an archive; distinguishes the lists of a feed. */
  readonly name: string;
  /** When the last object of a page was added to its TAXII collection: the header X-TAXII-Date-Added-Last. */
  readonly addedLast?: string | undefined;
  /**
   * The lines without their ends (LF or CRLF), invalid UTF-8 as U+FFFD, without a byte order mark. A line is cut off after a
   * million characters, so that a file without line ends does not fill the memory.
   */
  lines(): AsyncIterable<string>;
  /** @throws SyntaxError when the text is not JSON; any other error (too large, unreadable) ends the reading. */
  json(): Promise<unknown>;
  /** Called by the reader with the day that the document gives for its data ('yyyy-mm-dd'), if any. The latest day counts. */
  asOf(day: string | undefined): void;
  /**
   * Called by the reader when the document refers to another one of the feed: an event of a MISP manifest, the next page of a TAXII
   * collection, the newest file of an index. The reference is relative to `name`; the same reader reads it.
   */
  more(reference: string): void;
}

/** Reads one document as a stream. Unreadable content becomes a reject and is never thrown. */
export type FeedReader = (document: FeedDocument, options: ReaderOptions) => AsyncIterable<FeedEntry>;
