// @module-tag long
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { canMount, childProgram, fillCollection, onPrivateDisk, startService } from '#test/server/service-process.ts';
import { specFolder } from '#test/server/spec-folder.ts';

const place = specFolder('disk');
const newFolder = () => mkdtempSync(join(place, 'run-'));
/** Runs the service on a disk on which it cannot start. */
async function startOn(disks: string, folder: string, as: readonly string[] = []) {
  const [command, args] = onPrivateDisk(disks, [...as, process.execPath, await childProgram('main')]);
  const env = { PATH: process.env['PATH'], SIGHTLINE_DATA: folder, SIGHTLINE_PORT: '0', SIGHTLINE_SAMPLE: 'off' };
  return spawnSync(command, args, { encoding: 'utf8', env, timeout: 200_000 });
}

// Mounts in a namespace of its own need root or user namespaces; where the kernel allows neither, there is no small disk.
describe.skipIf(!canMount)('the disk (skipped where no disk can be mounted)', { timeout: 400_000 }, () => {
  it('a read-only folder stops the start with a sentence that names it', async () => {
    const folder = newFolder();
    const { status, stderr } = await startOn(`mount -t tmpfs -o ro tmpfs ${folder}`, folder);
    expect(stderr).toBe(
      `Sightline did not start. The data folder ${folder} is read-only. Make it writable, or set SIGHTLINE_DATA to another folder.\n`,
    );
    expect(status).toBe(1);
  });

  it('a full disk stops the start with a sentence that names the folder', async () => {
    const folder = newFolder();
    const fill = `mount -t tmpfs -o size=1m tmpfs ${folder} && (cat /dev/zero > ${folder}/ballast 2>/dev/null || true)`;
    const { status, stderr } = await startOn(fill, folder);
    expect(stderr).toBe(
      `Sightline did not start. The disk of the data folder ${folder} is full. Free some space and start again.\n`,
    );
    expect(status).toBe(1);
  });

  it.each(['store', 'logs'])(
    'a folder of another user stops the start with a sentence that names it: %s',
    async (name) => {
      const folder = newFolder();
      const disk = `mount -t tmpfs tmpfs ${folder} && mkdir ${folder}/${name} && mkdir -m 0 ${folder}/${name}/data`;
      const { status, stderr } = await startOn(
        name === 'store' ? disk : `${disk} && chmod 0 ${folder}/logs`,
        folder,
        // root may otherwise use every file
        ['setpriv', '--bounding-set', '-dac_override,-dac_read_search'],
      );
      expect(stderr).toContain(
        `The user of this process may not use ${folder}/${name === 'store' ? 'store/data' : 'logs'}: give it the whole data folder (chown -R).\n`,
      );
      expect(status).toBe(1);
    },
  );

  it('a disk that fills up while batches are written: nothing is cut in half, and writing goes on when there is room', async () => {
    const folder = newFolder();
    const child = [await childProgram('full-disk-in-child'), '--folder', folder];
    const mount = `mount -t tmpfs -o size=60m tmpfs ${folder}`;
    const { stderr, status } = spawnSync(...onPrivateDisk(mount, [process.execPath, ...child]), { encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    const lines = stderr
      .trim()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    const [before, full, still, freed] = lines.map(
      (line) => JSON.parse(line) as Record<string, Record<string, number>>,
    );
    expect(before).toMatchObject({ fault: null, writeFault: null });
    for (const step of [full, still]) {
      expect(step).toMatchObject({ writeFault: expect.stringContaining('full') });
      expect(step?.['fault']).toMatch(/disk-full|ENOSPC/);
      expect(step?.['counts']).toEqual(before?.['counts']);
    }
    expect(freed).toMatchObject({ fault: null, writeFault: null });
    // both the batch in doubt and the new one arrived in every table
    for (const [table, rows] of Object.entries(freed?.['counts'] ?? {}))
      expect(rows, table).toBeGreaterThan(before?.['counts']?.[table] ?? Infinity);
  });

  it('a disk that fills up under the service: look-ups go on, what must be kept is refused with 503, and all recovers', async () => {
    const [seed, folder] = [newFolder(), newFolder()];
    await fillCollection(seed, 1000);
    const disks = `mount -t tmpfs -o size=80m tmpfs ${folder} && cp -r ${seed}/. ${folder}`;
    const service = await startService(folder, { disks });
    try {
      const inside = `/proc/${service.pid}/root${folder}`;
      const lookup = (query: string) => service.ask(`/explore/padns/lookup/query/a/*.example${query}`);
      const whole = await lookup('?limit=50');
      expect(whole.status).toBe(200);
      const filled: string[] = [];
      for (let size = 1_000_000; size >= 1; size = Math.floor(size / 10))
        try {
          for (;;) {
            filled.push(join(inside, `ballast-${filled.length}`));
            writeFileSync(filled.at(-1) ?? '', Buffer.alloc(size));
          }
        } catch {
          // smaller pieces until nothing fits any more
        }
      expect(await lookup('?limit=50&skip=0')).toMatchObject({ status: 200, response: whole.response });
      expect(await lookup('?limit=51&prefer=job_id')).toMatchObject({
        status: 503,
        headers: { 'retry-after': '60' },
        error: { code: 'store_full', message: expect.stringContaining('full') },
      });
      const writes = async () => {
        const [ready, metrics] = await Promise.all(
          ['readyz', 'metrics'].map(async (path) => (await fetch(new URL(`/${path}`, service.url))).text()),
        );
        return [JSON.parse(ready ?? '').writes, /use="write"} (\d)/.exec(metrics ?? '')?.[1]];
      };
      expect(await writes()).toEqual([expect.stringContaining('The disk of the data folder is full'), '0']);
      for (const file of filled) rmSync(file, { force: true });
      expect(await lookup('?limit=52&prefer=job_id')).toMatchObject({ status: 200 });
      expect(await writes()).toEqual([undefined, '1']);
      const halves = () => readdirSync(join(inside, 'jobs')).filter((name) => name.endsWith('.partial'));
      await vi.waitFor(() => expect(halves()).toEqual([]), { timeout: 200_000 });
    } finally {
      await service.kill();
    }
  });
});
