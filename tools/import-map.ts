import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { OxlintOverride } from 'oxlint';

/**
 * The allowed imports of each folder; the lint rules are derived from it. A folder may import itself (relatively), the folders in its
 * row, and packages. `*` inside a name represents the folder's own sub-folders, which are siblings: none imports another.
 */
type Rows = Readonly<Record<string, readonly string[]>>;

const web: Rows = {
  url: ['contract', 'model'],
  storage: [],
  api: ['contract', 'model', 'web/url', 'web/storage'],
  'kit/ui': ['model', 'web/api'],
  exports: ['model'],
  charts: ['model', 'web/kit/ui'],
  table: ['model', 'web/kit/ui', 'web/exports', 'web/url', 'web/api'],
  stores: ['model', 'web/url', 'web/storage', 'web/api'],
};
const shared = [
  'contract',
  'model',
  'web/kit/ui',
  'web/exports',
  'web/charts',
  'web/table',
  'web/url',
  'web/storage',
  'web/api',
  'web/stores',
];
/** The rooms of web/kit, from the bottom up: a room imports only those listed before it. */
const rooms: Rows = {
  time: [],
  jobs: [],
  score: ['time'],
  indicator: ['score'],
  records: ['time', 'jobs', 'score', 'indicator'],
  watch: [],
  ask: ['time', 'jobs', 'watch'],
  omnibox: ['indicator', 'ask'],
  share: ['time', 'score', 'indicator'],
  panel: ['time', 'jobs', 'score', 'indicator', 'records', 'ask', 'share'],
  subject: ['time', 'score', 'indicator', 'omnibox', 'watch', 'share', 'records', 'panel'],
};
const server: Rows = {
  engine: ['model', 'server/timing'],
  schema: ['server/engine'],
  disk: [],
  timing: [],
  http: ['contract', 'model', 'server/timing', 'server/disk', 'server/engine', 'server/jobs'],
  queries: ['contract', 'model', 'server/engine'],
  input: ['contract', 'model', 'server/engine', 'server/http', 'server/queries'],
  serializers: ['contract', 'model', 'server/queries'],
  processes: ['server/disk', 'server/engine', 'server/queries'],
  jobs: ['model', 'server/timing', 'server/disk', 'server/engine', 'server/queries'],
  live: ['model', 'server/http'],
  ingest: ['contract', 'model', 'sample', 'server/timing', 'server/engine', 'server/disk', 'server/queries'],
  move: ['server/engine'],
  mcp: ['contract', 'model', 'server/http', 'server/upstream', 'web/url'],
  upstream: ['contract', 'model', 'server/http', 'server/live', 'server/queries', 'server/engine'],
  watches: [
    'contract',
    'model',
    'server/timing',
    'server/http',
    'server/queries',
    'server/engine',
    'server/ingest',
    'server/upstream',
    'server/live',
  ],
  routes: [
    'contract',
    'model',
    'server/timing',
    'server/http',
    'server/queries',
    'server/input',
    'server/serializers',
    'server/jobs',
    'server/live',
    'server/engine',
    'server/ingest',
    'server/upstream',
    'server/watches',
    'web/url',
  ],
};

export const importMap: Rows = {
  contract: [],
  model: ['contract'],
  sample: ['model'],
  ...Object.fromEntries(Object.entries(server).map(([folder, may]) => [`server/${folder}`, may])),
  // no loose files: everything lives in a room
  'web/kit': [],
  ...Object.fromEntries(Object.entries(web).map(([folder, may]) => [`web/${folder}`, may])),
  ...Object.fromEntries(
    Object.entries(rooms).map(([room, may]) => [
      `web/kit/${room}`,
      [...shared, ...may.map((name) => `web/kit/${name}`)],
    ]),
  ),
  'web/evidence': [...shared, 'web/kit'],
  'web/tools': [...shared, 'web/kit'],
  'web/pages': [...shared, 'web/kit', 'web/evidence', 'web/tools'],
  'web/app': [...shared, 'web/kit', 'web/evidence', 'web/tools', 'web/pages'],
  cli: ['contract', 'model', 'server/ingest', 'web'],
};

/** Packages that one folder keeps to itself. */
const owners: Readonly<Record<string, string>> = {
  recharts: 'web/charts',
  sigma: 'web/charts',
  graphology: 'web/charts',
  '@tanstack/react-table': 'web/table',
  '@tanstack/react-virtual': 'web/table',
  'react-aria-components': 'web/kit/ui',
  '@clickhouse/client': 'server/engine',
  '@fastify/http-proxy': 'server/routes',
  chdb: 'server/engine',
  '@modelcontextprotocol/server': 'server/mcp',
};

const heldBack = {
  name: 'react',
  importNames: ['lazy', 'Suspense'],
  message: 'React holds back what it has loaded for 300 ms: use lazyPart of web/kit/ui.',
};

/** One override of the linter's rules for each folder; that of a folder inside another replaces the outer one. */
export function importRules(): OxlintOverride[] {
  return Object.entries(importMap).map(([folder, may]) => ({
    files: [`src/${folder}/**/*.{ts,tsx}`],
    excludeFiles: ['**/*.spec.{ts,tsx}'],
    rules: {
      'no-restricted-imports': [
        'error',
        { paths: [heldBack], patterns: [...folderPatterns(folder, may), ...packagePatterns(folder)] },
      ],
    },
  }));
}

function folderPatterns(folder: string, may: readonly string[]) {
  const own = siblings(folder);
  return [
    {
      regex: `^#(${others([folder, ...may]).join('|')})`,
      message: `src/${folder} may import only: ${may.join(', ') || 'packages'}.`,
    },
    { regex: '^\\.\\./', message: 'Relative imports stay inside their folder; use #… across folders.' },
    ...(own ? [{ regex: own, message: `${folder}: no sibling imports another.` }] : []),
  ];
}

/** The parts of src outside of the allowed folders, as regular expressions without look-ahead, which the linter does not support. */
function others(allowed: readonly string[], parent = ''): string[] {
  return readdirSync(join(import.meta.dirname, '../src', parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => {
      const folder = `${parent}${name}`;
      if (allowed.includes(folder)) return [];
      if (!allowed.some((each) => each.startsWith(`${folder}/`))) return [`${folder}/`];
      return [`${folder}/[^/]+$`, ...others(allowed, `${folder}/`)];
    });
}

/** Panels, tools and pages import no sibling: their files import relatively inside their own folder. */
function siblings(folder: string): string | undefined {
  return ['web/evidence', 'web/tools', 'web/pages'].includes(folder) ? `^#${folder}/` : undefined;
}

function packagePatterns(folder: string) {
  return Object.entries(owners)
    .filter(([, owner]) => owner !== folder)
    .map(([name, owner]) => ({ regex: `^${name}(/|$)`, message: `Only src/${owner} imports ${name}.` }));
}
