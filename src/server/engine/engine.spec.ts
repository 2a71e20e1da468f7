import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runs } from '#test/long.ts';
import { type ClickHouseServer, startClickHouseServer } from '#test/server/service-process.ts';
import { specFolder } from '#test/server/spec-folder.ts';
import { openChdb } from './chdb-engine.ts';
import { type Engine, EngineError, type Query } from './engine.ts';
import { openServer } from './http-engine.ts';
import { createSchema } from '#server/schema/create-schema.ts';
import { releaseCode } from './release-code.ts';
import { statementLimits } from './statement-limits.ts';

const limits = statementLimits(1_000_000_000);
const folder = specFolder('engine');
let server: ClickHouseServer;
afterAll(() => server?.close());

const opened: Record<Engine['kind'], () => Promise<Engine>> = {
  embedded: () => openChdb({ path: join(folder, 'store'), database: 'sightline', sessions: 2, limits }),
  server: async () => {
    server = await startClickHouseServer();
    return openServer({ url: `${server.url}/sightline`, limits });
  },
};

// The port behaves the same with either engine: no query knows which one answers.
describe.each(Object.entries(opened))('the %s engine', (kind, open) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await open();
    await createSchema(engine, { folder: 'src/server/schema' });
  });
  afterAll(() => engine.close());

  const one = async <T>(sql: string, params: Query<T>['params'] = {}): Promise<unknown> => {
    const [row] = await engine.query<{ value: T }>({ name: 'spec', sql, params });
    return row?.value;
  };

  it('says what it is and where unqualified names resolve', async () => {
    expect(engine.kind).toBe(kind);
    expect(await one('SELECT currentDatabase() AS value')).toBe('sightline');
  });

  it('fails a cancelled statement instead of answering it without rows', { tags: 'long' }, async () => {
    const command = (sql: string) => engine.command({ name: 'spec', sql, params: {} }, { limits: 'upkeep' });
    await command(
      'CREATE TABLE spec_ranks (day Date, who UInt32, score UInt8) ENGINE = ReplacingMergeTree ORDER BY (who, day)',
    );
    await command(
      `INSERT INTO spec_ranks SELECT toDate('2026-01-01') + number % 300, intDiv(number, 300), 1 FROM numbers(300000)`,
    );
    const sql = `
      SELECT who AS value FROM spec_ranks FINAL WHERE day = (SELECT max(day) FROM spec_ranks) AND score > 0
      ORDER BY score DESC, who LIMIT 50`;
    const ends = { whole: 0, cancelled: 0 };
    for (let round = 0; round < runs(80, 200); round += 1) {
      const hangUp = new AbortController();
      const rows = engine.query({ name: 'spec', sql, params: {} }, { signal: hangUp.signal });
      setTimeout(() => hangUp.abort(), (round % 40) * 0.3);
      const end = await rows.then(
        (found) => found.length,
        (error: unknown) => (error instanceof EngineError ? error.fault : error),
      );
      expect([50, 'cancelled']).toContain(end);
      ends[end === 50 ? 'whole' : 'cancelled'] += 1;
    }
    expect(ends.cancelled).toBeGreaterThan(10);
  });

  it('returns every text as it was bound, whatever characters it holds', { tags: 'long' }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'binary', maxLength: 40 }), { maxLength: 5 }), async (texts) => {
        expect(await one('SELECT {texts:Array(String)} AS value', { texts })).toEqual(texts);
      }),
      { numRuns: runs(15, 150) },
    );
    const everyByte = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)).join('');
    expect(await one('SELECT {text:String} AS value', { text: everyByte })).toBe(everyByte);
  });

  it('takes lists of 10,000 names, each as long as a name can be', async () => {
    const names = Array.from({ length: 10_000 }, (_, at) => `${String(at).padStart(6, '0')}'${'a'.repeat(246)}`);
    const sql = 'SELECT length({names:Array(String)}) + length({others:Array(String)}) AS value';
    expect(await one(sql, { names, others: names })).toBe(20_000);
    const known = `SELECT count() AS value FROM numbers(20000)
                   WHERE concat(leftPad(toString(number), 6, '0'), '\\'', repeat('a', 246)) IN {names:Array(String)}`;
    expect(await one(known, { names })).toBe(10_000);
  });

  it('binds every text as a value, never as SQL', async () => {
    const text = "'; DROP TABLE fwd; --\\' {other:String}";
    expect(await one('SELECT {text:String} AS value', { text })).toBe(text);
    // many are bound in another way unless one has a line break
    const many = Array.from({ length: 200 }, (_, at) => (at % 3 === 0 ? '' : `${text}${at}`));
    for (const texts of [many, [...many, 'two\nlines']])
      expect(await one('SELECT {texts:Array(String)} AS value', { texts })).toEqual(texts);
    expect(await one("SELECT count() AS value FROM system.tables WHERE database = 'sightline' AND name = 'fwd'")).toBe(
      1,
    );
  });

  it('answers with rows of this statement only, also after failed and cancelled ones', async () => {
    // fails, or is cancelled, after it has written some of its rows
    const spoiling = 'SELECT number AS value, throwIf(number = {last:UInt32}) AS thrown FROM numbers(100000)';
    const slow = 'SELECT number AS value, sleepEachRow(0.001) AS slept FROM numbers(1000)';
    const settings = { max_block_size: 50, max_threads: 1 };
    const left = async (milliseconds: number) => {
      const signal = AbortSignal.timeout(milliseconds);
      await engine.query({ name: 'spec', sql: slow, settings }, { signal });
    };
    for (const last of [0, 60, 99_999])
      await expect(engine.query({ name: 'spec', sql: spoiling, params: { last }, settings })).rejects.toThrow();
    await Promise.all([200, 300].map((wait) => expect(left(wait)).rejects.toMatchObject({ fault: 'cancelled' })));
    const rows = await Promise.all(
      [1, 2, 3, 4].map((value) =>
        engine.query({ name: 'spec', sql: 'SELECT {value:UInt8} AS value', params: { value } }),
      ),
    );
    expect(rows).toEqual([1, 2, 3, 4].map((value) => [{ value }]));
  });

  it.each([
    ['UInt8', 255, 255],
    ['Int64', -5, -5],
    ['Date', '2026-02-03', '2026-02-03'],
    ['DateTime', '2026-02-03 04:05:06', '2026-02-03 04:05:06'],
    ['IPv6', '2001:db8::1', '2001:db8::1'],
    ['IPv6', '::ffff:192.0.2.1', '::ffff:192.0.2.1'],
    ['Array(UInt32)', [1, 4_294_967_295], [1, 4_294_967_295]],
    ['Array(String)', [], []],
  ])('binds %s', async (type, given, expected) => {
    const [row] = await engine.query<{ value: unknown; type: string }>({
      name: 'spec',
      sql: `SELECT {given:${type}} AS value, toTypeName(value) AS type`,
      params: { given },
    });
    expect(row).toEqual({ value: expected, type });
  });

  it('returns 64-bit counts as numbers', async () => {
    expect(await one('SELECT toUInt64(9007199254740991) AS value')).toBe(9007199254740991);
  });

  it('writes a block into every shape of passive DNS', async () => {
    await engine.insert('obs', [
      {
        rrtype: 'A',
        rrname: 'www.a.example',
        rdata: '192.0.2.1',
        first_seen: '2026-01-01 00:00:00',
        last_seen: '2026-02-01 00:00:00',
        count: 3,
        ttl: 60,
        sources: 1,
      },
      {
        rrtype: 'A',
        rrname: 'www.a.example',
        rdata: '192.0.2.1',
        first_seen: '2025-12-01 00:00:00',
        last_seen: '2026-01-15 00:00:00',
        count: 4,
        ttl: 30,
        sources: 2,
      },
    ]);
    const rows = await engine.query({
      name: 'spec',
      sql: "SELECT reverse(rname) AS name, first_seen, count, ttl, sources FROM fwd FINAL WHERE rrtype = 'A'",
    });
    expect(rows).toEqual([{ name: 'www.a.example', first_seen: '2025-12-01 00:00:00', count: 7, ttl: 60, sources: 3 }]);
    expect(await one("SELECT count() AS value FROM rev FINAL WHERE rrtype = 'A' AND ip = toIPv6('192.0.2.1')")).toBe(1);
  });

  it('inserts rows as text, one per line, and an empty text', async () => {
    const rows = [1, 2].map((number) => ({ import: number, line: `line "${number}"`, reason: 'é\n' }));
    await engine.insert('rejects', rows.map((row) => JSON.stringify(row)).join('\n'));
    await engine.insert('rejects', '');
    const sql = 'SELECT import, line, reason FROM rejects ORDER BY import';
    expect(await engine.query({ name: 'spec', sql })).toEqual(rows);
  });

  it('inserts rows of a file in a folder of any name', async () => {
    const odd = mkdtempSync(join(folder, "it's {a,b} * ?-"));
    const text = (value: string) => Buffer.concat([Buffer.from([value.length]), Buffer.from(value)]);
    const columns = ['line', 'reason', 'import'];
    const head = [Buffer.from([3]), ...[...columns, 'String', 'String', 'UInt32'].map(text)];
    const rows = [text('of a file'), text(`\0'"`), Buffer.from([7, 0, 0, 1])];
    writeFileSync(join(odd, 'rows'), Buffer.concat([...head, ...rows, ...rows]));
    await engine.insert('rejects', { file: join(odd, 'rows'), columns });
    const sql = `SELECT import, reason FROM rejects WHERE line = 'of a file'`;
    const row = { import: 16_777_223, reason: `\0'"` };
    expect(await engine.query({ name: 'spec', sql })).toEqual([row, row]);
    await expect(engine.insert('rejects', { file: join(odd, 'missing'), columns })).rejects.toThrow(EngineError);
  });

  it('saves rows as a Parquet file', async () => {
    const file = join(folder, `${kind}.parquet`);
    for (const count of [9, 3]) {
      const sql = `SELECT number AS n, concat('saved ', toString(number)) AS text FROM numbers(${count})`;
      await engine.save({ name: 'spec', sql }, file);
      const bytes = readFileSync(file);
      expect([bytes.subarray(0, 4), bytes.subarray(-4)].map(String)).toEqual(['PAR1', 'PAR1']);
      // a server reads no files of this process
      if (kind === 'server') continue;
      const read = `SELECT count() AS count, max(text) AS last FROM file('${file}', Parquet)`;
      expect(await engine.query({ name: 'spec', sql: read })).toEqual([{ count, last: `saved ${count - 1}` }]);
    }
  });

  it('answers the origin AS of an address by longest prefix', async () => {
    await engine.insert('prefixes', [
      { first: '::ffff:192.0.0.0', length: 104, asn: 64500, valid_from: '2020-01-01' },
      { first: '::ffff:192.0.2.0', length: 120, asn: 64501, valid_from: '2020-01-01' },
    ]);
    await engine.command({ name: 'spec', sql: 'SYSTEM RELOAD DICTIONARY origin_as' });
    const value = await one("SELECT dictGet('origin_as', ('asn', 'length'), toIPv6('192.0.2.9')) AS value");
    expect(value).toEqual({ asn: 64501, length: 120 });
  });

  it('runs no step of the schema twice', async () => {
    await createSchema(engine, { folder: 'src/server/schema' });
  });

  const faultOf = (query: Query<unknown>, signal?: AbortSignal) =>
    engine.query(query, { signal }).then(
      () => 'no fault',
      (error: unknown) => (error instanceof EngineError ? error.fault : String(error)),
    );

  it('judges regular expressions by RE2', async () => {
    const sql = "SELECT match('a', {re:String}) AS value";
    expect(await faultOf({ name: 'spec', sql, params: { re: '(?=x)' } })).toBe('invalid-regex');
    expect(await one(sql, { re: '[[:alpha:]]' })).toBe(1);
  });

  it('ends a statement whose caller hung up, and frees its session at once', async () => {
    const control = new AbortController();
    setTimeout(() => control.abort(), 150);
    const slow = {
      name: 'spec',
      sql: 'SELECT count() AS value FROM numbers(100000000000) WHERE NOT ignore(sipHash64(number))',
    };
    expect(await faultOf({ ...slow, settings: { max_rows_to_read: 0 } }, control.signal)).toBe('cancelled');
    expect(await Promise.all([1, 2, 3].map((number) => one(`SELECT ${number} AS value`)))).toEqual([1, 2, 3]);
    let isRunning: unknown = 1;
    for (let tries = 0; tries < 50 && isRunning !== 0; tries += 1)
      isRunning = await one(
        "SELECT count() AS value FROM system.processes WHERE query LIKE '%numbers(100000000000)%' AND query NOT LIKE '%system.processes%'",
      );
    expect(isRunning).toBe(0);
  });

  it('refuses a statement that takes too long', async () => {
    const slow: Query<unknown> = {
      name: 'spec',
      sql: 'SELECT count() AS value FROM numbers(100000000000) WHERE NOT ignore(sipHash64(number))',
      settings: { max_execution_time: 0.2, max_rows_to_read: 0 },
    };
    expect(await faultOf(slow)).toBe('timeout');
  });

  it.runIf(kind === 'embedded')(
    'waits for running statements when it is reopened, and later ones wait for that',
    async () => {
      const [before, writes] = [await one('SELECT sum(count) AS value FROM fwd'), engine.writes()];
      const ask = (number: number) => one(`SELECT ${number} AS value FROM (SELECT sleepEachRow(0.05) FROM numbers(4))`);
      const early = [1, 2, 3, 4].map(ask);
      const reopened = engine.reopen?.();
      const late = [5, 6, 7, 8].map(ask);
      expect(await Promise.all([...early, ...late])).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
      await reopened;
      expect(await one('SELECT sum(count) AS value FROM fwd')).toBe(before);
      expect(engine.writes()).toBe(writes);
      expect(await faultOf({ name: 'spec', sql: 'SELECT throwIf(1)' })).not.toBe('no fault');
    },
  );

  const isHere = kind === 'embedded' && process.platform === 'linux';
  it.runIf(isHere)('takes less memory once its code is released, and answers as before', async () => {
    const filePages = () => Number(/^RssFile:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;
    const ask = (number: number) => one(`SELECT ${number} AS value FROM (SELECT sleepEachRow(0.05) FROM numbers(4))`);
    const before = filePages();
    const asked = [1, 2, 3, 4].map(ask);
    await releaseCode();
    expect(before - filePages()).toBeGreaterThan(50);
    expect(await Promise.all([...asked, ask(5)])).toEqual([1, 2, 3, 4, 5]);
    expect(await faultOf({ name: 'spec', sql: 'SELECT throwIf(1)' })).not.toBe('no fault');
  });
});

