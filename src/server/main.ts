import { mkdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import closeWithGrace from 'close-with-grace';
import { buildApp } from './app.ts';
import { firstLoad } from './collect/first-load.ts';
import { scheduleDailyScores } from './collect/daily.ts';
import { readConfig, type Config } from './config.ts';
import { openChdb } from './engine/chdb-engine.ts';
import type { Engine } from './engine/engine.ts';
import { dictionaryCredentials, openServer } from './engine/http-engine.ts';
import { migrate } from './engine/migrate.ts';
import { statementLimits } from './engine/statement-limits.ts';
import { openApiKeys } from './http/api-keys.ts';
import { loadState, type LoadState } from './http/load-state.ts';
import { terminalProgress } from './terminal-progress.ts';

/** The checkout: this file runs as src/server/main.ts or, built, as dist/server/main.js. */
const root = join(import.meta.dirname, '../..');
const schemaFolder = join(root, 'src/server/engine/schema');
const say = (line: string): boolean => process.stdout.write(`${line}\n`);

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
  const app = await buildApp({
    engine,
    keys,
    load,
    document: JSON.parse(readFileSync(join(root, 'public/openapi.json'), 'utf8')) as object,
    dashboardFolder: join(root, 'dist/web'),
    jobsFolder: join(config.dataFolder, 'jobs'),
    isLoopback: config.isLoopback,
    offline: config.offline,
    // the terminal belongs to the person who started it: only what needs attention is logged there
    logger: { level: process.stdout.isTTY ? 'error' : 'warn' },
  });
  closeWithGrace({ delay: 15_000 }, async ({ err }) => {
    if (err) app.log.error({ err }, 'stopped by an error');
    await app.close();
    await engine.close();
  });
  await app.listen({ host: config.host, port: config.port });
  greet(config, app.server.address(), keys.made);
  await fill(engine, config, load);
}

async function openEngine(config: Config): Promise<Engine> {
  const limits = statementLimits(1_000_000_000);
  if (config.clickhouseUrl) return openServer({ url: config.clickhouseUrl, limits });
  const path = join(config.dataFolder, 'store');
  return openChdb({ path, database: 'sightline', sessions: Math.max(4, 2 * availableParallelism()), limits });
}

/** Makes the collection answerable while the service already listens and says how far it is. */
async function fill(engine: Engine, config: Config, load: LoadState): Promise<void> {
  const startedAt = Date.now();
  let progress: ReturnType<typeof terminalProgress> | undefined;
  try {
    const schema = { folder: schemaFolder, credentials: dictionaryCredentials(config.clickhouseUrl) };
    await migrate(engine, schema);
    const loaded = await firstLoad(engine, {
      schema,
      sample: config.sample,
      today: new Date(),
      onProgress: (steps) => {
        load.set({ state: 'loading', steps, startedAt });
        progress ??= terminalProgress();
        progress.update(steps);
      },
    });
    progress?.stop();
    load.set({ state: 'ready' });
    say(loaded ? `The collection was loaded in ${Math.round((Date.now() - startedAt) / 1000)} s. Ready.` : 'Ready.');
    scheduleDailyScores(engine);
  } catch (error) {
    progress?.stop();
    const message = error instanceof Error ? error.message : String(error);
    load.set({ state: 'failed', message });
    process.stderr.write(`The collection could not be loaded: ${message}\nThe next start begins the load anew.\n`);
  }
}

function greet(
  config: Config,
  address: ReturnType<import('node:net').Server['address']>,
  madeKey: string | undefined,
): void {
  const port = typeof address === 'object' && address ? address.port : config.port;
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  const base = `http://${host}:${port}/`;
  say(madeKey ? `\n  Sightline   ${base}#key=${madeKey}\n` : `\n  Sightline   ${base}\n`);
  if (madeKey)
    say(
      '  The key in this link is shown this once and opens the dashboard; it is also the X-API-KEY of the interface.',
    );
  else if (config.apiKeys.length === 0)
    say(
      `  The key made at the first start is valid. Lost it? Remove ${join(config.dataFolder, 'keys.json')} and start again.`,
    );
  say(`  Interface   ${base}api/v1   Reference   ${base}api\n`);
}
