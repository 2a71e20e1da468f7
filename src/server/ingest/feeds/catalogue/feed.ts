import type { CoverageKind, FactKind } from '#model/fact-kind.ts';

/** Formats that users choose for feeds of their own. */
type GenericFormat = 'lines' | 'hosts' | 'csv' | 'json' | 'ndjson' | 'misp' | 'stix' | 'taxii';

/** The formats that are read (read/readers.ts): generic ones, and those of one publisher. */
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

/** Categories of the interface for what a listing accuses its subject of. */
export type ListingCategory = 'malware' | 'phishing' | 'spam' | 'c2' | 'scan';

/**
 * Where a generic format holds the fields of an entry: the name of a column, or its number counted from 1; in JSON a path such as
 * `data.items[].ip`, in which `[]` visits every item of a list. All paths of one mapping share the lists of `indicator`. A field
 * without a path, or with '', is not read.
 */
export interface FieldMapping {
  readonly indicator: string;
  readonly first?: string;
  readonly last?: string;
  readonly category?: string;
  readonly tags?: string;
  readonly reference?: string;
}

/** What a feed tells its reader; each reader uses the options of its format. */
export interface ReaderOptions {
  readonly mapping?: FieldMapping;
  /** Of CSV: one character, or `tab`; a comma when it is missing or ''. */
  readonly delimiter?: string;
  /** The subjects have this fact instead of being listed. */
  readonly fact?: { readonly kind: FactKind; readonly value: string };
  /** The day of the last successful fetch: readers skip referenced documents that have not changed since the day before. */
  readonly since?: string;
}

/** A feed of the catalogue, or one that a person added. Its source id is `feed:<id>`. */
export interface Feed {
  readonly id: string;
  /** Its number in the ledger and in its rows: 20 to 99 in the catalogue, from 1,000 for own feeds; never reused. */
  readonly importId: number;
  readonly title: string;
  readonly publisher: string;
  /** https. Fetched in order and read as one state; a document may refer to more (`FeedDocument.more`). */
  readonly urls: readonly string[];
  /** Where the user's key goes. */
  readonly auth?: { readonly where: 'header' | 'query'; readonly name: string };
  readonly reader: ReaderName;
  readonly options: ReaderOptions;
  /** Category of listings whose entry names none; '' for feeds without listings. */
  readonly category: ListingCategory | '';
  /** The kinds of data for which the absence of an entry means "no" once this feed is loaded. */
  readonly fills: readonly CoverageKind[];
  /** snapshot: an entry that is missing has ended. events: an entry counts for `lifetimeDays` after its last day. */
  readonly mode: 'snapshot' | 'events';
  readonly lifetimeDays?: number;
  /** 0 to 100, for listings without a confidence of their own. */
  readonly confidence: number;
  readonly licence: string;
  readonly licenceUrl: string;
  /** Shown wherever data of the feed is shown. */
  readonly attribution: string;
  /** What a person has to accept before switching the feed on, or ''. */
  readonly terms: string;
  /** The publisher's limit, which applies to "Fetch now" as well. */
  readonly minIntervalSeconds: number;
  readonly everySeconds: number;
  /** Part of the set that one click switches on: no key, no conditions beyond attribution. */
  readonly recommended: boolean;
  /** No payment for any use; `terms` may still restrict what it is used for. */
  readonly free: boolean;
  /** Approximate bytes of one fetch; 0 when unknown. */
  readonly sizeHint: number;
}

/** Kinds of data of one day that are kept as history: which AS announces an address, and to whom it was allocated. */
const routingKinds: readonly string[] = ['origin_as', 'country', 'as_allocation', 'subnet_allocation'];

/** Whether a feed holds routing and allocation data rather than listings and facts. */
export function isRouting({ fills }: { readonly fills: readonly string[] }): boolean {
  return fills.some((kind) => routingKinds.includes(kind));
}
