import { mkdtemp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogue } from './catalogue/catalogue.ts';
import type { FeedRecord } from './feed-settings.ts';
import { feedView } from './feed-view.ts';
import { DropFolder } from './fetch/drop-folder.ts';

const record: FeedRecord = {
  enabled: true,
  isDecided: true,
  acceptedTerms: '',
  isImporting: false,
  failures: 0,
  rows: { listings: 0, facts: 3, routing: 0 },
  rejects: { count: 0, byReason: [], examples: [] },
};

function viewOf(more: Partial<FeedRecord>, isDropped = false, ignored?: string, urls?: readonly string[]) {
  const feed = catalogue.find(({ id }) => id === 'dshield');
  if (!feed) throw new Error('the catalogue has no DShield');
  const about = {
    hasKey: false,
    isOwn: false,
    isDeleted: false,
    dropFolder: '',
    activity: undefined,
    today: '2026-11-22',
  };
  return feedView({
    ...about,
    feed: { ...feed, urls: urls ?? feed.urls },
    record: { ...record, ...more },
    isDropped,
    ignored,
  });
}

describe('the state of a feed', () => {
  it.each([
    ['2026-11-22', 'ok', 'ok'],
    ['2026-11-14', 'ok', 'ok'],
    ['2026-11-13', 'ok', 'old'],
    ['2015-03-01', 'unchanged', 'old'],
    ['2015-03-01', 'failed', 'failed'],
  ] as const)('with data of %s that is %s', (currentOn, outcome, state) => {
    expect(viewOf({ outcome, currentOn, asOf: currentOn }).state).toBe(state);
  });

  it('names what gives the day of its data', () => {
    expect(viewOf({ outcome: 'ok', asOf: '2026-11-20', asOfFrom: 'file' })).toMatchObject({
      as_of: '2026-11-20',
      as_of_from: 'file',
    });
    expect(viewOf({}).as_of_from).toBeNull();
  });

  it('names no next fetch of a feed that has only a drop folder', () => {
    const nextFetch = Date.UTC(2026, 10, 23);
    expect(viewOf({ nextFetch }).next_fetch).toBe('2026-11-23T00:00:00.000Z');
    expect(viewOf({ nextFetch }, false, undefined, []).next_fetch).toBeNull();
  });

  it('says that its drop folder never had a file', () => {
    expect([viewOf({}, true).state, viewOf({}).state]).toEqual(['empty', 'waiting']);
  });

  it('names what in its drop folder is not read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'drop-'));
    try {
      for (const name of ['lists', 'done', 'failed', 'documents', '.git']) await mkdir(join(folder, name));
      await writeFile(join(folder, 'list.txt'), '192.0.2.1');
      await symlink(join(folder, 'list.txt'), join(folder, 'link.txt'));
      const ignored = await new DropFolder(folder).ignored('drop folder');
      expect(viewOf({ outcome: 'ok' }, true, ignored)).toMatchObject({
        error:
          'Not read in the drop folder: link.txt, lists. Folders, links and names that are not UTF-8 are left out. Put the files directly into it.',
        whose: 'this-machine',
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
