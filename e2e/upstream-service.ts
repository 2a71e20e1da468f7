/**
 * The service of upstream.long.e2e.ts: a collection that is empty, and behind it a provider that answers in the shapes of hosted
 * deployments. Prints where it listens once it is ready.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#server/config.ts';
import { offlineClient } from '#server/live/open-outbound-client.ts';
import { openService } from '#server/open-service.ts';
import { replayRecordedShapes } from '#test/server/provider-answers.ts';
import { openReplayProvider, withProvider } from '#test/server/replay-provider.ts';
import { serveStand } from './serve-stand.ts';
import { providerName, upstreamKey } from './service-address.ts';

const folder = mkdtempSync(join(tmpdir(), 'sightline-upstream-'));
const provider = await openReplayProvider();
replayRecordedShapes(provider);
const config = readConfig({
  SIGHTLINE_DATA: folder,
  SIGHTLINE_API_KEYS: upstreamKey,
  SIGHTLINE_SAMPLE: 'off',
  ...withProvider(provider.url, {
    SIGHTLINE_UPSTREAM_NAME: providerName,
    SIGHTLINE_UPSTREAM_KEY_NAME: 'team key',
    SIGHTLINE_UPSTREAM_ASK: process.env['STAND_ASK'] ?? '',
    SIGHTLINE_UPSTREAM_NEVER: 'our-company.example',
    SIGHTLINE_UPSTREAM_DAY_CALLS: '5000',
    SIGHTLINE_UPSTREAM_ROUTES: 'domainInfratagBulk=own',
  }),
});
const service = await openService(config, {
  sessions: 2,
  statementBytes: 1e9,
  live: offlineClient(),
  fill: () => Promise.resolve('nothing'),
  logger: { level: 'error', stream: process.stderr },
  limits: { eventLoopDelayMilliseconds: 0 },
  upstream: { waits: { breakMilliseconds: 100 } },
  extend: (app) => {
    /** What the provider does from now on. */
    app.put('/test/provider', async (request) => {
      const { status } = request.body as { status: number };
      if (status === 200) replayRecordedShapes(provider);
      else
        provider.replyToAll((_, response) => response.writeHead(status, { 'retry-after': '1' }).end('<html></html>'));
      return { status };
    });
  },
});

await serveStand(service, folder, [provider]);
