import { join } from 'node:path';
import type { Server } from 'node:net';
import closeWithGrace from 'close-with-grace';
import { readConfig, type Config } from './config.ts';
import { checkFolder } from './disk/check-folder.ts';
import { openService } from './open-service.ts';
import { terminalProgress } from './terminal-progress.ts';

try {
  await start(readConfig());
} catch (error) {
  process.stderr.write(`Sightline did not start. ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

async function start(config: Config): Promise<void> {
  checkFolder(config.dataFolder);
  // the terminal belongs to the person who started it: only what needs attention is logged there
  const service = await openService(config, { logger: { level: process.stdout.isTTY ? 'error' : 'warn' } });
  const { app, keys } = service;
  closeWithGrace({ delay: 15_000 }, async ({ err }) => {
    if (err) app.log.error({ err }, 'stopped by an error');
    await service.close();
  });
  await app.listen({ host: config.host, port: config.port });
  greet(config, portOf(app.server.address(), config.port), keys.made);
  const outcome = await service.load(terminalProgress());
  if (!outcome.isReady) return;
  sayReady(outcome.seconds);
  service.refreshDaily();
}

function portOf(address: ReturnType<Server['address']>, asked: number): number {
  return typeof address === 'object' && address ? address.port : asked;
}

/** What the person who started the service reads first: the link to open. A key that was just made is shown this once. */
function greet(config: Config, port: number, madeKey: string | undefined): void {
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  const base = `http://${host}:${port}/`;
  const lines = [
    '',
    `  Sightline   ${base}${madeKey ? `#key=${madeKey}` : ''}`,
    `  Interface   ${base}api/v1   Reference   ${base}api`,
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
