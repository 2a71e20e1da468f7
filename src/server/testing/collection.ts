import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp, type AppLimits } from '#server/app.ts';
import { dictionaries, reloadDictionaries } from '#server/collect/dictionaries.ts';
import { openChdb } from '#server/engine/chdb-engine.ts';
import { openLiveFindings, type LiveFindings } from '#server/collect/live-findings.ts';
import { observationJournal } from '#server/collect/observation-journal.ts';
import type { Engine } from '#server/engine/engine.ts';
import { statementLimits } from '#server/engine/statement-limits.ts';
import { openApiKeys } from '#server/http/api-keys.ts';
import { loadState, type LoadState } from '#server/http/load-state.ts';
import type { LiveDoor } from '#server/live/door.ts';
import { offlineDoor } from '#server/live/offline-door.ts';
import { checkAgainstContract } from './contract-check.ts';
import { copyTestStore } from './store-template.ts';

const root = join(import.meta.dirname, '../../..');
/** The key of every test service. */
export const key = 'a-key-for-the-specs';
/** The key of somebody else. */
export const otherKey = 'another-key-for-the-specs';

export interface TestServiceOptions {
  /** Rows by table, inserted in this order; passive DNS goes into `obs`. Columns left out take their default. */
  readonly rows?: Readonly<Record<string, readonly object[]>>;
  /** Begins with the whole sample collection as of this day, 'yyyy-mm-dd'; with nothing unless given. */
  readonly sample?: string;
  /** The clock of the service; the real one unless given. */
  readonly now?: Date;
  /** The way out; none unless given. */
  readonly live?: LiveDoor;
  /** Where the first load stands; it is done unless given. */
  readonly load?: LoadState;
  /** Gets every line of the log; nothing is logged unless given. */
  readonly log?: (line: string) => void;
  /** Where a built dashboard stands; nowhere unless given. */
  readonly dashboardFolder?: string;
}

/** An answer that has passed the contract. */
export interface TestAnswer {
  readonly status: number;
  /** The whole envelope. */
  readonly body: Record<string, unknown>;
  /** What stands under `response`; specs look into it as they please. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly response: any;
}

export interface TestService {
  /** @param path below the base path, with its query: `/explore/...` */
  get(path: string): Promise<TestAnswer>;
  post(path: string, body: unknown): Promise<TestAnswer>;
  /** Inserts more rows; dictionaries know them afterwards. */
  add(rows: Readonly<Record<string, readonly object[]>>): Promise<void>;
  /** Closes the application and builds it again over the same collection, keys and jobs. */
  restart(): Promise<void>;
  /** Listens on loopback, another time with other limits. @returns the address, without a slash at its end */
  listen(limits?: Partial<AppLimits>): Promise<string>;
  readonly engine: Engine;
  /** What live look-ups learned: flush it before asking for it. */
  readonly findings: LiveFindings;
  close(): Promise<void>;
}

/**
 * The whole service in process, over real chDB in a temporary folder with the given rows. Every answer it gives is
 * checked against the contract. One per spec file: chDB takes one data folder per process.
 */
export async function openTestService({
  rows = {},
  sample,
  now,
  live = offlineDoor(),
  load = loadState({ state: 'ready' }),
  log,
  dashboardFolder,
}: TestServiceOptions = {}): Promise<TestService> {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-'));
  const limits = statementLimits(1_000_000_000);
  const path = join(folder, 'store');
  await copyTestStore(path, sample);
  const engine = await openChdb({ path, database: 'sightline', sessions: 2, limits });
  const fail = (error: unknown): never => {
    throw error;
  };
  const findings = openLiveFindings({
    engine,
    journal: observationJournal(engine, join(folder, 'journal'), fail),
    onError: fail,
    gatherMilliseconds: 3_600_000, // when a spec flushes them, however busy the machine is
    ...(now && { now: () => now }),
  });
  const build = (appLimits: Partial<AppLimits> = {}) =>
    buildApp({
      engine,
      keys: openApiKeys([key, otherKey], folder),
      load,
      document: JSON.parse(readFileSync(join(root, 'public/openapi.json'), 'utf8')) as object,
      dashboardFolder: dashboardFolder ?? join(folder, 'no-dashboard'),
      jobsFolder: join(folder, 'jobs'),
      isLoopback: true,
      live,
      findings,
      logger: log ? { level: 'info', stream: { write: log } } : false,
      // opening the store holds up the event loop, which is no overload
      limits: { eventLoopDelayMilliseconds: 0, ...appLimits },
      ...(now && { now: () => now }),
    });
  let app = await build();
  const listening: Awaited<ReturnType<typeof build>>[] = [];

  const ask = async (method: 'GET' | 'POST', path: string, payload?: object): Promise<TestAnswer> => {
    const headers = { 'x-api-key': key };
    const answer = await app.inject({ method, url: `/api/v1${path}`, headers, ...(payload && { payload }) });
    const body = answer.json<Record<string, unknown>>();
    checkAgainstContract(method, path, answer.statusCode, body);
    return { status: answer.statusCode, body, response: body['response'] };
  };
  const add: TestService['add'] = async (more) => {
    for (const [table, list] of Object.entries(more)) if (list.length > 0) await engine.insert(table, list);
    await reloadDictionaries(engine, [...dictionaries.routing, ...dictionaries.scores]);
  };
  await add(rows);

  return {
    get: (path) => ask('GET', path),
    post: (path, body) => ask('POST', path, body as object),
    add,
    restart: async () => {
      await app.close();
      app = await build();
    },
    listen: async (appLimits) => {
      const other = await build(appLimits);
      listening.push(other);
      return other.listen({ host: '127.0.0.1', port: 0 });
    },
    engine,
    findings,
    close: async () => {
      for (const each of [app, ...listening]) await each.close();
      await engine.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
