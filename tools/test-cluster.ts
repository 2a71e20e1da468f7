// `npm run test:cluster -- URL[,URL,...]`: the spec of clusters (src/test/service/cluster.spec.ts) on servers that are running, such as
// those of compose.yaml, instead of nodes that it starts.
//
//   http://user:password@host:8123[/database]   every node, or one if the others have the same port on the hosts of remote_servers
//   --cluster NAME                              its name in remote_servers; main by default
//   --stop COMMAND --start COMMAND              stop and start a node: {host} is its host in remote_servers, {number} its position
//                                               there from 1. Without them the tests that stop nodes are skipped.
//
// It works in the database sightline_test unless the URLs name another. An existing database that no earlier run made is
// refused. The database is dropped at the end.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { EngineError } from '#server/engine/engine.ts';
import { claimCluster, releaseCluster, type GivenCluster } from '#test/server/given-cluster.ts';
import { errorText } from '../src/model/errors.ts';

class UsageError extends Error {}
/** The tests wrote no report. */
class Interrupted extends Error {}

/** The fields of Vitest's report that are read. */
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
}

// an interrupt ends the tests; their database on the servers is still removed
process.on('SIGINT', () => undefined);
try {
  await main();
} catch (error) {
  const isExpected = error instanceof EngineError || error instanceof UsageError || error instanceof Interrupted;
  console.error(isExpected ? inWordsOfTheTool(error.message) : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

async function main(): Promise<void> {
  const { urls, name, commands } = readArguments();
  const cluster = await claimCluster({ urls, name, commands });
  for (const { shard, replica, address, url } of cluster.nodes)
    console.log(`shard ${shard}, replica ${replica}: ${address}, asked at ${new URL(url).host}`);
  let status = 1;
  try {
    status = await runSpec(cluster);
  } finally {
    await releaseCluster(cluster);
  }
  process.exitCode = status;
}

function readArguments() {
  const { positionals, values } = parsed();
  const urls = positionals.join(',').split(',').filter(Boolean);
  if (urls.length === 0)
    throw new UsageError('Name the servers: npm run test:cluster -- http://user:password@host:8123,...');
  const { cluster: name, stop, start } = values;
  if ((stop === undefined) !== (start === undefined)) throw new UsageError('--stop and --start belong together.');
  return { urls, name, commands: stop !== undefined && start !== undefined ? { stop, start } : undefined };
}

function parsed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        cluster: { type: 'string', default: 'main' },
        stop: { type: 'string' },
        start: { type: 'string' },
      },
    });
  } catch (error) {
    throw new UsageError(errorText(error));
  }
}

/** @returns the exit code of Vitest */
async function runSpec(cluster: GivenCluster): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-test-cluster-'));
  const report = join(folder, 'report.json');
  try {
    const reporters = ['--reporter=verbose', '--reporter=json', `--outputFile.json=${report}`];
    const vitest = spawn('npx', ['vitest', 'run', '--mode', 'long', ...reporters, 'src/test/service/cluster.spec.ts'], {
      stdio: 'inherit',
      env: { ...process.env, SIGHTLINE_TEST_CLUSTER: JSON.stringify(cluster) },
    });
    const status = await new Promise<number>((resolve, reject) => {
      vitest.on('error', reject);
      vitest.on('exit', (code) => resolve(code ?? 1));
    });
    if (!existsSync(report)) throw new Interrupted('The tests did not end.');
    const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, 'utf8')) as Report;
    if (numPendingTests > 0) console.log('\nSkipped: the tests that stop nodes need --stop and --start.');
    console.log(`\n${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`);
    return status;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes messages about the configuration refer to the arguments of this tool. */
function inWordsOfTheTool(message: string): string {
  return message
    .replaceAll('set SIGHTLINE_CLICKHOUSE_CLUSTER to', 'name with --cluster')
    .replaceAll('SIGHTLINE_CLICKHOUSE_CLUSTER', '--cluster')
    .replaceAll('SIGHTLINE_CLICKHOUSE_URL', 'the list of URLs');
}
