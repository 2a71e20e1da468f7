// @module-tag long
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import type { LogImport } from '#contract/generated/types.gen.ts';
import { useFeedStage } from '#test/server/feed-stage.ts';
import { logClient } from '#test/server/log-client.ts';
import { openLoopbackBucket } from '#test/server/loopback-bucket.ts';
import { useOpened } from '#test/server/use-opened.ts';
import { zeekLogOf } from '#test/server/zeek-log.ts';

// The whole service with a bucket of the S3 interface.

const bucket = useOpened(openLoopbackBucket);
const stage = useFeedStage(() => ({ start: new Date(), hasScores: false, env: bucket.env }));
const { get, change, countsOf } = logClient(stage);
const waiting = { timeout: 100_000, interval: 100 };

/** Entries of the bucket in the import log, sorted: name and state. */
async function entries(): Promise<readonly string[]> {
  const { imports = [] } = await get<{ imports?: readonly LogImport[] }>('/sightline/imports');
  return imports.flatMap(({ way, name, state }) => (way === 'bucket' ? [`${name} ${state}`] : [])).sort();
}
const counts = (zone: string, count: number) =>
  vi.waitFor(async () => expect(await countsOf(zone)).toEqual({ records: count, count }), waiting);
/** Resolves when the whole bucket has been listed once more. */
async function looked(): Promise<void> {
  const pages = () => bucket.sent.filter((key) => key === '').length;
  const before = pages();
  await vi.waitFor(() => expect(pages()).toBeGreaterThan(before + 4), waiting);
}

it('imports objects below the prefix, with any name, plain and packed', async () => {
  bucket.put('sensors/a b+c/dns (1)!.log', zeekLogOf(5, 'plain'));
  bucket.put('sensors/größe&<x>/dns.log.gz', gzipSync(zeekLogOf(6, 'packed')));
  bucket.put('sensors/.dns.log.part', zeekLogOf(3, 'unfinished'));
  bucket.put('sensors/empty/', '');
  bucket.put('elsewhere/dns.log', zeekLogOf(4, 'elsewhere'));
  await counts('plain', 5);
  await counts('packed', 6);
  await looked();
  expect(await entries()).toEqual(['a b+c/dns (1)!.log done', 'größe&<x>/dns.log.gz done']);
  expect(bucket.sent.filter((key) => key !== '')).toHaveLength(2);
  expect(await countsOf('elsewhere')).toMatchObject({ records: 0 });
});

it('counts a log once when it grows, is renamed and is deleted', async () => {
  const whole = zeekLogOf(40, 'growing');
  const firstLines = (count: number) =>
    whole
      .split('\n')
      .slice(0, count + 2)
      .join('\n');
  bucket.put('sensors/current.log', firstLines(10));
  await counts('growing', 10);
  bucket.put('sensors/current.log', firstLines(20));
  await counts('growing', 20);
  // rotated, with the lines that were written since
  bucket.put('sensors/rotated.log', firstLines(30));
  bucket.put('sensors/current.log', zeekLogOf(7, 'next'));
  await counts('next', 7);
  await counts('growing', 30);
  // renamed only, which brings nothing
  await vi.waitFor(async () => expect(await entries()).toContain('rotated.log done'), waiting);
  const before = await entries();
  bucket.remove('sensors/rotated.log');
  bucket.put('sensors/archive/rotated.log', firstLines(30));
  await looked();
  expect(await entries()).toEqual(before);
  bucket.put('sensors/archive/rotated.log', whole);
  await counts('growing', 40);
  for (const key of ['archive/rotated.log', 'current.log']) bucket.remove(`sensors/${key}`);
  await looked();
  await counts('growing', 40);
  await counts('next', 7);
}, 200_000);

it('imports what was already imported, and what a restart interrupts, once', async () => {
  bucket.put('sensors/copy.log.gz', gzipSync(zeekLogOf(5, 'plain')));
  await vi.waitFor(async () => expect(await entries()).toContain('copy.log.gz known'), waiting);
  bucket.put('sensors/long.log', zeekLogOf(20_000, 'long'));
  await vi.waitFor(() => expect(bucket.sent).toContain('sensors/long.log'), waiting);
  await stage.restart();
  await counts('long', 20_000);
  await looked();
  await counts('long', 20_000);
  expect((await entries()).filter((entry) => entry.startsWith('long.log'))).toEqual(['long.log done']);
  await counts('plain', 5);
}, 200_000);

