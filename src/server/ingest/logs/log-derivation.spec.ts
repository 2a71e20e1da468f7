import { expect, it, vi } from 'vitest';
import { latestImports, recordImport } from '#server/ingest/ledger.ts';
import { useTestStore } from '#test/server/test-store.ts';
import { logKind } from './import-log.ts';
import { LogDerivation } from './log-derivation.ts';

const store = useTestStore();
const line = { source: 'log:zeek', kind: logKind, digest: 'push', licence: '', asOf: '2026-11-30' };

it('derives again what arrived during a derivation, also when it has no records that count', async () => {
  const { engine } = store;
  const id = 1_000_001;
  await recordImport(engine, { id, ...line }, 'applied', 3);
  const written = vi.fn<() => Promise<void>>(async () => {});
  const derivation = new LogDerivation({
    engine,
    now: () => new Date('2026-11-30T12:00:00Z'),
    isBusy: () => false,
    exclusive: (work) => work(),
    onWritten: written,
    deriveNow: () => async () => {
      // a push of certificates only
      if (written.mock.calls.length === 0) derivation.owe({ id, line, rows: 3 }, 2000);
    },
    report: (message) => expect.unreachable(message),
  });
  const state = async () => (await latestImports(engine)).find((each) => each.id === id)?.state;
  derivation.owe({ id, line, rows: 3 }, 0);
  await vi.waitFor(() => expect(written).toHaveBeenCalledTimes(1), 10_000);
  expect(await state()).toBe('applied');
  await vi.waitFor(() => expect(written).toHaveBeenCalledTimes(2), 10_000);
  expect(await state()).toBe('done');
  await derivation.close();
});
