import { randomUUID, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { createServer, type Server, type TLSSocket } from 'node:tls';
import PQueue from 'p-queue';
import { errorText, isTheirFault } from '#model/errors.ts';
import { LogRefused } from './import-input.ts';
import type { LogPushes } from './log-pushes.ts';
import { wordsOfLogError } from './log-report.ts';
import { UnknownLog } from './read-log.ts';
import { readSyslog, SyslogFrames } from './syslog-messages.ts';

export interface SyslogOptions {
  readonly host: string;
  /** 0 for any. */
  readonly port: number;
  /** Absolute; holds tls.crt and tls.key of this service, and ca.crt, which signs the certificates of senders. */
  readonly folder: string;
  readonly pushes: LogPushes;
  /** Pause before a push that failed through no fault of its messages is repeated. */
  readonly retryMilliseconds: number;
  /** Called with messages for the operator. */
  readonly report: (message: string) => void;
}

const batchBytes = 1_000_000;
const batchMilliseconds = 2000;
/** Lines that are encoded together. */
const linesAtOnce = 250;
/** Leaves most of the pushes that may be under way to callers of the interface. */
const pushesAtOnce = 2;
const maxConnections = 200;
const handshakeMilliseconds = 10_000;
const maxSaid = 1000;
/** Pause while others push. */
const behindMilliseconds = 500;
/** While the service closes. */
const lastTries = 10;

/**
 * Receives syslog over TLS from senders that show a certificate, and pushes the messages. A sender waits while its messages are written:
 * nothing more is read from its connection until then. Syslog has no acknowledgement: what was received and not yet written is lost when
 * the process is killed.
 */
export class SyslogListener {
  readonly #options: SyslogOptions;
  readonly #server: Server;
  readonly #serving = new Map<TLSSocket, Promise<void>>();
  readonly #queue = new PQueue({ concurrency: pushesAtOnce });
  readonly #closing = new AbortController();
  readonly #said = new Set<string>();
  readonly #begun: Promise<void>;
  #begin = (): void => undefined;

  private constructor(options: SyslogOptions, server: Server) {
    this.#options = options;
    this.#server = server;
    this.#begun = new Promise((resolve) => {
      this.#begin = resolve;
    });
    const refuse = ({ remoteAddress }: TLSSocket, who: string, why: string) => {
      const at = remoteAddress === undefined ? '' : ` at ${remoteAddress}`;
      this.#say(`A syslog sender${who && ` ${who}`}${at} was refused: ${why}.`);
    };
    server.on('tlsClientError', (error, socket) => refuse(socket, '', handshakeWords(error)));
    server.on('secureConnection', (socket) => {
      // also reported by the loop that reads, unless it waits for something else
      socket.on('error', () => undefined);
      // Node takes a resumed session without a certificate for an authorized one
      if (!socket.authorized || !socket.getPeerX509Certificate()) {
        refuse(socket, senderOf(socket), certificateWords(String(socket.authorizationError)));
        return void socket.destroy();
      }
      const served = this.#serve(socket).finally(() => this.#serving.delete(socket));
      this.#serving.set(socket, served);
    });
  }

  /** Listens. Nothing is read before `begin`. @throws Error in words for the operator */
  static async open(options: SyslogOptions): Promise<SyslogListener> {
    try {
      return await listen(options, (server) => new SyslogListener(options, server));
    } catch (error) {
      const settings =
        'SIGHTLINE_SYSLOG_TLS is the folder with tls.crt, tls.key and ca.crt, SIGHTLINE_SYSLOG_PORT a free port.';
      throw new Error(`Syslog cannot be received at port ${options.port}: ${errorText(error)}. ${settings}`, {
        cause: error,
      });
    }
  }

  /** Called once the collection is ready. */
  begin(): void {
    this.#begin();
  }

  /** Ends all connections. Resolves when the messages that were received are written, or reported as lost. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#begin();
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#serving.keys()) socket.destroy();
    await Promise.all([...this.#serving.values(), closed]);
  }

  async #serve(socket: TLSSocket): Promise<void> {
    const sender = senderOf(socket);
    const from = `of ${sender || 'a sender without a name'}`;
    const frames = new SyslogFrames();
    let batch = new Batch();
    let writing = Promise.resolve();
    let timer: NodeJS.Timeout | undefined;
    const write = (): void => {
      clearTimeout(timer);
      timer = undefined;
      const { logs } = batch;
      batch = new Batch();
      writing = writing.then(() => this.#write(sender, logs));
    };
    socket.setKeepAlive(true, 60_000);
    await this.#begun;
    try {
      for await (const chunk of socket as AsyncIterable<Buffer>) {
        for (const text of frames.take(chunk)) this.#add(batch, from, text);
        if (batch.bytes >= batchBytes) write();
        else timer ??= setTimeout(write, batchMilliseconds);
        await writing;
      }
    } catch (error) {
      if (!this.#closing.signal.aborted) this.#say(`The syslog connection ${from} ended: ${errorText(error)}.`);
    } finally {
      write();
      await writing;
      socket.destroy();
    }
  }

  #add(batch: Batch, from: string, text: string): void {
    const message = readSyslog(text);
    if (message) batch.add(message.log, message.line);
    else this.#say(`Messages ${from} that follow neither RFC 5424 nor RFC 3164 are dropped.`);
  }

  async #write(sender: string, logs: ReadonlyMap<string, Lines>): Promise<void> {
    for (const [log, lines] of logs) await this.#queue.add(() => this.#push(sender, log, lines));
  }

  async #push(sender: string, log: string, lines: Lines): Promise<void> {
    const { pushes, retryMilliseconds, report } = this.#options;
    const { signal } = this.#closing;
    const content = lines.content();
    const idempotencyKey = randomUUID();
    let [failure, late] = ['', 0];
    for (;;) {
      try {
        await pushes.push({ format: '', sensor: sender, idempotencyKey, body: Readable.from([content]) });
        return;
      } catch (error) {
        const words = wordsOfLogError(error);
        const isBehind = error instanceof LogRefused && error.reason === 'behind';
        if (error instanceof UnknownLog || isTheirFault(error) || (error instanceof LogRefused && !isBehind))
          return this.#say(`Syslog of ${log} is not imported: ${words}`);
        late += signal.aborted ? 1 : 0;
        if (signal.aborted && (!isBehind || late > lastTries))
          return report(`${lines.count} syslog messages of ${log} were lost: ${words}`);
        if (!isBehind && words !== failure)
          report(`Syslog of ${log} could not be imported yet and will be tried again. ${words}`);
        failure = words;
        if (isBehind) await pause(behindMilliseconds);
        else await pause(retryMilliseconds, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /** Reports a message once. */
  #say(message: string): void {
    if (this.#said.has(message)) return;
    if (this.#said.size >= maxSaid) this.#said.clear();
    this.#said.add(message);
    this.#options.report(message);
  }
}

