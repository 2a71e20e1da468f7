import { join } from 'node:path';
import { build } from 'vite';
import { madeOnce, root } from './made-once.ts';

/** What specs run in processes of their own; names are paths below src/server without `.ts`. */
const programs = {
  main: 'main',
  'load-in-child': 'collect/load-in-child',
  'feeds-in-child': 'testing/feeds-in-child',
  'fill-in-child': 'testing/fill-in-child',
  'full-disk-in-child': 'testing/full-disk-in-child',
  'jobs-in-child': 'testing/jobs-in-child',
  'observations-in-child': 'testing/observations-in-child',
  'routing-in-child': 'testing/routing-in-child',
} as const;

/**
 * The program as one file that Node runs, as `npm run build` makes it of the service: compiling the sources at each start
 * takes longer than the start itself.
 */
export async function childProgram(name: keyof typeof programs): Promise<string> {
  const cache = join(root, 'node_modules/.cache/test-programs');
  const made = await madeOnce(cache, 'programs', ['src/server', 'src/sample', 'src/model', 'src/contract'], bundle);
  return join(made, `${name}.js`);
}

async function bundle(outDir: string): Promise<void> {
  const input = Object.entries(programs).map(([name, path]) => [name, join(root, 'src/server', `${path}.ts`)] as const);
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    // the service finds its files from where its source stands
    define: { 'import.meta.dirname': JSON.stringify(join(root, 'src/server')) },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: 'node20',
      rolldownOptions: { input: Object.fromEntries(input), output: { entryFileNames: '[name].js' } },
    },
  });
}
