import { describe, expect, it } from 'vitest';
import {
  routeCommand,
  tablesIn,
  withQualifiedDictionaries,
  type Access,
  type SchemaMap,
} from './cluster-statements.ts';

const schema: Pick<SchemaMap, 'placements'> = {
  placements: new Map([
    ['fwd', { kind: 'sharded', key: 'rname' }],
    ['facts', { kind: 'everywhere' }],
    ['other', { kind: 'everywhere' }],
  ]),
};
const access: Access = {
  addresses: ['ch1:9000', 'ch2:9000'],
  database: 'sightline',
  username: 'me',
  password: "it's",
};
const onBoth = (table: string) => `FUNCTION remote('ch1:9000|ch2:9000', 'sightline', '${table}', 'me', 'it\\'s')`;

describe('a statement that changes a cluster', () => {
  it.each([
    ['INSERT INTO facts (a) SELECT a FROM fwd', 'one', `INSERT INTO ${onBoth('facts')} (a) SELECT a FROM fwd`],
    ['\n  -- why\n  INSERT INTO made SELECT 1', 'one', `\n  -- why\n  INSERT INTO ${onBoth('made')} SELECT 1`],
    ['INSERT INTO fwd SELECT * FROM facts', 'one', 'INSERT INTO fwd SELECT * FROM facts'],
    [
      'DELETE FROM fwd WHERE a IN (SELECT a FROM fwd)',
      'each-shard',
      'DELETE FROM fwd_local WHERE a IN (SELECT a FROM fwd_local)',
    ],
    ['TRUNCATE TABLE fwd', 'each-shard', 'TRUNCATE TABLE fwd_local'],
    ['OPTIMIZE TABLE facts FINAL', 'each-node', 'OPTIMIZE TABLE facts FINAL'],
    ["ALTER TABLE fwd DROP PARTITION ID '1'", 'each-shard', "ALTER TABLE fwd_local DROP PARTITION ID '1'"],
    [
      'ALTER TABLE facts REPLACE PARTITION tuple() FROM other',
      'each-node',
      'ALTER TABLE facts REPLACE PARTITION tuple() FROM other',
    ],
    ['CREATE TABLE made ENGINE = Memory', 'each-node', 'CREATE TABLE made ENGINE = Memory'],
    ['DROP TABLE IF EXISTS made SYNC', 'each-node', 'DROP TABLE IF EXISTS made SYNC'],
    ['SYSTEM RELOAD DICTIONARY names', 'each-node', 'SYSTEM RELOAD DICTIONARY names'],
  ])('%j, on plain tables', (given, on, sql) => {
    expect(routeCommand(given, schema, access)).toEqual({ on, sql });
  });

  it.each([
    ['INSERT INTO facts (a) SELECT a FROM fwd', 'one'],
    ['INSERT INTO fwd SELECT * FROM facts', 'one'],
    ['TRUNCATE TABLE facts', 'one'],
    ['ALTER TABLE facts REPLACE PARTITION tuple() FROM other', 'one'],
    ['SYSTEM RELOAD DICTIONARY names', 'each-node'],
  ])('%j, on replicated tables, unchanged', (given, on) => {
    expect(routeCommand(given, schema)).toEqual({ on, sql: given });
  });

  it('is refused when no rule says where it belongs', () => {
    expect(() => routeCommand('RENAME TABLE a TO b', schema)).toThrow('no rule for running "RENAME TABLE a ..."');
  });
});

it('names the tables of the schema in a statement', () => {
  expect(tablesIn("SELECT fwd.a FROM fwd JOIN made ON a = 'facts' WHERE a IN (SELECT a FROM other)", schema)).toEqual([
    'fwd',
    'other',
  ]);
});

it('names the database of dictionaries, because other nodes would look in their default one', () => {
  const sql =
    "SELECT dictGet('origin_as', 'asn', ip), dictGetOrDefault('as_names', 'x', 1, 'dictGet'), dictHas('a', 1)";
  expect(withQualifiedDictionaries({ name: 'spec', sql }, 'db').sql).toBe(
    "SELECT dictGet('db.origin_as', 'asn', ip), dictGetOrDefault('db.as_names', 'x', 1, 'dictGet'), dictHas('db.a', 1)",
  );
});
