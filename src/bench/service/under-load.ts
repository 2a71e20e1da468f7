import { setTimeout as pause } from 'node:timers/promises';
import { balboaPath, balboaQuery, type Balboa } from './balboa.ts';
import { shown, verdict } from './figures.ts';
import type { LeanAnswer } from './http-callers.ts';
import { exactNames, type Measured } from './passive-dns-rows.ts';
import { callers, type Service } from './service.ts';

const forward = '/explore/padns/lookup/query/a';

/** 16 callers request different names without the cache, and then the same from balboa. */
export async function measureCallers({ service, records, balboa, results }: Measured): Promise<void> {
  const names = exactNames(records);
  const ourCaller = (number: number) => {
    const caller = service.caller(number);
    return { ask: (name: string) => caller.ask(`/api/v1${forward}/${name}`), close: () => caller.close() };
  };
  const theirCaller = (of: Balboa) => {
    const caller = of.caller();
    return {
      ask: (rrname: string) => caller.ask(balboaPath, balboaQuery({ rrname, rrtype: 'A' })),
      close: () => caller.close(),
    };
  };
  for (let time = 0; time < 100; time += 1) results.selectOne.push(await service.order({ act: 'select-1' }));
  const our = await askInTurn(names, ourCaller, () => cpuSeconds(service));
  const their = balboa && (await askInTurn(names, () => theirCaller(balboa)));
  results.rates.set('16 callers, exact look-ups a second', {
    sightline: our.perSecond,
    ...(their && { balboa: their.perSecond }),
  });
  console.log(
    `${callers} callers, exact look-ups    ${our.perSecond.toFixed(0)} a second, p50/p95 ${shown(our.milliseconds)} ms, ${(our.cpuEach * 1000).toFixed(2)} ms of processor each`,
  );
  if (their)
    console.log(
      `  the same of balboa           ${their.perSecond.toFixed(0)} a second, p50/p95 ${shown(their.milliseconds)} ms`,
    );
}

interface Caller {
  ask(name: string): Promise<LeanAnswer>;
  close(): void;
}

async function askInTurn(all: readonly string[], callerOf: (number: number) => Caller, used = async () => NaN) {
  const names = all[Symbol.iterator]();
  await askForSeconds(names, callerOf, 2); // it has just started: its code is not compiled yet
  const cpuBefore = await used();
  const startedAt = performance.now();
  const milliseconds = await askForSeconds(names, callerOf, 6);
  const perSecond = (milliseconds.length * 1000) / (performance.now() - startedAt);
  return { milliseconds, perSecond, cpuEach: ((await used()) - cpuBefore) / milliseconds.length };
}

/** @returns how long each look-up took */
async function askForSeconds(
  names: Iterator<string>,
  callerOf: (number: number) => Caller,
  seconds: number,
): Promise<number[]> {
  const milliseconds: number[] = [];
  const endsAt = performance.now() + seconds * 1000;
  const call = async (_: unknown, number: number) => {
    const caller = callerOf(number);
    while (performance.now() < endsAt) {
      const { value: name, done } = names.next();
      if (done) throw new Error('too few records for so fast a service: give more with --records');
      const askedAt = performance.now();
      const { status, text } = await caller.ask(name);
      if (status !== 200 || !text.includes(`"${name}"`))
        throw new Error(`the look-up of ${name} answered ${status}: ${text.slice(-200)}`);
      milliseconds.push(performance.now() - askedAt);
    }
    caller.close();
  };
  await Promise.all(Array.from({ length: callers }, call));
  return milliseconds;
}

/** CPU seconds of the service and of this process, which runs the callers. */
async function cpuSeconds(service: Service): Promise<number> {
  const { user, system } = process.cpuUsage();
  const used = /^process_cpu_seconds_total ([\d.]+)/m.exec(await service.text('/metrics'))?.[1];
  return Number(used) + (user + system) / 1e6;
}

/** The same question repeatedly, answered from the cache; balboa has no cache. */
export async function measureRepeats({ service, records, balboa, results }: Measured): Promise<void> {
  const name = exactNames(records)[7] ?? '';
  const path = `${forward}/${name}`;
  const sightline = await askedOften(() => service.ask(path));
  const their = balboa && (await askedOften(() => balboa.newest({ rrname: name, rrtype: 'A' })));
  results.times.set('repeated question', { sightline, ...(their && { balboa: their }) });
  console.log(`repeat of a question, from cache  p50/p95 ${shown(sightline, 2)} ms`);
  if (their) console.log(`  the same of balboa              p50/p95 ${shown(their, 2)} ms`);
}

async function askedOften(ask: () => Promise<{ readonly milliseconds: number }>): Promise<number[]> {
  const milliseconds: number[] = [];
  for (let time = 0; time < 1500; time += 1) milliseconds.push((await ask()).milliseconds);
  return milliseconds.slice(500);
}

/** Nested repetitions of wide classes make a large automaton: many seconds over the names of the collection. */
const slow = `${forward}/_?limit=1&regex=`;
const slowRegex = (number: number) => encodeURIComponent(`(.*[a-m].{15}[n-z]){6}.{${number}}`);

/**
 * Twenty slow searches, each cancelled by closing its socket. The search ends only when its statement has ended in
 * the engine, which frees its session. @returns whether that took at most 250 ms every time
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
