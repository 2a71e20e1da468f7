import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Placement, SchemaMap } from '#server/engine/cluster-statements.ts';
import { edited, lex, quoted, replaced, type Edit, type Token } from '#server/engine/sql-text.ts';

/**
 * The form of the schema:
 * - plain: the embedded engine, one server, or a service that replicates tables itself (ClickHouse Cloud, a database with the engine
 *   Replicated);
 * - shards: a cluster with one replica of each shard and no Keeper. Each node gets every statement;
 * - replicated: a cluster with Keeper. Statements are sent once, ON CLUSTER.
 */
export type Form = { readonly kind: 'plain' } | { readonly kind: 'shards' | 'replicated'; readonly cluster: string };

/** One set of SQL files, written once for a single store; the forms for a cluster are derived from it. */
export interface Schema extends SchemaMap {
  /** Of all statements, without their comments. */
  readonly digest: string;
  /** The statements, with the placeholders `{database}` and `{credentials}`. */
  statements(form: Form, database: string): string[];
}

/** A statement of the schema cannot be written for a cluster. */
class SchemaError extends Error {
  override readonly name = 'SchemaError';
}

/** @param folder of the *.sql files @throws SchemaError */
export function readSchema(folder: string): Schema {
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  return schemaOf(files.sort().map((file) => readFileSync(join(folder, file), 'utf8')));
}

/** @param texts of the files, in their order @throws SchemaError */
export function schemaOf(texts: readonly string[]): Schema {
  const statements = texts.flatMap(splitStatements).map(parse);
  const tables = statements.filter(({ verb }) => verb === 'CREATE TABLE');
  const placements = new Map(tables.map(({ name, sql }) => [name, placementOf(sql, name)]));
  const dictionaries = new Map(
    statements.flatMap(({ verb, name, sql }) =>
      verb === 'CREATE DICTIONARY' ? [[name, sourcesOf(sql)] as const] : [],
    ),
  );
  for (const [name, sources] of dictionaries) assertWhole(name, sources, placements);
  for (const statement of statements) assertOnePlacement(statement, placements);
  const bare = statements.map(({ tokens }) => tokens.map(({ text }) => text).join(' '));
  return {
    placements,
    dictionaries,
    digest: createHash('sha256').update(bare.join('\n')).digest('hex').slice(0, 16),
    statements: (form, database) =>
      form.kind === 'plain'
        ? statements.map(({ sql }) => sql)
        : statements.flatMap((statement) => onCluster(statement, { ...form, database, placements })),
  };
}

/** A statement ends where a line ends with `;`. */
function splitStatements(text: string): string[] {
  return text
    .split(/;[ \t]*$/m)
    .map((part) => part.trim())
    .filter((part) => part.replace(/^\s*--.*$/gm, '').trim() !== '');
}

interface Statement {
  readonly sql: string;
  readonly verb: (typeof verbs)[number];
  readonly name: string;
  readonly nameAt: Token;
  /** The tokens that name a table. */
  readonly mentions: readonly Token[];
  /** The table that a materialized view fills. */
  readonly to: string | undefined;
  readonly engineAt: number;
  readonly tokens: readonly Token[];
}

const verbs = ['CREATE TABLE', 'CREATE MATERIALIZED VIEW', 'CREATE VIEW', 'CREATE DICTIONARY'] as const;

function parse(sql: string): Statement {
  const tokens = lex(sql);
  const words = tokens.map((token) => token.text);
  const head = words.slice(0, 8).join(' ');
  const verb = verbs.find((each) => head.startsWith(`${each} IF NOT EXISTS `));
  const nameAt = verb && tokens[verb.split(' ').length + 3];
  if (!verb || !nameAt) throw new SchemaError(`no rule for the statement that begins with "${head}"`);
  const mentions = tokens.filter(
    (token, at) => token === nameAt || (/^(FROM|JOIN|TO)$/.test(words[at - 1] ?? '') && /^\w+$/.test(token.text)),
  );
  return {
    sql,
    verb,
    name: nameAt.text,
    nameAt,
    mentions,
    tokens,
    to: verb === 'CREATE MATERIALIZED VIEW' ? words[words.indexOf('TO') + 1] : undefined,
    engineAt: verb === 'CREATE TABLE' ? words.lastIndexOf('ENGINE') + 2 : -1,
  };
}

