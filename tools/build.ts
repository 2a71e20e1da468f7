// Builds both halves: the dashboard to dist/web (with compressed twins of every text asset), the service to dist/server.
//
//   tsx tools/build.ts
//   tsx tools/build.ts --if-stale   only when a source is newer than the build
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { isStale, markBuilt } from './build-stamp.ts';

const root = join(import.meta.dirname, '..');
async function buildDashboard(): Promise<void> {
  await build({ root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
  await compress(join(root, 'dist/web'));
}

/** Bundles the service and its reading thread into one file each; packages stay in node_modules. */
async function buildService(): Promise<void> {
  await buildProgram('main', 'src/server/main.ts');
  await buildProgram('thread-program', 'src/server/ingest/thread-program.ts');
}

async function buildProgram(name: string, source: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: join(root, source),
      outDir: 'dist/server',
      emptyOutDir: false,
      target: 'node20',
      sourcemap: true,
      rolldownOptions: { output: { entryFileNames: `${name}.js`, codeSplitting: false } },
    },
  });
}

/** `x.js` gets `x.js.br` and `x.js.gz`, so that the service never compresses a file twice. */
async function compress(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|css|html|svg|json|txt)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(
    files.map(async (file) => {
      const bytes = readFileSync(file);
      if (bytes.length < 1024) return;
      const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
      writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    }),
  );
}

export async function buildAll(): Promise<void> {
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  await Promise.all([buildDashboard(), buildService()]);
  markBuilt();
}

if (process.argv[1] === import.meta.filename && (!process.argv.includes('--if-stale') || isStale())) await buildAll();
