import { LRUCache } from 'lru-cache';
import type { Engine } from '#server/engine/engine.ts';
import { claimsOf } from '#server/processes/claims.ts';
import type { ProcessRegistry } from '#server/processes/process-registry.ts';
import { dropJobResults, jobById, jobResultById, jobsWrittenSince, type JobRow } from '#server/queries/service-jobs.ts';
import {
  hasEnded,
  jobRecord,
  jobResult,
  packResult,
  type JobRecord,
  type JobResult,
  type JobStore,
  type SharedJob,
} from './job-store.ts';

export interface TableStoreOptions {
  readonly engine: Engine;
  readonly registry: ProcessRegistry;
  readonly onCorrupt: (message: string) => void;
}

/** An insert takes its time between the server's clock and its rows being there. */
const overlapSeconds = 30;
/** Many more than are kept. */
const knownJobs = 100_000;
/** Results are removed together: each removal rewrites a part of its table. */
const removeMilliseconds = 60_000;

/**
 * Jobs as rows, for processes that share a ClickHouse server. Their clocks are not compared: the row of a job with the highest version
 * counts, and a version is three numbers in one,
 * - what became of the job: open, failed, succeeded, removed. A process that wakes late reopens nothing;
 * - how often another process took it over: whoever had it before hears that it lost it. Two may see that its process is gone, and only
 *   one of them gets the claim to it;
 * - how often its holder wrote it.
 */
export function openTableJobStore(options: TableStoreOptions): JobStore {
  const { engine, registry, onCorrupt } = options;
  const { process } = registry;
  const claims = claimsOf(engine, registry);
  const known = new LRUCache<string, { readonly version: number; readonly bytes: number }>({ max: knownJobs });
  let since = 0;
  let removed: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  const insertJobs = gathered<object>((rows) => engine.insert('service_jobs', rows));

  const write = async (job: JobRecord, version: number, isRead = false): Promise<void> => {
    const { id } = job;
    const bytes = known.get(id)?.bytes ?? 0;
    known.set(id, { version, bytes });
    // before its first job, or others would take that for an orphan
    await registry.signOfLife();
    await insertJobs({ id, version, holder: process, job: JSON.stringify(job), bytes, is_read: Number(isRead) });
  };
  const versionOf = (id: string): number => known.get(id)?.version ?? 0;
  const save = (job: JobRecord, isRead = false): Promise<void> =>
    write(job, nextVersion(versionOf(job.id), rankOf(job)), isRead);

  /** A row of another process that says something new; undefined for what is known already. */
  const news = (row: JobRow): SharedJob | undefined => {
    if (row.holder === process || row.version <= versionOf(row.id)) return undefined;
    const record = parsed(row, onCorrupt);
    if (!record) return undefined;
    known.set(row.id, { version: row.version, bytes: row.bytes });
    return {
      record,
      holder: row.holder,
      resultBytes: row.bytes,
      isRead: row.is_read === 1,
      isRemoved: row.version >= ranks.removed * rankSize,
    };
  };
  const forget = (id: string): void => {
    removed.push(id);
    timer ??= setTimeout(() => void dropRemoved().catch(() => undefined), removeMilliseconds);
    timer.unref();
  };
  const dropRemoved = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const ids = removed;
    removed = [];
    if (ids.length > 0) await engine.command(dropJobResults(ids), { limits: 'upkeep' });
  };

  return {
    save: (job) => save(job),
    saveResult: async (id, packed) => {
      known.set(id, { version: versionOf(id), bytes: Buffer.byteLength(packed) });
      await engine.insert('service_job_results', [{ id, body: packed }]);
    },
    loadAll: () => Promise.resolve([]), // they come as news, once the tables are there
    loadResult: async (id) => {
      const [found] = await engine.query(jobResultById(id), { limits: 'search' });
      return found && readResult(found.body, id, onCorrupt);
    },
    remove: async (id) => {
      const last = versionOf(id);
      if (last >= ranks.removed * rankSize) return;
      const version = nextVersion(last, ranks.removed);
      known.set(id, { version, bytes: 0 });
      await insertJobs({ id, version, holder: process, job: '', bytes: 0, is_read: 1 });
      forget(id);
    },
    shared: {
      process,
      async news() {
        await registry.signOfLife();
        // jobs first: whoever holds one of them gave a sign of life before
        const rows = await engine.query(jobsWrittenSince(Math.max(0, since - overlapSeconds)), { limits: 'search' });
        since = (await registry.look()) ?? since;
        return rows.map(news).filter((job) => job !== undefined);
      },
      async read(id) {
        const [row] = await engine.query(jobById(id));
        return row && news(row);
      },
      async takeOver(job) {
        const claim = await claims.take(`job:${job.id}`);
        if (typeof claim === 'string') return false;
        const [row] = await engine.query(jobById(job.id));
        if (row && row.version > versionOf(job.id)) return false;
        await write(job, takenOver(versionOf(job.id)));
        return true;
      },
      noteRead: (job) => save(job, true),
      living: () => registry.living(),
      async close() {
        await dropRemoved().catch(() => undefined);
        await registry.leave();
      },
    },
  };
}

const ranks = { open: 0, failed: 1, succeeded: 2, removed: 3 } as const;
const rankSize = 1e12;
const takeOverSize = 1e6;

function rankOf(job: JobRecord): number {
  if (!hasEnded(job)) return ranks.open;
  return job.state === 'SUCCESS' ? ranks.succeeded : ranks.failed;
}

function nextVersion(last: number, rank: number): number {
  return rank * rankSize + (last % rankSize) + 1;
}

function takenOver(last: number): number {
  return (Math.floor((last % rankSize) / takeOverSize) + 1) * takeOverSize;
}

function parsed({ id, job, version }: JobRow, onCorrupt: (message: string) => void): JobRecord | undefined {
  // of a removed job nothing is left but its id
  if (version >= ranks.removed * rankSize)
    return { id, owner: '', withMetadata: false, state: 'SUCCESS', createdAt: 0, question: noQuestion };
  try {
    return jobRecord.parse(JSON.parse(job));
  } catch (error) {
    onCorrupt(`the row of the job ${id} cannot be read: ${String(error)}`);
    return undefined;
  }
}

const noQuestion = { operationId: '', params: {}, query: {} };

function readResult(body: string, id: string, onCorrupt: (message: string) => void): JobResult | undefined {
  try {
    return jobResult.parse(JSON.parse(body));
  } catch (error) {
    onCorrupt(`the result of the job ${id} cannot be read: ${String(error)}`);
    return undefined;
  }
}

/** Every insert is a part on disk: what is asked for while one is under way goes together in the next. */
function gathered<Row>(insert: (rows: readonly Row[]) => Promise<void>): (row: Row) => Promise<void> {
  let waiting: Row[] = [];
  let next: Promise<void> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  return (row) => {
    waiting.push(row);
    if (!next) {
      next = last.then(() => {
        const rows = waiting;
        waiting = [];
        next = undefined;
        return insert(rows);
      });
      last = next.catch(() => undefined);
    }
    return next;
  };
}

/** Takes jobs over that an earlier version kept in files. @param to with a process name of its own: the jobs are left behind by it */
export async function moveJobs(from: JobStore, to: JobStore): Promise<void> {
  const jobs = await from.loadAll();
  for (const job of jobs) {
    const { resultBytes: _, ...record } = job;
    const result = hasEnded(job) ? await from.loadResult(job.id) : undefined;
    if (result) await to.saveResult(job.id, packResult(record, result));
    await to.save(record);
    await from.remove(job.id);
  }
  if (jobs.length > 0) await to.shared?.close();
}