it('names objects that are no logs, and keeps nothing of them', async () => {
  bucket.put('sensors/notes.txt', 'dear all,\nplease find attached the log\n');
  await vi.waitFor(async () => expect(await entries()).toContain('notes.txt failed'), waiting);
  await looked();
  expect(bucket.sent.filter((key) => key === 'sensors/notes.txt')).toHaveLength(1);
  // files of what was read last are removed after its entry is written
  await vi.waitFor(() => {
    expect(readdirSync(join(stage.folder, 'logs')).filter((name) => name.endsWith('.data'))).toEqual([]);
    expect(readdirSync(join(stage.folder, 'logs/bucket'))).toEqual(['objects.json']);
  }, waiting);
});

it('leaves out an object that it may not read, and takes it once it may', async () => {
  bucket.archived.add('sensors/archived.log');
  bucket.put('sensors/archived.log', zeekLogOf(6, 'archived'));
  bucket.put('sensors/behind.log', zeekLogOf(7, 'behind'));
  await counts('behind', 7);
  await looked();
  expect(stage.reports.filter((report) => report.includes('archived'))).toEqual([
    expect.stringMatching(
      /^The object archived.log of the bucket is left out .* restore it first \(status 403, Invalid/,
    ),
  ]);
  bucket.archived.clear();
  await counts('archived', 6);
}, 200_000);

it('imports the objects behind one whose download always breaks off, and that one once it does not', async () => {
  bucket.broken.add('sensors/breaks.log');
  bucket.put('sensors/breaks.log', zeekLogOf(6, 'breaks'));
  bucket.put('sensors/later.log', zeekLogOf(7, 'later'));
  await counts('later', 7);
  bucket.broken.clear();
  await counts('breaks', 6);
}, 200_000);

it('ends a list that does not end', async () => {
  bucket.repeatLists(true);
  const isSaid = () => stage.reports.some((report) => report.includes('lists the same objects again and again'));
  await vi.waitFor(() => expect(isSaid()).toBe(true), waiting);
  bucket.repeatLists(false);
});

it('takes an object back out, and does not import it again', async () => {
  const { imports = [] } = await get<{ imports?: readonly LogImport[] }>('/sightline/imports');
  const id = imports.find(({ name }) => name === 'größe&<x>/dns.log.gz')?.id ?? '';
  expect((await change(id, 'remove')).status).toBe(200);
  await counts('packed', 0);
  await looked();
  await counts('packed', 0);
});

it('says why it cannot read the bucket, without the secret, and reads it once it can', async () => {
  bucket.refuse(503, 'SlowDown');
  const said = (word: string) =>
    vi.waitFor(() => expect(stage.reports.find((report) => report.includes(word))).toBeDefined(), waiting);
  await said('SlowDown');
  bucket.refuse();
  await stage.restart({ ...bucket.env, SIGHTLINE_S3_SECRET: 'another-secret' });
  await said('(status 403, SignatureDoesNotMatch)');
  await stage.restart({
    ...bucket.env,
    SIGHTLINE_S3_URL: 'https://10.0.0.1:9000/logs/',
    SIGHTLINE_S3_INSIDE: 'off',
  });
  await said('it is not a public address (private). If it is inside your network, set SIGHTLINE_S3_INSIDE=on.');
  bucket.put('sensors/late.log', zeekLogOf(8, 'late'));
  await stage.restart();
  await counts('late', 8);
  const log = await get('/sightline/imports');
  expect(log['bucket']).toBe(`${bucket.url}/sensors/`);
  const shown = [...stage.reports, JSON.stringify(log), readFileSync(join(stage.folder, 'logs/bucket/objects.json'))];
  for (const text of shown) {
    expect(String(text)).not.toContain(bucket.secret);
    expect(String(text)).not.toContain(bucket.keyId);
  }
}, 200_000);
