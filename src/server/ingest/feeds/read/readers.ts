import type { ReaderName } from '#server/ingest/feeds/catalogue/feed.ts';
import type { FeedReader } from './entry.ts';
import { readFeodo, readSslbl, readThreatfox, readUrlhaus } from './readers/abuse-ch.ts';
import { readCsv } from './readers/csv.ts';
import { readJsonFeed, readNdjson } from './readers/json.ts';
import { readHosts, readLines } from './readers/lines.ts';
import { readMisp } from './readers/misp.ts';
import {
  readDelegated,
  readDshield,
  readIptoasn,
  readPfx2as,
  readSpamhausDrop,
  readTorExits,
  readTranco,
} from './readers/publisher-lists.ts';
import { readStix } from './readers/stix.ts';
import { readWarninglist } from './readers/warninglist.ts';

/** The reader of each format. */
export const feedReaders: Readonly<Record<ReaderName, FeedReader>> = {
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
