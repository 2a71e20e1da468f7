import { factKinds } from '#model/fact-kind.ts';
import { routingTables } from '#server/ingest/collection-tables.ts';
import { latestImports, recordImport, type ImportRecord } from '#server/ingest/ledger.ts';
import type { Engine } from '#server/engine/engine.ts';
import { feedKind } from './feed-import.ts';

/** The tables in which a feed can have rows. */
function tablesOf({ covers = [] }: ImportRecord): string[] {
  const isFact = (kind: string) => Object.hasOwn(factKinds, kind);
  return [
    ...(covers.includes('listings') ? ['listings'] : []),
    ...(covers.some(isFact) ? ['facts'] : []),
    ...(covers.some((kind) => kind !== 'listings' && !isFact(kind)) ? routingTables : []),
  ];
}

/** Feeds that have lost all their rows of a table. @throws EngineError */
export async function feedsWithoutRows(engine: Engine): Promise<{ readonly table: string; readonly source: string }[]> {
  const lines = (await latestImports(engine, 'done')).filter(({ kind, rows }) => kind === feedKind && rows > 0);
  const found: { table: string; source: string }[] = [];
  for (const table of ['listings', 'facts']) {
    // a feed of several tables may have no rows in one of them
    const mustHave = lines.filter((line) => tablesOf(line).join() === table);
    const having = await engine.query<{ source: string }>(
      {
        name: 'integrity',
        sql: `SELECT DISTINCT source FROM ${table} WHERE source IN {sources:Array(String)}`,
        params: { sources: mustHave.map(({ source }) => source) },
      },
      { limits: 'upkeep' },
    );
    const present = new Set(having.map(({ source }) => source));
    for (const { source } of mustHave) if (!present.has(source)) found.push({ table, source });
  }
  return found;
}

/**
 * Notes which feeds lost rows with these tables. They cover nothing until they are read again from their kept documents, or
 * with the next fetch. That restores their current entries, but not their history.
 * @returns the tables that may lack history
 * @throws EngineError
 */
export async function forgetLostFeeds(engine: Engine, lost: ReadonlySet<string>): Promise<string[]> {
  const lines = (await latestImports(engine, 'done')).filter(({ kind }) => kind === feedKind);
  const affected = lines.filter((line) => tablesOf(line).some((table) => lost.has(table)));
  for (const line of affected) await recordImport(engine, { ...line, covers: [] }, 'done', 0);
  return [...new Set(affected.flatMap(tablesOf))].filter((table) => lost.has(table));
}

/** Whether any feed was ever read. @throws EngineError */
export async function hasFeeds(engine: Engine): Promise<boolean> {
  return (await latestImports(engine, 'done')).some(({ kind }) => kind === feedKind);
}
