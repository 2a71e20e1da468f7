// @module-tag long
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { certificateKey } from '#model/certificate.ts';
import type { Engine } from '#server/engine/engine.ts';
import { flipByte, removeParts, truncateParts } from '#test/server/damage-store.ts';
import { openFolderStore } from '#test/server/folder-store.ts';
import { specFolder } from '#test/server/spec-folder.ts';
import { firstLoad } from './first-load.ts';
import { finishImport, firstLoadRecord, importIds, importState, restartFirstLoad } from './ledger.ts';
import { inBatches, type Source } from './source.ts';
import { repair } from './repair.ts';
import { missingParts, storeIntegrity } from './store-integrity.ts';

const part = (first: number, last: number, rows: number) => ({ table: 'fwd', first, last, rows });
const lost = (rows: number) => [expect.objectContaining({ table: 'fwd', rows })];

describe('parts that are missing', () => {
  it.each([
    ['none while all are there', [part(1, 4, 10), part(5, 5, 2)], []],
    ['none when they were merged, also with newer ones', [part(1, 7, 11)], []],
    ['none when the parts came back that they were merged from', [part(1, 3, 7), part(4, 4, 5), part(5, 5, 2)], []],
    ['one that is gone', [part(1, 4, 10)], lost(2)],
    ['the rest of one that came back in part', [part(1, 2, 6), part(5, 6, 2)], lost(4)],
    ['all of them', [], lost(12)],
  ])('%s', (_, now, expected) => {
    expect(missingParts([part(1, 4, 10), part(5, 5, 2)], now)).toEqual(expected);
  });
});

describe('a collection of open data', () => {
  const folder = specFolder('integrity');
  let engine: Engine;
  afterAll(() => engine.close());

  const lines = Array.from({ length: 500 }, (__, n) => [
    { first: `::ffff:10.0.${n >> 8}.${n & 255}`, length: 128, asn: n + 1, valid_from: '2026-06-17' },
  ]);
  const routes: Source = {
    importId: 2,
    id: 'open-data:origin-as',
    kind: 'prefixes',
    covers: ['origin_as'],
    tables: ['prefixes', 'asns'],
    digest: 'reduced',
    licence: '',
    asOf: '2026-06-17',
    countLines: () => Promise.resolve(lines.length),
    batches: async function* () {
      yield* inBatches('prefixes', lines);
      yield* inBatches('asns', [[{ asn: 1, asname: 'ONE' }]]);
    },
  };
  const options = { sample: false, today: '2026-11-21', openData: [routes] };
  const broken: string[] = [];
  const open = async () => {
    engine = await openFolderStore(folder, 2e9);
    return storeIntegrity(engine, join(folder, 'store-parts.json'), (message) => broken.push(message));
  };
  const prefixes = async () => {
    const rows = await engine.query<{ rows: number }>({
      name: 'spec',
      sql: 'SELECT count() AS rows FROM prefixes FINAL',
    });
    return rows[0]?.rows;
  };
  /** Damages the closed store and opens it again, as a start does. */
  const startAfter = async (damage: () => void) => {
    await engine.close();
    damage();
    const integrity = await open();
    const found = await integrity.inspect();
    const left = found.length > 0 ? await repair(engine, found, options) : [];
    const loaded = await firstLoad(engine, options);
    await integrity.take(left);
    return { found: found.map(({ table, rows }) => ({ table, rows })), left, loaded };
  };

  it('is loaded again when a part of it is damaged or gone', async () => {
    const integrity = await open();
    await firstLoad(engine, options);
    await integrity.take([]);
    expect(await startAfter(() => undefined)).toEqual({ found: [], left: [], loaded: 'nothing' });
    const expected = { found: [{ table: 'prefixes', rows: 500 }], left: [], loaded: 'everything' };
    expect(await startAfter(() => truncateParts(folder, 'prefixes'))).toEqual(expected);
    expect(await prefixes()).toBe(500);
    expect(await startAfter(() => undefined)).toEqual({ found: [], left: [], loaded: 'nothing' });
  });

  it('notices a flipped bit of a part while it runs, sets the part aside, and is loaded again at the next start', async () => {
    await engine.close();
    const integrity = await open();
    const never = new AbortController().signal;
    expect(await integrity.check(never)).toMatchObject({ parts: expect.any(Number), found: [] });
    flipByte(folder, 'prefixes');
    const { found } = await integrity.check(never);
    expect(found).toEqual([
      {
        table: 'prefixes',
        rows: 500,
        reason: expect.stringMatching(/^a part of the table prefixes with 500 rows does not match/),
      },
    ]);
    expect(await prefixes()).toBe(0);
    await integrity.take(found);
    expect(await startAfter(() => undefined)).toMatchObject({ found: [{ table: 'prefixes' }], loaded: 'everything' });
    expect(await prefixes()).toBe(500);
  });

  it('is begun again although its load ended in the same second', async () => {
    for (let n = 0; n < 3; n += 1) {
      await finishImport(engine, firstLoadRecord(options.today), 0);
      await restartFirstLoad(engine, options.today);
      expect(await importState(engine, importIds.firstLoad)).toMatchObject({ state: 'started' });
    }
    expect(await firstLoad(engine, options)).toBe('everything');
  });

  it('compares with the ledger where no inventory was written yet', async () => {
    const found = await startAfter(() => {
      rmSync(join(folder, 'store-parts.json'));
      removeParts(folder, 'prefixes');
    });
    expect(found).toMatchObject({ found: [{ table: 'prefixes' }], loaded: 'everything' });
    expect(await prefixes()).toBe(500);
    expect(broken).toEqual([]);
  });

  it('finds the SHA-1 of a SHA-256 again when the table that leads from one to the other is damaged or gone', async () => {
    const certificate = (fingerprint_sha1: string, fingerprint_sha256: string) => ({
      fingerprint_sha1,
      fingerprint_sha256,
      fingerprint_md5: '',
      domains: ['acme.example'],
    });
    await engine.insert('certificates', [
      certificate('a'.repeat(40), 'a1'.repeat(32)),
      certificate('b'.repeat(40), ''),
      certificate(certificateKey({ sha1: '', sha256: 'c1'.repeat(32) }), 'c1'.repeat(32)),
    ]);
    const digests = () => engine.query({ name: 'spec', sql: 'SELECT * FROM certificate_digests FINAL' });
    const known = [{ fingerprint_sha256: 'a1'.repeat(32), fingerprint_sha1: 'a'.repeat(40) }];
    expect(await digests()).toEqual(known);
    await startAfter(() => undefined);
    for (const damage of [truncateParts, removeParts]) {
      const expected = { found: [{ table: 'certificate_digests', rows: 1 }], left: [], loaded: 'nothing' };
      expect(await startAfter(() => damage(folder, 'certificate_digests'))).toEqual(expected);
      expect(await digests()).toEqual(known);
    }
  });
});
