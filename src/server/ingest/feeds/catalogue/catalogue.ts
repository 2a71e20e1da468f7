import {
  readDshield,
  readIptoasn,
  readPfx2as,
  readSpamhausDrop,
  readTranco,
} from '#server/ingest/feeds/read/readers/publisher-lists.ts';
import { blocklistFeeds } from './blocklist-feeds.ts';
import { contextFeeds } from './context-feeds.ts';
import type { FeedReader } from '#server/ingest/feeds/read/entry.ts';
import type { Feed, ReaderName } from './feed.ts';
import { readFeodo, readSslbl, readThreatfox, readUrlhaus } from '#server/ingest/feeds/read/readers/abuse-ch.ts';
import { readCsv } from '#server/ingest/feeds/read/readers/csv.ts';
import { readDelegated } from '#server/ingest/feeds/read/readers/delegated.ts';
import { readJsonFeed, readNdjson } from '#server/ingest/feeds/read/readers/json.ts';
import { readHosts, readLines } from '#server/ingest/feeds/read/readers/lines.ts';
import { readMisp } from '#server/ingest/feeds/read/readers/misp.ts';
import { readTorExits } from '#server/ingest/feeds/read/readers/publisher-lists.ts';
import { readStix } from '#server/ingest/feeds/read/readers/stix.ts';
import { readWarninglist } from '#server/ingest/feeds/read/readers/warninglist.ts';

/** The feeds that Sightline knows, in the order in which they are shown. */
export const catalogue: readonly Feed[] = [...contextFeeds, ...blocklistFeeds];

const readers: Readonly<Record<ReaderName, FeedReader>> = {
  csv: readCsv,
  delegated: readDelegated,
  dshield: readDshield,
  feodo: readFeodo,
  hosts: readHosts,
  iptoasn: readIptoasn,
  json: readJsonFeed,
  lines: readLines,
  misp: readMisp,
  ndjson: readNdjson,
  pfx2as: readPfx2as,
  'spamhaus-drop': readSpamhausDrop,
  sslbl: readSslbl,
  stix: readStix,
  taxii: readStix,
  threatfox: readThreatfox,
  'tor-exits': readTorExits,
  tranco: readTranco,
  urlhaus: readUrlhaus,
  warninglist: readWarninglist,
};

export function readerOf(name: ReaderName): FeedReader {
  return readers[name];
}

/** What to ask for (the header Accept): TAXII servers refuse anything but their own media type. */
export function acceptOf(name: ReaderName): string {
  return name === 'taxii' ? 'application/taxii+json;version=2.1' : '*/*';
}
