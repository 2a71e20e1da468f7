import { setTimeout as pause } from 'node:timers/promises';
import type { LogImport } from '#contract/generated/types.gen.ts';
import { randomFor } from '#sample/random.ts';
import { openLoopbackBucket } from './loopback-bucket.ts';
import { startService, type ServiceProcess } from './service-process.ts';

interface KilledBucket {
  /** Entries of the import log after the last run, sorted: name and state. */
  readonly entries: readonly string[];
  /** How many of the kills hit an import that was under way. */
  readonly interrupted: number;
}

/**
 * A service imports the objects of a bucket, and is killed and started again. The last run is killed once every object has been imported.
 * @param objects their content by key
 */
export async function killBucketImports(
  folder: string,
  { objects, kills }: { readonly objects: Readonly<Record<string, string | Buffer>>; readonly kills: number },
): Promise<KilledBucket> {
  const bucket = await openLoopbackBucket();
  for (const [key, content] of Object.entries(objects)) bucket.put(`sensors/${key}`, content);
  const env = { ...bucket.env, SIGHTLINE_WATCH_SECONDS: '1', SIGHTLINE_OFFLINE: 'off' };
  const random = randomFor('kills of a bucket');
  let interrupted = 0;
  try {
    for (let kill = 0; ; kill += 1) {
      const service = await startService(folder, { env });
      try {
        const isLast = kill === kills;
        const wanted = (found: readonly LogImport[]) =>
          isLast
            ? found.filter(({ state }) => state === 'done' || state === 'known').length === Object.keys(objects).length
            : kill % 2 === 1 || found.some((entry) => isUnderWay(entry) || (entry.lines ?? 0) > 0);
        const found = await entriesUntil(service, wanted);
        if (isLast) return { entries: found.map(({ name, state }) => `${name} ${state}`).sort(), interrupted };
        // the first kill of two comes soon enough to hit the import that was seen
        await pause(random.next() * (kill % 2 === 1 ? 1500 : 300));
        if ((await entriesOf(service)).some(isUnderWay)) interrupted += 1;
      } finally {
        await service.kill();
      }
    }
  } finally {
    await bucket.close();
  }
}

const isUnderWay = ({ state }: LogImport) => state === 'checking' || state === 'importing';

async function entriesOf(service: ServiceProcess): Promise<readonly LogImport[]> {
  const { status, response } = await service.ask('/sightline/imports');
  return status === 200 ? response.imports : [];
}

/** Reads the import log until it is as wanted, for two minutes at most. */
async function entriesUntil(service: ServiceProcess, isWanted: (found: readonly LogImport[]) => boolean) {
  for (let tries = 0; ; tries += 1) {
    const found = await entriesOf(service);
    if (isWanted(found)) return found;
    if (tries === 2000) throw new Error(`the bucket was not imported:\n${JSON.stringify(found)}\n${service.said()}`);
    await pause(50);
  }
}
