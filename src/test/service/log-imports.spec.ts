import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { encode } from 'dns-packet';
import { describe, expect, it } from 'vitest';
import { epochSecondsToTimestamp } from '#model/dates.ts';
import { findTshark } from '#server/ingest/logs/tshark.ts';
import { isLongRun, runs } from '#test/long.ts';
import { pcap, udpFrame } from '#test/server/captures.ts';
import { key as analystKey } from '#test/server/collection.ts';
import { useFeedStage } from '#test/server/feed-stage.ts';
import { logClient } from '#test/server/log-client.ts';
import { tarOf } from '#test/server/packers.ts';
import { zeekLogDay, zeekLogOf } from '#test/server/zeek-log.ts';

// Uploads and pushes of logs to the whole service, over real chDB and the real reading thread.

const adminKey = 'an-administrator-of-the-specs';
const ingestKey = 'a-shipper-of-the-specs-0001';
const answer = encode({
  type: 'response',
  id: 1,
  questions: [{ name: 'h0.captured.test', type: 'A' }],
  answers: [{ name: 'h0.captured.test', type: 'A', ttl: 60, data: '198.51.100.7' }],
});
const ends = { from: { ip: [192, 0, 2, 53], port: 53 }, to: { ip: [192, 0, 2, 9], port: 40_000 } };
const capture = pcap([udpFrame(zeekLogDay, { ...ends, bytes: answer })]);

const stage = useFeedStage(() => ({
  start: new Date(),
  hasScores: false,
  env: { SIGHTLINE_API_KEYS: `${adminKey},vector:ingest:${ingestKey},desk:analyst:${analystKey}` },
}));
const { send, get, upload, settled, change, countsOf } = logClient(stage, adminKey);

/** Resolves while it is imported; in the long run, once a part of it is written. */
const isWriting = (id: string): Promise<void> =>
  expect
    .poll(() => get<{ state: string; lines: number }>(`/sightline/imports/${id}`), { interval: 5 })
    .toMatchObject({
      state: 'importing',
      lines: expect.any(Number),
      ...(isLongRun && { read: expect.toSatisfy((read: number) => read > 0) }),
    });

