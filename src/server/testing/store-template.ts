import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { firstLoad } from '#server/collect/first-load.ts';
import { openChdb } from '#server/engine/chdb-engine.ts';
import type { Engine } from '#server/engine/engine.ts';
import { migrate } from '#server/engine/migrate.ts';
import { statementLimits } from '#server/engine/statement-limits.ts';
import { madeOnce, root } from './made-once.ts';

const cache = join(root, 'node_modules/.cache/test-stores');

/**
 * Makes a store for a spec: migrated and empty, or with the whole sample collection as of a day ('yyyy-mm-dd'). Both are
 * loaded once and then copied. Not for specs about migrating, loading or restarting.
 */
export async function copyTestStore(to: string, sample?: string): Promise<void> {
  copy(await (sample === undefined ? emptyStore() : sampleStore(sample)), to);
}

/** The links of a store are relative to it and must stay so: else the copy would write to the original. */
function copy(from: string, to: string): void {
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
}

function emptyStore(): Promise<string> {
  return madeOnce(cache, 'empty', ['src/server/engine'], (path) =>
    change(path, (engine) => migrate(engine, { folder: join(root, 'src/server/engine/schema') })),
  );
}

function sampleStore(day: string): Promise<string> {
  const sources = ['src/server/engine', 'src/server/collect', 'src/sample', 'src/model'];
  return madeOnce(cache, `sample-${day}`, sources, async (path) => {
    copy(await emptyStore(), path);
    await change(path, (engine) => firstLoad(engine, { sample: true, today: day, openData: [] }));
  });
}

async function change(path: string, work: (engine: Engine) => Promise<unknown>): Promise<void> {
  const engine = await openChdb({ path, database: 'sightline', sessions: 2, limits: statementLimits(2e9) });
  try {
    await work(engine);
  } finally {
    await engine.close();
  }
}
