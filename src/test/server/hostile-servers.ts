import type { Socket } from 'node:net';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { LiveFault } from '#server/live/outbound-client.ts';

const zeros = Buffer.alloc(8_000_000);

const gzip = (text: string): Buffer => gzipSync(text);
const deflate = (text: string): Buffer => deflateSync(text);

/** Small on the wire, megabytes when unpacked. */
const bombs = {
  gzip: gzipSync(zeros, { level: 1 }),
  deflate: deflateSync(zeros, { level: 1 }),
  br: brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
} as const;
const gzipTwice = gzipSync(bombs.gzip);
/** An empty archive: a reader of a chain of them gets no byte and no end. */
const emptyGzip = gzipSync('');

/** How a look-up at a hostile server may end. On a slow machine it may always time out first. */
export type End = 'answered' | LiveFault;

/** A server that breaks the rules in one way. */
export interface HostileServer {
  readonly name: string;
  /** Handles each connection, also when it waits for the question first. */
  readonly serve: (connection: Socket) => void;
  readonly ends: readonly End[];
}

const failed: readonly End[] = ['live_failed', 'live_timeout'];
const cut: readonly End[] = ['live_too_large', 'live_failed', 'live_timeout'];
const any: readonly End[] = [...cut, 'answered'];

type Act = (connection: Socket) => void;

/** Starts when the client has sent something. */
const onQuestion =
  (act: Act): Act =>
  (connection) =>
    void connection.once('data', () => act(connection));

const say = (...texts: readonly (string | Buffer)[]): Act =>
  onQuestion((connection) => texts.forEach((text) => connection.write(text)));
const sayAndEnd = (...texts: readonly (string | Buffer)[]): Act =>
  onQuestion((connection) => connection.end(Buffer.concat(texts.map((text) => Buffer.from(text)))));

/** One byte after the other, with pauses, repeatedly. */
function drip(start: string, repeated: string): Act {
  return onQuestion((connection) => {
    let sent = 0;
    connection.write(start);
    const timer = setInterval(() => connection.write(repeated[sent++ % repeated.length] ?? '.'), 20).unref();
    connection.once('close', () => clearInterval(timer));
  });
}

/** As fast as the client reads, without end. */
function flood(start: string | Buffer, repeated: string | Buffer): Act {
  return onQuestion((connection) => {
    const block = Buffer.concat(
      Array.from({ length: Math.ceil(16_384 / repeated.length) }, () => Buffer.from(repeated)),
    );
    // a turn of the event loop between the blocks, which the client shares with this server
    const next = (): void => {
      if (!connection.destroyed) connection.write(block, () => setImmediate(next));
    };
    connection.write(start, next);
  });
}

function cutAfter(...texts: readonly string[]): Act {
  return onQuestion((connection) => {
    for (const text of texts) connection.write(text);
    setTimeout(() => connection.resetAndDestroy(), 20).unref();
  });
}

const head = (...lines: readonly string[]): string =>
  `HTTP/1.1 200 OK\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`;
const chunked = head('Transfer-Encoding: chunked');
const encoded = (encoding: string): string => head(`Content-Encoding: ${encoding}`);
const redirect = (to: string): Act => sayAndEnd(`HTTP/1.1 302 Found\r\nLocation: ${to}\r\nContent-Length: 0\r\n\r\n`);

const server = (name: string, ends: readonly End[], serve: Act): HostileServer => ({ name, ends, serve });

