import type { CoverageKind } from '#model/fact-kind.ts';
import type { ListingCategory, ReaderOptions } from '#server/ingest/feeds/read/entry.ts';

/** Formats that users choose for feeds of their own. */
type GenericFormat = 'lines' | 'hosts' | 'csv' | 'json' | 'ndjson' | 'misp' | 'stix' | 'taxii';

/** The readers (catalogue.ts): the generic formats and those of one publisher. */
export type ReaderName =
  | GenericFormat
  | 'warninglist'
  | 'delegated'
  | 'iptoasn'
  | 'pfx2as'
  | 'tor-exits'
  | 'spamhaus-drop'
  | 'tranco'
  | 'urlhaus'
  | 'threatfox'
  | 'sslbl'
  | 'feodo'
  | 'dshield';

/** A feed of the catalogue. Its source id is `feed:<id>`. */
export interface Feed {
  readonly id: string;
  /** Its number in the ledger and in the rows it fills: 20 to 99, never given to another feed again. */
  readonly importId: number;
  readonly title: string;
  readonly publisher: string;
  /** https. Fetched in order and read as one state; a reader may add more (`FeedDocument.more`). */
  readonly urls: readonly string[];
  /** Where the user's key goes. */
  readonly auth?: { readonly where: 'header' | 'query'; readonly name: string };
  readonly reader: ReaderName;
  readonly options: ReaderOptions;
  /** Of listings whose entry names none; '' for feeds without listings. */
  readonly category: ListingCategory | '';
  /** What "no" means something for once this feed is loaded. */
  readonly fills: readonly CoverageKind[];
  /** snapshot: what is gone from it has ended. events: it never says so, an entry counts for `lifetimeDays` after its last day. */
  readonly mode: 'snapshot' | 'events';
  readonly lifetimeDays?: number;
  /** 0 to 100: what a listing without a confidence of its own is worth. */
  readonly confidence: number;
  readonly licence: string;
  readonly licenceUrl: string;
  /** Shown wherever its data is. */
  readonly attribution: string;
  /** What a user must accept before it is switched on; '' when nothing. */
  readonly terms: string;
  /** The publisher's limit, which holds for "Fetch now" as well. */
  readonly minIntervalSeconds: number;
  readonly everySeconds: number;
  /** In the set that one click switches on: no key, no conditions beyond attribution. */
  readonly recommended: boolean;
  /** No payment for any use; `terms` may still restrict what it is used for. */
  readonly free: boolean;
  /** Bytes of one fetch, about. */
  readonly sizeHint: number;
}

/** Feeds of these kinds say which AS announces an address, and who it was given to: data of one day, kept as history. */
const routingKinds: readonly string[] = ['origin_as', 'country', 'as_allocation', 'subnet_allocation'];

export function isRouting({ fills }: { readonly fills: readonly string[] }): boolean {
  return fills.some((kind) => routingKinds.includes(kind));
}
