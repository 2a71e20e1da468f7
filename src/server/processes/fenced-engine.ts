import { type Engine, EngineError } from '#server/engine/engine.ts';

/**
 * The same engine for work that one process at a time may do: each write begins with the question whether it is still this one. A
 * process that was stopped and goes on after another took over fails at its next write. A write that was on its way when the process
 * was stopped is ended by whoever takes over (`Claims`), up to the moment between this question and the arrival of the statement.
 */
export function fencedEngine(engine: Engine, isHeld: () => boolean): Engine {
  const check = (): void => {
    if (!isHeld()) throw new EngineError('unreachable', 'another process has taken over what this one was doing');
  };
  return {
    ...engine,
    async command(query, options) {
      check();
      await engine.command(query, options);
    },
    async insert(table, rows) {
      check();
      await engine.insert(table, rows);
    },
  };
}
