import { describe, expect, it } from 'vitest';
import { insertTarget, readFrom, routeCommand, withQualifiedDictionaries, type Spread } from './cluster-statements.ts';

const spread: Spread = {
  database: 'sightline',
  placements: new Map([
    ['fwd', { kind: 'sharded', key: 'rname' }],
    ['facts', { kind: 'everywhere' }],
    ['other', { kind: 'everywhere' }],
  ]),
  derived: new Map([['fwd', ['names']]]),
  username: 'me',
  password: "it's",
};
const copies = [['ch1:9000', 'ch2:9000'], ['ch3:9000']];
const all = (table: string) => `FUNCTION remote('ch1:9000|ch2:9000|ch3:9000', 'sightline', '${table}', 'me', 'it\\'s')`;

const spreadFwd = "remote('ch1:9000|ch2:9000,ch3:9000', 'sightline', 'fwd_local', 'me', 'it\\'s')";
const fwdByKey = spreadFwd.replace(/\)$/, ', cityHash64(rname))');

describe('a statement that changes a cluster', () => {
  it.each([
    ['INSERT INTO facts (a) SELECT a FROM fwd', 'one', ['facts'], `INSERT INTO ${all('facts')} (a) SELECT a FROM fwd`],
    ['\n  -- why\n  INSERT INTO made SELECT 1', 'one', ['made'], `\n  -- why\n  INSERT INTO ${all('made')} SELECT 1`],
    [
      'INSERT INTO fwd SELECT * FROM facts',
      'one',
      ['fwd', 'names'],
      `INSERT INTO FUNCTION ${fwdByKey} SELECT * FROM facts`,
    ],
    [
      'DELETE FROM fwd WHERE a IN (SELECT a FROM fwd)',
      'every',
      ['fwd'],
      'DELETE FROM fwd_local WHERE a IN (SELECT a FROM fwd_local)',
    ],
    ['TRUNCATE TABLE fwd', 'every', ['fwd'], 'TRUNCATE TABLE fwd_local'],
    ['OPTIMIZE TABLE facts FINAL', 'every', [], 'OPTIMIZE TABLE facts FINAL'],
    ["ALTER TABLE fwd DROP PARTITION ID '1'", 'every', ['fwd'], "ALTER TABLE fwd_local DROP PARTITION ID '1'"],
    [
      'ALTER TABLE facts MOVE PARTITION 1 TO TABLE other',
      'every',
      ['facts', 'other'],
      'ALTER TABLE facts MOVE PARTITION 1 TO TABLE other',
    ],
    ['CREATE TABLE made ENGINE = Memory', 'every', [], 'CREATE TABLE made ENGINE = Memory'],
    ['DROP TABLE IF EXISTS made SYNC', 'every', [], 'DROP TABLE IF EXISTS made SYNC'],
    ['EXCHANGE TABLES facts AND other', 'every', ['facts', 'other'], 'EXCHANGE TABLES facts AND other'],
    ['SYSTEM RELOAD DICTIONARY names', 'every', ['dictionaries'], 'SYSTEM RELOAD DICTIONARY names'],
  ])('%j', (given, on, changes, sql) => {
    expect(routeCommand(given, copies, spread)).toEqual({ on, changes, sql });
  });

  it('is refused when no rule says where it belongs', () => {
    expect(() => routeCommand('RENAME TABLE a TO b', copies, spread)).toThrow(
      'no rule for running "RENAME TABLE a ..."',
    );
  });
});

it('inserts into all copies of each shard by the key of the table', () => {
  expect(insertTarget('fwd', copies, spread)).toBe(`FUNCTION ${fwdByKey}`);
  expect(insertTarget('facts', copies, spread)).toBe(all('facts'));
});

describe('a statement that reads some of the copies', () => {
  it.each([
    ['SELECT fwd.a FROM fwd FINAL', `SELECT fwd.a FROM ${spreadFwd} AS fwd FINAL`],
    [
      'SELECT 1 FROM fwd AS f FINAL JOIN fwd USING a',
      `SELECT 1 FROM ${spreadFwd} AS f FINAL JOIN ${spreadFwd} AS fwd USING a`,
    ],
    ['SELECT a FROM facts', 'SELECT a FROM facts'],
    ["SELECT 'FROM fwd' AS fwd", "SELECT 'FROM fwd' AS fwd"],
    ['WITH fwd AS (SELECT 1) SELECT * FROM fwd', 'WITH fwd AS (SELECT 1) SELECT * FROM fwd'],
  ])('%j', (given, sql) => {
    expect(readFrom(given, copies, spread)).toBe(sql);
  });
});

it('names the database of dictionaries, which other nodes would look for in another', () => {
  const sql =
    "SELECT dictGet('origin_as', 'asn', ip), dictGetOrDefault('as_names', 'x', 1, 'dictGet'), dictHas('a', 1)";
  expect(withQualifiedDictionaries({ name: 'spec', sql }, 'db').sql).toBe(
    "SELECT dictGet('db.origin_as', 'asn', ip), dictGetOrDefault('db.as_names', 'x', 1, 'dictGet'), dictHas('db.a', 1)",
  );
});
