import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { finishImport, firstLoadRecord, latestImports } from '#server/ingest/ledger.ts';
import { repair } from '#server/ingest/repair.ts';
import { storeIntegrity } from '#server/ingest/store-integrity.ts';
import type { Engine } from '#server/engine/engine.ts';
import { removeParts, truncateParts } from '#test/server/damage-store.ts';
import { listed, noDeriving, skipHistory, testFeed, torExit } from '#test/server/feed-collection.ts';
import { openFolderStore } from '#test/server/folder-store.ts';
import { copyTestStore } from '#test/server/made-once.ts';
import { storedLines } from '#test/server/naive-feed.ts';
import { specFolder } from '#test/server/spec-folder.ts';
import type { FeedEntry } from '#server/ingest/feeds/read/entry.ts';
import { applyListings } from './apply-listings.ts';
import { removeFeed } from './remove-feed.ts';
import { feedBatches } from '#server/ingest/feeds/read/read-documents.ts';

const folder = specFolder('lost-feeds');
let engine: Engine;
afterAll(() => engine.close());

const list = testFeed({ id: 'list', importId: 60 });
const exits = testFeed({ id: 'exits', importId: 61, fills: ['tor_exit'] });
const read = (feed: typeof list, day: string, given: readonly FeedEntry[]) => {
  const batches = feedBatches(given, feed);
  return applyListings(engine, { feed, asOf: () => day, today: day, batches, derive: noDeriving });
};
const open = async () => {
  engine = await openFolderStore(folder);
  return storeIntegrity(engine, join(folder, 'store-parts.json'), (message) => {
    throw new Error(message);
  });
};
/** Damages the closed store and opens it again, as a start does. */
const startAfter = async (damage: () => void) => {
  await engine.close();
  damage();
  const integrity = await open();
  const found = await integrity.inspect();
  const options = { sample: false, today: '2026-07-02', openData: [] };
  const left = found.length > 0 ? await repair(engine, found, options) : [];
  await integrity.take(left);
  return { found: found.map(({ reason }) => reason), left: left.map(({ table }) => table) };
};
const covered = async () =>
  Object.fromEntries((await latestImports(engine)).map(({ source, covers, rows }) => [source, { covers, rows }]));

describe('a store that lost rows of feeds', { timeout: 600_000 }, () => {
  it('has them read again, keeps the others, and says that history may be missing', async () => {
    await copyTestStore(join(folder, 'store'));
    const integrity = await open();
    await skipHistory(engine);
    await finishImport(engine, firstLoadRecord('2026-07-01'), 0);
    await read(list, '2026-07-01', listed('a.test', 'b.test'));
    await read(exits, '2026-07-01', [torExit('192.0.2.1')]);
    await integrity.take([]);
    expect(await startAfter(() => undefined)).toEqual({ found: [], left: [] });

    const lines = await storedLines(engine, 'feed:list');
    const exitLines = await storedLines(engine, 'feed:exits');
    const { found, left } = await startAfter(() => truncateParts(folder, 'listings'));
    expect(found).toEqual([expect.stringContaining('2 rows of the table listings are gone')]);
    expect(left).toEqual(['listings']);
    expect(await covered()).toMatchObject({
      'feed:list': { covers: [], rows: 0 },
      'feed:exits': { covers: ['tor_exit'], rows: 1 },
    });
    expect(await storedLines(engine, 'feed:exits')).toEqual(exitLines);
    // from the documents that were kept
    expect(await read(list, '2026-07-01', listed('a.test', 'b.test'))).toMatchObject({ state: 'done' });
    expect(await storedLines(engine, 'feed:list')).toEqual(lines);
    expect(await covered()).toMatchObject({ 'feed:list': { covers: ['listings'], rows: 2 } });
  });

  it('is found out without an inventory, too', async () => {
    const { found } = await startAfter(() => {
      rmSync(join(folder, 'store-parts.json'));
      removeParts(folder, 'facts');
    });
    expect(found).toEqual(['the table facts has lost all rows of feed:exits']);
    expect(await covered()).toMatchObject({ 'feed:exits': { covers: [], rows: 0 } });
  });

  it('is not one in which a removal was killed', async () => {
    const days = { today: '2026-07-02', scoresFrom: '2026-07-02' };
    const killed = () => Promise.reject(new Error('killed'));
    await expect(removeFeed(engine, list, { ...days, derive: killed })).rejects.toThrow('killed');
    // without what the tests above found
    const isFound = await startAfter(() => rmSync(join(folder, 'store-parts.json')));
    expect(isFound).toEqual({ found: [], left: [] });
    await removeFeed(engine, list, { ...days, derive: noDeriving });
    expect(await covered()).not.toHaveProperty('feed:list');
  });
});
