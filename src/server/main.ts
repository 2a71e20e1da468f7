import { mkdirSync, readFileSync } from 'node:fs';
import type { Server } from 'node:net';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import closeWithGrace from 'close-with-grace';
import { dateToIsoDate } from '#model/dates.ts';
import { buildApp } from './app.ts';
import { firstLoad } from './collect/first-load.ts';
import { scheduleDailyScores } from './collect/daily.ts';
import { openLiveFindings } from './collect/live-findings.ts';
import { observationJournal, type ObservationJournal } from './collect/observation-journal.ts';
import { readConfig, type Config } from './config.ts';
import { openChdb } from './engine/chdb-engine.ts';
import type { Engine } from './engine/engine.ts';
import { dictionaryCredentials, openServer } from './engine/http-engine.ts';
import { migrate } from './engine/migrate.ts';
import { statementLimits } from './engine/statement-limits.ts';
import { openApiKeys } from './http/api-keys.ts';
import { loadState, type LoadState } from './http/load-state.ts';
import { openLiveDoor } from './live/open-live-door.ts';
import { greet, sayReady } from './greeting.ts';
import { terminalProgress } from './terminal-progress.ts';

/** The checkout: this file runs as src/server/main.ts or, built, as dist/server/main.js. */
const root = join(import.meta.dirname, '../..');
const schemaFolder = join(root, 'src/server/engine/schema');

try {
  await start(readConfig());
} catch (error) {
  process.stderr.write(`Sightline did not start. ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

async function start(config: Config): Promise<void> {
  mkdirSync(config.dataFolder, { recursive: true });
  const keys = openApiKeys(config.apiKeys, config.dataFolder);
  const engine = await openEngine(config);
  const load = loadState();
  const journal = observationJournal(engine, join(config.dataFolder, 'journal'), complain);
  const findings = openLiveFindings({
    engine,
    journal,
    onError: (error) => complain(`What a live look-up learned was not written: ${String(error)}`),
  });
  const app = await buildApp({
    engine,
    keys,
    load,
    document: JSON.parse(readFileSync(join(root, 'public/openapi.json'), 'utf8')) as object,
    dashboardFolder: join(root, 'dist/web'),
    jobsFolder: join(config.dataFolder, 'jobs'),
    isLoopback: config.isLoopback,
    live: openLiveDoor({ offline: config.offline }),
    findings,
    // the terminal belongs to the person who started it: only what needs attention is logged there
    logger: { level: process.stdout.isTTY ? 'error' : 'warn' },
  });
  let stopScores = async (): Promise<void> => undefined;
  closeWithGrace({ delay: 15_000 }, async ({ err }) => {
    if (err) app.log.error({ err }, 'stopped by an error');
    await stopScores();
    await app.close();
    await engine.close();
  });
  await app.listen({ host: config.host, port: config.port });
  greet(config, portOf(app.server.address(), config.port), keys.made);
  if (await fill(engine, journal, config, load))
    stopScores = scheduleDailyScores({
      engine,
      onError: (err) => app.log.error({ err }, 'the scores were not refreshed'),
    });
}

function complain(message: string): void {
  process.stderr.write(`${message}\n`);
}

function portOf(address: ReturnType<Server['address']>, asked: number): number {
  return typeof address === 'object' && address ? address.port : asked;
}

async function openEngine(config: Config): Promise<Engine> {
  const limits = statementLimits(1_000_000_000);
  if (config.clickhouseUrl) return openServer({ url: config.clickhouseUrl, limits });
  const path = join(config.dataFolder, 'store');
  return openChdb({ path, database: 'sightline', sessions: Math.max(4, 2 * availableParallelism()), limits });
}

/** Makes the collection answerable while the service already listens and says how far it is. @returns whether it is */
async function fill(engine: Engine, journal: ObservationJournal, config: Config, load: LoadState): Promise<boolean> {
  const startedAt = Date.now();
  let progress: ReturnType<typeof terminalProgress> | undefined;
  try {
    await migrate(engine, { folder: schemaFolder, credentials: dictionaryCredentials(config.clickhouseUrl) });
    await journal.settle();
    const loaded = await firstLoad(engine, {
      sample: config.sample,
      today: dateToIsoDate(new Date()),
      onProgress: (steps) => {
        load.set({ state: 'loading', steps, startedAt });
        progress ??= terminalProgress();
        progress.update(steps);
      },
    });
    progress?.stop();
    load.set({ state: 'ready' });
    sayReady(loaded === 'nothing' ? undefined : (Date.now() - startedAt) / 1000);
    return true;
  } catch (error) {
    progress?.stop();
    const message = error instanceof Error ? error.message : String(error);
    load.set({ state: 'failed', message });
    process.stderr.write(`The collection could not be loaded: ${message}\nThe next start begins the load anew.\n`);
    return false;
  }
}
