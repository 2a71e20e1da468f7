// Builds the dashboard to dist/web (with compressed twins of every text asset), the service to dist/server and the command line to dist/cli.
//
//   tsx tools/build.ts
//   tsx tools/build.ts --if-stale   only when a source is newer than the build
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build, type SSROptions } from 'vite';
import { isStale, markBuilt } from './build-stamp.ts';

const root = join(import.meta.dirname, '..');
async function buildDashboard(): Promise<void> {
  await build({ root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
  await compress(join(root, 'dist/web'));
}

/** Bundles the service and its reading thread into one file each. Packages of the service stay in node_modules. */
async function buildService(): Promise<void> {
  await buildProgram('src/server/main.ts', 'dist/server/main.js');
  // a thread starts for each document: with its packages in one file it starts in half the time
  await buildProgram('src/server/ingest/thread-program.ts', 'dist/server/thread-program.js', root, {
    noExternal: true,
  });
}

/** Bundles the command line with its packages, so that it starts fast. */
async function buildCommandLine(): Promise<void> {
  const program = 'dist/cli/main.js';
  await buildProgram('src/cli/main.ts', program, root, { noExternal: true });
  chmodSync(join(root, program), 0o755);
}

/** Bundles a program into one file. @param checkout of this or of another version */
export async function buildProgram(
  source: string,
  output: string,
  checkout = root,
  ssr: SSROptions = {},
): Promise<void> {
  await build({
    ssr,
    root: checkout,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: join(checkout, source),
      outDir: dirname(output),
      emptyOutDir: false,
      target: 'node20',
      sourcemap: true,
      rolldownOptions: {
        output: { entryFileNames: basename(output), codeSplitting: false },
        // "use client" in packages of the dashboard, which the command line uses without a browser
        onLog: (level, log, handle) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && handle(level, log),
      },
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
  await Promise.all([buildDashboard(), buildService(), buildCommandLine()]);
  markBuilt();
}

if (process.argv[1] === import.meta.filename && (!process.argv.includes('--if-stale') || isStale())) await buildAll();
