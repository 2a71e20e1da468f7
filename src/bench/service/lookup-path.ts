import { percentile, shown } from './figures.ts';
import { exactNames } from './passive-dns-rows.ts';
import type { Service } from './service.ts';

const questions = 300;
const warmUp = 100;

/** The parts of a look-up, each by the point at which it ends. */
const parts = [
  ['arrived', 'HTTP in, host and key'],
  ['validated', 'limits, reading and validating'],
  ['asked', 'question, job, queue'],
  ['answered', 'engine, rows as objects'],
  ['serialised', 'records and JSON'],
  ['received', 'HTTP out'],
] as const;
type Part = (typeof parts)[number][0];

/**
 * Prints where the time of one exact look-up goes, with one caller and without the cache: p50 and p95 of each part, and of
 * SELECT 1 on the engine, by which figures of different machines and runs can be compared.
 */
export async function measurePath(service: Service, records: number): Promise<void> {
  const times: Record<Part | 'whole' | 'select-1', number[]> = {
    arrived: [],
    validated: [],
    asked: [],
    answered: [],
    serialised: [],
    received: [],
    whole: [],
    'select-1': [],
  };
  for (const name of exactNames(records).slice(-questions - warmUp)) {
    let before = performance.timeOrigin + performance.now();
    const { milliseconds } = await service.ask(`/explore/padns/lookup/query/a/${name}`);
    const received = performance.timeOrigin + performance.now();
    times.whole.push(milliseconds);
    for (const [part] of parts) {
      const at = part === 'received' ? received : await service.order({ act: 'moment', of: part });
      times[part].push(at - before);
      before = at;
    }
    times['select-1'].push(await service.order({ act: 'select-1' }));
  }
  const line = (title: string, values: readonly number[]) =>
    console.log(`${title.padEnd(34)} ${shown(values.slice(warmUp), 2)}`);
  console.log('one exact look-up                       p50     p95  ms');
  for (const [part, title] of parts) line(title, times[part]);
  line('whole', times.whole);
  line('SELECT 1 on the engine port', times['select-1']);
  const scale = percentile(times['select-1'].slice(warmUp), 0.5) / 0.6;
  console.log(`times below are ${scale.toFixed(2)} times those of a run in which SELECT 1 takes 0.6 ms`);
}
