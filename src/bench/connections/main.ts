// `npm run bench:connections -- --pairs FILE`: how well the weights of connections find subjects of one owner,
// on a file of labelled domains and on the sample collection, whose operators are known.
//
// The file is JSON: { population, domains: [{ domain, owner, attributes: [{ group, attribute, value, shared_by }] }] }. `population` is the
// number of domains that the counts were taken over, `shared_by` how many of them have the value, `owner` the label, which is never an
// input. Domains without an owner are left out. All pairs are ranked by strength; the number printed is the average precision, in
// which pairs of the same strength count as one step. In the sample, the service itself finds and ranks the links.
import { parseArgs } from 'node:util';
import { type LinkWord, strengthOf } from '#model/connection-strength.ts';
import { formatNumber } from '#model/format.ts';
import { verdict } from '#bench/service/figures.ts';
import { averagePrecision, type Pair } from './average-precision.ts';
import { type LabelledPair, labelledPairs, wordOfPair } from './labelled-pairs.ts';
import { samplePairs } from './sample-pairs.ts';

const { values } = parseArgs({ options: { pairs: { type: 'string' } } });
const rules: readonly (readonly [string, (pair: LabelledPair) => number])[] = [
  ['chance', () => 0],
  ['values shared by at most 200', ({ rarest }) => (rarest <= 200 ? 1 : 0)],
  ['best value', ({ shared }) => Math.max(0, ...shared.map(({ bits }) => bits))],
  ['all values', ({ shared }) => shared.reduce((sum, { bits }) => sum + bits, 0)],
];

interface Measured {
  readonly title: string;
  readonly reached: number;
  readonly goal: number;
}

function printPairs(title: string, pairs: readonly Pair[]): void {
  const same = pairs.filter(({ isSame }) => isSame).length;
  console.log(`\n${title}: ${formatNumber(pairs.length)} pairs, ${formatNumber(same)} of one owner\n`);
}

function printPrecision(title: string, precision: number): void {
  console.log(`${title.padEnd(32)}${precision.toFixed(3)}`);
}

function printWords<Worded extends Pair>(pairs: readonly Worded[], wordOf: (pair: Worded) => LinkWord): void {
  console.log('\nword        pairs   of one owner');
  for (const word of ['likely', 'possible', 'weak'] as const) {
    const such = pairs.filter((pair) => wordOf(pair) === word);
    const right = such.filter(({ isSame }) => isSame).length;
    const share = such.length === 0 ? '-' : `${((100 * right) / such.length).toFixed(1)} %`;
    console.log(`${word.padEnd(10)}${formatNumber(such.length).padStart(7)}${share.padStart(15)}`);
  }
}

function measureFile(file: string): Measured {
  const pairs = labelledPairs(file);
  printPairs(file, pairs);
  for (const [title, rank] of rules) printPrecision(title, averagePrecision(pairs, rank));
  const reached = averagePrecision(pairs, ({ compared }) => strengthOf(compared));
  printPrecision('strength', reached);
  printWords(pairs, wordOfPair);
  return { title: 'labelled domains', reached, goal: 0.8 };
}

async function measureSample(): Promise<Measured> {
  const pairs = await samplePairs();
  printPairs('The sample collection', pairs);
  const reached = averagePrecision(pairs, ({ bits }) => bits);
  printPrecision('strength', reached);
  printWords(pairs, ({ word }) => word);
  return { title: 'sample', reached, goal: 0.9 };
}

console.log('Average precision of a ranking of pairs');
const measured = [...(values.pairs === undefined ? [] : [measureFile(values.pairs)]), await measureSample()];
console.log('');
for (const { title, reached, goal } of measured)
  console.log(`${verdict(reached >= goal)}  ${title}: ${reached.toFixed(3)} (at least ${goal})`);
process.exitCode = measured.every(({ reached, goal }) => reached >= goal) ? 0 : 1;
