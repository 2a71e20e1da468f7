import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { isLongRun } from '#test/long.ts';
import { useFeedStage } from '#test/server/feed-stage.ts';
import { logClient, putIntoInbox } from '#test/server/log-client.ts';
import { logHeads } from '#test/server/log-heads.ts';
import { zipOf } from '#test/server/loopback-publisher.ts';
import { tarOf, xzOf, zstdOf } from '#test/server/packers.ts';
import { specFolder } from '#test/server/spec-folder.ts';
import { makeSyslogCertificates, type SyslogCertificates } from '#test/server/syslog-sender.ts';
import { useOpened } from '#test/server/use-opened.ts';
import { zeekLogOf } from '#test/server/zeek-log.ts';

// The whole service with an inbox and with syslog, over real chDB and the real reading thread.

const head = [
  '#separator \\x09',
  '#set_separator\t,',
  '#empty_field\t(empty)',
  '#unset_field\t-',
  '#path\tdns',
  '#fields\tts\tid.orig_h\tid.orig_p\tid.resp_h\tid.resp_p\tquery\tqtype\tqtype_name\trcode_name\tanswers\tTTLs',
];
const at = Date.UTC(2026, 9, 20, 12) / 1000;
const line = (seconds: number, query: string, type: string, answers: string, ttls: string, port = 53) =>
  [at + seconds, '192.0.2.9', 40_000, '192.0.2.53', port, query, '1', type, 'NOERROR', answers, ttls].join('\t');
const log = [
  ...head,
  line(0.25, 'WWW.sensor-net.test', 'A', 'edge.sensor-net.test,198.51.100.7', '300.000000,60.000000'),
  line(60, 'www.sensor-net.test.', 'A', 'edge.sensor-net.test,198.51.100.7', '300.000000,60.000000'),
  line(90, 'sensor-net.test', 'NS', 'ns2.sensor-net.test,ns1.sensor-net.test', '3600.000000,3600.000000'),
  line(91, '7.100.51.198.in-addr.arpa', 'PTR', 'edge.sensor-net.test', '60.000000'),
  line(92, 'printer.local', 'A', '192.0.2.77', '10.000000', 5353),
  line(93, 'nothing.sensor-net.test', 'A', '-', '-'),
  'a line that is cut off',
  '#close\t2026-10-20-13-00-00',
];

const inbox = specFolder('inbox');
const syslog = useOpened(() => makeSyslogCertificates('edge: 2nd floor'));
const stage = useFeedStage(() => ({
  start: new Date(),
  hasScores: false,
  env: { SIGHTLINE_INBOX: inbox, SIGHTLINE_SYSLOG_TLS: syslog.folder, SIGHTLINE_SYSLOG_PORT: '0' },
}));
const { send, get, upload, settled, change, countsOf } = logClient(stage);
const put = (name: string, content: string | Buffer) => putIntoInbox(inbox, name, content);
/** The report beside a file, once it has left the inbox. */
const reportOf = (name: string, how: 'done' | 'failed'): Promise<string> =>
  vi.waitFor(
    () => {
      const folder = join(inbox, how);
      const stamped = existsSync(folder) ? readdirSync(folder).find((each) => each.endsWith(` ${name}`)) : undefined;
      if (stamped === undefined) throw new Error(`${name} is not in ${how}`);
      return readFileSync(join(folder, stamped.replace(name, 'report.txt')), 'utf8');
    },
    { timeout: 200_000, interval: 50 },
  );
const lookUp = async (path: string) => (await stage.get(`/explore/padns/lookup/${path}`)).response.records;

