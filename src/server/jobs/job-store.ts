import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** The naming of the Celery family, which existing clients know. */
export type JobState = 'PENDING' | 'STARTED' | 'SUCCESS' | 'FAILURE';

const question = z.object({
  operationId: z.string(),
  params: z.record(z.string(), z.unknown()),
  query: z.record(z.string(), z.unknown()),
});
/** What was asked; enough to ask it again after a restart. */
export type Question = z.output<typeof question>;

const jobError = z.object({
  status: z.number(),
  code: z.string(),
  message: z.string(),
  parameter: z.string().optional(),
});

const jobRecord = z.object({
  id: z.uuid(),
  owner: z.string(),
  /** Whether the one who asked wanted the metadata object beside the result. */
  withMetadata: z.boolean(),
  question,
  state: z.enum(['PENDING', 'STARTED', 'SUCCESS', 'FAILURE']),
  createdAt: z.number(),
  finishedAt: z.number().optional(),
  error: jobError.optional(),
});
/** Times are epoch milliseconds. `owner` is the id of the key that asked. */
export type JobRecord = z.output<typeof jobRecord>;
export type JobFailure = z.output<typeof jobError>;

/** What a job found. `response` is the payload as the interface gives it, without metadata. */
export interface JobResult {
  readonly response: Readonly<Record<string, unknown>>;
  readonly returned: number;
  readonly totalAtLeast: number;
}

export interface JobStore {
  save(job: JobRecord): Promise<void>;
  saveResult(id: string, result: JobResult): Promise<void>;
  loadAll(): Promise<JobRecord[]>;
  loadResult(id: string): Promise<JobResult | undefined>;
  remove(id: string): Promise<void>;
}

/**
 * Jobs as files: `<id>.json` is the state, `<id>.result.json` the answer. Each is written beside and renamed, so that a
 * reader after a crash sees the old one or the new one.
 */
export async function openJobStore(folder: string): Promise<JobStore> {
  await mkdir(folder, { recursive: true });
  const pending = new Map<string, Promise<void>>();
  /** One write of a file at a time, in the order they were asked for: the last state is the one that stays. */
  const write = (name: string, value: unknown): Promise<void> => {
    const file = join(folder, name);
    const text = JSON.stringify(value);
    const replace = async (): Promise<void> => {
      await writeFile(`${file}.partial`, text);
      await rename(`${file}.partial`, file);
    };
    const written = (pending.get(name) ?? Promise.resolve()).then(replace, replace);
    pending.set(name, written);
    const forget = () => void (pending.get(name) === written && pending.delete(name));
    written.then(forget, forget);
    return written;
  };
  return {
    save: (job) => write(`${job.id}.json`, job),
    saveResult: (id, result) => write(`${id}.result.json`, result),
    loadAll: async () => {
      const files = (await readdir(folder)).filter((name) => /^[0-9a-f-]{36}\.json$/.test(name));
      const jobs = await Promise.all(files.map((name) => readRecord(join(folder, name))));
      return jobs.filter((job) => job !== undefined);
    },
    loadResult: async (id) => {
      const text = await readFile(join(folder, `${id}.result.json`), 'utf8').catch(() => undefined);
      return text === undefined ? undefined : (JSON.parse(text) as JobResult);
    },
    remove: async (id) => {
      await Promise.all([`${id}.json`, `${id}.result.json`].map((name) => rm(join(folder, name), { force: true })));
    },
  };
}

/** A file that is no job record (a foreign file, a cut disk) is passed over, never a reason not to start. */
async function readRecord(file: string): Promise<JobRecord | undefined> {
  try {
    return jobRecord.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return undefined;
  }
}
