import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { schemaFor, type Target } from './schema-forms.ts';

// What each target is sent. After a change of the schema: npx vitest run src/server/engine/schema-forms.spec.ts -u

const folder = 'src/server/engine/schema';
const targets: Record<string, Target> = {
  managed: { kind: 'managed' },
  cluster: { kind: 'cluster', cluster: 'main' },
  copies: { kind: 'copies', cluster: 'main' },
};

function written(target: Target): string {
  const schema = schemaFor(target, 'sightline');
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  return files
    .sort()
    .map((file) => {
      const forms = schema.forms(file, readFileSync(join(folder, file), 'utf8'));
      return `==== ${file}\n${forms.map(({ sql, on }) => `[${on}]\n${sql.replace(/^ *--.*\n/gm, '')};\n`).join('\n')}`;
    })
    .join('\n');
}

it.each(Object.entries(targets))('writes the schema for the target %s', async (name, target) => {
  await expect(written(target)).toMatchFileSnapshot(`golden/${name}.txt`);
});

it('sends one server the files as they stand', () => {
  const schema = schemaFor({ kind: 'single' }, 'sightline');
  for (const file of readdirSync(folder).sort()) {
    const text = readFileSync(join(folder, file), 'utf8');
    for (const { sql, on } of schema.forms(file, text)) {
      expect(text).toContain(sql);
      expect(on).toBe('one');
    }
  }
});

const cluster = () => schemaFor({ kind: 'cluster', cluster: "it's" }, 'db');
const sqlOf = (text: string, step = '041-x.sql') =>
  cluster()
    .forms(step, text)
    .map(({ sql }) => sql);

it('gives a replicated engine its path before the arguments it has', () => {
  const [sql] = sqlOf(
    '-- placement: everywhere\nCREATE TABLE t (a String) ENGINE = ReplacingMergeTree(a, b) ORDER BY a',
  );
  expect(sql).toContain("CREATE TABLE t ON CLUSTER 'it\\'s' (a String)");
  expect(sql).toContain(
    "ENGINE = ReplicatedReplacingMergeTree('/sightline/db/041/t', '{shard}-{replica}', a, b) ORDER BY a",
  );
});

it('leaves words in texts and comments alone', () => {
  const text =
    "-- placement: sharded(a)\n-- FROM t ENGINE = MergeTree\nCREATE TABLE t (a String DEFAULT 'TO t; ENGINE = Log') ENGINE = MergeTree ORDER BY a";
  const [local, whole] = sqlOf(text);
  expect(local).toContain('-- FROM t ENGINE = MergeTree\nCREATE TABLE t_local ON CLUSTER');
  expect(local).toContain(
    "DEFAULT 'TO t; ENGINE = Log') ENGINE = ReplicatedMergeTree('/sightline/db/041/{shard}/t', '{replica}') ORDER BY a",
  );
  expect(whole).toBe(
    "CREATE TABLE IF NOT EXISTS t ON CLUSTER 'it\\'s' AS t_local\nENGINE = Distributed('it\\'s', 'db', 't_local', cityHash64(a))",
  );
});

it.each([
  ['a table without a placement', 'CREATE TABLE t (a String) ENGINE = Log', 'needs a comment "-- placement'],
  ['a statement that no rule covers', 'RENAME TABLE a TO b', 'no rule for the statement'],
  [
    'a dictionary over a share of the rows',
    "-- placement: sharded(a)\nCREATE TABLE t (a String) ENGINE = MergeTree ORDER BY a;\nCREATE DICTIONARY d (a String) PRIMARY KEY a SOURCE(CLICKHOUSE(QUERY 'SELECT a FROM {database}.t')) LAYOUT(FLAT)",
    'the dictionary d would know only the share of t',
  ],
  [
    'a view from a share of the rows to a table that every node holds',
    '-- placement: sharded(a)\nCREATE TABLE t (a String) ENGINE = MergeTree ORDER BY a;\n-- placement: everywhere\nCREATE TABLE u (a String) ENGINE = MergeTree ORDER BY a;\nCREATE MATERIALIZED VIEW v TO u AS SELECT a FROM t',
    'different placements',
  ],
])('refuses %s', (_, text, message) => {
  expect(() => sqlOf(text)).toThrow(message);
});