describe('the inbox', () => {
  it('imports a log: chains, times, counts, sets and reverse names', async () => {
    put('dns.log.gz', gzipSync(log.join('\r\n')));
    const report = await reportOf('dns.log.gz', 'done');
    expect(report).toContain('Result: imported');
    expect(report).toContain('Format: Zeek dns.log (TSV or JSON)');
    expect(report).toContain('Answers: 7, 5 of them distinct');
    expect(report).toContain('From 2026-10-20 12:00:00 to 2026-10-20 12:01:31 UTC');
    expect(report).toContain('1 x no answer');
    expect(report).toMatch(/Rejected: 1\n {2}1 x .+\nExamples:\n {2}line 13: a line that is cut off/);

    const seen = { first_seen: '2026-10-20 12:00:00', last_seen: '2026-10-20 12:01:00', count: 2, sources: ['logs'] };
    expect(await lookUp('query/cname/www.sensor-net.test')).toMatchObject([
      { answer: 'edge.sensor-net.test', ...seen },
    ]);
    expect(await lookUp('query/a/edge.sensor-net.test')).toMatchObject([{ answer: '198.51.100.7', ttl: 60, ...seen }]);
    expect(await lookUp('query/a/printer.local')).toEqual([]);
    expect(await lookUp('query/ptr4/198.51.100.7')).toMatchObject([{ answer: 'edge.sensor-net.test' }]);
    expect(await lookUp('query/ns/sensor-net.test')).toHaveLength(2);
  });

  it('changes nothing for the same content, under another name, packed or not', async () => {
    const before = await lookUp('query/any/*sensor-net.test');
    put('again.log', log.join('\r\n'));
    expect(await reportOf('again.log', 'done')).toContain('The same content was imported before (5 records');
    expect(await lookUp('query/any/*sensor-net.test')).toEqual(before);
  });

  it.runIf(isLongRun)('says how far it has read an archive', { tags: 'long' }, async () => {
    // the first lines are one record, and those after them are written block by block
    const same = `${line(0, 'big.sensor-net.test', 'A', '198.51.100.9', '60')}\n`.repeat(1_000_000);
    const different = Array.from({ length: 400_000 }, (_, n) =>
      line(0, `h${n}.big-net.test`, 'A', '198.51.100.9', '60'),
    );
    const content = `${head.join('\n')}\n${same}${different.join('\n')}\n`;
    put('big.tar.gz', gzipSync(tarOf({ 'dns.log': content }), { level: 1 }));
    type Shown = { readonly id: string; readonly name: string; readonly state: string; readonly read: number };
    const shown = async () =>
      (await get<{ imports: Shown[] }>('/sightline/imports')).imports.find(({ name }) => name === 'big.tar.gz');
    const isPartlyRead = expect.toSatisfy((read: number) => read > 0);
    for (const [state, lines] of [
      ['checking', 0],
      ['importing', isPartlyRead],
    ] as const)
      await expect.poll(shown, { interval: 20, timeout: 60_000 }).toMatchObject({ state, lines, read: isPartlyRead });
    const { id = '' } = (await shown()) ?? {};
    expect(await settled(id)).toMatchObject({ state: 'done', lines: 1_400_006 });
  });

  it('says of what it cannot read what to send instead, and keeps what can be read of a damaged file', async () => {
    put('notes.txt', 'dear all,\nplease find attached the log\n');
    expect(await reportOf('notes.txt', 'failed')).toContain('The format was not recognised.');
    put('no-times.csv', 'name,type,answer\na.no-times.test,A,198.51.100.1\n');
    expect(await reportOf('no-times.csv', 'failed')).toMatch(
      /does not say on which day .* Upload it on the page Sources/,
    );
    put('dns.log.1.gz', gzipSync(''));
    expect(await reportOf('dns.log.1.gz', 'failed')).toContain('not imported. The file is empty.\n');
    const more = [
      ...head,
      ...Array.from({ length: 500 }, (_, n) => line(n, `h${n}.cut-net.test`, 'A', '198.51.100.8', '5')),
    ];
    const packed = gzipSync(more.join('\n'));
    put('cut.log.gz', packed.subarray(0, packed.length - 400));
    const report = await reportOf('cut.log.gz', 'done');
    expect(report).toMatch(/Lines: \d+ \(not read to its end\)\. .*gzip/);
    expect(await lookUp('query/a/h1.cut-net.test')).toMatchObject([{ answer: '198.51.100.8' }]);
  });

  it('shows the logs of a format as one source of the collection', async () => {
    const { response } = await stage.get('/sightline/collection');
    const logs = response.sources.filter(({ kind }: { kind: string }) => kind === 'log');
    expect(logs).toMatchObject([{ source: 'log:zeek-dns', as_of: '2026-10-20' }]);
    expect(logs[0].rows).toBeGreaterThan(100);
  });
});

