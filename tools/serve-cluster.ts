// `npx tsx tools/serve-cluster.ts`: two shards of real ClickHouse nodes from the library of the embedded engine,
// for `npm run test:cluster` where there is no Docker. The tool prints the whole command. Requests to the tool stop
// (`kill -9`) and start nodes. It ends with ctrl+c; the nodes end after an hour.
import { randomBytes } from 'node:crypto';
import Fastify from 'fastify';
import { startTestCluster } from '#test/server/clickhouse-cluster.ts';

const cluster = await startTestCluster(2, 1, randomBytes(8).toString('hex'));
const control = Fastify();
control.post<{ Params: { number: number } }>('/stop/:number', async ({ params }) =>
  cluster.nodes[params.number - 1]?.kill(),
);
control.post<{ Params: { number: number } }>('/start/:number', async ({ params }) =>
  cluster.nodes[params.number - 1]?.start(),
);
const address = await control.listen({ host: '127.0.0.1', port: 0 });
const command = (does: string) => `"curl -fsS -X POST ${address}/${does}/{number}"`;
const urls = cluster.urls.map((url) =>
  new URL(url).origin.replace('//', `//${new URL(url).username}:${new URL(url).password}@`),
);
console.log(`npm run test:cluster -- ${urls.join(',')} --stop ${command('stop')} --start ${command('start')}`);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void Promise.all([control.close(), cluster.close()]).then(() => process.exit(0)));
