import { join } from 'node:path';
import type { Config } from './config.ts';

/** What the person who started the service reads first: the link to open. A key that was just made is shown this once. */
export function greet(config: Config, port: number, madeKey: string | undefined): void {
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

/** @param loadSeconds how long the first load took; undefined when there was nothing to load */
export function sayReady(loadSeconds: number | undefined): void {
  process.stdout.write(
    loadSeconds === undefined ? '  Ready.\n' : `  The collection was loaded in ${Math.round(loadSeconds)} s. Ready.\n`,
  );
}

function keyHint(config: Config, madeKey: string | undefined): string[] {
  if (madeKey)
    return ['  The link holds the API key and is shown this once. The key is also the X-API-KEY of the interface.'];
  if (config.apiKeys.length > 0) return [];
  return [
    `  The key made at the first start is valid. Lost it? Remove ${join(config.dataFolder, 'keys.json')} and start again.`,
  ];
}
