// @module-tag long
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Resolver } from 'node:dns/promises';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Outfeeds } from '#contract/generated/types.gen.ts';
import { dateToIsoDate } from '#model/dates.ts';
import { renewOutfeeds } from '#server/ingest/outfeeds/renew.ts';
import { judgementReader } from '#server/queries/judgements.ts';
import { key } from '#test/server/collection.ts';
import { onFreePorts } from '#test/server/service-process.ts';
import { specFolder } from '#test/server/spec-folder.ts';
import { TaxiiClient, type TaxiiObject } from '#test/server/taxii-client.ts';
import { useTestService } from '#test/server/use-test-service.ts';

// What resolvers, a downloader and a TAXII client make of a feed with more than 100,000 entries.

const names = 100_000;
const today = dateToIsoDate(new Date());
const service = useTestService();
let origin: string;
beforeAll(async () => {
  await service.engine.command({
    name: 'spec',
    sql: `
      INSERT INTO listings (indicator, host, ip, category, source, first_listed, last_listed, import, kind, confidence, expires)
      SELECT host, host, ip, 'malware', 'feed:one', today(), today(), 7, kind, 90, today() + 30 FROM (
        SELECT concat('bad-', toString(number), '.listed.example') AS host, toIPv6('::') AS ip, 'host' AS kind FROM numbers(${names})
        UNION ALL SELECT '198.51.100.66', toIPv6('198.51.100.66'), 'host'
        UNION ALL SELECT '203.0.113.128/26', toIPv6('::'), 'range'
        UNION ALL SELECT '2001:db8:bad::/48', toIPv6('::'), 'range'
      )`,
  });
  origin = await service.listen();
});

async function large() {
  const { response } = await service.get('/sightline/outfeeds');
  return (response as Outfeeds).feeds?.find(({ name }) => name === 'large');
}
const read = (path: string) => fetch(`${origin}${path}`, { headers: { 'x-api-key': key } });

/** Takes a name off its list, and renews the feed. */
async function unlist(host: string): Promise<void> {
  await service.engine.command({
    name: 'spec',
    sql: 'DELETE FROM listings WHERE host = {host:String}',
    params: { host },
  });
  await service.add({ imports: [{ import: 8, source: host, kind: 'feed', state: 'done' }] });
  const judgements = judgementReader({ engine: service.engine, now: () => new Date(), configured: [] });
  await renewOutfeeds(service.engine, {
    now: new Date(),
    today,
    scoreOf: async () => new Map(),
    found: async () => [],
    judgements,
  });
}

it('holds all entries half a minute after it was defined', async () => {
  await service.post('/sightline/outfeeds', { name: 'large', holds: 'listing' });
  await expect.poll(async () => (await large())?.state, { timeout: 30_000, interval: 500 }).toBe('renewed');
  expect(await large()).toMatchObject({ domains: names, addresses: 3, left_out: [] });
}, 60_000);

it('is read as a stream: memory does not grow with the feed', async () => {
  const drain = async () => {
    let [bytes, peak] = [0, 0];
    for await (const chunk of (await read('/feeds/large.rpz')).body ?? []) {
      bytes += (chunk as Uint8Array).length;
      peak = Math.max(peak, process.memoryUsage().rss);
    }
    return { bytes, peak };
  };
  await drain();
  const before = process.memoryUsage().rss;
  const { bytes, peak } = await drain();
  expect(bytes).toBeGreaterThan(names * 2 * 30);
  console.warn(`zone ${bytes} bytes, memory +${Math.round((peak - before) / 1e6)} MB`);
  expect(peak - before).toBeLessThan(40e6);
});

it('is paged through by a TAXII client, every object once, revocations included', async () => {
  const client = new TaxiiClient(origin, key);
  const collection = await client.collection('large');
  const seen = new Set<string>();
  const note = (objects: readonly TaxiiObject[]) =>
    objects.forEach(({ id, modified }) => seen.add(`${id} ${modified}`));
  let count = 0;
  let pages = 0;
  await client.objects(collection, { limit: '10000' }, async (_, objects) => {
    note(objects);
    count += objects.length;
    pages += 1;
    if (pages === 3) await unlist('bad-1.listed.example');
  });
  expect(pages).toBe(11);
  expect(seen.size).toBe(count);
  // the one that was revoked meanwhile came twice: as an entry and as revoked
  expect([names + 3, names + 4]).toContain(count);
  const revoked = await client.objects(collection, { 'match[version]': 'last', added_after: await lastChange(client) });
  expect(revoked).toEqual([]);
}, 300_000);

