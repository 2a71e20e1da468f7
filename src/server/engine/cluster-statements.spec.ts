import { describe, expect, it } from 'vitest';
import { routeCommand, withQualifiedDictionaries, type Spread } from './cluster-statements.ts';

const spread: Spread = {
  database: 'sightline',
  placements: new Map([
    ['fwd', { kind: 'sharded', key: 'rname' }],
    ['facts', { kind: 'everywhere' }],
  ]),
  addresses: ['ch1:9000', 'ch2:9000'],
  username: 'me',
  password: "it's",
};
const all = (table: string) => `FUNCTION remote('ch1:9000|ch2:9000', 'sightline', '${table}', 'me', 'it\\'s')`;

describe('a statement that changes a cluster', () => {
  it.each([
    ['INSERT INTO facts (a) SELECT a FROM fwd', 'first', `INSERT INTO ${all('facts')} (a) SELECT a FROM fwd`],
    ['\n  -- why\n  INSERT INTO made SELECT 1', 'first', `\n  -- why\n  INSERT INTO ${all('made')} SELECT 1`],
    ['INSERT INTO fwd SELECT * FROM facts', 'first', 'INSERT INTO fwd SELECT * FROM facts'],
    [
      'DELETE FROM fwd WHERE a IN (SELECT a FROM fwd)',
      'every',
      'DELETE FROM fwd_local WHERE a IN (SELECT a FROM fwd_local)',
    ],
    ['TRUNCATE TABLE fwd', 'every', 'TRUNCATE TABLE fwd_local'],
    ['OPTIMIZE TABLE facts FINAL', 'every', 'OPTIMIZE TABLE facts FINAL'],
    ["ALTER TABLE fwd DROP PARTITION ID '1'", 'every', "ALTER TABLE fwd_local DROP PARTITION ID '1'"],
    ['CREATE TABLE made AS fwd ENGINE = Memory', 'every', 'CREATE TABLE made AS fwd ENGINE = Memory'],
    ['DROP TABLE IF EXISTS made SYNC', 'every', 'DROP TABLE IF EXISTS made SYNC'],
    ['EXCHANGE TABLES facts AND other', 'every', 'EXCHANGE TABLES facts AND other'],
    ['SYSTEM RELOAD DICTIONARY names', 'every', 'SYSTEM RELOAD DICTIONARY names'],
  ])('%j', (given, on, sql) => {
    expect(routeCommand(given, spread)).toEqual({ on, sql });
  });

  it('is refused when no rule says where it belongs', () => {
    expect(() => routeCommand('RENAME TABLE a TO b', spread)).toThrow('no rule for running "RENAME TABLE a ..."');
  });
});

it('names the database of dictionaries, which other nodes would look for in another', () => {
  const sql =
    "SELECT dictGet('origin_as', 'asn', ip), dictGetOrDefault('as_names', 'x', 1, 'dictGet'), dictHas('a', 1)";
  expect(withQualifiedDictionaries({ name: 'spec', sql }, 'db').sql).toBe(
    "SELECT dictGet('db.origin_as', 'asn', ip), dictGetOrDefault('db.as_names', 'x', 1, 'dictGet'), dictHas('db.a', 1)",
  );
});
