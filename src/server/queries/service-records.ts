import type { Query } from '#server/engine/engine.ts';
import { quoted } from '#server/engine/sql-text.ts';

/** Seconds without a heartbeat after which a process counts as stopped. */
const goneSeconds = 15;

/** The statement for the names of live processes. */
const livingProcesses = `
  SELECT process FROM service_processes
  GROUP BY process HAVING max(has_left) = 0 AND max(seen) > now64(3) - INTERVAL ${goneSeconds} SECOND`;

export interface WriterRow {
  readonly term: number;
  readonly process: string;
  readonly folder: string;
  /** 0 when the process has stopped. */
  readonly isAlive: number;
  /** The latest heartbeat of the process, as text. */
  readonly seen: string;
}

/** Where the row of the writer is: in a table, or in Keeper (KeeperMap), which has one row. */
export type WriterTable = 'service_writer' | 'service_writer_key';

/** The process that writes the collection or wrote it last. */
export function currentWriter(table: WriterTable): Query<WriterRow> {
  const order = table === 'service_writer' ? 'ORDER BY term DESC, at, process LIMIT 1' : '';
  return {
    name: 'serviceWriter',
    sql: `
      SELECT w.term AS term, w.process AS process, w.folder AS folder, toString(p.last) AS seen,
        p.process != '' AND p.left = 0 AND p.last > now64(3) - INTERVAL ${goneSeconds} SECOND AS isAlive
      FROM (SELECT term, process, folder FROM ${table} ${order}) AS w
      LEFT JOIN (SELECT process, max(seen) AS last, max(has_left) AS left FROM service_processes GROUP BY process) AS p
        ON p.process = w.process`,
  };
}

/** Creates the table in Keeper. @param path below the prefix that the server has for such tables */
export function createWriterKey(path: string): Query<never> {
  return {
    name: 'serviceWriter',
    sql: `CREATE TABLE IF NOT EXISTS service_writer_key (name String, term UInt64, process String, folder String)
          ENGINE = KeeperMap(${quoted(path)}) PRIMARY KEY name`,
  };
}

/**
 * Makes this process the writer, which only one can do: fails or changes nothing when there is a row already, or when it no longer has
 * the term of `before`.
 * @param before the row that is replaced; none when there is no row yet
 */
export function takeWriterKey(
  { process, folder }: Pick<WriterRow, 'process' | 'folder'>,
  before: WriterRow | undefined,
): Query<never> {
  const params = { term: before?.term ?? 0, process, folder };
  if (!before) {
    const sql = "INSERT INTO service_writer_key SELECT 'writer', {term:UInt64} + 1, {process:String}, {folder:String}";
    return { name: 'serviceWriter', sql, params, settings: { keeper_map_strict_mode: 1 } };
  }
  const sql = `ALTER TABLE service_writer_key UPDATE term = {term:UInt64} + 1, process = {process:String}, folder = {folder:String}
       WHERE name = 'writer' AND term = {term:UInt64} SETTINGS keeper_map_strict_mode = 1`;
  return { name: 'serviceWriter', sql, params };
}

/** Kills the statements that a stopped process left running in the server, and waits for their end. */
export function killStatementsOf(process: string): Query<never> {
  return {
    name: 'serviceWriter',
    sql: 'KILL QUERY WHERE startsWith(query_id, {prefix:String}) SYNC',
    params: { prefix: `${process}:` },
  };
}

/** A document of the service, such as the settings of the feeds. */
export function documentNamed(name: string): Query<{ readonly version: number; readonly body: string }> {
  return {
    name: 'serviceDocuments',
    sql: 'SELECT version, body FROM service_documents WHERE name = {name:String} ORDER BY version DESC LIMIT 1',
    params: { name },
  };
}

/** A job of any process that shares the store; `isAlive` is 0 when that process has stopped. */
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
