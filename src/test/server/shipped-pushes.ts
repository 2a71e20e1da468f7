import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { randomFor } from '#sample/random.ts';
import { startService, type ServiceProcess } from './service-process.ts';

const linesOfPush = 20;
const hosts = 200;
const begin = Date.UTC(2026, 9, 20) / 1000;

interface ShippedPushes {
  /** How often each name was seen according to the service, and how often it was pushed. */
  readonly found: ReadonlyMap<string, number>;
  readonly expected: ReadonlyMap<string, number>;
  /** The number of pushes that were answered before a kill. */
  readonly answered: number;
}

/** Three shippers push observations to a service that is killed and started again; each repeats a push until it is answered. */
export async function shipPushes(folder: string, kills: number): Promise<ShippedPushes> {
  let service = await startService(folder);
  const random = randomFor('pushes');
  const expected = new Map<string, number>();
  let pushes = 0;
  let isEnding = false;

  const ship = async (): Promise<void> => {
    while (!isEnding) {
      const number = (pushes += 1);
      const names = Array.from({ length: linesOfPush }, () => `h${Math.floor(random.next() * hosts)}.pushed.test`);
      const lines = names.map((rrname, index) => {
        const time = begin + number * linesOfPush + index;
        return JSON.stringify({ rrname, rrtype: 'A', rdata: '198.51.100.7', time_first: time, time_last: time });
      });
      await pushUntilAnswered(() => service, lines.join('\n'));
      for (const name of names) expected.set(name, (expected.get(name) ?? 0) + 1);
    }
  };
  const shippers = [ship(), ship(), ship()];
  let answered = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const before = pushes;
    // every other process completes at least one push, however slow the machine is
    await expect.poll(() => pushes, { interval: 2 }).toBeGreaterThan(before + (kill % 2 === 0 ? 3 : -1));
    await pause(random.next() * 60);
    await service.kill();
    answered += pushes - before;
    service = await startService(folder);
  }
  isEnding = true;
  await Promise.all(shippers);

  const { response } = await service.ask('/explore/padns/lookup/query/a/*.pushed.test?limit=1000');
  await service.kill();
  const records = response.records as { query: string; count: number }[];
  return { found: new Map(records.map(({ query, count }) => [query, count])), expected, answered };
}

async function pushUntilAnswered(currentService: () => ServiceProcess, body: string): Promise<void> {
  for (;;) {
    const answer = await currentService()
      .ask('/ingest/cof', body, 1)
      .catch(() => undefined);
    if (answer?.status === 200) return;
    if (answer && ![429, 503].includes(answer.status)) throw new Error(answer.error?.message);
    await pause(20);
  }
}
