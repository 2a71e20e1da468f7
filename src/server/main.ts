import { existsSync } from 'node:fs';
import type { Server } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Presets, SingleBar } from 'cli-progress';
import closeWithGrace from 'close-with-grace';
import { errorText } from '#model/errors.ts';
import { formatNumber } from '#model/format.ts';
import { type Config, readConfig, refuseArguments } from './config.ts';
import { checkFolder, foreignPath } from './disk/check-folder.ts';
import { releaseCode, releaseFreed } from './engine/release-code.ts';
import type { LoadStep } from './http/load-state.ts';
import type { LoadProgress } from './load-collection.ts';
import { openService } from './open-service.ts';

/** Built beside this program; in development it is missing, and the event loop reads feeds. */
const threadProgram = join(dirname(fileURLToPath(import.meta.url)), 'thread-program.js');
/** Delay until code that only the start runs is released. */
const startedMilliseconds = 15_000;
/** Delay until the store is read in the background: the first look-ups come before. */
const checkMilliseconds = 60_000;
/** Interval of releasing code that a search or a refresh has used since. */
const releaseMilliseconds = 600_000;
/** Interval of giving freed memory back. */
const freedMilliseconds = 20_000;

try {
  refuseArguments(process.argv.slice(2));
  await start(readConfig());
} catch (error) {
  process.stderr.write(`Sightline did not start. ${errorText(error)}\n`);
  process.exit(1);
}

async function start(config: Config): Promise<void> {
  checkFolder(config.dataFolder);
  // the terminal shows only log entries that need attention
  const service = await openService(config, {
    logger: { level: process.stdout.isTTY ? 'error' : 'warn' },
    ...(existsSync(threadProgram) && { threadProgram }),
    onLost: (message) => {
      process.stderr.write(`${message}\n`);
      process.exit(1);
    },
  }).catch((error: unknown) => {
    const path = foreignPath(config.dataFolder);
    if (path === undefined) throw error;
    throw new Error(
      `${errorText(error)}. The user of this process may not use ${path}: give it the whole data folder (chown -R).`,
      { cause: error },
    );
  });
  const { app, keys } = service;
  closeWithGrace({ delay: 15_000 }, async ({ err }) => {
    if (err) app.log.error({ err }, 'stopped by an error');
    await service.close();
  });
  await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    const settings = 'Set SIGHTLINE_HOST to an address of this machine and SIGHTLINE_PORT to a free port.';
    throw new Error(`It cannot listen on ${config.host}: ${errorText(error)}. ${settings}`, { cause: error });
  });
  greet(config, portOf(app.server.address(), config.port), keys.made);
  const outcome = await service.load(terminalProgress());
  if (!outcome.isReady) return;
  sayReady(outcome.seconds);
  service.refreshDaily();
  setTimeout(() => void releaseCode(), startedMilliseconds).unref();
  setTimeout(service.checkStore, checkMilliseconds).unref();
  setInterval(() => void releaseCode(), releaseMilliseconds).unref();
  setInterval(() => void releaseFreed(), freedMilliseconds).unref();
}

function portOf(address: ReturnType<Server['address']>, asked: number): number {
  return typeof address === 'object' && address ? address.port : asked;
}

/** Prints the link to open. A new key is shown only this once. */
function greet(config: Config, port: number, madeKey: string | undefined): void {
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  const base = `http://${host}:${port}/`;
  const lines = [
    '',
    `  Sightline   ${base}${madeKey ? `#key=${madeKey}` : ''}`,
    `  API         ${base}api/v1   Reference   ${base}api`,
    '',
    ...keyHint(config, madeKey),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function keyHint(config: Config, madeKey: string | undefined): string[] {
  if (madeKey)
    return ['  The link holds the API key and is shown this once. The key is also the X-API-KEY of the interface.'];
  if (config.apiKeys.length > 0) return [];
  return [
    `  The key made at the first start is valid. Lost it? Remove ${join(config.dataFolder, 'keys.json')} and start again.`,
  ];
}

/** @param loadSeconds how long the first load took; undefined when there was nothing to load */
function sayReady(loadSeconds: number | undefined): void {
  process.stdout.write(
    loadSeconds === undefined ? '  Ready.\n' : `  The collection was loaded in ${Math.round(loadSeconds)} s. Ready.\n`,
  );
}

/** The first load in the terminal: a bar where there is one, a line per step where output goes to a file. */
function terminalProgress(): LoadProgress {
  return process.stdout.isTTY ? bar() : lines();
}

function bar(): LoadProgress {
  const single = new SingleBar(
    { format: '  {bar} {percentage} %  {step}', hideCursor: true, stopOnComplete: false, clearOnComplete: true },
    Presets.shades_classic,
  );
  return {
    update: (steps) => {
      if (!single.isActive) single.start(1000, 0, { step: '' });
      single.update(Math.round(1000 * shareOf(steps)), { step: currentStep(steps)?.name ?? '' });
    },
    stop: () => {
      if (single.isActive) single.stop();
    },
  };
}

function lines(): LoadProgress {
  const printed = new Set<string>();
  return {
    update: (steps) => {
      for (const { name, done, total } of steps) {
        if (total === 0 || done < total || printed.has(name)) continue;
        printed.add(name);
        process.stdout.write(`  loaded ${name}: ${formatNumber(total)}\n`);
      }
    },
    stop: () => undefined,
  };
}

/** Every step weighs as many rows as it has; one whose size is not known yet weighs little. */
function shareOf(steps: readonly LoadStep[]): number {
  const total = steps.reduce((sum, step) => sum + Math.max(step.total, 1), 0);
  return steps.reduce((sum, step) => sum + Math.min(step.done, step.total), 0) / total;
}

function currentStep(steps: readonly LoadStep[]): LoadStep | undefined {
  return steps.find((step) => step.done < step.total || step.total === 0);
}
