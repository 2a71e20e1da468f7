import { formatNumber } from '#model/format.ts';
import { percentile } from './figures.ts';

/** Milliseconds of one kind of question; absent for a store that was not asked. */
interface RowTimes {
  readonly sightline: readonly number[];
  readonly engine?: readonly number[];
  readonly balboa?: readonly number[];
}

/** Rates per second. */
interface Rates {
  readonly sightline: number;
  readonly balboa?: number;
}

/** Measurements of a run, by name and in the order of measuring. */
export interface Results {
  /** In the collection. */
  readonly records: number;
  /** Milliseconds of SELECT 1 on the engine port, throughout the run. */
  readonly selectOne: number[];
  readonly times: Map<string, RowTimes>;
  readonly rates: Map<string, Rates>;
}

/** Goals for a machine state in which SELECT 1 takes 0.6 ms. */
interface TimeGoal {
  readonly p50?: number;
  readonly p95?: number;
  /** The largest median of Sightline allowed, as a multiple of balboa's. */
  readonly timesBalboa?: number;
}

interface RateGoal {
  readonly perSecond: number;
  /** The smallest rate of Sightline allowed, as a multiple of balboa's. */
  readonly timesBalboa?: number;
}

const referenceSelectOne = 0.6;

/** Of connections and campaigns up to this many records; in a larger collection they may take twice as long. */
const usualRecords = 20_000_000;

const timeGoals: Readonly<Record<string, TimeGoal & { readonly doubles?: true }>> = {
  'exact name and type': { p50: 5, p95: 8, timesBalboa: 3 },
  '*.domain': { p95: 8 },
  '*infix*': { p95: 60 },
  'regex without a literal': { p95: 500 },
  'reverse address': { p95: 10 },
  'reverse NS': { p95: 10 },
  'newest of a hot address': { p95: 30, timesBalboa: 0.1 },
  'newest of a hot server': { p95: 30 },
  'density of an address': { p95: 8 },
  'connections of a host': { p95: 300, doubles: true },
  'connections of an address': { p95: 300, doubles: true },
  'campaign of a domain': { p95: 1500, doubles: true },
  'campaign of an address': { p95: 1500, doubles: true },
  'diversity of a host': { p95: 8 },
  'repeated question': { p50: 0.6, p95: 1.5, timesBalboa: 1 },
};

const rateGoals: Readonly<Record<string, RateGoal>> = {
  '16 callers, exact look-ups a second': { perSecond: 2500, timesBalboa: 1.2 },
  'ingested over HTTP, acknowledged a second': { perSecond: 150_000, timesBalboa: 3 },
  'written by writeObservations a second': { perSecond: 150_000 },
};

/** How many times slower the engine was in this run than in the machine state of the goals; at least 1. */
function scaleOf(selectOne: readonly number[]): number {
  return Math.max(1, percentile(selectOne, 0.5) / referenceSelectOne);
}

/** Prints all measurements beside their goals, as a table in Markdown. @returns whether all goals were met */
export function printGoals({ records, selectOne, times, rates }: Results): boolean {
  const scale = scaleOf(selectOne);
  const [p50, p95] = [percentile(selectOne, 0.5), percentile(selectOne, 0.95)];
  console.log(
    `\nSELECT 1 took p50 ${p50.toFixed(2)}, p95 ${p95.toFixed(2)} ms in this run: the goals for ${referenceSelectOne} ms are scaled by ${scale.toFixed(2)}.`,
  );
  console.log('Times are p50 / p95 in ms; the last ratio is the median of Sightline divided by that of balboa.\n');
  const lines = [
    ...[...times].map(([name, row]) =>
      timeLine(name, row, scale * (timeGoals[name]?.doubles && records > usualRecords ? 2 : 1)),
    ),
    ...[...rates].map(([name, row]) => rateLine(name, row, scale)),
  ];
  console.log('| | Sightline | engine | balboa | goal | | times balboa | goal | |');
  console.log('| --- | ---: | ---: | ---: | ---: | --- | ---: | ---: | --- |');
  for (const { cells } of lines) console.log(`| ${cells.join(' | ')} |`);
  return lines.every(({ isMet }) => isMet);
}

interface Line {
  readonly cells: readonly string[];
  readonly isMet: boolean;
}

function timeLine(name: string, { sightline, engine, balboa }: RowTimes, scale: number): Line {
  const { p50, p95, timesBalboa } = timeGoals[name] ?? {};
  const pair = (values?: readonly number[]) =>
    values ? `${figure(percentile(values, 0.5))} / ${figure(percentile(values, 0.95))}` : '';
  const shownGoal = p50 ? `${figure(p50 * scale)} / ${figure((p95 ?? NaN) * scale)}` : figure((p95 ?? NaN) * scale);
  const isFast = [
    [p50, 0.5],
    [p95, 0.95],
  ].every(([goal, share = 0]) => goal === undefined || percentile(sightline, share) <= goal * scale);
  const ratio = balboa && percentile(sightline, 0.5) / percentile(balboa, 0.5);
  return lineOf({
    name: name.replaceAll('*', String.raw`\*`),
    figures: [pair(sightline), pair(engine), pair(balboa)],
    goal: p95 === undefined ? undefined : { text: `≤ ${shownGoal}`, isMet: isFast },
    ratio,
    ratioGoal: timesBalboa === undefined ? undefined : { text: `≤ ${timesBalboa}`, isMet: (ratio ?? 0) <= timesBalboa },
  });
}

function rateLine(name: string, { sightline, balboa }: Rates, scale: number): Line {
  const { perSecond, timesBalboa } = rateGoals[name] ?? {};
  const shown = (rate: number) => formatNumber(Math.round(rate));
  const least = (perSecond ?? 0) / scale;
  const ratio = balboa && sightline / balboa;
  return lineOf({
    name,
    figures: [shown(sightline), '', balboa === undefined ? '' : shown(balboa)],
    goal: perSecond === undefined ? undefined : { text: `≥ ${shown(least)}`, isMet: sightline >= least },
    ratio,
    ratioGoal:
      timesBalboa === undefined ? undefined : { text: `≥ ${timesBalboa}`, isMet: (ratio ?? Infinity) >= timesBalboa },
  });
}

interface Judged {
  readonly text: string;
  readonly isMet: boolean;
}

function lineOf(given: {
  readonly name: string;
  readonly figures: readonly string[];
  readonly goal: Judged | undefined;
  readonly ratio: number | undefined;
  readonly ratioGoal: Judged | undefined;
}): Line {
  const { name, figures, goal, ratio } = given;
  const ratioGoal = ratio === undefined ? undefined : given.ratioGoal;
  const shown = (judged?: Judged) => (judged ? [judged.text, judged.isMet ? 'met' : '**missed**'] : ['', '']);
  const cells = [name, ...figures, ...shown(goal), ratio === undefined ? '' : figure(ratio), ...shown(ratioGoal)];
  return { cells, isMet: (goal?.isMet ?? true) && (ratioGoal?.isMet ?? true) };
}

/** Two digits below ten, one below a hundred. */
function figure(value: number): string {
  return value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
}
