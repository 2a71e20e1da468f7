import { setMaxListeners } from 'node:events';
import type { Socket } from 'node:net';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { openHostileResolver, hostileResolvers } from '#test/server/hostile-resolvers.ts';
import {
  damagedWebServers,
  hostileTlsServers,
  hostileWebServers,
  hostileWhoisServers,
  type End,
  type HostileServer,
} from '#test/server/hostile-servers.ts';
import { openLoopbackInternet, webAddress } from '#test/server/loopback-internet.ts';
import { useOpened } from '#test/server/use-opened.ts';
import type { OutboundClient } from './outbound-client.ts';
import { openOutboundClient } from './open-outbound-client.ts';

const maxBytes = 100_000;
const lookupMilliseconds = 400;
const seed = 20_261_122;
const { signal } = new AbortController();
setMaxListeners(0, signal);

const end = (answer: Promise<unknown>): Promise<End | string> =>
  answer.then(
    () => 'answered',
    (error: { fault?: string; stack: string }) => error.fault ?? error.stack,
  );

const internet = useOpened(() => openLoopbackInternet(['*.secure.example']));
beforeAll(() => {
  internet.dns.zone.set('web.example A', [webAddress]);
  internet.web.set('web.example/', (_, response) => response.end('hello'));
});

interface Attack extends HostileServer {
  readonly host: string;
  readonly attack: (client: OutboundClient, host: string) => Promise<unknown>;
}

interface Way {
  readonly scheme: string;
  readonly port: number;
  readonly isSecure: boolean;
  readonly attack: Attack['attack'];
}

const get = (scheme: string) => (client: OutboundClient, host: string) =>
  client.http(`${scheme}://${host}/`, signal, { maxBytes });
const ways = {
  http: { scheme: 'http', port: 80, isSecure: false, attack: get('http') },
  https: { scheme: 'https', port: 443, isSecure: true, attack: get('https') },
  handshake: { scheme: 'tls', port: 443, isSecure: false, attack: get('https') },
  whois: {
    scheme: 'whois',
    port: 43,
    isSecure: false,
    attack: (client, host) => client.whois(host, 'acme.example', signal),
  },
} satisfies Record<string, Way>;

/** Each hostile server gets an address and a name of its own. */
async function place(servers: readonly HostileServer[], way: Way): Promise<Attack[]> {
  return Promise.all(
    servers.map(async (server) => {
      places += 1;
      const address = `198.${18 + (places >> 8)}.${places & 255}.1`;
      const host = `h${places}.secure.example`;
      internet.dns.zone.set(`${host} A`, [address]);
      const serve = (connection: Socket): void => {
        reached.add(host);
        server.serve(connection);
      };
      await internet.raw(address, way.port, serve, way.isSecure);
      return { ...server, name: `${way.scheme}: ${server.name}`, host, attack: way.attack };
    }),
  );
}
let places = 0;
/** Hosts of the servers that got as far as their attack. */
const reached = new Set<string>();

/**
 * All of them at once, some more than there are turns. On a slow machine a look-up may be out of time before the server
 * has started its attack, which shows nothing: such an attack is repeated with twice the time.
 */
async function attackAll(attacks: readonly Attack[], milliseconds = lookupMilliseconds): Promise<void> {
  const atOnce = 64;
  const client = openOutboundClient({
    offline: false,
    lookupMilliseconds: milliseconds,
    atOnce,
    testAllowance: internet.allowance,
  });
  const ends = await Promise.all(attacks.map(({ attack, host }) => end(attack(client, host))));
  const wrong = attacks.flatMap(({ name, ends: allowed }, index) => {
    const how = ends[index] ?? '';
    return allowed.includes(how as End) ? [] : [`${name}: ${how}`];
  });
  expect(wrong).toEqual([]);
  await expect.poll(() => internet.openConnections(), { timeout: 5000 }).toBe(0);
  // a look-up with a turn is answered, or times out on a slow machine; if turns were lost, the client would not answer
  const usual = await Promise.all(Array.from({ length: atOnce }, () => end(ordinary(client))));
  for (const how of usual) expect(['answered', 'live_timeout']).toContain(how);
  const missed = attacks.filter(({ host }) => !reached.has(host));
  if (missed.length > 0) await attackAll(missed, 2 * milliseconds);
}

const ordinary = (client: OutboundClient): Promise<unknown> => client.http('http://web.example/', signal);

describe('every outbound exchange ends by its deadline and gives its turn back', () => {
  it('web servers over HTTP', async () => attackAll(await place(hostileWebServers, ways.http)));
  it('web servers over TLS', async () => attackAll(await place(hostileWebServers, ways.https)));
  it('TLS handshakes', async () => attackAll(await place(hostileTlsServers, ways.handshake)));
  it('whois servers', async () => attackAll(await place(hostileWhoisServers, ways.whois)));
  it('answers that were damaged', async () => attackAll(await place(damagedWebServers(500, seed), ways.http)));

  it('a single turn comes back from a server that answers 101', async () => {
    const client = openOutboundClient({ offline: false, atOnce: 1, testAllowance: internet.allowance });
    const attacks = await place(
      hostileWebServers.filter(({ name }) => name.startsWith('101')),
      ways.http,
    );
    expect(attacks).toHaveLength(5);
    for (const { host, attack } of attacks) expect(await end(attack(client, host))).toBe('live_failed');
    expect(await end(ordinary(client))).toBe('answered');
  });
});

