import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { constants, gunzipSync, gzipSync } from 'node:zlib';
import { encode } from 'dns-packet';
import { describe, expect, it } from 'vitest';
import type { ThreadSaid, ThreadTask } from '#server/ingest/reading-thread.ts';
import { runs } from '#test/long.ts';
import { childProgram } from '#test/server/service-process.ts';
import { logHeads } from '#test/server/log-heads.ts';
import { cof, observationsOf, readWholeLog, type WholeLog } from '#test/server/read-whole-log.ts';
import { specFolder } from '#test/server/spec-folder.ts';
import { UnknownLog, type LogBatch, type LogReading } from './read-log.ts';
import type { LogReport } from './report-counts.ts';

const folder = specFolder('read-log');
let files = 0;
function fileOf(content: string | Buffer): string {
  const file = join(folder, `${(files += 1)}.log`);
  writeFileSync(file, content);
  return file;
}
const read = (content: string | Buffer, more: Partial<LogReading> = {}) =>
  readWholeLog({ file: fileOf(content), ...more });

const countOf = ({ skipped, rejects }: LogReport): number =>
  rejects.count + skipped.reduce((sum, { count }) => sum + count, 0);
/** What a row is about, without what adds up. */
const keyOf = (row: string): string => row.replace(/"(count|last_seen)":[^,]*,/g, '');

/** A DNS message, as AdGuard Home writes it. */
const messageOf = (name: string): string =>
  encode({
    type: 'response',
    id: 1,
    flags: 0x180,
    questions: [{ type: 'A', name }],
    answers: [{ type: 'A', name, ttl: 60, data: '198.51.100.1' }],
  }).toString('base64');
const hexOf = (name: string): string => Buffer.from(messageOf(name), 'base64').toString('hex');
/** Another host with another certificate. */
const other = (line: string): string =>
  line
    .replaceAll('a.test', 'b.test')
    .replaceAll(messageOf('a.test'), messageOf('b.test'))
    .replaceAll(hexOf('a.test'), hexOf('b.test'))
    .replaceAll('ab'.repeat(20), 'cd'.repeat(20))
    .replaceAll('AB:', 'CD:');

/** Syslog holds many other messages; these are responses. */
const malformed: Readonly<Record<string, string>> = {
  infoblox:
    '<30>Oct 20 12:00:00 192.0.2.53 named[1]: 20-Oct-2026 12:00:00.000 client 192.0.2.9#4: UDP: query: a.test IN A response: NOERROR + nonsense;',
  dnsmasq: 'dnsmasq[123]: reply a.test is 198.51.100.1',
};

