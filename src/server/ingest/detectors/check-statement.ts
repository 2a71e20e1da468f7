import type { Engine } from '#server/engine/engine.ts';
import { type Detector, detectorParams } from './detector.ts';

/** The columns that a statement returns, with the types that it may give them. */
const columns: Readonly<Record<string, readonly [type: string, RegExp]>> = {
  subject: ['String', /^String$/],
  first: ['DateTime', /^DateTime/],
  last: ['DateTime', /^DateTime/],
  summary: ['String', /^String$/],
  evidence: [
    'Array(Tuple(String, String, String, String, String))',
    /^Array\(Tuple\((\w+ )?String(, (\w+ )?String){4}\)\)$/,
  ],
};

/** Table functions that read nothing outside; some are ordinary functions too. */
const harmless = ['numbers', 'zeros', 'generate_series', 'generateSeries', 'values', 'format', 'view', 'null'];

/**
 * Has the engine read the statement of a detector without running it: it is one statement, may reach nothing outside the collection, and
 * must return the columns of a detector.
 * @returns the statement without comments, which may be a sub-query
 * @throws Error that says what is wrong
 */
export async function checkedStatement(engine: Engine, detector: Detector): Promise<string> {
  const params = detectorParams(detector, 0);
  // never part of another statement before it is known to be a whole one: the embedded engine would run what follows a semicolon
  const [{ sql } = { sql: '' }] = await engine.query<{ readonly sql: string }>({
    name: 'findings',
    sql: 'SELECT formatQuerySingleLine({text:String}) AS sql',
    params: { text: detector.sql },
  });
  const tree = await engine.query<{ readonly explain: string }>(
    { name: 'findings', sql: `SELECT explain FROM (EXPLAIN AST ${sql})`, params },
    { limits: 'upkeep' },
  );
  const used = tree.flatMap(({ explain }) => /^ *Function (\w+)/.exec(explain)?.[1] ?? []);
  const [outside] = await engine.query<{ readonly name: string }>({
    name: 'findings',
    sql: `
      SELECT name FROM system.table_functions
      WHERE name IN {used:Array(String)} AND name NOT IN {harmless:Array(String)} LIMIT 1`,
    params: { used: [...new Set(used)], harmless },
  });
  if (outside) throw new Error(`The statement may read the collection only, and ${outside.name}() reads elsewhere.`);
  const types = await engine.query<{ readonly name: string; readonly type: string }>(
    { name: 'findings', sql: `DESCRIBE (${sql})`, params },
    { limits: 'upkeep' },
  );
  const typeOf = new Map(types.map(({ name, type }) => [name, plainType(type)]));
  for (const [name, [type, pattern]] of Object.entries(columns)) {
    const given = typeOf.get(name);
    if (given === undefined) throw new Error(`The statement must return a column ${name} of the type ${type}.`);
    if (!pattern.test(given)) throw new Error(`The column ${name} must have the type ${type}, and has ${given}.`);
  }
  return sql;
}

/** A type without what the engine adds about storing and merging its values. */
function plainType(type: string): string {
  return type.replace(/^SimpleAggregateFunction\(\w+, (.*)\)$/, '$1').replaceAll(/LowCardinality\((\w+)\)/g, '$1');
}