const switching = [
  server(
    '101 with an upgrade',
    failed,
    say('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
  ),
  server('101 without a word more', failed, say('HTTP/1.1 101 Switching Protocols\r\n\r\n')),
  server(
    '101 and a flood',
    cut,
    flood('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n', 'x'),
  ),
  server('101 after 100', failed, say('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 101 Switching Protocols\r\n\r\n')),
  server(
    '101 and the end',
    failed,
    sayAndEnd('HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n'),
  ),
];

const interim = ['100 Continue', '102 Processing', '103 Early Hints', '199 Whatever'].flatMap((status) => [
  server(`${status} without end`, cut, flood('', `HTTP/1.1 ${status}\r\n\r\n`)),
  server(`${status} and silence`, failed, say(`HTTP/1.1 ${status}\r\n\r\n`)),
]);

const silent = [
  server('silence from the start', failed, () => undefined),
  server(
    'silence after the question',
    failed,
    onQuestion(() => undefined),
  ),
  server(
    'a half-open connection',
    failed,
    onQuestion((connection) => connection.end()),
  ),
  server('a reset before the question', failed, (connection) => connection.resetAndDestroy()),
  server('a reset after the question', failed, cutAfter()),
  server('a reset inside the header', failed, cutAfter('HTTP/1.1 200 OK\r\nX-')),
  server('a reset inside the body', failed, cutAfter(head('Content-Length: 100'), 'abc')),
];

const headers = [
  server('a drip of the status line', failed, drip('', 'HTTP/1.1 200 OK and more and more ')),
  server('a drip of a header', failed, drip('HTTP/1.1 200 OK\r\nX-Long: ', 'x')),
  server('an endless header line', cut, flood('HTTP/1.1 200 OK\r\nX-Long: ', 'x')),
  server('endless header lines', cut, flood('HTTP/1.1 200 OK\r\n', 'X: y\r\n')),
  server('endless empty lines', cut, flood('', '\r\n')),
  server('an endless reason', cut, flood('HTTP/1.1 200 ', 'OK ')),
  server('a header without a colon', failed, sayAndEnd('HTTP/1.1 200 OK\r\nnothing\r\n\r\n')),
  server('a header with NUL', failed, sayAndEnd('HTTP/1.1 200 OK\r\nX: \0\r\n\r\n')),
  server('another protocol', failed, sayAndEnd('SSH-2.0-OpenSSH_9.9\r\n')),
  server('another version', any, sayAndEnd('HTTP/0.9 200 OK\r\n\r\n')),
  server('HTTP/2', failed, say('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')),
  server('an answer before the question', any, (connection) => connection.end(`${head('Content-Length: 2')}ok`)),
  server('two answers', any, sayAndEnd(`${head('Content-Length: 1')}a${head('Content-Length: 1')}b`)),
  server('the status 999', any, sayAndEnd('HTTP/1.1 999 ?\r\nContent-Length: 0\r\n\r\n')),
  server('the status 0', any, sayAndEnd('HTTP/1.1 000 ?\r\nContent-Length: 0\r\n\r\n')),
  server('no status', failed, sayAndEnd('HTTP/1.1\r\n\r\n')),
];

const bodies = [
  server('a body shorter than its length', failed, sayAndEnd(head('Content-Length: 100'), 'short')),
  server('a body shorter than its length, and silence', failed, say(head('Content-Length: 100'), 'short')),
  server('a body longer than its length', any, sayAndEnd(head('Content-Length: 2'), 'too long')),
  server('a body without end', cut, flood(head(), 'x')),
  server('a body without end over its length', any, flood(head('Content-Length: 10'), 'x')),
  server('a drip of the body', failed, drip(head('Content-Length: 1000000'), 'x')),
  server('a length below zero', failed, sayAndEnd(head('Content-Length: -1'), 'x')),
  server('a length that is not a number', failed, sayAndEnd(head('Content-Length: 1e3'), 'x')),
  server('a length beyond all numbers', cut, say(head(`Content-Length: ${'9'.repeat(40)}`), 'x')),
  server('two lengths', failed, sayAndEnd(head('Content-Length: 1', 'Content-Length: 2'), 'xy')),
  server(
    'a length and chunks',
    failed,
    sayAndEnd(head('Content-Length: 5', 'Transfer-Encoding: chunked'), '0\r\n\r\n'),
  ),
  server('an unknown transfer encoding', cut, say(head('Transfer-Encoding: rot13'), 'x')),
  server('a chunk size that is not a number', failed, sayAndEnd(chunked, 'zz\r\n')),
  server('a chunk size beyond all numbers', failed, say(chunked, 'ffffffffffffffffffff\r\nx')),
  server('a chunk that never comes', failed, say(chunked, 'ff\r\n')),
  server('no last chunk', failed, sayAndEnd(chunked, '1\r\nx\r\n')),
  server('chunks of one byte without end', cut, flood(chunked, '1\r\nx\r\n')),
  server('a drip of chunks', failed, drip(chunked, '1\r\nx\r\n')),
  server('an endless chunk extension', cut, flood(`${chunked}1;`, 'x')),
  server('endless trailers', cut, flood(`${chunked}0\r\n`, 'X: y\r\n')),
  server('a drip of trailers', failed, drip(`${chunked}0\r\n`, 'X: y\r\n')),
  server('204 with a body', any, flood('HTTP/1.1 204 No Content\r\nContent-Length: 100\r\n\r\n', 'x')),
  server('304 with a body', any, flood('HTTP/1.1 304 Not Modified\r\n\r\n', 'x')),
];

const compressed = [
  server('a gzip bomb', cut, sayAndEnd(encoded('gzip'), bombs.gzip)),
  server('a deflate bomb', cut, sayAndEnd(encoded('deflate'), bombs.deflate)),
  server('a brotli bomb', cut, sayAndEnd(encoded('br'), bombs.br)),
  server('a gzip bomb in chunks that never end', cut, flood(encoded('gzip'), bombs.gzip)),
  server('gzip members without end', cut, flood(encoded('gzip'), emptyGzip)),
  server('gzip inside gzip', cut, sayAndEnd(encoded('gzip, gzip'), gzipTwice)),
  server('truncated gzip', failed, sayAndEnd(encoded('gzip'), gzip('text').subarray(0, 12))),
  server('gzip that stops', failed, say(encoded('gzip'), gzip('text').subarray(0, 12))),
  server('gzip with garbage behind it', any, sayAndEnd(encoded('gzip'), gzip('text'), 'garbage')),
  server('a drip of gzip', any, drip(encoded('gzip'), gzip('text').toString('latin1'))),
  server('deflate called brotli', failed, sayAndEnd(encoded('br'), deflate('text'))),
  server('an unknown encoding, and a flood', cut, flood(encoded('zstd'), 'x')),
  server('a prototype as encoding', failed, sayAndEnd(encoded('__proto__'), 'x')),
  server('a constructor as encoding', failed, sayAndEnd(encoded('constructor'), 'x')),
];

const refused: readonly End[] = ['refused_target', 'live_timeout'];
let hops = 0;
const redirects = [
  server('a redirect to itself', failed, redirect('/')),
  server('redirects that never repeat', failed, (connection) => redirect(`/${(hops += 1)}`)(connection)),
  server('a redirect to nowhere', any, sayAndEnd('HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n')),
  server('a redirect and a flood', failed, flood('HTTP/1.1 302 Found\r\nLocation: /\r\n\r\n', 'x')),
  server(
    'a redirect with silence for a body',
    failed,
    say('HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 9\r\n\r\n'),
  ),
  server('a redirect of endless length', cut, flood('HTTP/1.1 302 Found\r\nLocation: http://', 'x')),
  ...[
    'http://127.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::ffff:169.254.169.254]/',
    'http://[64:ff9b::a83f:8110]/',
    'http://2852039166/',
    'http://0251.0376.0251.0376/',
    'http://0xa9.0xfe.0xa9.0xfe/',
    'http://127.1/',
    'http://0/',
    'http://[::]/',
    'http://localhost/',
    'http://user:secret@web.example/',
    'http://web.example:6379/',
    'file:///etc/passwd',
    'gopher://web.example/',
    'javascript:alert(1)',
    `http://web.example/${'x'.repeat(4000)}`,
  ].map((to) => server(`a redirect to ${to.slice(0, 60)}`, refused, redirect(to))),
];

/** Over HTTP, and over TLS as well. */
export const hostileWebServers: readonly HostileServer[] = [
  ...switching,
  ...interim,
  ...silent,
  ...headers,
  ...bodies,
  ...compressed,
  ...redirects,
];

/** In place of a TLS handshake. */
export const hostileTlsServers: readonly HostileServer[] = [
  server('a handshake that never starts', failed, () => undefined),
  server('a handshake that never ends', failed, say(Buffer.from([0x16, 0x03, 0x03, 0x40, 0x00, 0x02]))),
  server('a drip of a handshake', failed, drip('\x16\x03\x03\x40\x00', '\x02')),
  server('a handshake that is cut', failed, cutAfter('\x16\x03\x03')),
  server('plain text in place of a handshake', failed, sayAndEnd(`${head()}plain`)),
  server('an alert', failed, sayAndEnd(Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x28]))),
  server('alerts without end', cut, flood('', Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 0x01, 0x00]))),
  server('garbage without end', cut, flood('', Buffer.from([0xde, 0xad, 0xbe, 0xef]))),
];

