import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isLongRun } from '#test/long.ts';
import { specFolder } from '#test/server/spec-folder.ts';
import { batchRows, inBatches, type Source } from '#server/ingest/source.ts';
import { dayOfVersion } from './npm-package.ts';
import { phishing } from './phishing.ts';
import { countLines, countries, originAs, readCountries, readOrigins, readRanges } from './address-ranges.ts';

async function collected<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const value of values) all.push(value);
  return all;
}

describe('dayOfVersion', () => {
  it('reads the day and refuses a version without one', () => {
    expect(dayOfVersion('2.3.2026061719')).toBe('2026-06-17');
    expect(() => dayOfVersion('1.2.0')).toThrow(RangeError);
  });
});

describe('readRanges', () => {
  const folder = specFolder('ranges');
  const file = join(folder, 'ranges.csv');

  it('turns ranges of both families into prefixes of the store', async () => {
    writeFileSync(file, '192.0.2.0,192.0.2.191,64500,"A, B"\n2001:db8::,2001:db8::ffff,64501,C\n');
    expect(await countLines(file)).toBe(2);
    expect(await collected(readRanges(file))).toEqual([
      {
        prefixes: [
          { first: '::ffff:192.0.2.0', length: 121 },
          { first: '::ffff:192.0.2.128', length: 122 },
        ],
        fields: ['64500', 'A, B'],
      },
      { prefixes: [{ first: '2001:db8::', length: 112 }], fields: ['64501', 'C'] },
    ]);
  });

  it.each([
    ['US', ['US']],
    ['64500,', ['64500', '']],
    ['64500,"Cloudflare, Inc."', ['64500', 'Cloudflare, Inc.']],
    ['64500,"LLC ""SPUTNIK""",x', ['64500', 'LLC "SPUTNIK"', 'x']],
    ['"",b', ['', 'b']],
    ['a,""', ['a', '']],
  ])('reads the fields of %s', async (text, fields) => {
    writeFileSync(file, `192.0.2.0,192.0.2.255,${text}\r\n`);
    expect(await collected(readRanges(file))).toMatchObject([{ fields }]);
  });

  it('refuses a file that holds something else', async () => {
    writeFileSync(file, 'not a range\n');
    await expect(collected(readRanges(file))).rejects.toThrow('a line that is not a range of addresses: not a range');
  });
});

describe('readOrigins and readCountries', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-packages-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const files = (four: string, six: string): string[] =>
    Object.entries({ four, six }).map(([name, lines]) => {
      writeFileSync(join(folder, name), lines);
      return join(folder, name);
    });
  const day = '2026-06-17';

  it('read the prefixes of both families and the names of their AS, and drop AS numbers of no origin', async () => {
    const paths = files(
      '192.0.2.0,192.0.2.255,3,\n198.51.100.0,198.51.100.255,65002,Leak\n203.0.113.0,203.0.113.255,0,None\n',
      '2001:db8::,2001:db8:ffff:ffff:ffff:ffff:ffff:ffff,3,Three\n',
    );
    expect(await collected(readOrigins(paths, day))).toEqual([
      { table: 'prefixes', rows: [{ first: '::ffff:192.0.2.0', length: 120, asn: 3, valid_from: day }], lines: 3 },
      { table: 'prefixes', rows: [{ first: '2001:db8::', length: 32, asn: 3, valid_from: day }], lines: 1 },
      { table: 'asns', rows: [{ asn: 3, asname: 'Three' }], lines: 0 },
    ]);
  });

  it('read the country of both families, and drop what is none', async () => {
    const paths = files(
      '192.0.2.0,192.0.2.255,US\n198.51.100.0,198.51.100.255,\n',
      '2001:db8::,2001:db8:ffff:ffff:ffff:ffff:ffff:ffff,JP\n',
    );
    expect(await collected(readCountries(paths, day))).toEqual([
      {
        table: 'countries',
        rows: [{ first: '::ffff:192.0.2.0', length: 120, country: 'US', valid_from: day }],
        lines: 2,
      },
      { table: 'countries', rows: [{ first: '2001:db8::', length: 32, country: 'JP', valid_from: day }], lines: 1 },
    ]);
  });
});

describe('inBatches', () => {
  it('cuts at the batch size and counts the lines', async () => {
    const row = {};
    const lines = Array.from({ length: batchRows + 1 }, () => [row]);
    const batches = await collected(inBatches('t', lines));
    expect(batches.map((batch) => [batch.rows.length, batch.lines])).toEqual([
      [batchRows, batchRows],
      [1, 1],
    ]);
  });
});

describe('the packages', () => {
  interface Row {
    readonly first: string;
    readonly asn: number;
    readonly asname: string;
    readonly host: string;
    readonly ip: string;
    readonly country: string;
  }

  /** The first row for each of the wishes, all found in one reading: a package has half a million lines. */
  async function find<const W extends readonly [table: string, wanted: (row: Row) => boolean][]>(
    data: Source,
    ...wishes: W
  ): Promise<{ [I in keyof W]: Row | undefined }> {
    const found: (Row | undefined)[] = wishes.map(() => undefined);
    for await (const batch of data.batches()) {
      for (const [index, [table, wanted]] of wishes.entries())
        if (batch.table === table) found[index] ??= (batch.rows as Row[]).find(wanted);
      if (found.every((row) => row !== undefined)) break;
    }
    return found as { [I in keyof W]: Row | undefined };
  }

  it('hold the origin of a well-known resolver', async () => {
    const data = originAs();
    expect(data).toMatchObject({ kind: 'prefixes', asOf: '2026-06-17', digest: '@ip-location-db/asn@2.3.2026061719' });
    const [resolver] = await find(data, ['prefixes', (row) => row.first === '::ffff:8.8.8.0']);
    expect(resolver).toEqual({
      first: '::ffff:8.8.8.0',
      length: 120,
      asn: 15_169,
      valid_from: '2026-06-17',
    });
  });

  it('hold the country of a block', async () => {
    const [four] = await find(countries(), ['countries', (row) => row.first === '::ffff:8.0.0.0']);
    expect(four).toMatchObject({ country: 'US' });
  });

  it.runIf(isLongRun)('hold both families, names of AS, and no AS that is reserved', { tags: 'long' }, async () => {
    const [six] = await find(countries(), ['countries', (row) => row.first === '2001:200::']);
    expect(six).toMatchObject({ country: 'JP' });
    const [google, reserved] = await find(
      originAs(),
      ['asns', (row) => row.asn === 15_169],
      ['prefixes', (row) => row.asn >= 64_496 && row.asn <= 64_511],
    );
    expect(google).toEqual({ asn: 15_169, asname: 'Google LLC' });
    expect(reserved).toBeUndefined();
  });

  it('list names and addresses of phishing, not what is to be protected', async () => {
    const data = phishing();
    expect(await data.countLines()).toBe(13_752);
    const [name, address, protectedName] = await find(
      data,
      ['listings', (row) => row.host === 'trezor.us'],
      ['listings', (row) => row.host === '68.168.123.85'],
      ['listings', (row) => row.host === 'metamask.io'],
    );
    expect(name).toMatchObject({ ip: '::', category: 'phishing' });
    expect(address).toMatchObject({ ip: '::ffff:68.168.123.85' });
    expect(protectedName).toBeUndefined();
  });
});
