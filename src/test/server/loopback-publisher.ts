import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { ZipFile } from 'yazl';
import type { TestAllowance } from '#server/live/target.ts';
import { openLoopbackInternet, webAddress } from './loopback-internet.ts';

/** What a publisher offers under one URL. */
export interface Publication {
  readonly body: string | Buffer;
  readonly contentType?: string;
  /** Both are sent and honoured: a request that names the current one is answered 304. */
  readonly etag?: string;
  readonly lastModified?: string;
  /** Compressed for the transfer, as web servers do by default. */
  readonly contentEncoding?: 'gzip';
  /** Required in this header or query parameter; 401 for other requests. */
  readonly key?: { readonly where: 'header' | 'query'; readonly name: string; readonly value: string };
}

/** How a publisher misbehaves under one URL, in place of what it offers there. */
export type Misbehaviour =
  | { readonly does: 'redirect'; readonly to: string; readonly status?: 301 | 302 | 307 | 308 }
  | { readonly does: 'refuse'; readonly status: number; readonly retryAfter?: string }
  /** 200 with an empty body. */
  | { readonly does: 'send nothing' }
  /** The first half of the lines, as if that were all. */
  | { readonly does: 'send half' }
  /** 200 with an error page. */
  | { readonly does: 'send a web page' }
  /** Generated during the transfer; `isAnnounced` sends the length first. */
  | { readonly does: 'send bytes'; readonly bytes: number; readonly isAnnounced?: boolean }
  /** A few bytes at a time, with pauses. */
  | { readonly does: 'drip'; readonly bytes: number; readonly everyMilliseconds: number }
  /** Announces more than it sends, or less when it is negative, and ends the connection. */
  | { readonly does: 'miscount'; readonly by: number }
  /** Ends the connection after this many bytes of a body without announced length. */
  | { readonly does: 'drop'; readonly after: number }
  | { readonly does: 'keep silent' };

interface PublisherRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** The publishers of feeds as one real web server on loopback, over https and http, under the real host names. */
export interface LoopbackPublisher {
  publish(url: string, publication: Publication | string): void;
  withdraw(url: string): void;
  misbehave(url: string, how: Misbehaviour): void;
  /** Ends the misbehaviour. */
  behave(url: string): void;
  /** Every request in order. */
  readonly requests: readonly PublisherRequest[];
  /** Changes the addresses of a host name. */
  lead(host: string, addresses: readonly string[]): void;
  /** Connections that are open now. */
  openConnections(): number;
  /** Lets the download module reach the publisher. */
  readonly allowance: TestAllowance;
  close(): Promise<void>;
}

/** @param hosts the host names under which it can be reached, which are also in the certificate */
export async function openLoopbackPublisher(hosts: readonly string[]): Promise<LoopbackPublisher> {
  const internet = await openLoopbackInternet(hosts);
  for (const host of hosts) internet.dns.zone.set(`${host} A`, [webAddress]);
  const offered = new Map<string, Publication>();
  const faults = new Map<string, Misbehaviour>();
  const requests: PublisherRequest[] = [];
  internet.elsewhere((request, response) => {
    const url = new URL(request.url ?? '/', `https://${request.headers.host}`);
    requests.push({ url: url.href, headers: request.headers });
    const place = placeOf(url.href);
    const publication = offered.get(place) ?? offered.get(placeOf(`${url.origin}${url.pathname}`));
    const fault = faults.get(place) ?? faults.get(placeOf(`${url.origin}${url.pathname}`));
    const answered = fault
      ? misbehave(fault, publication, response)
      : Promise.resolve(answer(publication, url, request, response));
    // the client may hang up at any time
    answered.catch(() => response.destroy());
  });
  return {
    publish: (url, publication) =>
      void offered.set(placeOf(url), typeof publication === 'string' ? { body: publication } : publication),
    withdraw: (url) => void offered.delete(placeOf(url)),
    misbehave: (url, how) => void faults.set(placeOf(url), how),
    behave: (url) => void faults.delete(placeOf(url)),
    requests,
    lead: (host, addresses) => void internet.dns.zone.set(`${host} A`, addresses),
    openConnections: internet.openConnections,
    allowance: internet.allowance,
    close: internet.close,
  };
}

