import {
  readDshield,
  readIptoasn,
  readPfx2as,
  readSpamhausDrop,
  readTranco,
} from '#server/ingest/feeds/readers/publisher-lists.ts';
import { blocklistFeeds } from './blocklist-feeds.ts';
import { contextFeeds } from './context-feeds.ts';
import type { FeedReader } from './entry.ts';
import type { Feed, ReaderName } from './feed.ts';
import { readFeodo, readSslbl, readThreatfox, readUrlhaus } from './readers/abuse-ch.ts';
import { readCsv } from './readers/csv.ts';
import { readDelegated } from './readers/delegated.ts';
import { readJsonFeed, readNdjson } from './readers/json.ts';
import { readHosts, readLines } from './readers/lines.ts';
import { readMisp } from './readers/misp.ts';
import { readTorExits } from './readers/publisher-lists.ts';
import { readStix } from './readers/stix.ts';
import { readWarninglist } from './readers/warninglist.ts';

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
