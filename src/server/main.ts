import { readFileSync } from 'node:fs';
import type { Server } from 'node:net';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import closeWithGrace from 'close-with-grace';
import { dateToIsoDate } from '#model/dates.ts';
import { buildApp } from './app.ts';
import { firstLoad, type FirstLoadOptions } from './collect/first-load.ts';
import { scheduleDailyScores } from './collect/daily.ts';
import { openLiveFindings } from './collect/live-findings.ts';
import { observationJournal, type ObservationJournal } from './collect/observation-journal.ts';
import { repair } from './collect/repair.ts';
import { storeIntegrity, type Damage, type StoreIntegrity } from './collect/store-integrity.ts';
import { readConfig, type Config } from './config.ts';
import { checkFolder, diskProblem } from './disk/check-folder.ts';
import { openChdb } from './engine/chdb-engine.ts';
import type { Engine } from './engine/engine.ts';
import { dictionaryCredentials, openServer } from './engine/http-engine.ts';
import { migrate } from './engine/migrate.ts';
import { statementLimits } from './engine/statement-limits.ts';
import { openApiKeys } from './http/api-keys.ts';
import { loadFailure } from './http/load-failure.ts';
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
  checkFolder(config.dataFolder);
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
  const integrity = storeIntegrity(engine, join(config.dataFolder, 'store-parts.json'), complain);
  let isFilled = false;
  let stopScores = async (): Promise<void> => undefined;
  closeWithGrace({ delay: 15_000 }, async ({ err }) => {
    if (err) app.log.error({ err }, 'stopped by an error');
    await stopScores();
    await app.close();
    if (isFilled)
      await integrity
        .take(load.incomplete)
        .catch((error: unknown) => app.log.error({ err: error }, 'no inventory was written'));
    await engine.close();
  });
  await app.listen({ host: config.host, port: config.port });
  greet(config, portOf(app.server.address(), config.port), keys.made);
  if (!(await fill(engine, { journal, integrity, config, load }))) return;
  isFilled = true;
  stopScores = scheduleDailyScores({
    engine,
    onError: (err) => app.log.error({ err }, 'the scores were not refreshed'),
    onRefreshed: () => integrity.take(load.incomplete),
  });
}

function complain(message: string): void {
  process.stderr.write(`${message}\n`);
}

function portOf(address: ReturnType<Server['address']>, asked: number): number {
  return typeof address === 'object' && address ? address.port : asked;
}

/** A twentieth of the machine or of the container, and 1.2 GB at least: with what Node itself takes 1.5 GB. */
function memoryForStatements(): number {
  const bytes = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  return Math.max(1.2e9, bytes / 20);
}

async function openEngine(config: Config): Promise<Engine> {
  const limits = statementLimits(memoryForStatements());
  if (config.clickhouseUrl) return openServer({ url: config.clickhouseUrl, limits });
  const path = join(config.dataFolder, 'store');
  return openChdb({ path, database: 'sightline', sessions: Math.max(4, 2 * availableParallelism()), limits });
}

interface Filling {
  readonly journal: ObservationJournal;
  readonly integrity: StoreIntegrity;
  readonly config: Config;
  readonly load: LoadState;
}

/** Makes the collection answerable while the service already listens and says how far it is. @returns whether it is */
async function fill(engine: Engine, { journal, integrity, config, load }: Filling): Promise<boolean> {
  const startedAt = Date.now();
  let progress: ReturnType<typeof terminalProgress> | undefined;
  const options: FirstLoadOptions = {
    sample: config.sample,
    today: dateToIsoDate(new Date()),
    onProgress: (steps) => {
      load.set({ state: 'loading', steps, startedAt });
      progress ??= terminalProgress();
      progress.update(steps);
    },
  };
  try {
    await migrate(engine, { folder: schemaFolder, credentials: dictionaryCredentials(config.clickhouseUrl) });
    await journal.settle();
    const damage = await integrity.inspect();
    for (const { reason } of damage) complain(`Damage found: ${reason}.`);
    // a server is repaired by whoever runs it: from a replica or a backup
    const incomplete = engine.kind === 'embedded' && damage.length > 0 ? await repair(engine, damage, options) : damage;
    const loaded = await firstLoad(engine, options);
    await integrity.take(incomplete);
    progress?.stop();
    if (damage.length > 0) complain(outcomeOf(incomplete));
    load.set({ state: 'ready', ...(incomplete.length > 0 && { incomplete }) });
    sayReady(loaded === 'nothing' && damage.length === 0 ? undefined : (Date.now() - startedAt) / 1000);
    return true;
  } catch (error) {
    progress?.stop();
    const failure = loadFailure(error, diskProblem(config.dataFolder, error));
    load.set(failure);
    process.stderr.write(
      `${failure.message}\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    return false;
  }
}

function outcomeOf(incomplete: readonly Damage[]): string {
  if (incomplete.length === 0) return 'Everything that was damaged has been rebuilt.';
  const tables = incomplete.map(({ table }) => table).join(', ');
  return `What was lost of these tables cannot be rebuilt: ${tables}. Answers from them are incomplete; restore the data folder from a backup.`;
}
