/** The service of the end-to-end tests: the real one with its whole first load, and the test controls beside it. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#server/config.ts';
import { openDownload } from '../src/server/live/download.ts';
import { openOutboundClient } from '#server/live/open-outbound-client.ts';
import { openService } from '#server/open-service.ts';
import { catalogueHosts, publishCatalogue } from '#test/server/feed-documents.ts';
import { openLoopbackPublisher } from '#test/server/loopback-publisher.ts';
import { childProgram } from '#test/server/service-process.ts';
import { openTestInternet } from './internet.ts';
import { serveStand } from './serve-stand.ts';
import { apiKeys, servicePort } from './service-address.ts';
import { testControls } from './test-controls.ts';

const folder = mkdtempSync(join(tmpdir(), 'sightline-e2e-'));
const controls = testControls();
const internet = await openTestInternet();
const publisher = await openLoopbackPublisher([...catalogueHosts(), 'lists.example']);
await publishCatalogue(publisher, new Date().toISOString().slice(0, 10));
publisher.publish('https://lists.example/block.csv', 'indicator;last seen;what\n192.0.2.201;2026-11-20;c2\n');
const config = readConfig({ SIGHTLINE_DATA: folder, SIGHTLINE_API_KEYS: apiKeys.join(',') });
const service = await openService(config, {
  threadProgram: await childProgram('thread-program'),
  sessions: 4,
  statementBytes: 1e9,
  wrapEngine: controls.holding,
  live: openOutboundClient({ offline: false, testAllowance: internet.allowance }),
  download: openDownload({ offline: false, testAllowance: publisher.allowance }),
  // the output of the tests shows what comes on standard error
  logger: { level: 'error', stream: process.stderr },
  // a busy machine may make tests slow, but must not fail them
  limits: { eventLoopDelayMilliseconds: 0 },
  extend: controls.extend,
});

await serveStand(service, folder, [internet, publisher], servicePort);
