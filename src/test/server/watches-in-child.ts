// A process of watches.long.spec.ts: the whole service with a fast clock, whose webhooks reach a receiver on this machine.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from '#server/config.ts';
import { openWebhooks } from '#server/live/webhooks.ts';
import { openService } from '#server/open-service.ts';
import { skipHistory } from './feed-collection.ts';
import { receiverAllowance } from './webhook-receiver.ts';

/** Epoch milliseconds from which the clock of the service runs sixty times as fast. */
const since = Number(process.env['SPEC_SINCE']);
const config = readConfig();
const service = await openService(config, {
  sessions: 2,
  statementBytes: 1_000_000_000,
  fill: skipHistory,
  threadProgram: join(dirname(fileURLToPath(import.meta.url)), 'thread-program.js'),
  detectMilliseconds: 200,
  deliverMilliseconds: 100,
  sendWebhook: openWebhooks({ testAllowance: receiverAllowance(Number(process.env['SPEC_RECEIVER_PORT'])) }),
  now: () => new Date(since + 60 * (Date.now() - since)),
  limits: { eventLoopDelayMilliseconds: 0 },
});
await service.app.listen({ host: config.host, port: config.port });
if (!(await service.load()).isReady) process.exit(1);
service.refreshDaily();
