import type { Engine } from './engine.ts';

/** Counts what may have changed the collection, whether it succeeded or not: no path that writes can forget to. */
export function countWrites(engine: Omit<Engine, 'writes'>): Engine {
  let ended = 0;
  const counted =
    <Given extends unknown[]>(write: (...given: Given) => Promise<void>) =>
    (...given: Given): Promise<void> =>
      write(...given).finally(() => {
        ended += 1;
      });
  return { ...engine, command: counted(engine.command), insert: counted(engine.insert), writes: () => ended };
}