describe('an uploaded log', () => {
  it('comes in pieces, is read first, and changes the collection when it is started', async () => {
    const content = gzipSync(zeekLogOf(300, 'pieces'));
    const { response } = await send('/sightline/imports', { name: 'dns.log.gz', bytes: content.length, source: 'hq' });
    const { id } = response as { id: string };
    const piece = (offset: number, bytes: Buffer) => send(`/sightline/imports/${id}/content?offset=${offset}`, bytes);
    expect((await piece(0, content.subarray(0, 100))).response).toMatchObject({ state: 'uploading', received: 100 });
    const { status, error } = await piece(50, content.subarray(50));
    expect([status, error?.message]).toEqual([409, 'The next piece of this file begins at 100.']);
    expect((await piece(100, Buffer.concat([content.subarray(100), content]))).status).toBe(400);
    expect((await piece(100, content.subarray(100))).response).toMatchObject({ received: content.length });

    const checked = await settled(id);
    expect(checked).toMatchObject({ state: 'checked', format: 'zeek-dns', source: 'hq' });
    expect(checked['check']).toMatchObject({ lines: 302, rows: 300, new_rows: 300, is_whole: true });
    expect(checked['check']).toMatchObject({ from: '2026-10-20 00:00:00', to: '2026-10-20 00:04:59' });
    expect((await countsOf('pieces')).records).toBe(0);

    await change(id, 'start');
    expect(await settled(id)).toMatchObject({
      state: 'done',
      lines: 302,
      error: null,
      report: { rows: 300, seen: 300 },
    });
    expect(await countsOf('pieces')).toEqual({ records: 300, count: 300 });
    const { sources } = await get<{ sources: { source: string }[] }>('/sightline/collection');
    expect(sources.map(({ source }) => source)).toContain('log:zeek-dns/hq');
  });

  it('changes nothing the second time, under another name and not packed', async () => {
    const id = await upload('other.log', Buffer.from(zeekLogOf(300, 'pieces')));
    expect((await settled(id))['check']).toMatchObject({ rows: 300, new_rows: 0 });
    await change(id, 'start');
    expect(await settled(id)).toMatchObject({ state: 'known' });
    expect(await countsOf('pieces')).toEqual({ records: 300, count: 300 });
  });

  it('is taken out again, with what no other import contributed to, and can be imported again', async () => {
    const log = zeekLogOf(30, 'removal');
    const logs = [log, `${zeekLogOf(1, 'removal')}\n${zeekLogOf(1, 'other.removal').split('\n')[2]}`];
    const ids = await Promise.all(logs.map((log, at) => upload(`removal-${at}.log`, Buffer.from(log), { start: 1 })));
    const [id = '', other = ''] = ids;
    for (const each of ids) expect(await settled(each)).toMatchObject({ state: 'done' });
    expect(await countsOf('removal')).toEqual({ records: 31, count: 32 });
    expect(await get(`/sightline/imports/${id}/removal`)).toMatchObject({
      records_removed: 29,
      records_reduced: 1,
      names_removed: 29,
      certificates_removed: 0,
      host_rows: 0,
      days: [],
      from: '2026-10-20 00:00:00',
      to: '2026-10-20 00:00:29',
    });
    expect((await change(id, 'remove')).response).toMatchObject({ state: 'removing' });
    expect((await change(id, 'discard')).error?.message).toBe('This import is being removed.');
    expect(await settled(id)).toMatchObject({ state: 'removed' });
    expect(await countsOf('removal')).toEqual({ records: 2, count: 2 });
    expect((await change(id, 'remove')).status).toBe(409);
    // once derived data is up to date, the ledger has no line of it
    await expect
      .poll(() => stage.service().engine.query({ name: 'spec', sql: "SELECT 1 FROM imports WHERE state = 'removed'" }))
      .toEqual([]);

    const again = await upload('again.log', Buffer.from(log), { start: 1 });
    expect(await settled(again)).toMatchObject({ state: 'done' });
    expect(await countsOf('removal')).toEqual({ records: 31, count: 32 });
    for (const each of [other, again]) await change(each, 'remove');
    for (const each of [other, again]) await settled(each);
    expect((await countsOf('removal')).records).toBe(0);
  });

  it('can be cancelled and resumed, and survives a restart, without a record too many', { tags: 'long' }, async () => {
    const lines = runs(20_000, 100_000);
    const half = lines / 2;
    const parts = {
      'one.log': zeekLogOf(half, 'one.long'),
      'two.log': zeekLogOf(half, 'two.long'),
      README: 'dear all',
    };
    const id = await upload('long.tar.gz', gzipSync(tarOf(parts)), { start: 1 });
    await isWriting(id);
    await change(id, 'cancel');
    const cancelled = await settled(id);
    expect(cancelled).toMatchObject({ state: 'cancelled' });
    expect((await countsOf('long')).records).toBeLessThan(lines);

    await change(id, 'start');
    await isWriting(id);
    await stage.restart();
    expect(await settled(id)).toMatchObject({ state: 'done', report: { rows: lines } });
    expect(await countsOf('long')).toEqual({ records: lines, count: lines });
  });

  it('is refused in words when it cannot be read, and can be read as another format', async () => {
    const id = await upload('notes.txt', Buffer.from('dear all,\nplease find attached\n'));
    const failed = await settled(id);
    expect(failed).toMatchObject({ state: 'failed', error: expect.stringContaining('The format was not recognised.') });
    await change(id, 'check', { format: 'passivedns' });
    expect(await settled(id)).toMatchObject({ state: 'checked', check: { rows: 0, rejected: 2 } });
    // a page that is loaded again has the columns that were given
    await change(id, 'check', { format: 'csv', columns: 'name=Query Name, answer=IP' });
    expect(await settled(id)).toMatchObject({ format: 'csv', columns: 'name=Query Name,answer=IP' });
    await change(id, 'check', { format: 'passivedns' });
    expect(await settled(id)).toMatchObject({ columns: '' });
    expect((await change(id, 'check', { format: 'nonsense' })).error?.message).toContain(
      'There is no format "nonsense"',
    );
    expect((await change(id, 'discard')).status).toBe(200);
    expect((await change(id, 'start')).status).toBe(404);
    const odd = await send('/sightline/imports', { name: 'a', bytes: 10, source: 'a/b' });
    expect([odd.status, odd.error?.message]).toEqual([400, expect.stringContaining('The name of a sensor')]);
    const huge = await send('/sightline/imports', { name: 'a', bytes: 9e14 });
    expect([huge.status, huge.error?.message]).toEqual([409, expect.stringContaining('are free for it on the disk')]);
  });

  it.skipIf(!findTshark())('may be a packet capture (skipped where tshark is not installed)', async () => {
    const id = await upload('port53.pcap.gz', gzipSync(capture), { start: 1 });
    expect(await settled(id)).toMatchObject({ state: 'done', format: 'pcap', report: { rows: 1, seen: 1 } });
    expect(await countsOf('captured')).toEqual({ records: 1, count: 1 });
  });

  it('asks for what its records lack before it can be imported', async () => {
    const zone = '$TTL 60\n@ IN SOA ns1 host 2014050601 2 3 4 5\nh1 A 198.51.100.7\n';
    const id = await upload('db.undated', Buffer.from(zone), { format: 'zone-file' });
    expect(await settled(id)).toMatchObject({
      state: 'checked',
      check: { rows: 0, asks: ['origin', 'day'], days: '' },
    });
    await change(id, 'start');
    const refused = await settled(id);
    expect(refused).toMatchObject({ state: 'failed', report: null });
    expect(refused['error']).toMatch(/which zone.*on which day.*\(--origin\).*\(--day\)/);
    const wrong = await change(id, 'check', { day: '2036-01-01', origin: 'undated.test' });
    expect([wrong.status, wrong.error?.message]).toEqual([400, expect.stringContaining('from 1990-01-01 to today')]);
    await change(id, 'check', { day: '2014-05-06', origin: 'undated.test' });
    const days = 'the day that was given, 2014-05-06';
    expect(await settled(id)).toMatchObject({
      state: 'checked',
      day: '2014-05-06',
      origin: 'undated.test',
      check: { rows: 2, asks: [], days, from: '2014-05-06 00:00:00', to: '2014-05-06 00:00:00' },
    });
    await change(id, 'start');
    expect(await settled(id)).toMatchObject({ state: 'done', report: { rows: 2, days } });
    expect(await countsOf('undated')).toEqual({ records: 1, count: 1 });
    // on another day, the same records were seen once more
    const later = { day: '2015-05-06', origin: 'undated.test', start: 1 };
    const again = await upload('db.undated', Buffer.from(zone), later);
    expect(await settled(again)).toMatchObject({ state: 'done' });
    expect(await countsOf('undated')).toEqual({ records: 1, count: 2 });
    const { sources } = await get<{ sources: { source: string; as_of: string }[] }>('/sightline/collection');
    expect(sources.find(({ source }) => source === 'log:zone-file')).toMatchObject({ as_of: '2015-05-06' });

    const push = await send('/ingest/csv', 'name,answer\na.undated.test,198.51.100.7\n', { key: ingestKey });
    expect([push.status, push.error?.message]).toEqual([400, expect.stringContaining('Upload it on the page Sources')]);
    const mistyped = await send('/sightline/imports', { name: 'a.log', bytes: 1, dai: '2026-10-20' });
    expect([mistyped.status, mistyped.error?.message]).toEqual([400, expect.stringContaining('no member dai. ')]);
  });

  it('is for keys that may manage', async () => {
    const { status } = await send('/sightline/imports', { name: 'a', bytes: 1 }, { key: analystKey });
    expect(status).toBe(403);
    expect(await get('/sightline/imports', analystKey)).toMatchObject({ can_manage: false, inbox: '' });
  });
});

