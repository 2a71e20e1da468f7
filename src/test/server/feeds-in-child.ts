// A process of kills.long.spec.ts: settles the feed that the last process left, writes what the collection holds of the feed, and reads
// one day of it after another.
import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { applyListings, settleFeeds } from '#server/ingest/feeds/apply/apply-listings.ts';
import { feedBatches } from '#server/ingest/feeds/read/read-documents.ts';
import { latestImports } from '#server/ingest/ledger.ts';
import { noDeriving, skipHistory } from './feed-collection.ts';
import { openFolderStore } from './folder-store.ts';
import { storedLines } from './naive-feed.ts';
import { reportEvent } from './report-event.ts';
import { plainHits, retroHits } from './retro-hits.ts';
import { seededDay, seededFeed, seededLogs, seededLogsImport, seededSource } from './seeded-feed.ts';

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: '' },
    subjects: { type: 'string', default: '' },
    /** Settles, writes the contents and ends. */
    look: { type: 'boolean', default: false },
  },
});
const engine = await openFolderStore(values.folder);
await skipHistory(engine);

// own logs had resolved what the feed lists later
const noLogs = (await engine.query({ name: 'spec', sql: 'SELECT 1 FROM contributions LIMIT 1' })).length === 0;
if (noLogs) await engine.insert('contributions', seededLogs(Number(values.subjects)));
const source = `feed:${seededSource.id}`;

const state = async () => (await latestImports(engine)).find(({ id }) => id === seededSource.importId);
const damaged = await settleFeeds(engine, noDeriving);
const { asOf = '', state: settled } = (await state()) ?? {};
const text = (await storedLines(engine, source)).join('\n');
const hash = createHash('sha256').update(text).digest('hex');
const plain = await plainHits(engine, source, { [seededLogsImport]: '2000-01-01' });
const retro = await retroHits(engine, source);
reportEvent({ asOf, settled, damaged, hash, retro: retro.length, isRetroPlain: retro.join('\n') === plain.join('\n') });
if (!values.look) {
  const firstUnread = asOf === '' ? 0 : dayNumber(asOf) + 1;
  for (let day = firstUnread; ; day += 1) {
    const entries = seededFeed({ seed: 'kills', day, subjects: Number(values.subjects) });
    await applyListings(engine, {
      feed: seededSource,
      asOf: () => seededDay(day),
      today: seededDay(day),
      batches: feedBatches(entries, seededSource),
      derive: noDeriving,
    });
    reportEvent({ read: seededDay(day) });
  }
}
await engine.close();

function dayNumber(day: string): number {
  return Math.round((Date.parse(day) - Date.parse(seededDay(0))) / 86_400_000);
}
