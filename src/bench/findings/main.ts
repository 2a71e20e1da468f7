// `npm run bench:findings`: what the detectors find in a generated collection in which cases of each finding and ordinary things that
// resemble them are planted, how long each takes, and how much that slows look-ups. A case is found when all of its subjects are.
//
//   --records 500000     passive DNS records of the generated collection (1,000,000 by default)
//   --cases 200          planted cases of each finding
//   --keep FOLDER        keep the collection there and use it again, on the same day
//   --only shadowed-names,fast-flux   these detectors
//   --list               print what was missed, and what was found but not planted
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchFolder } from '#bench/bench-folder.ts';
import type { Findings } from '#contract/generated/types.gen.ts';
import { formatNumber } from '#model/format.ts';
import { detectors } from '#server/ingest/detectors/detectors.ts';
import { machineState, verdict } from '#bench/service/figures.ts';
import { domainCount } from '#bench/service/generated-records.ts';
import { type Service, startService } from '#bench/service/service.ts';
import { measureBeside } from '#bench/sources/beside-lookups.ts';
import { plantedWorld } from './planted-cases.ts';

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '1000000' },
    cases: { type: 'string', default: '200' },
    keep: { type: 'string' },
    only: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
});
const [records, cases] = [Number(values.records), Number(values.cases)];
const limits = { recall: 0.95, falsePerMillion: 10, seconds: 60, ratio: 2 };
const world = plantedWorld(cases);
const pageSize = 1000;

async function found(service: Service, detector: string): Promise<readonly string[]> {
  const subjects: string[] = [];
  for (;;) {
    const path = `/sightline/findings?detector=${detector}&limit=${pageSize}&skip=${subjects.length}`;
    const { status, body } = await service.ask(path);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${body.slice(0, 200)}`);
    const { records: page = [], detectors: runs = [] } = (JSON.parse(body) as { response: Findings }).response;
    const run = runs.find(({ id }) => id === detector);
    if (run?.state !== 'found') throw new Error(`${detector}: ${run?.state} ${run?.error ?? ''}`);
    if (run.is_cut) console.log(`${detector} found more than are kept`);
    subjects.push(...page.map(({ subject = '' }) => subject));
    if (page.length < pageSize) return subjects;
  }
}

/** A row of the table, and whether recall and false findings are within the limits. */
async function judge(
  service: Service,
  detector: string,
): Promise<{ readonly cells: string; readonly isGood: boolean }> {
  const subjects = new Set(await found(service, detector));
  const planted = world.cases.filter((each) => each.detector === detector);
  const isPlanted = new Set(planted.flatMap((each) => each.subjects));
  const missed = planted.filter((each) => each.subjects.some((subject) => !subjects.has(subject)));
  const others = [...subjects].filter((subject) => !isPlanted.has(subject));
  if (values.list)
    console.log({ missed: missed.flatMap((each) => each.subjects).slice(0, 20), others: others.slice(0, 20) });
  const recall = 1 - missed.length / planted.length;
  const perMillion = (1e6 * others.length) / domainCount(records);
  const cells = [
    detector,
    `${planted.length - missed.length} of ${planted.length}`,
    formatNumber(subjects.size),
    others.length,
    perMillion.toFixed(1),
  ];
  const isGood = recall >= limits.recall && perMillion <= limits.falsePerMillion;
  return { cells: `| ${cells.join(' | ')} | ${verdict(isGood)} |`, isGood };
}

const { folder, removeFolder } = benchFolder(values.keep);
const results: boolean[] = [];
const table: string[] = [];
try {
  const service = await startService(join(folder, `generated-${records}`), values.records);
  try {
    const planted = await service.order({ act: 'plant', total: records, cases });
    console.log(`${machineState()}, ${formatNumber(planted)} records planted now\n`);
    for (const { id } of detectors.filter((each) => values.only?.split(',').includes(each.id) ?? true)) {
      const work = { title: id, order: { act: 'detect', detector: id }, maxSeconds: limits.seconds } as const;
      results.push(await measureBeside(service, records, { ...work, maxRatio: limits.ratio }));
      const { cells, isGood } = await judge(service, id);
      table.push(cells);
      results.push(isGood);
    }
  } finally {
    await service.close();
  }
} finally {
  removeFolder();
}
console.log(
  '\n| detector | cases found | findings | not planted | per million domains | |\n| --- | --- | --- | --- | --- | --- |',
);
console.log(table.join('\n'));
process.exitCode = results.every(Boolean) ? 0 : 1;