describe('an archive', () => {
  const { preamble = [], lines: sessions = [] } = logHeads['zeek-ssl'] ?? {};
  const folder = (zone: string) => ({
    'dns.log': zeekLogOf(30, zone),
    'ssl.log': [...preamble, ...sessions].join('\n'),
    'conn.log': '#path\tconn\n#fields\tts\tuid\n1\tC1\n',
    'README.txt': 'dear all\n',
    'db.zone': '@ IN SOA ns1 host 1 2 3 4 5\n',
  });

  it('of a folder is imported, and each log in it counts in its own format', async () => {
    const id = await upload('2026-10-20.zip', await zipOf(folder('folder')), { source: 'zip' });
    const checked = await settled(id);
    expect(checked).toMatchObject({ state: 'checked', format: '' });
    expect(checked['check']).toMatchObject({
      title: expect.stringMatching(/^Zeek dns\.log.*, Zeek ssl\.log.*, DNS zone file/),
      rows: 30,
      new_rows: 30,
      file_count: 5,
      files: [
        { name: 'dns.log', format: 'zeek-dns', lines: 32, rows: 30, evidence: 0, problem: '' },
        { name: 'ssl.log', format: 'zeek-ssl', rows: 0, evidence: 1, problem: '' },
        {
          name: 'db.zone',
          format: 'zone-file',
          rows: 0,
          rejected: 1,
          problem: expect.stringContaining('on which day'),
        },
        { name: 'conn.log', format: '', problem: expect.stringContaining('Zeek conn.log') },
        { name: 'README.txt', format: '', problem: 'The format was not recognised.' },
      ],
    });
    await change(id, 'start');
    expect(await settled(id)).toMatchObject({ state: 'done', report: { rows: 30, file_count: 5 } });
    expect(await countsOf('folder')).toEqual({ records: 30, count: 30 });
    put('folder.tar.xz', xzOf(tarOf({ ...folder('folder'), 'more.log': zeekLogOf(5, 'more') })));
    const report = await reportOf('folder.tar.xz', 'done');
    expect(report).toMatch(
      /Result: imported\n(?:.*\n)*Answers: 5, 5 of them distinct\n(?:.*\n)*Files in the archive: 6\n/,
    );
    expect(report).toContain('\n  more.log: Zeek dns.log (TSV or JSON), 5 records\n');
    expect(report).toContain('\n  ssl.log: not read. Its content was imported or pushed before,');
    expect(report).toMatch(
      /\n {2}db\.zone: DNS zone file.*, 0 records, 1 rejected\. .*The log does not say which zone it is and on which day/,
    );
    expect(report).toMatch(/\n {2}conn\.log: not read\. This is a Zeek conn\.log\./);
    const { sources } = await get<{ sources: { source: string; rows: number }[] }>('/sightline/collection');
    const rowsOf = (name: string) => sources.find(({ source }) => source === name)?.rows;
    expect([rowsOf('log:zeek-dns/zip'), rowsOf('log:zeek-ssl/zip')]).toEqual([30, 1]);
    // what lacks a day has not been imported
    expect(rowsOf('log:zone-file/zip')).toBeUndefined();
  });

  it('the same content counts once, whichever way it comes', async () => {
    const dns = zeekLogOf(40, 'once');
    const files = { 'a/dns.log': dns, 'b/README': 'dear all' };
    const ways: readonly (() => Promise<unknown>)[] = [
      async () => upload('dns.log.xz', xzOf(dns), { start: 1 }),
      async () => upload('dns.log', Buffer.from(dns), { start: 1 }),
      async () => upload('dns.log.gz', gzipSync(dns), { start: 1 }),
      async () => upload('dns.zip', await zipOf({ ...files, 'again.log': dns }), { start: 1 }),
      async () => upload('dns.tar.zst', zstdOf(tarOf(files)), { start: 1 }),
      async () => send('/ingest/zeek-dns', dns),
      async () => send('/ingest/auto', zstdOf(dns)),
    ];
    const states: unknown[] = [];
    for (const way of ways) {
      const sent = await way();
      const ended = typeof sent === 'string' ? await settled(sent) : (sent as { response: object }).response;
      states.push((ended as { state: unknown }).state);
    }
    put('dns.tar.gz', gzipSync(tarOf(files)));
    expect(await reportOf('dns.tar.gz', 'done')).toContain('Result: nothing new. The same content was imported before');
    expect(states).toEqual(['done', ...ways.slice(1).map(() => 'known')]);
    expect(await countsOf('once')).toEqual({ records: 40, count: 40 });

    // a push first
    const pushed = zeekLogOf(20, 'pushed-first');
    expect((await send('/ingest/zeek-dns', pushed)).response).toMatchObject({ state: 'done', rows: 20 });
    const id = await upload('pushed.zip', await zipOf({ 'dns.log': pushed }), { start: 1 });
    expect(await settled(id)).toMatchObject({ state: 'known' });
    // new content beside what is known is imported
    const mixed = { 'old.log': pushed, 'older.log': dns, 'new.log': zeekLogOf(10, 'beside') };
    const beside = await upload('mixed.tar.gz', gzipSync(tarOf(mixed)));
    const isKnown = expect.stringContaining('Its content was imported or pushed before');
    expect((await settled(beside))['check']).toMatchObject({
      files: [
        { name: 'old.log', rows: 20, problem: isKnown },
        { name: 'older.log', rows: 40, problem: isKnown },
        { name: 'new.log', rows: 10, problem: '' },
      ],
    });
    await change(beside, 'start');
    const done = await settled(beside);
    expect(done).toMatchObject({ state: 'done', report: { rows: 10, file_count: 3 } });
    expect(done['report']).toMatchObject({
      files: [{ name: 'new.log' }, ...['old', 'older'].map((name) => ({ name: `${name}.log`, format: '' }))],
    });
    expect(await countsOf('pushed-first')).toEqual({ records: 20, count: 20 });
    expect(await countsOf('once')).toEqual({ records: 40, count: 40 });
    const several = await send('/ingest/auto', tarOf({ 'a.log': zeekLogOf(3, 'bad'), 'b.log': zeekLogOf(4, 'bad') }));
    expect([several.status, several.error?.message]).toEqual([400, expect.stringContaining('A push holds one log')]);
  });
});

