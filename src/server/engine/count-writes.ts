import { EngineError, type Engine, type StoreStatus } from './engine.ts';

/** Tables of the service processes themselves: no answer depends on them. */
const isOfService = (table: string): boolean => table.startsWith('service_');

/**
 * Counts every statement that may have changed the collection, whether it succeeded or not, so that no caller can forget
 * to. Also remembers why the last write failed, if the disk was the reason, until a write succeeds.
 */
export function countWrites(engine: Omit<Engine, 'writes' | 'inTurn'>): Omit<Engine, 'inTurn'> {
  let ended = 0;
  let writeFault: string | undefined;
  const note = (error?: unknown): void => {
    const fault = error instanceof EngineError ? error.fault : undefined;
    if (error === undefined) writeFault = undefined;
    else if (fault === 'disk-full') writeFault = 'The disk of the collection is full: nothing can be added to it.';
    else if (fault === 'read-only') writeFault = 'The collection is read-only: nothing can be added to it.';
  };
  const counted =
    <Given extends unknown[]>(write: (...given: Given) => Promise<void>) =>
    async (...given: Given): Promise<void> => {
      try {
        await write(...given);
        note();
      } catch (error) {
        note(error);
        throw error;
      } finally {
        ended += 1;
      }
    };
  const insertCounted = counted(engine.insert);
  return {
    ...engine,
    command: counted(engine.command),
    insert: (table, rows) => (isOfService(table) ? engine.insert(table, rows) : insertCounted(table, rows)),
    status: async (): Promise<StoreStatus> => ({ ...(writeFault && { writeFault }), ...(await engine.status()) }),
    writes: () => ended,
  };
}
