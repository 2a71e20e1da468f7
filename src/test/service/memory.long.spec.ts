// @module-tag long
import { afterAll, beforeAll, expect, it } from 'vitest';
import { peakMemory, residentMemory, resetPeakMemory } from '#test/server/fuzz.ts';
import { type ServiceProcess, startService } from '#test/server/service-process.ts';
import { specFolder } from '#test/server/spec-folder.ts';
import { worstCases } from '#test/server/worst-cases.ts';

const folder = specFolder('memory');
let service: ServiceProcess;
beforeAll(async () => {
  service = await startService(folder, { sample: true });
}, 600_000);
afterAll(() => service.kill());

it.skipIf(process.platform !== 'linux')(
  'eight searches through all certificates take at most 1.2 GB, and give it back',
  async () => {
    const worst = worstCases.find(({ title }) => title.startsWith('C12'));
    const before = residentMemory(service.pid);
    resetPeakMemory(service.pid);
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all(
        service.keys.slice(0, 8).map(async (key, caller) => {
          const answer = await fetch(`${service.url}${worst?.path(8 * round + caller)}`, {
            headers: { 'x-api-key': key },
          });
          return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength };
        }),
      );
      for (const { status, bytes } of answers) expect([status, bytes > 1_000_000]).toEqual([200, true]);
    }
    expect(peakMemory(service.pid)).toBeLessThan(1.2e9);
    await expect
      .poll(() => residentMemory(service.pid) - before, { timeout: 60_000, interval: 1000 })
      .toBeLessThan(300e6);
  },
  180_000,
);
