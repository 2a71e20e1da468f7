import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppLimits } from '#server/app.ts';
import { dictionaries, reloadDictionaries } from '#server/ingest/dictionaries.ts';
import type { LiveFindings } from '#server/ingest/live-findings.ts';
import { readConfig } from '#server/config.ts';
import type { Engine } from '#server/engine/engine.ts';
import { loadState, type LoadState } from '#server/http/load-state.ts';
import type { OutboundClient } from '#server/live/outbound-client.ts';
import { openService, type ServiceOverrides } from '#server/open-service.ts';
import { checkAgainstContract } from './contract-check.ts';
import { copyTestStore } from './made-once.ts';

/** The key of every test service. */
export const key = 'a-key-for-the-specs';
/** A key of another caller. */
export const otherKey = 'another-key-for-the-specs';

export interface TestServiceOptions {
  /** Rows by table, inserted in this order; passive DNS goes into `obs`. Columns left out take their default. */
  readonly rows?: Readonly<Record<string, readonly object[]>>;
  /** Starts with the whole sample collection as of this day, 'yyyy-mm-dd'; empty by default. */
  readonly sample?: string;
  /** Limit of ordinary domains of the sample collection; all of them by default. */
  readonly sampleDomains?: number | undefined;
  /** The clock of the service; the real one by default. */
  readonly now?: Date;
  /** For live look-ups; offline by default. */
  readonly live?: OutboundClient;
  /** State of the first load; done by default. */
  readonly load?: LoadState;
  /** Called with every line of the log; nothing is logged by default. */
  readonly log?: (line: string) => void;
  /** Folder of a built dashboard; none by default. */
  readonly dashboardFolder?: string;
  /** Further variables of the configuration. */
  readonly env?: Readonly<Record<string, string>>;
  /** Wait times and client of the provider. */
  readonly upstream?: NonNullable<ServiceOverrides['upstream']>;
}

/** The caller of a request. */
interface Asking {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer that has passed the contract. */
export interface TestAnswer {
  readonly status: number;
  /** The whole envelope. */
  readonly body: Record<string, unknown>;
  /** The member `response`, which specs read without a type. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly response: any;
  readonly headers: Readonly<Record<string, unknown>>;
}

export interface TestService {
  /** @param path below the base path, with its query: `/explore/...` */
  get(path: string, asking?: Asking): Promise<TestAnswer>;
  /** @param body undefined sends no body */
  post(path: string, body: unknown, asking?: Asking): Promise<TestAnswer>;
  /** Inserts more rows, and reloads the dictionaries that read their tables; all of them without rows. */
  add(rows: Readonly<Record<string, readonly object[]>>): Promise<void>;
  /** Closes the application and builds it again over the same collection, keys and jobs. */
  restart(): Promise<void>;
  /** The same with added or changed variables of the configuration. */
  reconfigure(env: Readonly<Record<string, string>>): Promise<void>;
  /** Listens on loopback, with other limits at a repeated call. @returns the address, without a slash at its end */
  listen(limits?: Partial<AppLimits>): Promise<string>;
  readonly engine: Engine;
  /** The data folder. */
  readonly folder: string;
  /** The findings of live look-ups; flush them before queries. */
  readonly findings: LiveFindings;
  close(): Promise<void>;
}

/** The dictionaries that read a table, by table. */
const dictionariesOf: Readonly<Record<string, readonly string[]>> = {
  imports: ['origin_as', ...dictionaries.scores],
  prefixes: ['origin_as'],
  countries: ['country_of'],
  asns: ['as_names'],
  allocations: ['allocation_of'],
  asn_allocations: ['asn_allocation_of'],
  routing_snapshots: ['allocation_of', 'asn_allocation_of'],
  listings: ['covering_ranges'],
  facts: ['covering_ranges'],
  reputation_asn: ['asn_standing'],
  reputation_takedown: ['asn_standing'],
  rank_asn: ['asn_standing'],
  reputation_subnet: ['subnet_standing'],
};

/**
 * The whole service in process, over real chDB in a temporary folder with the given rows. Every answer it gives is
 * checked against the contract. One per spec file: chDB takes one data folder per process.
 */
export async function openTestService({
  rows = {},
  sample,
  sampleDomains,
  now,
  live,
  load = loadState({ state: 'ready' }),
  log,
  dashboardFolder,
  env = {},
  upstream,
}: TestServiceOptions = {}): Promise<TestService> {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-'));
  await copyTestStore(join(folder, 'store'), sample, sampleDomains);
  const configOf = (more: Readonly<Record<string, string>>) =>
    readConfig({
      SIGHTLINE_DATA: folder,
      SIGHTLINE_API_KEYS: `${key},${otherKey}`,
      SIGHTLINE_OFFLINE: 'on',
      ...more,
    });
  let config = configOf(env);
  const overrides: ServiceOverrides = {
    load,
    sessions: 2,
    statementBytes: 1_000_000_000,
    gatherMilliseconds: 3_600_000, // so that only a spec flushes them, however busy the machine is
    dashboardFolder: dashboardFolder ?? join(folder, 'no-dashboard'),
    logger: log ? { level: 'info', stream: { write: log } } : false,
    report: (message) => {
      throw new Error(message);
    },
    ...(live && { live }),
    ...(upstream && { upstream }),
    ...(now && { now: () => now }),
  };
  // opening the store holds up the event loop, which is not an overload
  const limits = { eventLoopDelayMilliseconds: 0 };
  const first = await openService(config, { ...overrides, limits });
  const { engine, findings } = first;
  const openAnother = (more: Partial<AppLimits> = {}) =>
    openService(config, { ...overrides, engine, findings, limits: { ...limits, ...more } });
  let { app } = first;
  const listening: (typeof app)[] = [];

  const ask = async (
    method: 'GET' | 'POST',
    path: string,
    asking: Asking = {},
    payload?: object,
  ): Promise<TestAnswer> => {
    const headers = { 'x-api-key': asking.key ?? key, ...asking.headers };
    const answer = await app.inject({ method, url: `/api/v1${path}`, headers, ...(payload && { payload }) });
    const body = answer.json<Record<string, unknown>>();
    checkAgainstContract(method, path, answer.statusCode, body);
    return { status: answer.statusCode, body, response: body['response'], headers: answer.headers };
  };
  const add: TestService['add'] = async (more) => {
    for (const [table, list] of Object.entries(more)) if (list.length > 0) await engine.insert(table, list);
    const tables = Object.keys(more);
    const all = [...dictionaries.imports, ...dictionaries.scores];
    const stale = new Set(tables.flatMap((table) => dictionariesOf[table] ?? []));
    await reloadDictionaries(engine, tables.length === 0 ? all : [...stale]);
  };
  // an engine that has just started loads its dictionaries at their first use
  for (const [table, list] of Object.entries(rows)) if (list.length > 0) await engine.insert(table, list);

  return {
    get: (path, asking) => ask('GET', path, asking),
    post: (path, body, asking) => ask('POST', path, asking, body as object | undefined),
    add,
    restart: async () => {
      await app.close();
      ({ app } = await openAnother());
    },
    reconfigure: async (more) => {
      await app.close();
      config = configOf({ ...env, ...more });
      ({ app } = await openAnother());
    },
    listen: async (appLimits) => {
      const other = await openAnother(appLimits);
      listening.push(other.app);
      return other.app.listen({ host: '127.0.0.1', port: 0 });
    },
    engine,
    folder,
    findings,
    close: async () => {
      for (const each of [app, ...listening]) await each.close();
      await engine.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
