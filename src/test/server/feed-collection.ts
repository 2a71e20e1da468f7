import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stagingTables } from '#server/ingest/collection-tables.ts';
import type { FactEntry, FeedEntry, ListingEntry } from '#server/ingest/feeds/read/entry.ts';
import { applyListings } from '#server/ingest/feeds/apply/apply-listings.ts';
import type { FeedImport, FeedOutcome } from '#server/ingest/feeds/apply/feed-import.ts';
import type { Feed } from '#server/ingest/feeds/catalogue/feed.ts';
import { feedBatches } from '#server/ingest/feeds/read/read-documents.ts';
import { finishImport, importIds, latestImports, type LedgerLine } from '#server/ingest/ledger.ts';
import type { Engine } from '#server/engine/engine.ts';
import { openFolderStore } from './folder-store.ts';
import { copyTestStore } from './made-once.ts';
import { storedLines } from './naive-feed.ts';
import type { Derive } from '#server/ingest/derive.ts';

/** An empty collection that feeds are read into. */
export interface FeedCollection {
  readonly engine: Engine;
  /** A new snapshot feed of malware at each call. */
  newFeed(more?: Partial<Feed>): Feed;
  /** @param day of the list, and today */
  read(
    feed: Feed,
    day: string,
    entries: Iterable<FeedEntry>,
    more?: Partial<FeedImport> & { readonly engine?: Engine },
  ): Promise<FeedOutcome>;
  /** The rows of a feed, one line each. */
  lines(feed: Feed): Promise<string[]>;
  /** The listings of a feed on names and addresses: `host: first to last (expires)`. */
  episodes(feed: Feed): Promise<string[]>;
  /** Number of rows in the staging tables. */
  staged(): Promise<number>;
  /** The newest line of the ledger. */
  ledger(feed: Feed): Promise<LedgerLine | undefined>;
  close(): Promise<void>;
}

export async function openFeedCollection(): Promise<FeedCollection> {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-feeds-'));
  await copyTestStore(join(folder, 'store'));
  const engine = await openFolderStore(folder);
  await skipHistory(engine);
  let nextImport = 20;
  const lines = ({ id }: Feed) => storedLines(engine, `feed:${id}`);
  return {
    engine,
    newFeed(more) {
      const importId = (nextImport += 1);
      return testFeed({ id: `list-${importId}`, importId, ...more });
    },
    read: (feed, day, entries, { engine: given = engine, ...more } = {}) =>
      applyListings(given, {
        feed,
        asOf: () => day,
        today: day,
        batches: feedBatches(entries, feed),
        derive: noDeriving,
        ...more,
      }),
    lines,
    episodes: async (feed) =>
      (await lines(feed))
        .map((line) => line.split('|'))
        .filter(([kind]) => kind === 'host')
        .map(([, host, , , , , , first, last, expires]) => `${host}: ${first} to ${last} (${expires})`),
    async staged() {
      const counts = stagingTables.map((table) => `(SELECT count() FROM ${table})`).join(' + ');
      const [row] = await engine.query<{ rows: number }>({ name: 'spec', sql: `SELECT ${counts} AS rows` });
      return row?.rows ?? -1;
    },
    ledger: async (feed) => (await latestImports(engine)).find(({ id }) => id === feed.importId),
    async close() {
      await engine.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A snapshot feed of malware. */
export function testFeed(more: Pick<Feed, 'id' | 'importId'> & Partial<Feed>): Feed {
  return {
    title: more.id,
    publisher: 'Publisher',
    urls: ['https://list.example/list.txt'],
    reader: 'lines',
    options: {},
    category: 'malware',
    fills: ['listings'],
    mode: 'snapshot',
    confidence: 80,
    licence: 'CC0',
    licenceUrl: '',
    attribution: '',
    terms: '',
    minIntervalSeconds: 3600,
    everySeconds: 86_400,
    recommended: false,
    free: true,
    sizeHint: 0,
    ...more,
  };
}

/** For specs that need no scores: refreshing them takes longer than the rest of a small import. */
export const noDeriving: Derive = () => Promise.resolve();

/** Makes later refreshes of scores cover single days, as while a service runs. @returns that no row was loaded, as the first load says */
export async function skipHistory(engine: Engine): Promise<'nothing'> {
  const head = { kind: 'scores', digest: '', licence: '' };
  await finishImport(engine, { id: importIds.scores, source: 'scores', ...head, asOf: '2030-01-01' }, 0);
  return 'nothing';
}

/** Listings of names. */
export function listed(...names: readonly string[]): ListingEntry[] {
  return names.map((name) => ({ what: 'listing', subject: { type: 'domain', name }, tags: [], reference: '' }));
}

export function factOf(
  kind: FactEntry['kind'],
  subject: FactEntry['subject'],
  more: Partial<FactEntry> = {},
): FactEntry {
  return { what: 'fact', kind, subject, value: '', tags: [], ...more };
}

export function torExit(address: string): FactEntry {
  return factOf('tor_exit', { type: 'ip', address });
}
