// `npm run bench:load`: do exact look-ups stay responsive while heavy searches run? 16 callers over real HTTP against a
// service process on a generated collection, half of them with exact look-ups, half with regex searches that must scan.
//
//   --seconds 60         how long the load lasts
//   --records 1000000    size of the generated collection
//   --keep FOLDER        keep the collection there and use it again
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchFolder } from './bench-folder.ts';
import { machineState, percentile, shown, verdict } from './service/figures.ts';
import type { Answer } from './service/http-callers.ts';
import { exactNames } from './service/passive-dns-rows.ts';
import { callers, startService, type Service } from './service/service.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    records: { type: 'string', default: '1000000' },
    keep: { type: 'string' },
  },
});
const seconds = Number(values.seconds);
const records = Number(values.records);
const { folder, removeFolder } = benchFolder(values.keep);
const names = exactNames(records);
const forward = '/explore/padns/lookup/query/a';

let asked = 0;
const lookUp = (service: Service, caller?: number): Promise<Answer> => {
  const name = names[(asked += 1) % names.length] ?? '';
  return service.ask(`${forward}/${name}`, { ...(caller !== undefined && { caller }) });
};

/** Every second regex scans all names; the others have an automaton that takes seconds. */
function regexOf(search: number): string {
  return search % 2 === 0 ? `[a-z]+[0-9].*${search % 97}.*[a-z]` : `(.*[a-m].{15}[n-z]){4}.{${search % 30}}`;
}

/** Searches and, when it became a job, follows the job until it is over. */
async function search(service: Service, number: number, caller: number): Promise<Answer> {
  const regex = encodeURIComponent(regexOf(number));
  let answer = await service.ask(`${forward}/_?regex=${regex}&limit=${100 + (number % 900)}`, { caller });
  for (;;) {
    const { response } = JSON.parse(answer.body) as { response: { job_status?: { job_id: string; status: string } } };
    const job = response.job_status;
    if (!job || job.status === 'FAILURE') return answer;
    answer = await service.ask(`/explore/job/${job.job_id}`, { caller });
  }
}

/** Asks one question after the other until the time is over. */
async function untilEnd(endsAt: number, ask: () => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  while (performance.now() < endsAt) answers.push(await ask());
  return answers;
}

function countStatuses(answers: readonly Answer[]): string {
  const counts = new Map<number, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} x ${status}`).join(', ');
}

const times = (answers: readonly Answer[]) => answers.map(({ milliseconds }) => milliseconds);

async function measure(service: Service): Promise<boolean> {
  await untilEnd(performance.now() + 1500, () => lookUp(service));
  const idle = times(await untilEnd(performance.now() + Math.min(5, seconds) * 1000, () => lookUp(service)));
  const endsAt = performance.now() + seconds * 1000;
  let searches = 0;
  const lists = await Promise.all(
    Array.from({ length: callers }, (_, caller) =>
      caller % 2 === 0
        ? untilEnd(endsAt, () => lookUp(service, caller))
        : untilEnd(endsAt, () => search(service, (searches += 1), caller)),
    ),
  );
  const of = (remainder: number) => lists.filter((_, caller) => caller % 2 === remainder).flat();
  const [lookups, found] = [of(0), of(1)];
  const ratio = percentile(times(lookups), 0.5) / percentile(idle, 0.5);
  const isAnswered = [...lookups, ...found].every(({ status }) => status === 200);
  console.log(`exact look-ups, one caller, idle     p50/p95 ${shown(idle)} ms`);
  console.log(
    `exact look-ups, ${callers / 2} callers, loaded   p50/p95 ${shown(times(lookups))} ms   ${countStatuses(lookups)}`,
  );
  console.log(
    `regex searches, ${callers / 2} callers           p50/p95 ${shown(times(found))} ms   ${countStatuses(found)}`,
  );
  console.log(`every answer 200                     ${verdict(isAnswered)}`);
  console.log(`median under load / idle             ${ratio.toFixed(2)} (below 5)   ${verdict(ratio < 5)}`);
  return isAnswered && ratio < 5;
}

console.log(`${machineState()}; ${records} records, ${seconds} s`);
try {
  const service = await startService(join(folder, `generated-${records}`), String(records));
  try {
    if (!(await measure(service))) process.exitCode = 1;
  } finally {
    await service.close();
  }
} finally {
  removeFolder();
}
