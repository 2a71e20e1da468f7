// `npm start` runs this program, which builds what is stale and ends. The script in package.json then becomes the service
// (exec), so that the build tools leave memory, and signals and the exit code are those of the service.
// The script sizes the thread pool before the process starts: chDB needs one thread a session alongside those that Node itself
// uses. Small semi-spaces keep garbage of the first load off the heap: 260 MB less after the load.
import { isStale } from './build-stamp.ts';

if (isStale()) {
  console.log('Building the dashboard and the service ...');
  const { buildAll } = await import('./build.ts');
  await buildAll();
}