/** The time of the last change, as the headers of the last page give it. */
async function lastChange(client: TaxiiClient): Promise<string> {
  let last = '';
  await client.objects(await client.collection('large'), { limit: '10000' }, (headers) => {
    last = headers.get('x-taxii-date-added-last') ?? '';
  });
  return last;
}

/** A resolver under test, in a folder of its own. */
interface Program {
  readonly path: string;
  /** Writes the configuration. @param upstream the port of the name server that knows all names @returns the arguments */
  readonly configure: (folder: string, port: number, upstream: number) => readonly string[];
  /** Blocks answers with listed addresses. */
  readonly knowsAddresses: boolean;
  /** Reads a new zone at its start only; others do with SIGHUP. */
  readonly restarts?: boolean;
}

const bindOptions = (folder: string, port: number) => `
  directory "${folder}"; pid-file "${folder}/named.pid"; session-keyfile "${folder}/session.key";
  listen-on port ${port} { 127.0.0.1; }; listen-on-v6 { none; }; dnssec-validation no; allow-transfer { none; };`;

const programs: Readonly<Record<string, Program>> = {
  bind9: {
    path: '/usr/sbin/named',
    knowsAddresses: true,
    configure(folder, port, upstream) {
      writeFileSync(
        join(folder, 'named.conf'),
        `options { ${bindOptions(folder, port)}
          recursion yes; allow-query { 127.0.0.1; }; forward only; forwarders { 127.0.0.1 port ${upstream}; };
          response-policy { zone "feed.rpz"; } qname-wait-recurse no; };
        controls { };
        zone "feed.rpz" { type primary; file "feed.rpz"; };`,
      );
      return ['-g', '-n', '1', '-c', join(folder, 'named.conf')];
    },
  },
  unbound: {
    path: '/usr/sbin/unbound',
    knowsAddresses: true,
    configure(folder, port, upstream) {
      writeFileSync(
        join(folder, 'unbound.conf'),
        `server:
  directory: "${folder}"
  chroot: ""
  username: ""
  pidfile: "${folder}/unbound.pid"
  use-syslog: no
  interface: 127.0.0.1@${port}
  do-not-query-localhost: no
  module-config: "respip iterator"
remote-control:
  control-enable: no
rpz:
  name: feed.rpz
  zonefile: "${folder}/feed.rpz"
forward-zone:
  name: "."
  forward-addr: 127.0.0.1@${upstream}
`,
      );
      return ['-d', '-c', join(folder, 'unbound.conf')];
    },
  },
  'knot-resolver': {
    path: '/usr/sbin/kresd',
    knowsAddresses: false,
    restarts: true,
    configure(folder, port, upstream) {
      writeFileSync(
        join(folder, 'kresd.conf'),
        `net.listen('127.0.0.1', ${port}, { kind = 'dns' })
trust_anchors.remove('.')
cache.size = 10 * MB
policy.add(policy.rpz(policy.DENY, '${folder}/feed.rpz'))
policy.add(policy.all(policy.STUB('127.0.0.1@${upstream}')))
`,
      );
      return ['-n', '-c', join(folder, 'kresd.conf'), folder];
    },
  },
};

/** The whole DNS as the resolvers see it: listed names exist, and others point to listed addresses. */
const rootZone = `$TTL 60
@ IN SOA localhost. hostmaster.localhost. 1 300 60 604800 60
@ IN NS localhost.
localhost. IN A 127.0.0.1
*.listed.example. IN A 203.0.113.5
clean.example. IN A 203.0.113.5
clean.example. IN AAAA 2001:db8:ad::5
on-listed.example. IN A 198.51.100.66
in-range.example. IN A 203.0.113.130
in-range-6.example. IN AAAA 2001:db8:bad:1::5
`;

