import { readdirSync, readFileSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { configDefaults, defineConfig } from 'vitest/config';
import { slowness } from './tools/machine-speed.ts';

/** Where the service listens; the development server hands everything that is not the dashboard to it. */
const service = `http://127.0.0.1:${process.env['SIGHTLINE_PORT'] ?? 8787}`;
const servicePaths = ['/api/', '/openapi.json', '/healthz', '/readyz', '/metrics'];

const hangMilliseconds = 300_000 * slowness();

/** Specs that only `npm run test:long` runs. */
const longSpecs = '**/*.long.spec.ts';

/**
 * Files with tests that `npm run test:long` runs: those with the tag `long`, which do more there.
 * @throws Error for a spec that asks `#test/long.ts` how much to do and has no such test
 */
function specsOfLongRun(): string[] {
  const isLong = (file: string) => {
    const text = readFileSync(file, 'utf8');
    const hasTag = text.includes("tags: 'long'") || text.startsWith('// @module-tag long\n');
    if (!hasTag && (file.endsWith('.long.spec.ts') || text.includes("'#test/long.ts'")))
      throw new Error(`no test of ${file} has the tag "long"`);
    return hasTag;
  };
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.spec\.tsx?$/.test(file))
    .map((file) => `src/${file}`)
    .filter(isLong);
}

// `#web/...` needs no alias: Vite and Vitest resolve the "imports" field of package.json themselves.
export default defineConfig(({ mode }) => ({
  // specs need no styles and no hot reload, and Vite compiles TSX itself
  plugins: process.env['VITEST'] ? [] : [react(), tailwindcss()],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    // Browsers of the last two years: light-dark(), the popover API and <dialog> are used as they stand.
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    // The budget check reads from the manifest which chunks belong to the entry and to each route.
    manifest: true,
    modulePreload: { polyfill: false },
    // Inlined assets would be data: URLs, which the content security policy forbids.
    assetsInlineLimit: 0,
    // tools/check-budget.ts sets the limits
    chunkSizeWarningLimit: 1000,
    // Left alone, modules that pages share fall into dozens of small chunks, which pack worse and are requested one by one.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'], priority: 1 },
            { name: 'common', minShareCount: 12 },
          ],
        },
      },
    },
  },
  server: {
    // The service refuses other origins; behind the proxy the page is its own.
    proxy: Object.fromEntries(
      servicePaths.map((path) => [path, { target: service, changeOrigin: true, headers: { origin: service } }]),
    ),
  },
  test: {
    // ends a hang, never a slow test: the longest takes half a minute on a quiet machine
    testTimeout: hangMilliseconds,
    hookTimeout: hangMilliseconds,
    expect: { poll: { timeout: hangMilliseconds / 2, interval: 250 } },
    // for two cores: the third works while others wait for a silent server or a dead process
    maxWorkers: 3,
    pool: 'forks',
    exclude: [...configDefaults.exclude, ...(mode === 'long' ? [] : [longSpecs])],
    // loading React, the schemas and the engine takes longer than most specs
    isolate: false,
    // its hooks need the router of the components
    server: { deps: { inline: ['nuqs'] } },
    tags: [{ name: 'long', description: 'does more in `npm run test:long`' }],
    ...(mode === 'long' && { tagsFilter: ['long'] }),
    // the default sequencer starts with the spec files that took longest in the last run
    include: mode === 'long' ? specsOfLongRun() : ['src/**/*.spec.{ts,tsx}'],
  },
}));