describe('resolvers', () => {
  it('no bad reply of a resolver holds up a look-up, or counts as an answer', async () => {
    const wrong: string[] = [];
    const attack = async (resolver: (typeof hostileResolvers)[number]) => {
      const opened = await openHostileResolver(resolver);
      const client = openOutboundClient({
        offline: false,
        lookupMilliseconds,
        atOnce: 1,
        testAllowance: { resolvers: [opened.address], routes: {} },
      });
      const ends = await Promise.all([
        end(client.dns('acme.example', 'A', signal)),
        end(client.http('http://acme.example/', signal)),
        end(client.whois('whois.example', 'acme.example', signal)),
      ]);
      await opened.close();
      const [dns = '', ...others] = ends;
      if (!resolver.ends.includes(dns as End)) wrong.push(`${resolver.name}: ${dns}`);
      // an http or whois look-up finds documentation addresses there at best
      const bad = others.filter((how) => !['live_failed', 'live_timeout', 'refused_target'].includes(how));
      if (bad.length > 0) wrong.push(`${resolver.name}: ${bad.join(', ')}`);
    };
    await Promise.all(hostileResolvers.map(attack));
    expect(wrong).toEqual([]);
  });
});

describe('names and addresses that lead to internal hosts', () => {
  const inside = fc.oneof(
    fc.constantFrom([127, 0, 0, 1], [169, 254, 169, 254], [0, 0, 0, 0], [168, 63, 129, 16], [100, 64, 0, 1]),
    fc.tuple(fc.constant(10), fc.nat(255), fc.nat(255), fc.nat(255)),
    fc.tuple(fc.constant(192), fc.constant(168), fc.nat(255), fc.nat(255)),
    fc.tuple(fc.constant(127), fc.nat(255), fc.nat(255), fc.nat(255)),
  );
  const octet = (value: number, form: number): string =>
    form === 0 ? `${value}` : form === 1 ? `0x${value.toString(16)}` : `0${value.toString(8)}`;
  /** The ways to write an IPv4 address as the host of a URL. */
  const forms = ([a = 0, b = 0, c = 0, d = 0]: readonly number[]): string[] => {
    const whole = ((a * 256 + b) * 256 + c) * 256 + d;
    const groups = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
    return [
      ...[0, 1, 2].map((form) => [a, b, c, d].map((value) => octet(value, form)).join('.')),
      ...[0, 1, 2].map((form) => octet(whole, form)),
      `${a}.${(b * 256 + c) * 256 + d}`,
      `${octet(a, 1)}.${octet(b, 2)}.${c * 256 + d}`,
      `${a}.${b}.${c}.${d}.`,
      ...['::ffff:', '::', '64:ff9b::', '::ffff:0:', '2002:808:808::', '2606:4700::5efe:'].map(
        (head) => `[${head}${groups}]`,
      ),
      `[2002:${groups}::1]`,
    ];
  };

  it('refuses an internal address in every notation', async () => {
    const client = openOutboundClient({
      offline: false,
      lookupMilliseconds: 30_000,
      testAllowance: internet.allowance,
    });
    const addresses = fc.sample(inside, { numRuns: 30, seed });
    const urls = addresses.flatMap((address) => forms(address).map((host) => `http://${host}/`));
    const ends = await Promise.all(urls.map((url) => end(client.http(url, signal))));
    expect(urls.filter((_, index) => ends[index] !== 'refused_target')).toEqual([]);
  });

  it.each([
    ['a second address inside', () => [webAddress, '10.0.0.1']],
    [
      'an address inside the second time (DNS rebinding)',
      (time: number) => [time % 2 === 1 ? webAddress : '127.0.0.1'],
    ],
  ])('a name with %s leads nowhere', async (_, answer) => {
    const client = openOutboundClient({
      offline: false,
      lookupMilliseconds: 30_000,
      testAllowance: internet.allowance,
    });
    const name = `led${(places += 1)}.example`;
    internet.deaf(webAddress, 43);
    internet.dns.zone.set(`${name} A`, answer);
    const seen = [];
    for (let time = 0; time < 4; time += 1) {
      const asked = internet.dns.questions.length;
      seen.push(
        await end(time < 2 ? client.http(`http://${name}/`, signal) : client.whois(name, 'acme.example', signal)),
      );
      // resolved once, however often it is connected to
      expect(internet.dns.questions.slice(asked).filter((each) => each === `${name} A`)).toHaveLength(1);
    }
    // the web server stands at a public address, a whois server does not
    expect(seen.filter((how) => how === 'refused_target').length).toBeGreaterThanOrEqual(2);
    expect(seen[1]).toBe('refused_target');
    expect(seen[3]).toBe('refused_target');
  });
});
