import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LoopbackInternet, openLoopbackInternet, webAddress, zoneTtl } from '#test/server/loopback-internet.ts';
import { openOutboundClient } from './open-outbound-client.ts';
import type { OutboundClient } from './outbound-client.ts';

let internet: LoopbackInternet;
let client: OutboundClient;
const signal = new AbortController().signal;
const bomb = gzipSync(Buffer.alloc(50_000_000), { level: 1 });
const fault = (answer: Promise<unknown>) =>
  answer.then(
    () => 'answered',
    (error: { fault?: string; message: string }) => error.fault ?? error.message,
  );

beforeAll(async () => {
  internet = await openLoopbackInternet();
  const { zone } = internet.dns;
  for (const name of ['web.example', 'secure.example', 'other.example']) zone.set(`${name} A`, [webAddress]);
  client = openOutboundClient({ offline: false, lookupMilliseconds: 2000, testAllowance: internet.allowance });
  internet.web.set('web.example/', (_, response) => response.end('hello'));
});
afterAll(() => internet.close());

describe('dns', () => {
  const name = 'acme.example';
  it.each([
    ['A', ['192.0.2.1', '127.0.0.1'], ['192.0.2.1', '127.0.0.1'], zoneTtl],
    ['AAAA', ['2001:db8::1'], ['2001:db8::1'], zoneTtl],
    ['NS', ['NS1.Dns.example'], ['ns1.dns.example'], 0],
    ['MX', ['20 b.mail.example', '10 A.mail.example'], ['a.mail.example', 'b.mail.example'], 0],
    ['TXT', ['v=spf1 -all'], ['v=spf1 -all'], 0],
    ['CNAME', ['edge.example'], ['edge.example'], 0],
    [
      'SOA',
      ['ns1.dns.example hostmaster.dns.example 7 6 5 4 3'],
      ['ns1.dns.example hostmaster.dns.example 7 6 5 4 3'],
      0,
    ],
  ] as const)('reads %s records', async (type, values, data, ttl) => {
    internet.dns.zone.set(`${name} ${type}`, values);
    const records = await client.dns('Acme.Example.', type, signal);
    expect(records).toEqual(data.map((value) => ({ name, type, data: value, ttl })));
  });

  it('reads pointers, and reads a mail server without a name as none', async () => {
    internet.dns.zone.set('1.2.0.192.in-addr.arpa PTR', ['Host.acme.example']);
    internet.dns.zone.set('nomail.example MX', ['0 ']);
    expect(await client.dns('1.2.0.192.in-addr.arpa', 'PTR', signal)).toMatchObject([{ data: 'host.acme.example' }]);
    expect(await client.dns('nomail.example', 'MX', signal)).toEqual([]);
  });

  it('returns no records for a name that does not exist', async () => {
    expect(await client.dns('nobody.example', 'A', signal)).toEqual([]);
    expect(await client.dns('web.example', 'TXT', signal)).toEqual([]);
  });

  it('does not wait for a resolver that is silent', async () => {
    internet.dns.zone.set('silent.example A', () => 'silence');
    expect(await fault(client.dns('silent.example', 'A', signal))).toBe('live_timeout');
  });

  it('stops when the caller hangs up', async () => {
    const caller = new AbortController();
    const asked = fault(client.dns('silent.example', 'A', caller.signal));
    caller.abort();
    expect(await asked).toBe('cancelled');
    expect(await fault(client.dns('web.example', 'A', AbortSignal.abort()))).toBe('cancelled');
  });
});

