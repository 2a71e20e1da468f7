// `npm start` builds what is stale with this program, which then ends. Its script in package.json continues as the service
// itself (exec), so that nothing of the build tools stays in memory, and signals and the exit code are those of the service.
// The script sizes the thread pool before the process starts: chDB needs one thread a session alongside those that Node itself
// uses. With small semi-spaces the garbage of the first load does not stay on the heap: 260 MB less after it.
import { isStale } from './build-stamp.ts';

if (isStale()) {
  console.log('Building the dashboard and the service ...');
  const { buildAll } = await import('./build.ts');
  await buildAll();
}
