import type { Query } from '#server/engine/engine.ts';
import { livingProcesses } from './service-processes.ts';

/** A job of any process that shares the store; `isAlive` is 0 when that process is gone. */
export function jobById(id: string): Query<{ readonly job: string; readonly isAlive: number }> {
  return {
    name: 'serviceJobs',
    sql: `
      SELECT job, process IN (SELECT process FROM (${livingProcesses})) AS isAlive FROM service_jobs
      WHERE id = {id:String} ORDER BY version DESC LIMIT 1`,
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

/** Removes a job from one of its two tables. */
export function dropJob(table: 'service_jobs' | 'service_job_results', id: string): Query<never> {
  return { name: 'serviceJobs', sql: `DELETE FROM ${table} WHERE id = {id:String}`, params: { id } };
}