describe.each(Object.entries(logHeads))('a log in the format %s', (format, { preamble, lines }) => {
  /** Long enough that its beginning says what it is, whatever is wrong with a line below. */
  const before = [...preamble, ...Array.from({ length: 60 }, () => lines).flat()];
  const after = lines.map(other);
  const bad = malformed[format] ?? '?? !! ??';
  const plain = read([...before, ...after].join('\n'));

  /** A file with a line of which nothing is known but that it is wrong. */
  const around = (line: string | Buffer): Buffer =>
    Buffer.concat([`${before.join('\n')}\n`, line, `\n${after.join('\n')}\n`].map((each) => Buffer.from(each)));
  /** That line counts, and what stands around it is read as if it were not there. */
  const expectOthers = async ({ report, rows }: WholeLog): Promise<void> => {
    const wanted = await plain;
    expect(report).toMatchObject({ format, isWhole: true, lines: wanted.report.lines + 1 });
    expect(rows.map(keyOf)).toEqual(expect.arrayContaining(wanted.rows.map(keyOf)));
    const entries = ({ report: { seen, evidence } }: WholeLog) =>
      seen + Object.values(evidence).reduce((sum, count) => sum + count, 0);
    expect(countOf(report) + entries({ report, rows, batches: [] })).toBeGreaterThan(
      countOf(wanted.report) + entries(wanted),
    );
  };

  it('is recognised and read', async () => {
    const { report, rows } = await plain;
    expect(report).toMatchObject({ format, isWhole: true, lines: before.length + after.length });
    expect(report.rejects.count).toBe(0);
    expect(rows.length).toBeGreaterThan(1);
    if (report.seen > 0) expect(rows[0]).toContain('a.test');
  });

  it('may have line ends of Windows', async () => {
    const { report, rows } = await read([...before, ...after].join('\r\n'));
    expect({ report, rows }).toEqual({ report: (await plain).report, rows: (await plain).rows });
  });

  it('may be UTF-16 with a byte order mark', async () => {
    const text = Buffer.from(`\ufeff${[...before, ...after].join('\r\n')}`, 'utf16le');
    const { report, rows } = await plain;
    for (const content of [gzipSync(text), Buffer.from(text).swap16()]) {
      const found = await read(content);
      expect({ report: found.report, rows: found.rows }).toEqual({ report, rows });
    }
  });

  it.runIf(lines.every((line) => line.startsWith('{')))('may be a JSON list, on one line or on many', async () => {
    const { report, rows } = await plain;
    const events = [...before, ...after].map((line) => JSON.parse(line) as object);
    const text = JSON.stringify(events, undefined, 2);
    const contents = [JSON.stringify(events), gzipSync(`\ufeff ${text}\r\n`), Buffer.from(`\ufeff${text}`, 'utf16le')];
    for (const content of contents) {
      const found = await read(content);
      expect({ report: found.report, rows: found.rows }).toEqual({ report, rows });
    }
  });

  it('is read around malformed lines, which are counted with their numbers', async () => {
    const { report, rows } = await read([...before, bad, ...after, bad, '', bad].join('\n'));
    const wanted = await plain;
    expect(rows).toEqual(wanted.rows);
    expect(report.lines).toBe(wanted.report.lines + 4);
    expect(report.rejects.count).toBe(3);
    const numbers = [before.length + 1, before.length + after.length + 2, before.length + after.length + 4];
    expect(report.rejects.examples.map(({ line }) => line)).toEqual(
      numbers.map((number) => `line ${number}: ${bad}`.slice(0, 200)),
    );
  });

  it('is read around NUL bytes, wherever they stand', async () => {
    const [line = ''] = lines.slice(-1);
    await expectOthers(await read(around(line.replaceAll('a.test', 'a\0.test'))));
    await expectOthers(await read(around(`${'\0'.repeat(5000)}${line.replaceAll('a.test', 'c\0.test')}`)));
  });

  it.each([
    ['Latin-1', Buffer.from('\u00fc.test', 'latin1')],
    ['bytes that are in no encoding', Buffer.from([0x61, 0xff, 0xfe, 0xc3, 0x41, 0xed, 0xa0, 0x80])],
  ])('is read around a name in %s', async (_, name) => {
    const [line = ''] = lines.slice(-1);
    const parts = line.split('a.test').map((part) => Buffer.from(part));
    await expectOthers(
      await read(around(Buffer.concat(parts.flatMap((part, index) => (index === 0 ? [part] : [name, part]))))),
    );
  });

  it('is read around a line of many megabytes', { tags: 'long' }, async () => {
    const [line = ''] = lines.slice(-1);
    const [begin = '', ...rest] = line.split('a.test');
    const content = around(`${begin}${'x'.repeat(runs(3, 30) * 1_000_000)}${rest.join('a.test')}`);
    const found = await read(content);
    await expectOthers(found);
    expect(found.report.rejects.examples.every((example) => example.line.length <= 200)).toBe(true);
  });

  it('is read up to the damage where its archive is cut off', async () => {
    const whole = gzipSync([...before, ...before.map(other), ...after].join('\n'), { level: 0 });
    const { report, rows } = await read(whole.subarray(0, Math.ceil(whole.length * 0.7)));
    expect(report).toMatchObject({
      format,
      isWhole: false,
      cutOff: expect.stringContaining('The gzip file is damaged'),
    });
    expect(report.lines).toBeGreaterThan(before.length);
    expect(report.lines).toBeLessThan(2 * before.length);
    expect(rows.map(keyOf)).toEqual(expect.arrayContaining((await plain).rows.map(keyOf)));
  });
});

