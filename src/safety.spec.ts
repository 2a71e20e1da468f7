import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { operations } from '#contract/generated/operations.gen.ts';
import { handlers, jobHandlers } from '#server/routes/handlers.ts';

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
      all(read('src/server/config.ts'), /^ {2}(SIGHTLINE_\w+):/gm),
    );
  });

  it('lists the operations that answer 501', () => {
    const missing = Object.keys(operations).filter((id) => !(id in handlers || id in jobHandlers));
    const listed = /These operations answer 501[^.]*\./.exec(readme)?.[0] ?? '';
    expect(all(listed, /`(\w+)`/g)).toEqual(missing.sort());
  });

  it('shows pictures that are there', () => {
    for (const path of all(readme, /!\[[^\]]*\]\(([^)]+)\)/g)) expect(existsSync(join(root, path)), path).toBe(true);
  });
});

describe('the lock file', () => {
  interface Locked {
    readonly version?: string;
    readonly integrity?: string;
    readonly resolved?: string;
    readonly link?: boolean;
    /** Comes inside the package of another entry, whose hash covers it. */
    readonly inBundle?: boolean;
    readonly optionalDependencies?: Readonly<Record<string, string>>;
  }
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Readonly<Record<string, Locked>> };

  // npm leaves out of the lock file what its registry could not give at that moment, and `npm ci` then refuses the lock file.
  it('names the packages of every platform', () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => {
        const nearest = [`${path}/node_modules/${name}`, `node_modules/${name}`];
        return !nearest.some((each) => each in packages);
      }),
    );
    expect(missing).toEqual([]);
  });

  /**
   * The engine for the platforms that the registry of the build does not offer. Their hashes are added where they can be
   * had (`npm view NAME@VERSION dist.integrity`), and this list then has to shrink.
   */
  const withoutHash = ['@chdb/lib-darwin-arm64', '@chdb/lib-darwin-x64', '@chdb/lib-linux-arm64-gnu'];

  it('review C12: holds the integrity hash of every package that npm downloads', () => {
    const unhashed = Object.entries(packages)
      .filter(([path, { version, link, inBundle }]) => path !== '' && version !== undefined && !link && !inBundle)
      .filter(([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''))
      .map(([path]) => path.replace(/^.*node_modules\//, ''));
    expect(unhashed).toEqual(withoutHash);
    for (const name of withoutHash) expect(readme, name).toContain(name);
  });

  it('review C12: names no registry, so that every one may serve the packages', () => {
    expect(read('.npmrc')).toMatch(/^omit-lockfile-registry-resolved=true$/m);
    const resolved = Object.entries(packages).filter(([, entry]) => entry.resolved !== undefined && !entry.link);
    expect(resolved.map(([path]) => path)).toEqual([]);
  });
});

describe('the service', () => {
  it('has handlers for operations of the contract only', () => {
    for (const id of Object.keys({ ...handlers, ...jobHandlers })) expect(operations, id).toHaveProperty([id]);
  });
});

describe('the client for outbound traffic', () => {
  const sources = ['src', 'e2e', 'tools'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(ts|tsx|mjs)$/.test(path))
      .map((path) => `${folder}/${path}`),
  );
  const naming = (pattern: RegExp) => sources.filter((path) => pattern.test(read(path)));

  it('lets only tests past its guard', () => {
    const outside = naming(/testAllowance|TestAllowance/).filter(
      (path) => !/^(e2e\/|tools\/fuzz\.ts$|src\/server\/testing\/|src\/server\/live\/)|\.spec\.ts$/.test(path),
    );
    expect(outside).toEqual([]);
    // the one place of the service that opens the client says all that it passes
    expect(
      naming(/openOutboundClient\(/)
        .filter((path) => !/^e2e\/|^tools\/fuzz\.ts$|^src\/server\/testing\/|\.spec\.ts$/.test(path))
        .sort(),
    ).toEqual(['src/server/live/open-outbound-client.ts', 'src/server/open-service.ts']);
    expect(read('src/server/open-service.ts')).toContain('openOutboundClient({ offline: config.offline })');
  });

  it('is the only way out of the service', () => {
    const ways = /from '(node:)?(net|tls|dgram|dns|dns\/promises|http|https|http2)'|\b(globalThis\.)?fetch\(/;
    // the watch asks one address, that of the configured ClickHouse server
    const reaching = naming(ways).filter(
      (path) =>
        path.startsWith('src/server/') &&
        !/^src\/server\/(live\/|testing\/|engine\/store-watch\.ts$)|\.spec\.ts$/.test(path),
    );
    expect(reaching.filter((path) => !onlyTypes(read(path), ways))).toEqual([]);
  });
});

/** Whether every line that names a network module imports a type of it, a pure function or a list. */
function onlyTypes(text: string, ways: RegExp): boolean {
  const lines = text.split('\n').filter((line) => ways.test(line));
  return lines.every((line) => line.startsWith('import type ') || /import \{ (isIP\w*|STATUS_CODES) \}/.test(line));
}
