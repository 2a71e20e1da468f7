// A process of kills.long.spec.ts: a job runner with quick work, which writes the id of each accepted and of each finished job.
import { parseArgs } from 'node:util';
import { HeavyQueue } from '#server/jobs/heavy-queue.ts';
import { openJobRunner } from '#server/jobs/job-runner.ts';
import { openJobStore } from '#server/jobs/job-store.ts';
import { wideJobLimits } from './job-limits.ts';
import { reportEvent } from './report-event.ts';

const { values } = parseArgs({ options: { folder: { type: 'string', default: '' } } });

const runner = await openJobRunner({
  store: openJobStore(values.folder, (message) => console.warn(message)),
  work: ({ params }) =>
    Promise.resolve({ response: { word: params['word'], padding: 'x'.repeat(50_000) }, returned: 1, totalAtLeast: 1 }),
  queue: new HeavyQueue({ workers: 2, queueLimit: 10, openPerKey: 1000 }),
  keepMilliseconds: 86_400_000,
  limits: wideJobLimits,
  onFailure: (_, error) => console.warn(error),
  onStoreError: (error) => console.warn(error),
  describe: (error) => ({ status: 500, code: 'internal', message: String(error) }),
});
for (let number = 0; ; number += 1) {
  const word = `${process.pid}/${number}`;
  const job = runner.submit('key', { operationId: 'padnsForward', params: { word }, query: {} }, true);
  await runner.keep(job, false);
  reportEvent({ id: job.record.id, word });
  void job.done.then(() => reportEvent({ finished: job.record.id }));
  if (runner.counts().waiting > 5) await job.done;
}
