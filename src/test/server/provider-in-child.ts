// A process of upstream-stand-in.long.spec.ts: a second Sightline with other data, which acts as the provider.
import { readFileSync } from 'node:fs';
import { readConfig } from '#server/config.ts';
import { openService } from '#server/open-service.ts';

const rows = JSON.parse(readFileSync(process.env['SPEC_ROWS'] ?? '', 'utf8')) as Record<string, object[]>;
const config = readConfig();
const service = await openService(config, {
  fill: async (engine) => {
    for (const [table, list] of Object.entries(rows)) await engine.insert(table, list);
  },
  sessions: 2,
  statementBytes: 1e9,
  limits: { eventLoopDelayMilliseconds: 0 },
});
await service.app.listen({ host: config.host, port: config.port });
await service.load();
