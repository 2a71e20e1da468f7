import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { operations } from '#contract/generated/operations.gen.ts';
import { handlers } from '#server/routes/handlers.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const readme = read('README.md');
const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;

/** Every match of the first group, once each, in order. */
const all = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ''))].sort();

// The README is true at every commit.
describe('the README', () => {
  it('names only commands that exist', () => {
    const named = all(readme, /npm run ([\w:]+)/g);
    expect(named.length).toBeGreaterThan(0);
    for (const name of named) expect(scripts, name).toHaveProperty([name]);
  });

  it('lists the variables that the configuration reads', () => {
    expect(all(readme, /^\| `(SIGHTLINE_\w+)`/gm)).toEqual(
      all(read('src/server/config.ts'), /^ {4}(SIGHTLINE_\w+):/gm),
    );
  });

  it('lists the operations that answer 501', () => {
    const missing = Object.keys(operations).filter((id) => !(id in handlers));
    const listed = /These operations answer 501[^.]*\./.exec(readme)?.[0] ?? '';
    expect(all(listed, /`(\w+)`/g)).toEqual(missing.sort());
  });

  it('shows pictures that are there', () => {
    for (const path of all(readme, /!\[[^\]]*\]\(([^)]+)\)/g)) expect(existsSync(join(root, path)), path).toBe(true);
  });
});

// npm leaves out of the lock file what its registry could not give at that moment, and `npm ci` then refuses the lock file.
it('the lock file names the packages of every platform', () => {
  type Locked = { readonly optionalDependencies?: Readonly<Record<string, string>> };
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => {
      const nearest = [`${path}/node_modules/${name}`, `node_modules/${name}`];
      return !nearest.some((each) => each in packages);
    }),
  );
  expect(missing).toEqual([]);
});

describe('the service', () => {
  it('has handlers for operations of the contract only', () => {
    for (const id of Object.keys(handlers)) expect(operations, id).toHaveProperty([id]);
  });
});

describe('the door for outbound traffic', () => {
  const sources = ['src', 'e2e', 'tools'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(ts|tsx|mjs)$/.test(path))
      .map((path) => `${folder}/${path}`),
  );
  const naming = (pattern: RegExp) => sources.filter((path) => pattern.test(read(path)));

  it('lets only tests past its guard', () => {
    const outside = naming(/testAllowance|TestAllowance/).filter(
      (path) => !/^(e2e\/|src\/server\/testing\/|src\/server\/live\/)|\.spec\.ts$/.test(path),
    );
    expect(outside).toEqual([]);
    // the one place of the service that opens the door says all that it passes
    expect(
      naming(/openLiveDoor\(/)
        .filter((path) => !/^e2e\/|\.spec\.ts$/.test(path))
        .sort(),
    ).toEqual(['src/server/live/open-live-door.ts', 'src/server/main.ts']);
    expect(read('src/server/main.ts')).toContain('openLiveDoor({ offline: config.offline })');
  });

  it('is the only way out of the service', () => {
    const ways = /from '(node:)?(net|tls|dgram|dns|dns\/promises|http|https|http2)'|\b(globalThis\.)?fetch\(/;
    const reaching = naming(ways).filter(
      (path) => path.startsWith('src/server/') && !/^src\/server\/(live|testing)\/|\.spec\.ts$/.test(path),
    );
    expect(reaching.filter((path) => !onlyTypes(read(path), ways))).toEqual([]);
  });
});

/** Whether every line that names a network module imports a type of it, a pure function or a list. */
function onlyTypes(text: string, ways: RegExp): boolean {
  const lines = text.split('\n').filter((line) => ways.test(line));
  return lines.every((line) => line.startsWith('import type ') || /import \{ (isIP\w*|STATUS_CODES) \}/.test(line));
}
