/**
 * The service of sources.e2e.ts: a collection that is empty, as at a first start without the packaged data, and the publisher of
 * every feed of the catalogue as a real web server on loopback. Its clock begins yesterday (STAND_AHEAD_SECONDS): the clock of the
 * engine cannot be set, and after one day both are at today. Prints its address once it is ready.
 */
import { mkdtempSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#server/config.ts';
import { openDownload } from '../src/server/live/download.ts';
import { openService } from '#server/open-service.ts';
import { catalogueHosts, publishCatalogue } from '#test/server/feed-documents.ts';
import { openLoopbackPublisher } from '#test/server/loopback-publisher.ts';
import { childProgram } from '#test/server/service-process.ts';
import { serveStand } from './serve-stand.ts';
import { ownList, sourcesKeys } from './service-address.ts';

const folder = mkdtempSync(join(tmpdir(), 'sightline-sources-'));
const publisher = await openLoopbackPublisher([...catalogueHosts(), new URL(ownList.url).host]);
let aheadSeconds = Number(process.env['STAND_AHEAD_SECONDS']);
const now = () => new Date(Date.now() + aheadSeconds * 1000);
await publishCatalogue(publisher, now().toISOString().slice(0, 10));
publisher.publish(ownList.url, { body: ownList.text, contentType: 'text/csv' });
const config = readConfig({
  SIGHTLINE_DATA: folder,
  SIGHTLINE_API_KEYS: `desk:analyst:${sourcesKeys.looksUp},${sourcesKeys.manages}`,
  SIGHTLINE_SAMPLE: 'off',
});
const service = await openService(config, {
  threadProgram: await childProgram('thread-program'),
  sessions: 2,
  statementBytes: 1e9,
  watchMilliseconds: 1000,
  detectMilliseconds: 1000,
  random: () => 0.5,
  download: openDownload({ offline: false, testAllowance: publisher.allowance }),
  now,
  fill: () => Promise.resolve('nothing'),
  logger: { level: 'error', stream: process.stderr },
  limits: { eventLoopDelayMilliseconds: 0 },
  extend: (app) => {
    app.put('/test/clock', async (request) => {
      ({ aheadSeconds } = request.body as { aheadSeconds: number });
      service.refreshDaily();
      return { aheadSeconds };
    });
    app.put('/test/drop', async (request) => {
      const { feed, name, text } = request.body as { feed: string; name: string; text: string };
      await writeFile(join(folder, 'feeds', feed, name), text);
      return { feed, name };
    });
    app.put('/test/publisher', async (request) => {
      const { url, status } = request.body as { url: string; status: number };
      if (status === 200) publisher.behave(url);
      else publisher.misbehave(url, { does: 'refuse', status });
      return { url, status };
    });
  },
});

await serveStand(service, folder, [publisher]);
