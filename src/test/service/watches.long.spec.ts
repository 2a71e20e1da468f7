import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { randomFor } from '#sample/random.ts';
import { copyTestStore } from '#test/server/made-once.ts';
import { type ServiceProcess, startService } from '#test/server/service-process.ts';
import { specFolder } from '#test/server/spec-folder.ts';
import { isSigned, openWebhookReceiver } from '#test/server/webhook-receiver.ts';
import { zeekLog } from '#test/server/zeek-log.ts';

const address = '198.51.100.7';
const kills = 10;
const since = Date.now();
const folder = specFolder('watches');

it(
  'sends every event once, with a valid signature, over ten kills while the receiver is down for an hour',
  { tags: 'long', timeout: 600_000 },
  async () => {
    await copyTestStore(join(folder, 'store'));
    const receiver = await openWebhookReceiver();
    const start = () =>
      startService(folder, {
        program: 'watches-in-child',
        env: { SIGHTLINE_OFFLINE: 'off', SPEC_SINCE: String(since), SPEC_RECEIVER_PORT: String(receiver.port) },
      });
    const random = randomFor('kills of watches');
    let service = await start();
    onTestFinished(async () => {
      await service.kill();
      await receiver.close();
    });
    await importLog(service, 'base.test');
    const { response: made } = await service.ask('/sightline/watches', {
      what: 'subject',
      type: 'ipv4',
      subject: address,
      webhook: receiver.url,
    });
    const names: string[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      names.push(`new-${kill}.test`);
      await importLog(service, `new-${kill}.test`);
      await pause(random.next() * 1500); // about as long as detectors, watches and the first tries take
      await service.kill();
      service = await start();
    }
    const told = async () => {
      const { response } = await service.ask('/sightline/watchevents?limit=100');
      return response.events as { id: string; changes: { key: string }[] }[];
    };
    const wanted = names.map((name) => `${name} A ${address}`).toSorted();
    const keysOf = (events: Awaited<ReturnType<typeof told>>) =>
      events.flatMap(({ changes }) => changes.map((each) => each.key)).toSorted();
    await expect.poll(async () => keysOf(await told()), { timeout: 120_000, interval: 500 }).toEqual(wanted);
    // an hour by the clock of the service
    await pause(Math.max(0, since + 61_000 - Date.now()));
    expect(receiver.received).toEqual([]);
    await receiver.up();
    const ids = (await told()).map(({ id }) => id).toSorted();
    const received = () => receiver.received.map(({ headers }) => String(headers['webhook-id'])).toSorted();
    await expect.poll(received, { timeout: 120_000, interval: 500 }).toEqual(ids);
    await pause(5000); // five minutes by the clock of the service
    expect(received()).toEqual(ids);
    for (const each of receiver.received) expect(isSigned(each, made.webhook_secret)).toBe(true);
  },
);

/** Imports a log of a name at the watched address, and waits until it is in the collection. */
async function importLog(service: ServiceProcess, name: string): Promise<void> {
  const content = Buffer.from(zeekLog([[since / 1000 - 3600, name, address]]));
  const { response } = await service.ask('/sightline/imports', { name: 'dns.log', bytes: content.length, start: 1 });
  await service.ask(`/sightline/imports/${response.id}/content?offset=0`, content);
  const state = async () => (await service.ask(`/sightline/imports/${response.id}`)).response.state as string;
  await expect.poll(state, { timeout: 60_000 }).toBe('done');
}
