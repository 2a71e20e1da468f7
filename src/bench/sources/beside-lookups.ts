import { exactNames } from '#bench/service/passive-dns-rows.ts';
import { percentile, verdict } from '#bench/service/figures.ts';
import type { Order } from '#bench/service/host.ts';
import type { Service } from '#bench/service/service.ts';

const path = '/api/v1/explore/padns/lookup/query/a';
const callers = 4;
const idleSeconds = 10;

/** The time of work in the store, and how much it slows look-ups. @returns whether both are within their limits, the latter if it has one */
export async function measureBeside(
  service: Service,
  records: number,
  work: { readonly title: string; readonly order: Order; readonly maxSeconds: number; readonly maxRatio?: number },
): Promise<boolean> {
  const names = exactNames(records);
  await lookUps(service, names, pause(2)); // the service has just started: its code is not compiled yet
  const idle = await lookUps(service, names, pause(idleSeconds));
  const memory = watchMemory(service);
  let milliseconds = 0;
  const during = await lookUps(
    service,
    names,
    service.order(work.order).then((taken) => void (milliseconds = taken)),
  );
  const peak = await memory.stop();
  const [before, beside] = [percentile(idle, 0.95), percentile(during, 0.95)];
  const isGood = milliseconds <= work.maxSeconds * 1000 && beside / before <= (work.maxRatio ?? Infinity);
  console.log(
    `${work.title.padEnd(34)}${(milliseconds / 1000).toFixed(1).padStart(8)} s  ${verdict(isGood)}   look-ups p95 ${before.toFixed(1)} ms idle, ${beside.toFixed(1)} ms during: ${(beside / before).toFixed(1)} times   peak ${(peak / 1e6).toFixed(0)} MB`,
  );
  return isGood;
}

/** Requests one name after another until the work is done. @returns how long each look-up took */
async function lookUps(service: Service, names: readonly string[], until: Promise<unknown>): Promise<number[]> {
  const milliseconds: number[] = [];
  let isDone = false;
  const done = until.finally(() => {
    isDone = true;
  });
  let next = 0;
  const call = async (_: unknown, number: number) => {
    const caller = service.caller(number);
    while (!isDone) {
      const name = names[(next += 1) % names.length] ?? '';
      const askedAt = performance.now();
      const { status } = await caller.ask(`${path}/${name}`);
      if (status !== 200) throw new Error(`a look-up answered ${status}`);
      milliseconds.push(performance.now() - askedAt);
      await pause(0.005);
    }
    caller.close();
  };
  await Promise.all([done, ...Array.from({ length: callers }, call)]);
  return milliseconds;
}

function watchMemory(service: Service): { stop(): Promise<number> } {
  let [peak, isOn] = [0, true];
  const watching = (async () => {
    while (isOn) {
      const text = await service.text('/metrics');
      peak = Math.max(peak, Number(/^process_resident_memory_bytes ([\d.e+]+)/m.exec(text)?.[1]));
      await pause(0.5);
    }
  })();
  return {
    stop: async () => {
      isOn = false;
      await watching;
      return peak;
    },
  };
}

function pause(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}