function placementOf(sql: string, name: string): Placement {
  const [, kind, key] = /^-- placement: (everywhere|landing|sharded|gathered)(?:\((.+)\))?$/m.exec(sql) ?? [];
  if (kind === 'everywhere') return { kind };
  if (kind === 'sharded' || kind === 'landing') return { kind, key };
  if (kind === 'gathered') return { kind: 'sharded', key, isGathered: true };
  throw new SchemaError(
    `the table ${name} needs a comment "-- placement: everywhere | sharded(key) | gathered(key) | sharded | landing(key)"`,
  );
}

function sourcesOf(sql: string): string[] {
  return [...sql.matchAll(/\b(?:FROM|JOIN) [\w{}]+\.(\w+)/g)].map((match) => match[1] ?? '');
}

function assertWhole(dictionary: string, sources: readonly string[], placements: Schema['placements']): void {
  const split = sources.find((table) => placements.get(table)?.kind === 'sharded');
  if (split)
    throw new SchemaError(`the dictionary ${dictionary} would know only the share of ${split} that its node holds`);
}

/** A materialized view runs on the node that a block is written to, and fills the table of that node, or a gathered one through the cluster. */
function assertOnePlacement({ name, to, mentions }: Statement, placements: Schema['placements']): void {
  if (to === undefined) return;
  const kindOf = (table: string) => placements.get(table)?.kind;
  const isSpread = mentions.some(({ text }) => text !== to && /^(sharded|landing)$/.test(kindOf(text) ?? ''));
  if (isSpread !== (kindOf(to) === 'sharded'))
    throw new SchemaError(`the view ${name} joins tables of different placements`);
}

interface Place {
  readonly kind: 'shards' | 'replicated';
  readonly cluster: string;
  readonly database: string;
  readonly placements: Schema['placements'];
}

function onCluster(statement: Statement, { kind, cluster, database, placements }: Place): string[] {
  const { sql, verb, name, nameAt, tokens, engineAt, to } = statement;
  const placement = placements.get(name);
  const isSharded = placement?.kind === 'sharded';
  const everywhere = kind === 'replicated' ? ` ON CLUSTER ${quoted(cluster)}` : '';
  const isLocal = ({ text }: Token) => {
    const each = placements.get(text);
    return verb !== 'CREATE VIEW' && each?.kind === 'sharded' && !(each.isGathered && text === to);
  };
  const edits: Edit[] = [
    ...statement.mentions.filter(isLocal).map((token) => replaced(token, `${token.text}_local`)),
    { at: nameAt.at + nameAt.text.length, length: 0, text: everywhere },
    ...(kind === 'replicated' ? replicated(tokens, engineAt, pathOf(database, name, isSharded)) : []),
  ];
  const own = edited(sql, edits);
  if (!isSharded || verb !== 'CREATE TABLE') return [own];
  const key = placement.key ? `cityHash64(${placement.key})` : 'rand()';
  const target = [cluster, database, `${name}_local`].map(quoted).join(', ');
  return [
    own,
    `CREATE TABLE IF NOT EXISTS ${name}${everywhere} AS ${name}_local\nENGINE = Distributed(${target}, ${key})`,
  ];
}

/**
 * `MergeTree` becomes `ReplicatedMergeTree(path, replica)`, before the arguments that it has. Other engines are unchanged. The path
 * is written out: the default path contains the UUID of the table, so replicas would not find each other after an interrupted and
 * repeated creation.
 */
function replicated(tokens: readonly Token[], engineAt: number, path: readonly string[]): Edit[] {
  const engine = tokens[engineAt];
  if (!engine?.text.endsWith('MergeTree')) return [];
  const open = tokens[engineAt + 1];
  const list = path.join(', ');
  const text = `Replicated${engine.text}(${list}`;
  if (open?.text !== '(') return [replaced(engine, `${text})`)];
  return [{ at: engine.at, length: open.at + 1 - engine.at, text: `${text}, ` }];
}

/** A table that every node holds is one replicated table over all nodes, whatever their shard. */
function pathOf(database: string, name: string, isSharded: boolean): string[] {
  const folder = '/clickhouse/tables';
  return isSharded
    ? [quoted(`${folder}/{shard}/${database}/${name}`), quoted('{replica}')]
    : [quoted(`${folder}/noshard/${database}/${name}`), quoted('{replica}-{shard}')];
}