export const hostileWhoisServers: readonly HostileServer[] = [
  ...silent.map((each) => ({ ...each, ends: any })),
  server('text that is never closed', failed, say('Domain Name: ACME.EXAMPLE\r\n')),
  server('a drip of text', failed, drip('', 'Domain Name: ACME.EXAMPLE\r\n')),
  server('text without end', cut, flood('', 'Registrar: x\r\n')),
  server('empty lines without end', cut, flood('', '\n')),
  server('a line without end', cut, flood('Registrar: ', 'x')),
  server('NUL without end', cut, flood('', '\0')),
  server('bytes that are not text', any, sayAndEnd(Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)))),
  server('a web page', any, sayAndEnd(head(), '<html></html>')),
];

/** Answers with changed, lost or repeated bytes; the same for the same seed. */
export function damagedWebServers(count: number, seed: number): HostileServer[] {
  const whole = [
    `${head('Content-Length: 4', 'Content-Type: text/plain')}text`,
    `${chunked}4\r\ntext\r\n0\r\nX: y\r\n\r\n`,
    Buffer.concat([Buffer.from(encoded('gzip')), gzip('text')]).toString('latin1'),
    'HTTP/1.1 301 Moved\r\nLocation: /next\r\nContent-Length: 0\r\n\r\n',
    `HTTP/1.1 100 Continue\r\n\r\n${head('Content-Length: 1')}x`,
  ];
  const damage = fc.record({
    at: fc.nat(400),
    lost: fc.nat(20),
    added: fc.oneof(
      fc.constantFrom('', '\r\n', '\r\n\r\n', '\n', '\0', ': ', 'HTTP/1.1 101 X\r\n\r\n', ';', '\xff'),
      fc.string({ maxLength: 20 }),
    ),
  });
  const answers = fc.tuple(fc.constantFrom(...whole), fc.array(damage, { minLength: 1, maxLength: 4 }), fc.boolean());
  return fc.sample(answers, { numRuns: count, seed }).map(([text, damages, isClosed], index) => {
    const bytes = damages.reduce((left, { at, lost, added }) => {
      const place = at % (left.length + 1);
      return left.slice(0, place) + added + left.slice(place + lost);
    }, text);
    const answer = Buffer.from(bytes, 'latin1');
    return server(`damaged answer ${index} of seed ${seed}`, any, isClosed ? sayAndEnd(answer) : say(answer));
  });
}
