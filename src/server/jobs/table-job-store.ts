import type { Engine } from '#server/engine/engine.ts';
import { dropJob, jobById, jobResultById } from '#server/queries/service-jobs.ts';
import { hasEnded, jobRecord, jobResult, stoppedJob, type JobStore } from './job-store.ts';

interface TableStoreOptions {
  readonly engine: Engine;
  /** The name of this process, under which it gives its sign of life. */
  readonly process: string;
  readonly onCorrupt: (message: string) => void;
}

/**
 * Jobs as rows, for processes that share a ClickHouse server. Only the process that took a job writes its row; every other one reads it. A
 * job that has not ended, and whose process gives no sign of life any more, is read as failed.
 */
export function openTableJobStore({ engine, process, onCorrupt }: TableStoreOptions): JobStore {
  let version = 0;
  /** @returns undefined for a row that cannot be read */
  function parsed<T>(id: string, text: string, parse: (value: unknown) => T): T | undefined {
    try {
      return parse(JSON.parse(text));
    } catch (error) {
      onCorrupt(`the row of the job ${id} cannot be read: ${String(error)}`);
      return undefined;
    }
  }
  return {
    // the latest call counts, whichever of two inserts arrives first
    save: (job) =>
      engine.insert('service_jobs', [{ id: job.id, version: (version += 1), process, job: JSON.stringify(job) }]),
    saveResult: (id, packed) => engine.insert('service_job_results', [{ id, body: packed }]),
    loadAll: () => Promise.resolve([]),
    async loadResult(id) {
      const [row] = await engine.query(jobResultById(id), { limits: 'search' });
      return row && parsed(id, row.body, (value) => jobResult.parse(value));
    },
    async find(id) {
      const [row] = await engine.query(jobById(id));
      const job = row && parsed(id, row.job, (value) => jobRecord.parse(value));
      return job && row.isAlive === 0 && !hasEnded(job) ? stoppedJob(job) : job;
    },
    async remove(id) {
      for (const table of ['service_jobs', 'service_job_results'] as const)
        await engine.command(dropJob(table, id), { limits: 'upkeep' });
    },
  };
}
