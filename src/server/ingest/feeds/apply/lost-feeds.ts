import { factKinds } from '#model/fact-kind.ts';
import { routingTables } from '#server/ingest/collection-tables.ts';
import { latestImports, recordImport, type ImportRecord } from '#server/ingest/ledger.ts';
import type { Engine } from '#server/engine/engine.ts';
import { feedKind } from './feed-import.ts';

/** The tables in which a feed may have rows, by what it covers. */
function tablesOf({ covers = [] }: ImportRecord): string[] {
  const isFact = (kind: string) => Object.hasOwn(factKinds, kind);
  return [
    ...(covers.includes('listings') ? ['listings'] : []),
    ...(covers.some(isFact) ? ['facts'] : []),
    ...(covers.some((kind) => kind !== 'listings' && !isFact(kind)) ? routingTables : []),
  ];
}

/** Feeds that must have rows in a table and have none there. @throws EngineError */
export async function feedsWithoutRows(engine: Engine): Promise<{ readonly table: string; readonly source: string }[]> {
  const lines = (await latestImports(engine, 'done')).filter(({ kind, rows }) => kind === feedKind && rows > 0);
  const found: { table: string; source: string }[] = [];
  for (const table of ['listings', 'facts']) {
    // one that covers more than one table may have nothing to say in this one
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
 * Notes that these tables lost rows of feeds: they cover nothing until they are read again, which happens from the documents
 * that are kept of them, or with the next fetch. What a feed lists today comes back; what it listed in the past does not.
 * @returns those of the tables that may lack history now
 * @throws EngineError
 */
export async function forgetLostFeeds(engine: Engine, lost: ReadonlySet<string>): Promise<string[]> {
  const lines = (await latestImports(engine, 'done')).filter(({ kind }) => kind === feedKind);
  const affected = lines.filter((line) => tablesOf(line).some((table) => lost.has(table)));
  for (const line of affected) await recordImport(engine, { ...line, covers: [] }, 'done', 0);
  return [...new Set(affected.flatMap(tablesOf))].filter((table) => lost.has(table));
}

/** Whether a feed was ever read. @throws EngineError */
export async function hasFeeds(engine: Engine): Promise<boolean> {
  return (await latestImports(engine, 'done')).some(({ kind }) => kind === feedKind);
}
