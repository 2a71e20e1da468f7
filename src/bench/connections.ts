// `npm run bench:connections -- --pairs FILE`: how well the weights of connections find subjects of one owner.
//
// The file is JSON: { population, domains: [{ domain, owner, attributes: [{ group, attribute, value, shared_by }] }] }. `population` is the
// number of domains that the counts were taken over, `shared_by` how many of them have the value, `owner` the label, which is never an
// input. Domains without an owner are left out. All pairs are ranked by strength; the number printed is the average precision, in
// which pairs of the same strength count as one step.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import {
  bitsOf,
  type ConnectionGroup,
  type GroupComparison,
  linkWord,
  strengthOf,
} from '#model/connection-strength.ts';
import { formatNumber } from '#model/format.ts';

const pairsFile = z.object({
  population: z.number(),
  domains: z.array(
    z.object({
      owner: z.string().nullish(),
      attributes: z.array(z.object({ attribute: z.string(), value: z.string(), shared_by: z.number() })),
    }),
  ),
});
type Domain = z.output<typeof pairsFile>['domains'][number];

/** The groups of the attributes of such a file. */
const groups: Readonly<Record<string, ConnectionGroup>> = {
  address: 'hosting',
  name_server: 'name servers',
  name_server_address: 'name servers',
  soa_contact: 'name servers',
  mx: 'mail',
  registrar: 'registrar',
  created_day: 'creation',
  registrant: 'registrant',
  certificate: 'certificate',
  jarm: 'TLS',
  favicon: 'page',
  analytics: 'page',
};

interface Shared {
  readonly attribute: string;
  readonly bits: number;
}

interface Pair {
  readonly isSame: boolean;
  readonly compared: readonly GroupComparison[];
  readonly shared: readonly Shared[];
  /** The rarest shared value is held by this many. */
  readonly rarest: number;
}

function pairOf(one: Domain, other: Domain, population: number): Pair {
  const theirs = new Set(other.attributes.map(({ attribute, value }) => `${attribute} ${value}`));
  const both = one.attributes.filter(({ attribute, value }) => theirs.has(`${attribute} ${value}`));
  const known = (domain: Domain) => new Set(domain.attributes.map(({ attribute }) => groupNamed(attribute)));
  const ofOther = known(other);
  const shared = both.map(({ attribute, shared_by }) => ({ attribute, bits: bitsOf(shared_by, population) }));
  return {
    isSame: one.owner === other.owner,
    compared: [
      ...[...known(one)].filter((group) => ofOther.has(group)).map((group) => ({ group, bits: undefined })),
      ...shared.map(({ attribute, bits }) => ({ group: groupNamed(attribute), bits })),
    ],
    shared,
    rarest: Math.min(...both.map(({ shared_by }) => shared_by)),
  };
}

function groupNamed(attribute: string): ConnectionGroup {
  const group = groups[attribute];
  if (!group) throw new Error(`The attribute ${attribute} has no group. Known are ${Object.keys(groups).join(', ')}.`);
  return group;
}

/** Pairs of the same rank are one step. */
function averagePrecision(pairs: readonly Pair[], rank: (pair: Pair) => number): number {
  const steps = new Map<number, { all: number; same: number }>();
  for (const pair of pairs) {
    const at = rank(pair);
    const step = steps.get(at) ?? { all: 0, same: 0 };
    step.all += 1;
    if (pair.isSame) step.same += 1;
    steps.set(at, step);
  }
  const wanted = pairs.filter(({ isSame }) => isSame).length;
  let [all, same, sum] = [0, 0, 0];
  for (const [, step] of [...steps].toSorted(([a], [b]) => b - a)) {
    all += step.all;
    same += step.same;
    sum += (step.same / wanted) * (same / all);
  }
  return sum;
}

const { values } = parseArgs({ options: { pairs: { type: 'string' } } });
if (values.pairs === undefined) throw new Error('Name the file: npm run bench:connections -- --pairs FILE');
const { population, domains } = pairsFile.parse(JSON.parse(readFileSync(values.pairs, 'utf8')));
const labelled = domains.filter(({ owner }) => owner);
const pairs = labelled.flatMap((one, at) => labelled.slice(at + 1).map((other) => pairOf(one, other, population)));
const goal = 0.8;
const rules: readonly (readonly [string, (pair: Pair) => number])[] = [
  ['chance', () => 0],
  ['values shared by at most 200', ({ rarest }) => (rarest <= 200 ? 1 : 0)],
  ['best value', ({ shared }) => Math.max(0, ...shared.map(({ bits }) => bits))],
  ['all values', ({ shared }) => shared.reduce((sum, { bits }) => sum + bits, 0)],
  ['strength', ({ compared }) => strengthOf(compared)],
];
const same = pairs.filter(({ isSame }) => isSame).length;
console.log(
  `${formatNumber(pairs.length)} pairs, ${formatNumber(same)} of one owner\n\nrule                            average precision`,
);
for (const [title, rank] of rules) console.log(`${title.padEnd(32)}${averagePrecision(pairs, rank).toFixed(3)}`);
console.log('\nword        pairs   of one owner');
for (const word of ['likely', 'possible', 'weak'] as const) {
  const such = pairs.filter(({ compared }) => linkWord(strengthOf(compared)) === word);
  const right = such.filter(({ isSame }) => isSame).length;
  console.log(
    `${word.padEnd(10)}${formatNumber(such.length).padStart(7)}${`${((100 * right) / such.length).toFixed(1)} %`.padStart(15)}`,
  );
}
const reached = averagePrecision(pairs, ({ compared }) => strengthOf(compared));
console.log(`\n${reached >= goal ? 'PASS' : 'FAIL'}  ${reached.toFixed(3)} (at least ${goal})`);
process.exitCode = reached >= goal ? 0 : 1;
