// @module-tag long
import { closeSync, openSync, readdirSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canMount, fillCollection, startService, type ServiceProcess } from '#test/server/service-process.ts';
import { specFolder } from '#test/server/spec-folder.ts';
import { zeekLog, zeekLogDay } from '#test/server/zeek-log.ts';

const [seed, folder] = [specFolder('log-disk-seed'), specFolder('log-disk')];
const zones = 200;
/** The hosts of each zone are spread over the whole log. */
const logOf = (suffix: string, lines: number): string =>
  zeekLog(
    Array.from({ length: lines }, (_, line) => [
      zeekLogDay + line + 0.5,
      `h${line}.z${line % zones}.${suffix}.test`,
      '198.51.100.7',
    ]),
  );

// Mounts in a namespace of its own need root or user namespaces; where the kernel allows neither, no small disk can be made.
describe.skipIf(!canMount)('logs on a full disk (skipped where no disk can be mounted)', { timeout: 400_000 }, () => {
  let service: ServiceProcess;
  /** The data folder as the service sees it. */
  let inside: string;
  let ballast: string;

  beforeAll(async () => {
    await fillCollection(seed, 1000);
    // uploads are refused from the start where less than half a gigabyte is free
    service = await startService(folder, {
      disks: `mount -t tmpfs -o size=700m tmpfs ${folder} && cp -r ${seed}/. ${folder}`,
      env: { SIGHTLINE_WATCH_SECONDS: '1' },
    });
    inside = `/proc/${service.pid}/root${folder}`;
    ballast = join(inside, 'ballast');
  }, 300_000);
  afterAll(() => service?.kill());

  const free = (): number => {
    const { bavail, bsize } = statfsSync(inside);
    return bavail * bsize;
  };
  /** Fills the disk until so much is free. */
  const fill = (left: number): void => {
    const file = openSync(ballast, 'a');
    const zeros = Buffer.alloc(4_000_000);
    try {
      while (free() > left) writeSync(file, zeros, 0, Math.min(zeros.length, free() - left));
    } catch {
      // not a byte more
    }
    closeSync(file);
  };
  const makeRoom = (): void => rmSync(ballast);

  interface Entry {
    readonly id: string;
    readonly state: string;
    readonly received: number;
    readonly error: string | null;
    readonly lines: number;
    readonly check: { readonly lines: number } | null;
    readonly report: { readonly rows: number } | null;
  }
  const one = async (id: string): Promise<Entry> => (await service.ask(`/sightline/imports/${id}`)).response;
  async function announce(name: string, bytes: number): Promise<string> {
    return (await service.ask('/sightline/imports', { name, bytes })).response.id;
  }
  const piece = (id: string, offset: number, content: Buffer) =>
    service.ask(`/sightline/imports/${id}/content?offset=${offset}`, content);
  async function until(id: string, state: string): Promise<Entry> {
    for (;;) {
      const entry = await one(id);
      if (entry.state === state) return entry;
      if (['failed', 'cancelled', 'done'].includes(entry.state)) throw new Error(`${entry.state}: ${entry.error}`);
      await pause(50);
    }
  }
  /** How often each host of a zone was seen. */
  async function countsIn(zone: string): Promise<readonly number[]> {
    const { response } = await service.ask(`/explore/padns/lookup/query/a/*.${zone}.test?limit=10000`);
    return (response as { records: { count: number }[] }).records.map(({ count }) => count);
  }
  const soon = { timeout: 200_000 };
  const full = { status: 503, error: { code: 'store_full' }, headers: { 'retry-after': '60' } };

  it('a piece of an upload is refused, leaves nothing behind, and goes through when there is room', async () => {
    const content = Buffer.from(logOf('piece', 40_000));
    const id = await announce('dns.log', content.length);
    const [first, second] = [content.subarray(0, 1_000_000), content.subarray(1_000_000)];
    expect(await piece(id, 0, first)).toMatchObject({ status: 200 });
    fill(300_000);
    expect(await piece(id, first.length, second)).toMatchObject(full);
    expect(await one(id)).toMatchObject({ state: 'uploading', received: first.length });
    expect(statSync(join(inside, 'logs', `${id}.data`)).size).toBe(first.length);
    makeRoom();
    expect(await piece(id, first.length, second)).toMatchObject({ status: 200 });
    expect((await until(id, 'checked')).check).toMatchObject({ lines: 40_002, rejected: 0, new_rows: 40_000 });
  });

  it('a push is refused whole, and arrives once when there is room', async () => {
    // short enough to come in one piece, of which a full disk takes the beginning without a word
    const body = Buffer.from(logOf('push', 1000));
    // each event becomes longer when the list is taken apart
    const events = Array.from(
      { length: 500 },
      (_, host) =>
        `{"rrname":"h${host}.list.test","rrtype":"A","rdata":"198.51.100.7","time_first":${zeekLogDay},"time_last":${zeekLogDay},"x":[${'1e20,'.repeat(40)}0]}`,
    );
    const list = Buffer.from(`[${events.join(',')}]`);
    fill(Math.floor(1.2 * list.length));
    expect(await service.ask('/ingest/cof', list)).toMatchObject(full);
    makeRoom();
    fill(Math.floor(body.length / 2));
    expect(await service.ask('/ingest/zeek-dns', body)).toMatchObject(full);
    expect(readdirSync(join(inside, 'logs/pushes'))).toEqual([]);
    makeRoom();
    expect(await service.ask('/ingest/cof', list)).toMatchObject({
      status: 200,
      response: { state: 'done', rows: 500 },
    });
    expect(await service.ask('/ingest/zeek-dns', body)).toMatchObject({
      status: 200,
      response: { state: 'done', rows: 1000 },
    });
    expect(await countsIn('list')).toEqual(Array.from({ length: 500 }, () => 1));
    expect(await countsIn('z7.push')).toEqual(Array.from({ length: 5 }, () => 1));
  });

  it('an import waits, says why, and goes on by itself when there is room', async () => {
    const lines = 140_000;
    const content = gzipSync(logOf('middle', lines), { level: 1 });
    const id = await announce('dns.log.gz', content.length);
    await piece(id, 0, content);
    await until(id, 'checked');
    // room for one batch, not for all of them
    fill(7_000_000);
    await service.ask(`/sightline/imports/${id}`, { action: 'start' });
    await expect
      .poll(() => one(id), soon)
      .toMatchObject({
        state: 'waiting',
        error: 'The disk of the service is full. Free some space.',
        lines: expect.toSatisfy((written: number) => written < lines),
      });
    await expect
      .poll(() => service.said(), soon)
      .toContain('The log dns.log.gz could not be imported yet and will be tried again.');
    makeRoom();
    expect(await until(id, 'done')).toMatchObject({ error: null, report: { rows: lines } });
    for (const zone of [0, 99, zones - 1])
      expect(await countsIn(`z${zone}.middle`)).toEqual(Array.from({ length: lines / zones }, () => 1));
  });
});
