import { EngineError, type Engine, type StoreStatus } from './engine.ts';

/** Tables in which service processes keep their own affairs: no answer depends on them. */
const isOfService = (table: string): boolean => table.startsWith('service_');

/**
 * Counts what may have changed the collection, whether it succeeded or not: no path that writes can forget to. Also
 * remembers why the last write failed, when the reason lies with the disk, until one succeeds.
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
