/**
 * Where the collection lives. One set of numbered SQL files serves all of them:
 * - single: the embedded engine, one server, or a service whose engines are replicated by themselves (database engine Shared);
 * - managed: a database with the engine Replicated, one shard: it spreads statements, tables name no path;
 * - cluster: shards whose replicas are kept equal by Keeper;
 * - copies: shards whose replicas know nothing of each other (`internal_replication = false`): each statement and batch goes to
 *   every node.
 */
export type Target =
  | { readonly kind: 'single' }
  | { readonly kind: 'managed' }
  | { readonly kind: 'cluster' | 'copies'; readonly cluster: string };

/** `each-shard`: on one replica of each shard where they are replicated, on each replica where they are not. */
type Nodes = 'one' | 'every' | 'each-shard';

export interface Form {
  readonly sql: string;
  readonly on: Nodes;
}

/**
 * How the rows of a table are spread. A comment above each CREATE TABLE says it:
 * - `-- placement: everywhere`: each node holds all rows;
 * - `-- placement: sharded(key)`: each shard holds its share by the hash of the key, so that a look-up by key asks one shard. A derived
 *   table has the key of what its rows were derived from, with which they stay;
 * - `-- placement: sharded`: rows stay on the shard of what they were derived from, and may be on several;
 * - `-- placement: landing(key)`: keeps nothing, each node has its own; rows come to the shard of their key;
 * - `-- placement: majority`: what service processes agree on. A row counts once a majority of the nodes has it, and is found by asking a
 *   majority (majority.ts).
 */
export type Placement =
  | { readonly kind: 'everywhere' }
  | { readonly kind: 'majority' }
  | { readonly kind: 'landing'; readonly key: string | undefined }
  | { readonly kind: 'sharded'; readonly key: string | undefined };

export interface Schema {
  /** @param step the name of a numbered file @param text of that file @throws SchemaError */
  forms(step: string, text: string): Form[];
  /** Of the tables of the files that `forms` has seen. */
  readonly placements: ReadonlyMap<string, Placement>;
  /** The tables that materialized views fill from a table, by its name. */
  readonly derived: ReadonlyMap<string, readonly string[]>;
}

/** A statement of the schema cannot be written for a target. */
class SchemaError extends Error {
  override readonly name = 'SchemaError';
}

/** Files are given in their order: later ones change or drop the tables of earlier ones. */
export function schemaFor(target: Target, database: string): Schema {
  const placements = new Map<string, Placement>();
  const derived = new Map<string, string[]>();
  return {
    placements,
    derived,
    forms: (step, text) =>
      statements(text).flatMap((sql) => {
        const statement = parse(sql, step);
        if (statement.verb === 'CREATE TABLE') placements.set(statement.name, placementOf(sql, statement.name));
        check(statement, placements, database);
        for (const { text: from } of statement.to === undefined ? [] : statement.mentions)
          if (from !== statement.to && placements.has(from))
            derived.set(from, [...(derived.get(from) ?? []), statement.to ?? '']);
        return formsOf(statement, target, placements, { database, step });
      }),
  };
}

/** A statement ends where a line ends with `;`. */
function statements(text: string): string[] {
  return text
    .split(/;[ \t]*$/m)
    .map((part) => part.trim())
    .filter((part) => part.replace(/^\s*--.*$/gm, '').trim() !== '');
}

export interface Token {
  readonly text: string;
  readonly at: number;
}

interface Statement {
  readonly sql: string;
  readonly verb: (typeof verbs)[number];
  /** What is created, changed, dropped or filled. */
  readonly name: string;
  /** Where the name of a table stands. */
  readonly mentions: readonly Token[];
  /** The table that a materialized view fills. */
  readonly to: string | undefined;
  readonly nameAt: Token;
  readonly engine: Token | undefined;
  readonly tokens: readonly Token[];
}

const verbs = [
  'CREATE TABLE',
  'CREATE MATERIALIZED VIEW',
  'CREATE VIEW',
  'CREATE DICTIONARY',
  'DROP TABLE',
  'ALTER TABLE',
  'INSERT INTO',
] as const;