/** @throws the error of a file, of its content, or of the port */
async function listen<Listener>(
  { folder, host, port, report }: SyslogOptions,
  attach: (server: Server) => Listener,
): Promise<Listener> {
  const file = (name: string) => readFile(join(folder, name));
  const [cert, key, ca] = await Promise.all([file('tls.crt'), file('tls.key'), file('ca.crt')]);
  // OpenSSL takes a file without any certificate, and would then refuse every sender
  void new X509Certificate(ca);
  const server = createServer({
    // a refused certificate is reported with the name in it, which is gone once Node has closed the connection
    cert,
    key,
    ca,
    requestCert: true,
    rejectUnauthorized: false,
    minVersion: 'TLSv1.2',
    handshakeTimeout: handshakeMilliseconds,
  });
  server.maxConnections = maxConnections;
  const listener = attach(server);
  server.listen(port, host);
  await once(server, 'listening');
  server.on('error', (error) => report(`Syslog: ${errorText(error)}.`));
  report(`Syslog is received over TLS at port ${(server.address() as AddressInfo).port}.`);
  return listener;
}

/** Lines of several logs. */
class Batch {
  readonly logs = new Map<string, Lines>();
  bytes = 0;

  add(log: string, line: string): void {
    const lines = this.logs.get(log) ?? new Lines();
    this.logs.set(log, lines);
    lines.add(line);
    this.bytes += log.length + line.length;
  }
}

/** Lines of a log. All but the last of them are kept encoded, because strings that live so long are freed late. */
class Lines {
  count = 0;
  readonly #encoded: Buffer[] = [];
  #last: string[] = [];

  add(line: string): void {
    this.#last.push(`${line}\n`);
    this.count += 1;
    if (this.#last.length === linesAtOnce) this.#encode();
  }

  content(): Buffer {
    this.#encode();
    return Buffer.concat(this.#encoded);
  }

  #encode(): void {
    this.#encoded.push(Buffer.from(this.#last.join('')));
    this.#last = [];
  }
}

/** @param code why the certificate of a sender is not accepted, as OpenSSL names it */
function certificateWords(code: string): string {
  if (code === 'CERT_HAS_EXPIRED') return 'its certificate has expired';
  if (code === 'CERT_NOT_YET_VALID') return 'its certificate is not valid yet';
  return `it shows no certificate that ca.crt signs (${code})`;
}

/** Why no encrypted connection came about: without the position in the sources of OpenSSL. */
function handshakeWords(error: Error): string {
  const code = 'code' in error ? String(error.code) : '';
  if (['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_HTTP_REQUEST'].includes(code)) return 'it does not speak TLS';
  return 'reason' in error ? String(error.reason) : errorText(error);
}

/** The common name in the certificate of the sender, as the name of a sensor. */
function senderOf(socket: TLSSocket): string {
  const name = String(socket.getPeerCertificate().subject?.CN ?? '');
  return name
    .replace(/[^\p{L}\p{N} ._-]+/gu, '-')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .slice(0, 64);
}