describe('http', () => {
  const get = (url: string, options?: Parameters<OutboundClient['http']>[2]) => client.http(url, signal, options);

  it('answers with status, headers and body, whatever the status', async () => {
    let sent: object = {};
    internet.web.set('web.example/page?a=b', (request, response) => {
      sent = request.headers;
      response.writeHead(418, { 'X-Kind': ['a', 'b'], 'content-encoding': 'gzip' }).end(gzipSync('text'));
    });
    const page = await get('http://web.example/page?a=b#part', { accept: 'image/*' });
    expect(page).toMatchObject({ status: 418, url: 'http://web.example/page?a=b#part', headers: { 'x-kind': 'a, b' } });
    expect(page.body.toString()).toBe('text');
    expect(sent).toMatchObject({ host: 'web.example', accept: 'image/*' });
    expect((sent as Record<string, string>)['user-agent']).toMatch(/^Sightline/);
  });

  it('checks certificates against the name that was asked for', async () => {
    internet.web.set('secure.example/', (_, response) => response.end('safe'));
    internet.web.set('other.example/', (_, response) => response.end('unsafe'));
    expect((await get('https://secure.example/')).body.toString()).toBe('safe');
    expect(await fault(get('https://other.example/'))).toBe('live_failed');
    const { authorities: _, ...unknown } = internet.allowance;
    const strict = openOutboundClient({ offline: false, testAllowance: unknown });
    expect(await fault(strict.http('https://secure.example/', signal))).toBe('live_failed');
  });

  it.each([
    ['a first address that is public and a second that is not', [webAddress, '127.0.0.1']],
    ['an address of a private network', ['10.1.2.3']],
    ['the metadata address', ['169.254.169.254']],
  ])('refuses a name with %s', async (_, addresses) => {
    internet.dns.zone.set('mixed.example A', addresses);
    expect(await fault(get('http://mixed.example/'))).toBe('refused_target');
  });

  it('refuses a name whose IPv6 address is not public, though its IPv4 address is', async () => {
    internet.dns.zone.set('six.example A', [webAddress]);
    internet.dns.zone.set('six.example AAAA', ['::ffff:127.0.0.1']);
    expect(await fault(get('http://six.example/'))).toBe('refused_target');
  });

  it('resolves the address once, so that a second answer (DNS rebinding) has no effect', async () => {
    internet.dns.zone.set('rebind.example A', (time) => [time === 1 ? webAddress : '127.0.0.1']);
    internet.web.set('rebind.example/', (_, response) => response.end('the first'));
    expect((await get('http://rebind.example/')).body.toString()).toBe('the first');
    expect(internet.dns.questions.filter((asked) => asked === 'rebind.example A')).toHaveLength(1);
    expect(await fault(get('http://rebind.example/'))).toBe('refused_target');
  });

  it('resolves again at a redirect to the same name', async () => {
    internet.dns.zone.set('turn.example A', (time) => [time === 1 ? webAddress : '127.0.0.1']);
    internet.web.set('turn.example/', (_, response) => response.writeHead(302, { location: '/inside' }).end());
    expect(await fault(get('http://turn.example/'))).toBe('refused_target');
  });

  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://0/',
    'http://[::1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://[fd00:ec2::254]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://localhost/',
    'http://localhost./',
    'http://printer/',
    'http://metadata.google.internal/',
    'http://user:secret@web.example/',
    'http://web.example:8080/',
    'http://web.example:22/',
    'ftp://web.example/',
    'file:///etc/passwd',
    'gopher://web.example/',
    'data:text/plain,hello',
    'no url',
    `http://web.example/${'x'.repeat(3000)}`,
  ])('refuses %s, also at the end of a redirect', async (url) => {
    expect(await fault(get(url))).toBe('refused_target');
    if (url === 'no url') return; // a relative one, there
    internet.web.set('web.example/away', (_, response) => response.writeHead(307, { location: url }).end());
    expect(await fault(get('http://web.example/away'))).toBe('refused_target');
  });

  it('follows five redirects, and no sixth', async () => {
    for (const hop of [1, 2, 3, 4, 5, 6])
      internet.web.set(`web.example/${hop}`, (_, response) =>
        response.writeHead(301, { location: hop === 6 ? '/' : `http://web.example/${hop + 1}` }).end('moved'),
      );
    expect((await get('http://web.example/2')).body.toString()).toBe('hello');
    expect((await get('http://web.example/2')).url).toBe('http://web.example/');
    expect(await fault(get('http://web.example/1'))).toBe('live_failed');
  });

  it.each<[string, (write: (chunk: string | Buffer) => void, end: () => void) => void, Record<string, string>, string]>(
    [
      [
        'an endless answer',
        (write) => void setInterval(() => write(Buffer.alloc(10_000)), 1).unref(),
        {},
        'live_too_large',
      ],
      ['a slow drip', (write) => void setInterval(() => write('.'), 50).unref(), {}, 'live_timeout'],
      ['silence', () => undefined, {}, 'live_timeout'],
      [
        'a compressed bomb',
        (write, end) => {
          write(bomb);
          end();
        },
        { 'content-encoding': 'gzip' },
        'live_too_large',
      ],
      ['broken compression', (write, end) => (write('no gzip'), end()), { 'content-encoding': 'gzip' }, 'live_failed'],
      ['an unknown encoding', (write, end) => (write('x'), end()), { 'content-encoding': 'zip' }, 'live_failed'],
      ['long headers', (_, end) => end(), { 'x-long': 'x'.repeat(20_000) }, 'live_failed'],
    ],
  )('cuts %s', async (_, act, headers, expected) => {
    internet.web.set('web.example/trap', (request, response) => {
      response.on('error', () => undefined);
      request.on('close', () => response.destroy());
      response.writeHead(200, headers);
      act(
        (chunk) => void (response.destroyed || response.write(chunk)),
        () => response.end(),
      );
    });
    expect(await fault(get('http://web.example/trap', { maxBytes: 100_000 }))).toBe(expected);
  });

  it('says when nothing listens, and when the name has no address', async () => {
    internet.deaf('192.0.2.81', 80);
    internet.dns.zone.set('deaf.example A', ['192.0.2.81']);
    expect(await fault(get('http://deaf.example/'))).toBe('live_failed');
    expect(await fault(get('http://nobody.example/'))).toBe('unknown_target');
  });

  it('tries the next address when the first does not take the connection', async () => {
    internet.dns.zone.set('second.example A', ['192.0.2.81', webAddress]);
    internet.web.set('second.example/', (_, response) => response.end('reached'));
    expect((await get('http://second.example/')).body.toString()).toBe('reached');
  });
});

