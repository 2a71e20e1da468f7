import { LANDMARKS } from '#sample/landmarks.ts';
import { percentile, shown } from './figures.ts';
import { questions, type MeasuredId } from './questions.ts';
import type { Service } from './service.ts';

const times = 30;

/**
 * Prints p50 and p95 of every operation; those that give no result here are listed with their status.
 * @param before an earlier version, which takes turns with this one
 */
export async function measureOperations(service: Service, before?: Service): Promise<void> {
  const services = before ? [before, service] : [service];
  const asked = await Promise.all(services.map(async (each) => questions(await kept(each))));
  const ratios: number[] = [];
  console.log(
    `operation                  ${before ? 'before: p50     p95   after: p50     p95   ratio' : '         p50     p95  ms'}`,
  );
  for (const id of Object.keys(asked[0]!) as MeasuredId[]) {
    const calls = services.map((each, at) => {
      const { path, body } = asked[at]![id];
      return { ask: () => each.ask(path, { body }), milliseconds: [] as number[] };
    });
    const refused = (await Promise.all(calls.map(({ ask }) => ask()))).find(({ status }) => status !== 200);
    if (refused) {
      const { error } = JSON.parse(refused.body) as { error: { code: string } };
      console.log(`${id.padEnd(28)} answers ${refused.status} ${error.code}`);
      continue;
    }
    for (let time = 0; time < times; time += 1)
      for (const { ask, milliseconds } of calls) milliseconds.push((await ask()).milliseconds);
    const [earlier, now] = calls.map(({ milliseconds }) => percentile(milliseconds, 0.5));
    const ratio = now === undefined ? [] : [now / earlier!];
    ratios.push(...ratio);
    const columns = [...calls.map(({ milliseconds }) => shown(milliseconds)), ...ratio.map((each) => each.toFixed(2))];
    console.log(`${id.padEnd(28)} ${columns.join('    ')}`);
  }
  const sum = ratios.reduce((total, ratio) => total + ratio, 0);
  if (before) console.log(`mean of ${ratios.length} ratios: ${(sum / ratios.length).toFixed(2)}`);
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
