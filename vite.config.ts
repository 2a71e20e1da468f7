import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { configDefaults, defineConfig } from 'vitest/config';
import type { TestSequencer, TestSpecification } from 'vitest/node';
import { slowness } from './tools/machine-speed.ts';

/** Where the service listens; the development server hands everything that is not the dashboard to it. */
const service = `http://127.0.0.1:${process.env['SIGHTLINE_PORT'] ?? 8787}`;
const servicePaths = ['/api/', '/openapi.json', '/healthz', '/readyz', '/metrics'];

const hangMilliseconds = 300_000 * slowness();

/** Spec files of more than about ten seconds, the longest first. */
const slowSpecs = [
  'test/service/shared-changes',
  'test/service/cluster',
  'test/service/push-kills',
  'server/move/move-collection',
  'server/routes/operations',
  'server/ingest/logs/log-kills',
  'test/service/log-disk-faults',
  'test/service/log-imports',
  'test/service/log-faults',
  'server/ingest/logs/read-log',
  'server/ingest/first-load',
  'server/routes/agreement',
  'server/ingest/feeds/routing-crash',
  'server/ingest/feeds/feed-kills',
  'server/ingest/feeds/routing-history',
  'test/service/feed-catalogue',
  'server/ingest/scores/refresh',
  'test/service/feeds',
  'server/routes/connections',
  'server/ingest/journal/observation-journal',
  'test/service/store-damage',
  'test/service/store-outage',
  'test/service/restart',
  'server/routes/padns-agreement',
  'test/plausibility/plausibility',
  'test/service/limits',
  'sample/sample',
  'test/service/disk-faults',
].map((name) => `/src/${name}.spec.ts`);

/** Specs of the service that open no store and keep nothing in their modules. */
const storelessSpecs = [
  'src/server/{input,serializers,timing,upstream}/**/*.spec.ts',
  'src/server/ingest/{feeds,logs}/readers/**/*.spec.ts',
  'src/server/ingest/feeds/{feed-schedule,subject}.spec.ts',
  'src/server/live/{address-guard,download,favicon,hostile-servers,live-whois,open-outbound-client}.spec.ts',
];

/**
 * Short specs of the service that close their store: they take turns in one process, since starting one and loading the service
 * takes longer than most of them do. Those that measure a process or break it have one of their own.
 */
const shortStoreSpecs = [
  'src/test/*.spec.ts',
  'src/server/routes/!(operations|agreement|connections|padns-agreement).spec.ts',
  'src/server/config.spec.ts',
  'src/test/service/{job-answers,log-evidence,logs,upstream-*}.spec.ts',
  'src/server/{http,jobs,queries}/**/*.spec.ts',
  'src/server/engine/{grouping,migrate,schema-forms}.spec.ts',
  'src/server/ingest/{daily,packaged-sources,retention,store-integrity}.spec.ts',
  'src/server/ingest/journal/observations.spec.ts',
  'src/server/ingest/open-data/*.spec.ts',
  'src/server/ingest/logs/{evidence,formats,join-certificates,read-log-folding}.spec.ts',
  'src/server/ingest/feeds/!(feed-kills|routing-crash|routing-history|feed-schedule|subject).spec.ts',
];

/** The long ones first, so that the workers end together; then project by project, because a shared worker serves one project. */
class SlowestFirst implements TestSequencer {
  sort(files: TestSpecification[]): TestSpecification[] {
    const rank = ({ moduleId, project }: TestSpecification) => {
      const place = slowSpecs.findIndex((name) => moduleId.endsWith(name));
      if (place >= 0) return place;
      return slowSpecs.length + ['service', 'stores', 'shared'].indexOf(project.name);
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
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'base', minShareCount: 25 }] } } },
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
    expect: { poll: { timeout: hangMilliseconds / 2 } },
    // one less than the cores is the default; on two cores that is one
    maxWorkers: 2,
    pool: 'forks',
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        extends: true,
        mode,
        // these keep nothing in their modules that another spec could trip over: loading React, the schemas and the readers once
        // takes a third of the time
        test: {
          name: 'shared',
          include: ['src/{contract,model,web}/**/*.spec.{ts,tsx}', ...storelessSpecs],
          isolate: false,
        },
      },
      {
        extends: true,
        mode,
        // chDB takes one data folder per process: each spec file has a process of its own
        test: {
          name: 'service',
          include: ['src/{sample,server,test}/**/*.spec.ts'],
          exclude: [...configDefaults.exclude, ...storelessSpecs, ...shortStoreSpecs],
        },
      },
      {
        extends: true,
        mode,
        test: { name: 'stores', include: shortStoreSpecs, isolate: false },
      },
    ],
  },
}));
