import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { firstLoad } from '#server/ingest/first-load.ts';
import { openChdb } from '#server/engine/chdb-engine.ts';
import type { Engine } from '#server/engine/engine.ts';
import { createSchema } from '#server/schema/create-schema.ts';
import { statementLimits } from '#server/engine/statement-limits.ts';

export const root = join(import.meta.dirname, '../../..');
const twoDays = 2 * 86_400_000;

/**
 * A folder below `cache` that specs need often and that takes long to make: made once per name and version of its sources.
 * It is made under another name and then renamed, so that it is complete, also after a run that was killed. Of several
 * processes that need it at the same time, one makes it and the others wait.
 * @param sources folders of the checkout; a change of a file in them (except specs) or of chDB makes it again
 */
export async function madeOnce(
  cache: string,
  name: string,
  sources: readonly string[],
  make: (path: string) => Promise<void>,
): Promise<string> {
  const finished = join(cache, `${name}-${hashOf(sources)}`);
  if (existsSync(finished)) return finished;
  mkdirSync(cache, { recursive: true });
  removeOld(cache);
  const claim = `${finished}.claim`;
  if (!(await hasClaimed(claim, finished))) return finished;
  const beside = mkdtempSync(join(cache, 'unfinished-'));
  const path = join(beside, name);
  try {
    await make(path);
    renameSync(path, finished);
  } catch (error) {
    if (!existsSync(finished)) throw error;
  } finally {
    rmSync(beside, { recursive: true, force: true });
    rmSync(claim, { recursive: true, force: true });
  }
  return finished;
}

const longestMilliseconds = 120_000;

/** @returns false once another process has made it; the claim of a killed process expires */
async function hasClaimed(claim: string, finished: string): Promise<boolean> {
  for (; !existsSync(finished); await pause(100)) {
    const claimedAt = statSync(claim, { throwIfNoEntry: false })?.mtimeMs;
    if (claimedAt !== undefined && Date.now() - claimedAt < longestMilliseconds) continue;
    rmSync(claim, { recursive: true, force: true });
    try {
      mkdirSync(claim);
      return true;
    } catch {
      // another process was faster
    }
  }
  return false;
}

/** Removes folders older than two days: another run may still use one of yesterday, or be making one. */
function removeOld(cache: string): void {
  for (const path of readdirSync(cache).map((file) => join(cache, file)))
    if (Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) > twoDays)
      rmSync(path, { recursive: true, force: true });
}

function hashOf(sources: readonly string[]): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'node_modules/chdb/package.json')));
  for (const folder of sources)
    for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).sort())
      if (/\.(ts|sql)$/.test(file) && !file.endsWith('.spec.ts'))
        hash.update(`\n${folder}/${file}\n`).update(readFileSync(join(root, folder, file)));
  return hash.digest('hex').slice(0, 16);
}

const cache = join(root, 'node_modules/.cache/test-stores');

/** The moment at which specs look at the sample collection, and its day: one for all, because each day takes as long to make. */
export const sampleNow = new Date('2026-11-20T12:00:00Z');
export const sampleDay = '2026-11-20';

/**
 * Makes a store for a spec: empty, or with the sample collection as of a day ('yyyy-mm-dd'). Both are
 * loaded once and then copied. Not for specs about loading or restarting.
 * @param domains limit of ordinary domains, for a spec that needs rows in every table rather than many; all by default
 */
export async function copyTestStore(to: string, sample?: string, domains?: number): Promise<void> {
  copy(await (sample === undefined ? emptyStore() : sampleStore(sample, domains)), to);
}

/** The links of a store are relative to it and must stay so: else the copy would write to the original. */
function copy(from: string, to: string): void {
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
}

function emptyStore(): Promise<string> {
  return madeOnce(cache, 'empty', ['src/server/engine', 'src/server/schema'], (path) =>
    change(path, (engine) => createSchema(engine, { folder: join(root, 'src/server/schema') })),
  );
}

function sampleStore(day: string, domains?: number): Promise<string> {
  const sources = ['src/server/engine', 'src/server/schema', 'src/server/ingest', 'src/sample', 'src/model'];
  return madeOnce(cache, `sample-${domains ?? 'whole'}-${day}`, sources, async (path) => {
    copy(await emptyStore(), path);
    await change(path, (engine) =>
      firstLoad(engine, {
        sample: true,
        today: day,
        openData: [],
        ...(domains !== undefined && { sampleExtent: { domains } }),
      }),
    );
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