/** Words, texts in quotes and single signs; blanks and comments are left out. */
export function lex(sql: string): Token[] {
  const parts = sql.matchAll(/--[^\n]*|\s+|'(?:\\.|[^'\\])*'|[\w.]+|./gs);
  return [...parts].map((match) => ({ text: match[0], at: match.index })).filter(({ text }) => !/^(--|\s)/.test(text));
}

function parse(sql: string, step: string): Statement {
  const tokens = lex(sql);
  const words = tokens.map((token) => token.text);
  const head = words.slice(0, 10).join(' ').replace(' OR REPLACE', '');
  const verb = verbs.find((each) => head.startsWith(`${each} `));
  if (!verb) throw new SchemaError(`${step}: no rule for the statement that begins with "${head}"`);
  const start = verb.split(' ').length + (words[1] === 'OR' ? 2 : 0);
  const guard = words[start] === 'IF' ? (words[start + 1] === 'NOT' ? 3 : 2) : 0;
  const nameAt = tokens[start + guard];
  if (!nameAt || !/^\w+$/.test(nameAt.text)) throw new SchemaError(`${step}: no name in "${head}"`);
  const after = (index: number) => words[index - 1] ?? '';
  const mentions = tokens.filter(
    (token, index) => token === nameAt || (/^(FROM|JOIN|TO)$/.test(after(index)) && /^\w+$/.test(token.text)),
  );
  const engineAt = words.lastIndexOf('ENGINE');
  return {
    ...{ sql, verb, mentions, nameAt, tokens, name: nameAt.text },
    to: verb === 'CREATE MATERIALIZED VIEW' ? words[words.indexOf('TO') + 1] : undefined,
    engine: verb === 'CREATE TABLE' ? tokens[engineAt + 2] : undefined,
  };
}

function placementOf(sql: string, name: string): Placement {
  const [, kind, key] = /^-- placement: (everywhere|majority|landing|sharded)(?:\((.+)\))?$/m.exec(sql) ?? [];
  if (kind === 'everywhere' || kind === 'majority') return { kind };
  if (kind === 'sharded' || kind === 'landing') return { kind, key };
  throw new SchemaError(
    `the table ${name} needs a comment "-- placement: everywhere | sharded(key) | sharded | landing(key) | majority"`,
  );
}

/** What would answer wrongly on a cluster, and rightly on one server. */
function check(statement: Statement, placements: ReadonlyMap<string, Placement>, database: string): void {
  const { verb, name, sql, to, mentions } = statement;
  const kindOf = (table: string) => placements.get(table)?.kind;
  if (verb === 'CREATE DICTIONARY') {
    const sources = [...sql.matchAll(/\b(?:FROM|JOIN) ([\w{}]+)\.(\w+)/g)].map((match) => match[2] ?? '');
    const split = sources.find((table) => kindOf(table) === 'sharded');
    if (split)
      throw new SchemaError(`the dictionary ${name} would know only the share of ${split} that its node holds`);
  }
  if (to === undefined) return;
  const isSpread = mentions.some(({ text }) => text !== to && /^(sharded|landing)$/.test(kindOf(text) ?? ''));
  if (isSpread !== (kindOf(to) === 'sharded'))
    throw new SchemaError(`the view ${name} of ${database} joins tables of different placements`);
}

