import type { Engine } from '#server/engine/engine.ts';

/** Exists while a move into the store is unfinished: the store may hold half a collection. */
const table = 'unfinished_move';
const name = 'move';

/** @returns the content that an unfinished move copies; undefined without one @throws EngineError */
export async function unfinishedMove(engine: Engine): Promise<string | undefined> {
  const sql = 'SELECT comment FROM system.tables WHERE database = currentDatabase() AND name = {table:String}';
  const [found] = await engine.query<{ comment: string }>({ name, sql, params: { table } });
  return found?.comment;
}

/** @param content what is copied: digits and a blank @throws EngineError */
export async function markMove(engine: Engine, content: string): Promise<void> {
  await unmarkMove(engine);
  await engine.command({ name, sql: `CREATE TABLE ${table} (a UInt8) ENGINE = Memory COMMENT '${content}'` });
}

/** @throws EngineError */
export async function unmarkMove(engine: Engine): Promise<void> {
  await engine.command({ name, sql: `DROP TABLE IF EXISTS ${table} SYNC` });
}
