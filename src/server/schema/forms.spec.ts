import { expect, it } from 'vitest';
import { readSchema, schemaOf } from './forms.ts';

// The statements sent to a cluster. After a change of the schema: npx vitest run src/server/schema/forms.spec.ts -u

const folder = 'src/server/schema';

it.each(['shards', 'replicated'] as const)('writes the schema for a cluster: %s', async (kind) => {
  const statements = readSchema(folder).statements({ kind, cluster: 'main' }, 'sightline');
  const text = statements.map((sql) => `${sql.replace(/^ *--.*\n/gm, '')};\n`).join('\n');
  await expect(text).toMatchFileSnapshot(`golden/${kind}.txt`);
});

const formsOf = (text: string) => schemaOf([text]).statements({ kind: 'replicated', cluster: "it's" }, 'db');

it('puts the path of a replicated engine before its other arguments', () => {
  const table = (engine: string) =>
    `-- placement: everywhere\nCREATE TABLE IF NOT EXISTS t (a String) ENGINE = ${engine} ORDER BY a`;
  const path = "'/clickhouse/tables/noshard/db/t', '{replica}-{shard}'";
  expect(formsOf(table('ReplacingMergeTree(a, b)'))[0]).toBe(
    `-- placement: everywhere\nCREATE TABLE IF NOT EXISTS t ON CLUSTER 'it\\'s' (a String) ENGINE = ReplicatedReplacingMergeTree(${path}, a, b) ORDER BY a`,
  );
  expect(formsOf(table('MergeTree'))[0]).toContain(`ENGINE = ReplicatedMergeTree(${path}) ORDER BY a`);
  expect(formsOf(table('Null'))[0]).toContain('ENGINE = Null ORDER BY a');
});

it('ignores keywords in texts and comments', () => {
  const text =
    "-- placement: sharded(a)\n-- FROM t ENGINE = MergeTree\nCREATE TABLE IF NOT EXISTS t (a String DEFAULT 'TO t; ENGINE = Log') ENGINE = MergeTree ORDER BY a";
  const [local, whole] = formsOf(text);
  expect(local).toContain('-- FROM t ENGINE = MergeTree\nCREATE TABLE IF NOT EXISTS t_local ON CLUSTER');
  expect(local).toContain(
    "DEFAULT 'TO t; ENGINE = Log') ENGINE = ReplicatedMergeTree('/clickhouse/tables/{shard}/db/t', '{replica}') ORDER BY a",
  );
  expect(whole).toBe(
    "CREATE TABLE IF NOT EXISTS t ON CLUSTER 'it\\'s' AS t_local\nENGINE = Distributed('it\\'s', 'db', 't_local', cityHash64(a))",
  );
});

it('has a digest that depends on the statements and not on their comments', () => {
  const table = (comment: string, type: string) =>
    schemaOf([`-- placement: everywhere\n${comment}\nCREATE TABLE IF NOT EXISTS t (a ${type}) ENGINE = Log`]).digest;
  expect(table('-- one', 'String')).toBe(table('-- another', 'String'));
  expect(table('-- one', 'String')).not.toBe(table('-- one', 'UInt8'));
});

it.each([
  ['a table without a placement', 'CREATE TABLE IF NOT EXISTS t (a String) ENGINE = Log', 'needs a comment'],
  ['a statement that no rule covers', 'RENAME TABLE a TO b', 'no rule for the statement'],
  [
    'a dictionary over a share of the rows',
    "-- placement: sharded(a)\nCREATE TABLE IF NOT EXISTS t (a String) ENGINE = MergeTree ORDER BY a;\nCREATE DICTIONARY IF NOT EXISTS d (a String) PRIMARY KEY a SOURCE(CLICKHOUSE(QUERY 'SELECT a FROM {database}.t')) LAYOUT(FLAT)",
    'the dictionary d would know only the share of t',
  ],
  [
    'a view from a share of the rows to a table that every node holds',
    '-- placement: sharded(a)\nCREATE TABLE IF NOT EXISTS t (a String) ENGINE = MergeTree ORDER BY a;\n-- placement: everywhere\nCREATE TABLE IF NOT EXISTS u (a String) ENGINE = MergeTree ORDER BY a;\nCREATE MATERIALIZED VIEW IF NOT EXISTS v TO u AS SELECT a FROM t',
    'different placements',
  ],
])('refuses %s', (_, text, message) => {
  expect(() => formsOf(text)).toThrow(message);
});
