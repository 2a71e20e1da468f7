import { setTimeout as pause } from 'node:timers/promises';
import { percentile, shown, verdict } from './figures.ts';
import { exactNames } from './passive-dns-rows.ts';
import { callers, type Service } from './service.ts';

const forward = '/explore/padns/lookup/query/a';

/** 16 callers ask for different names, no answer from the cache. @returns whether at least 1,000 a second were answered */
export async function measureCallers(service: Service, records: number): Promise<boolean> {
  const names = exactNames(records)[Symbol.iterator]();
  await askForSeconds(service, names, 2); // the service has just started: its code is not compiled yet
  const cpuBefore = await cpuSeconds(service);
  const startedAt = performance.now();
  const milliseconds = await askForSeconds(service, names, 6);
  const perSecond = (milliseconds.length * 1000) / (performance.now() - startedAt);
  const cpuEach = (((await cpuSeconds(service)) - cpuBefore) * 1000) / milliseconds.length;
  const isGood = perSecond >= 1000;
  console.log(
    `${callers} callers, exact look-ups    ${perSecond.toFixed(0)} a second, p50/p95 ${shown(milliseconds)} ms, ${cpuEach.toFixed(2)} ms of processor each  ${verdict(isGood)}`,
  );
  return isGood;
}

/** @returns how long each look-up took */
async function askForSeconds(service: Service, names: Iterator<string>, seconds: number): Promise<number[]> {
  const milliseconds: number[] = [];
  const endsAt = performance.now() + seconds * 1000;
  const call = async (_: unknown, number: number) => {
    const caller = service.caller(number);
    while (performance.now() < endsAt) {
      const { value: name, done } = names.next();
      if (done) throw new Error('too few records for so fast a service: give more with --records');
      const askedAt = performance.now();
      const status = await caller.get(`/api/v1${forward}/${name}`);
      if (status !== 200) throw new Error(`an exact look-up answered ${status}`);
      milliseconds.push(performance.now() - askedAt);
    }
    caller.close();
  };
  await Promise.all(Array.from({ length: callers }, call));
  return milliseconds;
}

/** What the service and this process, its callers, have used of the processors. */
async function cpuSeconds(service: Service): Promise<number> {
  const { user, system } = process.cpuUsage();
  const used = /^process_cpu_seconds_total ([\d.]+)/m.exec(await service.text('/metrics'))?.[1];
  return Number(used) + (user + system) / 1e6;
}

/** The same question again and again, answered from the cache. @returns whether the median is below 0.6 ms */
export async function measureRepeats(service: Service, records: number): Promise<boolean> {
  const path = `${forward}/${exactNames(records)[7] ?? ''}`;
  await service.order({ act: 'keep-answers', value: true });
  const milliseconds: number[] = [];
  for (let time = 0; time < 1500; time += 1) milliseconds.push((await service.ask(path)).milliseconds);
  await service.order({ act: 'keep-answers', value: false });
  const warm = milliseconds.slice(500);
  const isGood = percentile(warm, 0.5) < 0.6;
  console.log(
    `repeat of a question, from cache  p50 ${percentile(warm, 0.5).toFixed(2)} p95 ${percentile(warm, 0.95).toFixed(2)} ms  ${verdict(isGood)}`,
  );
  return isGood;
}

/** Nested repetitions of wide classes make a large automaton: many seconds over the names of the collection. */
const slow = `${forward}/_?limit=1&regex=`;
const slowRegex = (number: number) => encodeURIComponent(`(.*[a-m].{15}[n-z]){6}.{${number}}`);

/**
 * Twenty slow searches, each left by closing its socket while it runs. The search ends only when its statement has ended in
 * the engine, which is when its session serves again. @returns whether that took at most 250 ms every time
 */
export async function measureCancelling(service: Service): Promise<boolean> {
  const milliseconds: number[] = [];
  for (let number = 0; number < 20; number += 1) {
    const hangUp = new AbortController();
    const asked = service.ask(`${slow}${slowRegex(number)}`, { signal: hangUp.signal }).then(
      ({ status, milliseconds: taken }) => `${status} after ${taken.toFixed(0)} ms`,
      () => 'left',
    );
    await pause(200);
    if ((await runningSearches(service)) !== 1) throw new Error('the slow search is not slow enough to be cancelled');
    const leftAt = performance.now();
    hangUp.abort();
    const outcome = await asked;
    if (outcome !== 'left') throw new Error(`the slow search was answered with ${outcome}`);
    while ((await runningSearches(service)) > 0) await pause(2);
    milliseconds.push(performance.now() - leftAt);
  }
  const isGood = Math.max(...milliseconds) <= 250;
  console.log(
    `cancelled searches, session free after p50/p95 ${shown(milliseconds)} ms, at most ${Math.max(...milliseconds).toFixed(0)} ms  ${verdict(isGood)}`,
  );
  return isGood;
}

async function runningSearches(service: Service): Promise<number> {
  const metrics = await service.text('/metrics');
  return Number(/^sightline_jobs\{state="running"\} (\d+)/m.exec(metrics)?.[1] ?? NaN);
}
