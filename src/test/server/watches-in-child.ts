// A process of watches.long.spec.ts: the whole service with a fast clock, whose webhooks reach a receiver on this machine.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readConfig } from '#server/config.ts';
import { openWebhooks } from '#server/live/webhooks.ts';
import { openService } from '#server/open-service.ts';
import { skipHistory } from './feed-collection.ts';
import { receiverAllowance } from './webhook-receiver.ts';

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: '' },
    port: { type: 'string', default: '' },
    receiver: { type: 'string', default: '' },
    key: { type: 'string', default: '' },
    /** Epoch milliseconds from which the clock of the service runs sixty times as fast. */
    since: { type: 'string', default: '' },
  },
});
const since = Number(values.since);
const config = readConfig({
  SIGHTLINE_DATA: values.folder,
  SIGHTLINE_PORT: values.port,
  SIGHTLINE_API_KEYS: values.key,
  SIGHTLINE_SAMPLE: 'off',
});
const service = await openService(config, {
  ...{ sessions: 2, statementBytes: 1_000_000_000, fill: skipHistory },
  threadProgram: join(dirname(fileURLToPath(import.meta.url)), 'thread-program.js'),
  ...{ detectMilliseconds: 200, deliverMilliseconds: 100 },
  sendWebhook: openWebhooks({ testAllowance: receiverAllowance(Number(values.receiver)) }),
  now: () => new Date(since + 60 * (Date.now() - since)),
  limits: { eventLoopDelayMilliseconds: 0 },
});
await service.app.listen({ host: config.host, port: config.port });
if (!(await service.load()).isReady) process.exit(1);
service.refreshDaily();
