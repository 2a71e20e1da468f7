/** A second Sightline in a process of its own with other data, which acts as the provider. Prints its address once it listens. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '#server/config.ts';
import { openService } from '#server/open-service.ts';
import { providerKey } from './replay-provider.ts';

const { values } = parseArgs({ options: { rows: { type: 'string', default: '' } } });
const folder = mkdtempSync(join(tmpdir(), 'sightline-provider-'));
const rows = JSON.parse(readFileSync(values.rows, 'utf8')) as Record<string, object[]>;
const config = readConfig({ SIGHTLINE_DATA: folder, SIGHTLINE_API_KEYS: providerKey, SIGHTLINE_OFFLINE: 'on' });
const service = await openService(config, {
  fill: async (engine) => {
    for (const [table, list] of Object.entries(rows)) await engine.insert(table, list);
  },
  ...{ sessions: 2, statementBytes: 1e9, limits: { eventLoopDelayMilliseconds: 0 } },
  dashboardFolder: join(folder, 'no-dashboard'),
});
process.on('SIGTERM', () => {
  void service.close().then(() => {
    rmSync(folder, { recursive: true, force: true });
    process.exit(0);
  });
});
const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
await service.load();
process.stdout.write(`ready ${url}\n`);