describe('syslog over TLS', () => {
  const waiting = { timeout: 30_000 };
  const connect = (who: Parameters<SyslogCertificates['connect']>[1]) => {
    const port = stage.reports.map((report) => /over TLS at port (\d+)/.exec(report)?.[1]).findLast(Boolean);
    return syslog.connect(Number(port), who);
  };
  const eve = (name: string) => {
    const answers = [{ rrname: name, rrtype: 'A', ttl: 60, rdata: '198.51.100.9' }];
    const dns = { version: 2, type: 'answer', rrname: name, rrtype: 'A', rcode: 'NOERROR', answers };
    const event = { timestamp: '2026-10-20T12:00:00.000000+0000', event_type: 'dns', src_ip: '192.0.2.1', dns };
    return `<30>1 - ids suricata - - - ${JSON.stringify(event)}`;
  };
  const counted = (text: string) => `${Buffer.byteLength(text)} ${text}`;
  const reply = (host: string, text: string) =>
    `<30>1 2026-10-20T12:00:00Z ${host} dnsmasq 7 - - reply ${text}.syslog.test is `;
  const answers = async (path: string) =>
    ((await lookUp(path)) as { answer: string }[]).map(({ answer }) => answer).sort();

  it('is imported by program and host, in both framings, also what comes just before the end', async () => {
    const [first, second] = [await connect('known'), await connect('known')];
    // two hosts whose processes have the same number: an alias must not get the target of the other host
    const lines = [
      `${reply('a', 'www')}<CNAME>`,
      `${reply('b', 'other')}198.51.100.8`,
      `${reply('a', 'target')}198.51.100.7`,
      '<38>1 2026-10-20T12:00:00Z a sshd 8 - - Accepted publickey for root',
    ];
    first.write(lines.map((line) => `${line}\n`).join(''));
    second.end(Array.from({ length: 30 }, (_, index) => counted(eve(`h${index}.counted.test`))).join(''));
    await expect.poll(() => lookUp('query/a/*.counted.test'), waiting).toHaveLength(30);
    await expect.poll(() => answers('query/cname/www.syslog.test'), waiting).toEqual(['target.syslog.test']);
    await expect.poll(() => answers('query/a/*.syslog.test'), waiting).toEqual(['198.51.100.7', '198.51.100.8']);
    const ownImports = async () => {
      const { imports } = (await stage.get('/sightline/imports')).response;
      const own = imports.filter(({ source }: { source: string }) => source === 'edge- 2nd floor');
      return own.map(({ way, format }: { way: string; format: string }) => `${way} ${format}`).sort();
    };
    await expect.poll(ownImports, waiting).toEqual(['push dnsmasq', 'push suricata-eve']);
    await expect.poll(() => stage.reports.join('\n'), waiting).toContain('Syslog of sshd on a is not imported: ');

    // others push at the same time, as many as may
    const statuses: number[] = [];
    const others = Array.from({ length: 12 }, () => new PassThrough());
    const pushed = others.map(async (payload, index) => {
      payload.write(eve(`h${index}.others.test`).replace(/^[^{]*/, ''));
      statuses.push((await send('/ingest/suricata-eve', payload)).status);
    });
    await expect.poll(() => statuses, waiting).toEqual(Array(4).fill(429));
    // so many that they are not gathered any longer
    const many = 3000;
    await new Promise((resolve) => {
      first.write(Array.from({ length: many }, (_, index) => `${eve(`h${index}.busy.test`)}\n`).join(''), resolve);
    });
    for (const other of others) other.end();
    await Promise.all(pushed);
    expect(statuses.slice(4)).toEqual(Array(8).fill(200));
    await expect.poll(() => countsOf('busy'), waiting).toEqual({ records: many, count: many });

    first.write([eve('h0.closing.test'), eve('h1.closing.test'), 'no header', eve('h2.closing.test')].join('\n'));
    const dropped = 'Messages of edge- 2nd floor that follow neither RFC 5424 nor RFC 3164 are dropped.';
    await expect.poll(() => stage.reports, waiting).toContain(dropped);
    // the others are still in memory
    await stage.restart();
    expect(await lookUp('query/a/*.closing.test')).toHaveLength(2);
  });

  it.each([
    ['stranger', ' edge- 2nd floor at 127.0.0.1 was refused: it shows no certificate that ca.crt signs (DEPTH_ZERO'],
    ['without a certificate', ' at 127.0.0.1 was refused: it shows no certificate that ca.crt signs (UNABLE_TO'],
  ] as const)('of a sender %s is refused', async (who, words) => {
    await expect(connect(who)).rejects.toThrow();
    await expect
      .poll(() => stage.reports.findLast((report) => report.startsWith('A syslog sender')), waiting)
      .toContain(`A syslog sender${words}`);
    (await connect('known')).destroy();
  });
});
