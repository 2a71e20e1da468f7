import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { operations } from '#contract/generated/operations.gen.ts';
import { parameters } from '#contract/generated/parameters.gen.ts';
import { explorerPlaces } from './places/explorer-places.ts';
import { subjectPlaces } from './places/subject-places.ts';
import { catalogue } from '#server/ingest/feeds/catalogue/catalogue.ts';
import { packagedSources } from '#server/ingest/packaged-sources.ts';
import { handlers, jobHandlers } from '#server/routes/handlers.ts';
import { parameterCases } from './server/parameter-cases/all.ts';
import { explorers } from '#web/url/paths.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const readme = read('README.md');
const docs = ['README.md', 'docs/configuration.md', 'docs/development.md'].map(read).join('\n');
const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;

/** Every match of the first group, once each, in order. */
const all = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ''))].sort();

// The README and the pages it was split into are true at every commit.
describe('the README and its pages', () => {
  it('name only commands that exist', () => {
    const named = all(docs, /npm run ([\w:]+)/g);
    expect(named.length).toBeGreaterThan(0);
    for (const name of named) expect(scripts, name).toHaveProperty([name]);
  });

  it('count the feeds of the catalogue', () => {
    expect(all(readme, /\b(\d+) feeds\b/g)).toEqual([String(catalogue.length)]);
  });

  it('list the variables that the configuration reads', () => {
    expect(all(docs, /^\| `(SIGHTLINE_\w+)`/gm)).toEqual(all(read('src/server/config.ts'), /^ {2}(SIGHTLINE_\w+):/gm));
  });

  describe('steps to add something', () => {
    const sectionOf = (what: string): string =>
      new RegExp(`^## Add an? ${what}\\n([^#]*)`, 'm')
        .exec(read('docs/development.md').replaceAll('md#', 'md'))?.[1]
        ?.trim() ?? '';
    const pathsOf = (what: string): string[] => all(sectionOf(what), /`((?:src|e2e|tools|docs)\/[^`]+)`/g);

    it.each([
      ['operation', 6],
      ['explorer', 5],
      ['source', 3],
      ['panel', 3],
    ])('for a new %s take at most ten lines and %i files that exist', (what, most) => {
      expect(sectionOf(what).split('\n').length).toBeLessThanOrEqual(10);
      const paths = pathsOf(what);
      expect(paths.length).toBeGreaterThan(1);
      expect(paths.length).toBeLessThanOrEqual(most);
      for (const path of paths) expect(existsSync(join(root, path)), path).toBe(true);
    });

    it('for an operation name the lists that hold all operations', () => {
      const ids = Object.keys(operations).sort();
      expect(all(read('src/contract/openapi.yaml'), /^ +operationId: (\w+)$/gm)).toEqual(expect.arrayContaining(ids));
      expect(Object.keys({ ...handlers, ...jobHandlers }).sort()).toEqual(ids);
      expect(Object.keys({ ...subjectPlaces, ...explorerPlaces }).sort()).toEqual(ids);
      // what manages feeds changes the service: sources.spec.ts shows what its parameters do
      const withParameters = Object.values(operations)
        .filter(({ item, operationId }) => item !== null && parameters[operationId].length > 0)
        .map(({ operationId }) => operationId);
      expect(Object.keys(parameterCases)).toEqual(expect.arrayContaining(withParameters));
    });

    it('for an explorer name the lists that hold all explorers', () => {
      const pages = readdirSync(join(root, 'src/web/pages')).filter((folder) => folder.startsWith('search-'));
      expect(pages).toHaveLength(Object.keys(explorers).length);
      const reached = Object.values(explorerPlaces)
        .flat()
        .map(({ route }) => route);
      for (const { path } of Object.values(explorers)) {
        expect(read('src/web/app/routes.tsx')).toContain(`page('${path}', `);
        expect(reached).toContain(path);
      }
    });

    it('for a source name the list that is loaded, and their licences', () => {
      const sources = packagedSources();
      for (const { licence } of sources) expect(readme).toContain(licence.split(/[:,]/)[0]);
      const list = read('src/server/ingest/packaged-sources.ts');
      const [, listed = ''] = /function packagedSources[^]*?return \[(.*)\];/.exec(list) ?? [];
      expect(listed.split(', ')).toHaveLength(sources.length);
    });

    it('for a panel name a panel, the page that shows it and its place', () => {
      const [, component = '', page = ''] = pathsOf('panel');
      expect(read(page)).toContain(component.replace('src/', '#'));
    });
  });

  it('show pictures that exist', () => {
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

  it('holds the integrity hash of every package that npm downloads', () => {
    const unhashed = Object.entries(packages)
      .filter(([path, { version, link, inBundle }]) => path !== '' && version !== undefined && !link && !inBundle)
      .filter(([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''))
      .map(([path]) => path.replace(/^.*node_modules\//, ''));
    expect(unhashed).toEqual(withoutHash);
    for (const name of withoutHash) expect(readme, name).toContain(name);
  });

  it('names no registry, so that every one may serve the packages', () => {
    expect(read('.npmrc')).toMatch(/^omit-lockfile-registry-resolved=true$/m);
    const resolved = Object.entries(packages).filter(([, entry]) => entry.resolved !== undefined && !entry.link);
    expect(resolved.map(([path]) => path)).toEqual([]);
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
      (path) => !/^(e2e\/|tools\/fuzz\.ts$|src\/(test|bench)\/|src\/server\/live\/)|\.spec\.ts$/.test(path),
    );
    expect(outside).toEqual([]);
    // the one place of the service that opens the client says all that it passes
    expect(
      naming(/openOutboundClient\(/)
        .filter((path) => !/^e2e\/|^tools\/fuzz\.ts$|^src\/(test|bench)\/|\.spec\.ts$/.test(path))
        .sort(),
    ).toEqual(['src/server/live/open-outbound-client.ts', 'src/server/open-service.ts']);
    expect(read('src/server/open-service.ts')).toContain('openOutboundClient({ offline: config.offline })');
  });

  it('is the only way out of the service', () => {
    const ways = /from '(node:)?(net|tls|dgram|dns|dns\/promises|http|https|http2)'|\b(globalThis\.)?fetch\(/;
    // the watch asks one address, that of the configured ClickHouse server
    const reaching = naming(ways).filter(
      (path) =>
        path.startsWith('src/server/') && !/^src\/server\/(live\/|engine\/store-watch\.ts$)|\.spec\.ts$/.test(path),
    );
    expect(reaching.filter((path) => !onlyTypes(read(path), ways))).toEqual([]);
  });
});

/** Whether every line that names a network module imports a type of it, a pure function, a list, or what only listens. */
function onlyTypes(text: string, ways: RegExp): boolean {
  const lines = text.split('\n').filter((line) => ways.test(line));
  return lines.every(
    (line) =>
      line.startsWith('import type ') || /import \{ (isIP\w*|STATUS_CODES|createServer(, type \w+)*) \}/.test(line),
  );
}
