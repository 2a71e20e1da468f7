import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { plusDays } from '#model/dates.ts';
import { blank, ImportStore, type StoredImport } from './import-store.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-imports-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = () =>
  ImportStore.open(folder, (message) => {
    throw new Error(message);
  });
const begin = '2026-10-01';
/** The entry number `index`, fifteen a day. */
function entry(index: number, state: StoredImport['state'] = 'done'): StoredImport {
  const time = `${plusDays(begin, Math.floor(index / 15))} ${String(1 + (index % 15)).padStart(2, '0')}:00:00`;
  return { ...blank({ way: 'bucket', name: `${index}.log`, bytes: 1, time }), id: `id-${index}`, state };
}
async function olderNames(store: ImportStore): Promise<readonly string[]> {
  const names: string[] = [];
  for (let cursor = store.older; cursor !== '';) {
    const page = await store.olderThan(cursor);
    expect(page.entries.length).toBeLessThanOrEqual(100);
    names.push(...page.entries.map(({ name }) => name));
    cursor = page.older;
  }
  return names;
}
const namesOf = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, at) => `${from - at}.log`);

it('keeps the newest 500 entries and those that have not ended at hand, and older ones for 40 days, page by page', async () => {
  const store = await open();
  expect(store.older).toBe('');
  for (let index = 0; index < 750; index += 1) await store.set(entry(index, index === 0 ? 'receiving' : 'done'));
  const newest = [...namesOf(749, 250), '0.log'];
  expect(store.all().map(({ name }) => name)).toEqual(newest);
  expect(await olderNames(store)).toEqual(namesOf(249, 135));
  const next = await open();
  expect(next.all().map(({ name }) => name)).toEqual(newest);
  expect(await olderNames(next)).toEqual(await olderNames(store));
});

it('changes an older entry, which a kill may leave in both places', async () => {
  const store = await open();
  for (let index = 0; index < 510; index += 1) await store.set(entry(index));
  expect(store.get('id-3')).toBeUndefined();
  expect([store.has('id-3'), store.has('id-510')]).toEqual([true, false]);
  expect(await store.find('id-3')).toEqual(entry(3));
  await store.recall('id-3');
  await store.change({ ...entry(3, 'removing'), removes: [7] });
  expect(store.get('id-3')).toMatchObject({ removes: [7] });
  expect(await olderNames(store)).toEqual(namesOf(9, 0).filter((name) => name !== '3.log'));

  const [file = ''] = (await readdir(join(folder, 'older'))).filter((name) => name.endsWith('-id-4.json'));
  await copyFile(join(folder, 'older', file), join(folder, 'id-4.json'));
  const next = await open();
  expect(next.get('id-3')).toMatchObject({ state: 'removing' });
  await next.set(entry(3, 'removed'));
  expect(await next.find('id-3')).toMatchObject({ state: 'removed' });
  expect(await olderNames(next)).toEqual(namesOf(9, 0));
  await next.remove('id-3');
  expect(await next.find('id-3')).toBeUndefined();
  expect(await olderNames(await open())).toEqual(namesOf(9, 0).filter((name) => name !== '3.log'));
});