it('refuses to start when the server does not answer, and names it', async () => {
  await expect(openServer({ url: 'http://127.0.0.1:9/sightline', limits })).rejects.toThrow(
    /no answer from the ClickHouse server at http:\/\/127\.0\.0\.1:9/,
  );
});

it('says that it is lost when it opens no session any more', async () => {
  const lost = vi.fn<(message: string) => void>();
  const path = join(folder, 'lost');
  const store = await openChdb({ path, database: 'spec', sessions: 1, limits, onLost: lost });
  await store.command({ name: 'spec', sql: 'DROP DATABASE spec' });
  await expect(store.query({ name: 'spec', sql: 'SELECT throwIf(1)' })).rejects.toThrow('throwIf');
  expect(lost).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('opens no session any more'));
  await store.close();
});

it('leaves no store open when one is closed while a statement fails', async () => {
  const open = (name: string) => openChdb({ path: join(folder, name), database: 'spec', sessions: 1, limits });
  const first = await open('first');
  const failing = first.query({ name: 'spec', sql: 'SELECT throwIf(sleepEachRow(0.5) = 0) FROM numbers(1)' });
  const closed = pause(100).then(() => first.close());
  await expect(failing).rejects.toMatchObject({ fault: 'cancelled' });
  await closed;
  // a process can have one open store
  const second = await open('second');
  await second.close();
});
