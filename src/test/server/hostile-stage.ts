import { setMaxListeners } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { OutboundClient } from '#server/live/outbound-client.ts';
import { openOutboundClient } from '#server/live/open-outbound-client.ts';
import { hostileResolvers, openHostileResolver } from './hostile-resolvers.ts';
import { damagedWebServers, hostileTlsServers, hostileWebServers, hostileWhoisServers } from './hostile-servers.ts';
import type { End, HostileServer } from './hostile-servers.ts';
import { openLoopbackInternet, webAddress, type LoopbackInternet } from './loopback-internet.ts';
import { rawAttacks, sendBytes, type WireAnswer } from './raw-attacks.ts';

export interface StageReport {
  /** One line for people. */
  readonly summary: string;
  /** A message for each fault. */
  readonly faults: readonly string[];
}

const atOnce = 64;
const lookupMilliseconds = 1000;
/** Tolerance beyond the deadline, for a busy machine. */
const graceMilliseconds = 20_000;

type Look = (client: OutboundClient, host: string, signal: AbortSignal) => Promise<unknown>;
const overHttp: Look = (client, host, signal) => client.http(`http://${host}/`, signal, { maxBytes: 100_000 });
const overTls: Look = (client, host, signal) => client.http(`https://${host}/`, signal, { maxBytes: 100_000 });
const overWhois: Look = (client, host, signal) => client.whois(host, 'acme.example', signal);

/** Sends the client to every hostile server and resolver, and to this many web servers with damaged answers. */
export async function attackOutbound(damaged: number, seed: number): Promise<StageReport> {
  const internet = await openLoopbackInternet(['*.secure.example']);
  internet.dns.zone.set('web.example A', [webAddress]);
  internet.web.set('web.example/', (_, response) => response.end('hello'));
  const counts = { hangs: 0, 'wrong ends': 0, 'turns not given back': 0, 'connections left open': 0 };
  const faults: string[] = [];
  const fault = (kind: keyof typeof counts, what: string, times = 1): void => {
    counts[kind] += times;
    faults.push(`${kind}: ${what}`);
  };
  const judge = (name: string, ends: readonly End[], how: string): void => {
    if (how === 'hang') fault('hangs', name);
    else if (!ends.includes(how as End)) fault('wrong ends', `${name} ended with ${how}`);
  };
  let attacked = 0;

  const attack = async (way: string, servers: readonly HostileServer[], port: number, look: Look, isSecure = false) => {
    const hosts = await Promise.all(
      servers.map(async ({ serve }) => open(internet, (attacked += 1), port, serve, isSecure)),
    );
    const client = openOutboundClient({
      offline: false,
      lookupMilliseconds,
      atOnce,
      testAllowance: internet.allowance,
    });
    const ends = await Promise.all(
      hosts.map((host) => end((signal) => look(client, host, signal), waves(servers.length))),
    );
    ends.forEach((how, index) => judge(`${way}: ${servers[index]?.name}`, servers[index]?.ends ?? [], how));
    const left = await connectionsLeft(internet);
    if (left > 0) fault('connections left open', `${left} after ${way}`, left);
    const usual = await Promise.all(
      Array.from({ length: atOnce }, () => end((signal) => overHttp(client, 'web.example', signal), 1)),
    );
    const lost = usual.filter((how) => how !== 'answered' && how !== 'live_timeout').length;
    if (lost > 0) fault('turns not given back', `${lost} after ${way}`, lost);
  };

  try {
    await attack('http', hostileWebServers, 80, overHttp);
    await attack('https', hostileWebServers, 443, overTls, true);
    await attack('handshake', hostileTlsServers, 443, overTls);
    await attack('whois', hostileWhoisServers, 43, overWhois);
    // in slices, because each server takes a port
    const answers = damagedWebServers(damaged, seed);
    for (let first = 0; first < answers.length; first += 500)
      await attack('damaged', answers.slice(first, first + 500), 80, overHttp);
  } finally {
    await internet.close();
  }
  await Promise.all(
    hostileResolvers.map(async (resolver) => {
      const opened = await openHostileResolver(resolver);
      const testAllowance = { resolvers: [opened.address], routes: {} };
      const client = openOutboundClient({ offline: false, lookupMilliseconds, atOnce: 1, testAllowance });
      const ask = () => end((signal) => client.dns('acme.example', 'A', signal), 2);
      for (const how of await Promise.all([ask(), ask()])) judge(`resolver: ${resolver.name}`, resolver.ends, how);
      await opened.close();
    }),
  );
  const told = Object.entries(counts).map(([kind, count]) => `${kind} ${count}`);
  const summary = `hostile servers: ${attacked} and ${hostileResolvers.length} resolvers with the seed ${seed}; ${told.join(', ')}`;
  return { summary, faults };
}

/** @returns the name of the host */
async function open(
  internet: LoopbackInternet,
  number: number,
  port: number,
  serve: (connection: Socket) => void,
  isSecure: boolean,
): Promise<string> {
  const address = `198.${18 + ((number >> 16) & 1)}.${(number >> 8) & 255}.${number & 255}`;
  const host = `h${number}.secure.example`;
  internet.dns.zone.set(`${host} A`, [address]);
  await internet.raw(address, port, serve, isSecure);
  return host;
}

/** The most look-ups that one has to wait for, itself included. */
const waves = (lookups: number): number => Math.ceil(lookups / atOnce);

/** @returns how the look-up ended; 'hang' when it did not by its deadline */
async function end(look: (signal: AbortSignal) => Promise<unknown>, turns: number): Promise<string> {
  const caller = new AbortController();
  setMaxListeners(0, caller.signal);
  const ended = look(caller.signal).then(
    () => 'answered',
    (error: { fault?: string; stack?: string }) => error.fault ?? String(error.stack),
  );
  const overtime = new AbortController();
  const late = pause(turns * lookupMilliseconds + graceMilliseconds, 'hang', { signal: overtime.signal });
  late.catch(() => undefined);
  try {
    return await Promise.race([ended, late]);
  } finally {
    overtime.abort();
    caller.abort();
  }
}

async function connectionsLeft(internet: LoopbackInternet): Promise<number> {
  for (let tries = 0; tries < 200 && internet.openConnections() > 0; tries += 1) await pause(50);
  return internet.openConnections();
}

/** Sends malformed HTTP: each answer must have the expected status and code, in the envelope; none may be missing. */
export async function attackRaw(base: string, key: string): Promise<StageReport> {
  const attacks = rawAttacks(key);
  const faults: string[] = [];
  for (const { name, bytes, answers } of attacks) {
    const received = await sendBytes(base, bytes, answers.length);
    answers.forEach(([status, code], index) => {
      const wrong = wrongAnswer(received[index], status, code);
      if (wrong) faults.push(`${name}: ${wrong}`);
    });
  }
  const isUp = await fetch(`${base}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isUp) faults.push('the service stopped answering');
  return { summary: `raw attacks: ${attacks.length}, wrong answers ${faults.length}`, faults };
}

function wrongAnswer(answer: WireAnswer | undefined, status: number, code: string | undefined): string | undefined {
  if (!answer) return `no answer in place of ${status}`;
  if (answer.status !== status) return `${answer.status} in place of ${status}`;
  if (code === undefined) return undefined;
  try {
    const { status_code, error } = JSON.parse(answer.body) as {
      status_code?: number;
      error?: { code?: string } | null;
    };
    const isRight = status_code === status && error?.code === code;
    return isRight ? undefined : `${status} without the code ${code}: ${answer.body.slice(0, 200)}`;
  } catch {
    return `${status} is not JSON: ${answer.body.slice(0, 200)}`;
  }
}
