import { LANDMARKS } from '#sample/landmarks.ts';
import { shown } from './figures.ts';
import { questions, type MeasuredId } from './questions.ts';
import type { Service } from './service.ts';

const times = 30;

/** Prints p50 and p95 of every operation; those that give no result here are listed with their status. */
export async function measureOperations(service: Service): Promise<void> {
  const asked = questions(await kept(service));
  console.log('operation                            p50     p95  ms');
  for (const id of Object.keys(asked) as MeasuredId[]) {
    const { path, body } = asked[id];
    const first = await service.ask(path, { body });
    if (first.status !== 200) {
      const { error } = JSON.parse(first.body) as { error: { code: string } };
      console.log(`${id.padEnd(28)} answers ${first.status} ${error.code}`);
      continue;
    }
    const milliseconds: number[] = [];
    for (let time = 0; time < times; time += 1) milliseconds.push((await service.ask(path, { body })).milliseconds);
    console.log(`${id.padEnd(28)} ${shown(milliseconds)}`);
  }
}

/** Values from earlier answers that some questions need. */
async function kept(service: Service): Promise<{ jobId: string; nshash: string }> {
  const domain = LANDMARKS.fluxDomain.indicator;
  const job = await service.ask(`/explore/padns/lookup/query/ns/${domain}?prefer=job_id`);
  const records = await service.ask(`/explore/padns/lookup/query/ns/${domain}`);
  return {
    jobId: /"job_id":"([^"]+)"/.exec(job.body)?.[1] ?? '',
    nshash: /"nshash":"([^"]+)"/.exec(records.body)?.[1] ?? '',
  };
}
