import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import PQueue from 'p-queue';
import { z } from 'zod';
import { openFolder, readOrQuarantine, removeFile, replaceFile, type OnCorrupt } from '#server/disk/durable-file.ts';
import type { Engine } from '#server/engine/engine.ts';
import { jsonBytes } from '#server/timing/slices.ts';
import { dropJob, jobById, jobResultById } from '#server/queries/service-records.ts';

const jobInput = z.object({
  operationId: z.string(),
  params: z.record(z.string(), z.unknown()),
  query: z.record(z.string(), z.unknown()),
  /** The reason and the caller, where a provider may be queried. */
  asking: z.object({ reason: z.string(), owner: z.string(), isExpendable: z.boolean() }).optional(),
});
/** The operation a job runs, with its parameters. */
export type JobInput = z.output<typeof jobInput>;

const jobError = z.object({
  status: z.number(),
  code: z.string(),
  message: z.string(),
  parameter: z.string().optional(),
  retryAfterSeconds: z.number().optional(),
});

const jobRecord = z.object({
  id: z.uuid(),
  owner: z.string(),
  /** Whether the caller requested metadata with the result. */
  withMetadata: z.boolean(),
  input: jobInput,
  /** The states of Celery, which existing clients know. */
  state: z.enum(['PENDING', 'STARTED', 'SUCCESS', 'FAILURE']),
  createdAt: z.number(),
  finishedAt: z.number().optional(),
  error: jobError.optional(),
});
/** Times are epoch milliseconds. `owner` is the id of the caller's API key. */
export type JobRecord = z.output<typeof jobRecord>;
export type JobFailure = z.output<typeof jobError>;

const jobResult = z.object({
  response: z.record(z.string(), z.unknown()),
  returned: z.number(),
  totalAtLeast: z.number(),
  /** Whether `totalAtLeast` is the exact total. */
  totalIsExact: z.boolean().optional(),
  /** The provider's part in the result. */
  upstream: z.custom<object>((value) => typeof value === 'object').optional(),
});
/** The result of a job. `response` is the payload of the interface, without metadata. */
export type JobResult = Readonly<z.output<typeof jobResult>>;

/** A result with its job, so that the job can be rebuilt when its own file is damaged. */
const packedResult = jobResult.extend({ job: jobRecord });

/** The stored JSON of a result. */
export function packResult(job: JobRecord, result: JobResult): Promise<Buffer> {
  const ended: JobRecord = { ...job, state: 'SUCCESS', finishedAt: job.finishedAt ?? Date.now() };
  return jsonBytes({ job: ended, ...result });
}

interface LoadedJob extends JobRecord {
  /** Size of its result on disk; 0 without one. */
  readonly resultBytes: number;
}

export interface JobStore {
  save(job: JobRecord): Promise<void>;
  /** @param packed from `packResult` */
  saveResult(id: string, packed: Buffer): Promise<void>;
  /** The jobs of earlier runs, oldest first. */
  loadAll(): Promise<LoadedJob[]>;
  loadResult(id: string): Promise<JobResult | undefined>;
  remove(id: string): Promise<void>;
  /** In a store shared by processes: finds a job of any of them. */
  find?(id: string): Promise<JobRecord | undefined>;
}

/**
 * Jobs as files: `<id>.json` is the state, `<id>.result.json` the answer, each written whole or not at all. A result is
 * written before the state that refers to it.
 */
export function openJobStore(folder: string, onCorrupt: OnCorrupt): JobStore {
  const stateFile = (id: string) => join(folder, `${id}.json`);
  const resultFile = (id: string) => join(folder, `${id}.result.json`);
  const writes = new Map<string, PQueue>();
  /** Writes of a file run one at a time, in order, so that the last state remains. */
  const write = (file: string, content: string | readonly Buffer[]): Promise<void> => {
    const queue = writes.get(file) ?? new PQueue({ concurrency: 1 }).once('idle', () => writes.delete(file));
    writes.set(file, queue);
    return queue.add(() => replaceFile(file, content));
  };
  /**
   * The job of a result whose own file is damaged, missing or older. It is older after a kill between the two writes; nothing is lost
   * then, so only damage is reported. A result that does not name its job is quarantined.
   */
  const recover = async (id: string, isDamaged: boolean): Promise<JobRecord | undefined> => {
    const found = await readOrQuarantine(
      resultFile(id),
      (value) => {
        const { job } = packedResult.parse(value);
        if (job.id !== id) throw new Error(`it is the result of job ${job.id}`);
        return job;
      },
      onCorrupt,
    );
    if (!found) return undefined;
    await write(stateFile(id), JSON.stringify(found));
    if (isDamaged) onCorrupt(`${stateFile(id)} was rebuilt from the result of the job`);
    return found;
  };
  return {
    save: (job) => write(stateFile(job.id), JSON.stringify(job)),
    saveResult: (id, packed) => write(resultFile(id), [packed]),
    loadAll: async () => {
      const names = await openFolder(folder);
      const idsOf = (suffix: RegExp) =>
        names.flatMap((name) => (suffix.test(name) ? [name.replace(suffix, '')] : [])).filter(isId);
      const answered = new Set(idsOf(/\.result\.json$/));
      const jobs = new Map<string, JobRecord>();
      // one by one: thousands of files at once are more than a process may hold open
      const states = new Set(idsOf(/\.json$/));
      for (const id of states) {
        const job = await readOrQuarantine(stateFile(id), (value) => jobRecord.parse(value), onCorrupt);
        if (job) jobs.set(id, job);
      }
      for (const id of answered) {
        const before = jobs.get(id);
        const job = before && hasEnded(before) ? before : await recover(id, !before && states.has(id));
        if (job) jobs.set(id, job);
        else answered.delete(id);
      }
      const loaded: LoadedJob[] = [];
      for (const job of jobs.values())
        loaded.push({ ...job, resultBytes: answered.has(job.id) ? (await stat(resultFile(job.id))).size : 0 });
      return loaded.sort((one, other) => one.createdAt - other.createdAt);
    },
    loadResult: (id) => readOrQuarantine(resultFile(id), (file) => jobResult.parse(file), onCorrupt),
    remove: async (id) => {
      await removeFile(stateFile(id));
      await removeFile(resultFile(id));
    },
  };
}

/** Its state says so; `done` of a running job settles a moment later, when the kept state is on disk. */
export function hasEnded({ state }: JobRecord): boolean {
  return state === 'SUCCESS' || state === 'FAILURE';
}

function isId(text: string): boolean {
  return z.uuid().safeParse(text).success;
}

/** The failed state of a job whose process stopped while it ran or waited. */
export function stoppedJob(job: JobRecord): JobRecord {
  const message = 'The process that ran it stopped. Run the search again.';
  return { ...job, state: 'FAILURE', finishedAt: Date.now(), error: { status: 503, code: 'job_stopped', message } };
}

interface TableStoreOptions {
  readonly engine: Engine;
  /** The name of this process in the table of live processes. */
  readonly process: string;
  readonly onCorrupt: (message: string) => void;
}

/**
 * Jobs as rows, for processes that share a ClickHouse server. Only the process that runs a job writes its row; the others
 * read it. A job that has not ended and whose process has stopped is read as failed.
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
    // the latest call wins, whichever of two inserts arrives first
    save: (job) =>
      engine.insert('service_jobs', [{ id: job.id, version: (version += 1), process, job: JSON.stringify(job) }]),
    saveResult: (id, packed) => engine.insert('service_job_results', [{ id, body: packed.toString() }]),
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
