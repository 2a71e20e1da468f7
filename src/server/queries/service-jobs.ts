import type { Query } from '#server/engine/engine.ts';

export interface JobRow {
  readonly id: string;
  readonly version: number;
  readonly holder: string;
  readonly job: string;
  readonly bytes: number;
  readonly is_read: number;
}

const newest = 'ORDER BY version DESC, holder DESC LIMIT 1 BY id';

/** Jobs that were written since; the newest state of each. @param since epoch seconds of the server's clock */
export function jobsWrittenSince(since: number): Query<JobRow> {
  return {
    name: 'serviceJobs',
    sql: `
      SELECT id, version, holder, job, bytes, is_read FROM service_jobs
      WHERE written >= toDateTime({since:UInt32}) ${newest}`,
    params: { since },
  };
}

export function jobById(id: string): Query<JobRow> {
  return {
    name: 'serviceJobs',
    sql: `SELECT id, version, holder, job, bytes, is_read FROM service_jobs WHERE id = {id:String} ${newest}`,
    params: { id },
  };
}

export function jobResultById(id: string): Query<{ readonly body: string }> {
  return {
    name: 'serviceJobs',
    sql: 'SELECT body FROM service_job_results WHERE id = {id:String} ORDER BY written DESC LIMIT 1',
    params: { id },
  };
}

/** Frees the space of results; the rows of their jobs go with time. */
export function dropJobResults(ids: readonly string[]): Query<never> {
  return {
    name: 'serviceJobs',
    sql: 'DELETE FROM service_job_results WHERE id IN {ids:Array(String)}',
    params: { ids },
  };
}

export interface ProcessRow {
  readonly process: string;
  readonly beat: number;
  readonly isLeaving: number;
  /** Epoch seconds of the server's clock. */
  readonly now: number;
}

export function serviceProcesses(): Query<ProcessRow> {
  return {
    name: 'serviceProcesses',
    sql: `
      SELECT process, max(beat) AS beat, argMax(is_leaving, service_processes.beat) AS isLeaving, toUnixTimestamp(now()) AS now
      FROM service_processes GROUP BY process`,
  };
}
