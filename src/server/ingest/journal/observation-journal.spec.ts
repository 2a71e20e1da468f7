import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { EngineError } from '#server/engine/engine.ts';
import { seededObservations } from '#test/server/seeded-observations.ts';
import { useTestStore } from '#test/server/test-store.ts';
import { ObservationJournal } from './observation-journal.ts';
import { lastSequence, type Observation } from './observations.ts';

describe('ObservationJournal', () => {
  const store = useTestStore();
  const journalFolder = join(store.folder, 'journal');
  const rows = seededObservations({ seed: 'faults', sequence: 1, rows: 20, names: 10 });
  const broken: string[] = [];
  let isFailing = false;

  beforeEach(() => rmSync(journalFolder, { recursive: true, force: true }));

  const open = () =>
    new ObservationJournal(
      {
        ...store.engine,
        insert: (table, block) =>
          isFailing ? Promise.reject(new EngineError('failed', 'no room')) : store.engine.insert(table, block),
      },
      journalFolder,
      (message) => broken.push(message),
    );
  const files = () => readdirSync(journalFolder);
  const countOf = async () => {
    const [row] = await store.engine.query<{ count: number }>({
      name: 'spec',
      sql: 'SELECT sum(count) AS count FROM fwd',
    });
    return row?.count ?? 0;
  };
  const given = rows.reduce((sum, row) => sum + row.count, 0);

  it('numbers the batches of an import by itself, one after another', async () => {
    const before = await countOf();
    const journal = open();
    await Promise.all([journal.append(101, rows), journal.append(101, rows), journal.append(102, rows)]);
    expect([await lastSequence(store.engine, 101), await lastSequence(store.engine, 102)]).toEqual([2, 1]);
    expect(await countOf()).toBe(before + 3 * given);
    expect(files()).toEqual([]);
  });

  it('sends a batch that failed again before the next one, also after a restart', async () => {
    const before = await countOf();
    isFailing = true;
    await expect(open().append(103, rows)).rejects.toThrow('no room');
    expect(files()).toEqual([expect.stringMatching(/^batch-103-1-\d+\.rows$/)]);
    await expect(open().settle()).rejects.toThrow('no room');
    isFailing = false;
    const journal = open();
    await journal.append(103, rows);
    expect(await lastSequence(store.engine, 103)).toBe(2);
    expect(await countOf()).toBe(before + 2 * given);
    expect(await journal.settle()).toBe(0);
  });

  it('drops a half-written file and sets a broken one aside', async () => {
    const before = await countOf();
    const journal = open();
    await journal.settle();
    writeFileSync(join(journalFolder, 'batch-104-1-200.rows.partial'), 'cut');
    writeFileSync(join(journalFolder, 'batch-105-1-200.rows'), 'cut');
    await journal.settle();
    expect(files()).toEqual(['batch-105-1-200.rows.broken']);
    expect(broken).toEqual([expect.stringContaining('batch-105-1-200.rows is corrupt')]);
    expect(await countOf()).toBe(before);
  });

  it('keeps the mark of a push through a failure', async () => {
    const push = { mark: 'body:0af/-é', asOf: '2026-11-20' };
    const before = await countOf();
    isFailing = true;
    await expect(open().appendOnce(107, rows, push)).rejects.toThrow('no room');
    isFailing = false;
    const journal = open();
    expect(await journal.appendOnce(107, rows, push)).toBe('known');
    expect(await countOf()).toBe(before + given);
  });

  it('forgets a batch that is refused for its size', async () => {
    const journal = open();
    const tooMany = Array.from({ length: 1_000_000 }, () => rows[0] as Observation);
    await expect(journal.append(106, tooMany)).rejects.toThrow(RangeError);
    expect(files()).toEqual([]);
  });
});