/** The place of a URL, without its scheme. */
function placeOf(url: string): string {
  const { host, pathname, search } = new URL(url);
  return `${host}${pathname}${search}`;
}

function answer(
  publication: Publication | undefined,
  url: URL,
  { headers }: IncomingMessage,
  response: ServerResponse,
): void {
  if (!publication) return void response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not Found</h1>');
  const { key, etag, lastModified, contentEncoding, contentType = 'text/plain' } = publication;
  const sent = key?.where === 'query' ? url.searchParams.get(key.name) : headers[key?.name.toLowerCase() ?? ''];
  if (key && sent !== key.value) return void response.writeHead(401).end('Unauthorized');
  const validators = { ...(etag && { etag }), ...(lastModified && { 'last-modified': lastModified }) };
  if (isCurrent(headers, publication)) return void response.writeHead(304, validators).end();
  const body = contentEncoding ? gzipSync(publication.body) : Buffer.from(publication.body);
  response
    .writeHead(200, {
      'content-type': contentType,
      'content-length': body.length,
      ...validators,
      ...(contentEncoding && { 'content-encoding': contentEncoding }),
    })
    .end(body);
}

/** As servers must: if the client sends an entity tag, that alone decides. */
function isCurrent(headers: IncomingMessage['headers'], { etag, lastModified }: Publication): boolean {
  const tag = headers['if-none-match'];
  if (tag !== undefined) return etag !== undefined && tag.split(/,\s*/).includes(etag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return lastModified !== undefined && Date.parse(lastModified) <= since;
}

async function misbehave(
  fault: Misbehaviour,
  publication: Publication | undefined,
  response: ServerResponse,
): Promise<void> {
  const body = Buffer.from(publication?.body ?? '');
  switch (fault.does) {
    case 'redirect':
      return void response.writeHead(fault.status ?? 302, { location: fault.to }).end();
    case 'refuse':
      return void response
        .writeHead(fault.status, fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter })
        .end('no');
    case 'send nothing':
      return void response.writeHead(200, { 'content-length': 0 }).end();
    case 'send half':
      return void response.writeHead(200).end(firstHalf(body));
    case 'send a web page':
      return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(sorry);
    case 'send bytes':
      return sendBytes(fault.bytes, fault.isAnnounced ?? false, response);
    case 'drip':
      return drip(fault.bytes, fault.everyMilliseconds, response);
    case 'miscount':
      response.strictContentLength = false;
      response.writeHead(200, { 'content-length': body.length + fault.by, connection: 'close' }).write(body);
      return void response.socket?.end();
    case 'drop':
      response.writeHead(200).write(body.subarray(0, fault.after));
      return void setTimeout(() => response.socket?.destroy(), 50);
    case 'keep silent':
  }
}

const sorry = `<!DOCTYPE html>
<html lang="en"><head><title>Just a moment...</title></head>
<body><h1>We are checking that you are not a robot.</h1></body></html>
`;

function firstHalf(body: Buffer): string {
  const lines = body.toString('utf8').split('\n');
  return `${lines.slice(0, Math.floor(lines.length / 2)).join('\n')}\n`;
}

async function sendBytes(bytes: number, isAnnounced: boolean, response: ServerResponse): Promise<void> {
  const block = Buffer.from('192.0.2.1\n'.repeat(10_000));
  response.writeHead(200, isAnnounced ? { 'content-length': bytes } : {});
  const closed = once(response, 'close');
  for (let left = bytes; left > 0 && !response.destroyed; left -= block.length) {
    const isTaken = response.write(left < block.length ? block.subarray(0, left) : block);
    if (!isTaken) await Promise.race([once(response, 'drain'), closed]);
  }
  response.end();
}

async function drip(bytes: number, everyMilliseconds: number, response: ServerResponse): Promise<void> {
  response.writeHead(200);
  const timer = setInterval(() => response.write('x'.repeat(bytes)), everyMilliseconds).unref();
  response.once('close', () => clearInterval(timer));
}

/** A zip archive of these files, for a publication. */
export async function zipOf(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [name, content] of Object.entries(files)) archive.addBuffer(Buffer.from(content), name);
  archive.end();
  const chunks: Buffer[] = [];
  for await (const chunk of archive.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