describe('the day of a record', () => {
  const now = Date.UTC(2026, 10, 25, 12) / 1000;
  const table = (...times: readonly string[]) =>
    ['name,type,answer,time', ...times.map((time, index) => `h${index}.test,A,192.0.2.1,${time}`)].join('\n');
  const zeek = (...times: readonly string[]) =>
    [
      '#path\tdns',
      '#fields\tts\tquery\tqtype_name\tanswers',
      ...times.map((time, index) => `${time}\th${index}.test\tA\t192.0.2.1,192.0.2.2`),
    ].join('\n');
  const session = (time: number) =>
    JSON.stringify({
      timestamp: new Date(time * 1000).toISOString(),
      event_type: 'tls',
      src_ip: '192.0.2.9',
      dest_ip: '198.51.100.1',
      tls: { ja3s: { hash: 'ab'.repeat(16) } },
    });
  const [early, ahead, missing] = ['a time before 1990', 'a time more than a day ahead', 'the time is missing'];

  it.each([
    ['a number of a spreadsheet', early, table('46351', '46351.4243', '45000.5')],
    ['digits of a date', early, table('20261125', '20140101')],
    ['a time relative to a capture', early, zeek('0.125000', '12.500000', '86400.000000')],
    ['an unset clock', early, table('1970-01-01 00:00:01', '1989-12-31 23:59:59', '1980-01-06T00:00:00Z')],
    ['a record of long ago', early, cof({ time_first: 45_000 })],
    ['a server seen long ago', early, session(60)],
    ['a year to come', ahead, table('2026-11-26 12:00:01', '2036-11-25', '2099-01-01T00:00:00Z')],
    ['a record to come', ahead, cof({ time_last: Date.UTC(2036, 0) / 1000 })],
    ['a server yet to be seen', ahead, session(now + 90_000)],
    ['an American date', missing, table('11/25/2026 6:58 AM', '')],
  ])('is not that of %s, whose line is rejected once with what to send', async (_, reason, content) => {
    const { report, rows } = await read(content, { now });
    const lines = content.split('\n').filter((line) => !/^#|^name,/.test(line));
    expect(rows).toEqual([]);
    expect(report).toMatchObject({ seen: 0, dayFrom: [], rejects: { count: lines.length } });
    expect(report).not.toHaveProperty('from');
    expect(report.rejects.byReason).toMatchObject([{ reason: expect.stringContaining(reason), count: lines.length }]);
    expect(report.rejects.byReason[0]?.reason).toMatch(/ISO 8601|clock/);
    expect(report.rejects.examples.map(({ line }) => line.replace(/^line \d+: /, ''))).toEqual(
      lines.map((line) => line.slice(0, 190)),
    );
  });

  it('is that of the log as far as one day ahead, for clocks and zones that are wrong', async () => {
    const { report } = await read(table('1990-01-01', '2026-11-25', '2026-11-26 11:59:59', `${now}`), { now });
    expect(report).toMatchObject({ rows: 4, rejects: { count: 0 }, dayFrom: ['log'], asks: [] });
  });

  const given = Date.UTC(2014, 4, 6) / 1000;
  const undated: Readonly<Record<string, readonly [content: string, time?: number]>> = {
    'a table without a column of times': ['Query Name;IP;When\nwww.a.test;198.51.100.11;2024-05-01 10:00:00'],
    'a zone': ['$ORIGIN a.test.\n@ 60 IN SOA ns1 host 2014050601 2 3 4 5\nwww A 198.51.100.11'],
    'a log without years': [
      '<30>Apr 30 12:00:00 ns1 named[1]: client 192.0.2.9#4: UDP: query: www.a.test IN A response: NOERROR + www.a.test. 60 IN A 198.51.100.11;',
      Date.UTC(2014, 3, 30, 12) / 1000,
    ],
  };
  it.each(Object.entries(undated))(
    'is asked for by %s, and is the one that is given',
    async (_, [content, time = given]) => {
      const columns = { name: 'Query Name', answer: 'IP' };
      const { report, rows } = await read(content, { now, about: { columns } });
      expect(rows).toEqual([]);
      expect(report).toMatchObject({ asks: ['day'], dayFrom: [] });
      expect(report.rejects.count).toBeGreaterThan(0);
      expect(report.rejects.byReason.every(({ reason }) => reason.includes('not given'))).toBe(true);
      const dated = await read(content, { now, about: { columns, day: given } });
      expect(dated.report).toMatchObject({ asks: [], dayFrom: ['given'], day: given, from: time, to: time });
      expect(dated.report.rejects.count).toBe(0);
      expect(observationsOf(dated).at(-1)).toMatchObject({ first_seen: time, last_seen: time });
    },
  );

  it('comes from the year of a push where the log has none, and is never the time of the push', async () => {
    const pushed = Date.UTC(2026, 0, 2) / 1000;
    const [table, zone, log] = Object.values(undated).map(([content]) => content);
    const { report } = await read(log ?? '', { now, about: { pushed } });
    expect(report).toMatchObject({ dayFrom: ['push'], from: Date.UTC(2025, 3, 30, 12) / 1000 });
    for (const content of [table ?? '', zone ?? ''])
      expect(
        (await read(content, { now, about: { pushed, columns: { name: 'Query Name', answer: 'IP' } } })).rows,
      ).toEqual([]);
  });
});

it('a zone file that ends within a record has a rejected record', async () => {
  const file = fileOf('$ORIGIN a.test.\n@ 60 IN NS ns\n@ 60 IN SOA ns host (\n 1 2\n');
  const { report } = await readWholeLog({ file });
  expect(report).toMatchObject({ rows: 1, rejects: { count: 1 } });
  expect(report.rejects.byReason[0]?.reason).toContain('the file ends within a record');
});

it('a PTR record in a zone for a part of a /24 is that of its address', async () => {
  const found = await read(cof({ rrname: '183.160-27.100.51.198.in-addr.arpa.', rrtype: 'PTR', rdata: 'a.test.' }));
  expect(found.report.rejects.count).toBe(0);
  expect(observationsOf(found)).toMatchObject([{ rrtype: 'PTR4', rrname: '198.51.100.183', rdata: 'a.test' }]);
});

describe('a reading', () => {
  const lines = Array.from({ length: 100 }, (_, index) => cof({ rrname: `h${index}.test` }));

  it('goes no further than it is told to', async () => {
    const file = fileOf(lines.join('\n'));
    expect((await readWholeLog({ file, maxLines: 99 })).report).toMatchObject({ lines: 99, rows: 99, isWhole: false });
    expect((await readWholeLog({ file, maxLines: 100 })).report).toMatchObject({
      lines: 100,
      rows: 100,
      isWhole: true,
    });
  });

  it('hands over no more at once than it may hold, also of one line', async () => {
    const answers = Array.from({ length: 25 }, (_, index) => `198.51.100.${index}`);
    const zeek = ['#path\tdns', '#fields\tts\tquery\tqtype_name\tanswers\tTTLs'];
    const file = fileOf([...zeek, `1792497600\ta.test\tA\t${answers.join(',')}\t60`].join('\n'));
    const { batches, report } = await readWholeLog({ file, maxDistinct: 10 });
    expect(batches.map(({ observations }) => observations.count)).toEqual([10, 10, 5]);
    expect(report.rows).toBe(25);
  });

  it('reads lines of up to a million characters, and cuts longer ones', async () => {
    const long = (length: number) => cof({ rrname: 'long.test', sensor: 'x'.repeat(length) });
    const found = await read([cof({}), long(999_800), long(1_000_001), cof({ rrname: 'b.test' })].join('\n'));
    expect(observationsOf(found).map(({ rrname }) => rrname)).toEqual(['a.test', 'b.test', 'long.test']);
    expect(found.report.rejects).toMatchObject({ count: 1, byReason: [{ reason: 'not a JSON object' }] });
  });

  it('says of a file that is not text what it needs', async () => {
    const error = await read(Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 0, 4, 0, 0, 0, 0, 0])).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(UnknownLog);
    expect(error).toMatchObject({ message: expect.stringContaining('This is binary data') });
  });

  it('gets everything before the damage of an archive, however slow its reader is', async () => {
    const texts = Array.from({ length: 2000 }, (_, index) =>
      cof({ rrname: `${(index * 7919) % 65_537}.test`, sensor: 'x'.repeat(1000) }),
    );
    const whole = gzipSync(texts.join('\n'));
    const cut = whole.subarray(0, -1000);
    const readable = gunzipSync(cut, { finishFlush: constants.Z_SYNC_FLUSH }).toString().split('\n');
    expect(readable.length).toBeGreaterThan(1500);
    const broken = Buffer.concat([cut.subarray(0, -1000), Buffer.alloc(20, 0xff), cut.subarray(-980)]);
    for (const content of [cut, broken]) {
      const file = fileOf(content);
      const { rows, report } = await readWholeLog({ file });
      expect(report).toMatchObject({ isWhole: false, cutOff: expect.stringContaining('damaged') });
      // the last line is cut off, and may say something else than it did
      if (content === cut) expect(report.lines).toBe(readable.length - 1);
      const slow = await readWholeLog({ file, maxDistinct: 100 }, 10);
      expect(slow.report.lines).toBe(report.lines);
      expect(slow.rows.length).toBe(rows.length);
    }
    const { report } = await readWholeLog({ file: fileOf(cut), maxLines: 100, hasDigests: true });
    expect(report).toMatchObject({ lines: 100, isWhole: false });
    expect(report.members).toMatchObject([
      {
        digest: createHash('sha256').update(readable.join('\n')).digest('hex'),
        problem: expect.stringContaining('damaged'),
      },
    ]);
  });
});