describe('turns', () => {
  it('limits concurrent look-ups, answers all, and passes on the turn of a caller that hung up', async () => {
    const narrow = openOutboundClient({
      offline: false,
      lookupMilliseconds: 5000,
      atOnce: 3,
      testAllowance: internet.allowance,
    });
    let [now, most] = [0, 0];
    internet.web.set('web.example/slow', (_, response) => {
      most = Math.max(most, (now += 1));
      setTimeout(() => {
        now -= 1;
        response.end('slow');
      }, 20);
    });
    const caller = new AbortController();
    const asked = Array.from({ length: 20 }, () =>
      narrow.http('http://web.example/slow', new AbortController().signal),
    );
    const left = fault(narrow.http('http://web.example/slow', caller.signal));
    caller.abort();
    const [answers, refused] = [await Promise.all(asked), await fault(narrow.http('http://127.0.0.1/', signal))];
    expect(answers.map(({ status }) => status)).toEqual(asked.map(() => 200));
    expect({ most, left: await left, refused }).toEqual({ most: 3, left: 'cancelled', refused: 'refused_target' });
  });
});

describe('whois', () => {
  const ask = (question: string, server = 'whois.example') => client.whois(server, question, signal);
  beforeAll(async () => {
    internet.dns.zone.set('whois.example A', ['192.0.2.43']);
    await internet.whois('192.0.2.43', (question, connection) => {
      if (question === 'latin') return void connection.end(Buffer.from([0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72]));
      if (question === 'endless') return void setInterval(() => connection.write('x'.repeat(50_000)), 1).unref();
      if (question === 'drip') return void setInterval(() => connection.write('.'), 50).unref();
      return `you asked ${question}: ü`;
    });
  });

  it.each([
    ['acme.example', 'you asked acme.example: ü'],
    ['latin', 'Müller'],
  ])('asks %s', async (question, text) => expect(await ask(question)).toBe(text));

  it.each([
    ['endless', 'live_too_large'],
    ['drip', 'live_timeout'],
    ['two\r\nquestions', 'refused_target'],
    ['', 'refused_target'],
  ])('cuts or refuses %j', async (question, expected) => expect(await fault(ask(question))).toBe(expected));

  it.each(['127.0.0.1', '10.0.0.1', 'localhost', 'intranet', '::1', '2130706433', 'whois.example:22', 'a b.example'])(
    'refuses the server %s',
    async (server) => expect(await fault(ask('acme.example', server))).not.toBe('answered'),
  );
});

it('refuses every look-up when offline', async () => {
  const closed = openOutboundClient({ offline: true, testAllowance: internet.allowance });
  const asked = [
    closed.dns('web.example', 'A', signal),
    closed.http('http://web.example/', signal),
    closed.whois('whois.example', 'acme.example', signal),
  ];
  for (const each of asked) expect(await fault(each)).toBe('offline');
});
