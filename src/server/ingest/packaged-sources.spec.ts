import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { collectionTables } from './collection-tables.ts';
import { importIds, sampleKind } from './ledger.ts';
import { packagedSources, sampleSource } from './packaged-sources.ts';

const sources = [...packagedSources(), sampleSource('2026-11-21')];

it('gives every source a name and a number of its own', () => {
  const ids = [...sources.map(({ importId }) => importId), ...Object.values(importIds)];
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => id > 0 && id < 100)).toBe(true);
  expect(new Set(sources.map(({ id }) => id)).size).toBe(sources.length);
});

it('names tables that there are, and says which source is fictional', () => {
  for (const { id, tables } of sources) expect(collectionTables, id).toEqual(expect.arrayContaining([...tables]));
  expect(sources.filter(({ kind }) => kind === sampleKind).map(({ id }) => id)).toEqual(['sample']);
});

it('knows the sample collection in one place of the service', () => {
  const server = join(import.meta.dirname, '..');
  const importers = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
    .filter((path) => readFileSync(join(server, path), 'utf8').includes("from '#sample/"));
  expect(importers).toEqual([join('ingest', 'packaged-sources.ts')]);
});
