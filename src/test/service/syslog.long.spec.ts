// @module-tag long
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { peakMemory, residentMemory, resetPeakMemory } from '#test/server/fuzz.ts';
import { type ServiceProcess, startService } from '#test/server/service-process.ts';
import { specFolder } from '#test/server/spec-folder.ts';
import { makeSyslogCertificates } from '#test/server/syslog-sender.ts';
import { useOpened } from '#test/server/use-opened.ts';

// Syslog over TLS under load, against the service in a process of its own.

const senderCount = 4;
/** Records of each sender; its messages name them in turn. A million messages in all. */
const names = 1000;
const rounds = 250;
/** Messages written at a time; after some of them the connection is closed and opened again. */
const pieces = { messages: names, perConnection: 25 };
const folder = specFolder('syslog-load');
const certificates = useOpened(() => makeSyslogCertificates('edge'));
let service: ServiceProcess;

const start = () =>
  startService(folder, { env: { SIGHTLINE_SYSLOG_TLS: certificates.folder, SIGHTLINE_SYSLOG_PORT: '0' } });

beforeAll(async () => {
  service = await start();
}, 600_000);
afterAll(() => service.kill());

/** Each names all records of a sender once. */
function piece(sender: number): string {
  return Array.from({ length: pieces.messages }, (_, index) => {
    const reply = `reply n${index}.s${sender}.load.test is 198.51.100.${index % 250}`;
    return `<30>1 2026-10-20T12:00:00Z resolver${sender} dnsmasq 7 - - ${reply}\n`;
  }).join('');
}

/** Sends rounds of messages over several connections, until one of them cannot be opened. @returns how many rounds were sent */
async function send(sender: number, count: number): Promise<number> {
  const text = piece(sender);
  let passed = 0;
  while (passed < count) {
    const most = Math.min(pieces.perConnection, count - passed);
    try {
      const port = Number(/over TLS at port (\d+)/.exec(service.said())?.[1]);
      const socket = await certificates.connect(port, 'known');
      const closed = once(socket, 'close');
      for (let round = 0; round < most; round += 1) if (!socket.write(text)) await once(socket, 'drain');
      socket.end();
      await closed;
    } catch {
      return passed;
    }
    passed += most;
  }
  return passed;
}

/** How often each record of a sender was counted, sorted. */
async function countsOf(sender: number): Promise<readonly number[]> {
  const path = `/explore/padns/lookup/query/a/*.s${sender}.load.test?limit=${names}`;
  const { response } = await service.ask(path, undefined, sender);
  return ((response.records ?? []) as { count: number }[]).map(({ count }) => count).sort((one, other) => one - other);
}

const senders = Array.from({ length: senderCount }, (_, sender) => sender);
const allCounts = () => Promise.all(senders.map(countsOf));
const waiting = { timeout: 120_000, interval: 1000 };

it('counts each message once, in bounded memory, while senders connect again and again', async () => {
  const before = residentMemory(service.pid);
  resetPeakMemory(service.pid);
  const passed = await Promise.all(senders.map((sender) => send(sender, rounds)));
  expect(passed).toEqual(senders.map(() => rounds));
  await expect.poll(allCounts, waiting).toEqual(senders.map(() => Array(names).fill(rounds)));
  if (process.platform === 'linux') expect((peakMemory(service.pid) ?? 0) - before).toBeLessThan(400e6);
}, 300_000);

it('keeps what it counted when it is killed, and counts nothing twice', async () => {
  const sending = senders.map((sender) => send(sender, rounds));
  await expect.poll(async () => (await countsOf(0)).at(-1), waiting).toBeGreaterThan(rounds);
  const counted = await allCounts();
  await service.kill();
  await Promise.all(sending);
  service = await start();
  const kept = await allCounts();
  for (const [sender, counts] of kept.entries()) {
    expect(counts).toHaveLength(names);
    for (const [index, count] of counts.entries()) {
      expect(count).toBeGreaterThanOrEqual(counted[sender]?.[index] ?? 0);
      expect(count).toBeLessThanOrEqual(2 * rounds);
    }
  }
  // it receives as before
  expect(await send(0, 1)).toBe(1);
  await expect.poll(() => countsOf(0), waiting).toEqual((kept[0] ?? []).map((count) => count + 1));
}, 300_000);
