import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { randomFor } from '#sample/random.ts';
import { fillCollection, startService, type ServiceProcess } from '#test/server/service-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'sightline-push-kills-'));
let service: ServiceProcess;
afterAll(async () => {
  await service?.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** `npx vitest run --mode whole` with this file kills more often. */
const kills = import.meta.env.MODE === 'whole' ? 20 : 10;
const linesOfPush = 20;
const hosts = 200;
const begin = Date.UTC(2026, 9, 20) / 1000;

it(`pushes with retries arrive exactly once, whenever the service is killed`, { timeout: 900_000 }, async () => {
  await fillCollection(folder, 1000);
  service = await startService(folder);
  const random = randomFor('pushes');
  const expected = new Map<string, number>();
  let pushes = 0;
  let isEnding = false;

  /** A shipper: sends one push after the other, each until it is answered. */
  const ship = async (): Promise<void> => {
    while (!isEnding) {
      const number = (pushes += 1);
      const lines = Array.from({ length: linesOfPush }, (_, index) => {
        const name = `h${Math.floor(random.next() * hosts)}.pushed.test`;
        return {
          name,
          text: JSON.stringify({ rrname: name, rrtype: 'A', rdata: '198.51.100.7', ...times(number, index) }),
        };
      });
      await untilAnswered(lines.map(({ text }) => text).join('\n'));
      for (const { name } of lines) expected.set(name, (expected.get(name) ?? 0) + 1);
    }
  };
  const shippers = [ship(), ship(), ship()];
  let answered = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const before = pushes;
    // every other one gets through a push at least, however slow the machine is
    await expect.poll(() => pushes, { interval: 2 }).toBeGreaterThan(before + (kill % 2 === 0 ? 3 : -1));
    await pause(random.next() * 60);
    await service.kill();
    answered += pushes - before;
    service = await startService(folder);
  }
  isEnding = true;
  await Promise.all(shippers);
  expect(answered).toBeGreaterThan(kills);

  const headers = { 'x-api-key': service.keys[0] ?? '' };
  const url = `${service.url}/explore/padns/lookup/query/a/*.pushed.test?limit=1000`;
  const answer = (await (await fetch(url, { headers })).json()) as {
    response: { records: { query: string; count: number }[] };
  };
  const counts = answer.response.records.map(({ query, count }) => [query, count] as const);
  expect(new Map(counts)).toEqual(expected);
});

function times(push: number, line: number): object {
  const time = begin + push * linesOfPush + line;
  return { time_first: time, time_last: time };
}

async function untilAnswered(body: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${service.url}/ingest/cof`, {
      ...{
        method: 'POST',
        body,
        headers: { 'x-api-key': service.keys[1] ?? '', 'content-type': 'application/x-ndjson' },
      },
    }).catch(() => undefined);
    if (answer?.status === 200) return void (await answer.text().catch(() => ''));
    if (answer && ![429, 503].includes(answer.status)) throw new Error(await answer.text());
    await pause(20);
  }
}