describe('a reader with 128 MB of memory', () => {
  /** In a thread, whose heap cannot grow beyond that. */
  async function readWithin(file: string): Promise<LogReport> {
    const task: ThreadTask = { is: 'log', reading: { file, about: {}, now: 2e9 } };
    const worker = new Worker(await childProgram('thread-program'), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: 128 },
    });
    try {
      worker.postMessage({ is: 'more' });
      for await (const [said] of on(worker, 'message') as AsyncIterable<[ThreadSaid<LogBatch, LogReport>]>) {
        if (said.is === 'batch') worker.postMessage({ is: 'more' });
        else if (said.is === 'done') return said.result;
        else throw new Error(JSON.stringify(said));
      }
      throw new Error('the thread said nothing more');
    } finally {
      await worker.terminate();
    }
  }
  /** A gzip file may have many members: each is packed once. */
  const packedTimes = (text: string, times: number): Buffer => {
    const member = gzipSync(text);
    return Buffer.concat(Array.from({ length: times }, () => member));
  };

  it('reads on after a line of very many characters', { tags: 'long' }, async () => {
    const file = fileOf(gzipSync(`${cof({})}\n`.repeat(60)));
    appendFileSync(file, packedTimes(`${'x'.repeat(9999)}y`.repeat(1000), runs(15, 100)));
    appendFileSync(file, gzipSync(`\n${cof({ rrname: 'last.test' })}\n`));
    const report = await readWithin(file);
    expect(report).toMatchObject({ isWhole: true, lines: 62, rows: 2, rejects: { count: 1 } });
  });

  it('reads records that are all a million characters long', { tags: 'long' }, async () => {
    const file = fileOf('');
    const lines = runs(15, 150);
    for (let index = 0; index < lines; index += 1)
      appendFileSync(file, gzipSync(`${cof({ rrname: `${index}${'x'.repeat(999_000)}` })}\n`, { level: 1 }));
    const report = await readWithin(file);
    expect(report).toMatchObject({ isWhole: true, lines, seen: lines, rows: 0 });
  });

  it('holds records without the long lines that they came with', async () => {
    const file = fileOf(gzipSync('rrname,rrtype,rdata,time,note\n'));
    for (let part = 0; part < 20; part += 1) {
      const lines = Array.from({ length: 1000 }, (_, index) => {
        const name = `host-${part}-${index}.records-of-long-lines.test`;
        return `${name},A,198.51.100.7,1792497600,${'x'.repeat(10_000)}\n`;
      });
      appendFileSync(file, gzipSync(lines.join(''), { level: 1 }));
    }
    expect(await readWithin(file)).toMatchObject({ isWhole: true, lines: 20_001, rows: 20_000 });
  });

  it('ends at what unpacks to more than a thousand times its size, and keeps what came before', async () => {
    const file = fileOf(gzipSync(`${cof({})}\n`.repeat(60)));
    appendFileSync(file, packedTimes('\0'.repeat(10_000_000), 5));
    expect(await readWithin(file)).toMatchObject({
      isWhole: false,
      rows: 1,
      cutOff: expect.stringMatching(/^The file unpacks to more than is allowed: more than \d+ bytes from \d+\.$/),
    });
  });
});
