import { expect, it } from 'vitest';
import { useTestStore } from '#test/server/test-store.ts';
import { beginImport, finishImport, importIds, importState, latestImports } from './ledger.ts';

const store = useTestStore();

it('takes the last line of an import for the newest, also when the clock was set back', async () => {
  const { engine } = store;
  const record = { id: importIds.live, source: 'live', kind: 'live', digest: '', licence: '', asOf: '2026-11-21' };
  const row = { import: record.id, source: 'live', kind: 'live', digest: '', state: 'started', as_of: '2027-11-21' };
  await engine.insert('imports', [{ ...row, at: '2099-11-21 10:00:00.000000' }]);
  await finishImport(engine, record, 5);
  expect(await importState(engine, record.id)).toEqual({ state: 'done', asOf: '2026-11-21' });
  await beginImport(engine, record);
  expect((await latestImports(engine)).find(({ id }) => id === record.id)).toMatchObject({ state: 'started', rows: 0 });
});
