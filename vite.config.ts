import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import type { TestSequencer, TestSpecification } from 'vitest/node';
import { slowness } from './tools/machine-speed.ts';

/** Where the service listens; the development server hands everything that is not the dashboard to it. */
const service = `http://127.0.0.1:${process.env['SIGHTLINE_PORT'] ?? 8787}`;
const servicePaths = ['/api/', '/openapi.json', '/healthz', '/readyz', '/metrics'];

const hangMilliseconds = 300_000 * slowness();

/** Spec files of more than about ten seconds, the longest first. */
const slowSpecs = [
  'server/push-kills',
  'server/routes/operations',
  'server/collect/logs/log-kills',
  'server/log-disk-faults',
  'server/log-imports',
  'server/log-faults',
  'server/collect/logs/read-log',
  'server/collect/first-load',
  'server/routes/agreement',
  'server/collect/feeds/routing-crash',
  'server/collect/feeds/feed-kills',
  'server/collect/feeds/routing-history',
  'server/feed-catalogue',
  'server/collect/scores/refresh',
  'server/feeds',
  'server/collect/feeds/apply-feed',
  'server/collect/feeds/import-feed',
  'server/collect/observation-journal',
  'server/store-damage',
  'server/store-outage',
  'server/restart',
  'server/routes/padns-agreement',
  'sample/plausibility/plausibility',
  'server/collect/store-integrity',
  'server/limits',
  'sample/sample',
  'server/routes/score-explanations',
  'server/routes/facts',
  'server/routes/scans-agreement',
  'server/disk-faults',
  'server/collect/open-data/open-data',
  'server/collect/feeds/routing-snapshot',
  'server/routes/live-dns',
].map((name) => `/src/${name}.spec.ts`);

/** The long ones first, so that the workers end together; then project by project, because a shared worker serves one project. */
class SlowestFirst implements TestSequencer {
  sort(files: TestSpecification[]): TestSpecification[] {
    const rank = ({ moduleId, project }: TestSpecification) => {
      const place = slowSpecs.findIndex((name) => moduleId.endsWith(name));
      if (place >= 0) return place;
      return slowSpecs.length + (project.name === 'service' ? 0 : 1);
    };
    return files.toSorted((a, b) => rank(a) - rank(b));
  }
  shard(files: TestSpecification[]): TestSpecification[] {
    return files;
  }
}

// `#web/...` needs no alias: Vite and Vitest resolve the "imports" field of package.json themselves.
export default defineConfig(({ mode }) => ({
  plugins: [react(), tailwindcss()],
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
    // What nearly every page needs is one chunk: left alone, it falls into dozens of small ones, which pack worse.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'base', minShareCount: 22 }] } } },
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
    // one less than the cores is the default; on two cores that is one
    maxWorkers: 2,
    pool: 'forks',
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        extends: true,
        mode,
        // these keep nothing in their modules that another spec could trip over: loading React and the schemas once takes a third of the time
        test: { name: 'dashboard', include: ['src/{contract,model,web}/**/*.spec.{ts,tsx}'], isolate: false },
      },
      {
        extends: true,
        mode,
        // chDB takes one data folder per process: each spec file has a process of its own
        test: { name: 'service', include: ['src/*.spec.ts', 'src/{sample,server}/**/*.spec.ts'] },
      },
    ],
  },
}));
