import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../../..');
const twoDays = 2 * 86_400_000;

/**
 * A folder below `cache` that specs need often and that takes long to make: made once for a name and the sources it comes
 * from. It is made beside and renamed, so that it is whole wherever it stands, also after a run that was killed. Two
 * processes that miss it at the same time both make it, and the first one's stays.
 * @param sources folders of the checkout; a change of one of their files, specs apart, or of chDB makes it again
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
  const beside = mkdtempSync(join(cache, 'unfinished-'));
  const path = join(beside, name);
  try {
    await make(path);
    renameSync(path, finished);
  } catch (error) {
    if (!existsSync(finished)) throw error;
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
  return finished;
}

/** Another run may still use what was made yesterday, or be making one. */
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