describe.each(Object.entries(programs))('%s', (name, program) => {
  const folder = specFolder('rpz');
  const skipped = !existsSync(program.path) || !existsSync('/usr/sbin/named');
  it.skipIf(skipped)(
    `loads the zone and blocks (skipped where ${name === 'bind9' ? '' : 'bind9 or '}${name} is not installed)`,
    async () => {
      const children: ChildProcess[] = [];
      let said = '';
      const run = (path: string, args: readonly string[]) => {
        const child = spawn(path, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
        for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
        children.push(child);
        return child;
      };
      const fetchZone = async () => {
        const answer = await read('/feeds/large.rpz');
        const zone = await answer.text();
        writeFileSync(join(folder, 'feed.rpz'), zone);
        return Number(/SOA \S+ \S+ (\d+)/.exec(zone)?.[1]);
      };
      try {
        await onFreePorts(2, async ([port = 0, upstream = 0]) => {
          writeFileSync(join(folder, 'root.zone'), rootZone);
          writeFileSync(
            join(folder, 'upstream.conf'),
            `options { ${bindOptions(folder, upstream).replace('named.pid', 'upstream.pid')} recursion no; };
            controls { }; zone "." { type primary; file "root.zone"; };`,
          );
          run('/usr/sbin/named', ['-g', '-n', '1', '-c', join(folder, 'upstream.conf')]);
          const serial = await fetchZone();
          const child = run(program.path, program.configure(folder, port, upstream));
          const resolver = new Resolver({ timeout: 2000, tries: 1 });
          resolver.setServers([`127.0.0.1:${port}`]);
          const ask = (host: string, type: 'A' | 'AAAA' = 'A') =>
            resolver.resolve(host, type).catch((error: NodeJS.ErrnoException) => error.code);
          // ENOTFOUND is NXDOMAIN; bind9 answers while it still reads the zone
          const expectBlocked = (host: string, type: 'A' | 'AAAA' = 'A') =>
            expect.poll(() => ask(host, type), { timeout: 60_000 }).toBe('ENOTFOUND');
          await expect.poll(() => ask('clean.example'), { timeout: 60_000, interval: 500 }).toEqual(['203.0.113.5']);
          for (const at of [0, 7, 50_000, names - 1]) {
            await expectBlocked(`bad-${at}.listed.example`);
            await expectBlocked(`www.bad-${at}.listed.example`);
          }
          expect(await ask('good.listed.example')).toEqual(['203.0.113.5']);
          expect(await ask('clean.example', 'AAAA')).toEqual(['2001:db8:ad::5']);
          if (program.knowsAddresses) {
            await expectBlocked('on-listed.example');
            await expectBlocked('in-range.example');
            await expectBlocked('in-range-6.example', 'AAAA');
          } else expect(await ask('on-listed.example')).toEqual(['198.51.100.66']);
          if (name === 'bind9') expect(await resolver.resolveSoa('feed.rpz')).toMatchObject({ serial });

          const removed = `bad-${name.length + 100}.listed.example`;
          await expectBlocked(removed);
          await unlist(removed);
          const next = await fetchZone();
          expect(next).toBeGreaterThan(serial);
          child.kill(program.restarts ? 'SIGTERM' : 'SIGHUP');
          if (program.restarts) {
            await once(child, 'exit');
            run(program.path, program.configure(folder, port, upstream));
          }
          await expect.poll(() => ask(removed), { timeout: 60_000, interval: 500 }).toEqual(['203.0.113.5']);
          await expectBlocked('bad-0.listed.example');
          if (name === 'bind9') expect(await resolver.resolveSoa('feed.rpz')).toMatchObject({ serial: next });
          // every entry was understood
          expect(said.split('\n').filter((line) => /feed\.rpz.*(invalid|error|ignor|bad )/i.test(line))).toEqual([]);
        });
      } catch (error) {
        console.warn(said.slice(-3000));
        throw error;
      } finally {
        for (const child of children) {
          if (child.exitCode !== null || child.signalCode !== null) continue;
          child.kill('SIGKILL');
          await once(child, 'exit');
        }
      }
    },
    240_000,
  );
});