const eve = (index: number, zone: string) =>
  JSON.stringify({
    timestamp: '2026-10-20T12:00:00.000000+0000',
    event_type: 'dns',
    src_ip: '192.0.2.1',
    dest_ip: '192.0.2.2',
    dns: {
      version: 2,
      type: 'answer',
      rrname: `h${index}.${zone}.test`,
      rrtype: 'A',
      rcode: 'NOERROR',
      answers: [{ rrname: `h${index}.${zone}.test`, rrtype: 'A', ttl: 60, rdata: '198.51.100.9' }],
    },
  });
const eveLines = (count: number, zone: string, from = 0) =>
  Array.from({ length: count }, (_, index) => eve(from + index, zone)).join('\n');

describe('a push', () => {
  it('is answered after the commit, and changes nothing when it is sent again', async () => {
    const body = `${eveLines(50, 'push')}\nnot json\n`;
    const first = await send('/ingest/suricata-eve?source=edge', body);
    expect(first.response).toMatchObject({ state: 'done', format: 'suricata-eve', lines: 51, rows: 50, rejected: 1 });
    expect(await countsOf('push')).toEqual({ records: 50, count: 50 });
    const packed = { headers: { 'content-encoding': 'gzip', 'content-type': 'application/x-ndjson' } };
    expect((await send('/ingest/auto?source=edge', gzipSync(body), packed)).response).toMatchObject({
      state: 'known',
      rows: 0,
    });
    expect((await send('/ingest/auto?source=edge', gzipSync(body))).status).toBe(200);
    expect(await countsOf('push')).toMatchObject({ records: 50 });
    const { imports } = await get<{ imports: { way: string; lines: number; source: string }[] }>('/sightline/imports');
    expect(imports.find(({ way, source }) => way === 'push' && source === 'edge')).toMatchObject({
      state: 'receiving',
    });
  });

  it('goes by its Idempotency-Key where it has one', async () => {
    const keyed = { headers: { 'idempotency-key': 'batch 1' } };
    expect((await send('/ingest/suricata-eve', eveLines(5, 'keyed'), keyed)).response).toMatchObject({ state: 'done' });
    expect((await send('/ingest/suricata-eve', eveLines(9, 'keyed'), keyed)).response).toMatchObject({
      state: 'known',
    });
    expect((await countsOf('keyed')).records).toBe(5);
  });

  it('is taken out by source and day, and arrives when it is sent again', async () => {
    const path = '/ingest/suricata-eve?source=misconfigured';
    await send(path, eveLines(5, 'taken'));
    const { imports } = await get<{ imports: { id: string; source: string }[] }>('/sightline/imports');
    const { id = '' } = imports.find(({ source }) => source === 'misconfigured') ?? {};
    const { days } = await get<{ days: string[] }>(`/sightline/imports/${id}/removal`);
    expect(days).toHaveLength(1);
    const [day = ''] = days;
    expect(await get(`/sightline/imports/${id}/removal?day=${day}`)).toMatchObject({ records_removed: 5, days });
    expect((await change(id, 'remove')).error?.message).toBe(
      'Nothing was pushed on this day. The preview lists the days.',
    );
    await change(id, 'remove', { day });
    const listed = async () => (await get<{ imports: { id: string }[] }>('/sightline/imports')).imports;
    await expect.poll(async () => (await listed()).map((each) => each.id)).not.toContain(id);
    expect((await countsOf('taken')).records).toBe(0);
    expect((await send(path, eveLines(5, 'taken'))).response).toMatchObject({ state: 'done', rows: 5 });
    expect(await countsOf('taken')).toEqual({ records: 5, count: 5 });
  });

  it('takes a key that can do nothing else, in every way in which shippers send one', async () => {
    const base64 = (text: string) => Buffer.from(text).toString('base64');
    const ways = [
      `Bearer ${ingestKey}`,
      `Basic ${base64(`sightline:${ingestKey}`)}`,
      `ApiKey ${base64(`id:${ingestKey}`)}`,
    ];
    for (const [index, authorization] of ways.entries()) {
      const { status } = await send('/ingest/suricata-eve', eveLines(1, 'ways', index), { headers: { authorization } });
      expect(status).toBe(200);
    }
    const url = '/api/v1/explore/padns/lookup/query/a/h1.push.test';
    const asked = await stage.service().app.inject({ method: 'GET', url, headers: { 'x-api-key': ingestKey } });
    expect([asked.statusCode, asked.json<{ error: { message: string } }>().error.message]).toEqual([
      403,
      'The key "vector" has the role ingest. This needs a key with the role reader or analyst or admin or assistant.',
    ]);
    const look = await stage
      .service()
      .app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${adminKey}` } });
    expect(look.statusCode).toBe(401);
    expect((await send('/ingest/suricata-eve', eveLines(1, 'no'), { key: analystKey })).status).toBe(403);
  });

  it.each([
    ['an unknown format', '/ingest/nonsense', eveLines(1, 'bad'), 'There is no format "nonsense"'],
    ['an empty body', '/ingest/suricata-eve', '', 'The body is empty'],
    [
      'a format without answers',
      '/ingest/auto',
      '29-Mar-2026 10:00:00.000 client @0x7f 192.0.2.1#1 (a.test): query: a.test IN A + (192.0.2.53)\n',
      'BIND query log',
    ],
    [
      'a damaged archive',
      '/ingest/suricata-eve',
      gzipSync(eveLines(2000, 'bad')).subarray(0, 2000),
      'Nothing of it was written.',
    ],
    ['a web page', '/ingest/suricata-eve', '<!doctype html><html>', 'a web page'],
    ['a packet capture', '/ingest/auto', gzipSync(capture), 'Pushes are lines of text.'],
    ['text as a capture', '/ingest/pcap', 'some text', 'This is not a file of the format pcap.'],
  ])('of %s is refused whole, in words', async (_, path, body, words) => {
    const { status, error } = await send(path, body);
    expect([status, error?.message]).toEqual([400, expect.stringContaining(words)]);
    expect((await countsOf('bad')).records).toBe(0);
  });

  it('is told to come again when too many come at once, and then arrives exactly once', async () => {
    const one = async (index: number): Promise<number> => {
      for (let tries = 0; ; tries += 1) {
        const { status, headers } = await send('/ingest/suricata-eve', eveLines(10, 'many', index * 10));
        if (status === 200) return tries;
        expect([status, Number(headers['retry-after'])]).toEqual([429, expect.any(Number)]);
        await pause(100);
      }
    };
    const pushes = 24;
    const tries = await Promise.all(Array.from({ length: pushes }, (_, index) => one(index)));
    expect(Math.max(...tries)).toBeGreaterThan(0);
    expect(await countsOf('many')).toEqual({ records: 10 * pushes, count: 10 * pushes });
  });

  it('comes as a bulk request of Elasticsearch, too', async () => {
    const document = (index: number) => ({
      '@timestamp': '2026-10-20T12:00:00.000Z',
      dns: {
        type: 'answer',
        question: { name: `h${index}.bulk.test`, type: 'A' },
        answers: [{ name: `h${index}.bulk.test`, type: 'A', ttl: 60, data: '198.51.100.9' }],
      },
    });
    const actions = [{ index: { _index: 'dns' } }, { create: {} }];
    const lines = [0, 1]
      .flatMap((index) => [actions[index], document(index)])
      .map((each) => `${JSON.stringify(each)}\n`);
    const answer = await send('/ingest/elastic/_bulk', lines.join(''), {
      headers: { 'content-type': 'application/x-ndjson' },
    });
    expect(answer).toMatchObject({
      status: 200,
      errors: false,
      items: [{ index: { status: 201 } }, { create: { status: 201 } }],
    });
    expect((await countsOf('bulk')).records).toBe(2);
    const url = '/api/v1/ingest/elastic';
    const about = await stage.service().app.inject({ method: 'GET', url, headers: { 'x-api-key': ingestKey } });
    expect(about.headers['x-elastic-product']).toBe('Elasticsearch');
    expect((await send('/ingest/elastic/_bulk', 'nonsense\n')).status).toBe(400);
  });

  it.each([
    ['a line without an end', `{"create":{}}\n${'x'.repeat(1_100_000)}`, 'A line has at most 1 MB'],
    ['more actions than records', '{"delete":{}}\n'.repeat(300_001), 'at most 300000 actions'],
  ])('of %s is refused as too large', async (_, body, words) => {
    const { status, error } = await send('/ingest/elastic/_bulk', body);
    expect([status, error?.message]).toEqual([413, expect.stringContaining(words)]);
  });

  it('of what is not gzip is told so', async () => {
    const packed = { headers: { 'content-encoding': 'gzip' } };
    const { status, error } = await send('/ingest/suricata-eve', Buffer.from(eveLines(2, 'bad')), packed);
    expect([status, error?.message]).toEqual([400, expect.stringContaining('The body is not valid gzip')]);
  });
});

// the last test: the newer entries stay
describe('an uploaded log of long ago', () => {
  it.runIf(isLongRun)('is listed on a page after 500 newer ones, and taken out there', { tags: 'long' }, async () => {
    const id = await upload('old.log', Buffer.from(zeekLogOf(5, 'old')), { start: 1 });
    expect(await settled(id)).toMatchObject({ state: 'done' });
    const logs = join(stage.folder, 'logs');
    const soon = epochSecondsToTimestamp(Math.floor(Date.now() / 1000) + 3600);
    const ended = JSON.parse(readFileSync(join(logs, `${id}.json`), 'utf8')) as object;
    for (let newer = 0; newer < 500; newer += 1) {
      const entry = { ...ended, id: `newer-${newer}`, added: soon, imports: [] };
      writeFileSync(join(logs, `newer-${newer}.json`), JSON.stringify(entry));
    }
    await stage.restart();
    await settled(await upload('next.log', Buffer.from(zeekLogOf(1, 'next'))));
    type Page = { readonly imports: readonly { readonly id: string }[]; readonly older: string };
    const { imports, older } = await get<Page>('/sightline/imports');
    expect(imports).not.toContainEqual(expect.objectContaining({ id }));
    const next = await get<Page>(`/sightline/imports?before=${older}`);
    expect(next.imports).toContainEqual(expect.objectContaining({ id, state: 'done', name: 'old.log' }));
    expect(await get(`/sightline/imports/${id}/removal`)).toMatchObject({ records_removed: 5 });
    expect((await change(id, 'remove')).response).toMatchObject({ state: 'removing' });
    expect(await settled(id)).toMatchObject({ state: 'removed' });
    expect((await countsOf('old')).records).toBe(0);
  });
});