function formsOf(
  statement: Statement,
  target: Target,
  placements: ReadonlyMap<string, Placement>,
  place: { readonly database: string; readonly step: string },
): Form[] {
  const { sql, verb, name, nameAt, engine } = statement;
  if (target.kind === 'single') return [{ sql, on: 'one' }];
  if (target.kind === 'managed') return [{ sql: edited(sql, engine ? [replicated(engine, [])] : []), on: 'one' }];
  const { cluster, kind } = target;
  const placement = placements.get(name);
  const isSharded = placement?.kind === 'sharded';
  const onCluster = kind === 'cluster' ? ` ON CLUSTER ${quoted(cluster)}` : '';
  const on = kind === 'cluster' ? 'one' : 'every';
  const isLocal = ({ text }: Token) => verb !== 'CREATE VIEW' && placements.get(text)?.kind === 'sharded';
  const local = statement.mentions.filter(isLocal).map((token) => replaced(token, `${token.text}_local`));
  if (verb === 'INSERT INTO') {
    const nodes = isSharded ? 'each-shard' : kind === 'cluster' ? 'one' : 'every';
    // an everywhere table is filled from whole tables, not from what one shard holds of them
    return [{ sql: isSharded ? edited(sql, local) : sql, on: nodes }];
  }
  const spread = { at: nameAt.at + nameAt.text.length, length: 0, text: onCluster };
  const engines = engine && kind === 'cluster' ? [replicated(engine, keeperPath(name, isSharded, place))] : [];
  const forms: Form[] = [{ sql: edited(sql, [...local, spread, ...engines]), on }];
  if (isSharded && hasDistributed(statement))
    forms.push({ sql: distributed(statement, placement, { cluster, onCluster, ...place }), on });
  return forms;
}

/** An index or a mutation concerns the rows alone. */
function hasDistributed({ verb, tokens }: Statement): boolean {
  return (
    verb !== 'ALTER TABLE' ||
    /^(ADD|MODIFY|DROP) COLUMN /.test(
      tokens
        .slice(3)
        .map((token) => token.text)
        .join(' '),
    )
  );
}

function distributed(
  { sql, verb, name, nameAt }: Statement,
  placement: Placement | undefined,
  { cluster, onCluster, database }: { cluster: string; onCluster: string; database: string },
): string {
  if (verb !== 'CREATE TABLE') return edited(sql, [{ at: nameAt.at + nameAt.text.length, length: 0, text: onCluster }]);
  const key = placement?.kind === 'sharded' && placement.key ? `cityHash64(${placement.key})` : 'rand()';
  const create = /^CREATE OR REPLACE/m.test(sql) ? 'CREATE OR REPLACE TABLE' : 'CREATE TABLE IF NOT EXISTS';
  return `${create} ${name}${onCluster} AS ${name}_local\nENGINE = Distributed(${quoted(cluster)}, ${quoted(database)}, ${quoted(`${name}_local`)}, ${key})`;
}

/** Each creation has a path of its own: a dropped table holds its path in Keeper for some minutes. */
function keeperPath(
  name: string,
  isSharded: boolean,
  { database, step }: { database: string; step: string },
): string[] {
  const folder = `/sightline/${database}/${step.slice(0, 3)}`;
  return isSharded
    ? [quoted(`${folder}/{shard}/${name}`), quoted('{replica}')]
    : [quoted(`${folder}/${name}`), quoted('{shard}-{replica}')];
}

export interface Edit {
  readonly at: number;
  readonly length: number;
  readonly text: string;
}

export function replaced(token: Token, text: string): Edit {
  return { at: token.at, length: token.text.length, text };
}

/** `MergeTree` becomes `ReplicatedMergeTree(path, replica)`, before the arguments that it has. Other engines stay as they are. */
function replicated(engine: Token, values: readonly string[]): Edit {
  if (!engine.text.endsWith('MergeTree')) return replaced(engine, engine.text);
  const list = values.length > 0 ? `(${values.join(', ')})` : '';
  return replaced(engine, `Replicated${engine.text}${list}`);
}

export function edited(sql: string, edits: readonly Edit[]): string {
  const fromTheEnd = [...edits].sort((one, other) => other.at - one.at);
  const text = fromTheEnd.reduce(
    (so_far, { at, length, text: put }) => so_far.slice(0, at) + put + so_far.slice(at + length),
    sql,
  );
  // the arguments that an engine had follow those it was given
  return text.replace(/(Replicated\w+\([^()]*)\)\(/g, '$1, ');
}

/** As a literal of SQL. */
export function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
